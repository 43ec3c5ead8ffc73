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

/// What a test's `write` appends, as text.
#[cfg(test)]
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).expect("JSON is written as UTF-8")
}
