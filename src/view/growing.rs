//! A document that grows: its text so far, what is open in it, and what has changed.

use super::delta::{Delta, Deltas};
use super::output::Output;
use super::path::{Segment, pointer_to};
use super::snapshot::{Frame, Snapshot, SnapshotOptions, Tip};
use super::write::{WriteOptions, Writer};
use crate::error::Result;
use crate::event::{Container, Event, Interest, Role, Sink};
use crate::repair::Repair;
use crate::scan::utf8::into_string;

/// Writes what the engine tells and knows at any moment what is open.
#[derive(Debug)]
pub struct Growing {
    writer: Writer,
    options: SnapshotOptions,
    indent: Option<u8>,
    /// Containers around the roots that are no part of the document.
    wrappers: usize,
    frames: Vec<Frame>,
    tip: Tip,
    /// Where the root at hand begins.
    root: usize,
    closed_at: Option<u64>,
    deltas: Option<Deltas>,
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
            wrappers: usize::from(wrapped),
            frames: Vec::new(),
            tip: Tip::Nothing,
            root: 0,
            closed_at: None,
            deltas: None,
            repaired: Vec::new(),
            room: 0,
        }
    }

    /// Keeps what changes, until [`Growing::drain_deltas`].
    #[must_use]
    pub fn with_deltas(mut self) -> Growing {
        self.deltas = Some(Deltas::default());
        self
    }

    /// Keeps the first so many repairs, until [`Growing::take_repaired`].
    #[must_use]
    pub fn with_repairs(mut self, room: usize) -> Growing {
        self.room = room;
        self
    }

    /// Hands over what has changed since the last call.
    #[inline]
    pub fn drain_deltas(&mut self, each: impl FnMut(Delta<'_>)) {
        if let Some(deltas) = &mut self.deltas {
            deltas.drain(each);
        }
    }

    /// Whether what changes is kept and has all been handed over.
    #[inline]
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.deltas.as_ref().is_some_and(Deltas::is_drained)
    }

    /// Takes text of the string value at hand, and gives what that changes where all before it
    /// [has been handed over](Growing::is_drained).
    #[inline]
    pub fn grow<'a>(&'a mut self, text: &'a str) -> Option<Delta<'a>> {
        self.writer.text(text);
        self.deltas.as_mut().map(|deltas| deltas.grow(text))
    }

    /// Whether there are repairs for [`Growing::take_repaired`].
    #[inline]
    #[must_use]
    pub fn has_repaired(&self) -> bool {
        !self.repaired.is_empty()
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

    /// Whether the root is whole.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.tip == Tip::Whole
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
        into_string(text).expect("what is written is text")
    }

    /// A value begins.
    #[inline]
    fn begin(&mut self) {
        match self.frames.last_mut() {
            Some(frame) => frame.begin_value(),
            None => self.root = self.writer.written().len(),
        }
    }

    fn start(&mut self, container: Container) {
        self.begin();
        self.writer.open(container);
        self.frames.push(Frame::new(container));
        self.tip = Tip::Open;
    }

    fn end(&mut self, container: Container, at: u64) {
        self.writer.close(container);
        self.frames.pop();
        self.tip = Tip::Open;
        if self.frames.len() == self.wrappers {
            self.closed_at = Some(at + 1);
        }
    }

    fn begin_key(&mut self) {
        let before = self.writer.written().len();
        self.writer.begin_string();
        let at = self.writer.written().len();
        if let Some(frame) = self.frames.last_mut() {
            frame.begin_key(before, at);
        }
        self.tip = Tip::Key;
    }

    fn end_key(&mut self) {
        let end = self.writer.written().len();
        self.writer.end_string(Role::Key);
        if let Some(frame) = self.frames.last_mut() {
            frame.end_key(end);
        }
        self.tip = Tip::Member;
    }

    fn begin_string(&mut self) {
        self.begin();
        self.writer.begin_string();
        self.tip = Tip::String;
    }

    fn end_string(&mut self) {
        self.writer.end_string(Role::Value);
        self.tip = Tip::Open;
    }

    fn scalar(&mut self, text: &str) {
        self.begin();
        self.writer.scalar(text);
        self.tip = Tip::Open;
    }

    fn end_root(&mut self) {
        self.writer.end_root();
        self.tip = Tip::Whole;
    }
}

impl Sink for Growing {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        match event {
            Event::Text(text) | Event::Escape { raw: text, .. } => self.writer.text(text),
            Event::StringStart(Role::Key) => self.begin_key(),
            Event::StringEnd(Role::Key) => self.end_key(),
            Event::StringStart(Role::Value) => self.begin_string(),
            Event::StringEnd(Role::Value) => self.end_string(),
            Event::Number(text) => self.scalar(text),
            Event::Bool(true) => self.scalar("true"),
            Event::Bool(false) => self.scalar("false"),
            Event::Null => self.scalar("null"),
            Event::Start(container) => self.start(container),
            Event::End(container) => self.end(container, at),
            Event::RootEnd => self.end_root(),
        }
        self.deltas.event(event, at)
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        match role {
            Role::Key => {
                self.begin_key();
                self.writer.text(text);
                self.end_key();
            }
            Role::Value => {
                self.begin_string();
                self.writer.text(text);
                self.end_string();
            }
        }
        self.deltas.string(role, text, at)
    }

    fn interest(&self) -> Interest {
        if self.room > 0 { Interest::Notes } else { Interest::Nothing }
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        if let Some(room) = self.room.checked_sub(1) {
            self.room = room;
            let path = self.open_pointer().unwrap_or_default();
            self.repaired.push(Placed { path, repair });
        }
        Ok(())
    }
}

impl Output for Growing {
    fn buffer(&mut self) -> &mut Vec<u8> {
        self.writer.buffer()
    }
}
