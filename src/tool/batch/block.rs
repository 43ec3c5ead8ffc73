//! The lines that one read completes, as one piece of work.

use crate::cli::io::{Source, Stop};
use crate::error::{Code, Error, Result};
use crate::framing::lines::Piece;
use simdutf8::basic::from_utf8;

/// Lines, and the parts of over-long ones.
#[derive(Debug, Default)]
pub(in crate::tool) struct Block {
    source: Source,
    /// The number of the first line that begins here.
    first: u64,
    lines: u64,
    bytes: Vec<u8>,
    /// What each piece is, and where it ends.
    ends: Vec<(Kind, usize)>,
    stop: Option<Stop>,
}

/// What a piece is: see [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tool) enum Kind {
    Line,
    LongStart,
    LongMore,
    LongEnd,
}

impl Block {
    /// Empties it, for lines of `source` of which the first has the number `first` in it.
    pub(super) fn begin(&mut self, source: &Source, first: u64) {
        self.source.clone_from(source);
        (self.first, self.lines, self.stop) = (first, 0, None);
        self.bytes.clear();
        self.ends.clear();
    }

    /// Says that its input cannot be read any further.
    pub(super) fn stop(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    /// The input that its lines are from.
    pub(in crate::tool) fn source(&self) -> &Source {
        &self.source
    }

    /// Why the input cannot be read any further, where that is so. Such a block has no lines.
    pub(in crate::tool) fn stopped(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Adds a piece.
    pub(super) fn push(&mut self, piece: Piece<'_>) {
        let (kind, bytes) = match piece {
            Piece::Line(bytes) => (Kind::Line, bytes),
            Piece::LongStart(bytes) => (Kind::LongStart, bytes),
            Piece::LongMore(bytes) => (Kind::LongMore, bytes),
            Piece::LongEnd => (Kind::LongEnd, &[][..]),
        };
        self.lines += u64::from(kind.begins_line());
        self.bytes.extend_from_slice(bytes);
        self.ends.push((kind, self.bytes.len()));
    }

    /// How many bytes its pieces have.
    pub(in crate::tool) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of the first line behind it.
    pub(super) fn next_line(&self) -> u64 {
        self.first + self.lines
    }

    /// Its pieces, each with the number of its line in its input.
    pub(in crate::tool) fn pieces(&self) -> impl Iterator<Item = (u64, Kind, Bytes<'_>)> {
        // Looked at once, and not with each line.
        let text = from_utf8(&self.bytes).ok();
        let mut next = self.first;
        let mut start = 0;
        self.ends.iter().map(move |&(kind, end)| {
            next += u64::from(kind.begins_line());
            let span = std::mem::replace(&mut start, end)..end;
            let text = text.and_then(|text| text.get(span.clone()));
            (next - 1, kind, Bytes { bytes: &self.bytes[span], text })
        })
    }
}

/// The bytes of a piece, which may be known to be text.
#[derive(Clone, Copy, Debug)]
pub(in crate::tool) struct Bytes<'a> {
    bytes: &'a [u8],
    text: Option<&'a str>,
}

impl<'a> Bytes<'a> {
    /// As they came.
    pub(in crate::tool) fn raw(self) -> &'a [u8] {
        self.bytes
    }

    /// The text that they are.
    ///
    /// # Errors
    /// E040: they are none.
    pub(in crate::tool) fn text(self) -> Result<&'a str> {
        self.text.map_or_else(|| from_utf8(self.bytes).map_err(|_| Error::new(Code::E040)), Ok)
    }
}

impl Kind {
    fn begins_line(self) -> bool {
        matches!(self, Kind::Line | Kind::LongStart)
    }
}
