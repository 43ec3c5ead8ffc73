//! Tokens with several readings: the default, and what a schema may choose instead while they are held.

use super::hold::{Ask, Stop};
use super::machine::Last;
use super::quote::is_text;
use super::run::Run;
use crate::event::{Container, Event, Reading, Role, Sink};
use crate::repair::{Ambiguity, Repair, Resolver, Rule, Severity};
use crate::scan::classes::{Delimiter, is_space};

/// The longest string that may be a key where a value is due, in bytes.
pub(crate) const LONGEST_KEY: usize = 64;

/// Words that stand for a literal elsewhere.
const WORDS: &[(&str, bool)] =
    &[("yes", true), ("no", false), ("on", true), ("off", false), ("y", true), ("n", false)];

/// The literal that `word` would be elsewhere.
pub(crate) fn literal_of(word: &str) -> Option<bool> {
    WORDS.iter().find(|(text, _)| word.eq_ignore_ascii_case(text)).map(|&(_, value)| value)
}

impl<S: Sink> Run<'_, S> {
    /// Asks for one of several readings of what is held, the default first.
    pub(crate) fn choose(
        &mut self,
        class: Ambiguity,
        readings: &[Reading<'_>],
    ) -> (usize, Option<Resolver>) {
        if self.m.mute.is_some() {
            return (0, None);
        }
        match self.sink.choose(class, readings) {
            Some(index) if index < readings.len() => (index, Some(Resolver::Schema)),
            _ => (0, None),
        }
    }

    /// Tells a token of `len` bytes as the reading that is chosen. `record` is that of the default
    /// one, and has no edits yet.
    pub(crate) fn tell_reading(
        &mut self,
        mut record: Repair,
        readings: &[Reading<'_>],
        len: usize,
    ) -> Ask<()> {
        let class = record.ambiguity.unwrap_or(Ambiguity::BareWord);
        let (index, resolver) = self.choose(class, readings);
        record.resolved_by = resolver;
        let reading = readings.get(index).copied().unwrap_or(Reading::Null);
        if index > 0 {
            record.severity = Severity::Cosmetic;
            record.rule = rule_of(reading);
        }
        let (event, text) = match reading {
            Reading::Number(text) => (Event::Number(text), text),
            Reading::Bool(value) => (Event::Bool(value), if value { "true" } else { "false" }),
            Reading::Null => (Event::Null, "null"),
            Reading::Text(_) | Reading::Two(..) => return self.open_bare(record, len, 0),
        };
        self.begin_token(Role::Value)?;
        record.edits.push(self.replace(0, len, text.to_owned()));
        self.file(record)?;
        self.event(event, 0)?;
        let last = match event {
            Event::Number(_) => Last::Number(self.byte(len)),
            _ => Last::Other,
        };
        self.keep(len);
        self.value_done(last)
    }

    /// Two short strings side by side in an array, the first here and the second at `next`: whether
    /// they are to be joined, which tells them.
    pub(crate) fn joins(&mut self, end: usize, next: Stop) -> Ask<bool> {
        let Stop::At(next, '"') = next else { return Ok(false) };
        if self.frames().container() != Some(Container::Array) || self.m.mute.is_some() {
            return Ok(false);
        }
        let Some(second) = self.short_string(Delimiter::Double, next + 1)? else {
            return Ok(false);
        };
        let rest = self.rest();
        let (a, b) = (&rest[1..end], &rest[next + 1..second.0]);
        if !matches!(second.1.char(), Some(',' | ']')) || a.contains('\\') || b.contains('\\') {
            return Ok(false);
        }
        let joined = [a, b].concat();
        let readings = [Reading::Two(a, b), Reading::Text(&joined)];
        let (index, resolver) = self.choose(Ambiguity::AdjacentStrings, &readings);
        self.m.comma_resolved = resolver;
        if index == 0 {
            return Ok(false);
        }
        let mut record = self.record(Rule::ConcatStrings, Severity::Cosmetic, next);
        record.ambiguity = Some(Ambiguity::AdjacentStrings);
        record.resolved_by = self.m.comma_resolved.take();
        record.edits.push(self.replace(end, next + 1 - end, ""));
        self.begin_token(Role::Value)?;
        self.file(record)?;
        self.whole_string(&joined, 0)?;
        self.keep(second.0 + 1);
        self.value_done(Last::String)?;
        Ok(true)
    }

    /// The end of the string whose text begins at `from`, and what stands behind it, if the string
    /// is one that may be a key: not too long and without white space.
    pub(crate) fn short_string(
        &mut self,
        delimiter: Delimiter,
        from: usize,
    ) -> Ask<Option<(usize, Stop)>> {
        let (end, _) = self.scan_to(from + LONGEST_KEY, from, |cell, _, c| {
            let escaped = cell.state == 1;
            is_text(cell, c, delimiter) && (escaped || !is_space(c))
        })?;
        match end {
            Stop::At(end, c) if !is_space(c) => {
                Ok(Some((end, self.past_trivia(end + c.len_utf8())?)))
            }
            _ => Ok(None),
        }
    }
}

/// The rule by which a token becomes that.
fn rule_of(reading: Reading<'_>) -> Rule {
    match reading {
        Reading::Number(_) => Rule::NormalizeNumber,
        Reading::Bool(_) | Reading::Null => Rule::NormalizeLiteral,
        Reading::Text(_) | Reading::Two(..) => Rule::QuoteBareValue,
    }
}
