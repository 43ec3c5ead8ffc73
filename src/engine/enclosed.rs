//! Looks through what brackets enclose, without dealing with it.

use super::hold::{Ask, Cell, Stop};
use super::run::Run;
use super::trivia::ends_line;
use crate::event::Sink;
use crate::scan::classes::{is_space, plain};

/// What is nested deeper is not looked through: looks would add up.
const DEEPEST: u32 = 64;

/// What the scan knows between two characters, packed into a [`Cell`].
#[derive(Clone, Copy, Debug, Default)]
struct Inside {
    /// Open brackets.
    depth: u32,
    /// The quote of the string it is in.
    quote: u32,
    /// The last character was a backslash in a string.
    escaped: bool,
    /// A separator has been passed.
    comma: bool,
    /// A value is over that nothing but a separator can go on.
    ended: bool,
    /// The last character was a digit outside of brackets.
    digit: bool,
    /// The last character was white space, or none.
    space: bool,
    /// None, a slash, a line, a block, a star in a block.
    comment: u32,
}

impl Inside {
    fn of(cell: Cell) -> Inside {
        let bit = |n: u32| cell.state >> n & 1 == 1;
        Inside {
            depth: cell.state & 0x7f,
            quote: cell.state >> 7 & 0x7f,
            escaped: bit(14),
            comma: bit(15),
            ended: bit(16),
            digit: bit(17),
            // Stored upside down: nothing stands before the first character.
            space: !bit(18),
            comment: cell.state >> 19 & 7,
        }
    }

    fn pack(self) -> u32 {
        let bit = |on: bool, n: u32| u32::from(on) << n;
        self.depth
            | self.quote << 7
            | bit(self.escaped, 14)
            | bit(self.comma, 15)
            | bit(self.ended, 16)
            | bit(self.digit, 17)
            | bit(!self.space, 18)
            | self.comment << 19
    }

    /// Takes the next character; `through` goes on behind a separator. Whether it goes on.
    fn take(&mut self, c: char, through: bool) -> bool {
        if self.in_comment(c) {
            return true;
        }
        if self.quote > 0 {
            self.in_string(c);
            return true;
        }
        let (c, outside) = (plain(c), self.depth == 0);
        if outside && matches!(c, ')' | ']' | '}') {
            return false;
        }
        if outside && !is_space(c) && !through {
            let goes_on = matches!(c, ',' | ';' | '+' | ':' | '/' | '#');
            if self.comma || self.ended && !goes_on {
                self.comma = true;
                return false;
            }
        }
        match c {
            ',' | ';' if outside => self.comma = true,
            '"' | '`' => self.quote = c as u32,
            '\'' if self.space || !outside => self.quote = c as u32,
            '(' | '[' | '{' if self.depth == DEEPEST => return false,
            '(' | '[' | '{' => self.depth += 1,
            ')' | ']' | '}' => {
                self.depth -= 1;
                self.ended = self.depth == 0;
            }
            c if outside => self.ended |= self.digit && is_space(c),
            _ => {}
        }
        self.digit = outside && c.is_ascii_digit();
        self.space = is_space(c) || matches!(c, ',' | '(' | '[' | '{' | ':');
        true
    }

    fn in_string(&mut self, c: char) {
        if self.escaped || c == '\\' {
            self.escaped = !self.escaped;
        } else if c as u32 == self.quote {
            self.quote = 0;
            self.ended = self.depth == 0;
            self.space = false;
        }
    }

    /// Whether `c` belongs to a comment.
    fn in_comment(&mut self, c: char) -> bool {
        const SLASH: u32 = 1;
        const LINE: u32 = 2;
        const BLOCK: u32 = 3;
        const STAR: u32 = 4;
        self.comment = match (self.comment, c) {
            (LINE, c) if !ends_line(c) => LINE,
            (SLASH, '/') => LINE,
            (SLASH, '*') | (BLOCK, _) if c != '*' || self.comment == SLASH => BLOCK,
            (BLOCK | STAR, '*') => STAR,
            (STAR, '/') => {
                self.comment = 0;
                return true;
            }
            (STAR, _) => BLOCK,
            (0, '/') if self.quote == 0 => SLASH,
            (0, '#') if self.quote == 0 && self.space => LINE,
            _ => 0,
        };
        self.comment > SLASH
    }
}

impl<S: Sink> Run<'_, S> {
    /// Looks through what a bracket encloses, from `index` in it: whether a separator stands in it,
    /// or is missing, and where the look stopped. Unless it goes `through`, that is where a second
    /// value begins; else where the bracket closes.
    pub(crate) fn enclosed(&mut self, index: usize, through: bool) -> Ask<(bool, Stop)> {
        let (stop, cell) = self.scan(index, |cell, _, c| {
            let mut inside = Inside::of(*cell);
            let on = inside.take(c, through);
            cell.state = inside.pack();
            on
        })?;
        Ok((Inside::of(cell).comma, stop))
    }
}
