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

/// Appends `text` with the characters that `wants` names as escapes.
pub fn escaped(out: &mut Vec<u8>, text: &str, wants: impl Fn(char) -> bool) {
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        if wants(c) {
            out.extend_from_slice(&text.as_bytes()[plain..at]);
            escape(out, c);
            plain = at + c.len_utf8();
        }
    }
    out.extend_from_slice(&text.as_bytes()[plain..]);
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

/// Appends a whole number.
pub fn number(out: &mut Vec<u8>, value: u64) {
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
