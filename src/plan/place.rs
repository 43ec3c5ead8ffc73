//! Finds the place of a byte that the engine has named, while the input streams.

use crate::position::Position;

/// So much input is held before any is forgotten, so that not every small piece costs that.
const HELD: usize = 4096;

/// The input that may still be named.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    /// Where `held` begins.
    start: Position,
    held: Vec<u8>,
    /// The places of bytes that may be named and are not held any more.
    kept: [Option<Position>; 2],
}

impl Finder {
    /// Takes a piece of input, before the engine reads it.
    pub(super) fn input(&mut self, chunk: &[u8]) {
        self.held.extend_from_slice(chunk);
    }

    /// Whether it holds so much that it should learn what is settled.
    pub(super) fn is_full(&self) -> bool {
        self.held.len() >= HELD
    }

    /// Forgets all before the byte `settled` but the places of these bytes.
    pub(super) fn settle(&mut self, settled: u64, named: [Option<u64>; 2]) {
        self.kept = named.map(|byte| self.find(byte?));
        let past = self.index(settled).unwrap_or(0).min(self.held.len());
        self.start = self.start.after(&self.held[..past]);
        self.held.drain(..past);
    }

    /// The place of a byte, as long as it is known.
    pub(super) fn find(&self, byte: u64) -> Option<Position> {
        let known = self.kept.iter().flatten().find(|place| place.byte == byte);
        known.copied().or_else(|| Some(self.start.after(self.held.get(..self.index(byte)?)?)))
    }

    fn index(&self, byte: u64) -> Option<usize> {
        usize::try_from(byte.checked_sub(self.start.byte)?).ok()
    }
}
