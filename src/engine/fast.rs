//! The lane for sound input: JSON as RFC 8259 has it, as long as a token and what has to be known
//! about it are in sight. It tells what the careful machine would tell, of the same places, and
//! leaves that machine's state as it would be. What it cannot place it leaves untouched.

mod brackets;
mod strings;

use super::exact;
use super::frames::Frame;
use super::grammar::Expect;
use super::machine::{Last, Lexeme, Machine, PendingComma, Place, Spot};
use super::number;
use super::options::{DuplicateKeys, EngineOptions};
use super::run::Run;
use crate::error::Error;
use crate::event::{Container, Event, Interest, Sink};
use crate::scan::runs;

/// The most white space that the lane looks across for what follows a token. Far less than the
/// window of a decision, so that no decision is made at its limit here.
const NEAR: usize = 1024;

/// The most text that the lane lets wait. What waits is looked at again with each piece, until it is
/// longer than that and waits in the careful machine, which looks at each byte once.
const SHORT: usize = 128;

/// Why the lane ends.
#[derive(Debug)]
enum Stop {
    /// All is sound, and the token goes on behind the window.
    Unseen,
    /// This is no business of the lane's.
    Odd,
    /// The root is whole.
    Root,
    /// A sink ends the run.
    Fail(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Fail(error)
    }
}

/// What a step in the lane comes to.
type Step<T> = Result<T, Stop>;

/// The place of the next token.
type Next = Step<usize>;

const LEAVE: Next = Err(Stop::Odd);

impl EngineOptions {
    /// Whether the lane does what they ask for.
    pub(super) fn suit_lane(&self) -> bool {
        !self.quote_lookahead
            && self.duplicate_keys != DuplicateKeys::Last
            && self.max_token >= number::IN_SIGHT as u64
    }
}

impl<S: Sink> Run<'_, S> {
    /// Whether the lane may be tried: nothing waits, is dropped, or is read in another way than JSON
    /// has it.
    #[inline]
    pub(crate) fn is_sound(&self) -> bool {
        let m = &*self.m;
        let reads_on = || match m.lexeme {
            Lexeme::None => true,
            Lexeme::String => m.string.is_sound() && m.string.plain_until <= self.pos,
            Lexeme::Trivia(_) | Lexeme::Prose(_) => false,
        };
        m.place == Place::Inside
            && reads_on()
            && !(m.careful || m.unwrapping)
            && self.text.len() - self.pos >= 2 * m.waits
            && !(m.new_line || m.zero_width || m.swallowed_closer)
            && m.comma.as_ref().is_none_or(|comma| comma.rule.is_none())
            && m.unopened.is_none_or(|brace| brace.odd.is_none())
            && m.mute.is_none()
            && m.dropped_closer.is_none()
            && m.limited.is_none()
            && m.replaced.is_empty()
    }

    /// Reads on while the lane can place what comes. False where the careful machine has to go on;
    /// else there is nothing to do until more has come.
    pub(crate) fn fast(&mut self) -> Result<bool, Error> {
        let Some(frame) = self.m.frames.top() else { return Ok(false) };
        let Machine { expect, last, .. } = *self.m;
        let (text, eof, base, pos, start) = (self.text, self.eof, self.base, self.pos, self.pos);
        let (m, sink) = (&mut *self.m, &mut *self.sink);
        let notes = self.interest == Interest::Notes;
        let Frame { container, entries, .. } = frame;
        let entries = u64::from(entries);
        let mut lane =
            Lane { m, sink, text, eof, base, notes, start, pos, expect, last, container, entries };
        let end = lane.run();
        lane.settle_behind();
        lane.leave_comma();
        let Lane { pos, expect, last, entries, .. } = lane;
        if pos > self.pos {
            // What was waited for has come.
            self.m.waits = 0;
            self.m.memo.clear();
            self.m.key = None;
        }
        self.pos = pos;
        (self.m.expect, self.m.last) = (expect, last);
        if let Some(top) = self.m.frames.top_mut() {
            top.count(entries);
        }
        match end {
            Stop::Unseen => Ok(!self.eof && self.rest().len() <= SHORT),
            Stop::Odd => Ok(false),
            Stop::Root => self.end_root().map(|()| false),
            Stop::Fail(error) => Err(error),
        }
    }
}

/// The machine in the lane. What every token changes is at hand, and put back when the lane ends.
struct Lane<'l, S> {
    m: &'l mut Machine,
    sink: &'l mut S,
    text: &'l str,
    /// Whether the input ends where the text does.
    eof: bool,
    /// The byte of the input that the text begins with.
    base: u64,
    /// Whether anybody hears of numbers that a double does not hold.
    notes: bool,
    /// Where the lane begins, and up to where all is told.
    start: usize,
    pos: usize,
    expect: Expect,
    last: Last,
    /// What the innermost container is, and its entries: two for any number of them before.
    container: Option<Container>,
    entries: u64,
}

