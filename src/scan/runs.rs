//! How far a run of bytes goes, sixteen bytes at a time.

use crate::block::{BLOCK, block_at, filled, is_ascii, specials};
use wide::u8x16;

/// Bytes of plain text at the start of `text` in a string that `"` delimits: up to a quote, a
/// backslash or a control character.
#[inline]
pub(crate) fn plain(text: &[u8]) -> usize {
    before(text, END, specials)
}

/// The same, and whether all of it is ASCII.
#[inline]
pub(crate) fn plain_or_wide(text: &[u8]) -> (usize, bool) {
    let block = u8x16::new(block_at(text, 0, END));
    let (found, wide) = (specials(block).move_mask(), block.move_mask());
    if found != 0 {
        // Only what stands before the first special byte counts.
        return (found.trailing_zeros() as usize, wide & (found - 1) & !found == 0);
    }
    let len = plain(text);
    (len, is_ascii(&text[..len]))
}

/// As [`plain`], and up to either of these bytes.
pub(crate) fn plain_before(text: &[u8], ends: [u8; 2]) -> usize {
    before(text, END, |block| specials(block) | any_of(block, ends))
}

/// Bytes at the start of `text` that are none of these.
pub(crate) fn until<const N: usize>(text: &[u8], ends: [u8; N]) -> usize {
    before(text, ends[0], |block| any_of(block, ends))
}

/// ASCII letters, digits and underscores at the start of `text`.
pub(crate) fn word(text: &[u8]) -> usize {
    before(text, b' ', |block| {
        let up_to = |value: u8x16, most| value.min(u8x16::splat(most)).cmp_eq(value);
        let letters = up_to((block | u8x16::splat(0x20)) - u8x16::splat(b'a'), 25);
        !(letters | up_to(block - u8x16::splat(b'0'), 9) | any_of(block, [b'_']))
    })
}

/// Bytes at the start of `text` before the first that `ends` names, which `end` is one of.
#[inline(always)]
fn before(text: &[u8], end: u8, ends: impl Fn(u8x16) -> u8x16) -> usize {
    let mut done = 0;
    while let Some(block) = text[done..].first_chunk::<BLOCK>() {
        let found = ends(u8x16::new(*block)).move_mask();
        if found != 0 {
            return done + found.trailing_zeros() as usize;
        }
        done += BLOCK;
    }
    let last = ends(u8x16::new(filled(&text[done..], end)));
    done + last.move_mask().trailing_zeros() as usize
}

/// Which bytes of a block are one of these.
#[inline(always)]
fn any_of<const N: usize>(block: u8x16, bytes: [u8; N]) -> u8x16 {
    bytes.iter().fold(u8x16::splat(0), |any, byte| any | block.cmp_eq(u8x16::splat(*byte)))
}

/// Stands behind the end of a text: a special byte, so that a run of plain text ends there.
const END: u8 = b'"';

/// Bytes of JSON white space at the start of `text`.
#[inline]
pub(crate) fn space(text: &[u8]) -> usize {
    match text {
        [first, ..] if *first > b' ' => 0,
        [b' ', second, ..] if *second > b' ' => 1,
        _ => spaces(text),
    }
}

/// The same, made for a line end and what indents the next line.
fn spaces(text: &[u8]) -> usize {
    let mut done = usize::from(text.first() == Some(&b'\n'));
    loop {
        while let Some(block) = text[done..].first_chunk::<BLOCK>() {
            let found = u8x16::new(*block).cmp_eq(u8x16::splat(b' ')).move_mask() ^ 0xffff;
            if found != 0 {
                done += found.trailing_zeros() as usize;
                break;
            }
            done += BLOCK;
        }
        match text.get(done) {
            Some(&b) if is_space(b) => done += 1,
            _ => return done,
        }
    }
}

/// Whether `b` is white space of JSON.
#[inline]
pub(crate) fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r')
}

/// Which bytes of two blocks are digits: a bit each, the first in the lowest.
#[inline]
pub(crate) fn digits(text: &[u8; 2 * BLOCK]) -> u32 {
    let mask = |half: &[u8]| {
        let block = half.first_chunk().copied().unwrap_or_default();
        let value = u8x16::new(block) - u8x16::splat(b'0');
        value.min(u8x16::splat(9)).cmp_eq(value).move_mask() as u32
    };
    let (low, high) = text.split_at(BLOCK);
    mask(high) << BLOCK | mask(low)
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
            let expected = if is_special { at } else { text.len() };
            assert_eq!(plain(text), expected, "{byte} at {at}");
            assert_eq!(
                plain_or_wide(text),
                (expected, is_special || byte < 0x80),
                "{byte} at {at}"
            );
        });
    }

    #[test]
    fn a_run_ends_at_each_byte_that_ends_it_wherever_that_stands() {
        every_byte_everywhere(b'a', |text, at, byte| {
            let ends = |found, is_end| {
                let expected = if is_end { at } else { text.len() };
                assert_eq!(found, expected, "{byte} at {at}");
            };
            let is_special = byte < 0x20 || matches!(byte, b'"' | b'\\' | b'\'' | 0xe2);
            ends(plain_before(text, [b'\'', 0xe2]), is_special);
            ends(until(text, [b'{', b'\n', 0xff]), matches!(byte, b'{' | b'\n' | 0xff));
            ends(word(text), !byte.is_ascii_alphanumeric() && byte != b'_');
        });
        assert_eq!((until(b"", [b'x']), word(b""), word(b"a_Z09-")), (0, 0, 5));
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
            assert_eq!(text.first_chunk().map(digits), Some(expected), "{byte} at {at}");
        });
    }
}
