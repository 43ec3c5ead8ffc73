//! Writes JSON text: the strings and the one-line objects that the tools answer with.
//!
//! User data goes out as the text it is, never through a tree of values that would round its numbers.

use std::io::Write as _;
use wide::u8x16;

/// Appends `text` as a JSON string that fits on one line for every reader: U+0085, U+2028 and
/// U+2029, which some take for line ends, are escaped too.
pub fn string(out: &mut Vec<u8>, text: &str) {
    string_without(out, text, breaks_line);
}

/// Appends `text` as a JSON string in which every character that `hides` names is escaped, beside
/// those that must be.
pub fn string_without(out: &mut Vec<u8>, text: &str, hides: fn(char) -> bool) {
    out.push(b'"');
    quoted(out, text, hides);
    out.push(b'"');
}

/// Appends `text` as [`string`] does, without the quotes around it.
pub fn unquoted(out: &mut Vec<u8>, text: &str) {
    quoted(out, text, breaks_line);
}

fn quoted(out: &mut Vec<u8>, text: &str, hides: fn(char) -> bool) {
    escaped(out, text, |c| matches!(c, '"' | '\\' | '\0'..='\x1f') || hides(c));
}

/// Appends a JSON text as it is, but with every character that some take for a line end escaped;
/// outside its strings a JSON text has none of them.
pub fn embed(out: &mut Vec<u8>, json: &str) {
    escaped(out, json, breaks_line);
}

/// Appends `text` with the characters that `wants` names as escapes. It is not asked about printable
/// ASCII other than quotes and backslashes.
pub fn escaped(out: &mut Vec<u8>, text: &str, wants: impl Fn(char) -> bool) {
    let (mut plain, mut at) = (0, 0);
    loop {
        at += printable(&text.as_bytes()[at..]);
        let Some(c) = text[at..].chars().next() else { break };
        let behind = at + c.len_utf8();
        if wants(c) {
            out.extend_from_slice(&text.as_bytes()[plain..at]);
            escape(out, c);
            plain = behind;
        }
        at = behind;
    }
    out.extend_from_slice(&text.as_bytes()[plain..]);
}

/// Bytes of printable ASCII at the start of `text`, up to a quote or a backslash.
fn printable(text: &[u8]) -> usize {
    let others = |block: u8x16| {
        block.min(u8x16::splat(0x1f)).cmp_eq(block)
            | block.max(u8x16::splat(0x7f)).cmp_eq(block)
            | block.cmp_eq(u8x16::splat(b'"'))
            | block.cmp_eq(u8x16::splat(b'\\'))
    };
    let is_other = |b: u8| !(0x20..0x7f).contains(&b) | (b == b'"') | (b == b'\\');
    first(text, others, is_other).unwrap_or(text.len())
}

/// The first byte that `is` names; `are` names the same ones of a block.
#[inline]
fn first(text: &[u8], are: impl Fn(u8x16) -> u8x16, is: impl Fn(u8) -> bool) -> Option<usize> {
    let (blocks, rest) = text.as_chunks();
    for (index, block) in blocks.iter().enumerate() {
        let found = are(u8x16::new(*block)).move_mask();
        if found != 0 {
            return Some(16 * index + found.trailing_zeros() as usize);
        }
    }
    rest.iter().position(|&b| is(b)).map(|at| 16 * blocks.len() + at)
}

