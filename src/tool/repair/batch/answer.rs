//! The answer to one line.

use super::super::config::Config;
use crate::error::{Code, Error, Result};
use crate::json::{self, Object};
use crate::plan::{self, Repaired};
use crate::repair::Exactness;
use crate::tool::batch::{id, read, texts};
use crate::view::record;

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
    /// The line itself.
    Line(Line<'a>),
}

/// A line of an input.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The name of the input, where there are several.
    pub(super) file: Option<&'a str>,
    /// From 1.
    pub(super) number: u64,
}

fn repaired(config: &Config, text: &str) -> Result<Repaired> {
    plan::repair_pieces(text, config.handling.chunk, &config.options)
}

/// Appends the answers to a line.
pub(super) fn answer(config: &Config, line: Line<'_>, text: &[u8], out: &mut Vec<u8>) -> Tally {
    let record = match read(text) {
        Ok(record) => record,
        Err(error) => return refuse(out, Asker::Line(line), &error),
    };
    let asker = id(&record).map_or(Asker::Line(line), Asker::Id);
    let texts = match texts(&record, &config.batch.place) {
        Ok(texts) => texts,
        Err(error) => return refuse(out, asker, &error),
    };
    let mut tally = Tally::default();
    if texts.is_empty() {
        write(out, asker, None, true, |object| object.number("matches", 0));
    }
    for text in texts {
        let path = Some(&*text.found.path).filter(|_| config.batch.has_paths());
        let result = text.guarded(|text| repaired(config, text));
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
        let result = text.guarded(|text| repaired(config, text));
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
        Asker::Line(Line { file, number }) => {
            if let Some(file) = file {
                object.string("file", file);
            }
            object.number("line", number);
        }
    }
    if let Some(path) = path {
        object.string("path", path);
    }
    object.bool("ok", ok);
    fill(&mut object);
    object.end();
    out.push(b'\n');
}
