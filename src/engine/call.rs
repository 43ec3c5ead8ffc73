//! Calls, parentheses and prefixed strings: notations of programming languages around a value.

use super::frames::{Frame, Opener};
use super::grammar::Expect;
use super::hold::{Ask, Stop};
use super::machine::Last;
use super::quote::Follow;
use super::run::{Run, insert};
use super::string::Str;
use crate::event::{Container, Event, Role, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::{Delimiter, is_blank, is_identifier, is_quote, is_space};

/// A call whose arguments have been looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Call {
    /// `name(`, so many bytes: its argument follows. Whether that was decided at the window's
    /// limit.
    Open(usize, bool),
    /// `name()`, so many bytes, and what the name makes of nothing.
    Empty(usize, Nothing),
}

/// What an empty call stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Nothing {
    Array,
    Object,
    Null,
}

/// `b'x'`, `u"x"`: letters before a string.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefixed {
    /// How many letters.
    letters: usize,
    /// Whether they change nothing (`u`).
    plain: bool,
    delimiter: Delimiter,
}

impl Prefixed {
    /// Begins the string: the letters go.
    pub(crate) fn open<S: Sink>(self, run: &mut Run<'_, S>) -> Ask<()> {
        let len = self.letters + 1;
        if !self.plain {
            run.repair(Rule::UnwrapCall, Severity::Lossy, None, 0, self.letters, "")?;
        }
        let from = if self.plain { 0 } else { self.letters };
        let quoted = self.delimiter != Delimiter::Double;
        let mut record = run.record(Rule::NormalizeQuotes, Severity::Cosmetic, from);
        record.edits.push(run.replace(from, len - from, "\""));
        let record = (quoted || self.plain).then_some(record);
        run.begin_string(Str { delimiter: self.delimiter, record, ..Str::default() }, len)
    }
}

