//! Strings: their text as it streams, and how they begin and end.

use super::grammar::Expect;
use super::hold::{Ask, Stop, WINDOW};
use super::machine::{Last, Lexeme, Spot, first_edit};
use super::run::{Run, insert};
use crate::error::Code;
use crate::event::{Event, Role, Sink};
use crate::position::Position;
use crate::repair::{Ambiguity, Repair, Rule, Severity};
use crate::scan::classes::{Delimiter, is_space};
use crate::scan::runs;

/// The string that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Str {
    pub(crate) role: Role,
    pub(crate) delimiter: Delimiter,
    /// How many quotes delimit it: two and three for doubled and tripled ones.
    pub(crate) width: u8,
    /// Nothing of it has been read yet.
    pub(crate) fresh: bool,
    /// Where it opens.
    pub(crate) open: Spot,
    /// What its delimiters and the escapes they force need; filed when the string is whole.
    pub(crate) record: Option<Repair>,
    /// Quotes that turned out to be text (R016).
    pub(crate) inner: u32,
    /// An escape of it was none (R015).
    pub(crate) bad_escape: bool,
    /// Where it ends, when that was decided beforehand, and how many bytes its closing quote has
    /// there; an index in the window.
    pub(crate) known_end: Option<(usize, usize)>,
    /// Another record closes it.
    pub(crate) unclosed: bool,
    /// Up to here all is text; an index in the window.
    pub(crate) plain_until: usize,
    /// A decision about it was made at the window's limit.
    pub(crate) limited: Option<Limited>,
    /// Bytes of text so far.
    pub(crate) len: u64,
    /// The last two bytes of plain text.
    pub(crate) recent: [u8; 2],
}

/// A decision about a string at the window's limit, and where it was made.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limited {
    /// Closers are text; the end of the input behind them would have told otherwise.
    Closers(Position),
    /// The second of two opening quotes is one; the next quote may tell otherwise.
    Doubled(Position),
    /// A quote behind a comma is text; what follows the next quote may tell otherwise.
    Quote(Position),
}

impl Default for Str {
    fn default() -> Self {
        Str {
            role: Role::Value,
            delimiter: Delimiter::Double,
            width: 1,
            fresh: true,
            open: Spot::Window(0),
            record: None,
            inner: 0,
            bad_escape: false,
            known_end: None,
            unclosed: false,
            plain_until: 0,
            limited: None,
            len: 0,
            recent: [0; 2],
        }
    }
}

/// The JSON escapes of the control characters.
pub(crate) const CONTROLS: [&str; 32] = [
    "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007", "\\b",
    "\\t", "\\n", "\\u000b", "\\f", "\\r", "\\u000e", "\\u000f", "\\u0010", "\\u0011", "\\u0012",
    "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017", "\\u0018", "\\u0019", "\\u001a",
    "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f",
];

