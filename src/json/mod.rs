//! JSON text: strings as they are written, the one-line objects that the tools answer with, and what
//! is read of JSON that is known to be valid.
//!
//! User data goes out as the text it is, never through a tree of values that would round its numbers.

mod object;
mod read;
mod words;

pub use object::{List, Object, integer, number};
pub use read::{number_at, read_string, string_end, unescape};
pub use words::Words;

use wide::u8x16;

/// Appends `text` as a JSON string that fits on one line for every reader: U+0085, U+2028 and
/// U+2029, which some take for line ends, are escaped too.
pub fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    unquoted(out, text);
    out.push(b'"');
}

/// Appends `text` as [`string`] does, without the quotes around it.
pub fn unquoted(out: &mut Vec<u8>, text: &str) {
    let is = |b: u8| must_escape(b) | leads_to_line_end(b);
    let are = |block: u8x16| {
        leads_to_line_ends(block)
            | block.min(u8x16::splat(0x1f)).cmp_eq(block)
            | block.cmp_eq(u8x16::splat(b'"'))
            | block.cmp_eq(u8x16::splat(b'\\'))
    };
    write_escaped(out, text, are, is, |c| c.is_ascii() || breaks_line(c));
}

/// Appends `text` as a JSON string in which every character that `hides` names is escaped, beside
/// those that must be.
pub fn string_without(out: &mut Vec<u8>, text: &str, hides: fn(char) -> bool) {
    out.push(b'"');
    escaped(out, text, |c| u8::try_from(c).is_ok_and(must_escape) || hides(c));
    out.push(b'"');
}

/// Appends a JSON text as it is, but with every character that some take for a line end escaped;
/// outside its strings a JSON text has none of them.
pub fn embed(out: &mut Vec<u8>, json: &str) {
    write_escaped(out, json, leads_to_line_ends, leads_to_line_end, breaks_line);
}

/// Appends `text` with the characters that `wants` names as escapes. It is not asked about printable
/// ASCII other than quotes and backslashes.
pub fn escaped(out: &mut Vec<u8>, text: &str, wants: impl Fn(char) -> bool) {
    let is = |b: u8| !(0x20..0x7f).contains(&b) | (b == b'"') | (b == b'\\');
    let are = |block: u8x16| {
        block.min(u8x16::splat(0x1f)).cmp_eq(block)
            | block.max(u8x16::splat(0x7f)).cmp_eq(block)
            | block.cmp_eq(u8x16::splat(b'"'))
            | block.cmp_eq(u8x16::splat(b'\\'))
    };
    write_escaped(out, text, are, is, wants);
}

/// Appends `text` with the characters that `wants` names as escapes. It is asked about those that
/// begin with a byte that `is` names; `are` names the same bytes of a block.
#[inline(always)]
fn write_escaped(
    out: &mut Vec<u8>,
    text: &str,
    are: impl Fn(u8x16) -> u8x16,
    is: impl Fn(u8) -> bool,
    wants: impl Fn(char) -> bool,
) {
    out.reserve(text.len() + BLOCK);
    let (mut at, mut escaped) = (0, false);
    loop {
        at += copy_until(out, &text.as_bytes()[at..], escaped, &are, &is);
        escaped = false;
        let Some(c) = text[at..].chars().next() else { return };
        if !wants(c) {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        } else if matches!(c, '"' | '\\') {
            out.push(b'\\');
            escaped = true;
            continue;
        } else {
            escape(out, c);
        }
        at += c.len_utf8();
    }
}

/// Bytes that are looked at at once.
const BLOCK: usize = 16;

/// Appends the start of `text` up to the first byte that `is` names, and says how long it is; `are`
/// names the same bytes of a block. Where it is `escaped`, the first byte is taken as it is.
#[inline(always)]
fn copy_until(
    out: &mut Vec<u8>,
    text: &[u8],
    escaped: bool,
    are: impl Fn(u8x16) -> u8x16,
    is: impl Fn(u8) -> bool,
) -> usize {
    let (mut done, mut known) = (0, usize::from(escaped));
    while let Some(block) = text[done..].first_chunk::<BLOCK>() {
        let found = are(u8x16::new(*block)).move_mask() & !i32::from(known > 0);
        known = 0;
        // A whole block costs less than as much of it as is wanted: the rest goes again.
        out.extend_from_slice(block);
        if found != 0 {
            let len = found.trailing_zeros() as usize;
            out.truncate(out.len() - BLOCK + len);
            return done + len;
        }
        done += BLOCK;
    }
    let rest = &text[done..];
    let (first, others) = rest.split_at(known.min(rest.len()));
    let len = first.len() + others.iter().position(|&b| is(b)).unwrap_or(others.len());
    out.extend_from_slice(&rest[..len]);
    done + len
}

/// Appends the shortest escape of one character.
#[inline]
pub fn escape(out: &mut Vec<u8>, c: char) {
    let short = match c {
        '"' => b'"',
        '\\' => b'\\',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '\x08' => b'b',
        '\x0c' => b'f',
        _ => return escape_units(out, c),
    };
    out.extend_from_slice(&[b'\\', short]);
}

fn escape_units(out: &mut Vec<u8>, c: char) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    for unit in c.encode_utf16(&mut [0; 2]) {
        let digit = |shift: u16| HEX[usize::from(*unit >> shift & 15)];
        out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
    }
}

/// Whether a string of JSON cannot hold the byte as it is.
fn must_escape(b: u8) -> bool {
    b < 0x20 || b == b'"' || b == b'\\'
}

/// Whether some readers take `c`, which JSON permits inside a string, for a line end.
fn breaks_line(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Whether such a character may begin with this byte.
fn leads_to_line_end(b: u8) -> bool {
    matches!(b, 0xc2 | 0xe2)
}

fn leads_to_line_ends(block: u8x16) -> u8x16 {
    block.cmp_eq(u8x16::splat(0xc2)) | block.cmp_eq(u8x16::splat(0xe2))
}

/// Whether a terminal or a reader acts on `c` instead of showing it: controls, line ends,
/// characters that turn the direction of text or have no width.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{e0000}'..='\u{e0fff}')
        // The last two of every plane are no characters, as those from U+FDD0 are not.
        || u32::from(c) & 0xfffe == 0xfffe
}

/// What a test's `write` appends, as text.
#[cfg(test)]
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).expect("JSON is written as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn an_astral_character_is_escaped_as_a_surrogate_pair() {
        assert_eq!(written(|out| escape(out, '😀')), r"\ud83d\ude00");
    }
}
