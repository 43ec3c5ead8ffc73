//! One feed: the machine with its window of text and the sink. What every token needs is here:
//! looking ahead, telling events, making records.

use super::frames::Frames;
use super::hold::{Ask, Cell, Halt, Look, Stop, WINDOW};
use super::machine::{Lexeme, Machine, Place, Spot};
use super::trivia;
use crate::error::{Code, Error};
use crate::event::{Container, Event, Interest, Role, Sink};
use crate::position::Position;
use crate::repair::{Ambiguity, Edit, Edits, MAX_EDITS, Repair, Rule, Severity};
use crate::scan::runs;
use std::borrow::Cow;

/// The machine at work on a window of text.
///
/// Decisions count from the first byte that waits, `pos`: index 0 is the byte there.
pub(crate) struct Run<'a, S> {
    pub(crate) m: &'a mut Machine,
    pub(crate) sink: &'a mut S,
    /// The window: what was held, then what has come.
    pub(crate) text: &'a str,
    /// The first byte that is not dealt with.
    pub(crate) pos: usize,
    /// Whether the window ends where the input ends.
    pub(crate) eof: bool,
    /// The byte of the input that the window's first is, where all of it is input.
    pub(crate) base: u64,
    /// What the sink has a use for of records.
    pub(crate) interest: Interest,
}

impl<'a, S: Sink> Run<'a, S> {
    /// The machine at the start of a window.
    pub(crate) fn new(m: &'a mut Machine, sink: &'a mut S, text: &'a str) -> Self {
        let base = m.base();
        let interest = sink.interest();
        Run { m, sink, text, pos: 0, eof: false, base, interest }
    }

    /// Does all that can be done with the window.
    pub(crate) fn run(&mut self) -> Result<(), Error> {
        let done = self.steps();
        self.leave();
        done
    }

    /// Does all with a window that holds the whole input. That it ends there is known only when all
    /// else is done, as it is where the input comes in pieces.
    pub(crate) fn run_to_end(&mut self) -> Result<(), Error> {
        self.steps()?;
        self.eof = true;
        self.steps()
    }

    fn steps(&mut self) -> Result<(), Error> {
        loop {
            let sound = std::mem::take(&mut self.m.sound) || self.is_sound();
            if sound && self.fast()? {
                self.m.sound = true;
                return Ok(());
            }
            if self.is_spent() && !self.eof {
                return Ok(());
            }
            let before = self.pos;
            self.m.memo.replay();
            let done = match &self.m.lexeme {
                Lexeme::None if self.m.place == Place::Inside => self.token(),
                Lexeme::None if self.m.place == Place::Before => self.before_root(),
                Lexeme::None => self.after_root(),
                Lexeme::String => self.string(),
                Lexeme::Trivia(_) => self.trivia_goes_on(),
                Lexeme::Prose(_) => self.prose(),
            };
            self.m.waits = match done {
                Err(Halt::More) => self.rest().len(),
                _ => 0,
            };
            match done {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(Halt::More) => {
                    if before == self.pos {
                        self.m.memo.put_off();
                    } else {
                        self.m.memo.clear();
                    }
                    return Ok(());
                }
                Err(Halt::Fail(error)) => return Err(error),
            }
            self.m.memo.clear();
        }
    }

