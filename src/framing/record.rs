//! Where the parts of a line of JSON stand, so that they can be taken out and put back as written.

use crate::json::{self, string_end};
use crate::pointer;
use std::borrow::Cow;
use std::ops::Range;

/// A text that is one JSON value.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a>(&'a str);

/// A pointer in which `*` stands for every element or member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern(Vec<Step>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// Every element or member.
    Every,
    /// The member of this name, or the element of this index.
    Name(String),
}

/// A place that a [`Pattern`] matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Its JSON Pointer.
    pub path: String,
    /// Where the value stands in the record.
    pub span: Range<usize>,
}

impl Pattern {
    /// The pattern `text` is, if it is one.
    #[must_use]
    pub fn new(text: &str) -> Option<Pattern> {
        let steps = pointer::steps(text)?.into_iter().map(|step| match step {
            Cow::Borrowed("*") => Step::Every,
            step => Step::Name(step.into_owned()),
        });
        Some(Pattern(steps.collect()))
    }
}

impl<'a> Record<'a> {
    /// The record `line` is, if it is strict JSON.
    #[must_use]
    pub fn new(line: &'a str) -> Option<Record<'a>> {
        serde_json::from_str::<serde::de::IgnoredAny>(line).ok()?;
        Some(Record(line))
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.0.trim_start().starts_with('{')
    }

    /// Whether it is an object that asks for no answer, as JSON-RPC has it.
    #[must_use]
    pub fn is_notification(&self) -> bool {
        self.member("id").is_none() && self.member("method").is_some()
    }

    /// All of its text.
    #[must_use]
    pub fn whole(&self) -> &'a str {
        self.0
    }

    /// The text of a span.
    #[must_use]
    pub fn text(&self, span: Range<usize>) -> &'a str {
        &self.0[span]
    }

    /// Its members or elements in one pass, each with its name or index and its value as written.
    pub fn parts(&self) -> impl Iterator<Item = (Cow<'a, str>, Record<'a>)> + use<'a> {
        let text = self.0;
        Scan::of(text, self.root()).map(|(name, span)| (name, Record(&text[span])))
    }

    /// Where the value of a member of the root stands.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Range<usize>> {
        Scan::of(self.0, self.root()).named(name)
    }

    /// The places that `pattern` matches, in order. Of members with the same name, the last counts
    /// where it is asked for by name.
    #[must_use]
    pub fn matches(&self, pattern: &Pattern) -> Vec<Match> {
        let mut found = vec![Match { path: String::new(), span: self.root() }];
        for step in &pattern.0 {
            found = found.iter().flat_map(|within| self.step(within, step)).collect();
        }
        found
    }

    fn step(&self, within: &Match, step: &Step) -> Vec<Match> {
        let mut scan = Scan::of(self.0, within.span.clone());
        let at = |name: &str, span| Match { path: pointer::join(&within.path, name), span };
        match step {
            Step::Name(name) => scan.named(name).map(|span| at(name, span)).into_iter().collect(),
            Step::Every => scan.map(|(name, span)| at(&name, span)).collect(),
        }
    }

    fn root(&self) -> Range<usize> {
        let start = self.0.len() - self.0.trim_start().len();
        start..self.0.trim_end().len()
    }
}

/// The text of a string as written in valid JSON, quotes and all; `None` where it is no string, or holds half a
/// surrogate pair.
#[must_use]
pub fn unquote(written: &str) -> Option<Cow<'_, str>> {
    let inner = written.strip_prefix('"')?.strip_suffix('"')?;
    if memchr::memchr(b'\\', inner.as_bytes()).is_none() {
        return Some(Cow::Borrowed(inner));
    }
    let mut text = String::with_capacity(inner.len());
    json::unescape(&mut text, inner).then_some(Cow::Owned(text))
}

/// Goes over the members or elements of one container of valid JSON, each with its name or index.
struct Scan<'a> {
    text: &'a str,
    at: usize,
    /// The index of the next element; `None` in an object.
    index: Option<usize>,
}

