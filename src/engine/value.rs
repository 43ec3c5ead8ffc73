//! Strings where a value is due, and keys that stand there.

use super::frames::{Frame, Opener};
use super::hold::Ask;
use super::machine::Last;
use super::run::{Run, insert};
use super::string::Str;
use crate::event::{Container, Event, Role, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::Delimiter;

impl<S: Sink> Run<'_, S> {
    /// A string where a value is due.
    pub(crate) fn value_string(&mut self, c: char) -> Ask<()> {
        let (delimiter, len) = self.delimiter(c)?;
        if self.may_be_key()
            && let Some((end, next)) = self.short_string(delimiter, len)?
        {
            if self.is_before_value(next)? {
                return self.key_in_value_place();
            }
            if delimiter == Delimiter::Double && self.joins(end, next)? {
                return Ok(());
            }
        }
        self.open_string(delimiter, len)
    }

    pub(crate) fn open_string(&mut self, delimiter: Delimiter, len: usize) -> Ask<()> {
        let record = self.quotes_record(delimiter, len, 1);
        let string = Str { delimiter, record, ..Str::default() };
        self.begin_string(string, len)
    }

    /// A key with its colon stands where a value is due.
    pub(crate) fn key_in_value_place(&mut self) -> Ask<()> {
        let frame = self.frames().top();
        match frame {
            // `{"v1":⏎"v2":"data"}`: the value before it is missing.
            Some(Frame { container: Some(Container::Object), .. }) => {
                let mut record = self.record(Rule::FillNull, Severity::Lossy, 0);
                record.ambiguity = Some(Ambiguity::StringEnd);
                record.edits.push(insert(self.m.behind, "null"));
                self.file(record)?;
                self.event(Event::Null, 0)?;
                self.value_done(Last::Other)
            }
            // `{"a":["x","b":1}`: the array is over.
            Some(frame) if frame.entries > 0 && self.array_is_member() => {
                self.close_inner(1, Some(Ambiguity::CloserPlacement))
            }
            _ => self.insert_opener(Container::Object),
        }
    }

    /// Whether the innermost container is an array that is the value of a member.
    pub(crate) fn array_is_member(&self) -> bool {
        self.frames().container() == Some(Container::Array)
            && self.frames().outer().is_some_and(|f| f.container == Some(Container::Object))
    }

    /// R029: a bracket before what stands here.
    pub(crate) fn insert_opener(&mut self, container: Container) -> Ask<()> {
        self.begin_token(Role::Value)?;
        let bracket = if container == Container::Object { "{" } else { "[" };
        self.repair(
            Rule::InsertOpener,
            Severity::Lossy,
            Some(Ambiguity::MissingOpener),
            0,
            0,
            bracket,
        )?;
        self.push(Frame::new(Opener::Inserted, Some(container)))?;
        if container == Container::Object {
            self.open_pending(Container::Object)?;
        }
        self.m.behind = self.byte(0);
        Ok(())
    }
}
