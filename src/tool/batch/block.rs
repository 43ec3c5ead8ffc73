//! The lines that one read completes, as one piece of work.

use crate::cli::io::Source;
use crate::framing::lines::Piece;

/// Lines, and the parts of over-long ones.
#[derive(Debug)]
pub(in crate::tool) struct Block {
    source: Source,
    /// The number of the first line that begins here.
    first: u64,
    lines: u64,
    bytes: Vec<u8>,
    /// What each piece is, and where it ends.
    ends: Vec<(Kind, usize)>,
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
    /// A block without lines, the first of which will have the number `first` in its input.
    pub(super) fn new(source: Source, first: u64) -> Block {
        Block { source, first, lines: 0, bytes: Vec::new(), ends: Vec::new() }
    }

    /// The input that its lines are from.
    pub(in crate::tool) fn source(&self) -> &Source {
        &self.source
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
    pub(in crate::tool) fn pieces(&self) -> impl Iterator<Item = (u64, Kind, &[u8])> {
        let mut next = self.first;
        let mut start = 0;
        self.ends.iter().map(move |&(kind, end)| {
            next += u64::from(kind.begins_line());
            let text = &self.bytes[std::mem::replace(&mut start, end)..end];
            (next - 1, kind, text)
        })
    }
}

impl Kind {
    fn begins_line(self) -> bool {
        matches!(self, Kind::Line | Kind::LongStart)
    }
}
