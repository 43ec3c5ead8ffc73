//! Bytes in, events and repairs out.
//!
//! ```
//! use jsonmend::engine::{Engine, EngineOptions};
//! let mut engine = Engine::new(EngineOptions::default());
//! engine.feed(b"{'a':", &mut ())?;
//! engine.feed(b" 1,}", &mut ())?;
//! engine.finish(&mut ())?;
//! # Ok::<(), jsonmend::error::Error>(())
//! ```
//!
//! The way of a byte: [`Engine::feed`] checks that it is text and puts it behind what is held;
//! `run` deals with one token after the other. `token` asks `grammar`, which is strict JSON, and
//! where that has no step `recover`, which names what is done instead. What waits is looked at
//! through `hold`. While the input is sound, `fast` reads ahead of them all.

mod bare;
mod call;
mod closer;
mod concat;
mod deeper;
mod enclosed;
mod entity;
mod escape;
mod exact;
mod fast;
mod fence;
mod frames;
mod grammar;
mod hold;
mod key;
mod keys;
mod machine;
mod member;
mod number;
pub mod options;
mod prose;
mod quote;
mod reading;
mod recover;
mod root;
mod run;
mod stray;
mod string;
mod tag;
mod token;
mod trivia;
mod value;
mod wide;
mod word;

use crate::error::{Code, Error, Result};
use crate::event::{Event, Sink};
use crate::position::{Position, utf16_len};
use crate::repair::Completeness;
use crate::scan::utf8::{self, Head, Rest};
use keys::Keys;
use machine::{Machine, Replaced};
pub use options::EngineOptions;
use run::Run;
use smallvec::SmallVec;

/// The engine: reads bytes in any pieces and tells a [`Sink`] what they mean.
///
/// An error ends the document; what is fed afterwards is refused with the same error.
#[derive(Debug)]
pub struct Engine {
    machine: Machine,
    /// Text that waits for what follows it.
    held: String,
    /// The start of a character that the last piece cut.
    cut: SmallVec<[u8; 4]>,
    /// Bytes fed, and the first of them.
    len: u64,
    first: u8,
    failed: Option<Error>,
}

impl Engine {
    /// An engine that has read nothing yet.
    #[must_use]
    pub fn new(options: EngineOptions) -> Engine {
        let keys = Keys::of(options.duplicate_keys);
        Engine {
            machine: Machine { careful: !options.suit_lane(), keys, options, ..Machine::default() },
            held: String::new(),
            cut: SmallVec::new(),
            len: 0,
            first: 0,
            failed: None,
        }
    }

    /// The same with the fast lane closed: for tests, which compare the two.
    #[doc(hidden)]
    #[must_use]
    pub fn careful(options: EngineOptions) -> Engine {
        let mut engine = Engine::new(options);
        engine.machine.careful = true;
        engine
    }

    /// Begins another document, with the room that the last one took.
    pub fn restart(&mut self) {
        self.machine.restart();
        self.held.clear();
        self.cut.clear();
        (self.len, self.first, self.failed) = (0, 0, None);
    }

    /// Reads a whole document, of which nothing has been fed: what [`Engine::feed`] and
    /// [`Engine::finish`] do, without moving from one window to the next.
    ///
    /// # Errors
    /// As [`Engine::feed`].
    pub fn read<S: Sink>(&mut self, text: &str, sink: &mut S) -> Result<Completeness> {
        let len = text.len() as u64;
        if self.len > 0 || self.machine.options.max_length.is_some_and(|max| len > max) {
            self.feed(text.as_bytes(), sink)?;
            return self.finish(sink);
        }
        let done = self.check_encoding(text.as_bytes()).and_then(|()| {
            self.len = len;
            Run::new(&mut self.machine, sink, text).run_to_end()
        });
        self.failed = done.as_ref().err().cloned();
        done.map(|()| self.completeness())
    }

