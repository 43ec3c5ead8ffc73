//! Where a string ends: the one classifier of quotes.

use super::frames::Closer;
use super::grammar::Expect;
use super::hold::{Ask, Cell, Stop};
use super::run::{Run, insert};
use super::string::Limited;
use super::word::{self, ends_atom};
use crate::event::{Container, Event, Role, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::{Closes, Delimiter, is_blank, is_identifier, is_quote, is_space, plain};

/// What a quote is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The end of the string, with so many bytes.
    End(usize),
    /// Text (R016).
    Text,
    /// The second and third of tripled, the second of doubled opening quotes.
    Opening(u8),
    /// Text; the string ended before the comma that stands before it (R009).
    EndedBefore(usize),
    /// The end of one operand; the next string begins there (R024).
    Concat(usize),
    /// The same with a word, between these places.
    ConcatWord(usize, usize),
    /// The same with nothing: the input ends, behind a plus that ends there.
    ConcatNothing(usize),
}

/// What follows a quote, past white space and comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// What may follow the end of a string.
    Ends,
    /// The end of the input.
    Input,
    /// A colon, or what stands for one.
    Colon,
    /// A comma.
    Comma,
    /// A plus, there.
    Plus(usize),
    /// Something else: the quote is text.
    Text,
}

/// For scans over a string, read simply: whether `c` is text of it or escaped.
pub(crate) fn is_text(cell: &mut Cell, c: char, delimiter: Delimiter) -> bool {
    if delimiter == Delimiter::Escaped {
        // How many backslashes stand before `c`: with one a quote ends the string, with three it is text.
        let before = std::mem::take(&mut cell.state);
        cell.state = if c == '\\' && before < 3 { before + 1 } else { 0 };
        return c != '"' || before == 3;
    }
    let escaped = cell.state == 1;
    cell.state = u32::from(c == '\\' && !escaped);
    escaped || delimiter.closed_by(c).is_none()
}

impl Follow {
    /// Whether a value may end before it.
    pub(crate) fn ends(self) -> bool {
        matches!(self, Follow::Ends | Follow::Input | Follow::Comma)
    }
}

