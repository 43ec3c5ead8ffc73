//! What a document is at a moment: the text so far, borrowed, and what makes it JSON.

use super::path::Segment;
use crate::event::Container;
use crate::json;
use std::fmt;
use std::ops::Range;

/// What a snapshot shows of what is not decided yet. Deltas and the final value are the same
/// whatever is set here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SnapshotOptions {
    /// What becomes of a number that is not known to be whole.
    pub incomplete_number: IncompleteNumber,
    /// What becomes of a key without a value.
    pub pending_key: PendingKey,
}

/// What becomes of a number that is not known to be whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IncompleteNumber {
    /// It is not shown.
    #[default]
    Drop,
    /// As much of it is shown as is a number; a later snapshot may show another.
    TrimToValid,
}

/// What becomes of a key without a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PendingKey {
    /// It is not shown.
    #[default]
    OmitKey,
    /// Its value is shown as null.
    NullKey,
}

impl SnapshotOptions {
    /// What is to be shown of `waiting`, the input that is not decided.
    pub(super) fn shown(self, waiting: &str) -> Undecided<'_> {
        Undecided {
            number: match self.incomplete_number {
                IncompleteNumber::Drop => "",
                IncompleteNumber::TrimToValid => json::number_at(waiting.trim_start()),
            },
            null: self.pending_key == PendingKey::NullKey,
        }
    }
}

/// What is shown beyond what has been told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Undecided<'a> {
    /// A number that may grow, or nothing.
    number: &'a str,
    /// Whether a key without a value has null.
    null: bool,
}

/// What the text so far ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tip {
    /// No root has begun.
    Nothing,
    /// An opened container or a value that is whole.
    Open,
    /// A key that is being told.
    Key,
    /// A key whose value is to come.
    Member,
    /// A string value that is being told.
    String,
    /// A root that is whole.
    Whole,
}

/// An open container.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    container: Container,
    /// Where the member at hand begins, its comma included.
    member: usize,
    /// Where its key stands, without quotes.
    key: Range<usize>,
    /// How many values have begun.
    values: u64,
}

impl Frame {
    pub(super) fn new(container: Container) -> Frame {
        Frame { container, member: 0, key: 0..0, values: 0 }
    }

    pub(super) fn begin_value(&mut self) {
        self.values += 1;
    }

    /// A key begins: `member` with its comma, `key` behind its quote.
    pub(super) fn begin_key(&mut self, member: usize, key: usize) {
        self.member = member;
        self.key = key..key;
    }

    /// The key ends; how long it is.
    pub(super) fn end_key(&mut self, end: usize) -> usize {
        self.key.end = end;
        self.key.len()
    }

    /// The step to the value at hand; `text` is all that was written.
    pub(super) fn step(&self, text: &[u8]) -> Segment {
        match self.container {
            Container::Array => Segment::Index(self.values.saturating_sub(1)),
            Container::Object => {
                let mut key = String::new();
                json::unescape(&mut key, &String::from_utf8_lossy(&text[self.key.clone()]));
                Segment::Key(key)
            }
        }
    }
}

/// A document as far as it is known: valid JSON, borrowed from what holds it. Making one costs
/// nothing, writing one what it is long.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The text so far, without a key that is not shown.
    text: &'a [u8],
    frames: &'a [Frame],
    tip: Tip,
    indent: Option<u8>,
    /// What stands behind the text and before the closers.
    end: &'a str,
}

impl<'a> Snapshot<'a> {
    /// `text` is that of the root, which begins at `root` of all that was written.
    pub(super) fn new(
        text: &'a [u8],
        frames: &'a [Frame],
        tip: Tip,
        root: usize,
        indent: Option<u8>,
        undecided: Undecided<'a>,
    ) -> Snapshot<'a> {
        let in_array = frames.last().is_none_or(|frame| frame.container == Container::Array);
        let end = match tip {
            Tip::Member if !undecided.number.is_empty() => undecided.number,
            Tip::Member if undecided.null => "null",
            Tip::Open if in_array && !frames.is_empty() => undecided.number,
            Tip::Nothing => undecided.number,
            Tip::String => "\"",
            _ => "",
        };
        let hides_key = tip == Tip::Key || tip == Tip::Member && end.is_empty();
        let shown = match frames.last().filter(|_| hides_key) {
            Some(frame) => frame.member - root,
            None => text.len(),
        };
        let text = if tip == Tip::Nothing { &[] } else { &text[..shown] };
        Snapshot { text, frames, tip, indent, end }
    }

    /// Whether there is nothing to show.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.end.is_empty()
    }

    /// Whether the root is whole.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.tip == Tip::Whole
    }

    /// The part of it that is certain: later snapshots begin with it.
    #[must_use]
    pub fn stable(&self) -> &'a [u8] {
        self.text.strip_suffix(b"\n").unwrap_or(self.text)
    }

    /// Appends it as JSON text; nothing if it is empty.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.stable());
        self.write_rest_to(out);
    }

    /// Appends what stands behind the certain part: closers, and what is shown though undecided.
    pub fn write_rest_to(&self, out: &mut Vec<u8>) {
        let is_element = self.tip == Tip::Open && !self.end.is_empty();
        let mut empty = matches!(self.text.last(), Some(b'{' | b'['));
        if is_element {
            if !empty {
                out.push(b',');
            }
            self.line(out, self.frames.len());
        }
        out.extend_from_slice(self.end.as_bytes());
        empty &= self.end.is_empty() && self.tip != Tip::String;
        for (depth, frame) in self.frames.iter().enumerate().rev() {
            if !std::mem::take(&mut empty) {
                self.line(out, depth);
            }
            out.push(frame.container.closer());
        }
    }

    /// Begins a line where lines are indented.
    fn line(&self, out: &mut Vec<u8>, depth: usize) {
        if let Some(indent) = self.indent {
            out.push(b'\n');
            out.resize(out.len() + usize::from(indent) * depth, b' ');
        }
    }
}

impl fmt::Display for Snapshot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Vec::new();
        self.write_to(&mut out);
        f.write_str(&String::from_utf8_lossy(&out))
    }
}
