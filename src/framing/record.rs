//! Where the parts of a line of JSON stand, so that they can be taken out and put back as written.

use crate::json;
use crate::pointer;
use crate::scan::strict::{Quoted, Strict};
use simdutf8::basic::from_utf8;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::ops::Range;

/// A text that is one JSON value, with the members of the object that it is.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    text: &'a str,
    root: Range<usize>,
    /// Its members or elements, in order. Most records have few.
    parts: SmallVec<[Part; 4]>,
}

/// A key, if there is one, and where its value stands.
type Part = (Option<Quoted>, Range<usize>);

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
        let mut strict = Strict::new(line, 0);
        strict.space();
        let start = strict.at();
        let mut parts = SmallVec::new();
        strict.parts(|strict, key| {
            parts.push((key, strict.value()?));
            Some(())
        })?;
        let root = start..strict.at();
        strict.space();
        (strict.at() == line.len()).then_some(Record { text: line, root, parts })
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.text.as_bytes().get(self.root.start) == Some(&b'{')
    }

    /// Whether it is an object that asks for no answer, as JSON-RPC has it.
    #[must_use]
    pub fn is_notification(&self) -> bool {
        self.member("id").is_none() && self.member("method").is_some()
    }

    /// All of its text.
    #[must_use]
    pub fn whole(&self) -> &'a str {
        self.text
    }

    /// The text of a span.
    #[must_use]
    pub fn text(&self, span: Range<usize>) -> &'a str {
        &self.text[span]
    }

    /// Its members or elements, each with its name or index and its value as written.
    pub fn parts(&self) -> impl Iterator<Item = (Cow<'a, str>, &'a str)> {
        let text = self.text;
        self.parts.iter().enumerate().map(move |(index, (key, value))| {
            (part_name(text, key.as_ref(), index), &text[value.clone()])
        })
    }

    /// Where the value of a member of the root stands; the last, if there are several of this name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<Range<usize>> {
        let is_it =
            |(key, _): &&Part| key.as_ref().is_some_and(|key| is_named(self.text, key, name));
        self.parts.iter().rev().find(is_it).map(|(_, value)| value.clone())
    }

    /// The places that `pattern` matches, in order. Of members with the same name, the last counts
    /// where it is asked for by name.
    #[must_use]
    pub fn matches(&self, pattern: &Pattern) -> Vec<Match> {
        let mut found = vec![Match { path: String::new(), span: self.root.clone() }];
        for step in &pattern.0 {
            found = found.iter().flat_map(|within| self.step(within, step)).collect();
        }
        found
    }

    fn step(&self, within: &Match, step: &Step) -> Vec<Match> {
        let mut found = Vec::new();
        let mut index = 0_usize;
        let mut strict = Strict::new(self.text, within.span.start);
        // The text is JSON, so nothing stops this before the end of the value.
        let _ = strict.parts(|strict, key| {
            let span = strict.value()?;
            let name = part_name(self.text, key.as_ref(), index);
            index += 1;
            match step {
                Step::Name(wanted) if name != *wanted => return Some(()),
                Step::Name(_) => found.clear(),
                Step::Every => {}
            }
            found.push(Match { path: pointer::join(&within.path, &name), span });
            Some(())
        });
        found
    }
}

/// The text of a part's key, or its index.
fn part_name<'a>(text: &'a str, key: Option<&Quoted>, index: usize) -> Cow<'a, str> {
    key.map_or_else(|| Cow::Owned(index.to_string()), |key| key_text(&text[key.span.clone()]))
}

/// Whether a key in `text` is this name.
#[inline]
fn is_named(text: &str, key: &Quoted, name: &str) -> bool {
    let Range { start, end } = key.span;
    if key.is_plain {
        text.as_bytes()[start + 1..end - 1] == *name.as_bytes()
    } else {
        key_text(&text[start..end]) == name
    }
}

/// The text of a key that stands so, quotes and all; as it stands where it holds half a surrogate pair.
fn key_text(written: &str) -> Cow<'_, str> {
    unquote(written).unwrap_or(Cow::Borrowed(written))
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

/// As [`unquote`]; the text stands in `buffer`.
#[must_use]
pub fn unquote_to<'a>(buffer: &'a mut Vec<u8>, written: &str) -> Option<&'a str> {
    buffer.clear();
    let (_, is_whole) = json::read_string(buffer, written.strip_prefix('"')?)?;
    if is_whole { from_utf8(buffer).ok() } else { None }
}

