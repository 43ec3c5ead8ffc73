//! Around the root: what stands before it, how it begins and ends, what stands behind it.

use super::grammar::{Class, Expect, Step};
use super::hold::{Ask, Halt, Stop};
use super::machine::{Place, first_edit};
use super::options::MultiRoot;
use super::prose::Reach;
use super::run::{Run, insert, record_at};
use super::word;
use crate::error::{Code, Error};
use crate::event::{Container, Event, Sink};
use crate::repair::{Ambiguity, Edit, Repair, Rule, Severity};
use crate::scan::classes::{Delimiter, is_identifier, is_quote, is_space, plain};

/// What has been read behind the root and depends on what follows: nothing more, or a text that may
/// take the value back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail {
    /// Surplus closers (R023) and a semicolon (R032), in that order of kinds.
    records: Vec<Repair>,
    /// Text has been dropped behind the root.
    text: bool,
}

impl<S: Sink> Run<'_, S> {
    /// The next token before the root.
    pub(crate) fn before_root(&mut self) -> Ask<bool> {
        self.skip_space();
        let Some(c) = self.peek(0) else {
            return if self.eof { Err(self.no_value()) } else { Ok(false) };
        };
        let hash = c != '#' || self.m.roots == 0;
        if c == '\\' && self.escaped_space()? || self.begins_trivia(c, hash)? {
            return Ok(true);
        }
        let prose = self.m.options.skip_prose && self.m.roots == 0;
        let fenced = self.m.in_fence();
        let foreign = prose && !fenced && matches!(c, '`' | '~') && !self.fence_holds_json()?;
        if !foreign && self.fence_opens(c)? {
            return Ok(true);
        }
        if prose && self.tag_before(c)? {
            return Ok(true);
        }
        if prose && !fenced {
            return self.first_of_prose(c).map(|()| true);
        }
        self.root_value(c)?;
        Ok(true)
    }

    /// The error where no root has begun.
    fn no_value(&mut self) -> Halt {
        self.fail(if self.m.junk { Code::E002 } else { Code::E001 })
    }

    /// A root, or what has to be dropped before it.
    pub(crate) fn root_value(&mut self, c: char) -> Ask<()> {
        self.m.expect = Expect::Value;
        match self.punctuation(c)? {
            Some(Class::OpenObject) => self.strict(Step::Open(Container::Object), c),
            Some(Class::OpenArray) => self.strict(Step::Open(Container::Array), c),
            Some(Class::OpenParen) => self.paren(),
            Some(Class::Quote) => self.root_string(c),
            Some(Class::CloseObject | Class::CloseArray | Class::CloseParen | Class::Comma) => {
                self.drop_stray(c.len_utf8(), None)
            }
            None if is_identifier(c) || matches!(c, '-' | '+' | '.') => self.root_word(c),
            _ => self.root_punctuation(),
        }
    }

    /// Punctuation before the root goes (R032); words there mean that there is no value.
    fn root_punctuation(&mut self) -> Ask<()> {
        let first = self.peek(0);
        let (end, _) = self.scan(0, |_, _, c| {
            Some(c) == first
                || !(is_space(c)
                    || is_identifier(c)
                    || is_quote(c)
                    || "{}[](),#/\\<\u{1b}".contains(c))
        })?;
        if end.char().is_some_and(is_identifier) {
            return self.words();
        }
        self.m.junk = true;
        self.drop_stray(end.index(), None)
    }

    fn root_string(&mut self, c: char) -> Ask<()> {
        let (delimiter, len) = self.delimiter(c)?;
        if self.m.options.unwrap_string && self.m.roots == 0 && delimiter == Delimiter::Double {
            match self.peek(len) {
                None if !self.eof => return Err(Halt::More),
                Some('{' | '[') => return self.unwrap_root(len),
                _ => {}
            }
        }
        if self.m.roots == 0 && self.is_key(delimiter, len)? {
            return self.insert_opener(Container::Object);
        }
        if self.m.roots == 0
            && let Some((_, next)) = self.short_string(delimiter, len)?
            && matches!(next.plain(), Some(',' | ']'))
            && self.list_ends(next.index())?
        {
            return self.insert_opener(Container::Array);
        }
        self.open_string(delimiter, len)
    }

    /// The root string holds JSON: its quote goes, and what is in it is one level too deep (R027).
    fn unwrap_root(&mut self, len: usize) -> Ask<()> {
        self.repair(Rule::UnescapeDocument, Severity::Cosmetic, None, 0, len, "")?;
        self.m.unwrapping = true;
        self.advance(len);
        Ok(())
    }

    /// A number, a literal or a call; other words are no JSON.
    fn root_word(&mut self, c: char) -> Ask<()> {
        if let Some(prefixed) = self.prefixed_string()? {
            return prefixed.open(self);
        }
        if let Some(call) = self.root_call()? {
            return self.open_call(call);
        }
        let (signs, _) = self.scan(0, |_, _, c| matches!(c, '-' | '+' | '.'))?;
        if signs.index() > 2 {
            return self.root_punctuation();
        }
        let stop = self.atom(0)?;
        let atom = &self.rest()[..stop.index()];
        if matches!(atom, "-" | "+") && !matches!(stop, Stop::End(_)) {
            let (gap, _) = self.scan(1, |_, _, c| is_space(c))?;
            if !gap.char().is_some_and(|c| c.is_ascii_digit()) {
                return self.root_punctuation();
            }
            return self.word();
        }
        if word::read(atom, matches!(stop, Stop::End(_))).is_none() {
            let punctuation = !c.is_alphanumeric() && !atom.contains(is_identifier);
            return if punctuation { self.root_punctuation() } else { self.words() };
        }
        let next = self.past_trivia(stop.index())?;
        let list = match next.plain() {
            Some(']') => true,
            Some(',') => self.list_ends(next.index())?,
            _ => false,
        };
        if list && self.m.roots == 0 {
            return self.insert_opener(Container::Array);
        }
        if let Stop::Limit(_) = next {
            self.m.guessed_root = Some(self.position(0));
        }
        if self.is_alone(stop, next)? { self.word() } else { self.words() }
    }

    /// Whether a scalar that ends at `stop` is a value and no word of a sentence, by what follows it at
    /// `next`.
    fn is_alone(&mut self, stop: Stop, next: Stop) -> Ask<bool> {
        match next {
            Stop::At(index, c) if c.is_alphanumeric() || c == '-' => self.whole_scalar(index),
            Stop::At(index, c) => {
                Ok(!matches!(c, ':' | '(' | '=') && (index > stop.index() || !is_identifier(c)))
            }
            Stop::End(_) | Stop::Limit(_) => Ok(true),
        }
    }

    /// Whether the list of scalars that goes on at the comma at `index` has a closing bracket.
    fn list_ends(&mut self, index: usize) -> Ask<bool> {
        Ok(self.enclosed(index, true)?.1.plain() == Some(']'))
    }

    /// The first token of a root is here.
    pub(crate) fn begin_root(&mut self) -> Ask<()> {
        self.m.place = Place::Inside;
        self.m.root_line = false;
        self.m.roots += 1;
        self.m.behind = self.byte(0);
        if self.m.roots == 1 && self.m.options.multi_root == MultiRoot::Array {
            self.event(Event::Start(Container::Array), 0)?;
        }
        Ok(())
    }

    /// The root is whole.
    pub(crate) fn end_root(&mut self) -> Result<(), Error> {
        self.m.place = Place::After;
        self.m.tail = Tail::default();
        self.m.comma = None;
        if self.m.options.multi_root != MultiRoot::Array && self.m.mute.is_none() {
            self.sink.event(Event::RootEnd, self.byte(0))?;
        }
        Ok(())
    }

    /// The next token behind the root.
    pub(crate) fn after_root(&mut self) -> Ask<bool> {
        let earlier = std::mem::take(&mut self.m.new_line);
        self.skip_space();
        self.m.root_line |= self.m.new_line;
        self.m.new_line |= earlier;
        let Some(c) = self.peek(0) else {
            if self.eof && !self.m.over {
                self.end_input()?;
            }
            return Ok(false);
        };
        if c == '\\' && self.escaped_space()? || self.begins_trivia(c, true)? {
            return Ok(true);
        }
        if let Some(at) = self.m.guessed_root.take() {
            self.note_limit(at)?;
        }
        if self.m.unwrapping && c == '"' {
            self.m.unwrapping = false;
            self.repair(Rule::UnescapeDocument, Severity::Cosmetic, None, 0, 1, "")?;
            self.advance(1);
            return Ok(true);
        }
        if self.fence_closes(c)? || self.end_tag(c)? {
            return Ok(true);
        }
        let len = c.len_utf8();
        match plain(c) {
            // What nothing opened: one record for all of them.
            '}' | ']' | ')' => self.tail_record(Rule::DropCloser, len)?,
            ';' if !self.m.tail.has(Rule::DropStray) => {
                self.tail_record(Rule::DropStray, len)?;
            }
            ',' if self.m.comma.is_none() => self.pending_comma(c),
            _ if self.root_follows(c)? => self.next_root()?,
            _ => self.text_behind_root()?,
        }
        Ok(true)
    }

    /// Text behind the root takes what stands before it for more than a mere closing.
    fn text_behind_root(&mut self) -> Ask<()> {
        if self.m.options.multi_root == MultiRoot::Error && !self.m.options.skip_prose {
            return Err(self.fail(Code::E004));
        }
        self.settle_tail(true)?;
        self.drop_root_comma()?;
        self.m.tail.text = true;
        let rule = if self.m.options.skip_prose { Rule::SkipProse } else { Rule::DropStray };
        self.begin_prose(rule, Severity::Lossy, Reach::Candidate);
        Ok(())
    }

    fn tail_record(&mut self, rule: Rule, len: usize) -> Ask<()> {
        self.drop_root_comma()?;
        let (byte, end) = (self.byte(0), self.byte(len));
        let known = self.m.tail.records.iter().position(|record| record.rule == rule);
        let index = match known {
            Some(index) => index,
            None => {
                let record = self.record(rule, Severity::Cosmetic, 0);
                self.m.tail.records.push(record);
                self.m.tail.records.len() - 1
            }
        };
        if let Some(record) = self.m.tail.records.get_mut(index) {
            let full = record.edits.len() == crate::repair::MAX_EDITS;
            self.m.root_line &= !full;
            match record.edits.last_mut() {
                // White space between closers may go with them: it means nothing.
                Some(last) if full || last.byte + last.delete == byte => {
                    last.delete = end - last.byte
                }
                _ => record.edits.push(super::run::delete(byte, end)),
            }
        }
        self.advance(len);
        Ok(())
    }

    /// What was read behind the root is filed: lossy if more than white space and the like follows.
    pub(crate) fn settle_tail(&mut self, lossy: bool) -> Ask<()> {
        for mut record in std::mem::take(&mut self.m.tail.records) {
            if lossy {
                record.severity = Severity::Lossy;
            }
            self.file(record)?;
        }
        Ok(())
    }

    /// Whether another root begins here, right behind the last.
    fn root_follows(&mut self, c: char) -> Ask<bool> {
        if matches!(c, '{' | '[' | '｛' | '［' | '【') {
            return Ok(!self.m.options.skip_prose || self.is_candidate(c)?);
        }
        if self.m.options.skip_prose {
            return Ok(false);
        }
        if c == '"' || c == '“' || c == '＂' {
            return Ok(true);
        }
        if !c.is_ascii_alphanumeric() && c != '-' {
            return Ok(false);
        }
        let stop = self.atom(0)?;
        let whole = word::read(&self.rest()[..stop.index()], false).is_some();
        let next = self.past_trivia(stop.index())?;
        Ok(whole && self.is_alone(stop, next)?)
    }

    /// Another root: what the policy says (R021).
    pub(crate) fn next_root(&mut self) -> Ask<()> {
        let policy = self.m.options.multi_root;
        self.settle_tail(true)?;
        let at = self.position(0);
        let class = Some(Ambiguity::MultiRoot);
        match policy {
            MultiRoot::Error => {
                Err(self.refuse("more than one root value, and multi-root is error"))
            }
            MultiRoot::First => {
                self.begin_prose(Rule::SelectRoot, Severity::Lossy, Reach::Everything);
                self.m.mark_prose(class);
                self.m.open_tags = 0;
                Ok(())
            }
            MultiRoot::Array | MultiRoot::Lines => {
                let mut record = record_at(Rule::SelectRoot, Severity::Cosmetic, at);
                record.ambiguity = class;
                let here = self.m.behind;
                match (policy, &self.m.comma) {
                    // A line that has ended already is not ended again.
                    (MultiRoot::Lines, Some(comma)) => record.edits.push(Edit {
                        byte: comma.byte,
                        delete: comma.len,
                        insert: if self.m.root_line { "" } else { "\n" }.into(),
                    }),
                    (MultiRoot::Lines, None) if self.m.root_line => {}
                    (MultiRoot::Lines, None) => record.edits.push(insert(here, "\n")),
                    (_, None) => record.edits.push(insert(here, ",")),
                    (_, Some(_)) => self.count_comma()?,
                }
                self.m.comma = None;
                self.file(record)?;
                self.m.place = Place::Before;
                Ok(())
            }
        }
    }

    /// A comma behind the root with something behind it that is no value.
    fn drop_root_comma(&mut self) -> Ask<()> {
        let Some(comma) = self.m.comma.take() else { return Ok(()) };
        let at = self.resolve(comma.spot);
        let mut record = record_at(Rule::RemoveComma, Severity::Lossy, at);
        record.edits.push(super::run::delete(comma.byte, comma.byte + comma.len));
        self.file(record)
    }

    /// The input ends behind the root.
    pub(crate) fn end_input(&mut self) -> Ask<()> {
        self.m.over = true;
        let lossy = self.m.comma.is_some();
        self.settle_tail(lossy)?;
        self.drop_pending_comma()?;
        if self.m.unwrapping {
            let mut record = self.record(Rule::UnescapeDocument, Severity::Lossy, 0);
            record.truncated = true;
            self.file(record)?;
        }
        self.end_tags()?;
        if self.m.options.multi_root == MultiRoot::Array {
            self.event(Event::End(Container::Array), 0)?;
            self.event(Event::RootEnd, 0)?;
        }
        Ok(())
    }
}

impl Tail {
    /// Where the edits of its records begin.
    pub(crate) fn first_edit(&self) -> Option<u64> {
        self.records.iter().filter_map(|record| first_edit(Some(record))).min()
    }

    fn has(&self, rule: Rule) -> bool {
        self.text || self.records.iter().any(|record| record.rule == rule)
    }
}
