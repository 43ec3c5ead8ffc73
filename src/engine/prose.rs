//! Text around the value, and the tags of chat templates: what is skipped, and what in it could be
//! a value.

use super::hold::{Ask, Stop};
use super::machine::{Lexeme, Place, first_edit};
use super::options::MultiRoot;
use super::run::{Run, delete};
use crate::error::Code;
use crate::event::Sink;
use crate::repair::{Ambiguity, Edit, Repair, Rule, Severity};
use crate::scan::classes::{is_quote, is_space};
use crate::scan::runs;

/// A stretch of text that is being skipped.
#[derive(Clone, Debug)]
pub(crate) struct Prose {
    pub(crate) record: Repair,
    pub(crate) from: u64,
    pub(crate) reach: Reach,
    /// Whether other text stands before this place on its line.
    pub(crate) mid_line: bool,
    /// How much of what ends the stretch has been seen.
    pub(crate) seen: usize,
    /// What it drops behind the root.
    pub(crate) dropped: Dropped,
}

impl Prose {
    /// Where its edits begin.
    pub(crate) fn settled(&self) -> u64 {
        first_edit(Some(&self.record)).unwrap_or(self.from)
    }

    /// Gives its record a class, and an edit that goes before its own.
    pub(crate) fn mark(&mut self, class: Option<Ambiguity>, edit: Option<Edit>) {
        self.record.ambiguity = class;
        self.record.edits.extend(edit);
    }
}

/// What dropped roots look like so far: whether the input was cut in one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dropped {
    depth: u64,
    quoted: bool,
    escaped: bool,
    last: Option<char>,
}

impl Dropped {
    /// Reads on.
    pub(crate) fn take(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                _ if self.escaped => self.escaped = false,
                '\\' if self.quoted => self.escaped = true,
                '"' => self.quoted = !self.quoted,
                '{' | '[' if !self.quoted => self.depth += 1,
                '}' | ']' if !self.quoted => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            if !is_space(c) {
                self.last = Some(c);
            }
        }
    }

    /// Whether the input was cut: something is open, or more was promised.
    fn is_cut(&self) -> bool {
        self.depth > 0 || self.quoted || matches!(self.last, Some(',' | ':' | '=' | '+'))
    }
}

/// How far a stretch goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// To the first candidate.
    Candidate,
    /// To the end of the input.
    Everything,
    /// Through this; brackets in it are candidates that were skipped.
    Fence(char),
    /// Through this closing tag; nothing in it is a candidate.
    Reasoning(&'static str),
}