/// What is wanted of a record that is an object: its id, and the text of one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted<'a> {
    /// The member `id` as it is written.
    pub id: Option<&'a str>,
    /// Where the member stands, and whether it is a whole text, or none at all.
    pub member: Option<(Range<usize>, Option<bool>)>,
}

impl<'a> Wanted<'a> {
    /// Finds it in one pass, the last of several members with the same name. The text, with U+FFFD for
    /// half a surrogate pair, takes the place of what is in `buffer`. `None` where `line` is no object
    /// of strict JSON.
    #[must_use]
    pub fn find(line: &'a str, member: &str, buffer: &mut Vec<u8>) -> Option<Wanted<'a>> {
        let mut strict = Strict::new(line, 0);
        strict.space();
        if strict.byte() != Some(b'{') {
            return None;
        }
        let mut wanted = Wanted { id: None, member: None };
        strict.parts(|strict, key| {
            let key = key?;
            let span = if is_named(line, &key, member) {
                let found = match strict.byte() {
                    Some(b'"') => strict.text(buffer).map(|(span, whole)| (span, Some(whole))),
                    _ => strict.value().map(|span| (span, None)),
                }?;
                wanted.member.insert(found).0.clone()
            } else {
                strict.value()?
            };
            if is_named(line, &key, "id") {
                wanted.id = Some(&line[span]);
            }
            Some(())
        })?;
        strict.space();
        (strict.at() == line.len()).then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_the_name_that_it_reads_as() {
        let names = ["", "i", "id", "idx", "input", "\\", "a\\b", "\"", "é", "\u{fffd}", "i\nd"];
        let keys = [
            r#""""#,
            r#""i""#,
            r#""id""#,
            r#""\u0069d""#,
            r#""i\u0064""#,
            r#""idx""#,
            r#""id\u0078""#,
            r#""\\""#,
            r#""a\\b""#,
            r#""a\u005cb""#,
            r#""\"""#,
            r#""é""#,
            r#""\u00e9""#,
            r#""\ud83d""#,
            r#""i\nd""#,
        ];
        let same = |text: &str, name: &str| {
            let mut is_it = false;
            let mut strict = Strict::new(text, 0);
            let read = strict.parts(|strict, key| {
                is_it = is_named(text, &key?, name);
                strict.value().map(drop)
            });
            read.is_some() && is_it
        };
        let mut count = 0;
        for (key, name) in keys.iter().flat_map(|key| names.iter().map(move |name| (key, name))) {
            let is_it = same(&format!("{{{key}:1}}"), name);
            assert_eq!(is_it, key_text(key) == *name, "{key} {name}");
            count += usize::from(is_it);
        }
        assert_eq!(count, keys.len() - 1, "all but half a surrogate pair are a name");
    }

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
    fn parts_are_given_as_written() {
        let parts = |text| {
            let record = Record::new(text);
            let found = record.iter().flat_map(Record::parts);
            found.map(|(name, part)| (name.into_owned(), part)).collect::<Vec<_>>()
        };
        let text = r#" {"a":1e400 , "\u0061": [ {} ]} "#;
        assert_eq!(parts(text), [("a".into(), "1e400"), ("a".into(), "[ {} ]")]);
        assert_eq!(parts("[[1],2]"), [("0".into(), "[1]"), ("1".into(), "2")]);
        assert_eq!(parts("{}").len() + parts("7").len(), 0);
    }

    #[test]
    fn what_is_wanted_is_found_in_one_pass() {
        let mut buffer = Vec::new();
        for (line, expected) in [
            (r#" {"id":1,"a":"\u00e9\n","id" : [ 2 ]} "#, Some((Some("[ 2 ]"), Some(true), "é\n"))),
            (r#"{"\u0061":"x","b":{"a":1,"id":2}}"#, Some((None, Some(true), "x"))),
            (r#"{"a":"x","a":7}"#, Some((None, None, ""))),
            (r#"{"a":"\ud800"}"#, Some((None, Some(false), ""))),
            (r#"{"a":"x"} 1"#, None),
            (r#"{"a":"\x"}"#, None),
            (r#"["a"]"#, None),
        ] {
            let found = Wanted::find(line, "a", &mut buffer);
            let found = found.map(|Wanted { id, member }| {
                let whole = member.and_then(|(_, whole)| whole);
                let text = if whole == Some(true) { &*buffer } else { b"" };
                (id, whole, str::from_utf8(text).unwrap_or("no text"))
            });
            assert_eq!(found, expected, "{line}");
        }
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
