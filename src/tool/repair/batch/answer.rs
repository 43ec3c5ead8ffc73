//! The answer to one line.

use super::super::config::{Config, Place};
use crate::cli::guarded;
use crate::error::{Code, Error, Result};
use crate::framing::record::{Match, Record, unquote};
use crate::json::{self, Object};
use crate::options::Options;
use crate::plan::{self, Repaired};
use crate::repair::Exactness;
use crate::view::record;
use std::borrow::Cow;

/// What the exit status depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// A text was repaired.
    pub(super) repaired: bool,
    /// A text got an error.
    pub(super) refused: bool,
    /// An internal error was met.
    pub(super) failed: bool,
}

impl Tally {
    /// Adds what another line gave.
    pub(super) fn add(&mut self, other: Tally) {
        self.repaired |= other.repaired;
        self.refused |= other.refused;
        self.failed |= other.failed;
    }

    fn of(result: &Result<Repaired>) -> Tally {
        Tally {
            repaired: result.as_ref().is_ok_and(|repaired| repaired.exactness > Exactness::Exact),
            refused: result.is_err(),
            failed: result.as_ref().is_err_and(|error| error.code() == Code::E099),
        }
    }
}

/// Who asked: the id of a line as written, or else its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asker<'a> {
    /// The value of `id`.
    Id(&'a str),
    /// The number of the line, from 1.
    Line(u64),
}

/// A text in a record.
struct Text<'a> {
    found: Match,
    /// The text, or why there is none.
    text: Result<Cow<'a, str>>,
    /// It stands there as a string.
    is_string: bool,
}

/// Appends the answers to a line.
pub(super) fn answer(config: &Config, number: u64, line: &[u8], out: &mut Vec<u8>) -> Tally {
    let record = match read(line) {
        Ok(record) => record,
        Err(error) => return refuse(out, Asker::Line(number), &error),
    };
    let id = record.member("id").map(|span| record.text(span)).filter(|id| *id != "null");
    let asker = id.map_or(Asker::Line(number), Asker::Id);
    let texts = match texts(&record, &config.batch.place) {
        Ok(texts) => texts,
        Err(error) => return refuse(out, asker, &error),
    };
    let mut tally = Tally::default();
    if texts.is_empty() {
        write(out, asker, None, true, |object| object.number("matches", 0));
    }
    for text in texts {
        let path = matches!(config.batch.place, Place::At(_)).then_some(&*text.found.path);
        let result = repair(&text, &config.options);
        match &result {
            Ok(repaired) => write(out, asker, path, true, |object| fill(object, repaired)),
            Err(error) => {
                let input = text.text.as_deref().ok().filter(|_| error.code() != Code::E099);
                let hint = input.map(|input| error.retry_hint(input));
                write_error(out, asker, path, error, hint.as_deref());
            }
        }
        tally.add(Tally::of(&result));
    }
    tally
}

/// Appends the record with its texts repaired.
///
/// # Errors
/// Why it has none, or why one of them cannot be repaired; nothing is appended then.
pub(super) fn rewrite(config: &Config, line: &[u8], out: &mut Vec<u8>) -> Result<Tally> {
    let record = read(line)?;
    let mut tally = Tally::default();
    let mut new = Vec::with_capacity(line.len() + 64);
    let mut done = 0;
    for text in texts(&record, &config.batch.place)? {
        let result = repair(&text, &config.options);
        tally.add(Tally::of(&result));
        let repaired = result?.text;
        let span = text.found.span;
        new.extend_from_slice(&line[done..span.start]);
        if text.text.is_ok_and(|text| text == repaired) {
            new.extend_from_slice(&line[span.clone()]);
        } else if text.is_string {
            json::string(&mut new, &repaired);
        } else {
            json::embed(&mut new, &repaired);
        }
        done = span.end;
    }
    new.extend_from_slice(&line[done..]);
    out.append(&mut new);
    Ok(tally)
}

/// Appends an error as the answer to a line.
pub(super) fn refuse(out: &mut Vec<u8>, asker: Asker<'_>, error: &Error) -> Tally {
    write_error(out, asker, None, error, None);
    Tally { refused: true, ..Tally::default() }
}

fn read(line: &[u8]) -> Result<Record<'_>> {
    let line = std::str::from_utf8(line).map_err(|_| Error::new(Code::E040))?;
    Record::new(line)
        .filter(Record::is_object)
        .ok_or_else(|| Error::new(Code::E060).with_detail("the line is no JSON object"))
}

/// The texts of a record.
fn texts<'a>(record: &Record<'a>, place: &Place) -> Result<Vec<Text<'a>>> {
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

/// Repairs a text; a panic is an answer too.
fn repair(text: &Text<'_>, options: &Options) -> Result<Repaired> {
    let text = text.text.as_deref().map_err(Error::clone)?;
    guarded(|| plan::repair(text, options)).unwrap_or_else(|| Err(Error::new(Code::E099)))
}

fn fill(object: &mut Object<'_>, repaired: &Repaired) {
    object.string("text", &repaired.text);
    object.string("exactness", repaired.exactness.name());
    object.bool("ambiguous", repaired.ambiguous);
    object.string("completeness", repaired.completeness.name());
    object.array("repairs", &repaired.repairs, record::repair);
    if repaired.repairs_truncated {
        object.bool("repairs_truncated", true);
    }
}

fn write_error(
    out: &mut Vec<u8>,
    asker: Asker<'_>,
    path: Option<&str>,
    error: &Error,
    hint: Option<&str>,
) {
    write(out, asker, path, false, |object| record::error(object.name("error"), error, hint));
}

/// Appends one line of answer.
fn write(
    out: &mut Vec<u8>,
    asker: Asker<'_>,
    path: Option<&str>,
    ok: bool,
    fill: impl FnOnce(&mut Object<'_>),
) {
    let mut object = Object::new(out);
    match asker {
        Asker::Id(id) => object.raw("id", id),
        Asker::Line(number) => object.number("line", number),
    }
    if let Some(path) = path {
        object.string("path", path);
    }
    object.bool("ok", ok);
    fill(&mut object);
    object.end();
    out.push(b'\n');
}
