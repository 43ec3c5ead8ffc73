//! The patterns of rules: regular expressions that are compiled when first used, and plain line tests.

use memchr::memmem::Finder;
use regex::{Regex, RegexBuilder};
use serde_json::Value;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

/// The most bytes of a pattern.
const MAX_PATTERN: usize = 512;

/// The most memory that a compiled pattern may take.
const MAX_COMPILED: usize = 1 << 20;

/// A regular expression without look-around and back-references, for one line.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    pub(super) text: String,
    is_case_blind: bool,
    compiled: Arc<OnceLock<Result<Regex, String>>>,
}

impl Pattern {
    pub(super) fn new(text: &str, flags: &str) -> Pattern {
        Pattern { text: text.to_owned(), is_case_blind: flags.contains('i'), ..Pattern::default() }
    }

    /// The pattern of an object with `pattern` and `flags`.
    pub(super) fn from_member(value: &Value) -> Option<Pattern> {
        let flags = match &value["flags"] {
            Value::Null => "",
            flags => flags.as_str()?,
        };
        Some(Pattern::new(value["pattern"].as_str()?, flags))
    }

    /// Why it cannot be used.
    pub(super) fn fault(&self) -> Option<&str> {
        self.compiled().as_ref().err().map(String::as_str)
    }

    /// Whether the line has it; a pattern that cannot be used matches nothing.
    pub(super) fn is_in(&self, line: &str) -> bool {
        self.compiled().as_ref().is_ok_and(|regex| regex.is_match(line))
    }

    fn compiled(&self) -> &Result<Regex, String> {
        self.compiled.get_or_init(|| {
            if self.text.len() > MAX_PATTERN {
                return Err(format!("longer than {MAX_PATTERN} bytes"));
            }
            let built = RegexBuilder::new(&self.text)
                .case_insensitive(self.is_case_blind)
                .multi_line(true)
                .size_limit(MAX_COMPILED)
                .build();
            built.map_err(|error| error.to_string().lines().last().unwrap_or_default().to_owned())
        })
    }
}

/// A test of a line that costs little: by how it begins behind white space, or behind a number there,
/// or whole.
#[derive(Clone, Debug)]
enum LineTest {
    Begins(String),
    Numbered(String),
    Is(String),
}

impl LineTest {
    /// Whether it holds for a line, which `text` is without the white space before it.
    fn holds(&self, line: &str, text: &str) -> bool {
        match self {
            LineTest::Begins(start) => text.starts_with(start) || line.starts_with(start),
            LineTest::Numbered(start) => {
                let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
                behind.len() < text.len() && behind.starts_with(start.as_str())
            }
            LineTest::Is(whole) => text.trim_end() == whole,
        }
    }

    /// The bytes that a text may begin with for which it holds.
    fn firsts(&self) -> RangeInclusive<u8> {
        match self {
            LineTest::Numbered(_) => b'0'..=b'9',
            LineTest::Begins(text) | LineTest::Is(text) => match text.bytes().next() {
                Some(first) => first..=first,
                None => 0..=u8::MAX,
            },
        }
    }
}

/// Tests of a line, of which one has to hold. Most lines are told by their first byte to pass none.
#[derive(Clone, Debug, Default)]
pub(super) struct LineTests {
    beginnings: Vec<LineTest>,
    parts: Vec<Finder<'static>>,
    /// A bit for each byte that a line may begin with for one of the beginnings.
    firsts: [u64; 4],
}

impl LineTests {
    /// Adds a test: `prefix`, `\dprefix` behind a number, `*part` or `=whole line`; what begins with two
    /// `=` is a prefix.
    pub(super) fn with(mut self, text: &str) -> LineTests {
        let test = match text.as_bytes() {
            [b'*', part @ ..] => {
                self.parts.push(Finder::new(part).into_owned());
                return self;
            }
            [b'\\', b'd', ..] => LineTest::Numbered(text[2..].to_owned()),
            // `=== RUN` and `==> Pouring` are text.
            [b'=', rest @ ..] if !rest.starts_with(b"=") => LineTest::Is(text[1..].to_owned()),
            _ => LineTest::Begins(text.to_owned()),
        };
        for byte in test.firsts() {
            self.firsts[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
        self.beginnings.push(test);
        self
    }

    /// Whether one of the tests holds.
    pub(super) fn hold(&self, line: &str) -> bool {
        if self.beginnings.is_empty() && self.parts.is_empty() {
            return false;
        }
        let is_trimmed = line.as_bytes().first().is_some_and(u8::is_ascii_graphic);
        let text = if is_trimmed { line } else { line.trim_start() };
        let may_begin = |text: &str| {
            let bit = |byte: &u8| self.firsts[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1;
            text.as_bytes().first().is_some_and(bit)
        };
        (may_begin(text) || may_begin(line))
            && self.beginnings.iter().any(|test| test.holds(line, text))
            || self.parts.iter().any(|part| part.find(line.as_bytes()).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_of_a_line_is_told_by_its_mark() {
        for (test, line, holds) in [
            ("=== RUN", "=== RUN   TestA", true),
            ("==> Pouring", "==> Pouring x", true),
            ("=FAIL", "FAIL", true),
            ("=FAIL", "FAIL x", false),
            ("*part", "a part of it", true),
            ("\\d) ", "  12) x", true),
            ("\\d) ", ") x", false),
            ("begin", "  begins", true),
            ("  begin", "  begins", true),
            ("=", "x", false),
        ] {
            assert_eq!(LineTests::default().with(test).hold(line), holds, "{test}: {line}");
        }
    }
}
