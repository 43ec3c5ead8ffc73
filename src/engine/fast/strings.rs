//! Keys and strings in the lane.

use super::{LEAVE, Lane, NEAR, Next, Step, Stop};
use crate::engine::escape::{self, Escape};
use crate::engine::grammar::Expect;
use crate::engine::keys::Keys;
use crate::engine::machine::{Last, Lexeme, Machine, Spot};
use crate::engine::reading::LONGEST_KEY;
use crate::engine::string::{self, Str};
use crate::event::{Event, Role, Sink};
use crate::scan::classes::{Delimiter, is_hidden};
use crate::scan::runs;

impl<S: Sink> Lane<'_, S> {
    /// A key without escapes, with its colon.
    #[inline]
    pub(super) fn key(&mut self, at: usize) -> Next {
        let from = at + 1;
        let (end, colon) =
            if self.m.keys.is_none() { self.any_key(from)? } else { self.new_key(from)? };
        self.begin_object()?;
        self.whole_string(Role::Key, &self.text[from..end], at)?;
        self.expect = Expect::Value;
        self.pos = colon + 1;
        Ok(self.past_space(colon + 1))
    }

    /// Where the key ends that begins at `from`, and where its colon stands.
    #[inline(always)]
    fn any_key(&self, from: usize) -> Step<(usize, usize)> {
        let (len, is_ascii) = runs::plain_or_wide(&self.text.as_bytes()[from..]);
        let end = from + len;
        if self.byte(end)? != b'"' {
            return Err(Stop::Odd);
        }
        let colon = self.colon_behind(end)?;
        if len as u64 > self.m.options.max_token
            || !is_ascii && self.text[from..end].contains(is_hidden)
        {
            return Err(Stop::Odd);
        }
        Ok((end, colon))
    }

    /// The same for a key that the object has not had before; it has from now on. One that is likely here
    /// costs less to compare than to look through.
    #[inline(always)]
    fn new_key(&mut self, from: usize) -> Step<(usize, usize)> {
        let text = &self.text.as_bytes()[from..];
        if let Some(likely) = self.m.keys.as_ref().and_then(|keys| keys.likely(text)) {
            let end = from + likely.len;
            let colon = self.colon_behind(end)?;
            self.m.keys.iter_mut().for_each(|keys| keys.take(likely));
            return Ok((end, colon));
        }
        self.unlikely_key(from)
    }

    #[inline(never)]
    fn unlikely_key(&mut self, from: usize) -> Step<(usize, usize)> {
        let (end, colon) = self.any_key(from)?;
        let is_new = |keys: &mut Box<Keys>| keys.is_new(&self.text[from..end]);
        if self.m.keys.as_mut().is_none_or(is_new) { Ok((end, colon)) } else { Err(Stop::Odd) }
    }

    /// The colon behind a key that ends at `end`.
    #[inline]
    fn colon_behind(&self, end: usize) -> Next {
        let colon = self.past_space(end + 1);
        if self.byte(colon)? == b':' && colon - end <= NEAR { Ok(colon) } else { LEAVE }
    }

    /// A string value: whole if it has no escapes and its end is plain, else up to where the lane has to
    /// stop.
    #[inline]
    pub(super) fn string(&mut self, at: usize) -> Next {
        let from = at + 1;
        let end = self.plain(from);
        if self.text.as_bytes().get(end) != Some(&b'"') {
            return self.long_string(at, end);
        }
        let Ok(next) = self.past_string(from, end) else { return self.long_string(at, end) };
        self.check_length((end - from) as u64)?;
        self.whole_string(Role::Value, &self.text[from..end], at)?;
        self.value(Last::String, end + 1);
        Ok(next)
    }

    /// A string value that is not known to be whole in its first run of text, which ends at `end`. Where
    /// it may be a key, the lane wants to see that it is none.
    #[inline(never)]
    fn long_string(&mut self, at: usize, mut end: usize) -> Next {
        let bytes = self.text.as_bytes();
        let may_be_key = self.expect != Expect::Value || bytes[self.pos..at].contains(&b'\n');
        let mut from = at + 1;
        // A key that stands where a value is due is short and has no white space.
        while may_be_key && end - (at + 1) <= LONGEST_KEY && !bytes[from..end].contains(&b' ') {
            match self.byte(end)? {
                b'\\' => from = (end + 2).min(bytes.len()),
                b'"' => {
                    self.past_string(at + 1, end)?;
                    break;
                }
                _ => return LEAVE,
            }
            end = self.plain(from);
        }
        self.m.comma = None;
        self.tell(Event::StringStart(Role::Value), at)?;
        self.m.string = Str { open: Spot::Window(at), ..Str::default() };
        self.settle_behind();
        self.m.lexeme = Lexeme::String;
        if self.expect == Expect::Comma {
            self.expect = Expect::Element;
        }
        self.pos = at + 1;
        self.text()
    }

    /// Goes on with the string value that has begun, to its end if all of it can be placed.
    #[inline(never)]
    pub(super) fn text(&mut self) -> Next {
        loop {
            let from = self.pos;
            let end = self.plain(from);
            match self.text.as_bytes().get(end) {
                None => return self.text_before(end, None, Stop::Unseen),
                Some(b'"') => {
                    let next = match self.past_string(from, end) {
                        Err(stop) => return self.text_before(end, Some('"'), stop),
                        Ok(next) => next,
                    };
                    self.run_of_text(end)?;
                    self.tell(Event::StringEnd(Role::Value), end)?;
                    self.m.lexeme = Lexeme::None;
                    self.value(Last::String, end + 1);
                    return Ok(next);
                }
                Some(b'\\') => {
                    self.run_of_text(end)?;
                    self.escape()?;
                }
                Some(&odd) => return self.text_before(end, Some(odd.into()), Stop::Odd),
            }
        }
    }

    /// Tells the text up to `end`, where `next` stands and the lane has to stop, but what may be outside
    /// of the string.
    fn text_before(&mut self, end: usize, next: Option<char>, stop: Stop) -> Next {
        let inside = string::tail(&self.text[self.pos..end], next);
        self.run_of_text(inside.map_or(end, |len| self.pos + len))?;
        Err(stop)
    }

    /// Tells the text of the string up to `end`.
    #[inline]
    fn run_of_text(&mut self, end: usize) -> Step<()> {
        let text = &self.text[self.pos..end];
        if text.is_empty() {
            return Ok(());
        }
        let len = self.m.string.len + text.len() as u64;
        self.check_length(len)?;
        self.tell(Event::Text(text), self.pos)?;
        self.m.string.told(text);
        self.read(len, end);
        Ok(())
    }

    /// An escape of JSON, if nobody could mean anything else.
    #[inline]
    fn escape(&mut self) -> Step<()> {
        let at = self.pos;
        let (len, decoded) = match self.byte(at + 1)? {
            byte @ (b'"' | b'\\' | b'/') => (2, char::from(byte)),
            b'n' if !self.m.string.ends_in_drive() => (2, '\n'),
            b'r' if !self.m.string.ends_in_drive() => (2, '\r'),
            b't' if !self.m.string.ends_in_drive() => (2, '\t'),
            b'u' => match escape::parse(&self.text[at..]) {
                Escape::Valid(len, decoded) => (len, decoded),
                Escape::Cut => return Err(Stop::Unseen),
                _ => return Err(Stop::Odd),
            },
            _ => return Err(Stop::Odd),
        };
        let read = self.m.string.len + len as u64;
        self.check_length(read)?;
        self.tell(Event::Escape { raw: &self.text[at..at + len], decoded }, at)?;
        self.read(read, at + len);
        Ok(())
    }

    /// So many bytes of the string's text are read, up to `end`.
    #[inline]
    fn read(&mut self, len: u64, end: usize) {
        self.m.string.fresh = false;
        self.m.string.len = len;
        self.pos = end;
    }

    /// What follows a string value whose text goes from `from` to `end`, if it is what may follow one.
    #[inline]
    fn past_string(&self, from: usize, end: usize) -> Next {
        let next = self.past_space(end + 1);
        if !matches!(self.byte(next)?, b',' | b'}' | b']') || next - end > NEAR {
            return LEAVE;
        }
        // A comma at the end of the text is decided with the quote, across the white space behind it.
        let text = &self.text.as_bytes()[from..end];
        let spaces = |&b: &u8| runs::is_space(b);
        if text.last().is_some_and(spaces) && text.iter().rev().take(NEAR).all(spaces) {
            return LEAVE;
        }
        Ok(next)
    }

    fn check_length(&self, len: u64) -> Step<()> {
        if self.m.options.max_string.is_some_and(|max| len > max) { Err(Stop::Odd) } else { Ok(()) }
    }

    #[inline(always)]
    fn whole_string(&mut self, role: Role, text: &str, at: usize) -> Step<()> {
        self.m.comma = None;
        let at = self.place(at);
        Ok(self.sink.string(role, text, at)?)
    }

    /// Where the run of plain text ends that begins at `from`.
    #[inline]
    fn plain(&self, from: usize) -> usize {
        from + runs::plain(&self.text.as_bytes()[from..])
    }
}

