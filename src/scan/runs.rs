//! How far a run of bytes goes, sixteen bytes at a time.
//!
//! Measured in instructions a byte, twitter.json: a mask of sixteen bytes through `wide` 0.7, words of
//! eight bytes 1.5, the vectorizer on a plain loop 5.4.

use wide::u8x16;

/// Bytes in a block.
const BLOCK: usize = 16;

/// How many bytes at the start of `text` are not `special`, which is told for a block at once.
#[inline]
fn run(text: &[u8], special: impl Fn(u8x16) -> u8x16, is_special: impl Fn(u8) -> bool) -> usize {
    let mut done = 0;
    while let Some(block) = text[done..].first_chunk::<BLOCK>() {
        let found = special(u8x16::new(*block)).move_mask();
        if found != 0 {
            return done + found.trailing_zeros() as usize;
        }
        done += BLOCK;
    }
    let rest = &text[done..];
    done + rest.iter().position(|&b| is_special(b)).unwrap_or(rest.len())
}

/// Bytes of plain text at the start of `text` in a string that `"` delimits: up to a quote, a
/// backslash or a control character.
#[inline]
pub(crate) fn plain(text: &[u8]) -> usize {
    let special = |block: u8x16| {
        block.cmp_eq(u8x16::splat(b'"'))
            | block.cmp_eq(u8x16::splat(b'\\'))
            | block.min(u8x16::splat(0x1f)).cmp_eq(block)
    };
    run(text, special, |b| b < 0x20 || b == b'"' || b == b'\\')
}

/// Bytes of JSON white space at the start of `text`.
#[inline]
pub(crate) fn space(text: &[u8]) -> usize {
    // Between most tokens there is none, or a single space.
    match text {
        [first, ..] if *first > b' ' => return 0,
        [b' ', second, ..] if *second > b' ' => return 1,
        _ => {}
    }
    let special = |block: u8x16| {
        let space = block.cmp_eq(u8x16::splat(b' '))
            | block.cmp_eq(u8x16::splat(b'\n'))
            | block.cmp_eq(u8x16::splat(b'\r'))
            | block.cmp_eq(u8x16::splat(b'\t'));
        space ^ u8x16::splat(0xff)
    };
    run(text, special, |b| !is_space(b))
}

/// Whether `b` is white space of JSON.
#[inline]
pub(crate) fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r')
}

/// Which of the first bytes of `text` are digits: a bit each, the first in the lowest.
#[inline]
pub(crate) fn digits(text: &[u8]) -> u32 {
    let mask = |block: &[u8; BLOCK]| {
        let value = u8x16::new(*block) - u8x16::splat(b'0');
        value.min(u8x16::splat(9)).cmp_eq(value).move_mask() as u32
    };
    match text.first_chunk::<{ 2 * BLOCK }>() {
        Some(block) => {
            let (low, high) = block.split_at(BLOCK);
            let [low, high] = [low, high].map(|half| half.first_chunk().map_or(0, mask));
            high << BLOCK | low
        }
        None => text
            .iter()
            .enumerate()
            .fold(0, |found, (index, b)| found | u32::from(b.is_ascii_digit()) << index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every byte at every place of a text of `filler`.
    fn every_byte_everywhere(filler: u8, check: impl Fn(&[u8], usize, u8)) {
        for byte in 0..=u8::MAX {
            for at in 0..40 {
                let mut text = vec![filler; 40];
                text[at] = byte;
                check(&text, at, byte);
            }
        }
    }

    #[test]
    fn a_plain_run_ends_at_each_special_byte_wherever_it_stands() {
        every_byte_everywhere(b'a', |text, at, byte| {
            let is_special = byte < 0x20 || byte == b'"' || byte == b'\\';
            assert_eq!(plain(text), if is_special { at } else { text.len() }, "{byte} at {at}");
        });
    }

    #[test]
    fn white_space_ends_at_each_other_byte_wherever_it_stands() {
        every_byte_everywhere(b' ', |text, at, byte| {
            let expected = if is_space(byte) { text.len() } else { at };
            assert_eq!(space(text), expected, "{byte} at {at}");
        });
        assert_eq!((space(b""), space(b" "), space(b"\r\n\t x")), (0, 1, 4));
    }

    #[test]
    fn every_digit_has_its_bit() {
        every_byte_everywhere(b'x', |text, at, byte| {
            let expected = if byte.is_ascii_digit() && at < 32 { 1 << at } else { 0 };
            assert_eq!(digits(text), expected, "{byte} at {at}");
            let short = if at < 31 { expected } else { 0 };
            assert_eq!(digits(&text[..31]), short, "{byte} at {at}");
        });
    }
}
