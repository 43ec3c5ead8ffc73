//! What is read of JSON that is known to be valid.

use crate::block::{BLOCK, block_at, specials};
use wide::u8x16;

/// The place behind the string of valid JSON that opens at `start`; the end of the text if it has none.
#[must_use]
pub fn string_end(text: &[u8], start: usize) -> usize {
    let ends = |block: u8x16| block.cmp_eq(u8x16::splat(b'"')) | block.cmp_eq(u8x16::splat(b'\\'));
    let mut at = start + 1;
    while let Some(found) =
        first(text.get(at..).unwrap_or_default(), ends, |b| b == b'"' || b == b'\\')
    {
        at += found;
        if text[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    text.len()
}

/// Appends the text of a string that stands so between the quotes of valid JSON. False where it holds
/// half a surrogate pair: U+FFFD stands for that.
pub fn unescape(out: &mut String, written: &str) -> bool {
    let (mut rest, mut is_whole) = (written, true);
    let backslashes = |block: u8x16| block.cmp_eq(u8x16::splat(b'\\'));
    while let Some(at) = first(rest.as_bytes(), backslashes, |b| b == b'\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let (c, length) = unescaped(escape);
        is_whole &= c.is_some();
        out.push(c.unwrap_or(char::REPLACEMENT_CHARACTER));
        rest = escape.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
    is_whole
}

/// Appends the text of the string whose opening quote stands before `rest`, as [`unescape`] does, and
/// says where its closing quote stands and whether it is whole. `None` where it is no string of JSON.
pub fn read_string(out: &mut Vec<u8>, rest: &str) -> Option<(usize, bool)> {
    let start = out.len();
    // The text is no longer than it is written. Room for it once, so that none is looked for on the way.
    out.resize(start + rest.len() + BLOCK, 0);
    let mut end = start;
    let found = read_to(out, &mut end, rest);
    out.truncate(end);
    found
}

/// Writes the text of a string over `out` from `end` on, which becomes the place behind it.
#[inline(always)]
fn read_to(out: &mut [u8], end: &mut usize, rest: &str) -> Option<(usize, bool)> {
    let bytes = rest.as_bytes();
    let (mut at, mut is_whole) = (0, true);
    loop {
        let block = block_at(bytes, at, b'"');
        let found = specials(u8x16::new(block)).move_mask();
        // A whole block costs less than as much of it as is wanted: the rest goes again.
        out[*end..][..BLOCK].copy_from_slice(&block);
        if found == 0 {
            (at, *end) = (at + BLOCK, *end + BLOCK);
            continue;
        }
        let len = found.trailing_zeros() as usize;
        (at, *end) = (at + len, *end + len);
        let letter = match bytes.get(at..)? {
            [b'\\', letter, ..] => *letter,
            [b'"', ..] => return Some((at, is_whole)),
            _ => return None,
        };
        let byte = SHORT[usize::from(letter)];
        if byte > 0 {
            out[*end] = byte;
            (at, *end) = (at + 2, *end + 1);
            continue;
        }
        let is_hex = |digits: &[u8]| digits.iter().all(u8::is_ascii_hexdigit);
        if letter != b'u' || !bytes.get(at + 2..at + 6).is_some_and(is_hex) {
            return None;
        }
        let (c, length) = unescaped(&rest[at + 1..]);
        is_whole &= c.is_some();
        let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
        *end += c.encode_utf8(&mut out[*end..]).len();
        at += 1 + length;
    }
}

/// What stands for a backslash and this letter, one byte each; 0 where they are no such escape.
static SHORT: [u8; 256] = {
    let mut short = [0; 256];
    let escapes = *b"\"\"\\\\//b\x08f\x0cn\nr\rt\t";
    let mut at = 0;
    while at < escapes.len() {
        short[escapes[at] as usize] = escapes[at + 1];
        at += 2;
    }
    short
};

/// The character that an escape without its backslash begins with, and how long the escape is.
/// Half a surrogate pair is no character.
fn unescaped(escape: &str) -> (Option<char>, usize) {
    let unit = |at: usize| u16::from_str_radix(escape.get(at..at + 4)?, 16).ok();
    match escape.as_bytes().first() {
        Some(b'u') => {
            let low = escape.get(5..7).filter(|low| *low == "\\u").and_then(|_| unit(7));
            let mut units = char::decode_utf16([unit(1), low].into_iter().flatten());
            match units.next() {
                Some(Ok(c)) => (Some(c), if c.len_utf16() == 2 { 11 } else { 5 }),
                _ => (None, 5),
            }
        }
        Some(&letter) => (Some(char::from(SHORT[usize::from(letter)])), 1),
        None => (None, 0),
    }
}

/// The longest number that `text` begins with; empty if it begins with none.
#[must_use]
pub fn number_at(text: &str) -> &str {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = usize::from(bytes.first() == Some(&b'-'));
    let mut end = match digits(whole) {
        0 => return "",
        // A number does not begin with a zero and another digit.
        _ if bytes[whole] == b'0' => whole + 1,
        count => whole + count,
    };
    if bytes.get(end) == Some(&b'.') {
        let count = digits(end + 1);
        end += if count == 0 { 0 } else { 1 + count };
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let count = digits((end + 1 + sign).min(bytes.len()));
        end += if count == 0 { 0 } else { 1 + sign + count };
    }
    &text[..end]
}

/// The first byte that `is` names; `are` names the same ones of a block.
#[inline]
fn first(text: &[u8], are: impl Fn(u8x16) -> u8x16, is: impl Fn(u8) -> bool) -> Option<usize> {
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    for (index, block) in blocks.iter().enumerate() {
        let found = are(u8x16::new(*block)).move_mask();
        if found != 0 {
            return Some(BLOCK * index + found.trailing_zeros() as usize);
        }
    }
    rest.iter().position(|&b| is(b)).map(|at| BLOCK * blocks.len() + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_string_is_read_as_written_wherever_its_escapes_stand() {
        for (written, text, is_whole) in [
            (r#"\n\\\"\/\b\u00e9\ud83d\ude00"#, "\n\\\"/\u{8}é😀", true),
            (r"\ufffd", "\u{fffd}", true),
            (r"\ud83dx", "\u{fffd}x", false),
            (r"\ude00\ud83d", "\u{fffd}\u{fffd}", false),
        ] {
            for before in 0..20 {
                let (before, mut out) = ("x".repeat(before), String::new());
                assert_eq!(unescape(&mut out, &format!("{before}{written}yz")), is_whole);
                assert_eq!(out, format!("{before}{text}yz"));

                let (rest, mut out) = (format!("{before}{written}yz\" \\x"), Vec::new());
                let end = before.len() + written.len() + 2;
                assert_eq!(read_string(&mut out, &rest), Some((end, is_whole)));
                assert_eq!(out, format!("{before}{text}yz").as_bytes());
            }
        }
    }
}
