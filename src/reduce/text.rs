//! The text of a tool as lines, each with the stream that it came from.

use super::failure::{self, Strength};
use super::graphemes;
use std::borrow::Cow;
use std::sync::OnceLock;

/// The stream that a line came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// Both, already joined.
    Combined,
}

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The text; white space at its end is gone unless the text is a patch.
    pub text: &'a str,
    /// Where it came from.
    pub stream: Stream,
}

/// All lines of an output in normal form.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    /// The lines, standard output first.
    pub lines: Vec<Line<'a>>,
    /// Whether bytes are graphemes.
    is_ascii: bool,
    /// How sure each line tells of a failure: asked by engines and by the guard, found out once.
    strengths: OnceLock<Vec<Option<Strength>>>,
}

impl<'a> Document<'a> {
    /// The lines of the streams, which are in normal form.
    #[must_use]
    pub fn new(streams: &[(&'a str, Stream)]) -> Document<'a> {
        let is_patch = |text: &str| memchr::memmem::find(text.as_bytes(), b"@@ -").is_some();
        let mut lines = Vec::new();
        for &(text, stream) in streams {
            let keeps_end = is_patch(text);
            let body = text.strip_suffix('\n').unwrap_or(text);
            if text.is_empty() {
                continue;
            }
            let mut start = 0;
            let ends = memchr::memchr_iter(b'\n', body.as_bytes()).chain([body.len()]);
            for end in ends {
                let line = &body[start..end];
                let text = if keeps_end { line } else { line.trim_end() };
                lines.push(Line { text, stream });
                start = end + 1;
            }
        }
        let is_ascii = streams.iter().all(|(text, _)| text.is_ascii());
        Document { lines, is_ascii, strengths: OnceLock::new() }
    }

    /// How sure a line tells of a failure; `None` if nothing in it does.
    pub(super) fn strength(&self, line: usize) -> Option<Strength> {
        let all = || self.lines.iter().map(|line| failure::strength(line.text)).collect();
        self.strengths.get_or_init(all)[line]
    }

    /// How many graphemes a piece of this text has.
    #[must_use]
    pub fn count(&self, text: &str) -> usize {
        if self.is_ascii { text.len() } else { graphemes::count(text) }
    }
}

/// Bytes as text: UTF-16 with a byte order mark is decoded, each bad sequence of UTF-8 becomes
/// U+FFFD. Also says whether anything had to be replaced or decoded.
#[must_use]
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let pairs = |read: fn([u8; 2]) -> u16| {
        let units = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
        char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xff, 0xfe, ..] => (Cow::Owned(pairs(u16::from_le_bytes)), true),
        [0xfe, 0xff, ..] => (Cow::Owned(pairs(u16::from_be_bytes)), true),
        _ => {
            let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
            let text = String::from_utf8_lossy(bytes);
            let is_mended = matches!(text, Cow::Owned(_));
            (text, is_mended)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_lose_what_trails_unless_they_are_a_patch() {
        let texts = |text| {
            let document = Document::new(&[(text, Stream::Stdout)]);
            document.lines.iter().map(|line| line.text.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts("a \n\nb\t\n"), ["a", "", "b"]);
        assert_eq!(texts("@@ -1 +1 @@\n \n+a "), ["@@ -1 +1 @@", " ", "+a "]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn any_bytes_are_text() {
        assert_eq!(decode(b"\xff\xfea\0\n\0"), (Cow::Owned::<str>("a\n".to_owned()), true));
        assert_eq!(decode(b"a\xf0\x9fb\xff").0, "a\u{fffd}b\u{fffd}");
        assert_eq!(decode("\u{feff}é".as_bytes()), (Cow::Borrowed("é"), false));
    }
}
