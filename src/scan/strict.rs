//! Where the values of strict JSON (RFC 8259) end. Nothing is decoded, and depth needs no stack.

use super::runs;
use crate::json::{number_at, read_string};
use std::ops::Range;

/// Goes through a text. What gives `None` has met something that is no JSON.
#[derive(Clone, Debug)]
pub(crate) struct Strict<'a> {
    text: &'a str,
    at: usize,
}

/// A string as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Quoted {
    /// Where it stands, with its quotes.
    pub(crate) span: Range<usize>,
    /// It reads as it is written: it has no escapes.
    pub(crate) is_plain: bool,
}

impl<'a> Strict<'a> {
    /// Begins at `at`, at the start of a character.
    pub(crate) fn new(text: &'a str, at: usize) -> Strict<'a> {
        Strict { text, at }
    }

    /// How far it has come.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The byte there.
    #[inline]
    pub(crate) fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Passes over white space.
    #[inline]
    pub(crate) fn space(&mut self) {
        self.at += runs::space(&self.text.as_bytes()[self.at..]);
    }

    /// Passes over one value, which begins here, and says where it stands.
    pub(crate) fn value(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut closers = Vec::new();
        loop {
            match self.opened() {
                Some(closer) => {
                    if !self.takes(closer) {
                        self.entry(closer)?;
                        closers.push(closer);
                        continue;
                    }
                }
                None => self.scalar()?,
            }
            loop {
                let Some(&closer) = closers.last() else { return Some(start..self.at) };
                if self.goes_on(closer)? {
                    self.entry(closer)?;
                    break;
                }
                closers.pop();
            }
        }
    }

    /// Passes over one value; `each` passes over the value of each member or element, and is told
    /// its key, if it has one. A scalar has none.
    pub(crate) fn parts(
        &mut self,
        mut each: impl FnMut(&mut Self, Option<Quoted>) -> Option<()>,
    ) -> Option<()> {
        let Some(closer) = self.opened() else { return self.scalar() };
        if self.takes(closer) {
            return Some(());
        }
        loop {
            let key = self.entry(closer)?;
            each(self, key)?;
            if !self.goes_on(closer)? {
                return Some(());
            }
        }
    }

    /// Passes over a string, and says where it stands and whether it holds no half of a surrogate
    /// pair; its text, with U+FFFD for those, takes the place of what is in `buffer`.
    pub(crate) fn text(&mut self, buffer: &mut Vec<u8>) -> Option<(Range<usize>, bool)> {
        let start = self.at;
        if !self.takes(b'"') {
            return None;
        }
        buffer.clear();
        let (len, is_whole) = read_string(buffer, &self.text[self.at..])?;
        self.at += len + 1;
        Some((start..self.at, is_whole))
    }

    /// Passes over the bracket that opens a container, and gives the one that closes it.
    #[inline]
    fn opened(&mut self) -> Option<u8> {
        let closer = match self.byte() {
            Some(b'{') => b'}',
            Some(b'[') => b']',
            _ => return None,
        };
        self.at += 1;
        self.space();
        Some(closer)
    }

    /// Passes over what stands before the value of an entry: in an object its key, which it gives.
    #[inline]
    fn entry(&mut self, closer: u8) -> Option<Option<Quoted>> {
        if closer == b']' {
            return Some(None);
        }
        let key = self.string()?;
        self.space();
        if !self.takes(b':') {
            return None;
        }
        self.space();
        Some(Some(key))
    }

    /// Passes over what follows an entry, and says whether another one does.
    #[inline]
    fn goes_on(&mut self, closer: u8) -> Option<bool> {
        self.space();
        if self.takes(closer) {
            return Some(false);
        }
        if !self.takes(b',') {
            return None;
        }
        self.space();
        Some(true)
    }

    fn scalar(&mut self) -> Option<()> {
        let rest = &self.text[self.at..];
        self.at += match rest.as_bytes().first()? {
            b'"' => return self.string().map(drop),
            b't' if rest.starts_with("true") => 4,
            b'f' if rest.starts_with("false") => 5,
            b'n' if rest.starts_with("null") => 4,
            _ => Some(number_at(rest).len()).filter(|len| *len > 0)?,
        };
        Some(())
    }

    /// Passes over a string.
    fn string(&mut self) -> Option<Quoted> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        if !self.takes(b'"') {
            return None;
        }
        let mut is_plain = true;
        loop {
            self.at += runs::plain(&bytes[self.at..]);
            match bytes[self.at..] {
                [b'"', ..] => {
                    self.at += 1;
                    return Some(Quoted { span: start..self.at, is_plain });
                }
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => self.at += 2,
                [b'\\', b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(u8::is_ascii_hexdigit) => {
                    self.at += 6;
                }
                _ => return None,
            }
            is_plain = false;
        }
    }

    #[inline]
    fn takes(&mut self, byte: u8) -> bool {
        let is_there = self.byte() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::de::IgnoredAny;

    /// Whether `text` is one value.
    fn is_json(text: &str) -> bool {
        let mut strict = Strict::new(text, 0);
        strict.space();
        let value = strict.value();
        strict.space();
        value.is_some() && strict.at() == text.len()
    }

    /// Texts that are JSON, or nearly.
    const TEXTS: &[&str] = &[
        r#" { "a" : [ 1 , -0.5e+7 , true,false,null, "x\"\\\/\b\f\n\r\tz" ] , "b\u00e9" : { } } "#,
        r#"[[],{},[{}],[[[0]]],"\ud83d","",1e400,-0,{"":{"":[]}}]"#,
        "\"long text of more than sixteen bytes é😀\u{2028}\"",
        "true",
        "-",
        "01",
        "1.",
        "1e",
        "[1,]",
        "{,}",
        "{\"a\"}",
        "\u{feff}1",
        "\"\u{1f}\"",
        "\"\u{7f}\"",
        "",
    ];

    /// Whether `text` is one value; strings in its outermost container are decoded.
    fn is_json_with_texts(text: &str) -> bool {
        let mut strict = Strict::new(text, 0);
        strict.space();
        let read = strict.parts(|strict, _| match strict.byte() {
            Some(b'"') => strict.text(&mut Vec::new()).map(drop),
            _ => strict.value().map(drop),
        });
        strict.space();
        read.is_some() && strict.at() == text.len()
    }

    #[test]
    fn what_is_json_is_that_of_a_strict_parser_whatever_byte_is_changed() {
        let agree = |text: &str| {
            let expected = serde_json::from_str::<IgnoredAny>(text).is_ok();
            assert_eq!(is_json(text), expected, "{text}");
            assert_eq!(is_json_with_texts(text), expected, "{text}");
            expected
        };
        let (mut sound, mut broken) = (0, 0);
        for text in TEXTS {
            let mut count = |text: &str| if agree(text) { sound += 1 } else { broken += 1 };
            count(text);
            for (at, c) in text.char_indices() {
                let (before, behind) = (&text[..at], &text[at + c.len_utf8()..]);
                count(&format!("{before}{behind}"));
                for other in "\"\\{}[]:,0-.eEu\u{1}\u{b} tx".chars() {
                    count(&format!("{before}{other}{behind}"));
                    count(&format!("{before}{other}{c}{behind}"));
                }
            }
        }
        assert!(sound > 500 && broken > 5_000, "{sound} sound, {broken} broken");
    }
}
