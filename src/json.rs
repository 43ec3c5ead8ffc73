//! Writes JSON text: the strings and the one-line objects that the tools answer with.
//!
//! User data goes out as the text it is, never through a tree of values that would round its numbers.

use std::io::Write as _;

/// Appends `text` as a JSON string that fits on one line for every reader: U+0085, U+2028 and
/// U+2029, which some take for line ends, are escaped too.
pub fn string(out: &mut Vec<u8>, text: &str) {
    string_without(out, text, breaks_line);
}

/// Appends `text` as a JSON string in which every character that `hides` names is escaped, beside
/// those that must be.
pub fn string_without(out: &mut Vec<u8>, text: &str, hides: fn(char) -> bool) {
    out.push(b'"');
    escaped(out, text, |c| matches!(c, '"' | '\\' | '\0'..='\x1f') || hides(c));
    out.push(b'"');
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

/// Bytes of printable ASCII at the start of `text`, up to a quote or a backslash. Blocks are looked at
/// without a branch inside, for the vectorizer.
fn printable(text: &[u8]) -> usize {
    let is_other = |b: u8| !(0x20..0x7f).contains(&b) | (b == b'"') | (b == b'\\');
    let (blocks, _) = text.as_chunks::<16>();
    let is_plain =
        |block: &&[u8; 16]| block.iter().fold(0, |bad, &b| bad | u8::from(is_other(b))) == 0;
    let done = 16 * blocks.iter().take_while(is_plain).count();
    let rest = text[done..].iter().position(|&b| is_other(b));
    rest.map_or(text.len(), |rest| done + rest)
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

/// Appends the text of a string that stands so between the quotes of valid JSON.
pub fn unescape(out: &mut String, written: &str) {
    let mut rest = written;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        out.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let (c, length) = unescaped(escape);
        out.push(c);
        rest = escape.get(length..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The character that an escape without its backslash begins with, and how long the escape is.
/// Half a surrogate pair is no character.
fn unescaped(escape: &str) -> (char, usize) {
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
                Some(Ok(c)) => (c, if c.len_utf16() == 2 { 11 } else { 5 }),
                _ => (char::REPLACEMENT_CHARACTER, 5),
            };
        }
        Some(&byte) => char::from(byte),
        None => char::REPLACEMENT_CHARACTER,
    };
    (c, 1)
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
        let out = self.name(name);
        out.push(b'[');
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            write(out, item);
        }
        out.push(b']');
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

    /// Writes an object as its next item.
    pub fn object(&mut self, fill: impl FnOnce(&mut Object<'_>)) {
        if !std::mem::take(&mut self.empty) {
            self.out.push(b',');
        }
        let mut object = Object::new(self.out);
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
