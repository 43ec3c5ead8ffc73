//! Keeps the input around the place that a refusal will name, so that a stream can quote it.

use super::hint::REACH;
use crate::position::Position;

/// The last of a stream, and what stands around one place of it.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// The input from byte `start` on.
    tail: Piece,
    /// The surroundings of the last place that was pinned, which grow until they are whole.
    pinned: Option<(u64, Piece)>,
}

/// A piece of the input and the byte at which it starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub(super) start: u64,
    pub(super) bytes: Vec<u8>,
}

impl Piece {
    /// Adds to the end.
    fn grow(&mut self, chunk: &[u8]) {
        self.bytes.extend_from_slice(chunk);
    }

    /// What of it is near `byte`.
    fn near(&self, byte: u64) -> Piece {
        let place = (byte.saturating_sub(self.start) as usize).min(self.bytes.len());
        let from = place.saturating_sub(REACH);
        let to = self.bytes.len().min(place + REACH);
        Piece { start: self.start + from as u64, bytes: self.bytes[from..to].to_vec() }
    }

    /// Whether it begins early enough to say what stands at `byte`.
    fn reaches(&self, byte: u64) -> bool {
        self.start <= byte && byte <= self.start + self.bytes.len() as u64
    }
}

impl Window {
    /// Takes a piece of input, before the engine reads it.
    pub fn input(&mut self, chunk: &[u8]) {
        self.tail.grow(chunk);
        if let Some((byte, piece)) = &mut self.pinned {
            let wanted = (*byte - piece.start) as usize + REACH;
            let missing = wanted.saturating_sub(piece.bytes.len());
            piece.grow(&chunk[..missing.min(chunk.len())]);
        }
    }

    /// Pins the place that would be named now, and forgets input that no later record can name.
    pub fn settle(&mut self, settled: u64, refused_at: Option<Position>) {
        if let Some(Position { byte, .. }) = refused_at
            && self.pinned.as_ref().is_none_or(|(known, _)| *known != byte)
            && self.tail.reaches(byte)
        {
            self.pinned = Some((byte, self.tail.near(byte)));
        }
        let known = (settled.saturating_sub(self.tail.start) as usize).min(self.tail.bytes.len());
        // Twice the reach, so that not every feed moves the tail.
        if known > 2 * REACH {
            let forgotten = known - REACH;
            self.tail.bytes.drain(..forgotten);
            self.tail.start += forgotten as u64;
        }
    }

    /// What is known of the input around `place`: the bytes, and the byte at which they start.
    #[must_use]
    pub fn around(&self, place: Position) -> (&[u8], u64) {
        let piece = match &self.pinned {
            Some((byte, piece)) if *byte == place.byte => piece,
            _ => &self.tail,
        };
        (&piece.bytes, piece.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(byte: u64) -> Position {
        Position { byte, ..Position::START }
    }

    #[test]
    fn a_pinned_place_keeps_its_surroundings_while_the_stream_goes_on() {
        let input: Vec<u8> = (0..20_000_u32).map(|index| (index % 251) as u8).collect();
        for size in [1, 7, 4096, input.len()] {
            let mut window = Window::default();
            let mut fed = 0;
            for chunk in input.chunks(size) {
                window.input(chunk);
                fed += chunk.len();
                window.settle(fed as u64, (fed > 5000).then(|| at(5000)));
            }
            let (bytes, start) = window.around(at(5000));
            assert_eq!((bytes, start), (&input[5000 - REACH..5000 + REACH], 5000 - REACH as u64));
            assert!(window.tail.bytes.len() <= size + 2 * REACH);
        }
    }
}
