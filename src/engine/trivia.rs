//! What stands between tokens: white space in all its forms, comments, colour codes.

use super::hold::{Ask, Cell, Halt, Stop};
use super::machine::{Last, Lexeme};
use super::run::Run;
use crate::event::Sink;
use crate::repair::{Ambiguity, Edit, Repair, Rule, Severity};
use crate::scan::classes::{blank_substitute, is_blank, is_space};
use crate::scan::runs;

/// A comment, or a run of characters that are white space to people and not to JSON.
#[derive(Clone, Debug)]
pub(crate) struct Trivia {
    kind: Kind,
    record: Repair,
    from: u64,
    /// How much of the end of a block comment has been seen.
    ending: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `//` or `#`, up to the line's end.
    Line,
    /// Up to this.
    Block(&'static str),
    /// Blanks (R026), and what takes their place.
    Blank(&'static str),
}

/// How comments begin, and what ends them.
const COMMENTS: &[(&str, Kind)] = &[
    ("//", Kind::Line),
    ("#", Kind::Line),
    ("/*", Kind::Block("*/")),
    ("<!--", Kind::Block("-->")),
];

/// More bytes than a colour code has.
const LONGEST_CODE: usize = 32;

/// States of the scan that passes over white space and comments without dealing with them.
mod state {
    pub(super) const BETWEEN: u32 = 0;
    pub(super) const SPACE: u32 = 1;
    pub(super) const SLASH: u32 = 2;
    pub(super) const LINE: u32 = 3;
    pub(super) const BLOCK: u32 = 4;
    pub(super) const STAR: u32 = 5;
    pub(super) const ESCAPE: u32 = 6;
    pub(super) const COLOUR: u32 = 7;
    /// `<`, `<!`, `<!-` seen: one more each.
    pub(super) const HTML: u32 = 8;
    pub(super) const HTML_BLOCK: u32 = 11;
    /// `-`, `--` seen: one more each.
    pub(super) const HTML_END: u32 = 12;
}

/// For [`Run::scan`]: passes over white space and comments. A `#` begins a comment only behind
/// white space.
pub(super) fn pass(cell: &mut Cell, index: usize, c: char) -> bool {
    use state::*;
    let next = match (cell.state, c) {
        (BETWEEN | SPACE, c) if is_space(c) || is_blank(c) => SPACE,
        (BETWEEN | SPACE, '/') => SLASH,
        (BETWEEN | SPACE, '<') => HTML,
        (BETWEEN | SPACE, '\u{1b}') => ESCAPE,
        (SPACE, '#') | (SLASH, '/') => LINE,
        (SLASH, '*') => BLOCK,
        (LINE, c) if ends_line(c) => SPACE,
        (STAR, '/') => SPACE,
        (LINE, _) => LINE,
        (BLOCK | STAR, '*') => STAR,
        (BLOCK | STAR, _) => BLOCK,
        (ESCAPE, '[') => COLOUR,
        (COLOUR, '0'..='9' | ';') => COLOUR,
        (COLOUR, 'A'..='Z' | 'a'..='z') => SPACE,
        (HTML, '!') => HTML + 1,
        (s, '-') if s == HTML + 1 || s == HTML + 2 => s + 1,
        (s, '-') if s == HTML_BLOCK || s == HTML_END => s + 1,
        (s, '-') if s == HTML_END + 1 => s,
        (s, '>') if s == HTML_END + 1 => SPACE,
        (s, _) if s >= HTML_BLOCK => HTML_BLOCK,
        _ => return false,
    };
    if cell.state <= SPACE {
        cell.mark = index;
    }
    cell.state = next;
    true
}

/// What stands in `text` from `from` on, at most at `limit`, behind white space of JSON and the comments
/// of JavaScript, if it is at hand and nothing else may be trivia there: what [`pass`] would stop at.
#[inline]
pub(super) fn past_near(text: &str, from: usize, limit: usize) -> Option<(usize, char)> {
    let near = text.as_bytes().get(from..=limit.min(text.len().checked_sub(1)?))?;
    let mut index = 0;
    loop {
        index += runs::space(&near[index..]);
        match near[index..] {
            [b'/', ..] => index = past_comment(near, index)?,
            [b'<' | b'#', ..] => return None,
            [byte @ b'!'..=b'~', ..] => return Some((from + index, byte.into())),
            _ => return None,
        }
    }
}

/// Where the comment of JavaScript ends that begins at `at`, if that is at hand.
fn past_comment(near: &[u8], at: usize) -> Option<usize> {
    let (mut end, from) = (0, at + 2);
    let len = match near.get(at + 1)? {
        b'*' => find_end(&near[from..], b"*/", &mut end)?,
        b'/' => line_end(&near[from..])?,
        _ => return None,
    };
    Some(from + len)
}

/// For scans over a word: whether `c` makes a comment of the slash before it. Remembers slashes that
/// something stands before in the cell's state and mark.
pub(super) fn opens_comment(cell: &mut Cell, index: usize, c: char) -> bool {
    if cell.state == 1 && matches!(c, '/' | '*') {
        return true;
    }
    cell.state = u32::from(c == '/' && index > 0);
    cell.mark = index;
    false
}

/// Where a scan with [`opens_comment`] really stopped: before the comment.
pub(super) fn before_comment(stop: Stop, cell: Cell) -> Stop {
    match stop {
        Stop::At(_, '/' | '*') if cell.state == 1 => Stop::At(cell.mark, '/'),
        stop => stop,
    }
}

/// Where the scan of [`pass`] really stopped: a slash that began no comment is not passed over.
pub(super) fn settle(stop: Stop, cell: Cell, text: &str) -> Stop {
    let began = matches!(cell.state, state::SLASH | state::ESCAPE | state::COLOUR)
        || (state::HTML..state::HTML_BLOCK).contains(&cell.state);
    match text[cell.mark.min(text.len())..].chars().next() {
        Some(c) if began => Stop::At(cell.mark, c),
        _ => stop,
    }
}

impl<S: Sink> Run<'_, S> {
    /// Passes over plain white space.
    #[inline]
    pub(crate) fn skip_space(&mut self) {
        let bytes = self.bytes();
        let len = runs::space(bytes);
        if len > 0 {
            self.m.new_line |= bytes[..len].contains(&b'\n');
            self.advance(len);
        }
    }

    /// Begins a comment or a run of blanks if one stands here. `hash` tells whether `#` begins one.
    #[inline]
    pub(crate) fn begins_trivia(&mut self, c: char, hash: bool) -> Ask<bool> {
        // What JSON itself is made of is neither, and is most of what there is.
        if matches!(c, '{' | '}' | '[' | ']' | ',' | ':' | '"') {
            return Ok(false);
        }
        self.begins_comment_or_blank(c, hash)
    }

    fn begins_comment_or_blank(&mut self, c: char, hash: bool) -> Ask<bool> {
        if is_blank(c) || c == '\u{1b}' {
            let Some(len) = self.blank(0)? else { return Ok(false) };
            let width = blank_substitute(c);
            self.begin(Rule::NormalizeSeparator, Kind::Blank(width), len);
            return Ok(true);
        }
        for &(opening, kind) in COMMENTS {
            if opening.starts_with(c) && (hash || c != '#') && self.follows(0, opening)? {
                self.begin(Rule::StripComment, kind, opening.len());
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn begin(&mut self, rule: Rule, kind: Kind, len: usize) {
        let mut record = self.record(rule, Severity::Cosmetic, 0);
        let hash = self.peek(0) == Some('#');
        if hash && self.m.last == Last::Word && !self.m.new_line {
            record.ambiguity = Some(Ambiguity::CommentOrText);
        }
        let from = self.byte(0);
        self.advance(len);
        self.m.lexeme = Lexeme::Trivia(Trivia { kind, record, from, ending: 0 });
    }

    /// The length of a blank or a colour code at `index`.
    fn blank(&mut self, index: usize) -> Ask<Option<usize>> {
        match self.peek(index) {
            Some('\u{1b}') => {}
            Some(c) if is_blank(c) => return Ok(Some(c.len_utf8())),
            _ => return Ok(None),
        }
        let code = &self.rest()[index + 1..];
        let len = match code.strip_prefix('[') {
            Some(rest) => match rest.find(|c: char| !c.is_ascii_digit() && c != ';') {
                Some(n) if rest.as_bytes()[n].is_ascii_alphabetic() => n + 3,
                None if !self.eof && rest.len() < LONGEST_CODE => return Err(Halt::More),
                _ => return Ok(None),
            },
            None if code.is_empty() && !self.eof => return Err(Halt::More),
            None => return Ok(None),
        };
        Ok((len < LONGEST_CODE).then_some(len))
    }

    /// Goes on with what [`Run::begins_trivia`] began.
    pub(crate) fn trivia_goes_on(&mut self) -> Ask<bool> {
        let Lexeme::Trivia(trivia) = &mut self.m.lexeme else { return Ok(true) };
        let (kind, ending) = (trivia.kind, &mut trivia.ending);
        let rest = &self.text.as_bytes()[self.pos..];
        let up_to = |end: Option<usize>| (end.unwrap_or(rest.len()), end.is_some());
        let (len, over) = match kind {
            Kind::Line => up_to(line_end(rest)),
            Kind::Block(end) => up_to(find_end(rest, end.as_bytes(), ending)),
            Kind::Blank(_) => match self.blank(0)? {
                Some(len) => (len, false),
                None => (0, !rest.is_empty()),
            },
        };
        let passed = &rest[..len];
        self.m.swallowed_closer |= memchr::memchr2(b'}', b']', passed).is_some();
        self.advance(len);
        if over || self.at_end() {
            self.end_trivia(over)?;
            return Ok(true);
        }
        Ok(!self.is_spent())
    }

    fn end_trivia(&mut self, over: bool) -> Ask<()> {
        let Lexeme::Trivia(trivia) = std::mem::take(&mut self.m.lexeme) else { return Ok(()) };
        let mut record = trivia.record;
        if matches!(trivia.kind, Kind::Block(_)) && !over {
            record.severity = Severity::Lossy;
            record.truncated = true;
        }
        let insert = match trivia.kind {
            Kind::Blank(width) => width,
            Kind::Line | Kind::Block(_) => "",
        };
        self.m.zero_width |= insert.is_empty() && trivia.kind == Kind::Blank("");
        let delete = self.byte(0) - trivia.from;
        record.edits.push(Edit { byte: trivia.from, delete, insert: insert.into() });
        self.file(record)
    }
}

impl Trivia {
    /// Where it begins.
    pub(crate) fn from(&self) -> u64 {
        self.from
    }
}

/// Whether a line comment ends at `c`, in any of the languages that have it.
pub(super) fn ends_line(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Where in `text`, which is UTF-8, a line comment ends.
fn line_end(text: &[u8]) -> Option<usize> {
    let mut ends = memchr::memchr3_iter(b'\n', b'\r', 0xe2, text);
    // U+2028 and U+2029 begin with the third of them.
    ends.find(|&at| text[at] < 0x80 || matches!(text[at..], [_, 0x80, 0xa8 | 0xa9, ..]))
}

/// The length of `text` up to and with the end of a comment. `seen` is how much of the end stands
/// before it.
fn find_end(text: &[u8], end: &[u8], seen: &mut usize) -> Option<usize> {
    let start = if *seen == 0 { memchr::memchr(end[0], text)? } else { 0 };
    for (index, &b) in text.iter().enumerate().skip(start) {
        if end[*seen] == b {
            *seen += 1;
        } else if end[0] == b {
            // All but the last byte of an end are alike, so a longer run of them still leads up to it.
            *seen = (*seen).max(1);
        } else {
            *seen = 0;
        }
        if *seen == end.len() {
            return Some(index + 1);
        }
    }
    None
}
