//! The answers to lines.

use super::super::config::Config;
use crate::error::{Code, Error, Result};
use crate::json::{self, List, Object, Words};
use crate::plan::{Outcome, Repairer};
use crate::repair::{Completeness, Exactness};
use crate::tool::batch::{Bytes, Text, Texts};
use crate::view::{Reusable, record};

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

    fn of_outcome<O>(outcome: &Outcome<'_, O>) -> Tally {
        Tally { repaired: outcome.gate.exactness() > Exactness::Exact, ..Tally::default() }
    }

    fn of_error(error: &Error) -> Tally {
        Tally { refused: true, failed: error.code() == Code::E099, ..Tally::default() }
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

/// Answers one line after the other.
pub(super) struct Answerer<'c, O> {
    pub(super) config: &'c Config,
    texts: Texts,
    repairer: Repairer<'c, O>,
    /// A record that is being rewritten.
    record: Vec<u8>,
}

impl<'c, O: Reusable> Answerer<'c, O> {
    /// One that repairs into `output`.
    pub(super) fn new(config: &'c Config, output: O) -> Self {
        let mut repairer = Repairer::new(&config.options, config.handling.chunk, output);
        if config.result.in_line {
            repairer = repairer.without_records();
        }
        Answerer { config, texts: Texts::default(), repairer, record: Vec::new() }
    }

    /// Appends the answers to a line.
    pub(super) fn answer(&mut self, line: Line<'_>, text: Bytes<'_>, out: &mut Vec<u8>) -> Tally {
        let Answerer { config, texts, repairer, .. } = self;
        let opened = match texts.open(text, &config.batch.place) {
            Ok(opened) => opened,
            Err(error) => return refuse(out, Asker::Line(line), &error),
        };
        let asker = opened.id.map_or(Asker::Line(line), Asker::Id);
        let mut tally = Tally::default();
        let found = opened.each(|text| {
            tally.add(answer_text(repairer, asker, text, out));
            Ok(())
        });
        match found {
            Ok(0) => {
                write(out, asker, None, |out| out.extend_from_slice(br#""ok":true,"matches":0"#))
            }
            Ok(_) => {}
            Err(error) => return refuse(out, asker, &error),
        }
        tally
    }

    /// Appends the record with its texts repaired.
    ///
    /// # Errors
    /// Why it has none, or why one of them cannot be repaired; nothing is appended then.
    pub(super) fn rewrite(&mut self, line: Bytes<'_>, out: &mut Vec<u8>) -> Result<Tally> {
        let Answerer { config, texts, repairer, record: new } = self;
        let mut tally = Tally::default();
        new.clear();
        let (mut done, written) = (0, line.raw());
        texts.open(line, &config.batch.place)?.each(|text| {
            let outcome = text.guarded(|text| repairer.repair(text))?;
            tally.add(Tally::of_outcome(&outcome));
            new.extend_from_slice(&written[done..text.span.start]);
            let repaired = outcome.output.text();
            if text.text == Ok(repaired) {
                new.extend_from_slice(&written[text.span.clone()]);
            } else if text.is_string {
                json::string(new, repaired);
            } else {
                json::embed(new, repaired.as_bytes());
            }
            done = text.span.end;
            Ok(())
        })?;
        out.append(new);
        out.extend_from_slice(&written[done..]);
        Ok(tally)
    }
}

/// Appends the answer to a text.
fn answer_text<O: Reusable>(
    repairer: &mut Repairer<'_, O>,
    asker: Asker<'_>,
    text: &Text<'_>,
    out: &mut Vec<u8>,
) -> Tally {
    match text.guarded(|text| repairer.repair(text)) {
        Ok(outcome) => {
            write(out, asker, text.path, |out| fill(out, &outcome));
            Tally::of_outcome(&outcome)
        }
        Err(error) => {
            let input = text.text.as_ref().ok().filter(|_| error.code() != Code::E099);
            let hint = input.map(|input| error.retry_hint(input));
            write_error(out, asker, text.path, &error, hint.as_deref());
            Tally::of_error(&error)
        }
    }
}

/// Appends an error as the answer to a line.
pub(super) fn refuse(out: &mut Vec<u8>, asker: Asker<'_>, error: &Error) -> Tally {
    write_error(out, asker, None, error, None);
    Tally { refused: true, ..Tally::default() }
}

fn fill<O: Reusable>(out: &mut Vec<u8>, outcome: &Outcome<'_, O>) {
    let Outcome { output, gate, completeness } = outcome;
    out.extend_from_slice(br#""ok":true,"text":"#);
    output.write_string(out);
    EXACTNESS[gate.exactness() as usize].write(out);
    out.extend_from_slice(if gate.is_ambiguous() { b"true" } else { b"false" });
    COMPLETENESS[*completeness as usize].write(out);
    let mut repairs = List::new(out);
    gate.records().iter().for_each(|repair| record::repair(repairs.item(), repair));
    repairs.end();
    if gate.repairs_truncated() {
        out.extend_from_slice(br#","repairs_truncated":true"#);
    }
}

/// What follows the text, and what follows whether it is ambiguous, each by its enum.
static EXACTNESS: [Words<48>; 3] = [
    exactness(Exactness::Exact), //
    exactness(Exactness::Cosmetic),
    exactness(Exactness::Lossy),
];
static COMPLETENESS: [Words<48>; 3] = [
    completeness(Completeness::Empty),
    completeness(Completeness::Partial),
    completeness(Completeness::Complete),
];

const fn exactness(exactness: Exactness) -> Words<48> {
    Words::of(&[r#","exactness":""#, exactness.name(), r#"","ambiguous":"#])
}

const fn completeness(completeness: Completeness) -> Words<48> {
    Words::of(&[r#","completeness":""#, completeness.name(), r#"","repairs":"#])
}

fn write_error(
    out: &mut Vec<u8>,
    asker: Asker<'_>,
    path: Option<&str>,
    error: &Error,
    hint: Option<&str>,
) {
    write(out, asker, path, |out| {
        out.extend_from_slice(br#""ok":false,"error":"#);
        record::error(out, error, hint);
    });
}

/// Appends one line of answer, the members that say what it is by `fill`.
#[inline]
fn write(out: &mut Vec<u8>, asker: Asker<'_>, path: Option<&str>, fill: impl FnOnce(&mut Vec<u8>)) {
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
    fill(object.members());
    object.end();
    out.push(b'\n');
}
