//! The texts in a line of JSON.

use super::options::Place;
use crate::cli::guarded;
use crate::error::{Code, Error, Result};
use crate::framing::record::{Match, Record, unquote_to};
use simdutf8::basic::from_utf8;
use std::ops::Range;

/// A text in a record.
pub(in crate::tool) struct Text<'a> {
    /// Its JSON Pointer in the record, where texts are known by their paths.
    pub(in crate::tool) path: Option<&'a str>,
    /// Where it stands.
    pub(in crate::tool) span: Range<usize>,
    /// The text, or why there is none.
    pub(in crate::tool) text: Result<&'a str>,
    /// It stands there as a string.
    pub(in crate::tool) is_string: bool,
}

impl<'a> Text<'a> {
    /// What `work` makes of the text; a panic is an answer too.
    pub(in crate::tool) fn guarded<T>(&self, work: impl FnOnce(&'a str) -> Result<T>) -> Result<T> {
        let text = self.text.clone()?;
        guarded(|| work(text)).unwrap_or_else(|| Err(Error::new(Code::E099)))
    }
}

/// The record that a line is.
pub(in crate::tool) fn read(line: &[u8]) -> Result<Record<'_>> {
    let line = from_utf8(line).map_err(|_| Error::new(Code::E040))?;
    Record::new(line)
        .filter(Record::is_object)
        .ok_or_else(|| Error::new(Code::E060).with_detail("the line is no JSON object"))
}

/// The id of a record as it is written, where it has one.
pub(in crate::tool) fn id<'a>(record: &Record<'a>) -> Option<&'a str> {
    record.member("id").map(|span| record.text(span)).filter(|id| *id != "null")
}

/// Finds the texts of records, line after line.
#[derive(Debug, Default)]
pub(in crate::tool) struct Texts {
    /// The text at hand, if it is not the one that is written.
    buffer: Vec<u8>,
}

impl Texts {
    /// Gives each text of a record to `each`, and says how many there are.
    ///
    /// # Errors
    /// That there should be one, and what `each` returns.
    pub(in crate::tool) fn each(
        &mut self,
        record: &Record<'_>,
        place: &Place,
        mut each: impl FnMut(&Text<'_>) -> Result<()>,
    ) -> Result<usize> {
        match place {
            Place::Field(name) => {
                let no_string =
                    || Error::new(Code::E050).with_detail("no string in the input field");
                let span = record.member(name).ok_or_else(no_string)?;
                let text = self.read(record, None, span);
                if text.is_string { each(&text).map(|()| 1) } else { Err(no_string()) }
            }
            Place::At(pattern) => {
                let matches = record.matches(pattern);
                for Match { path, span } in &matches {
                    each(&self.read(record, Some(path), span.clone()))?;
                }
                Ok(matches.len())
            }
        }
    }

    fn read<'a>(
        &'a mut self,
        record: &Record<'a>,
        path: Option<&'a str>,
        span: Range<usize>,
    ) -> Text<'a> {
        let written = record.text(span.clone());
        let is_string = written.starts_with('"');
        let text = if is_string {
            let surrogate =
                || Error::new(Code::E040).with_detail("the text holds half a surrogate pair");
            unquote_to(&mut self.buffer, written).ok_or_else(surrogate)
        } else {
            Ok(written)
        };
        Text { path, span, text, is_string }
    }
}