/// Appends the shortest escape of one character.
pub fn escape(out: &mut Vec<u8>, c: char) {
    let short = match c {
        '"' => b'"',
        '\\' => b'\\',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '\x08' => b'b',
        '\x0c' => b'f',
        _ => {
            const HEX: &[u8; 16] = b"0123456789abcdef";
            for unit in c.encode_utf16(&mut [0; 2]) {
                let digit = |shift: u16| HEX[usize::from(*unit >> shift & 15)];
                out.extend_from_slice(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
            }
            return;
        }
    };
    out.extend_from_slice(&[b'\\', short]);
}

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

/// The character that an escape without its backslash begins with, and how long the escape is.
/// Half a surrogate pair is no character.
fn unescaped(escape: &str) -> (Option<char>, usize) {
    let unit = |at: usize| u16::from_str_radix(escape.get(at..at + 4)?, 16).ok();
    let c = match escape.as_bytes().first() {
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        Some(b'b') => '\x08',
        Some(b'f') => '\x0c',
        Some(b'u') => {
            let low = escape.get(5..7).filter(|low| *low == "\\u").and_then(|_| unit(7));
            let mut units = char::decode_utf16([unit(1), low].into_iter().flatten());
            return match units.next() {
                Some(Ok(c)) => (Some(c), if c.len_utf16() == 2 { 11 } else { 5 }),
                _ => (None, 5),
            };
        }
        Some(&byte) => char::from(byte),
        None => return (None, 0),
    };
    (Some(c), 1)
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

/// Whether some readers take `c`, which JSON permits inside a string, for a line end.
fn breaks_line(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}')
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

/// An object in the making; [`Object::end`] closes it.
#[derive(Debug)]
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> Object<'a> {
    /// Opens an object at the end of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> Object<'a> {
        out.push(b'{');
        Object { out, empty: true }
    }

    /// Closes it.
    pub fn end(self) {
        self.out.push(b'}');
    }

    /// Writes a name; the value has to follow in the buffer that it returns.
    pub fn name(&mut self, name: &str) -> &mut Vec<u8> {
        if !self.empty {
            self.out.push(b',');
        }
        self.empty = false;
        string(self.out, name);
        self.out.push(b':');
        self.out
    }

    /// Writes a string member.
    pub fn string(&mut self, name: &str, value: &str) {
        string(self.name(name), value);
    }

    /// Writes a string member, null where there is none.
    pub fn string_or_null(&mut self, name: &str, value: Option<&str>) {
        match value {
            Some(value) => self.string(name, value),
            None => self.raw(name, "null"),
        }
    }

    /// Writes a whole number.
    pub fn number(&mut self, name: &str, value: u64) {
        number(self.name(name), value);
    }

    /// Writes a whole number that may be negative.
    pub fn integer(&mut self, name: &str, value: i64) {
        integer(self.name(name), value);
    }

    /// Writes `true` or `false`.
    pub fn bool(&mut self, name: &str, value: bool) {
        self.raw(name, if value { "true" } else { "false" });
    }

    /// Writes a member whose value is JSON text already.
    pub fn raw(&mut self, name: &str, json: &str) {
        embed(self.name(name), json);
    }

    /// Writes an object member.
    pub fn object(&mut self, name: &str, fill: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::new(self.name(name));
        fill(&mut object);
        object.end();
    }

    /// Writes an array member, each item by `write`.
    pub fn array<T>(
        &mut self,
        name: &str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Vec<u8>, T),
    ) {
        let mut list = List::new(self.name(name));
        items.into_iter().for_each(|item| write(list.item(), item));
        list.end();
    }
}

/// An array in the making; [`List::end`] closes it.
#[derive(Debug)]
pub struct List<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> List<'a> {
    /// Opens an array at the end of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> List<'a> {
        out.push(b'[');
        List { out, empty: true }
    }

    /// Begins its next item, which has to follow in the buffer that this returns.
    pub fn item(&mut self) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.empty) {
            self.out.push(b',');
        }
        self.out
    }

    /// Writes an object as its next item.
    pub fn object(&mut self, fill: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::new(self.item());
        fill(&mut object);
        object.end();
    }

    /// Closes it.
    pub fn end(self) {
        self.out.push(b']');
    }
}

/// Appends a whole number.
pub fn number(out: &mut Vec<u8>, value: u64) {
    write!(out, "{value}").expect("a vector takes every write");
}

/// Appends a whole number that may be negative.
pub fn integer(out: &mut Vec<u8>, value: i64) {
    write!(out, "{value}").expect("a vector takes every write");
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
            }
        }
    }

    #[test]
    fn an_object_separates_members_and_nests() {
        let text = written(|out| {
            let mut object = Object::new(out);
            object.string("a\n", "x");
            object.string_or_null("n", None);
            object.number("i", u64::MAX);
            object.bool("b", true);
            object.object("o", |inner| inner.raw("v", "1e400"));
            object.array("l", ["x", "y"], string);
            object.end();
        });
        assert_eq!(
            text,
            r#"{"a\n":"x","n":null,"i":18446744073709551615,"b":true,"o":{"v":1e400},"l":["x","y"]}"#
        );
    }
}