impl<S: Sink> Run<'_, S> {
    /// Deals with a quote at `index` that may close the string; `comma` is a comma right before it.
    pub(crate) fn quote(&mut self, index: usize, comma: Option<usize>) -> Ask<()> {
        match self.verdict(index, comma)? {
            Verdict::EndedBefore(comma) => self.lost_quote(comma),
            _ if index > 0 => {
                // The comma before it is text; with the next step the quote is asked about alone.
                self.m.string.known_plain(self.pos + index);
                Ok(())
            }
            Verdict::End(len) => self.end_string(len),
            Verdict::Text => self.inner_quote(),
            Verdict::Opening(width) => self.wide_opening(width),
            Verdict::Concat(next) => self.concat(next),
            Verdict::ConcatWord(from, to) => self.concat_word(from, to),
            Verdict::ConcatNothing(to) => self.concat_nothing(to),
        }
    }

    fn verdict(&mut self, index: usize, comma: Option<usize>) -> Ask<Verdict> {
        if let Some((end, len)) = self.m.string.known_end {
            return Ok(if self.pos + index == end { Verdict::End(len) } else { Verdict::Text });
        }
        let len = self.closing_len(index);
        let width = usize::from(self.m.string.width);
        if width > 1 {
            return self.wide_verdict(index, len, width);
        }
        let follow = self.follow(index + len, Role::Value)?;
        if let Some(Limited::Quote(at)) = self.m.string.limited
            && at.byte < self.byte(index)
        {
            self.m.string.limited = None;
            let array = self.frames().container() == Some(Container::Array);
            if if array { follow.ends() } else { follow == Follow::Colon } {
                self.note_limit(at)?;
            }
        }
        let next = self.peek(index + len).and_then(|c| self.m.string.delimiter.closed_by(c));
        if self.may_be_wide() && next.is_some() && follow != Follow::Text {
            let nothing = self.is_doubled_nothing(index, len)?;
            return Ok(Verdict::Opening(if nothing { 2 } else { 3 }));
        }
        match follow {
            Follow::Ends | Follow::Input | Follow::Comma => return Ok(Verdict::End(len)),
            Follow::Colon if self.m.string.inner.is_multiple_of(2) => return Ok(Verdict::End(len)),
            Follow::Plus(plus) => {
                if let Some(verdict) = self.operand(plus)? {
                    return Ok(verdict);
                }
            }
            Follow::Colon | Follow::Text => {}
        }
        if self.may_be_wide() && self.is_doubled(index, len)? {
            return Ok(Verdict::Opening(2));
        }
        if let Some(comma) = comma
            && self.next_string_fits(index)?
        {
            return Ok(Verdict::EndedBefore(comma));
        }
        Ok(Verdict::Text)
    }

    /// The length of the closing delimiter at `index`.
    pub(crate) fn closing_len(&self, index: usize) -> usize {
        match self.m.string.delimiter {
            Delimiter::Escaped if self.rest()[index..].starts_with('\\') => 2,
            Delimiter::EntityDouble | Delimiter::EntitySingle
                if self.rest()[index..].starts_with('&') =>
            {
                self.rest()[index..].find(';').map_or(1, |end| end + 1)
            }
            _ => self.peek(index).map_or(0, char::len_utf8),
        }
    }

    /// What follows `from`, where the string at hand may have ended, which has this role.
    pub(crate) fn follow(&mut self, from: usize, role: Role) -> Ask<Follow> {
        self.follow_of(self.m.string.delimiter, from, role)
    }

    /// The same where a string that has these quotes may have ended.
    pub(crate) fn follow_of(
        &mut self,
        delimiter: Delimiter,
        from: usize,
        role: Role,
    ) -> Ask<Follow> {
        let (index, c) = match self.past_trivia(from)? {
            Stop::At(index, c) => (index, c),
            Stop::End(_) => return Ok(Follow::Input),
            Stop::Limit(_) => {
                self.m.limited = Some(self.position(0));
                return Ok(Follow::Ends);
            }
        };
        let key = role == Role::Key;
        let in_object = !key && self.frames().container() == Some(Container::Object);
        let gap = &self.rest()[from..index];
        let ends = match plain(c) {
            ',' if self.m.options.quote_lookahead && !key => {
                let kept = self.promise_is_kept(index + c.len_utf8(), in_object)?;
                return Ok(if kept { Follow::Comma } else { Follow::Text });
            }
            ',' => return Ok(Follow::Comma),
            // In commands and code it stands behind quotes for itself.
            ';' if !key && self.frames().len() > 0 => {
                self.promise_is_kept(index + c.len_utf8(), in_object)?
            }
            '.' => self.follows(index, "...")?,
            '`' if self.follows(index, "```")? => true,
            '~' => self.follows(index, "~~~")?,
            '<' if self.m.options.skip_prose => self.may_end_wrapper(index)?,
            ':' => return Ok(Follow::Colon),
            '=' if key => return Ok(Follow::Colon),
            '+' => return Ok(Follow::Plus(index)),
            '|' => self.past_trivia(index + 1)?.char().is_some_and(is_quote),
            '\\' if delimiter == Delimiter::Escaped && self.follows(index, "\\\"")? => true,
            '\\' => self.backslash_ends(index)?,
            '{' | '[' if !in_object => true,
            separator if self.separates(separator) => true,
            // The next string: its comma or colon is missing.
            _ if is_quote(c) && delimiter.closed_by(c).is_none() => self.is_string(index, c)?,
            _ if is_quote(c) => {
                !gap.is_empty() || !self.second_closes(index + c.len_utf8(), role)?
            }
            _ if gap.is_empty() => false,
            _ if self.frames().len() == 0 => true,
            _ if in_object && gap.contains('\n') => self.bare_key_ahead(index)?,
            _ if in_object => false,
            _ => self.whole_scalar(index)?,
        };
        Ok(if ends { Follow::Ends } else { Follow::Text })
    }

    /// Whether a value ends before this punctuation, a comma aside.
    fn separates(&self, c: char) -> bool {
        match c {
            ';' | '}' | ']' | '…' => true,
            ')' => self.frames().top().is_some_and(|frame| frame.closer() == Closer::Paren),
            _ => false,
        }
    }

    /// Whether of two quotes side by side the second is the end, which stands before `from`, and the first
    /// text.
    fn second_closes(&mut self, from: usize, role: Role) -> Ask<bool> {
        let behind = self.past_trivia(from)?;
        Ok(match behind.plain() {
            Some(c) => c == ',' || self.separates(c) || role == Role::Key && c == ':',
            None => matches!(behind, Stop::End(_)),
        })
    }

    /// Whether a string begins with the quote `c` at `index`, and is none of a text's own words in
    /// quotes or an apostrophe: it is closed, and what may follow a string follows it.
    fn is_string(&mut self, index: usize, c: char) -> Ask<bool> {
        let behind = self.past_string(index, c)?;
        Ok(match behind.and_then(Stop::plain) {
            Some(c) => matches!(c, ',' | ':') || self.separates(c) || is_quote(c),
            None => behind.is_some() || self.m.memo.hit_limit(),
        })
    }

    /// `\` behind a quote: the string ended if what may follow stands behind it.
    fn backslash_ends(&mut self, index: usize) -> Ask<bool> {
        if self.follows(index, "\\n")? {
            return Ok(true);
        }
        let stop = self.past_trivia(index + 1)?;
        Ok(match stop.plain() {
            Some(c) => matches!(c, ',' | '`' | '~') || c != ';' && self.separates(c),
            None => matches!(stop, Stop::End(_)),
        })
    }

    /// Whether what a separator promises follows it.
    fn promise_is_kept(&mut self, from: usize, in_object: bool) -> Ask<bool> {
        let kept = match self.past_trivia(from)? {
            Stop::End(_) | Stop::Limit(_) => true,
            Stop::At(_, c) if matches!(plain(c), '}' | ']') => true,
            Stop::At(index, _) if in_object => self.key_ahead(index)?,
            Stop::At(_, c) if is_quote(c) || matches!(plain(c), '{' | '[' | '(') => true,
            Stop::At(index, _) => self.scalar_ahead(index)?,
        };
        // What the input cuts may still keep the promise.
        Ok(kept || self.m.memo.hit_end())
    }

    /// Whether a key with its colon stands at `index`.
    pub(crate) fn key_ahead(&mut self, index: usize) -> Ask<bool> {
        match self.peek(index) {
            Some(c) if is_quote(c) || c == '\\' => {
                let after = self.past_string(index, c)?;
                Ok(after.and_then(Stop::plain) == Some(':'))
            }
            _ => self.bare_key_ahead(index),
        }
    }

    /// What follows the string that the quote `c` at `index` opens, read simply: up to the next
    /// quote that closes it.
    pub(crate) fn past_string(&mut self, index: usize, c: char) -> Ask<Option<Stop>> {
        let (delimiter, from) = match Delimiter::opened_by(c) {
            Some(delimiter) => (delimiter, index + c.len_utf8()),
            None if c == '\\' && self.follows(index, "\\\"")? => (Delimiter::Escaped, index + 2),
            None => return Ok(None),
        };
        let here = self.m.lines.start().byte + self.pos as u64;
        let start = here + from as u64;
        let known = match &self.m.unclosed {
            Some((kind, vain)) if *kind == delimiter && vain.contains(&start) => vain.end - start,
            _ => 0,
        };
        let from = from + usize::try_from(known).unwrap_or(0);
        let (end, _) = self.scan(from, |cell, _, c| is_text(cell, c, delimiter))?;
        match end {
            Stop::At(end, c) => Ok(Some(self.past_trivia(end + c.len_utf8())?)),
            Stop::End(_) => Ok(None),
            Stop::Limit(end) => {
                // Behind a backslash it would be another string.
                if !self.rest()[..end].ends_with('\\') {
                    self.m.unclosed = Some((delimiter, start..here + end as u64));
                }
                Ok(None)
            }
        }
    }

    /// Whether an identifier with a colon behind it stands at `index`; it may have lost its opening
    /// quote.
    pub(crate) fn bare_key_ahead(&mut self, index: usize) -> Ask<bool> {
        let (end, _) = self.scan(index, |_, _, c| is_identifier(c) || c == '-' || c == '.')?;
        if end.index() == index {
            return Ok(false);
        }
        let behind = match end {
            Stop::At(end, c) if is_quote(c) => end + c.len_utf8(),
            stop => stop.index(),
        };
        Ok(self.past_trivia(behind)?.plain() == Some(':'))
    }

    /// Whether what stands at `index` is read as a number or a literal.
    fn scalar_ahead(&mut self, index: usize) -> Ask<bool> {
        let (end, _) = self.scan(index, |_, _, c| !ends_atom(c))?;
        Ok(word::read(&self.rest()[index..end.index()], false).is_some())
    }

    /// Whether a whole number or a literal stands at `index`.
    pub(crate) fn whole_scalar(&mut self, index: usize) -> Ask<bool> {
        let (end, _) = self.scan(index, |_, _, c| {
            !is_space(c)
                && !is_blank(c)
                && !is_quote(c)
                && !matches!(c, ',' | ']' | '}' | '[' | '{' | ':')
        })?;
        Ok(super::number::is_scalar(&self.rest()[index..end.index()]))
    }

    /// A quote behind a comma is text, or the next string's: whether what follows the next quote is
    /// what follows a key (object) or an element (array).
    fn next_string_fits(&mut self, index: usize) -> Ask<bool> {
        let Some(c) = self.peek(index) else { return Ok(false) };
        let next = self.past_string(index, c)?.and_then(Stop::plain);
        if next.is_none() && self.m.memo.hit_limit() {
            self.m.string.limited = Some(Limited::Quote(self.position(index)));
        }
        Ok(match self.frames().container() {
            Some(Container::Object) => next == Some(':'),
            Some(Container::Array) => matches!(next, Some(',' | ']')),
            None => false,
        })
    }

    /// A closing quote that does not match the opening one is a guess.
    pub(crate) fn note_mismatch(&mut self) {
        let closing = self.peek(0).and_then(|c| self.m.string.delimiter.closed_by(c));
        if closing == Some(Closes::Mismatched)
            && let Some(record) = &mut self.m.string.record
        {
            record.ambiguity = Some(Ambiguity::StringEnd);
        }
    }

    fn inner_quote(&mut self) -> Ask<()> {
        let Some(c) = self.peek(0) else { return Ok(()) };
        let len = self.closing_len(0);
        self.m.string.inner += 1;
        if self.m.string.width == 3 {
            return if c == '"' { self.forced_escape(c) } else { self.text(len) };
        }
        let mut record = self.record(Rule::EscapeInnerQuote, Severity::Cosmetic, 0);
        record.ambiguity = Some(Ambiguity::StringEnd);
        if c == '"' {
            record.edits.push(insert(self.byte(0), "\\"));
        }
        self.file(record)?;
        match c {
            '"' => self.event(Event::Escape { raw: "\\\"", decoded: '"' }, 0)?,
            '\\' => self.event(Event::Escape { raw: "\\\"", decoded: '"' }, 0)?,
            '&' => return self.decode_entity(),
            _ => return self.text(len),
        }
        self.read_text(len)
    }

    /// The string ended before the comma that stands here (R009).
    fn lost_quote(&mut self, comma: usize) -> Ask<()> {
        debug_assert_eq!(comma, 0, "what waits begins with the comma");
        if let Some(record) = self.m.string.record.take() {
            self.file(record)?;
        }
        let mut record = self.record(Rule::InsertQuote, Severity::Lossy, comma);
        record.ambiguity = Some(Ambiguity::StringEnd);
        record.edits.push(insert(self.byte(comma), "\""));
        self.file(record)?;
        self.string_is_over(0)
    }

    /// What a key or an element is due for is known: whether a string here may still turn out to be
    /// a key, and so waits for what follows it.
    pub(crate) fn may_be_key(&self) -> bool {
        match self.m.expect {
            Expect::Value => self.frames().len() == 0 && self.m.roots == 0 || self.m.new_line,
            Expect::FirstElement | Expect::Element => true,
            _ => false,
        }
    }

    /// Whether the string with an opening delimiter of `len` bytes here is short and has a colon
    /// behind it.
    pub(crate) fn is_key(&mut self, delimiter: Delimiter, len: usize) -> Ask<bool> {
        match self.short_string(delimiter, len)? {
            Some((_, next)) => self.is_before_value(next),
            None => Ok(false),
        }
    }

    /// Whether what stands behind a string there makes a key of it.
    pub(crate) fn is_before_value(&mut self, next: Stop) -> Ask<bool> {
        Ok(match next {
            Stop::At(index, '=') => {
                self.frames().container() == Some(Container::Array) && self.follows(index, "=>")?
            }
            Stop::At(_, c) => plain(c) == ':',
            Stop::End(_) | Stop::Limit(_) => false,
        })
    }
}
