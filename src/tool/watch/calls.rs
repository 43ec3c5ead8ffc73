//! The lines of jm-llm: a document for each call.

use super::Desk;
use super::document::Document;
use crate::cli::io::Stop;
use crate::cli::term::Style;
use crate::error::{Code, Error};
use crate::framing::lines::{Lines, Piece};
use crate::framing::record::{Record, unquote};
use crate::gate::ProviderEnd;
use crate::provider::Diagnostic;
use crate::watch::Fate;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The longest line: the arguments of a call, escaped, and what stands around them.
const MAX_LINE: usize = 128 << 20;

/// The calls of an input.
#[derive(Debug)]
pub(super) struct Calls {
    /// What cuts the input into lines, unless it is at work.
    lines: Option<Lines>,
    /// How many lines have come.
    number: u64,
    /// Whether one of them was of jm-llm.
    is_known: bool,
    /// The calls that are open.
    open: BTreeMap<u64, Call>,
    status: u8,
    /// What was certain of the first call that ended with anything certain.
    ended: Fate,
}

/// An open call.
#[derive(Debug)]
enum Call {
    Json(Box<Document>),
    /// Its text is free.
    Free,
    /// A line of it could not be read, which has been told.
    Lost,
}

/// What a line of jm-llm says of a call.
type Handle = fn(&mut Calls, u64, &Record<'_>, &mut Desk<'_>) -> Result<(), &'static str>;

const HANDLES: &[(&str, Handle)] = &[
    ("call.open", Calls::open),
    ("call.delta", Calls::delta),
    ("call.reset", Calls::reset),
    ("call.end", Calls::end),
];

impl Default for Calls {
    fn default() -> Self {
        Calls {
            lines: Some(Lines::new(MAX_LINE)),
            number: 0,
            is_known: false,
            open: BTreeMap::new(),
            status: 0,
            ended: Fate::Open,
        }
    }
}

impl Calls {
    /// Reads more lines.
    pub(super) fn feed(&mut self, bytes: &[u8], desk: &mut Desk<'_>) {
        if let Some(mut lines) = self.lines.take() {
            lines.feed(bytes, |piece| self.piece(piece, desk));
            self.lines = Some(lines);
        }
    }

    /// Writes snapshots of what has changed.
    pub(super) fn show(&mut self, desk: &mut Desk<'_>) {
        for call in self.open.values_mut() {
            if let Call::Json(document) = call {
                document.show(desk);
            }
        }
    }

    /// What is certain of the first call of which anything is.
    pub(super) fn fate(&self) -> Fate {
        let open = self.open.values().map(|call| match call {
            Call::Json(document) => document.fate(),
            Call::Free | Call::Lost => Fate::Open,
        });
        std::iter::once(self.ended)
            .chain(open)
            .find(|fate| *fate != Fate::Open)
            .unwrap_or(Fate::Open)
    }

    /// Says that no more lines come: a call that is open was interrupted. Gives the exit status, and
    /// what was certain.
    pub(super) fn finish(&mut self, desk: &mut Desk<'_>) -> (u8, Fate) {
        if let Some(mut lines) = self.lines.take() {
            lines.finish(|piece| self.piece(piece, desk));
        }
        while let Some((_, call)) = self.open.pop_first() {
            self.close(call, Some(ProviderEnd::Interrupted), desk);
        }
        if !self.is_known {
            self.complain("no line of jm-llm", desk);
        }
        (self.status, self.ended)
    }

    fn piece(&mut self, piece: Piece<'_>, desk: &mut Desk<'_>) {
        let done = match piece {
            // What stands behind a decision in the same read is not wanted any more.
            _ if desk.decides(self.ended).is_some() => Ok(()),
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
            self.complain(&format!("line {}: {why}", self.number), desk);
        }
    }

    /// Says on standard error what cannot be read.
    fn complain(&mut self, why: &str, desk: &mut Desk<'_>) {
        let text = format!("{}: {why}", Code::E060.name());
        desk.console.message(Some(desk.source), Style::Error, &text);
        self.status = self.status.max(Code::E060.exit());
    }

