//! `"a" + "b"`: strings that a plus joins (R024).

use super::hold::{Ask, Stop};
use super::quote::Verdict;
use super::run::{Run, insert};
use super::string::Str;
use crate::event::{Event, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::{Delimiter, is_identifier};

impl<S: Sink> Run<'_, S> {
    /// What a plus joins to the string.
    pub(crate) fn operand(&mut self, plus: usize) -> Ask<Option<Verdict>> {
        match self.past_trivia(plus + 1)? {
            Stop::End(_) => Ok(Some(Verdict::ConcatNothing(plus + 1))),
            Stop::At(next, c) if Delimiter::opened_by(c).is_some() => {
                Ok(Some(Verdict::Concat(next)))
            }
            Stop::At(from, _) => {
                let (end, _) = self.scan(from, |_, _, c| is_identifier(c) || c == '.')?;
                let to = end.index();
                let last = match self.past_trivia(to)? {
                    Stop::At(_, c) => matches!(c, ',' | '}' | ']'),
                    Stop::End(_) => true,
                    Stop::Limit(_) => false,
                };
                Ok((to > from && last).then_some(Verdict::ConcatWord(from, to)))
            }
            Stop::Limit(_) => Ok(None),
        }
    }

    /// `"a" + "b"`: goes on with the next string's text.
    pub(crate) fn concat(&mut self, next: usize) -> Ask<()> {
        let open = self.peek(next);
        let Some(delimiter) = open.and_then(Delimiter::opened_by) else { return Ok(()) };
        let to = next + open.map_or(0, char::len_utf8);
        self.finish_operand()?;
        self.repair(
            Rule::ConcatStrings,
            Severity::Cosmetic,
            Some(Ambiguity::StringConcat),
            0,
            to,
            "",
        )?;
        let record = (delimiter != Delimiter::Double)
            .then(|| self.record(Rule::NormalizeQuotes, Severity::Cosmetic, next));
        self.m.string =
            Str { role: self.m.string.role, delimiter, record, fresh: false, ..Str::default() };
        self.advance(to);
        Ok(())
    }

    /// `"a" + name`: the word is taken for text.
    pub(crate) fn concat_word(&mut self, from: usize, to: usize) -> Ask<()> {
        self.finish_operand()?;
        self.repair(
            Rule::ConcatStrings,
            Severity::Lossy,
            Some(Ambiguity::StringConcat),
            0,
            from,
            "",
        )?;
        let mut record = self.record(Rule::QuoteBareValue, Severity::Cosmetic, from);
        record.ambiguity = Some(Ambiguity::BareWord);
        record.edits.push(insert(self.byte(to), "\""));
        self.file(record)?;
        self.event(Event::Text(&self.rest()[from..to]), from)?;
        self.string_is_over(to)
    }

    /// `"a" +` at the end of the input.
    pub(crate) fn concat_nothing(&mut self, to: usize) -> Ask<()> {
        let len = self.closing_len(0);
        let mut record = self.record(Rule::ConcatStrings, Severity::Lossy, len);
        record.ambiguity = Some(Ambiguity::StringConcat);
        record.truncated = true;
        record.edits.push(self.replace(len, to - len, ""));
        self.file(record)?;
        self.finish_record(len)?;
        self.string_is_over(to)
    }

    fn finish_operand(&mut self) -> Ask<()> {
        match self.m.string.record.take() {
            Some(record) => self.file(record),
            None => Ok(()),
        }
    }
}
