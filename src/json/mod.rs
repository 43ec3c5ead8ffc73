//! JSON text: strings as they are written, the one-line objects that the tools answer with, and what
//! is read of JSON that is known to be valid.
//!
//! User data goes out as the text it is, never through a tree of values that would round its numbers.

mod escape;
mod object;
mod read;
mod unseen;
mod words;

pub use escape::{embed, escape, escaped, string, string_without, unquoted};
pub use object::{List, Object, integer, number};
pub use read::{number_at, read_string, string_end, unescape};
pub use unseen::{is_unseen, shown, string_shown};
pub use words::Words;

/// Bytes that are looked at at once.
const BLOCK: usize = 16;

/// The block of `text` at `at`; behind the end of the text there is `fill`.
#[inline(always)]
fn block_at(text: &[u8], at: usize, fill: u8) -> [u8; BLOCK] {
    let rest = text.get(at..).unwrap_or_default();
    rest.first_chunk().copied().unwrap_or_else(|| filled(rest, fill))
}

/// What is left of a text behind its last block, as a block with `fill` behind it.
#[inline(always)]
fn filled(rest: &[u8], fill: u8) -> [u8; BLOCK] {
    let mut block = [fill; BLOCK];
    // Two copies of known length, which may overlap, take less than one as long as the rest is.
    let (len, mut copy) = (rest.len(), |at: usize, bytes: &[u8]| {
        block[at..at + bytes.len()].copy_from_slice(bytes);
    });
    if let (Some(head), Some(tail)) = (rest.first_chunk::<8>(), rest.last_chunk::<8>()) {
        copy(0, head);
        copy(len - 8, tail);
    } else if let (Some(head), Some(tail)) = (rest.first_chunk::<4>(), rest.last_chunk::<4>()) {
        copy(0, head);
        copy(len - 4, tail);
    } else {
        rest.iter().enumerate().for_each(|(at, byte)| block[at] = *byte);
    }
    block
}

/// What a test's `write` appends, as text.
#[cfg(test)]
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).expect("JSON is written as UTF-8")
}
