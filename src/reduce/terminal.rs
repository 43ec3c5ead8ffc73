//! What a terminal would show of a text: escapes gone, overwritten frames replayed, controls dropped.

use super::failure;
use std::borrow::Cow;
use std::collections::VecDeque;

/// The text as it would be seen. Line ends are LF. A frame that was overwritten stays as a line of
/// its own if it told of a failure that the final text does not tell of.
#[must_use]
pub fn normalise(text: &str) -> Cow<'_, str> {
    if is_plain(text.as_bytes()) {
        return Cow::Borrowed(text);
    }
    if has_motion(text.as_bytes()) {
        let mut screen = Screen::default();
        screen.write(text);
        return Cow::Owned(screen.finish());
    }
    let mut out = String::with_capacity(text.len());
    for piece in Pieces(text) {
        match piece {
            Piece::Text(text) => out.push_str(text),
            Piece::Nul => out.push('\u{2400}'),
            Piece::Control(b'\n') => out.push('\n'),
            Piece::Control(_) | Piece::Csi { .. } => {}
        }
    }
    Cow::Owned(out)
}

/// Whether nothing in it has to be dropped or replayed.
fn is_plain(bytes: &[u8]) -> bool {
    // Without an early exit inside a block the test is one of vectors.
    bytes.chunks(4096).all(|block| {
        block.iter().fold(true, |plain, &byte| {
            let is_control = byte < 0x20 && byte != b'\n' && byte != b'\t' || byte == 0x7f;
            plain & !is_control & (byte != 0xc2)
        })
    })
}

/// Whether the cursor goes anywhere but forward and to the next line.
fn has_motion(bytes: &[u8]) -> bool {
    let returns = memchr::memchr2_iter(b'\r', 8, bytes);
    let mut inner = returns.filter(|&at| {
        let next = bytes[at..].iter().find(|&&byte| byte != b'\r');
        bytes[at] == 8 || next != Some(&b'\n') && at + 1 < bytes.len()
    });
    inner.next().is_some()
        || memchr::memchr_iter(0x1b, bytes).any(|at| moves_cursor(&bytes[at..]))
        || memchr::memmem::find(bytes, "\u{9b}".as_bytes()).is_some()
}

fn moves_cursor(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(b"\x1b[") else { return false };
    let last = rest.iter().find(|byte| !matches!(byte, 0x20..=0x3f));
    last.is_some_and(|last| b"ABCDEFGHJKdf".contains(last))
}

/// A piece of terminal output.
enum Piece<'a> {
    /// Characters that are shown.
    Text(&'a str),
    /// A NUL character, which is shown as a symbol.
    Nul,
    /// A control that may move the cursor: CR, LF, BS. All others are gone already.
    Control(u8),
    /// A control sequence with its parameters and last byte.
    Csi { parameters: &'a str, last: u8 },
}

/// Cuts a text into pieces.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        while let Some(first) = self.0.chars().next() {
            let end = self.0.find(is_special).unwrap_or(self.0.len());
            if end > 0 {
                let (text, rest) = self.0.split_at(end);
                self.0 = rest;
                return Some(Piece::Text(text));
            }
            self.0 = &self.0[first.len_utf8()..];
            match first {
                '\0' => return Some(Piece::Nul),
                '\n' | '\r' | '\u{8}' => return Some(Piece::Control(first as u8)),
                '\u{1b}' => {
                    if let Some(csi) = self.escape() {
                        return Some(csi);
                    }
                }
                '\u{9b}' => return Some(self.csi()),
                '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => self.string(),
                _ => {}
            }
        }
        None
    }
}

fn is_special(c: char) -> bool {
    c.is_control() && c != '\t'
}

