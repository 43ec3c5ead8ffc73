//! A document that grows: its text so far, what is open in it, and what has changed.

use super::delta::{Delta, Tag, Tape};
use super::output::Output;
use super::path::{Segment, pointer_to};
use super::snapshot::{Frame, Snapshot, SnapshotOptions, Tip};
use super::write::{WriteOptions, Writer};
use crate::error::Result;
use crate::event::{Container, Event, Role, Sink};
use crate::repair::Repair;

/// Writes what the engine tells and knows at any moment what is open.
#[derive(Debug)]
pub struct Growing {
    writer: Writer,
    options: SnapshotOptions,
    indent: Option<u8>,
    ensure_ascii: bool,
    /// Containers around the roots that are no part of the document.
    wrappers: usize,
    frames: Vec<Frame>,
    tip: Tip,
    /// Where the root at hand begins.
    root: usize,
    closed_at: Option<u64>,
    tape: Option<Tape>,
    /// The repairs that have not been asked for, as long as they are to be kept.
    repaired: Vec<Placed>,
    /// How many more of them are to be kept.
    room: usize,
}

/// A repair, and what it was made to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The JSON Pointer of the value that was being built.
    pub path: String,
    /// The record.
    pub repair: Repair,
}

impl Growing {
    /// Nothing yet; `wrapped` if the engine wraps the roots in an array.
    #[must_use]
    pub fn new(write: &WriteOptions, options: SnapshotOptions, wrapped: bool) -> Growing {
        Growing {
            writer: Writer::new(write),
            options,
            indent: write.indent,
            ensure_ascii: write.ensure_ascii,
            wrappers: usize::from(wrapped),
            frames: Vec::new(),
            tip: Tip::Nothing,
            root: 0,
            closed_at: None,
            tape: None,
            repaired: Vec::new(),
            room: 0,
        }
    }

    /// Keeps what changes, until [`Growing::drain_deltas`].
    #[must_use]
    pub fn with_deltas(mut self) -> Growing {
        self.tape = Some(Tape::default());
        self
    }

    /// Keeps the first so many repairs, until [`Growing::take_repaired`].
    #[must_use]
    pub fn with_repairs(mut self, room: usize) -> Growing {
        self.room = room;
        self
    }

