//! The characters of a skeleton: marks, words, numbers and strings, and the place of a mistake.

use crate::error::{Code, Error, Result};
use crate::position::Position;
use crate::schema::decimal::Decimal;

/// Whether a member's name may stand without quotes.
pub(in crate::schema) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_char)
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.' | '@')
}

/// A skeleton that is read from its beginning. White space between its parts means nothing.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text, at: 0 }
    }

    /// The byte where the next part begins, or the text ends.
    pub(super) fn place(&mut self) -> usize {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
        self.at
    }

    /// The character with which the next part begins.
    pub(super) fn peek(&mut self) -> Option<char> {
        let place = self.place();
        self.text[place..].chars().next()
    }

    /// Goes past a mark, if it is what comes next.
    pub(super) fn take(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(mark);
        if found {
            self.at += mark.len_utf8();
        }
        found
    }

    /// Goes past a mark.
    ///
    /// # Errors
    /// Something else comes next.
    pub(super) fn expect(&mut self, mark: char, detail: &'static str) -> Result<()> {
        if self.take(mark) { Ok(()) } else { Err(self.fail(detail)) }
    }

    /// A word; empty where none comes next.
    pub(super) fn word(&mut self) -> &'a str {
        self.take_while(is_name_char)
    }

    /// A number, as JSON has it.
    ///
    /// # Errors
    /// Something else comes next.
    pub(super) fn number(&mut self) -> Result<Decimal> {
        let start = self.place();
        Decimal::parse(self.numeral())
            .ok_or_else(|| self.fail_at(start, "a number is missing here"))
    }

    /// A number that others may be multiples of.
    ///
    /// # Errors
    /// Something else comes next.
    pub(super) fn unit(&mut self) -> Result<Decimal> {
        let start = self.place();
        let number = self.number()?;
        if number.is_unit() {
            Ok(number)
        } else {
            Err(self.fail_at(start, "a number above 0 with at most 18 digits is missing here"))
        }
    }

    /// A whole number from 0.
    ///
    /// # Errors
    /// Something else comes next.
    pub(super) fn length(&mut self) -> Result<u64> {
        let start = self.place();
        let length = self.numeral().parse();
        length.map_err(|_| self.fail_at(start, "a whole number from 0 is missing here"))
    }

    /// A string, as JSON has it.
    ///
    /// # Errors
    /// Something else comes next, or it has no end.
    pub(super) fn string(&mut self) -> Result<String> {
        if self.peek() != Some('"') {
            return Err(self.fail("a string in double quotes is missing here"));
        }
        let start = self.at;
        let mut escaped = false;
        let end = self.text[start + 1..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        self.at += end.ok_or_else(|| self.fail("the string has no end"))? + 2;
        serde_json::from_str(&self.text[start..self.at])
            .map_err(|_| self.fail_at(start, "the string is no JSON string"))
    }

    /// What looks like a number.
    fn numeral(&mut self) -> &'a str {
        self.take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let start = self.place();
        let rest = &self.text[start..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A mistake where the reading is.
    pub(super) fn fail(&self, detail: &'static str) -> Error {
        self.fail_at(self.at, detail)
    }

    /// A mistake at a byte.
    pub(super) fn fail_at(&self, at: usize, detail: &'static str) -> Error {
        let at = Position::START.after(&self.text.as_bytes()[..at]);
        Error::at(Code::E071, at).with_detail(detail)
    }
}