    fn line(&mut self, line: &[u8], desk: &mut Desk<'_>) -> Result<(), &'static str> {
        let text = std::str::from_utf8(line).map_err(|_| "not UTF-8")?;
        let record = Record::new(text).filter(Record::is_object).ok_or("no JSON object")?;
        let kind = string(&record, "type").ok_or("no type")?;
        let found = HANDLES.iter().find(|(name, _)| *name == kind);
        self.is_known |= found.is_some() || matches!(&*kind, "stream.end" | "text.delta");
        let Some((_, handle)) = found else { return Ok(()) };
        let number = record.member("call").and_then(|span| record.text(span).parse().ok());
        let number = number.ok_or("no number of a call")?;
        let done = handle(self, number, &record, desk);
        if let (Err(why), Some(Call::Json(document))) = (done, self.open.get_mut(&number)) {
            document.lose(Error::new(Code::E060).with_detail(why), desk);
            self.open.insert(number, Call::Lost);
        }
        done
    }

    fn open(
        &mut self,
        number: u64,
        record: &Record<'_>,
        desk: &mut Desk<'_>,
    ) -> Result<(), &'static str> {
        // One of this number that is open belongs to a stream that broke off.
        if let Some(call) = self.open.remove(&number) {
            self.close(call, Some(ProviderEnd::Interrupted), desk);
        }
        let call = match string(record, "kind").as_deref() {
            Some("custom") => Call::Free,
            _ => Call::json(desk, number),
        };
        self.open.insert(number, call);
        Ok(())
    }

    fn delta(
        &mut self,
        number: u64,
        record: &Record<'_>,
        desk: &mut Desk<'_>,
    ) -> Result<(), &'static str> {
        let call = self.open.entry(number).or_insert_with(|| Call::json(desk, number));
        let text = string(record, "text").ok_or("no text")?;
        call.feed(&text, desk);
        Ok(())
    }

    fn reset(
        &mut self,
        number: u64,
        _: &Record<'_>,
        desk: &mut Desk<'_>,
    ) -> Result<(), &'static str> {
        if !matches!(self.open.get(&number), Some(Call::Free)) {
            self.open.insert(number, Call::json(desk, number));
            desk.lines.reset(number);
        }
        Ok(())
    }

    fn end(
        &mut self,
        number: u64,
        record: &Record<'_>,
        desk: &mut Desk<'_>,
    ) -> Result<(), &'static str> {
        let mut call = self.open.remove(&number).unwrap_or_else(|| Call::json(desk, number));
        if let Some(loss) = loss(record) {
            self.lose(call, loss, desk);
            return Ok(());
        }
        let end = string(record, "end").and_then(|end| ProviderEnd::named(&end));
        match string(record, "json").as_deref() {
            Some("text") => return Ok(()),
            // Empty arguments of a call that is complete are none, not a fault.
            Some("empty") if end == Some(ProviderEnd::Complete) => call.feed("{}", desk),
            _ if call.is_untouched() => {
                let all = string(record, "arguments").unwrap_or(Cow::Borrowed(""));
                call.feed(&all, desk);
            }
            _ => {}
        }
        self.close(call, end, desk);
        Ok(())
    }

    /// Something of a call was lost: whatever there is of it is not what the model wrote.
    fn lose(&mut self, call: Call, loss: Diagnostic, desk: &mut Desk<'_>) {
        let Call::Json(mut document) = call else { return };
        let (code, what) = match loss.is_limit() {
            true => (Code::E021, "arguments were dropped"),
            false => (Code::E060, "arguments were lost"),
        };
        let error = Error::new(code).with_detail(format!("{what}: {}", loss.name()));
        self.status =
            self.status.max(desk.console.stopped(Some(desk.source), &Stop::from(error.clone())));
        document.lose(error, desk);
        if self.ended == Fate::Open {
            self.ended = document.fate();
        }
    }

    fn close(&mut self, call: Call, end: Option<ProviderEnd>, desk: &mut Desk<'_>) {
        if let Call::Json(mut document) = call {
            let (status, fate) = document.finish(end, desk);
            self.status = self.status.max(status);
            if self.ended == Fate::Open {
                self.ended = fate;
            }
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

    /// Whether it is JSON of which nothing has come.
    fn is_untouched(&self) -> bool {
        matches!(self, Call::Json(document) if !document.has_begun())
    }
}

/// How something of a call was lost, if it was; a limit counts first.
fn loss(record: &Record<'_>) -> Option<Diagnostic> {
    let names: Vec<Cow<'_, str>> =
        serde_json::from_str(record.text(record.member("diagnostics")?)).ok()?;
    let found = || names.iter().filter_map(|name| Diagnostic::named(name));
    found().find(|one| one.is_limit()).or_else(|| found().find(|one| one.is_loss()))
}

/// A string member.
fn string<'a>(record: &Record<'a>, name: &str) -> Option<Cow<'a, str>> {
    unquote(record.text(record.member(name)?))
}
