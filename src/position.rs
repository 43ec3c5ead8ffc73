//! Places in the input, in every unit a reader may ask for.

use crate::block::{BLOCK, filled, is_ascii};
use std::fmt;
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
    pub fn after(mut self, text: &[u8]) -> Position {
        self.pass(text);
        self
    }

    /// Goes on behind `text`.
    #[inline]
    fn pass(&mut self, text: &[u8]) {
        if text.len() >= BLOCK {
            self.pass_blocks(text);
        } else if text.iter().all(|byte| (b' '..=b'~').contains(byte)) {
            self.pass_units(text.len() as u64);
        } else {
            text.iter().for_each(|&byte| self.pass_byte(byte));
        }
    }

    /// Goes on behind so many bytes that are a unit each and end no line.
    #[inline]
    fn pass_units(&mut self, units: u64) {
        self.byte += units;
        self.offset += units;
        self.column += units;
    }

    /// Goes on behind a byte of a character.
    fn pass_byte(&mut self, byte: u8) {
        let units = u64::from(units(byte));
        self.byte += 1;
        self.offset += units;
        if byte == b'\n' {
            (self.line, self.column) = (self.line + 1, 1);
        } else {
            self.column += units;
        }
    }

    /// The same as [`Position::pass`], made for more than a few bytes.
    #[inline(never)]
    fn pass_blocks(&mut self, text: &[u8]) {
        let (lines, is_ascii) = line_ends(text);
        let units = |text: &[u8]| {
            if is_ascii { text.len() as u64 } else { wide_utf16_len(text) }
        };
        let len = units(text);
        if lines == 0 {
            self.column += len;
        } else {
            let last = memchr::memrchr(b'\n', text);
            self.column = 1 + last.map_or(len, |last| units(&text[last + 1..]));
        }
        self.byte += text.len() as u64;
        self.offset += len;
        self.line += lines;
    }
}

/// `line 1 column 3 (byte 2)`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {} (byte {})", self.line, self.column, self.byte)
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::START
    }
}

/// How many lines end in `text`, and whether all of it is ASCII.
#[inline]
fn line_ends(text: &[u8]) -> (u64, bool) {
    let ends = |block: u8x16| block.cmp_eq(u8x16::splat(b'\n'));
    let (blocks, rest) = text.as_chunks::<BLOCK>();
    let (mut count, mut all) = (0, u8x16::ZERO);
    // Each byte of a sum counts the line ends at its place of the blocks: 255 at most.
    for blocks in blocks.chunks(255) {
        let mut sum = u8x16::ZERO;
        for &block in blocks {
            let block = u8x16::new(block);
            all |= block;
            sum -= ends(block);
        }
        // In many a text no line ends.
        if sum != u8x16::ZERO {
            count += sum.to_array().map(u64::from).iter().sum::<u64>();
        }
    }
    let last = u8x16::new(filled(rest, 0));
    count += u64::from(ends(last).move_mask().count_ones());
    (count, (all | last).move_mask() == 0)
}

/// UTF-16 code units in valid UTF-8: one per character, two for those of four bytes.
#[inline]
#[must_use]
pub fn utf16_len(text: &[u8]) -> u64 {
    if is_ascii(text) { text.len() as u64 } else { wide_utf16_len(text) }
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

/// Finds positions in a window of input that slides forward. Passes over each byte once, and for a
/// place before the last one again over less than two strides.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Where the window begins.
    start: Position,
    /// Places of the window a stride apart or more, as far as they have been asked for.
    marks: Vec<Known>,
    /// The last place that was asked for, unless that is the start: most requests are for one a little
    /// further on.
    last: Known,
}

/// A byte of the window, and its position.
type Known = (usize, Position);

/// Bytes between two marks.
const STRIDE: usize = 1024;

impl Lines {
    /// The position of `window[index]`, where `window` starts at the window's first byte.
    pub fn find(&mut self, window: &[u8], index: usize) -> Position {
        let (mut at, mut position) = self.before(index);
        while at < index {
            let next = index.min(at + STRIDE);
            position = position.after(&window[at..next]);
            at = next;
            let marked = self.marks.last().map_or(0, |mark| mark.0);
            if at.saturating_sub(marked) >= STRIDE {
                self.marks.push((at, position));
            }
        }
        self.last = (at, position);
        position
    }

    /// The last known place that is not behind `index`.
    fn before(&self, index: usize) -> Known {
        let start = (0, self.start);
        let last = if self.last.0 == 0 { start } else { self.last };
        if last.0 <= index && index - last.0 < STRIDE {
            return last;
        }
        let marks = &self.marks[..self.marks.partition_point(|mark| mark.0 <= index)];
        let mark = marks.last().copied().unwrap_or(start);
        if (mark.0..=index).contains(&last.0) { last } else { mark }
    }

    /// Moves the start of the window `consumed` bytes forward.
    #[inline]
    pub fn advance(&mut self, window: &[u8], consumed: usize) {
        if consumed > 0 && self.knows_places() {
            let (at, position) = self.before(consumed);
            self.begin(position.after(&window[at..consumed]));
        } else {
            self.start.pass(&window[..consumed]);
        }
    }

    /// The same for bytes that are known to be ASCII in which no line ends.
    #[inline]
    pub fn advance_units(&mut self, consumed: usize) {
        self.start.pass_units(consumed as u64);
        if self.knows_places() {
            self.begin(self.start);
        }
    }

    /// Whether places behind the start have been asked for.
    fn knows_places(&self) -> bool {
        self.last.0 > 0 || !self.marks.is_empty()
    }

    /// Begins a window in which no place has been asked for.
    fn begin(&mut self, start: Position) {
        self.start = start;
        self.last.0 = 0;
        self.marks.clear();
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
            let expected = (u64::from(byte == b'\n'), byte.is_ascii());
            for len in at + 1..=text.len() {
                assert_eq!(line_ends(&text[..len]), expected, "{byte} at {at} of {len}");
            }
        }
        assert_eq!(line_ends(b""), (0, true));
        assert_eq!(line_ends(&[b'\n'; 10_000]), (10_000, true));
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

    #[test]
    fn windows_slide_alike_over_bytes_that_are_known_to_be_units() {
        let text = "plain text, ".repeat(200);
        for (asked, consumed) in [(0, 5), (3, 5), (9, 5), (2000, 7), (2000, 2300)] {
            let mut lines = Lines::default();
            lines.advance(b"a\nb", 3);
            lines.find(text.as_bytes(), asked);
            let mut others = lines.clone();
            lines.advance(text.as_bytes(), consumed);
            others.advance_units(consumed);
            assert_eq!(lines.start(), others.start());
            let rest = &text.as_bytes()[consumed..];
            for index in [0, 1, 50, 90] {
                assert_eq!(lines.find(rest, index), others.find(rest, index));
            }
        }
    }
}