impl<S: Sink> Run<'_, S> {
    /// Begins a string whose opening delimiter, if it has one, is `len` bytes long.
    #[inline]
    pub(crate) fn begin_string(&mut self, string: Str, len: usize) -> Ask<()> {
        let role = string.role;
        self.m.string = string;
        self.m.string.open = Spot::Window(self.pos);
        self.begin_token(role)?;
        self.event(Event::StringStart(role), 0)?;
        self.m.lexeme = Lexeme::String;
        self.advance(len);
        Ok(())
    }

    /// Goes on with the string.
    pub(crate) fn string(&mut self) -> Ask<bool> {
        let rest = self.rest();
        if self.m.memo.waits() && rest.starts_with([',', '}', ']']) {
            // The tail that waited: its bytes have been looked at.
            return self.string_tail().map(|()| true);
        }
        let known = self.m.string.known_end.map(|(end, _)| end);
        let plain = known.unwrap_or(self.m.string.plain_until).saturating_sub(self.pos);
        let bound = if plain > 0 || known.is_some() { plain } else { rest.len() };
        let run = self.m.string.run(&rest[..bound]);
        if known.is_none() && plain == 0 {
            match tail(&rest[..run], self.peek(run)) {
                Some(at @ 1..) => return self.text(at).map(|()| true),
                // As many whole windows of closers as there are: each by itself would be text.
                Some(0) if run > WINDOW => {
                    self.m.string.plain_until = self.pos + run / WINDOW * WINDOW;
                    self.m.string.limited = Some(Limited::Closers(self.position(0)));
                    return Ok(true);
                }
                Some(0) => return self.string_tail().map(|()| true),
                None => {}
            }
        }
        if run > 0 {
            return self.text(run).map(|()| true);
        }
        if let Some((end, len)) = self.m.string.known_end
            && end <= self.pos
        {
            return self.end_string(len).map(|()| true);
        }
        match self.peek(0) {
            None if self.eof => self.cut_string(0, 0)?,
            None => return Ok(false),
            Some(c) => self.special(c)?,
        }
        Ok(true)
    }

    /// What stands at the end of a run of plain text and is more than that.
    fn special(&mut self, c: char) -> Ask<()> {
        match c {
            '\\' => self.escape(),
            '\0'..='\u{1f}' => {
                let raw = CONTROLS[c as usize];
                self.event(Event::Escape { raw, decoded: c }, 0)?;
                self.repair(Rule::EscapeControl, Severity::Cosmetic, None, 0, 1, raw)?;
                self.read_text(1)
            }
            '&' => self.entity(),
            '$' => self.interpolation(),
            _ if self.m.string.delimiter.closed_by(c).is_some() => self.quote(0, None),
            _ => self.forced_escape(c),
        }
    }

    /// A `"` or a backslash that is text only where another delimiter, or none, stands.
    pub(crate) fn forced_escape(&mut self, c: char) -> Ask<()> {
        let raw = if c == '"' { "\\\"" } else { "\\\\" };
        self.event(Event::Escape { raw, decoded: c }, 0)?;
        let edit = insert(self.byte(0), "\\");
        self.add_to_string(edit)?;
        self.read_text(1)
    }

    /// Adds an edit to the string's own record.
    pub(crate) fn add_to_string(&mut self, edit: crate::repair::Edit) -> Ask<()> {
        let Some(mut record) = self.m.string.record.take() else {
            debug_assert!(false, "only strings with a record of their own force edits");
            return Ok(());
        };
        self.add(&mut record, edit)?;
        self.m.string.record = Some(record);
        Ok(())
    }

    /// Tells `len` bytes of plain text.
    pub(crate) fn text(&mut self, len: usize) -> Ask<()> {
        let len = self.within_limit(len)?;
        self.replaced_bytes(len)?;
        let text = &self.rest()[..len];
        if let Some(Limited::Closers(_)) = self.m.string.limited
            && text.contains(|c| !is_space(c) && c != '}' && c != ']')
        {
            self.m.string.limited = None;
        }
        self.event(Event::Text(text), 0)?;
        self.m.string.told(text);
        self.read_text(len)
    }

    /// How many of the next `len` bytes a string value still has room for; E022 where none is. So the
    /// error stands where it does however the input is cut.
    fn within_limit(&mut self, len: usize) -> Ask<usize> {
        let limit = self.m.options.max_string.filter(|_| self.m.string.role == Role::Value);
        let room = limit.map_or(u64::MAX, |max| max.saturating_sub(self.m.string.len));
        match usize::try_from(room) {
            Ok(room) if room < len => {
                match (0..=room).rev().find(|&at| self.rest().is_char_boundary(at)) {
                    Some(fits @ 1..) => Ok(fits),
                    _ => Err(self.fail(Code::E022)),
                }
            }
            _ => Ok(len),
        }
    }

    /// Goes on over text of the string.
    pub(crate) fn read_text(&mut self, len: usize) -> Ask<()> {
        self.m.string.fresh = false;
        self.m.string.len += len as u64;
        let too_long = |max| self.m.string.len > max;
        if self.m.string.role == Role::Value && self.m.options.max_string.is_some_and(too_long) {
            return Err(self.fail(Code::E022));
        }
        self.advance(len);
        Ok(())
    }

    /// R034 for each invalid sequence that is kept in the next `len` bytes, as a substitute.
    fn replaced_bytes(&mut self, len: usize) -> Ask<()> {
        if self.m.replaced.is_empty() {
            return Ok(());
        }
        let range = self.pos..self.pos + len;
        let kept: Vec<_> =
            self.m.replaced.iter().filter(|at| range.contains(&at.index)).copied().collect();
        for at in kept {
            let width = char::REPLACEMENT_CHARACTER.len_utf8();
            self.repair(
                Rule::ReplaceBytes,
                Severity::Lossy,
                None,
                at.index - self.pos,
                width,
                "\u{fffd}",
            )?;
        }
        Ok(())
    }

    /// A comma or closers at the end of the text so far: what follows tells what they are.
    fn string_tail(&mut self) -> Ask<()> {
        let comma = self.peek(0) == Some(',');
        let (stop, _) = self.scan(0, |_, index, c| {
            is_space(c) || if comma { index == 0 } else { matches!(c, '}' | ']') }
        })?;
        match stop {
            Stop::At(quote, c) if comma && self.may_close(quote, c)? => {
                return self.quote(quote, Some(0));
            }
            Stop::End(_) if !comma && self.closes_everything(0) => return self.cut_string(0, 0),
            Stop::Limit(_) if !comma => {
                self.m.string.limited = Some(Limited::Closers(self.position(0)));
            }
            Stop::At(..) | Stop::End(_) | Stop::Limit(_) => {}
        }
        self.m.string.plain_until = self.pos + stop.index();
        Ok(())
    }

    /// Whether a closing delimiter of the string stands at `index`.
    pub(crate) fn may_close(&mut self, index: usize, c: char) -> Ask<bool> {
        match self.m.string.delimiter {
            Delimiter::Escaped if c == '\\' => self.follows(index, "\\\""),
            delimiter => Ok(delimiter.closed_by(c).is_some()),
        }
    }

    /// Whether the closers from `from` to the end of the input close every open container.
    pub(crate) fn closes_everything(&self, from: usize) -> bool {
        let mut frames = self.frames().inner_first();
        let closers = self.rest()[from..].chars().filter_map(super::frames::Closer::of);
        let mut count = 0;
        let fit = closers
            .inspect(|_| count += 1)
            .all(|closer| frames.next().is_some_and(|frame| frame.closer() == closer));
        fit && count > 0 && frames.next().is_none()
    }

    /// Ends the string at a closing delimiter of `len` bytes; 0 where there is none.
    pub(crate) fn end_string(&mut self, len: usize) -> Ask<()> {
        self.finish_record(len)?;
        self.string_is_over(len)
    }

    /// Files the string's own record, with what its closing delimiter of `len` bytes needs.
    pub(crate) fn finish_record(&mut self, len: usize) -> Ask<()> {
        self.note_mismatch();
        if let Some(mut record) = self.m.string.record.take() {
            if !self.m.string.unclosed && &self.rest()[..len] != "\"" {
                let edit = self.replace(0, len, "\"");
                self.add(&mut record, edit)?;
            }
            self.file(record)?;
        }
        Ok(())
    }

    /// Tells the end; what had to be repaired has been said.
    pub(crate) fn string_is_over(&mut self, len: usize) -> Ask<()> {
        let role = self.m.string.role;
        let word = self.m.string.delimiter == Delimiter::Bare && len == 0;
        self.event(Event::StringEnd(role), 0)?;
        self.m.lexeme = Lexeme::None;
        self.keep(len);
        match role {
            Role::Key => {
                self.m.expect = Expect::Colon;
                self.m.new_line = false;
                Ok(())
            }
            Role::Value => self.value_done(if word { Last::Word } else { Last::String }),
        }
    }

    /// Ends a string that the input left open, before the closers that stand at `index`; `lost`
    /// bytes of a half escape go.
    pub(crate) fn cut_string(&mut self, index: usize, lost: usize) -> Ask<()> {
        if let Some(Limited::Closers(at)) = self.m.string.limited {
            self.note_limit(at)?;
        }
        if let Some(record) = self.m.string.record.take() {
            self.file(record)?;
        }
        let mut record = self.record(Rule::InsertQuote, Severity::Lossy, index);
        let closers = self.rest().len() > index + lost;
        record.ambiguity = closers.then_some(Ambiguity::StringEnd);
        record.truncated = true;
        record.edits.push(self.replace(index, lost, "\""));
        self.file(record)?;
        self.string_is_over(lost)
    }
}