impl<S: Sink> Run<'_, S> {
    /// The first thing before the root where prose may stand: a value at the very start, or prose.
    pub(crate) fn first_of_prose(&mut self, c: char) -> Ask<()> {
        let start = !self.m.seen_prose;
        if start && self.is_root_string(c)? {
            return self.root_value(c);
        }
        if matches!(c, '{' | '[') && self.is_candidate(c)? {
            return self.root_value(c);
        }
        if start {
            if let Some(call) = self.root_call()? {
                return self.open_call(call);
            }
            let stop = self.atom(0)?;
            let whole = super::word::read(&self.rest()[..stop.index()], false).is_some();
            let next = self.past_trivia(stop.index())?;
            let tagged = next.char() == Some('<') && self.m.open_tags > 0;
            if whole && (tagged || matches!(next, Stop::End(_))) {
                return self.root_value(c);
            }
        }
        self.words()
    }

    /// Words where the root is due, perhaps within a fence: prose, where that may be.
    pub(crate) fn words(&mut self) -> Ask<()> {
        if !self.m.options.skip_prose {
            return Err(self.fail(Code::E002));
        }
        self.m.seen_prose = true;
        self.m.junk = true;
        self.begin_prose(Rule::SkipProse, Severity::Cosmetic, Reach::Candidate);
        Ok(())
    }

    /// Whether a string begins here. Prose may begin with an apostrophe: then the string must be all
    /// there is, without a candidate in it.
    fn is_root_string(&mut self, c: char) -> Ask<bool> {
        Ok(match c {
            '\'' => {
                let alone = matches!(self.past_string(0, c)?, Some(Stop::End(_)));
                alone && !self.rest().contains(['{', '['])
            }
            '`' => false,
            _ => is_quote(c),
        })
    }

    /// Begins to skip text.
    pub(crate) fn begin_prose(&mut self, rule: Rule, severity: Severity, reach: Reach) {
        let record = self.record(rule, severity, 0);
        let from = self.byte(0);
        let mid_line = self.m.place == Place::After;
        self.m.lexeme = Lexeme::Prose(Prose {
            record,
            from,
            reach,
            mid_line,
            seen: 0,
            dropped: Dropped::default(),
        });
    }

    /// Goes on skipping.
    pub(crate) fn prose(&mut self) -> Ask<bool> {
        let Lexeme::Prose(prose) = &self.m.lexeme else { return Ok(true) };
        match prose.reach {
            Reach::Everything => {
                let rest = self.rest();
                if let Lexeme::Prose(prose) = &mut self.m.lexeme {
                    prose.dropped.take(rest);
                }
                self.advance(rest.len());
            }
            Reach::Candidate => return self.prose_to_candidate(),
            Reach::Fence(mark) => return self.prose_in_fence(mark),
            Reach::Reasoning(end) => return self.reasoning(end),
        }
        if self.eof {
            self.end_prose()?;
        }
        Ok(self.eof)
    }

    fn prose_to_candidate(&mut self) -> Ask<bool> {
        let quoted = self.m.unwrapping;
        let quote = if quoted { b'"' } else { b'\n' };
        let rest = self.rest();
        let len = runs::until(rest.as_bytes(), [b'\n', quote, b'{', b'[', b'`', b'~', b'<']);
        if len > 0 {
            let text = !rest[..len].trim_matches(is_space).is_empty();
            if let Lexeme::Prose(prose) = &mut self.m.lexeme {
                prose.mid_line |= text;
                prose.dropped.last =
                    rest[..len].trim_end_matches(is_space).chars().last().or(prose.dropped.last);
            }
            self.advance(len);
            return Ok(true);
        }
        let Some(c) = self.peek(0) else {
            if self.eof {
                self.end_of_prose()?;
            }
            return Ok(self.eof);
        };
        self.prose_special(c)?;
        Ok(true)
    }

    /// A character of prose at which a candidate or a tag may begin.
    fn prose_special(&mut self, c: char) -> Ask<()> {
        let behind = self.m.place == Place::After;
        match c {
            '\n' => {
                self.prose_line(false);
                self.advance(1);
                return Ok(());
            }
            // The quote around the document; before a root it ends nothing.
            '"' if behind => return self.end_prose(),
            '`' | '~' => {
                if let Some(len) = self.fence_len(0)?.filter(|&len| len > 1) {
                    if self.m.fence.take_if(|fence| fence.mark == c).is_some() {
                        self.leave_fence(c, len);
                        return Ok(());
                    }
                    if self.fence_holds_json()? {
                        // It opens only where none is open.
                        self.m.fence = None;
                        return self.candidate_found();
                    }
                    if let Lexeme::Prose(prose) = &mut self.m.lexeme {
                        prose.reach = Reach::Fence(c);
                        prose.seen = 0;
                    }
                    self.advance(len);
                    return Ok(());
                }
            }
            '<' | '[' => {
                if let Some(tag) = self.tag()? {
                    return self.tag_in_prose(tag);
                }
            }
            _ => {}
        }
        if matches!(c, '{' | '[') {
            if self.is_candidate(c)? {
                let reasoning = !behind && self.mid_line() && self.thinking_ends()?;
                return if reasoning { self.skip_thinking() } else { self.candidate_found() };
            }
            self.skipped_candidate();
        }
        self.prose_line(true);
        self.advance(c.len_utf8());
        Ok(())
    }

    /// A fence in which there was no value ends; the fence here, of `len` bytes, is its closing one
    /// unless it has a language.
    fn leave_fence(&mut self, mark: char, len: usize) {
        if self.rest()[..len].trim_matches(mark).is_empty() {
            self.prose_line(true);
            self.advance(len);
        }
    }

    fn mid_line(&self) -> bool {
        matches!(&self.m.lexeme, Lexeme::Prose(prose) if prose.mid_line)
    }

    fn prose_line(&mut self, mid: bool) {
        if let Lexeme::Prose(prose) = &mut self.m.lexeme {
            prose.mid_line = mid;
        }
    }

    /// The text held what could have been a value.
    pub(crate) fn skipped_candidate(&mut self) {
        if let Lexeme::Prose(prose) = &mut self.m.lexeme {
            prose.record.severity = Severity::Lossy;
            prose.record.ambiguity = Some(Ambiguity::MultiRoot);
        }
    }

    /// The text ends where a value begins.
    fn candidate_found(&mut self) -> Ask<()> {
        if let Lexeme::Prose(prose) = &mut self.m.lexeme
            && prose.record.rule == Rule::DropStray
            && self.m.options.multi_root == MultiRoot::First
        {
            // Nobody asked for prose to be known: the text goes with the root behind it.
            prose.record.rule = Rule::SelectRoot;
            prose.record.ambiguity = Some(Ambiguity::MultiRoot);
            prose.reach = Reach::Everything;
            return Ok(());
        }
        self.end_prose()?;
        if self.m.place == Place::After {
            return self.next_root();
        }
        match self.peek(0) {
            Some(c @ ('{' | '[')) => self.root_value(c),
            _ => Ok(()),
        }
    }

    pub(crate) fn end_of_prose(&mut self) -> Ask<()> {
        if self.m.place == Place::Before {
            return Err(self.fail(Code::E002));
        }
        self.end_prose()
    }

    /// Files the record of the text.
    pub(crate) fn end_prose(&mut self) -> Ask<()> {
        let Lexeme::Prose(prose) = std::mem::take(&mut self.m.lexeme) else { return Ok(()) };
        let mut record = prose.record;
        let (over, here) = (self.at_end(), self.byte(0));
        record.truncated |= over && self.m.place == Place::After && prose.dropped.is_cut();
        record.edits.push(delete(prose.from, here));
        if self.m.place == Place::After {
            self.m.behind = here;
        }
        // What may be prose may begin a value at once.
        if here == prose.from { Ok(()) } else { self.file(record) }
    }

    /// Whether the bracket here begins a candidate.
    pub(crate) fn is_candidate(&mut self, c: char) -> Ask<bool> {
        let line_start = match &self.m.lexeme {
            Lexeme::Prose(prose) => !prose.mid_line,
            _ => true,
        };
        if line_start {
            return Ok(true);
        }
        let (next, _) = self.scan(1, |_, _, c| is_space(c))?;
        if c == '{' {
            return match next {
                Stop::At(_, '}') => Ok(true),
                Stop::At(index, '\\') => self.follows(index, "\\\""),
                // A quoted key may have a colon of another notation.
                Stop::At(index, c) if is_quote(c) => {
                    let behind = self.past_string(index, c)?.and_then(Stop::plain);
                    Ok(matches!(behind, Some(':' | '=')))
                }
                Stop::At(index, _) => self.bare_key_ahead(index),
                Stop::End(_) | Stop::Limit(_) => Ok(false),
            };
        }
        match next {
            Stop::At(_, c) if is_quote(c) || matches!(c, '{' | '[') => return Ok(true),
            _ => {}
        }
        let (end, _) = self.scan(1, |_, _, c| {
            c.is_ascii_alphanumeric() || is_space(c) || matches!(c, ',' | '.' | '-' | '+')
        })?;
        let items = self.rest()[1..end.index()].trim_matches(is_space);
        let are_scalars = |items: &str| {
            items.split(',').all(|item| super::number::is_scalar(item.trim_matches(is_space)))
        };
        match end.char() {
            // Behind scalars too a quote or a bracket shows it.
            Some(c) if is_quote(c) || matches!(c, '{' | '[') => {
                Ok(items.strip_suffix(',').is_some_and(are_scalars))
            }
            Some(']') if items.is_empty() || are_scalars(items) => {
                let over = |c| matches!(c, ' ' | '\t' | '\r' | ';');
                let (line, _) = self.scan(end.index() + 1, |_, _, c| over(c))?;
                Ok(line.char().is_none_or(|c| c == '\n'))
            }
            _ => Ok(false),
        }
    }
}
