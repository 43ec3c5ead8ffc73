//! Text with some of its characters written as escapes.

use super::Words;
use crate::block::{BLOCK, block_at, filled, is_ascii, specials};
use wide::u8x16;

/// Appends `text` as a JSON string that fits on one line for every reader: U+0085, U+2028 and
/// U+2029, which some take for line ends, are escaped too.
pub fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    unquoted(out, text);
    out.push(b'"');
}

/// Appends `text` as [`string`] does, without the quotes around it.
#[inline]
pub fn unquoted(out: &mut Vec<u8>, text: &str) {
    if text.len() <= FEW && text.is_ascii() {
        text.bytes().for_each(|byte| ONE[usize::from(byte)].write(out));
    } else {
        unquoted_blocks(out, text);
    }
}

/// Bytes that take less one by one than together.
const FEW: usize = 3;

/// How a text of one byte stands between the quotes.
static ONE: [Words<8>; 0x80] = {
    let mut one = [Words::NONE; 0x80];
    let mut byte = 0;
    while byte < one.len() {
        one[byte] = written_one(byte as u8);
        byte += 1;
    }
    one
};

const fn written_one(byte: u8) -> Words<8> {
    let short = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        8 => b'b',
        12 => b'f',
        ..0x20 => return Words::NONE.and(&unit(byte as u16)),
        _ => return Words::NONE.and(&[byte]),
    };
    Words::NONE.and(&[b'\\', short])
}

/// The long escape of a UTF-16 unit.
const fn unit(unit: u16) -> [u8; 6] {
    let [high, low] = unit.to_be_bytes();
    [b'\\', b'u', digit(high >> 4), digit(high), digit(low >> 4), digit(low)]
}

/// The hexadecimal digit that the low four bits are.
const fn digit(bits: u8) -> u8 {
    b"0123456789abcdef"[(bits & 15) as usize]
}

#[inline(never)]
fn unquoted_blocks(out: &mut Vec<u8>, text: &str) {
    let are = |block| (specials(block) | leads_to_line_ends(block)).move_mask();
    write_escaped(out, text.as_bytes(), are, |c, _| c.is_ascii() || breaks_line(c));
}

/// Appends `text` as a JSON string in which every character that `hides` names is escaped, beside
/// those that must be.
pub fn string_without(out: &mut Vec<u8>, text: &str, hides: fn(char) -> bool) {
    out.push(b'"');
    escaped(out, text, |c| must(c) || hides(c));
    out.push(b'"');
}

/// Whether a string of JSON cannot hold `c` as it is.
fn must(c: char) -> bool {
    matches!(c, '\0'..='\x1f' | '"' | '\\')
}

/// Appends a JSON text, which is UTF-8, or what stands in a string of it as it is, but with every
/// character that some take for a line end escaped; outside its strings a JSON text has none of them.
pub fn embed(out: &mut Vec<u8>, json: &[u8]) {
    if is_ascii(json) {
        return out.extend_from_slice(json);
    }
    write_escaped(out, json, |block| leads_to_line_ends(block).move_mask(), |c, _| breaks_line(c));
}

/// Appends `text` with the characters that `wants` names as escapes. It is not asked about printable
/// ASCII other than quotes and backslashes.
pub fn escaped(out: &mut Vec<u8>, text: &str, wants: impl Fn(char) -> bool) {
    let others = |block: u8x16| {
        block.cmp_eq(u8x16::splat(0x7f)) | block.max(u8x16::splat(0xc0)).cmp_eq(block)
    };
    let are = |block| (specials(block) | others(block)).move_mask();
    write_escaped(out, text.as_bytes(), are, |c, _| wants(c));
}

/// Appends `text`, which is UTF-8, with the characters that `wants` names as escapes. It is asked
/// about those whose first byte `are` names, a bit for each byte of a block, and told where they stand.
#[inline(always)]
pub(super) fn write_escaped(
    out: &mut Vec<u8>,
    text: &[u8],
    are: impl Fn(u8x16) -> i32,
    wants: impl FnMut(char, usize) -> bool,
) {
    out.reserve(text.len() + BLOCK);
    let done = escape_some(out, text, are, wants);
    append(out, text, done, text.len());
}

/// Appends the start of `text`, which is UTF-8, up to the last character that has to be an escape, and
/// says how long it is. `wants` is asked about those whose first byte `are` names, and told where they
/// stand.
#[inline(always)]
pub(super) fn escape_some(
    out: &mut Vec<u8>,
    text: &[u8],
    are: impl Fn(u8x16) -> i32,
    mut wants: impl FnMut(char, usize) -> bool,
) -> usize {
    let (mut done, mut start) = (0, 0);
    while let Some((block, mut found)) = next_block(text, start, &are) {
        while found != 0 {
            let at = block + found.trailing_zeros() as usize;
            found &= found - 1;
            let (c, len) = char_at(text, at);
            if wants(c, at) {
                append(out, text, done, at);
                if let '"' | '\\' = c {
                    out.push(b'\\');
                    done = at;
                } else {
                    escape(out, c);
                    done = at + len;
                }
            }
        }
        start = block + BLOCK;
    }
    done
}

