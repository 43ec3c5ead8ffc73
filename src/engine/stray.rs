//! What is dropped: characters that mean nothing where they stand, values that have no place.

use super::grammar::Expect;
use super::hold::{Ask, Stop};
use super::machine::{Last, Mute};
use super::run::{Run, delete};
use crate::error::Code;
use crate::event::{Container, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::{is_quote, is_space, plain};

impl<S: Sink> Run<'_, S> {
    /// A second colon in a member, and the value behind it, are dropped.
    pub(crate) fn second_colon(&mut self, c: char) -> Ask<()> {
        if matches!(self.m.last, Last::Closed(..)) {
            return Err(self.fail(Code::E003));
        }
        if self.frames().container() != Some(Container::Object) {
            return self.drop_stray(c.len_utf8(), Some(Ambiguity::StringEnd));
        }
        let mut record = self.record(Rule::DropStray, Severity::Lossy, 0);
        record.ambiguity = Some(Ambiguity::StringEnd);
        self.mute(record, self.frames().len(), false);
        self.advance(c.len_utf8());
        self.m.expect = Expect::Value;
        Ok(())
    }

    /// A colon where a key is due.
    pub(crate) fn lone_colon(&mut self, c: char) -> Ask<()> {
        if let Stop::At(index, _) = self.past_trivia(c.len_utf8())?
            && self.key_ahead(index)?
        {
            return self.drop_stray(c.len_utf8(), None);
        }
        Err(self.fail(Code::E003))
    }

    /// What follows is read and not told.
    pub(crate) fn mute(&mut self, record: crate::repair::Repair, depth: usize, to_closer: bool) {
        if self.m.mute.is_none() {
            let from = self.byte(0);
            self.m.mute = Some(Mute { depth, to_closer, from, record });
        }
    }

    /// What has been read since `mute` was set is dropped, and the record says so.
    pub(crate) fn end_mute(&mut self) -> Ask<()> {
        let Some(mute) = self.m.mute.take() else { return Ok(()) };
        let mut record = mute.record;
        let here = self.byte(0);
        let (to, behind_comma) = match &mut self.m.comma {
            // A comma that stands behind the containers it was read in stays.
            Some(comma) if comma.len > 0 => (comma.byte, comma.byte + comma.len),
            // One that is missing is missing behind what goes.
            Some(comma) => {
                comma.byte = here;
                (here, here)
            }
            None => (here, here),
        };
        record.edits.push(delete(mute.from, to));
        if behind_comma < here {
            record.edits.push(delete(behind_comma, here));
        }
        record.truncated |= self.at_end();
        self.m.behind = to;
        self.file(record)
    }

    /// Drops `len` bytes (R032).
    pub(crate) fn drop_stray(&mut self, len: usize, class: Option<Ambiguity>) -> Ask<()> {
        self.repair(Rule::DropStray, Severity::Lossy, class, 0, len, "")?;
        self.advance(len);
        Ok(())
    }

    /// Drops a run of what means nothing here (R032).
    pub(crate) fn drop_strays(&mut self) -> Ask<()> {
        let first = self.peek(0);
        let (end, _) = self.scan(0, |_, index, c| {
            index == 0
                || first == Some(c)
                || !(is_space(c)
                    || c.is_alphanumeric()
                    || is_quote(c)
                    || "{}[](),:;#/\\".contains(plain(c)))
        })?;
        let class =
            (self.m.last == Last::String && self.m.expect == Expect::Comma && first != Some('|'))
                .then_some(Ambiguity::StringEnd);
        self.drop_stray(end.index(), class)
    }
}
