//! Strings that doubled or tripled quotes delimit: `""b""`, `"""b"""`.

use super::hold::{Ask, Stop};
use super::quote::{Verdict, is_text};
use super::run::{Run, delete, record_at};
use super::string::Limited;
use crate::event::{Role, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::Delimiter;

impl<S: Sink> Run<'_, S> {
    /// Whether a quote that is no end may be the second of several opening ones.
    pub(crate) fn may_be_wide(&self) -> bool {
        self.m.string.fresh
            && matches!(self.m.string.delimiter, Delimiter::Double | Delimiter::Single)
    }

    /// Whether two quotes stand around nothing, `""""`, the second of them at `index`: what may follow a
    /// string follows the fourth. Three that open one do not end before that.
    pub(crate) fn is_doubled_nothing(&mut self, index: usize, len: usize) -> Ask<bool> {
        let quote = &self.rest()[index..index + len];
        let (rest, fifth) = (quote.repeat(3), quote.repeat(4));
        if !self.follows(index, &rest)? || self.follows(index, &fifth)? {
            return Ok(false);
        }
        Ok(self.follow(index + rest.len(), Role::Value)?.ends())
    }

    /// Whether the second of two opening quotes belongs to the delimiter: the next one closes the
    /// string then. Where that is text, a word in quotes begins the string.
    pub(crate) fn is_doubled(&mut self, index: usize, len: usize) -> Ask<bool> {
        let delimiter = self.m.string.delimiter;
        let (next, _) = self.scan(index + len, |cell, _, c| is_text(cell, c, delimiter))?;
        let doubled = match next {
            Stop::At(next, c) => self.closing_wide(next, c.len_utf8(), 2)?.is_some(),
            Stop::End(_) | Stop::Limit(_) => true,
        };
        if doubled && self.m.memo.hit_limit() {
            // What is not known is the string's opening, not yet its end.
            self.m.limited = None;
            self.m.string.limited = Some(Limited::Doubled(self.position(0)));
        }
        Ok(doubled)
    }

    /// What a quote is where doubled or tripled ones delimit the string.
    pub(crate) fn wide_verdict(&mut self, index: usize, len: usize, width: usize) -> Ask<Verdict> {
        let closing = self.closing_wide(index, len, width)?;
        if let Some(Limited::Doubled(at)) = self.m.string.limited {
            self.m.string.limited = None;
            if closing.is_none() {
                self.note_limit(at)?;
            }
        }
        Ok(closing.map_or(Verdict::Text, Verdict::End))
    }

    /// The length of what ends it there: so many quotes together, or a single one that could end any
    /// string (two quotes only).
    fn closing_wide(&mut self, index: usize, len: usize, width: usize) -> Ask<Option<usize>> {
        let quote = &self.rest()[index..index + len];
        let wide = quote.repeat(width);
        if self.follows(index, &wide)? {
            return Ok(Some(wide.len()));
        }
        let ends = width == 2 && self.follow(index + len, Role::Value)?.ends();
        Ok(ends.then_some(len))
    }

    /// `""b""`, `"""b"""`: the further opening quotes go.
    pub(crate) fn wide_opening(&mut self, width: u8) -> Ask<()> {
        let len = self.closing_len(0) * usize::from(width - 1);
        let mut record = match self.m.string.record.take() {
            Some(record) => record,
            None => {
                let at = self.resolve(self.m.string.open);
                record_at(Rule::NormalizeQuotes, Severity::Cosmetic, at)
            }
        };
        record.ambiguity = Some(Ambiguity::StringEnd);
        let edit = delete(self.byte(0), self.byte(len));
        self.add(&mut record, edit)?;
        self.m.string.record = Some(record);
        self.m.string.width = width;
        self.m.string.fresh = false;
        self.advance(len);
        Ok(())
    }
}
