//! Recovery between the tokens of a member or an element: commas, colons, missing values.

use super::grammar::{Class, Expect};
use super::hold::{Ask, Stop};
use super::machine::{Last, PendingComma, Spot};
use super::run::{Run, delete, insert, record_at};
use crate::event::{Container, Event, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::is_identifier;

impl<S: Sink> Run<'_, S> {
    /// A comma with nothing before it (R004).
    pub(crate) fn drop_comma(&mut self, c: char) -> Ask<()> {
        if self.m.comma.as_ref().is_some_and(|comma| comma.len == 0) {
            // It is where one was missed.
            self.pending_comma(c);
            return Ok(());
        }
        let array = self.frames().container() == Some(Container::Array);
        let class = array.then_some(Ambiguity::ElidedValue);
        let len = c.len_utf8();
        self.repair(Rule::RemoveComma, Severity::Cosmetic, class, 0, len, "")?;
        self.advance(len);
        Ok(())
    }

    /// The comma before a closer, or before the end of the input, goes (R004).
    pub(crate) fn drop_pending_comma(&mut self) -> Ask<()> {
        let Some(comma) = self.m.comma.take() else { return Ok(()) };
        self.m.expect = Expect::Comma;
        if comma.len == 0 {
            return Ok(());
        }
        let at = self.resolve(comma.spot);
        let mut record = record_at(Rule::RemoveComma, Severity::Cosmetic, at);
        if self.at_end() {
            record.severity = Severity::Lossy;
            record.truncated = true;
        }
        record.edits.push(delete(comma.byte, comma.byte + comma.len));
        self.file(record)
    }

    /// What stands for a colon, a missing one, a doubled one (R005).
    pub(crate) fn odd_colon(&mut self, class: Class, c: char) -> Ask<()> {
        if class == Class::Equals || class == Class::Colon {
            return self.written_colon(c);
        }
        if class == Class::Quote && self.key_ahead(0)? {
            return self.fill_null(false);
        }
        let mut record = self.record(Rule::NormalizeColon, Severity::Cosmetic, 0);
        record.ambiguity = (class == Class::Quote).then_some(Ambiguity::SetOrObject);
        record.edits.push(insert(self.m.behind, ":"));
        self.file(record)?;
        self.m.expect = Expect::Value;
        self.m.new_line = false;
        Ok(())
    }

    /// `=`, `=>`, and a second colon or arrow, which goes.
    fn written_colon(&mut self, c: char) -> Ask<()> {
        let len = if self.follows(0, "=>")? { 2 } else { c.len_utf8() };
        let doubled = self.m.expect == Expect::Value;
        let inserted = self.frames().top().is_some_and(|frame| {
            frame.opener == super::frames::Opener::Inserted && self.frames().len() > 1
        });
        let class = (len == 2 && inserted).then_some(Ambiguity::SetOrObject);
        let colon = if doubled { "" } else { ":" };
        self.repair(Rule::NormalizeColon, Severity::Cosmetic, class, 0, len, colon)?;
        self.keep(len);
        self.m.expect = Expect::Value;
        self.m.new_line = false;
        Ok(())
    }

    /// A value where a comma is due (R006).
    pub(crate) fn insert_comma(&mut self, class: Class) -> Ask<()> {
        let container = self.frames().container();
        if container.is_none() {
            return self.more_arguments(0);
        }
        let object = container == Some(Container::Object);
        let ambiguity = match (self.m.last, class) {
            (Last::String, Class::Quote) if object && self.key_ahead(0)? => None,
            (Last::String, Class::Quote) => Some(Ambiguity::AdjacentStrings),
            (Last::Number(_), Class::Word) if self.m.zero_width || self.three_digits()? => {
                Some(Ambiguity::AdjacentNumbers)
            }
            _ => None,
        };
        self.m.comma = Some(PendingComma {
            byte: self.m.behind,
            len: 0,
            spot: Spot::Window(self.pos),
            rule: Some(Rule::InsertComma),
            ambiguity,
            resolved_by: self.m.comma_resolved.take().filter(|_| ambiguity.is_some()),
        });
        self.m.expect = if object { Expect::Key } else { Expect::Element };
        Ok(())
    }

    /// Whether exactly three digits stand here.
    fn three_digits(&mut self) -> Ask<bool> {
        let (end, _) = self.scan(0, |_, _, c| c.is_ascii_digit())?;
        let whole = end.char().is_none_or(|c| !is_identifier(c) && c != '.');
        Ok(end.index() == 3 && whole)
    }

    /// A member without a value (R008). `lone` tells that the brace closes behind its key.
    pub(crate) fn fill_null(&mut self, lone: bool) -> Ask<()> {
        let keyed = self.m.expect == Expect::Colon;
        let first = self.frames().top().is_some_and(|frame| frame.entries == 0);
        let mut record = self.record(Rule::FillNull, Severity::Lossy, 0);
        record.truncated = self.at_end();
        record.ambiguity = (keyed && lone && first).then_some(Ambiguity::SetOrObject);
        record.edits.push(insert(self.m.behind, if keyed { ":null" } else { "null" }));
        self.file(record)?;
        self.event(Event::Null, 0)?;
        self.value_done(Last::Other)
    }

    /// `...` stands for values that are not there (R020); a comma goes with it.
    pub(crate) fn ellipsis(&mut self, c: char) -> Ask<()> {
        let dots = if c == '…' { c.len_utf8() } else { 3 };
        let (end, _) = self.scan(dots, |_, _, c| is_identifier(c) || c == '.')?;
        let mut len = end.index();
        if end.char() == Some('(')
            && let Stop::At(close, ')') = self.enclosed(len + 1, true)?.1
        {
            // What is spread may be what a call gives.
            len = close + 1;
        }
        let mut record = self.record(Rule::DropEllipsis, Severity::Lossy, 0);
        record.ambiguity = (len > dots).then_some(Ambiguity::BareWord);
        let between = !matches!(self.m.expect, Expect::Comma | Expect::Value);
        let taken = match self.past_trivia(len)? {
            Stop::At(index, ',') if between => index + 1,
            _ => len,
        };
        if taken == len
            && between
            && let Some(comma) = self.m.comma.take_if(|comma| comma.len > 0)
        {
            record.edits.push(delete(comma.byte, comma.byte + comma.len));
            self.m.expect = Expect::Comma;
        }
        record.edits.push(self.replace(0, taken, ""));
        self.file(record)?;
        self.advance(taken);
        Ok(())
    }
}
