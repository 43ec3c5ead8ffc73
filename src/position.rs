//! Places in the input, in every unit a reader may ask for.

use wide::u8x16;

/// A place in the input. Offsets count from 0, line and column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Bytes before the place.
    pub byte: u64,
    /// UTF-16 code units before the place.
    pub offset: u64,
    /// The line, from 1; a line ends at LF.
    pub line: u64,
    /// The column in UTF-16 code units, from 1.
    pub column: u64,
}

impl Position {
    /// The first byte of the input.
    pub const START: Position = Position { byte: 0, offset: 0, line: 1, column: 1 };

    /// The place behind `text`, when `text` begins at `self`.
    #[inline]
    #[must_use]
    pub fn after(self, text: &[u8]) -> Position {
        if text.len() < MANY
            && let Some((lines, last)) = line_ends(text)
        {
            let units = text.len() as u64;
            return Position {
                byte: self.byte + units,
                offset: self.offset + units,
                line: self.line + lines as u64,
                column: last.map_or(self.column + units, |last| units - last as u64),
            };
        }
        self.after_all(text)
    }

    /// The same for any text, made for much of it.
    #[inline(never)]
    fn after_all(self, text: &[u8]) -> Position {
        let units = utf16_len(text);
        let lines = memchr::memchr_iter(b'\n', text).count() as u64;
        let last = if lines > 0 { memchr::memrchr(b'\n', text) } else { None };
        let column = match last {
            Some(last) => 1 + utf16_len(&text[last + 1..]),
            None => self.column + units,
        };
        Position {
            byte: self.byte + text.len() as u64,
            offset: self.offset + units,
            line: self.line + lines,
            column,
        }
    }
}

/// For so many bytes it pays to count each thing by itself.
const MANY: usize = 1024;

impl Default for Position {
    fn default() -> Self {
        Position::START
    }
}

/// Bytes that are looked at together.
const BLOCK: usize = 16;

/// How many lines end in `text`, and where the last of them does; `None` where not all of it is ASCII.
#[inline]
fn line_ends(text: &[u8]) -> Option<(usize, Option<usize>)> {
    let (mut count, mut last) = (0, None);
    let mut see = |at: usize, ends: u32| {
        if ends != 0 {
            count += ends.count_ones() as usize;
            last = Some(at + ends.ilog2() as usize);
        }
    };
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    for (index, block) in blocks.iter().enumerate() {
        let block = u8x16::new(*block);
        if block.move_mask() != 0 {
            return None;
        }
        see(index * BLOCK, block.cmp_eq(u8x16::splat(b'\n')).move_mask() as u32);
    }
    for (index, &byte) in rest.iter().enumerate() {
        if !byte.is_ascii() {
            return None;
        }
        see(text.len() - rest.len() + index, u32::from(byte == b'\n'));
    }
    Some((count, last))
}

/// UTF-16 code units in valid UTF-8: one per character, two for those of four bytes.
#[inline]
#[must_use]
pub fn utf16_len(text: &[u8]) -> u64 {
    if text.is_ascii() { text.len() as u64 } else { wide_utf16_len(text) }
}

fn wide_utf16_len(text: &[u8]) -> u64 {
    // No more than one unit a byte: the sum of a block fits into a byte, which the compiler adds up
    // sixteen at a time.
    let sum = |block: &[u8]| u64::from(block.iter().copied().map(units).sum::<u8>());
    let (blocks, rest) = text.as_chunks::<128>();
    blocks.iter().map(|block| sum(block)).sum::<u64>() + sum(rest)
}

/// The code units of a character, counted at its first byte.
#[inline]
fn units(b: u8) -> u8 {
    u8::from((b as i8) >= -0x40) + u8::from(b >= 0xf0)
}

/// Finds positions in a window of input that slides forward. Passes over each byte once, and again
/// over less than a stride for each request.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The first byte of the window.
    start: Position,
    /// The positions of every stride behind it, as far as they have been asked for.
    marks: Vec<Position>,
    /// The last position that was asked for: most requests are for one a little further on.
    last: Option<(usize, Position)>,
}

/// Bytes between two known positions.
const STRIDE: usize = 1024;

impl Lines {
    /// The position of `window[index]`, where `window` starts at the window's first byte.
    pub fn find(&mut self, window: &[u8], index: usize) -> Position {
        let (known, position) = match self.last {
            Some(last) if last.0 <= index && index - last.0 < STRIDE => last,
            _ => self.mark(window, index / STRIDE),
        };
        let found = position.after(&window[known..index]);
        self.last = Some((index, found));
        found
    }

    /// Where this many strides end, and the position there.
    fn mark(&mut self, window: &[u8], strides: usize) -> (usize, Position) {
        while self.marks.len() < strides {
            let known = self.marks.len() * STRIDE;
            let last = self.marks.last().copied().unwrap_or(self.start);
            self.marks.push(last.after(&window[known..known + STRIDE]));
        }
        let position = strides.checked_sub(1).map_or(self.start, |last| self.marks[last]);
        (strides * STRIDE, position)
    }

    /// Moves the start of the window `consumed` bytes forward.
    pub fn advance(&mut self, window: &[u8], consumed: usize) {
        self.last = None;
        if self.marks.is_empty() {
            self.start = self.start.after(&window[..consumed]);
            return;
        }
        let strides = self.marks.len().min(consumed / STRIDE);
        let known = strides.checked_sub(1).map_or(self.start, |last| self.marks[last]);
        self.start = known.after(&window[strides * STRIDE..consumed]);
        if consumed > 0 {
            self.marks.clear();
        }
    }

    /// The first byte of the window.
    pub fn start(&self) -> Position {
        self.start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_utf16_units() {
        let p = Position::START.after("a\né😀x".as_bytes());
        assert_eq!((p.byte, p.offset, p.line, p.column), (9, 6, 2, 5));
    }

    #[test]
    fn every_line_end_counts_wherever_it_stands() {
        for (byte, at) in (0..=u8::MAX).flat_map(|byte| (0..40).map(move |at| (byte, at))) {
            let mut text = [b'a'; 40];
            text[at] = byte;
            let expected = match byte {
                b'\n' => Some((1, Some(at))),
                _ => byte.is_ascii().then_some((0, None)),
            };
            assert_eq!(line_ends(&text), expected, "{byte} at {at}");
        }
        assert_eq!(line_ends(b"\nab\n\n0123456789abcd\n\nx"), Some((5, Some(20))));
        assert_eq!(line_ends(b""), Some((0, None)));
    }

    #[test]
    fn requests_go_back_and_forth_and_windows_slide() {
        let text = "ab\ncdé😀\n".repeat(500);
        let places: Vec<_> = text.char_indices().map(|(index, _)| index).collect();
        for consumed in [0, places[3], places[1500]] {
            let mut lines = Lines::default();
            lines.find(text.as_bytes(), places[100]);
            lines.advance(text.as_bytes(), consumed);
            for &index in places.iter().rev().chain(&places).filter(|&&i| i >= consumed) {
                let found = lines.find(&text.as_bytes()[consumed..], index - consumed);
                assert_eq!(found, Position::START.after(&text.as_bytes()[..index]));
            }
        }
    }
}