    /// Reads a piece that is but text of the string value at hand, as most are that a model writes, and
    /// gives that text, of which nobody has been told. Of any other piece nothing is read.
    #[inline(always)]
    pub fn goes_on<'c>(&mut self, piece: &'c [u8]) -> Option<&'c str> {
        if !self.machine.is_in_text()
            || self.waits()
            || self.failed.is_some()
            || self.machine.options.max_length.is_some()
        {
            return None;
        }
        let Head { text, rest } = utf8::head(piece);
        let is_text = !text.is_empty() && !matches!(rest, Rest::Invalid(..));
        if !is_text || !self.machine.goes_on(text) {
            return None;
        }
        if let Rest::Cut(cut) = rest {
            self.cut = SmallVec::from_slice(cut);
        }
        self.len += piece.len() as u64;
        Some(text)
    }

    /// Reads the next piece of input.
    ///
    /// # Errors
    /// What cannot be repaired (E001–E005), a limit (E020–E022), bytes that are no text (E040,
    /// E041), and what the sink returns.
    pub fn feed<S: Sink>(&mut self, chunk: &[u8], sink: &mut S) -> Result<()> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let room = self.machine.options.max_length.map_or(u64::MAX, |max| max - self.len);
        let (chunk, over) = match usize::try_from(room) {
            Ok(room) if room < chunk.len() => (&chunk[..room], true),
            _ => (chunk, false),
        };
        let mut done = self.check_encoding(chunk).and_then(|()| self.bytes(chunk, sink));
        self.len += chunk.len() as u64;
        if over && done.is_ok() {
            done = Err(Error::at(Code::E021, self.end()));
        }
        self.failed = done.as_ref().err().cloned();
        done
    }

    /// Says that the input is over: what was held is decided.
    ///
    /// # Errors
    /// As [`Engine::feed`].
    pub fn finish<S: Sink>(&mut self, sink: &mut S) -> Result<Completeness> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let done = self.last(sink);
        self.failed = done.as_ref().err().cloned();
        done
    }

    /// How many bytes of the input are settled: no edit that is still to come concerns them.
    #[must_use]
    pub fn settled(&self) -> u64 {
        if self.machine.over {
            return self.len;
        }
        self.machine.settled(self.machine.base())
    }

    /// UTF-16 code units read: of a character that the last piece cut, as many as its first byte tells.
    #[inline]
    #[must_use]
    pub fn units(&self) -> u64 {
        let told = self.machine.lines.start().offset;
        if self.waits() { told + self.units_waiting() } else { told }
    }

    /// Whether something of the input waits for what follows it.
    #[inline]
    fn waits(&self) -> bool {
        !(self.held.is_empty() && self.cut.is_empty())
    }

    #[inline(never)]
    fn units_waiting(&self) -> u64 {
        utf16_len(self.held.as_bytes()) + utf16_len(&self.cut)
    }

    /// The text that waits for what follows it; what has been told comes before it.
    #[must_use]
    pub fn waiting(&self) -> &str {
        &self.held
    }

    fn last<S: Sink>(&mut self, sink: &mut S) -> Result<Completeness> {
        let cut = std::mem::take(&mut self.cut);
        let head = utf8::head(&cut);
        if head.rest != Rest::Nothing {
            self.not_text(cut.len(), sink)?;
        }
        self.text(head.text, true, sink)?;
        Ok(self.completeness())
    }

    fn completeness(&self) -> Completeness {
        match (self.machine.over, self.machine.truncated) {
            (false, _) => Completeness::Empty,
            (true, true) => Completeness::Partial,
            (true, false) => Completeness::Complete,
        }
    }

    /// E041 where the first two bytes are those of UTF-16 or UTF-32: a byte order mark, or a NUL
    /// beside a character. Nothing has been told by then.
    fn check_encoding(&self, chunk: &[u8]) -> Result<()> {
        let start = match (self.len, chunk) {
            (0, [first, second, ..]) => [*first, *second],
            (1, [second, ..]) => [self.first, *second],
            _ => return Ok(()),
        };
        if utf8::is_wide(start) {
            return Err(Error::at(Code::E041, Position::START));
        }
        Ok(())
    }

    /// Cuts bytes into text and what is none.
    fn bytes<S: Sink>(&mut self, mut chunk: &[u8], sink: &mut S) -> Result<()> {
        if self.len == 0
            && let [first, rest @ ..] = chunk
        {
            // The encoding shows in the first two bytes; nothing is told before.
            self.first = *first;
            if rest.is_empty() {
                self.cut.push(*first);
                return Ok(());
            }
        }
        if !self.cut.is_empty() {
            chunk = self.mend(chunk, sink)?;
        }
        loop {
            let head = utf8::head(chunk);
            self.text(head.text, false, sink)?;
            match head.rest {
                Rest::Nothing => return Ok(()),
                Rest::Cut(cut) => {
                    self.cut = SmallVec::from_slice(cut);
                    return Ok(());
                }
                Rest::Invalid(len, rest) => {
                    self.not_text(len, sink)?;
                    chunk = rest;
                }
            }
        }
    }

    /// Reads the character that the last piece cut, and gives what follows it in this one.
    #[inline(never)]
    fn mend<'c, S: Sink>(&mut self, mut chunk: &'c [u8], sink: &mut S) -> Result<&'c [u8]> {
        while !self.cut.is_empty()
            && let Some((&next, rest)) = chunk.split_first()
        {
            self.cut.push(next);
            let bytes = std::mem::take(&mut self.cut);
            let head = utf8::head(&bytes);
            self.text(head.text, false, sink)?;
            match head.rest {
                Rest::Nothing => chunk = rest,
                Rest::Cut(cut) => {
                    self.cut = SmallVec::from_slice(cut);
                    chunk = rest;
                }
                Rest::Invalid(len, behind) => {
                    self.not_text(len, sink)?;
                    // The byte that broke the character may begin another.
                    if behind.is_empty() {
                        chunk = rest;
                    }
                }
            }
        }
        Ok(chunk)
    }

    /// `bytes` bytes that are no character: E040, or U+FFFD in their place.
    fn not_text<S: Sink>(&mut self, bytes: usize, sink: &mut S) -> Result<()> {
        if !self.machine.options.replace_bytes {
            return Err(Error::at(Code::E040, self.end()));
        }
        self.machine.sound = false;
        self.machine.replaced.push(Replaced { index: self.held.len(), bytes });
        self.text("\u{fffd}", false, sink)
    }

    /// Runs the machine over what was held and `text`.
    fn text<S: Sink>(&mut self, text: &str, eof: bool, sink: &mut S) -> Result<()> {
        if text.is_empty() && !eof {
            return Ok(());
        }
        let Engine { machine, held, .. } = self;
        let waited = !held.is_empty();
        if waited {
            held.push_str(text);
        } else if !eof && machine.goes_on(text) {
            return sink.event(Event::Text(text), machine.base() - text.len() as u64);
        }
        let window = if waited { held.as_str() } else { text };
        let (pos, done) = machine.window(window, eof, sink);
        if pos == window.len() {
            held.clear();
        } else if !waited {
            held.push_str(&text[pos..]);
        } else if pos > 0 {
            held.drain(..pos);
        }
        done
    }

    /// The end of what has been read.
    fn end(&self) -> Position {
        let end = self.machine.lines.start().after(self.held.as_bytes());
        Position { byte: end.byte - self.machine.shift, ..end }
    }
}

impl Machine {
    /// Runs over a window, and gives how much of it is dealt with.
    #[inline]
    fn window<S: Sink>(&mut self, text: &str, eof: bool, sink: &mut S) -> (usize, Result<()>) {
        let mut run = Run::new(self, sink, text);
        run.eof = eof;
        let done = run.run();
        let pos = run.pos;
        self.leave(text, pos);
        (pos, done)
    }

    /// Moves the window on to `pos`.
    #[inline]
    fn leave(&mut self, window: &str, pos: usize) {
        if pos == 0 {
            return;
        }
        self.lines.advance(window.as_bytes(), pos);
        if !self.replaced.is_empty() {
            self.leave_replaced(pos);
        }
    }

    #[cold]
    fn leave_replaced(&mut self, pos: usize) {
        let width = char::REPLACEMENT_CHARACTER.len_utf8();
        let gone = self.replaced.iter().take_while(|at| at.index < pos);
        let (count, shift) =
            gone.fold((0, 0), |(count, shift), at| (count + 1, shift + width - at.bytes));
        self.replaced.drain(..count);
        self.shift += shift as u64;
        for at in &mut self.replaced {
            at.index -= pos;
        }
    }
}
