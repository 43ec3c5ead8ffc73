//! The lines of jm-llm: a document for each call.

use super::Desk;
use super::document::{Document, Fate};
use crate::cli::term::Style;
use crate::error::Code;
use crate::framing::lines::{Lines, Piece};
use crate::framing::record::{Record, unquote};
use crate::gate::ProviderEnd;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The longest line: the arguments of a call, escaped, and what stands around them.
const MAX_LINE: usize = 128 << 20;

/// The calls of an input.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// What cuts the input into lines, unless it is at work.
    lines: Option<Lines>,
    /// How many lines have come.
    number: u64,
    /// The calls that are open.
    open: BTreeMap<u64, Call>,
    status: u8,
    /// Whether a call was ready at its end.
    ready: bool,
}

/// An open call.
#[derive(Debug)]
enum Call {
    Json(Box<Document>),
    /// Its text is free.
    Free,
}

fn new_lines() -> Lines {
    Lines::new(MAX_LINE)
}

impl Calls {
    /// Reads more lines.
    pub(super) fn feed(&mut self, bytes: &[u8], desk: &mut Desk<'_>) {
        let mut lines = self.lines.take().unwrap_or_else(new_lines);
        lines.feed(bytes, |piece| self.piece(piece, desk));
        self.lines = Some(lines);
    }

    /// Writes snapshots of what has changed.
    pub(super) fn show(&mut self, desk: &mut Desk<'_>) {
        for call in self.open.values_mut() {
            if let Call::Json(document) = call {
                document.show(desk);
            }
        }
    }

    /// What is known of the calls that are open.
    pub(super) fn fates(&self) -> impl Iterator<Item = &Fate> {
        self.open.values().filter_map(|call| match call {
            Call::Json(document) => Some(document.fate()),
            Call::Free => None,
        })
    }

    /// Says that no more lines come: a call that is open was interrupted. Gives the exit status, and
    /// whether a call was ready.
    pub(super) fn finish(&mut self, desk: &mut Desk<'_>) -> (u8, bool) {
        if let Some(mut lines) = self.lines.take() {
            lines.finish(|piece| self.piece(piece, desk));
        }
        while let Some((_, call)) = self.open.pop_first() {
            self.end(call, Some(ProviderEnd::Interrupted), desk);
        }
        (self.status, self.ready)
    }

    fn piece(&mut self, piece: Piece<'_>, desk: &mut Desk<'_>) {
        let done = match piece {
            Piece::Line(line) => {
                self.number += 1;
                self.line(line, desk)
            }
            Piece::LongStart(_) => {
                self.number += 1;
                Err("the line is too long")
            }
            Piece::LongMore(_) | Piece::LongEnd => Ok(()),
        };
        if let Err(why) = done {
            let text = format!("{}: line {}: {why}", Code::E060.name(), self.number);
            desk.console.message(Some(desk.source), Style::Error, &text);
            self.status = self.status.max(Code::E060.exit());
        }
    }

    fn line(&mut self, line: &[u8], desk: &mut Desk<'_>) -> Result<(), &'static str> {
        let text = std::str::from_utf8(line).map_err(|_| "not UTF-8")?;
        let record = Record::new(text).filter(Record::is_object).ok_or("no JSON object")?;
        let string = |name: &str| record.member(name).and_then(|span| unquote(record.text(span)));
        let kind = string("type").ok_or("no type")?;
        if !kind.starts_with("call.") {
            return Ok(());
        }
        let number = record.member("call").and_then(|span| record.text(span).parse().ok());
        let number: u64 = number.ok_or("no number of a call")?;
        match &*kind {
            "call.open" => {
                let call = match string("kind").as_deref() {
                    Some("custom") => Call::Free,
                    _ => Call::json(desk, number),
                };
                self.open.insert(number, call);
            }
            "call.delta" => {
                let text = string("text").ok_or("no text")?;
                self.call(number, desk).feed(&text, desk);
            }
            "call.reset" => {
                self.open.insert(number, Call::json(desk, number));
                desk.lines.reset(number);
            }
            "call.end" => {
                self.call(number, desk);
                let Some(mut call) = self.open.remove(&number) else { return Ok(()) };
                let end = string("end").and_then(|end| ProviderEnd::named(&end));
                match string("json").as_deref() {
                    Some("text") => return Ok(()),
                    // Empty arguments of a call that is complete are none, not a fault.
                    Some("empty") if end == Some(ProviderEnd::Complete) => call.feed("{}", desk),
                    _ if !call.has_begun() => {
                        let all = string("arguments").unwrap_or(Cow::Borrowed(""));
                        call = Call::json(desk, number);
                        call.feed(&all, desk);
                    }
                    _ => {}
                }
                self.end(call, end, desk);
            }
            _ => {}
        }
        Ok(())
    }

    /// The call of this number, which begins now if it has not.
    fn call(&mut self, number: u64, desk: &Desk<'_>) -> &mut Call {
        self.open.entry(number).or_insert_with(|| Call::json(desk, number))
    }

    fn end(&mut self, call: Call, end: Option<ProviderEnd>, desk: &mut Desk<'_>) {
        if let Call::Json(mut document) = call {
            let (status, ready) = document.finish(end, desk);
            self.status = self.status.max(status);
            self.ready |= ready;
        }
    }
}

impl Call {
    fn json(desk: &Desk<'_>, number: u64) -> Call {
        Call::Json(Box::new(Document::new(desk.config, Some(number))))
    }

    fn feed(&mut self, text: &str, desk: &mut Desk<'_>) {
        if let Call::Json(document) = self {
            document.feed(text.as_bytes(), desk);
        }
    }

    fn has_begun(&self) -> bool {
        match self {
            Call::Json(document) => document.has_begun(),
            Call::Free => false,
        }
    }
}