    /// Hands over what has changed since the last call.
    pub fn drain_deltas(&mut self, mut each: impl FnMut(Delta<'_>)) {
        if let Some(tape) = &mut self.tape {
            tape.drain(self.writer.written(), &mut each);
        }
    }

    /// The repairs since the last call.
    pub fn take_repaired(&mut self) -> Vec<Placed> {
        std::mem::take(&mut self.repaired)
    }

    /// The byte of the input behind the closer of the root, if that is a container.
    #[must_use]
    pub fn closed_at(&self) -> Option<u64> {
        self.closed_at
    }

    /// What is shown now; `waiting` is the input that the engine has not decided on.
    #[must_use]
    pub fn snapshot<'a>(&'a self, waiting: &'a str) -> Snapshot<'a> {
        Snapshot::new(
            &self.writer.written()[self.root..],
            &self.frames,
            self.tip,
            self.root,
            self.indent,
            self.options.shown(waiting),
        )
    }

    /// The steps to the value that is being built; `None` before the first value and when the root
    /// is whole. A wrapper around the roots is no step.
    #[must_use]
    pub fn open_path(&self) -> Option<Vec<Segment>> {
        match self.tip {
            // The step of the innermost container leads to a value only while one is being built.
            Tip::Member | Tip::String => Some(self.steps(self.open_frames())),
            _ => self.open_container(),
        }
    }

    /// As [`Growing::open_path`], to the innermost container that is open, or a string that is the root.
    #[must_use]
    pub fn open_container(&self) -> Option<Vec<Segment>> {
        let frames = self.open_frames();
        let is_open = match self.tip {
            Tip::Nothing | Tip::Whole => false,
            Tip::Open => !frames.is_empty(),
            Tip::Key | Tip::Member | Tip::String => true,
        };
        is_open.then(|| self.steps(&frames[..frames.len().saturating_sub(1)]))
    }

    /// As [`Growing::open_path`], as a JSON Pointer.
    #[must_use]
    pub fn open_pointer(&self) -> Option<String> {
        self.open_path().as_deref().map(pointer_to)
    }

    /// The containers that are open, without a wrapper around the roots.
    fn open_frames(&self) -> &[Frame] {
        self.frames.get(self.wrappers..).unwrap_or_default()
    }

    fn steps(&self, frames: &[Frame]) -> Vec<Segment> {
        frames.iter().map(|frame| frame.step(self.writer.written())).collect()
    }

    /// All that was written, without the line end behind the last root.
    #[must_use]
    pub fn into_text(self) -> String {
        let mut text = self.writer.into_bytes();
        if text.last() == Some(&b'\n') {
            text.pop();
        }
        String::from_utf8(text).expect("what is written is text")
    }

    /// A value begins.
    fn begin(&mut self) {
        match self.frames.last_mut() {
            Some(frame) => frame.begin_value(),
            None => self.root = self.writer.written().len(),
        }
    }

    /// Notes what was told, its text being the last `length` bytes but `behind`.
    #[inline]
    fn note(&mut self, tag: Tag, length: usize, behind: usize) {
        if let Some(tape) = &mut self.tape {
            let end = self.writer.written().len() - behind;
            tape.push(tag, end - length, end);
        }
    }

    fn start(&mut self, container: Container) {
        self.frames.push(Frame::new(container));
        self.tip = Tip::Open;
        self.note(Tag::Start(container), 0, 0);
    }

    fn end(&mut self, at: u64) {
        self.frames.pop();
        self.tip = Tip::Open;
        if self.frames.len() == self.wrappers {
            self.closed_at = Some(at + 1);
        }
        self.note(Tag::End, 0, 0);
    }

    fn begin_string(&mut self, role: Role, before: usize) {
        let at = self.writer.written().len();
        match role {
            Role::Key => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.begin_key(before, at);
                }
                self.tip = Tip::Key;
            }
            Role::Value => {
                self.tip = Tip::String;
                self.note(Tag::String, 0, 0);
            }
        }
    }

    /// A key has been told as a whole.
    fn key(&mut self, member: usize, start: usize, end: usize) {
        self.tip = Tip::Member;
        if let Some(frame) = self.frames.last_mut() {
            frame.begin_key(member, start);
            frame.end_key(end);
        }
        if let Some(tape) = &mut self.tape {
            tape.push(Tag::Key, start, end);
        }
    }

    /// A string value has been told as a whole.
    fn value(&mut self, start: usize, end: usize) {
        self.tip = Tip::Open;
        if let Some(tape) = &mut self.tape {
            tape.push(Tag::String, start, start);
            if start < end {
                tape.push(Tag::Text, start, end);
            }
            tape.push(Tag::StringEnd, end, end);
        }
    }

    /// How long a text without escapes is once it is written.
    fn length(&self, text: &str) -> usize {
        let beyond = |c: char| if c.is_ascii() { 1 } else { 6 * c.len_utf16() };
        if self.ensure_ascii { text.chars().map(beyond).sum() } else { text.len() }
    }

    fn text(&mut self, before: usize) {
        if self.tip == Tip::String {
            self.note(Tag::Text, self.writer.written().len() - before, 0);
        }
    }

    fn end_string(&mut self, role: Role, before: usize) {
        match role {
            Role::Key => {
                self.tip = Tip::Member;
                if let Some(frame) = self.frames.last_mut() {
                    let length = frame.end_key(before);
                    self.note(Tag::Key, length, self.writer.written().len() - before);
                }
            }
            Role::Value => {
                self.tip = Tip::Open;
                self.note(Tag::StringEnd, 0, 0);
            }
        }
    }

    fn scalar(&mut self, length: usize) {
        self.tip = Tip::Open;
        self.note(Tag::Scalar, length, 0);
    }
}

impl Sink for Growing {
    #[inline]
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        if let Event::Start(_)
        | Event::StringStart(Role::Value)
        | Event::Number(_)
        | Event::Bool(_)
        | Event::Null = event
        {
            self.begin();
        }
        let before = self.writer.written().len();
        self.writer.event(event, at)?;
        match event {
            Event::Text(_) | Event::Escape { .. } => self.text(before),
            Event::StringStart(role) => self.begin_string(role, before),
            Event::StringEnd(role) => self.end_string(role, before),
            Event::Number(text) => self.scalar(text.len()),
            Event::Bool(value) => self.scalar(if value { "true" } else { "false" }.len()),
            Event::Null => self.scalar("null".len()),
            Event::Start(container) => self.start(container),
            Event::End(_) => self.end(at),
            Event::RootEnd => self.tip = Tip::Whole,
        }
        Ok(())
    }

    #[inline]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        if role == Role::Value {
            self.begin();
        }
        let before = self.writer.written().len();
        self.writer.string(role, text, at)?;
        let closing = match (role, self.indent) {
            (Role::Value, _) => "\"",
            (Role::Key, None) => "\":",
            (Role::Key, Some(_)) => "\": ",
        };
        let end = self.writer.written().len() - closing.len();
        let start = end - self.length(text);
        match role {
            Role::Key => self.key(before, start, end),
            Role::Value => self.value(start, end),
        }
        Ok(())
    }

    fn wants_notes(&self) -> bool {
        self.room > 0
    }

    fn repair(&mut self, repair: &Repair) -> Result<()> {
        if let Some(room) = self.room.checked_sub(1) {
            self.room = room;
            let path = self.open_pointer().unwrap_or_default();
            self.repaired.push(Placed { path, repair: repair.clone() });
        }
        Ok(())
    }
}

impl Output for Growing {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.writer.buffer()
    }
}