/// The next block from `start` on that has bytes which `are` names, and which they are.
#[inline(always)]
fn next_block(text: &[u8], start: usize, are: impl Fn(u8x16) -> i32) -> Option<(usize, i32)> {
    let (blocks, rest) = text.get(start..)?.as_chunks();
    let whole = blocks.iter().map(|block| are(u8x16::new(*block)));
    let named =
        |(index, found): (usize, i32)| (found != 0).then_some((start + index * BLOCK, found));
    whole.enumerate().find_map(named).or_else(|| {
        // Behind the end of the text there are spaces.
        named((blocks.len(), are(u8x16::new(filled(rest, b' ')))))
    })
}

/// Appends a part of `text`. A whole block costs less than as much of it as is wanted.
#[inline(always)]
fn append(out: &mut Vec<u8>, text: &[u8], from: usize, to: usize) {
    let len = to - from;
    if len > BLOCK {
        return append_many(out, &text[from..to]);
    }
    out.extend_from_slice(&block_at(text, from, b' '));
    out.truncate(out.len() - (BLOCK - len));
}

#[inline(never)]
fn append_many(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}

/// The character of UTF-8 that begins at `at`, and how many bytes it has.
#[inline(always)]
fn char_at(text: &[u8], at: usize) -> (char, usize) {
    let byte = text[at];
    if byte.is_ascii() { (char::from(byte), 1) } else { wide_char(&text[at..]) }
}

/// The first character of `text`, which is beyond ASCII.
#[inline(never)]
fn wide_char(text: &[u8]) -> (char, usize) {
    let len = match text.first() {
        Some(0xf0..) => 4,
        Some(0xe0..) => 3,
        _ => 2,
    };
    let bits = |sum: u32, b: &u8| sum << 6 | u32::from(b & 0x3f);
    let value = text.iter().take(len).fold(0, bits) & ((1 << (5 * len + 1)) - 1);
    (char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER), len)
}

/// Appends the shortest escape of one character.
#[inline(never)]
pub fn escape(out: &mut Vec<u8>, c: char) {
    if must(c) {
        ONE[c as usize].write(out);
    } else {
        c.encode_utf16(&mut [0; 2]).iter().for_each(|&code| out.extend_from_slice(&unit(code)));
    }
}

/// Whether some readers take `c`, which JSON permits inside a string, for a line end.
fn breaks_line(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Which bytes such a character may begin with.
#[inline(always)]
fn leads_to_line_ends(block: u8x16) -> u8x16 {
    block.cmp_eq(u8x16::splat(0xc2)) | block.cmp_eq(u8x16::splat(0xe2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::written;

    #[test]
    fn a_string_escapes_what_json_and_line_readers_need_and_nothing_else() {
        for (text, json) in [
            ("", r#""""#),
            ("a\"b\\c/é😀", r#""a\"b\\c/é😀""#),
            ("\u{8}\u{c}\n\r\t\0\u{1f}\u{7f}", "\"\\b\\f\\n\\r\\t\\u0000\\u001f\u{7f}\""),
            ("\u{85}\u{2028}x\u{2029}", r#""\u0085\u2028x\u2029""#),
        ] {
            assert_eq!(written(|out| string(out, text)), json);
            let back: String = serde_json::from_str(json).expect("the case is JSON");
            assert_eq!(back, text);
        }
    }

    #[test]
    fn a_short_string_is_written_as_a_long_one_is() {
        for c in ('\0'..='\u{7f}').chain(['\u{85}', 'é', '\u{2028}', '😀']) {
            for before in 0..4 {
                let text = format!("{}{c}", "x".repeat(before));
                let expected = written(|out| unquoted_blocks(out, &text));
                assert_eq!(written(|out| unquoted(out, &text)), expected);
            }
        }
    }

    #[test]
    fn an_astral_character_is_escaped_as_a_surrogate_pair() {
        assert_eq!(written(|out| escape(out, '😀')), r"\ud83d\ude00");
    }

    #[test]
    fn every_character_is_looked_at_wherever_it_stands() {
        for c in ['"', '\\', '\n', '\u{7f}', '\u{85}', 'é', '\u{2028}', '漢', '😀', '\u{10ffff}']
        {
            let escape = written(|out| escape(out, c));
            for before in 0..40 {
                for behind in [0, 1, 15, 16, 40] {
                    let (before, behind) = ("x".repeat(before), "é".repeat(behind));
                    let text = format!("{before}{c}{behind}");
                    let shown = written(|out| escaped(out, &text, |found| found == c && c != 'é'));
                    let expected =
                        if c == 'é' { text } else { format!("{before}{escape}{behind}") };
                    assert_eq!(shown, expected);
                }
            }
        }
    }
}
