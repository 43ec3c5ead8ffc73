//! The lane for sound input: JSON as RFC 8259 has it, as long as a token and what has to be known
//! about it are in sight. It tells what the careful machine would tell, of the same places, and leaves
//! that machine's state as it would be. What it cannot place it leaves untouched.

use super::exact;
use super::frames::Opener;
use super::grammar::Expect;
use super::hold::Ask;
use super::machine::{Last, Lexeme, Place, Spot};
use super::number;
use super::options::DuplicateKeys;
use super::run::Run;
use super::string::Str;
use crate::event::{Container, Event, Role, Sink};
use crate::scan::classes::{Delimiter, is_hidden};
use crate::scan::runs;

/// The most white space that the lane looks across for what follows a token. Far less than the
/// window of a decision, so that no decision is made at its limit here.
const NEAR: usize = 1024;

impl<S: Sink> Run<'_, S> {
    /// Whether the lane may be tried: nothing waits, is dropped, or is read in another way than JSON
    /// has it.
    #[inline]
    pub(crate) fn is_sound(&self) -> bool {
        let m = &*self.m;
        let reads_on = match m.lexeme {
            Lexeme::None => m.frames.container().is_some(),
            Lexeme::String => m.string.is_sound() && m.string.plain_until <= self.pos,
            Lexeme::Trivia(_) | Lexeme::Prose(_) => false,
        };
        reads_on
            && m.place == Place::Inside
            && !(m.careful || m.waits || m.unwrapping || m.options.quote_lookahead)
            && m.options.duplicate_keys != DuplicateKeys::Last
            && m.comma.as_ref().is_none_or(|comma| comma.rule.is_none())
            && m.mute.is_none()
            && m.dropped_closer.is_none()
            && m.limited.is_none()
            && m.replaced.is_empty()
    }

    /// Reads on while the lane can place what comes.
    pub(crate) fn fast(&mut self) -> Ask<()> {
        let mut at = match self.m.lexeme {
            Lexeme::String => match self.sound_text()? {
                Some(next) => next,
                None => return Ok(()),
            },
            _ => self.past_space(self.pos),
        };
        while let Some(next) = self.sound_token(at)? {
            at = next;
        }
        Ok(())
    }

    /// Deals with the token at `at`, the first byte behind white space, and gives the place of the
    /// next one.
    #[inline]
    fn sound_token(&mut self, at: usize) -> Ask<Option<usize>> {
        let Some(byte) = self.byte_at(at) else { return Ok(None) };
        match (self.m.expect, byte) {
            (Expect::Comma, b',') => self.sound_comma(at),
            (Expect::FirstKey | Expect::Key, b'"') => self.sound_key(at),
            (Expect::Value | Expect::FirstElement | Expect::Element, b'"') => self.sound_string(at),
            (Expect::Comma | Expect::FirstKey, b'}') => self.sound_closer(Container::Object, at),
            (Expect::Comma | Expect::FirstElement, b']') => self.sound_closer(Container::Array, at),
            (Expect::Value | Expect::FirstElement | Expect::Element, _) => {
                self.sound_value(at, byte)
            }
            _ => Ok(None),
        }
    }

    /// What follows a comma is told together with it: a comma before a closer is no JSON.
    #[inline]
    fn sound_comma(&mut self, at: usize) -> Ask<Option<usize>> {
        let next = self.past_space(at + 1);
        match (self.frames().container(), self.byte_at(next)) {
            (Some(Container::Object), Some(b'"')) => self.sound_key(next),
            (Some(Container::Array), Some(b'"')) => self.sound_string(next),
            (Some(Container::Array), Some(byte)) => self.sound_value(next, byte),
            _ => Ok(None),
        }
    }

    #[inline]
    fn sound_value(&mut self, at: usize, byte: u8) -> Ask<Option<usize>> {
        match byte {
            b'-' | b'0'..=b'9' => self.sound_number(at),
            b'{' => self.sound_opener(Container::Object, at),
            b'[' => self.sound_opener(Container::Array, at),
            b't' => self.sound_literal("true", Event::Bool(true), at),
            b'f' => self.sound_literal("false", Event::Bool(false), at),
            b'n' => self.sound_literal("null", Event::Null, at),
            _ => Ok(None),
        }
    }

    /// A key without escapes, with its colon.
    fn sound_key(&mut self, at: usize) -> Ask<Option<usize>> {
        let from = at + 1;
        let end = from + runs::plain(&self.text.as_bytes()[from..]);
        if self.byte_at(end) != Some(b'"') {
            return Ok(None);
        }
        let colon = self.past_space(end + 1);
        let key = &self.text[from..end];
        if self.byte_at(colon) != Some(b':')
            || colon - end > NEAR
            || key.len() as u64 > self.m.options.max_token
            || !key.is_ascii() && key.contains(is_hidden)
            || !self.is_new_key(key)
        {
            return Ok(None);
        }
        self.begin_token(Role::Key)?;
        self.tell_string(Role::Key, key, at)?;
        self.m.expect = Expect::Value;
        self.placed(colon + 1);
        Ok(Some(self.past_space(colon + 1)))
    }

    /// A string value: whole if it has no escapes, else up to where the lane has to stop.
    fn sound_string(&mut self, at: usize) -> Ask<Option<usize>> {
        let from = at + 1;
        let end = from + runs::plain(&self.text.as_bytes()[from..]);
        if self.byte_at(end) != Some(b'"') {
            return self.long_string(at, end);
        }
        let Some(next) = self.past_string_end(from, end) else { return Ok(None) };
        if self.m.options.max_string.is_some_and(|max| (end - from) as u64 > max) {
            return Ok(None);
        }
        self.begin_token(Role::Value)?;
        self.tell_string(Role::Value, &self.text[from..end], at)?;
        self.sound_value_done(Last::String, end + 1)?;
        Ok(Some(next))
    }

    /// A string value that has escapes, or goes on behind the window; its first run of text ends at
    /// `end`. Where it may be a key, the lane wants to see that it is none.
    #[cold]
    fn long_string(&mut self, at: usize, mut end: usize) -> Ask<Option<usize>> {
        let bytes = self.text.as_bytes();
        if self.m.expect != Expect::Value || self.m.new_line || bytes[self.pos..at].contains(&b'\n')
        {
            while self.byte_at(end) == Some(b'\\') {
                let behind = (end + 2).min(bytes.len());
                end = behind + runs::plain(&bytes[behind..]);
            }
            if self.byte_at(end) != Some(b'"') || self.past_string_end(at + 1, end).is_none() {
                return Ok(None);
            }
        } else if self.byte_at(end) != Some(b'\\') {
            return Ok(None);
        }
        self.begin_token(Role::Value)?;
        self.tell(Event::StringStart(Role::Value), at)?;
        self.m.string = Str { open: Spot::Window(at), ..Str::default() };
        self.m.lexeme = Lexeme::String;
        self.pos = at + 1;
        self.sound_text()
    }

    /// Goes on with the string value that has begun, to its end if all of it can be placed.
    fn sound_text(&mut self) -> Ask<Option<usize>> {
        loop {
            let from = self.pos;
            let end = from + runs::plain(&self.text.as_bytes()[from..]);
            let len = self.m.string.len + (end - from) as u64;
            if self.m.options.max_string.is_some_and(|max| len > max) {
                return Ok(None);
            }
            match self.byte_at(end) {
                Some(b'"') => {
                    let Some(next) = self.past_string_end(from, end) else { return Ok(None) };
                    self.sound_run(end)?;
                    self.tell(Event::StringEnd(Role::Value), end)?;
                    self.m.lexeme = Lexeme::None;
                    self.sound_value_done(Last::String, end + 1)?;
                    return Ok(Some(next));
                }
                Some(b'\\') => {
                    self.sound_run(end)?;
                    if !self.sound_escape()? {
                        return Ok(None);
                    }
                }
                _ => return Ok(None),
            }
        }
    }

    /// Tells the text of the string up to `end`.
    #[inline]
    fn sound_run(&mut self, end: usize) -> Ask<()> {
        let text = &self.text[self.pos..end];
        if text.is_empty() {
            return Ok(());
        }
        self.tell(Event::Text(text), self.pos)?;
        self.m.string.told(text);
        self.m.string.fresh = false;
        self.m.string.len += text.len() as u64;
        self.pos = end;
        Ok(())
    }

    /// An escape of JSON that nobody could mean otherwise; whether it is one.
    #[inline]
    fn sound_escape(&mut self) -> Ask<bool> {
        let at = self.pos;
        let (len, decoded) = match self.byte_at(at + 1) {
            Some(b'"') => (2, '"'),
            Some(b'\\') => (2, '\\'),
            Some(b'/') => (2, '/'),
            Some(b'n') if !self.m.string.ends_in_drive() => (2, '\n'),
            Some(b'r') if !self.m.string.ends_in_drive() => (2, '\r'),
            Some(b't') if !self.m.string.ends_in_drive() => (2, '\t'),
            Some(b'u') => match super::escape::parse(&self.text[at..]) {
                super::escape::Escape::Valid(len, decoded) => (len, decoded),
                _ => return Ok(false),
            },
            _ => return Ok(false),
        };
        let after = self.m.string.len + len as u64;
        if self.m.options.max_string.is_some_and(|max| after > max) {
            return Ok(false);
        }
        self.tell(Event::Escape { raw: &self.text[at..at + len], decoded }, at)?;
        self.m.string.fresh = false;
        self.m.string.len = after;
        self.pos = at + len;
        Ok(true)
    }

    fn sound_number(&mut self, at: usize) -> Ask<Option<usize>> {
        let (len, exponent) = number::in_sight(&self.text.as_bytes()[at..]);
        let end = at + len;
        let Some(next) = self.past_scalar(end, true).filter(|_| len > 0) else { return Ok(None) };
        let text = &self.text[at..end];
        if (len > 15 || exponent) && !exact::is_exact(text) || len as u64 > self.m.options.max_token
        {
            return Ok(None);
        }
        self.begin_token(Role::Value)?;
        self.tell(Event::Number(text), at)?;
        self.sound_value_done(Last::Number(self.window_byte(end)), end)?;
        Ok(Some(next))
    }

    #[inline]
    fn sound_literal(&mut self, word: &str, event: Event<'_>, at: usize) -> Ask<Option<usize>> {
        let end = at + word.len();
        let stands_here = self.text.as_bytes()[at..].starts_with(word.as_bytes());
        let Some(next) = self.past_scalar(end, false).filter(|_| stands_here) else {
            return Ok(None);
        };
        self.begin_token(Role::Value)?;
        self.tell(event, at)?;
        self.sound_value_done(Last::Other, end)?;
        Ok(Some(next))
    }

    /// An opening bracket; behind a brace a key or the closing one has to follow.
    fn sound_opener(&mut self, container: Container, at: usize) -> Ask<Option<usize>> {
        let next = self.past_space(at + 1);
        if container == Container::Object && !matches!(self.byte_at(next), Some(b'"' | b'}')) {
            return Ok(None);
        }
        self.pos = at;
        self.open(container, char::from(container.opener()))?;
        Ok(Some(next))
    }

    /// The closer of the innermost container, if it is none that may come too early.
    fn sound_closer(&mut self, container: Container, at: usize) -> Ask<Option<usize>> {
        let next = self.past_space(at + 1);
        let Some(frame) = self.frames().top() else { return Ok(None) };
        if frame.container != Some(container)
            || frame.opener != Opener::Bracket
            || frame.doubled > 0
            || self.frames().len() == 1
            || container == Container::Array
                && self.array_is_member()
                && !self.member_follows(at, next)
        {
            return Ok(None);
        }
        self.pos = at;
        self.pop(1)?;
        Ok(Some(next))
    }

    /// Whether the object goes on or ends at `next`, behind the array that closes at `at`.
    fn member_follows(&self, at: usize, next: usize) -> bool {
        match self.byte_at(next) {
            Some(b'}') => next - at < NEAR,
            Some(b',') => {
                let key = self.past_space(next + 1);
                self.byte_at(key) == Some(b'"') && key - at < NEAR
            }
            _ => false,
        }
    }

    /// What follows a string value whose text goes from `from` to `end`, if it is what may follow one.
    #[inline]
    fn past_string_end(&self, from: usize, end: usize) -> Option<usize> {
        let next = self.past_space(end + 1);
        let ends = matches!(self.byte_at(next), Some(b',' | b'}' | b']'));
        // A comma at the end of the text is decided with the quote, across the white space behind it.
        let bytes = &self.text.as_bytes()[from..end];
        let is_near = next - end < NEAR
            && (!bytes.last().is_some_and(|&b| runs::is_space(b))
                || bytes.iter().rev().take(NEAR).any(|&b| !runs::is_space(b)));
        (ends && is_near).then_some(next)
    }

    /// What follows a number or literal that ends at `end`, if that does not make it a word: in an
    /// object `1,5` is one.
    #[inline]
    fn past_scalar(&self, end: usize, numeric: bool) -> Option<usize> {
        let next = self.past_space(end);
        match self.byte_at(next)? {
            b',' if next == end
                && numeric
                && self.frames().container() == Some(Container::Object) =>
            {
                (!self.byte_at(end + 1)?.is_ascii_digit()).then_some(next)
            }
            b',' | b'}' | b']' if next - end < NEAR => Some(next),
            _ => None,
        }
    }

    /// A value ends at `end`.
    #[inline]
    fn sound_value_done(&mut self, last: Last, end: usize) -> Ask<()> {
        self.placed(end);
        self.value_done(last)
    }

    /// All is told up to `end`.
    #[inline]
    fn placed(&mut self, end: usize) {
        self.pos = end;
        self.m.behind = self.window_byte(end);
        self.m.new_line = false;
    }

    #[inline]
    fn tell_string(&mut self, role: Role, text: &str, at: usize) -> Ask<()> {
        self.tell(Event::StringStart(role), at)?;
        if !text.is_empty() {
            self.tell(Event::Text(text), at + 1)?;
        }
        self.tell(Event::StringEnd(role), at + 1 + text.len())?;
        self.m.string.delimiter = Delimiter::Double;
        Ok(())
    }

    #[inline]
    fn tell(&mut self, event: Event<'_>, index: usize) -> Ask<()> {
        let at = self.window_byte(index);
        Ok(self.sink.event(event, at)?)
    }

    #[inline]
    fn byte_at(&self, index: usize) -> Option<u8> {
        self.text.as_bytes().get(index).copied()
    }

    #[inline]
    fn past_space(&self, from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        from + runs::space(rest)
    }
}

impl Str {
    /// Whether it is a value as JSON has it, as far as it has been read.
    fn is_sound(&self) -> bool {
        self.role == Role::Value
            && self.delimiter == Delimiter::Double
            && self.width == 1
            && self.known_end.is_none()
            && self.record.is_none()
            && self.limited.is_none()
            && !(self.unclosed || self.bad_escape)
    }
}