impl Str {
    /// How many bytes at the start of `text` are plain text of this string.
    fn run(&self, text: &str) -> usize {
        let leads = self.delimiter.leads();
        let mut at = 0;
        loop {
            at += runs::plain_before(&text.as_bytes()[at..], leads);
            if text.as_bytes().get(at).is_none_or(u8::is_ascii) {
                return at;
            }
            match text[at..].chars().next() {
                Some(c) if self.delimiter.closed_by(c).is_none() => at += c.len_utf8(),
                _ => return at,
            }
        }
    }
}

/// Where at the end of a run of text a comma, or closers, begin that may be outside of the string;
/// `next` is what stands behind the run.
#[inline]
pub(crate) fn tail(run: &str, next: Option<char>) -> Option<usize> {
    let undecided = match next {
        None => true,
        Some(c) => is_space(c) || crate::scan::classes::is_quote(c) || c == '\\',
    };
    if !undecided {
        return None;
    }
    let last = run.bytes().rposition(|b| !runs::is_space(b))?;
    match run.as_bytes()[last] {
        b',' => Some(last),
        b'}' | b']' if next.is_none_or(is_space) => Some(closers(&run[..=last])),
        _ => None,
    }
}

/// Where the closers begin that `text` ends with.
fn closers(text: &str) -> usize {
    let before = text.trim_end_matches(|c| is_space(c) || matches!(c, '}' | ']'));
    text.len() - text[before.len()..].trim_start_matches(is_space).len()
}

impl Str {
    /// The first byte of the input that its edits may still concern.
    pub(crate) fn settled(&self, window: u64) -> u64 {
        let wide = match self.open {
            Spot::Known(at) if self.fresh => at.byte,
            _ => window,
        };
        first_edit(self.record.as_ref()).map_or(wide, |byte| byte.min(wide))
    }

    /// Remembers the end of text that has been told.
    pub(crate) fn told(&mut self, text: &str) {
        self.recent = match *text.as_bytes() {
            [.., a, b] => [a, b],
            [b] => [self.recent[1], b],
            [] => self.recent,
        };
    }

    /// Whether the text so far ends in a drive letter and a colon.
    pub(crate) fn ends_in_drive(&self) -> bool {
        self.recent[0].is_ascii_alphabetic() && self.recent[1] == b':'
    }

    /// The window moves on to `pos`.
    pub(crate) fn leave(&mut self, pos: usize) {
        self.plain_until = self.plain_until.saturating_sub(pos);
        if let Some((end, _)) = &mut self.known_end {
            *end -= pos;
        }
    }

    /// Up to `index` of the window all is text.
    pub(crate) fn known_plain(&mut self, index: usize) {
        self.plain_until = index;
    }
}