impl<S: Sink> Lane<'_, S> {
    /// Reads to where the lane ends, and says why it does.
    fn run(&mut self) -> Stop {
        let mut at = match self.m.lexeme {
            Lexeme::String => self.text(),
            _ if self.expect == Expect::Colon => self.colon(),
            _ => Ok(self.past_space(self.pos)),
        };
        loop {
            match at {
                Ok(next) => at = self.token(next),
                Err(stop) => return stop,
            }
        }
    }

    /// Deals with the token at `at`, the first byte behind white space.
    #[inline]
    fn token(&mut self, mut at: usize) -> Next {
        use Expect::{Comma, Element, FirstElement, FirstKey, Key, Value};
        let mut byte = self.byte(at)?;
        let mut expect = self.expect;
        if expect == Comma && byte == b',' {
            // What follows a comma is told together with it: a comma before a closer is no JSON.
            expect = match self.container {
                Some(Container::Object) => Key,
                Some(Container::Array) => Element,
                None => return LEAVE,
            };
            at = self.past_space(at + 1);
            byte = self.byte(at)?;
        }
        match (expect, byte) {
            (FirstKey | Key, b'"') => {
                at = self.key(at)?;
                self.entry(self.byte(at)?, at)
            }
            (Comma | FirstKey, b'}') | (Comma | FirstElement, b']') => self.closer(byte, at),
            (Value | FirstElement | Element, _) => self.entry(byte, at),
            _ => LEAVE,
        }
    }

    /// Deals with the value that begins at `at` with this byte.
    #[inline(always)]
    fn entry(&mut self, byte: u8, at: usize) -> Next {
        match byte {
            b'"' => self.string(at),
            b'-' | b'0'..=b'9' => self.number(at),
            b'[' => self.array(at),
            b'{' => self.object(at),
            b't' | b'f' | b'n' => self.literal(byte, at),
            _ => LEAVE,
        }
    }

    /// A number, and those that follow it closely in an array. If there is anybody to hear of others,
    /// only numbers that a double holds.
    #[inline]
    fn number(&mut self, mut at: usize) -> Next {
        loop {
            let (len, exponent) = number::in_sight(&self.text.as_bytes()[at..]);
            let end = at + len;
            let next = self.past_scalar(end, true)?;
            let text = &self.text[at..end];
            if self.notes && (len > 15 || exponent) && !exact::is_exact(text) {
                return LEAVE;
            }
            self.m.comma = None;
            self.tell(Event::Number(text), at)?;
            self.value(Last::Number(self.place(end)), end);
            let follows_closely = self.text.as_bytes()[next] == b','
                && self.container == Some(Container::Array)
                && matches!(self.byte(next + 1)?, b'-' | b'0'..=b'9');
            if !follows_closely {
                return Ok(next);
            }
            at = next + 1;
        }
    }

    #[inline(never)]
    fn literal(&mut self, byte: u8, at: usize) -> Next {
        let (word, event) = match byte {
            b't' => ("true", Event::Bool(true)),
            b'f' => ("false", Event::Bool(false)),
            _ => ("null", Event::Null),
        };
        if !self.text.as_bytes()[at..].starts_with(word.as_bytes()) {
            return if word.starts_with(&self.text[at..]) { Err(Stop::Unseen) } else { LEAVE };
        }
        let end = at + word.len();
        let next = self.past_scalar(end, false)?;
        self.m.comma = None;
        self.tell(event, at)?;
        self.value(Last::Other, end);
        Ok(next)
    }

    /// The colon behind a key that was no business of the lane's.
    fn colon(&mut self) -> Next {
        let at = self.past_space(self.pos);
        if self.byte(at)? != b':' {
            return LEAVE;
        }
        self.expect = Expect::Value;
        self.pos = at + 1;
        Ok(self.past_space(at + 1))
    }

    /// What follows a number or literal that ends at `end`, if that does not make it a word: in an
    /// object `1,5` is one.
    #[inline(always)]
    fn past_scalar(&self, end: usize, numeric: bool) -> Next {
        let next = self.past_space(end);
        match self.text.as_bytes().get(next) {
            Some(b',') if next == end && numeric && self.container == Some(Container::Object) => {
                if self.byte(end + 1)?.is_ascii_digit() {
                    LEAVE
                } else {
                    Ok(next)
                }
            }
            Some(b',' | b'}' | b']') if next - end < NEAR => Ok(next),
            None if next == end => Err(Stop::Unseen),
            _ => LEAVE,
        }
    }

    /// A value ends at `end`.
    #[inline]
    fn value(&mut self, last: Last, end: usize) {
        self.entries += 1;
        self.expect = Expect::Comma;
        self.last = last;
        self.pos = end;
    }

    /// A comma behind which the lane ends is read, as the careful machine does.
    fn leave_comma(&mut self) {
        let (Some(container), Expect::Comma) = (self.container, self.expect) else { return };
        let at = self.past_space(self.pos);
        if self.text.as_bytes().get(at) != Some(&b',') {
            return;
        }
        let comma = PendingComma {
            byte: self.place(at),
            len: 1,
            spot: Spot::Window(at),
            rule: None,
            ambiguity: None,
            resolved_by: None,
        };
        self.m.comma = Some(comma);
        self.expect = match container {
            Container::Object => Expect::Key,
            Container::Array => Expect::Element,
        };
        self.pos = at + 1;
    }

    /// The last token that was kept ends where all is told, unless that is in a string.
    fn settle_behind(&mut self) {
        if self.pos > self.start && !matches!(self.m.lexeme, Lexeme::String) {
            self.m.behind = self.place(self.pos);
        }
    }

    #[inline(always)]
    fn tell(&mut self, event: Event<'_>, index: usize) -> Step<()> {
        let at = self.place(index);
        Ok(self.sink.event(event, at)?)
    }

    /// The byte of the input at `index` of the text, in which nothing has been replaced.
    #[inline]
    fn place(&self, index: usize) -> u64 {
        self.base + index as u64
    }

    /// The byte at `index`, which has to be in sight.
    #[inline]
    fn byte(&self, index: usize) -> Step<u8> {
        self.text.as_bytes().get(index).copied().ok_or(Stop::Unseen)
    }

    /// The first byte from `from` on that is not white space.
    #[inline]
    fn past_space(&self, from: usize) -> usize {
        match self.text.as_bytes().get(from..) {
            Some([byte, ..]) if *byte > b' ' => from,
            rest => from + runs::space(rest.unwrap_or_default()),
        }
    }
}