impl Machine {
    /// Reads text if it is but more of the string at hand, as most is that a model writes: there is nothing
    /// to know about it, and so no need of a window. Nobody has been told.
    #[inline]
    pub(in crate::engine) fn goes_on(&mut self, text: &str) -> bool {
        if !self.is_in_text() {
            return false;
        }
        let (plain, is_ascii) = runs::plain_or_wide(text.as_bytes());
        if plain < text.len() || string::tail(text, None).is_some() {
            return false;
        }
        self.string.told(text);
        self.string.fresh = false;
        self.string.len += text.len() as u64;
        if is_ascii {
            self.lines.advance_units(text.len());
        } else {
            self.leave(text, text.len());
        }
        true
    }

    /// Whether the string at hand goes on with what comes, and may be as long as it likes.
    #[inline]
    pub(in crate::engine) fn is_in_text(&self) -> bool {
        self.sound && matches!(self.lexeme, Lexeme::String) && self.options.max_string.is_none()
    }
}

impl Str {
    /// Whether it is a value as JSON has it, as far as it has been read.
    pub(super) fn is_sound(&self) -> bool {
        self.role == Role::Value
            && self.delimiter == Delimiter::Double
            && self.width == 1
            && self.known_end.is_none()
            && self.record.is_none()
            && self.limited.is_none()
            && !(self.unclosed || self.bad_escape)
    }
}