    /// The text that is not dealt with.
    #[inline]
    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.pos..]
    }

    /// The bytes of that text.
    #[inline]
    pub(crate) fn bytes(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.pos..]
    }

    /// Whether all of the window has been dealt with.
    #[inline]
    pub(crate) fn is_spent(&self) -> bool {
        self.pos == self.text.len()
    }

    /// Whether all of the input has been dealt with.
    pub(crate) fn at_end(&self) -> bool {
        self.eof && self.is_spent()
    }

    /// The character at `index`.
    #[inline]
    pub(crate) fn peek(&self, index: usize) -> Option<char> {
        match self.bytes().get(index)? {
            byte if byte.is_ascii() => Some(char::from(*byte)),
            _ => self.rest()[index..].chars().next(),
        }
    }

    /// Whether what follows begins with `word`; waits while it may.
    pub(crate) fn follows(&self, index: usize, word: &str) -> Ask<bool> {
        let rest = &self.rest()[index..];
        if rest.len() < word.len() && !self.eof && word.starts_with(rest) {
            return Err(Halt::More);
        }
        Ok(rest.starts_with(word))
    }

    /// Passes over characters from `from` on while `pass` says so, at most to the window's limit.
    pub(crate) fn scan(
        &mut self,
        from: usize,
        pass: impl FnMut(&mut Cell, usize, char) -> bool,
    ) -> Ask<(Stop, Cell)> {
        self.scan_to(WINDOW, from, pass)
    }

    /// The same up to a limit of its own.
    pub(crate) fn scan_to(
        &mut self,
        limit: usize,
        from: usize,
        pass: impl FnMut(&mut Cell, usize, char) -> bool,
    ) -> Ask<(Stop, Cell)> {
        let look = Look { text: &self.text[self.pos..], eof: self.eof, limit };
        look.scan(&mut self.m.memo, from, pass)
    }

    /// The same for a token that has to be held whole: E022 where it is too long.
    pub(crate) fn scan_token(
        &mut self,
        from: usize,
        pass: impl FnMut(&mut Cell, usize, char) -> bool,
    ) -> Ask<(Stop, Cell)> {
        let longest = usize::try_from(self.m.options.max_token).unwrap_or(usize::MAX);
        let found = self.scan_to(longest, from, pass)?;
        if found.0.index() > longest { Err(self.fail(Code::E022)) } else { Ok(found) }
    }

    /// Where a scan may begin that letters, digits and underscores from `from` on do not stop. One that
    /// waits knows by itself how far it has come.
    pub(crate) fn past_word(&self, from: usize) -> usize {
        if self.m.memo.waits() { from } else { from + runs::word(&self.bytes()[from..]) }
    }

    /// What follows white space and comments.
    pub(crate) fn past_trivia(&mut self, from: usize) -> Ask<Stop> {
        if !self.m.memo.waits()
            && let Some((index, c)) = trivia::past_near(self.rest(), from, WINDOW)
        {
            return Ok(Stop::At(index, c));
        }
        let (stop, cell) = self.scan(from, trivia::pass)?;
        Ok(trivia::settle(stop, cell, self.rest()))
    }

    /// The byte of the input that stands at `index`.
    pub(crate) fn byte(&self, index: usize) -> u64 {
        self.window_byte(self.pos + index)
    }

    #[inline]
    fn window_byte(&self, index: usize) -> u64 {
        let byte = self.base + index as u64;
        if self.m.replaced.is_empty() { byte } else { byte - self.grown(index) }
    }

    /// How many bytes longer than the input the window is before `index`.
    #[cold]
    fn grown(&self, index: usize) -> u64 {
        let grown: usize = self
            .m
            .replaced
            .iter()
            .take_while(|replaced| replaced.index < index)
            .map(|replaced| char::REPLACEMENT_CHARACTER.len_utf8() - replaced.bytes)
            .sum();
        grown as u64
    }

    /// The position of `index`, as far as a record needs it.
    pub(crate) fn position(&mut self, index: usize) -> Position {
        self.window_position(self.pos + index)
    }

    fn window_position(&mut self, index: usize) -> Position {
        if self.interest <= Interest::Bytes {
            return Position { byte: self.window_byte(index), ..Position::START };
        }
        self.whole_position(index)
    }

    fn whole_position(&mut self, index: usize) -> Position {
        let byte = self.window_byte(index);
        Position { byte, ..self.m.lines.find(self.text.as_bytes(), index) }
    }

    /// The position of a spot, as far as a record needs it.
    pub(crate) fn resolve(&mut self, spot: Spot) -> Position {
        match spot {
            Spot::Window(index) => self.window_position(index),
            Spot::Known(position) => position,
        }
    }

    /// The window is about to move on: gives the spots that may still be asked for their positions.
    fn leave(&mut self) {
        if let Some(spot) = self.m.comma.as_ref().map(|comma| comma.spot) {
            let spot = Spot::Known(self.resolve(spot));
            self.m.comma.iter_mut().for_each(|comma| comma.spot = spot);
        }
        if let Some(spot) = self.m.unopened.as_ref().map(|brace| brace.spot) {
            let spot = Spot::Known(self.resolve(spot));
            self.m.unopened.iter_mut().for_each(|brace| brace.spot = spot);
        }
        if matches!(self.m.lexeme, Lexeme::String) {
            if self.m.string.fresh {
                self.m.string.open = Spot::Known(self.resolve(self.m.string.open));
            }
            self.m.string.leave(self.pos);
        }
    }

    /// An error at the first byte that waits.
    pub(crate) fn fail(&mut self, code: Code) -> Halt {
        self.fail_at(code, 0)
    }

    /// An error at `index`.
    pub(crate) fn fail_at(&mut self, code: Code, index: usize) -> Halt {
        Halt::Fail(Error::at(code, self.whole_position(self.pos + index)))
    }

    /// E005 at the first byte that waits: what is there, and the option that refuses it.
    pub(crate) fn refuse(&mut self, detail: &'static str) -> Halt {
        Error::at(Code::E005, self.whole_position(self.pos)).with_detail(detail).into()
    }

    /// Goes `len` bytes forward.
    #[inline]
    pub(crate) fn advance(&mut self, len: usize) {
        self.pos += len;
    }

    /// Goes `len` bytes forward over a token that is kept.
    #[inline]
    pub(crate) fn keep(&mut self, len: usize) {
        self.pos += len;
        self.m.behind = self.window_byte(self.pos);
    }

    /// Tells an event whose token begins at `index`.
    #[inline(never)]
    pub(crate) fn event(&mut self, event: Event<'_>, index: usize) -> Ask<()> {
        if self.m.mute.is_some() {
            return Ok(());
        }
        let at = self.byte(index);
        Ok(self.sink.event(event, at)?)
    }

    /// Tells the Start that waits for the first token behind its brace.
    #[inline]
    pub(crate) fn open_pending(&mut self, container: Container) -> Ask<()> {
        if self.m.unopened.is_none() { Ok(()) } else { self.open_now(container) }
    }

    fn open_now(&mut self, container: Container) -> Ask<()> {
        match self.m.unopened.take() {
            Some(brace) if self.m.mute.is_none() => {
                if let (Some(odd), Container::Object) = (brace.odd, container) {
                    let at = self.resolve(brace.spot);
                    let mut record = record_at(Rule::NormalizeSeparator, Severity::Cosmetic, at);
                    let delete = odd.len_utf8() as u64;
                    record.edits.push(Edit { byte: brace.byte, delete, insert: "{".into() });
                    self.file(record)?;
                }
                Ok(self.sink.event(Event::Start(container), brace.byte)?)
            }
            _ => Ok(()),
        }
    }

    /// A string that has no text in the input.
    pub(crate) fn whole_string(&mut self, text: &str, index: usize) -> Ask<()> {
        self.event(Event::StringStart(Role::Value), index)?;
        self.event(Event::Text(text), index)?;
        self.event(Event::StringEnd(Role::Value), index)
    }

    /// A record without edits, at `index`.
    pub(crate) fn record(&mut self, rule: Rule, severity: Severity, index: usize) -> Repair {
        let at = self.position(index);
        record_at(rule, severity, at)
    }

    /// Files a record that is complete.
    pub(crate) fn file(&mut self, mut record: Repair) -> Ask<()> {
        if self.m.mute.is_some() {
            return Ok(());
        }
        self.m.truncated |= record.truncated;
        while record.edits.len() > MAX_EDITS {
            let rest = record.edits.drain(MAX_EDITS..).collect();
            self.sink.repair(record.clone())?;
            record.edits = rest;
        }
        Ok(self.sink.repair(record)?)
    }

    /// Adds an edit to a record that is still open; a full one is filed, and goes on as another.
    pub(crate) fn add(&mut self, record: &mut Repair, edit: Edit) -> Ask<()> {
        if record.edits.len() == MAX_EDITS {
            let full = record.clone();
            record.edits.clear();
            self.file(full)?;
        }
        record.edits.push(edit);
        Ok(())
    }

    /// Files a record of one edit: at `index`, `delete` bytes go and `insert` comes.
    pub(crate) fn repair(
        &mut self,
        rule: Rule,
        severity: Severity,
        class: Option<Ambiguity>,
        index: usize,
        delete: usize,
        insert: impl Into<Cow<'static, str>>,
    ) -> Ask<()> {
        let mut record = self.record(rule, severity, index);
        record.ambiguity = class;
        record.edits.push(self.replace(index, delete, insert));
        self.file(record)
    }

    /// An edit of the window's text.
    pub(crate) fn replace(
        &self,
        index: usize,
        delete: usize,
        insert: impl Into<Cow<'static, str>>,
    ) -> Edit {
        let byte = self.byte(index);
        Edit { byte, delete: self.byte(index + delete) - byte, insert: insert.into() }
    }

    /// N004: a decision at the window's limit was perhaps not the right one.
    pub(crate) fn note_limit(&mut self, at: Position) -> Ask<()> {
        self.file(record_at(Rule::WindowLimit, Severity::Note, at))
    }

    /// A note: the text stays.
    pub(crate) fn note(&mut self, rule: Rule, index: usize) -> Ask<()> {
        let record = self.record(rule, Severity::Note, index);
        self.file(record)
    }

    pub(crate) fn frames(&self) -> &Frames {
        &self.m.frames
    }
}

/// A record without edits.
pub(crate) fn record_at(rule: Rule, severity: Severity, at: Position) -> Repair {
    Repair {
        rule,
        at,
        severity,
        ambiguity: None,
        resolved_by: None,
        truncated: false,
        edits: Edits::new(),
    }
}

/// An edit that only inserts.
pub(crate) fn insert(byte: u64, text: impl Into<Cow<'static, str>>) -> Edit {
    Edit { byte, delete: 0, insert: text.into() }
}

/// An edit that only deletes.
pub(crate) fn delete(from: u64, to: u64) -> Edit {
    Edit { byte: from, delete: to - from, insert: Cow::Borrowed("") }
}
