//! The texts in a line of JSON.

use super::block::Bytes;
use super::options::Place;
use crate::cli::guarded;
use crate::error::{Code, Error, Result};
use crate::framing::record::{Match, Record, Wanted, unquote_to};
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

/// Finds the texts of lines, one line after the other.
#[derive(Debug, Default)]
pub(in crate::tool) struct Texts {
    /// The text at hand, if it is a string.
    buffer: Vec<u8>,
}

/// A line that is a record.
pub(in crate::tool) struct Opened<'a> {
    /// Its id as it is written, where it has one.
    pub(in crate::tool) id: Option<&'a str>,
    buffer: &'a mut Vec<u8>,
    found: Found<'a>,
}

/// Where the texts of a record are.
enum Found<'a> {
    /// In a member, if it has that: where it stands, and whether it is a text without half a
    /// surrogate pair, or none. The buffer holds it.
    Member(Option<(Range<usize>, Option<bool>)>),
    /// Wherever a pattern matches in the line.
    Matches(&'a str, Vec<Match>),
}

impl Texts {
    /// Reads a line.
    ///
    /// # Errors
    /// E040 and E060: it is no object of JSON.
    pub(in crate::tool) fn open<'a>(
        &'a mut self,
        line: Bytes<'a>,
        place: &Place,
    ) -> Result<Opened<'a>> {
        let line = line.text()?;
        let no_object = || Error::new(Code::E060).with_detail("the line is no JSON object");
        let buffer = &mut self.buffer;
        let (id, found) = match place {
            Place::Field(name) => {
                let wanted = Wanted::find(line, name, buffer).ok_or_else(no_object)?;
                (wanted.id, Found::Member(wanted.member))
            }
            Place::At(pattern) => {
                let record = Record::new(line).filter(Record::is_object).ok_or_else(no_object)?;
                let id = record.member("id").map(|span| record.text(span));
                (id, Found::Matches(line, record.matches(pattern)))
            }
        };
        Ok(Opened { id: id.filter(|id| *id != "null"), buffer, found })
    }
}

impl Opened<'_> {
    /// Gives each text to `each`, and says how many there are.
    ///
    /// # Errors
    /// That there should be one, and what `each` returns.
    pub(in crate::tool) fn each(
        self,
        mut each: impl FnMut(&Text<'_>) -> Result<()>,
    ) -> Result<usize> {
        let surrogate =
            || Error::new(Code::E040).with_detail("the text holds half a surrogate pair");
        match self.found {
            Found::Member(Some((span, Some(is_whole)))) => {
                let text = from_utf8(self.buffer).ok().filter(|_| is_whole);
                let text = text.ok_or_else(surrogate);
                each(&Text { path: None, span, text, is_string: true })?;
                Ok(1)
            }
            Found::Member(_) => {
                Err(Error::new(Code::E050).with_detail("no string in the input field"))
            }
            Found::Matches(line, matches) => {
                for Match { path, span } in &matches {
                    let written = &line[span.clone()];
                    let is_string = written.starts_with('"');
                    let text = if is_string {
                        unquote_to(self.buffer, written).ok_or_else(surrogate)
                    } else {
                        Ok(written)
                    };
                    each(&Text { path: Some(path), span: span.clone(), text, is_string })?;
                }
                Ok(matches.len())
            }
        }
    }
}
