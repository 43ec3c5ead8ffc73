//! The texts in a line of JSON.

use super::options::Place;
use crate::cli::guarded;
use crate::error::{Code, Error, Result};
use crate::framing::record::{Match, Record, unquote};
use std::borrow::Cow;

/// A text in a record.
pub(in crate::tool) struct Text<'a> {
    /// Where it stands.
    pub(in crate::tool) found: Match,
    /// The text, or why there is none.
    pub(in crate::tool) text: Result<Cow<'a, str>>,
    /// It stands there as a string.
    pub(in crate::tool) is_string: bool,
}

impl Text<'_> {
    /// What `work` makes of the text; a panic is an answer too.
    pub(in crate::tool) fn guarded<T>(&self, work: impl FnOnce(&str) -> Result<T>) -> Result<T> {
        let text = self.text.as_deref().map_err(Error::clone)?;
        guarded(|| work(text)).unwrap_or_else(|| Err(Error::new(Code::E099)))
    }
}

/// The record that a line is.
pub(in crate::tool) fn read(line: &[u8]) -> Result<Record<'_>> {
    let line = std::str::from_utf8(line).map_err(|_| Error::new(Code::E040))?;
    Record::new(line)
        .filter(Record::is_object)
        .ok_or_else(|| Error::new(Code::E060).with_detail("the line is no JSON object"))
}

/// The id of a record as it is written, where it has one.
pub(in crate::tool) fn id<'a>(record: &Record<'a>) -> Option<&'a str> {
    record.member("id").map(|span| record.text(span)).filter(|id| *id != "null")
}

/// The texts of a record.
pub(in crate::tool) fn texts<'a>(record: &Record<'a>, place: &Place) -> Result<Vec<Text<'a>>> {
    match place {
        Place::Field(name) => {
            let no_string = || Error::new(Code::E050).with_detail("no string in the input field");
            let span = record.member(name).ok_or_else(no_string)?;
            let text = read_text(record, Match { path: String::new(), span });
            if text.is_string { Ok(vec![text]) } else { Err(no_string()) }
        }
        Place::At(pattern) => {
            let matches = record.matches(pattern).into_iter();
            Ok(matches.map(|found| read_text(record, found)).collect())
        }
    }
}

fn read_text<'a>(record: &Record<'a>, found: Match) -> Text<'a> {
    let written = record.text(found.span.clone());
    let is_string = written.starts_with('"');
    let text = if is_string {
        let surrogate =
            || Error::new(Code::E040).with_detail("the text holds half a surrogate pair");
        unquote(written).ok_or_else(surrogate)
    } else {
        Ok(Cow::Borrowed(written))
    };
    Text { found, text, is_string }
}