impl<S: Sink> Run<'_, S> {
    /// A string with letters before it.
    pub(crate) fn prefixed_string(&mut self) -> Ask<Option<Prefixed>> {
        let Some(prefixed) = self.prefix()? else { return Ok(None) };
        // `{"a":b","c":1}` has lost a quote: what follows the next one tells.
        let follow = self.follow_of(prefixed.delimiter, prefixed.letters + 1, Role::Value)?;
        let lost = matches!(follow, Follow::Ends | Follow::Comma);
        Ok((!lost).then_some(prefixed))
    }

    fn prefix(&mut self) -> Ask<Option<Prefixed>> {
        let first = self.peek(0).map(|c| c.to_ascii_lowercase());
        if !matches!(first, Some('u' | 'b' | 'r' | 'f')) {
            return Ok(None);
        }
        let (end, _) = self.scan_to(3, 0, |_, _, c| c.is_ascii_alphabetic())?;
        let letters = end.index();
        let delimiter = match end.char() {
            Some('"') => Delimiter::Double,
            Some('\'') => Delimiter::Single,
            _ => return Ok(None),
        };
        let plain = match self.rest()[..letters].to_ascii_lowercase().as_str() {
            "u" => true,
            "b" | "r" | "f" | "br" | "rb" | "fr" | "rf" => false,
            _ => return Ok(None),
        };
        Ok(Some(Prefixed { letters, plain, delimiter }))
    }

    /// Letters before a key in quotes, and whether they change nothing.
    pub(crate) fn key_prefix(&mut self) -> Ask<Option<(usize, bool)>> {
        let Some(prefixed) = self.prefix()? else { return Ok(None) };
        let follow = self.follow_of(prefixed.delimiter, prefixed.letters + 1, Role::Key)?;
        let lost = follow != Follow::Text;
        Ok((!lost).then_some((prefixed.letters, prefixed.plain)))
    }

    /// A call around one value, if one stands here.
    pub(crate) fn call(&mut self) -> Ask<Option<Call>> {
        let new = if self.follows(0, "new ")? { 4 } else { 0 };
        let (name, _) = self.scan(new, |_, _, c| is_identifier(c) || c == '.')?;
        let open = name.index();
        let begins = self.peek(new).is_some_and(|c| is_identifier(c) && !c.is_ascii_digit());
        if !begins || name.char() != Some('(') {
            return Ok(None);
        }
        let Stop::At(first, c) = self.past_trivia(open + 1)? else {
            return Ok(Some(Call::Open(open + 1, !self.eof)));
        };
        if c == ')' {
            let nothing = match &self.rest()[new..open] {
                "set" | "list" | "tuple" | "frozenset" => Nothing::Array,
                "dict" => Nothing::Object,
                _ => Nothing::Null,
            };
            return Ok(self.value_ends(first + 1)?.then_some(Call::Empty(first + 1, nothing)));
        }
        let wraps = matches!(c, '{' | '[' | '(') || self.call_at(first)?;
        if wraps {
            return Ok(Some(Call::Open(open + 1, false)));
        }
        Ok(self.wraps_one(first)?.map(|guessed| Call::Open(open + 1, guessed)))
    }

    /// Whether another call stands at `index`.
    fn call_at(&mut self, index: usize) -> Ask<bool> {
        let (end, _) = self.scan(index, |_, _, c| is_identifier(c) || c == '.')?;
        Ok(end.index() > index && end.char() == Some('('))
    }

    /// Whether a value may end before `index`.
    fn value_ends(&mut self, index: usize) -> Ask<bool> {
        Ok(match self.past_trivia(index)? {
            Stop::At(_, ',' | '}' | ']' | ')' | ';') => true,
            // In an object text on its line belongs to it, as to a number, and so does a body.
            Stop::At(at, c) if at > index => {
                let object = self.frames().container() == Some(Container::Object);
                let line = !self.rest()[index..at].contains('\n');
                let body = line && matches!(c, '{' | '[' | '(' | '=');
                !(object && (body || self.words_follow(index)?))
            }
            Stop::At(_, c) => is_quote(c),
            Stop::End(_) | Stop::Limit(_) => true,
        })
    }

    /// Whether the parenthesis whose content begins at `index` holds one scalar without a name, with
    /// what may follow a value behind it, and whether that is a guess.
    fn wraps_one(&mut self, index: usize) -> Ask<Option<bool>> {
        let (name, _) = self.scan(index, |_, _, c| is_identifier(c))?;
        if name.index() > index && self.past_trivia(name.index())?.char() == Some('=') {
            return Ok(None);
        }
        let (comma, close) = self.enclosed(index, false)?;
        let wraps = !comma
            && match close {
                Stop::At(close, ')') => self.value_ends(close + 1)?,
                _ => true,
            };
        Ok(wraps.then_some(matches!(close, Stop::Limit(_))))
    }

    /// Deals with what [`Run::call`] found.
    pub(crate) fn open_call(&mut self, call: Call) -> Ask<()> {
        self.begin_token(Role::Value)?;
        match call {
            Call::Open(len, guessed) => {
                self.repair(Rule::UnwrapCall, Severity::Lossy, None, 0, len, "")?;
                self.push(Frame { guessed, ..Frame::new(Opener::Call, None) })?;
                self.keep(len);
                Ok(())
            }
            Call::Empty(len, nothing) => self.empty_call(len, nothing),
        }
    }

    fn empty_call(&mut self, len: usize, nothing: Nothing) -> Ask<()> {
        let text = match nothing {
            Nothing::Array => "[]",
            Nothing::Object => "{}",
            Nothing::Null => "",
        };
        self.repair(Rule::UnwrapCall, Severity::Lossy, None, 0, len, text)?;
        let container = match nothing {
            Nothing::Array => Container::Array,
            Nothing::Object => Container::Object,
            Nothing::Null => {
                let mut record = self.record(Rule::FillNull, Severity::Lossy, 0);
                record.edits.push(insert(self.byte(len), "null"));
                self.file(record)?;
                self.event(Event::Null, 0)?;
                self.keep(len);
                return self.value_done(Last::Other);
            }
        };
        self.event(Event::Start(container), 0)?;
        self.event(Event::End(container), 0)?;
        self.keep(len);
        self.value_done(Last::Closed(Some(container), false))
    }

    /// `(5)` is its value, `(1,2)` a tuple (R028).
    pub(crate) fn paren(&mut self) -> Ask<()> {
        let (comma, close) = self.enclosed(1, false)?;
        let guessed = matches!(close, Stop::Limit(_));
        let inside = &self.rest()[1..close.index()];
        let empty = inside.chars().all(|c| is_space(c) || is_blank(c));
        let one = close.char() == Some(')') && !comma;
        if one && self.frames().len() > 0 && !self.value_ends(close.index() + 1)? {
            // `(555) 123-4567`: what stands behind belongs to it, as it would to a call.
            return self.bare_value();
        }
        let group = one && !empty;
        self.begin_token(Role::Value)?;
        let (class, text) = if group { (Some(Ambiguity::Paren), "") } else { (None, "[") };
        self.repair(Rule::ConvertTuple, Severity::Cosmetic, class, 0, 1, text)?;
        let frame = if group {
            Frame::new(Opener::Group, None)
        } else {
            Frame { guessed, ..Frame::new(Opener::Tuple, Some(Container::Array)) }
        };
        self.push(frame)?;
        self.keep(1);
        Ok(())
    }

    /// Further arguments of a call around a container are dropped; a comma before the closing
    /// parenthesis says nothing.
    pub(crate) fn more_arguments(&mut self, comma: usize) -> Ask<()> {
        if comma > 0 && self.past_trivia(comma)?.char() == Some(')') {
            self.repair(Rule::RemoveComma, Severity::Cosmetic, None, 0, comma, "")?;
            self.advance(comma);
            return Ok(());
        }
        if self.frames().top().is_some_and(|frame| frame.guessed) {
            let at = self.position(0);
            self.note_limit(at)?;
        }
        let mut record = self.record(Rule::UnwrapCall, Severity::Lossy, 0);
        record.ambiguity = Some(Ambiguity::BareWord);
        self.mute(record, self.frames().len(), true);
        self.advance(comma);
        self.m.expect = Expect::Element;
        Ok(())
    }

    /// Whether a call may stand at the root: only around a container, a string or another call.
    pub(crate) fn root_call(&mut self) -> Ask<Option<Call>> {
        let Some(call) = self.call()? else { return Ok(None) };
        let Call::Open(len, _) = call else { return Ok(None) };
        let fits = match self.past_trivia(len)? {
            Stop::At(_, c) if is_quote(c) || matches!(c, '{' | '[') => true,
            Stop::At(index, _) => self.call_at(index)?,
            Stop::End(_) | Stop::Limit(_) => false,
        };
        Ok(fits.then_some(call))
    }
}