impl<'a> Scan<'a> {
    /// The parts of the value at `span`: none if it is a scalar.
    fn of(text: &'a str, span: Range<usize>) -> Scan<'a> {
        let index = (text.as_bytes().get(span.start) == Some(&b'[')).then_some(0);
        let opens = matches!(text.as_bytes().get(span.start), Some(b'[' | b'{'));
        Scan { text, at: if opens { span.start + 1 } else { text.len() }, index }
    }

    /// The value of this name; the last, if there are several.
    fn named(&mut self, name: &str) -> Option<Range<usize>> {
        self.filter(|(found, _)| found == name).last().map(|(_, span)| span)
    }

    /// Goes past white space and one of `separators`; stays where there is none.
    fn skip(&mut self, separator: u8) {
        let is_space = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r');
        let bytes = self.text.as_bytes();
        let skip_space = |at: usize| at + bytes[at..].iter().take_while(|b| is_space(b)).count();
        self.at = skip_space(self.at);
        if bytes.get(self.at) == Some(&separator) {
            self.at = skip_space(self.at + 1);
        }
    }

    /// Goes past one value and says where it stood.
    fn value(&mut self) -> Range<usize> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let mut depth = 0_usize;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => self.at = string_end(bytes, self.at),
                b'{' | b'[' => (depth, self.at) = (depth + 1, self.at + 1),
                b'}' | b']' if depth > 0 => (depth, self.at) = (depth - 1, self.at + 1),
                b'}' | b']' | b',' | b' ' | b'\t' | b'\n' | b'\r' if depth == 0 => break,
                _ => self.at += 1,
            }
            if depth == 0 && matches!(byte, b'"' | b'}' | b']') {
                break;
            }
        }
        start..self.at
    }
}

impl<'a> Iterator for Scan<'a> {
    type Item = (Cow<'a, str>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip(b',');
        let first = *self.text.as_bytes().get(self.at)?;
        if matches!(first, b'}' | b']') {
            self.at = self.text.len();
            return None;
        }
        let name = match &mut self.index {
            Some(index) => {
                *index += 1;
                Cow::Owned((*index - 1).to_string())
            }
            None => {
                let key = self.value();
                let written = &self.text[key];
                self.skip(b':');
                unquote(written).unwrap_or(Cow::Borrowed(written))
            }
        };
        Some((name, self.value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(line: &str, pattern: &str) -> Vec<(String, String)> {
        let (Some(record), Some(pattern)) = (Record::new(line), Pattern::new(pattern)) else {
            unreachable!("{line} {pattern}")
        };
        let found = record.matches(&pattern).into_iter();
        found.map(|found| (found.path, record.text(found.span).to_owned())).collect()
    }

    #[test]
    fn members_are_found_as_written() {
        let line = r#" { "id" : 1e400 ,"a\u0062":[1, {"id":2}],"x":"\\\"}","id":"q\"", "e":{} } "#;
        let record = Record::new(line).filter(Record::is_object);
        let Some(record) = record else { unreachable!() };
        for (name, expected) in [
            ("id", Some(r#""q\"""#)),
            ("ab", Some(r#"[1, {"id":2}]"#)),
            ("x", Some(r#""\\\"}""#)),
            ("e", Some("{}")),
            ("y", None),
        ] {
            assert_eq!(record.member(name).map(|span| record.text(span)), expected, "{name}");
        }
    }

    #[test]
    fn parts_are_records_of_their_own() {
        let parts = |text| {
            let found = Record::new(text).into_iter().flat_map(|record: Record<'_>| record.parts());
            found.map(|(name, part)| (name.into_owned(), part.whole())).collect::<Vec<_>>()
        };
        let text = r#" {"a":1e400 , "\u0061": [ {} ]} "#;
        assert_eq!(parts(text), [("a".into(), "1e400"), ("a".into(), "[ {} ]")]);
        assert_eq!(parts("[[1],2]"), [("0".into(), "[1]"), ("1".into(), "2")]);
        assert_eq!(parts("{}").len() + parts("7").len(), 0);
    }

    #[test]
    fn a_pattern_matches_elements_and_members() {
        let line = r#"{"a":[{"b":1},{"c":2},{"b":[3]}],"x/~":{"p":true , "q":null},"":0}"#;
        for (pattern, expected) in [
            ("/a/*/b", &[("/a/0/b", "1"), ("/a/2/b", "[3]")][..]),
            ("/a/1/*", &[("/a/1/c", "2")]),
            ("/x~1~0/*", &[("/x~1~0/p", "true"), ("/x~1~0/q", "null")]),
            ("/*/p", &[("/x~1~0/p", "true")]),
            ("/", &[("/", "0")]),
            ("/a/2/b/0", &[("/a/2/b/0", "3")]),
            ("/a/01", &[]),
            ("/a/-", &[]),
            ("/a/3", &[]),
            ("/n/*", &[]),
            ("", &[("", line)]),
        ] {
            let expected: Vec<_> =
                expected.iter().map(|(p, v)| ((*p).into(), (*v).into())).collect();
            assert_eq!(matches(line, pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn what_is_no_pointer_or_no_json_is_refused() {
        for pattern in ["a", "a/b", "/~", "/a~2"] {
            assert_eq!(Pattern::new(pattern), None, "{pattern}");
        }
        for line in ["", " ", "{", "{'a':1}", "{} x", "\u{feff}{}"] {
            assert!(Record::new(line).is_none(), "{line}");
        }
    }

    #[test]
    fn depth_needs_no_stack() {
        let line = format!("{{\"a\":{}{},\"b\":1}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(matches(&line, "/b"), [("/b".into(), "1".into())]);
    }
}
