//! Lines out of bytes that come in any pieces, with a bound on what one line may hold.

/// A line, or a part of one that is over-long. None holds its LF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A line as a whole.
    Line(&'a [u8]),
    /// The beginning of a line that is over-long.
    LongStart(&'a [u8]),
    /// More of that line.
    LongMore(&'a [u8]),
    /// The end of that line.
    LongEnd,
}

/// The byte order mark that some programs begin a file with.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Splits input at LF. Holds at most `max` bytes of a line, the CR before its LF not counted. A byte order
/// mark before the first line is none of its text.
#[derive(Clone, Debug)]
pub struct Lines {
    max: usize,
    held: Vec<u8>,
    /// Inside a line that is over-long.
    long: bool,
    /// No line has ended yet.
    first: bool,
}

impl Lines {
    /// A splitter whose lines hold at most `max` bytes.
    #[must_use]
    pub fn new(max: usize) -> Lines {
        Lines { max, held: Vec::new(), long: false, first: true }
    }

    /// Reads the next piece of input.
    pub fn feed(&mut self, mut chunk: &[u8], mut accept: impl FnMut(Piece<'_>)) {
        while let Some(end) = memchr::memchr(b'\n', chunk) {
            self.extend(&chunk[..end], true, &mut accept);
            chunk = &chunk[end + 1..];
        }
        if !chunk.is_empty() {
            self.extend(chunk, false, &mut accept);
        }
    }

    /// Says that the input is over: a last line without LF is a line.
    pub fn finish(&mut self, mut accept: impl FnMut(Piece<'_>)) {
        if self.long || !self.held.is_empty() {
            self.extend(b"", true, &mut accept);
        }
    }

    /// How many bytes of mark stand, or may stand as long as it goes on, before the line whose next bytes
    /// are `part`.
    fn mark(&self, part: &[u8], ends: bool) -> usize {
        if !self.first {
            return 0;
        }
        let whole = self.held.len() + part.len() >= MARK.len();
        let mut start = self.held.iter().chain(part).zip(MARK);
        let is_one = (whole || !ends) && start.all(|(byte, mark)| byte == mark);
        if is_one { MARK.len() } else { 0 }
    }

    /// Takes more of the current line, and ends it where `ends` says so.
    fn extend(&mut self, part: &[u8], ends: bool, accept: &mut impl FnMut(Piece<'_>)) {
        let mark = self.mark(part, ends);
        let most = mark + self.max;
        // The LF of a CR may be what comes next.
        let cr = usize::from(part.last().or(self.held.last()) == Some(&b'\r'));
        if self.long {
            accept(Piece::LongMore(part));
        } else if self.held.len() + part.len() > most + cr {
            self.long = true;
            let fitting = most.saturating_sub(self.held.len());
            self.held.extend_from_slice(&part[..fitting]);
            accept(Piece::LongStart(&self.held[mark..most]));
            if self.held.len() > most {
                accept(Piece::LongMore(&self.held[most..]));
            }
            self.held = Vec::new();
            accept(Piece::LongMore(&part[fitting..]));
        } else if !ends {
            self.held.extend_from_slice(part);
        } else if self.held.is_empty() {
            accept(Piece::Line(&part[mark..]));
        } else {
            self.held.extend_from_slice(part);
            accept(Piece::Line(&self.held[mark..]));
            self.held.clear();
        }
        self.first &= !ends;
        if ends && std::mem::take(&mut self.long) {
            accept(Piece::LongEnd);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes out when `input` goes in `size` bytes at a time: a long line's parts joined.
    fn split(input: &[u8], max: usize, size: usize) -> Vec<(bool, String)> {
        let mut out: Vec<(bool, String)> = Vec::new();
        let mut accept = |piece: Piece<'_>| {
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            match piece {
                Piece::Line(line) => out.push((false, text(line))),
                Piece::LongStart(start) => {
                    assert_eq!(start.len(), max);
                    out.push((true, text(start)));
                }
                Piece::LongMore(more) => {
                    let Some((true, line)) = out.last_mut() else { unreachable!() };
                    line.push_str(&text(more));
                }
                Piece::LongEnd => {}
            }
        };
        let mut lines = Lines::new(max);
        input.chunks(size).for_each(|chunk| lines.feed(chunk, &mut accept));
        lines.finish(&mut accept);
        assert!(lines.held.capacity() <= 2 * max.max(8));
        out
    }

    #[test]
    fn a_mark_is_none_of_the_shortest_line() {
        for size in 1..=5 {
            assert_eq!(split("\u{feff}ab".as_bytes(), 1, size), [(true, "ab".into())]);
            assert_eq!(split("\u{feff}a\r\n".as_bytes(), 1, size), [(false, "a\r".into())]);
        }
    }

    #[test]
    fn every_line_comes_once_however_the_input_is_cut() {
        let cases: &[(&str, &[(bool, &str)])] = &[
            ("", &[]),
            ("\n", &[(false, "")]),
            ("a\n\nb", &[(false, "a"), (false, ""), (false, "b")]),
            ("a\r\nb\n", &[(false, "a\r"), (false, "b")]),
            ("1234\n12345\n1", &[(false, "1234"), (true, "12345"), (false, "1")]),
            ("123456789\n", &[(true, "123456789")]),
            ("x\n123456789", &[(false, "x"), (true, "123456789")]),
            ("\u{feff}a\n\u{feff}\n", &[(false, "a"), (false, "\u{feff}")]),
            ("\u{feff}1234\n1234\r\n", &[(false, "1234"), (false, "1234\r")]),
            ("\u{feff}1234\r\n1234\r5", &[(false, "1234\r"), (true, "1234\r5")]),
            ("\u{feff}12345\n12345\r\n", &[(true, "12345"), (true, "12345\r")]),
            ("1234\r", &[(false, "1234\r")]),
            ("\u{feff}", &[(false, "")]),
        ];
        for (input, expected) in cases {
            let expected: Vec<_> = expected.iter().map(|(long, s)| (*long, (*s).into())).collect();
            for size in 1..=12 {
                assert_eq!(split(input.as_bytes(), 4, size), expected, "{input:?} by {size}");
            }
        }
    }
}