impl<'a> Pieces<'a> {
    /// Takes what follows an ESC; a control sequence is returned.
    fn escape(&mut self) -> Option<Piece<'a>> {
        if breaks_word(self.0) {
            return None;
        }
        match self.0.as_bytes().first()? {
            b'[' => {
                self.0 = &self.0[1..];
                return Some(self.csi());
            }
            b']' | b'P' | b'^' | b'_' | b'X' => {
                self.0 = &self.0[1..];
                self.string();
            }
            0x20..=0x2f => {
                let rest = self.0.trim_start_matches(|c| matches!(c, ' '..='/'));
                self.0 = rest.strip_prefix(|c: char| matches!(c, '0'..='~')).unwrap_or(rest);
            }
            0x30..=0x7e => self.0 = &self.0[1..],
            _ => {}
        }
        None
    }

    fn csi(&mut self) -> Piece<'a> {
        let end = self.0.find(|c| !matches!(c, ' '..='?')).unwrap_or(self.0.len());
        let (parameters, rest) = self.0.split_at(end);
        let last = rest.bytes().next().filter(|byte| matches!(byte, 0x40..=0x7e));
        let last = last.filter(|_| !breaks_word(rest));
        self.0 = if last.is_some() { &rest[1..] } else { rest };
        Piece::Csi { parameters, last: last.unwrap_or(0) }
    }

    /// Takes a control string up to BEL or ST. One that does not end before the line does is taken
    /// for its introducer alone: text must not vanish in it.
    fn string(&mut self) {
        // Any other control ends the search, so that no text is searched twice.
        let rest = self.0.find(is_special).map_or("", |end| &self.0[end..]);
        let ends = ["\u{7}", "\u{9c}", "\u{1b}\\"];
        if let Some(rest) = ends.iter().find_map(|end| rest.strip_prefix(end)) {
            self.0 = rest;
        }
    }
}

/// Whether a sequence that ended with the first letter of `text` would take it from a word that tells
/// of a failure: in `ESC [ERROR: x` somebody only wrote an escape that is none.
fn breaks_word(text: &str) -> bool {
    let end = text.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(text.len());
    let word = &text[..end.min(LONGEST_WORD)];
    word.len() > 2 && failure::is_failure(word) && !failure::is_failure(&word[1..])
}

/// How much of a text is looked at for such a word.
const LONGEST_WORD: usize = 32;

/// How far up the cursor can go: the rows of a large terminal.
const ROWS: usize = 100;

/// How far beyond the text of a row the cursor can be sent: it costs a few bytes to ask for a million.
const AHEAD: usize = 8;

/// The rows of a terminal without bounds, the last of which can be written over.
#[derive(Default)]
struct Screen {
    done: String,
    rows: VecDeque<Row>,
    row: usize,
    column: usize,
}

/// A row, and what was seen on it before it was written over.
#[derive(Default)]
struct Row {
    cells: Vec<char>,
    /// What was written since the cursor last went back: all that can be new in a frame.
    fresh: String,
    /// What was written over and told of a failure.
    frames: Vec<String>,
}

impl Screen {
    fn write(&mut self, text: &str) {
        for piece in Pieces(text) {
            match piece {
                Piece::Text(text) => self.put(text),
                Piece::Nul => self.put("\u{2400}"),
                Piece::Control(b'\n') => self.line_feed(),
                Piece::Control(8) => self.turn_back(self.column.saturating_sub(1)),
                Piece::Control(_) => self.turn_back(0),
                Piece::Csi { parameters, last } => self.sequence(parameters, last),
            }
        }
    }

    fn row(&mut self) -> &mut Row {
        if self.rows.len() <= self.row {
            self.rows.resize_with(self.row + 1, Row::default);
        }
        &mut self.rows[self.row]
    }

    fn put(&mut self, text: &str) {
        let mut at = self.column;
        let row = self.row();
        row.fresh.push_str(text);
        if row.cells.len() < at {
            row.cells.resize(at, ' ');
        }
        for c in text.chars() {
            match row.cells.get_mut(at) {
                Some(cell) => *cell = c,
                None => row.cells.push(c),
            }
            at += 1;
        }
        self.column = at;
    }

    fn line_feed(&mut self) {
        self.row();
        self.row += 1;
        self.column = 0;
        self.row();
        while self.rows.len() > ROWS {
            if let Some(row) = self.rows.pop_front() {
                row.print(&mut self.done);
            }
            self.row -= 1;
        }
    }

    /// Sends the cursor to another place of its row; what stands there is a frame.
    fn turn_back(&mut self, column: usize) {
        let row = self.row();
        row.keep_frame();
        self.column = column.min(row.cells.len() + AHEAD);
    }

