//! Closing brackets: those that fit, and the one resolver of those that do not.

use super::frames::{Frame, Opener};
use super::grammar::{Class, Expect};
use super::hold::{Ask, Stop};
use super::machine::{Last, Place, Spot};
use super::options::MultiRoot;
use super::run::{Run, insert};
use crate::event::{Container, Event, Sink};
use crate::repair::{Ambiguity, Repair, Rule, Severity};
use crate::scan::classes::{is_space, plain, plain_punctuation};
use std::borrow::Cow;

impl<S: Sink> Run<'_, S> {
    /// A closer that the grammar has no step for: of another kind than is open, or too early.
    pub(crate) fn closer(&mut self, class: Class, c: char) -> Ask<()> {
        let closer = Self::closer_of(class);
        if !self.frames().fits(closer) {
            let mut record = self.record(Rule::DropCloser, Severity::Lossy, 0);
            record.edits.push(self.replace(0, c.len_utf8(), ""));
            self.m.dropped_closer = Some(record);
            self.advance(c.len_utf8());
            return Ok(());
        }
        self.settle_member(class == Class::CloseObject)?;
        let inner = self.frames().inner_first().take_while(|f| f.closer() != closer).count();
        if inner > 0 { self.close_inner(inner, None) } else { self.close(c) }
    }

    /// What the innermost container still waits for is filled in or dropped.
    fn settle_member(&mut self, lone: bool) -> Ask<()> {
        match self.m.expect {
            Expect::Colon | Expect::Value
                if self.frames().container() == Some(Container::Object) =>
            {
                self.fill_null(lone)
            }
            Expect::FirstElement if self.is_empty_wrapper() => self.fill_null(false),
            Expect::FirstKey => self.open_pending(Container::Object),
            _ => self.drop_pending_comma(),
        }
    }

    /// Whether parentheses around a value hold none.
    fn is_empty_wrapper(&self) -> bool {
        self.frames().top().is_some_and(|frame| frame.container.is_none() && frame.entries == 0)
    }

    /// Closes the innermost container at its closer.
    pub(crate) fn close(&mut self, c: char) -> Ask<()> {
        let Some(frame) = self.frames().top() else { return Ok(()) };
        let outer = self.frames().outer();
        if frame.opener == Opener::Inserted && outer.is_some_and(|f| f.closer() == frame.closer()) {
            // What was never opened does not take the closer of what was.
            return self.close_inner(1, None);
        }
        if frame.doubled > 0 && c == '}' {
            return self.close_doubled(c);
        }
        if self.closes_too_early(frame, c)? {
            let class = Some(Ambiguity::CloserPlacement);
            self.repair(Rule::DropCloser, Severity::Lossy, class, 0, c.len_utf8(), "")?;
            self.advance(c.len_utf8());
            return Ok(());
        }
        if self.m.memo.hit_limit() {
            let at = Some(self.position(0));
            if self.frames().len() == 1 { self.m.guessed_root = at } else { self.m.limited = at }
        }
        if self.m.mute.as_ref().is_some_and(|m| m.to_closer && m.depth == self.frames().len()) {
            self.end_mute()?;
        }
        self.close_record(frame, c)?;
        self.pop(c.len_utf8())
    }

    /// The closer of a brace that was dropped goes too.
    fn close_doubled(&mut self, c: char) -> Ask<()> {
        if let Some(frame) = self.m.frames.top_mut() {
            frame.doubled -= 1;
        }
        self.repair(Rule::DropCloser, Severity::Lossy, None, 0, c.len_utf8(), "")?;
        self.advance(c.len_utf8());
        self.m.last = Last::Closed(None, false);
        Ok(())
    }

    /// Premature closers keep the sibling: `{"a":1}, "b":2}`, `{"r":[[1],2],[3]]}`.
    fn closes_too_early(&mut self, frame: Frame, c: char) -> Ask<bool> {
        let object = frame.container == Some(Container::Object);
        let waits =
            self.frames().len() == 1 && object && self.m.mute.is_none() || self.array_is_member();
        if !waits || self.m.expect == Expect::FirstKey {
            return Ok(false);
        }
        let lines = self.m.options.multi_root == MultiRoot::Lines && object;
        let from = c.len_utf8();
        // Further closers at the root are too early with this one, or surplus with it.
        let (closers, _) =
            self.scan(from, |_, _, c| object && (is_space(c) || matches!(plain(c), '}' | ']')))?;
        let (comma, width) = match self.past_trivia(closers.index())? {
            Stop::At(index, c) if plain(c) == ',' => (index, c.len_utf8()),
            _ => return Ok(false),
        };
        if lines && self.rest()[from..comma].contains('\n') {
            return Ok(false);
        }
        match self.past_trivia(comma + width)? {
            Stop::At(index, _) if object => self.key_ahead(index),
            Stop::At(_, c) => Ok(plain(c) == '['),
            Stop::End(_) | Stop::Limit(_) => Ok(false),
        }
    }

    /// What has to be said about the closer of what was no bracket of JSON.
    fn close_record(&mut self, frame: Frame, c: char) -> Ask<()> {
        let len = c.len_utf8();
        if frame.guessed && frame.opener == Opener::Tuple && frame.entries == 1 {
            let at = self.position(0);
            self.note_limit(at)?;
        }
        let (rule, severity, class, insert) = match frame.opener {
            Opener::Set => {
                (Rule::ConvertTuple, Severity::Cosmetic, Some(Ambiguity::SetOrObject), "]")
            }
            Opener::Tuple => (Rule::ConvertTuple, Severity::Cosmetic, None, "]"),
            Opener::Group => (Rule::ConvertTuple, Severity::Cosmetic, Some(Ambiguity::Paren), ""),
            Opener::Call => (Rule::UnwrapCall, Severity::Lossy, None, ""),
            Opener::Bracket | Opener::Inserted => match plain_punctuation(c) {
                Some(plain) => (Rule::NormalizeSeparator, Severity::Cosmetic, None, plain),
                None => return Ok(()),
            },
        };
        self.repair(rule, severity, class, 0, len, insert)
    }

    /// Takes the innermost container from the stack; its closer is `len` bytes long.
    #[inline]
    pub(crate) fn pop(&mut self, len: usize) -> Ask<()> {
        self.open_pending(Container::Object)?;
        let Some(frame) = self.m.frames.pop() else { return Ok(()) };
        if let Some(container) = frame.container {
            self.event(Event::End(container), 0)?;
        }
        if frame.container == Some(Container::Object) {
            self.m.close_keys();
        }
        if len > 0 {
            self.keep(len);
        }
        let last = match (frame.container, self.m.last) {
            (None, last) => last,
            (container, _) => Last::Closed(container, frame.entries > 1),
        };
        self.value_done(last)
    }

    /// R007: closes the `count` innermost containers before what stands here.
    pub(crate) fn close_inner(&mut self, count: usize, class: Option<Ambiguity>) -> Ask<()> {
        let at_end = self.at_end();
        let floor = self.frames().len() - count;
        if class.is_none() {
            self.settle_member(false)?;
        }
        let guess = self.guessed_closer(at_end);
        let mut record = self.record(Rule::CloseContainer, Severity::Lossy, 0);
        record.truncated = at_end || self.m.unwrapping;
        record.ambiguity = class.or(guess);
        let (mut record, mut closers) = (Some(record), Cow::Borrowed(""));
        while self.frames().len() > floor && self.m.place == Place::Inside {
            if self.m.mute.as_ref().is_some_and(|mute| mute.depth >= self.frames().len()) {
                self.end_mute()?;
            }
            let Some(frame) = self.frames().top() else { break };
            self.unclosed_wrapper(frame, at_end)?;
            if self.m.mute.is_none() {
                closers += match frame.container {
                    Some(Container::Object) => "}",
                    Some(Container::Array) => "]",
                    None => "",
                };
            }
            // What closes the root is told before its end is.
            if self.frames().len() == 1 {
                self.insert_closers(record.take(), std::mem::take(&mut closers))?;
            }
            self.pop(0)?;
        }
        self.insert_closers(record, closers)?;
        if let Some(comma) = &mut self.m.comma {
            // It stands behind the containers that were closed.
            if comma.len == 0 {
                comma.spot = Spot::Window(self.pos);
            }
            self.m.expect = match self.frames().container() {
                Some(Container::Object) => Expect::Key,
                _ => Expect::Element,
            };
        }
        Ok(())
    }

    /// R007 for closers that are missing here, if there are any.
    fn insert_closers(&mut self, record: Option<Repair>, closers: Cow<'static, str>) -> Ask<()> {
        let Some(mut record) = record.filter(|_| !closers.is_empty()) else { return Ok(()) };
        record.edits.push(insert(self.m.behind, closers));
        self.file(record)
    }

    /// Whether a closer that is missing at the end may be missing further in.
    fn guessed_closer(&self, at_end: bool) -> Option<Ambiguity> {
        let container = self.frames().container();
        let doubtful =
            at_end && container.is_some() && self.m.last == Last::Closed(container, true);
        (doubtful || self.m.swallowed_closer).then_some(Ambiguity::CloserPlacement)
    }

    /// A call or parenthesis that is never closed: nothing is inserted for it.
    fn unclosed_wrapper(&mut self, frame: Frame, at_end: bool) -> Ask<()> {
        let rule = match frame.opener {
            Opener::Call => Rule::UnwrapCall,
            Opener::Group => Rule::ConvertTuple,
            _ => return Ok(()),
        };
        let mut record = self.record(rule, Severity::Lossy, 0);
        record.truncated = at_end;
        self.file(record)
    }

    /// `{` where a key is due: the next element of the array around this object, or a doubled
    /// brace.
    pub(crate) fn stray_brace(&mut self, c: char) -> Ask<()> {
        let next = self.m.expect != Expect::FirstKey
            && self.frames().outer().is_some_and(|f| f.container == Some(Container::Array));
        if next {
            return self.close_inner(1, Some(Ambiguity::CloserPlacement));
        }
        if let Some(frame) = self.m.frames.top_mut() {
            frame.doubled = frame.doubled.saturating_add(1);
        }
        self.drop_stray(c.len_utf8(), Some(Ambiguity::CloserPlacement))
    }
}
