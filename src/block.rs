//! Sixteen bytes that are looked at at once.

use wide::u8x16;

/// Bytes in a block.
pub(crate) const BLOCK: usize = 16;

/// The block of `text` at `at`; behind the end of the text there is `fill`.
#[inline(always)]
pub(crate) fn block_at(text: &[u8], at: usize, fill: u8) -> [u8; BLOCK] {
    match text.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(block) => *block,
        None => filled(text.get(at..).unwrap_or_default(), fill),
    }
}

/// What is left of a text behind its last block, as a block with `fill` behind it.
#[inline(always)]
pub(crate) fn filled(rest: &[u8], fill: u8) -> [u8; BLOCK] {
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

/// Which bytes a string that `"` delimits cannot hold as they are: quotes, backslashes and control
/// characters.
#[inline(always)]
pub(crate) fn specials(block: u8x16) -> u8x16 {
    block.min(u8x16::splat(0x1f)).cmp_eq(block)
        | block.cmp_eq(u8x16::splat(b'"'))
        | block.cmp_eq(u8x16::splat(b'\\'))
}

/// Whether all bytes of `text` are ASCII.
pub(crate) fn is_ascii(text: &[u8]) -> bool {
    let (blocks, rest) = text.as_chunks();
    let last = u8x16::new(filled(rest, b' '));
    blocks.iter().fold(last, |any, block| any | u8x16::new(*block)).move_mask() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_the_text_and_what_fills_it_wherever_the_text_ends() {
        let text: Vec<u8> = (1..=40).collect();
        for len in 0..=text.len() {
            for at in 0..=len + 1 {
                let there = text[..len].iter().skip(at).copied();
                let expected: Vec<u8> = there.chain([0; BLOCK]).take(BLOCK).collect();
                assert_eq!(block_at(&text[..len], at, 0), *expected, "{len} at {at}");
            }
        }
    }

    #[test]
    fn a_byte_beyond_ascii_is_found_wherever_it_stands() {
        for len in 0..40 {
            let mut text = vec![0x7f; len];
            assert!(is_ascii(&text), "{len}");
            for at in 0..len {
                text[at] = 0x80;
                assert!(!is_ascii(&text), "{len} at {at}");
                text[at] = 0x7f;
            }
        }
    }

    #[test]
    fn special_bytes_are_those_that_a_string_has_to_escape() {
        for byte in 0..=u8::MAX {
            let is_special = byte < 0x20 || matches!(byte, b'"' | b'\\');
            let found = specials(u8x16::splat(byte)).move_mask();
            assert_eq!(found, if is_special { 0xffff } else { 0 }, "{byte}");
        }
    }
}