    fn sequence(&mut self, parameters: &str, last: u8) {
        let count = parameters.split(';').next().and_then(|text| text.parse::<usize>().ok());
        let steps = count.unwrap_or(1).max(1);
        match last {
            b'A' | b'F' => self.go_to_row(self.row.saturating_sub(steps)),
            b'B' | b'E' => {
                let lowest = self.rows.len().max(1) - 1;
                self.go_to_row(self.row.saturating_add(steps).min(lowest));
            }
            b'H' | b'f' | b'd' => self.go_to_row((steps - 1).min(self.row)),
            b'C' => self.turn_back(self.column.saturating_add(steps)),
            b'D' => self.turn_back(self.column.saturating_sub(steps)),
            b'G' => self.turn_back(steps - 1),
            b'K' => self.erase_row(count.unwrap_or(0)),
            b'J' => self.erase_below(count.unwrap_or(0)),
            _ => {}
        }
        if matches!(last, b'E' | b'F' | b'H' | b'f') {
            self.column = 0;
        }
    }

    fn go_to_row(&mut self, row: usize) {
        self.row().keep_frame();
        self.row = row;
        self.row().keep_frame();
    }

    /// Erases the row from the cursor on, or all of it. What stands before the cursor is left, as
    /// nothing is hidden by that.
    fn erase_row(&mut self, how: usize) {
        let column = self.column;
        let row = self.row();
        row.keep_frame();
        match how {
            0 => row.cells.truncate(column),
            1 => {}
            _ => row.cells.clear(),
        }
    }

    fn erase_below(&mut self, how: usize) {
        self.erase_row(how);
        let from = if how == 0 { self.row + 1 } else { 0 };
        for row in self.rows.iter_mut().skip(from) {
            row.keep_frame();
            row.cells.clear();
        }
    }

    fn finish(mut self) -> String {
        let is_used = |row: &Row| !row.cells.is_empty() || !row.frames.is_empty();
        let last = self.rows.iter().rposition(is_used);
        for row in self.rows.drain(..).take(last.map_or(0, |last| last + 1)) {
            row.print(&mut self.done);
        }
        self.done
    }
}

/// How long a row may be for its frames to be looked for in it.
const SEARCHED: usize = 4096;

impl Row {
    /// Remembers what was written last if it tells of a failure, before it is written over.
    fn keep_frame(&mut self) {
        let frame = self.fresh.trim_end();
        let is_known = || self.frames.last().is_some_and(|last| last == frame);
        if failure::is_failure(frame) && !is_known() {
            self.frames.push(frame.to_owned());
        }
        self.fresh.clear();
    }

    fn print(self, out: &mut String) {
        let text: String = self.cells.into_iter().collect();
        let is_seen = |frame: &str| text.len() <= SEARCHED && text.contains(frame);
        for frame in self.frames.iter().filter(|frame| !is_seen(frame)) {
            out.push_str(frame);
            out.push('\n');
        }
        out.push_str(&text);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_what_a_terminal_would_show() {
        for (raw, seen) in [
            ("plain\ttext\n", "plain\ttext\n"),
            ("\u{1b}[1;31merror\u{1b}[0m: x\r\n", "error: x\n"),
            ("a\u{1b}]0;title\u{7}b\u{1b}Pq\u{1b}\\c\u{1b}(Bd\u{9b}31me", "abcde\n"),
            ("cut \u{1b}[3", "cut "),
            ("cut \u{1b}", "cut "),
            ("open \u{1b}]0;never closed\nnext", "open 0;never closed\nnext"),
            ("\u{1b}[ERROR: x \u{1b}ERROR \u{9b}31FAILED\n", "ERROR: x ERROR FAILED\n"),
            ("a\u{1b}[Kerror \u{1b}[mfailed \u{1b}[mERROR\n", "aerror failed ERROR\n"),
            ("nul \0 bell \u{7}.", "nul \u{2400} bell ."),
            ("10%\r55%\r100%\n", "100%\n"),
            ("abc\rX\n", "Xbc\n"),
            ("abc\r\u{1b}[KX\n", "X\n"),
            ("b\u{8}bo\u{8}old\n", "bold\n"),
            ("one\ntwo\n\u{1b}[2A\u{1b}[2Kthree\n\u{1b}[2Kfour\n", "three\nfour\n"),
            ("12%\rerror: disk full\r13% of it all\n", "error: disk full\n13% of it allull\n"),
            ("é·»\u{85}x", "é·»x"),
            ("error: disk\n\u{1b}[1Aall went well\n", "error: disk\nall went well\n"),
            ("error!\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}fine!!\n", "error!\nfine!!\n"),
        ] {
            assert_eq!(normalise(raw), seen, "{raw:?}");
        }
    }
}
