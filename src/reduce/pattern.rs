//! The patterns of rules: regular expressions that are compiled when first used, and plain line tests.

use regex::{Regex, RegexBuilder};
use serde_json::Value;
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
/// by a part, or whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineTest {
    Begins(String),
    Numbered(String),
    Has(String),
    Is(String),
}

/// What a test begins with that is not of its text, and what it is then.
type Mark = (&'static str, fn(String) -> LineTest);

static MARKS: &[Mark] = &[("*", LineTest::Has), ("=", LineTest::Is), ("\\d", LineTest::Numbered)];

impl LineTest {
    /// `prefix`, `\dprefix` behind a number, `*part` or `=whole line`; what begins with two `=` is a prefix.
    pub(super) fn new(text: &str) -> LineTest {
        // `=== RUN` and `==> Pouring` are text.
        let is_text = text.starts_with("==");
        let mut marks = MARKS.iter().filter(|_| !is_text);
        let found = marks.find_map(|(mark, kind)| Some((text.strip_prefix(mark)?, kind)));
        found
            .map_or_else(|| LineTest::Begins(text.to_owned()), |(text, kind)| kind(text.to_owned()))
    }

    pub(super) fn holds(&self, line: &str) -> bool {
        match self {
            LineTest::Begins(start) => {
                line.starts_with(start.as_str()) || line.trim_start().starts_with(start.as_str())
            }
            LineTest::Numbered(start) => {
                let text = line.trim_start();
                let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
                behind.len() < text.len() && behind.starts_with(start.as_str())
            }
            LineTest::Has(part) => memchr::memmem::find(line.as_bytes(), part.as_bytes()).is_some(),
            LineTest::Is(whole) => line.trim() == whole,
        }
    }
}

/// Whether one of the tests holds.
pub(super) fn any(tests: &[LineTest], line: &str) -> bool {
    tests.iter().any(|test| test.holds(line))
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
        ] {
            assert_eq!(LineTest::new(test).holds(line), holds, "{test}: {line}");
        }
    }
}
