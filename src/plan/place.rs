//! Finds the place of a byte that the engine has named, while the input streams.

use crate::position::Position;

/// The input that may still be named.
#[derive(Clone, Debug, Default)]
pub(super) struct Finder {
    /// Where `held` begins.
    start: Position,
    held: Vec<u8>,
    /// The place of a string that is not over.
    string: Option<Position>,
    found: Option<Position>,
}

impl Finder {
    /// Takes the next piece of input, before the engine reads it.
    pub(super) fn input(&mut self, chunk: &[u8]) {
        self.held.extend_from_slice(chunk);
    }

    /// Finds the place that is `named`, if there is one, keeps that of the `string` that is being
    /// read, and forgets all before the byte `settled`.
    pub(super) fn settle(&mut self, settled: u64, named: Option<u64>, string: Option<u64>) {
        if self.found.map(|place| place.byte) != named {
            self.found = named.and_then(|byte| self.place(byte));
        }
        self.string = string.and_then(|byte| self.place(byte));
        let past = self.index(settled).unwrap_or(0).min(self.held.len());
        self.start = self.start.after(&self.held[..past]);
        self.held.drain(..past);
    }

    /// The place that was found.
    pub(super) fn found(&self) -> Option<Position> {
        self.found
    }

    /// The place that was found or may be soon.
    pub(super) fn expected(&self) -> Option<Position> {
        self.found.or(self.string)
    }

    fn place(&self, byte: u64) -> Option<Position> {
        let known = self.string.filter(|place| place.byte == byte);
        known.or_else(|| Some(self.start.after(self.held.get(..self.index(byte)?)?)))
    }

    fn index(&self, byte: u64) -> Option<usize> {
        usize::try_from(byte.checked_sub(self.start.byte)?).ok()
    }
}
