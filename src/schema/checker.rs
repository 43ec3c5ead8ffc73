//! The sink that comes to a verdict while a document passes.

use super::follow::Follower;
#[cfg(feature = "json-schema")]
use super::json_schema::{Judge, Judged};
use super::thread::Fault;
use super::{Schema, Verdict};
use crate::error::{Code, Error, Result};
use crate::event::{Event, Reading, Sink};
use crate::repair::Ambiguity;
use std::sync::Arc;

/// The classes of ambiguity that a declaration may settle.
const SETTLED: &[Ambiguity] = &[
    Ambiguity::BareWord,
    Ambiguity::LeadingZero,
    Ambiguity::DigitGroup,
    Ambiguity::AdjacentStrings,
];

/// Follows the events of a run and judges each root. Of several roots the first that is not what it
/// has to be counts, else the last.
#[derive(Debug)]
pub struct Checker {
    schema: Arc<Schema>,
    follower: Follower,
    /// Judges the whole value, where more is declared than can be followed.
    #[cfg(feature = "json-schema")]
    judge: Option<Judge>,
    /// Whether an array that is no part of the document comes first.
    wrapped: bool,
    verdict: Option<Verdict>,
    /// Where the string began that is being read.
    string_at: Option<u64>,
    refuted_at: Option<u64>,
    /// The pointer of the value with which it became certain.
    refuted_by: Option<String>,
}

impl Checker {
    /// A checker that has heard nothing yet; `wrapped` if the engine wraps the roots in an array.
    #[must_use]
    pub fn new(schema: Arc<Schema>, wrapped: bool) -> Checker {
        Checker {
            follower: Follower::new(Arc::clone(&schema)),
            #[cfg(feature = "json-schema")]
            judge: schema.definition.as_ref().map(Judge::new),
            schema,
            wrapped,
            verdict: None,
            string_at: None,
            refuted_by: None,
            refuted_at: None,
        }
    }

    /// The declaration.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The verdict on what is complete.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict.clone().unwrap_or_else(|| {
            let absent = self.schema.required().iter().cloned().map(Fault::Missing).collect();
            Verdict { ok: false, ..Verdict::new(&self.schema, absent) }
        })
    }

    /// The refusal of what is complete, if there is one.
    #[must_use]
    pub fn error(&self) -> Option<Error> {
        self.verdict().error(&self.schema)
    }

    /// The pointer of the value with which it became certain that the document is not what it has to
    /// be, once it has; only a member that is given a second time may still change that.
    #[must_use]
    pub fn refuted_by(&self) -> Option<&str> {
        self.refuted_by.as_deref()
    }

    /// The byte of the token with which it became certain that the document is not what it has to be,
    /// where that was seen before the judgement of the whole.
    #[must_use]
    pub fn refuted_at(&self) -> Option<u64> {
        self.refuted_at
    }

    /// The byte at which the string began that is being read: what [`Checker::refuted_at`] may say soon.
    #[must_use]
    pub fn string_at(&self) -> Option<u64> {
        self.string_at
    }

    /// Learns that nothing more can be read: of a root that is not whole nothing is known then.
    pub fn unreadable(&mut self, why: Code) {
        self.verdict.get_or_insert_with(|| Verdict::unread(&self.schema, why));
    }

    /// Whether it has to hear the text of the string that is being read.
    #[inline]
    #[must_use]
    pub fn hears_text(&self) -> bool {
        #[cfg(feature = "json-schema")]
        if self.judge.is_some() {
            return true;
        }
        self.follower.wants_text()
    }

    /// Takes the next event of the document itself.
    fn follow(&mut self, event: Event<'_>, at: u64) {
        let faults = self.follower.event(event);
        let is_refuted = match &faults {
            Some(faults) => !faults.is_empty(),
            None => self.follower.becomes_refuted(),
        };
        let token = match event {
            Event::StringEnd(_) => self.string_at.take(),
            Event::Text(_) | Event::Escape { .. } => self.string_at,
            _ => Some(at),
        };
        if is_refuted {
            self.refuted_at = self.refuted_at.or(token);
            if faults.is_none() && self.refuted_by.is_none() {
                self.refuted_by = Some(self.follower.place());
            }
        }
        if let Event::StringStart(_) = event {
            self.string_at = Some(at);
        }
        if let Some(faults) = faults {
            if !is_refuted && self.verdict.as_ref().is_none_or(|verdict| verdict.ok) {
                (self.refuted_at, self.refuted_by) = (None, None);
            }
            self.judge(faults);
        }
    }

    /// A root is complete; `faults` are those that could be followed.
    fn judge(&mut self, faults: Vec<Fault>) {
        let verdict = self.whole(faults);
        if !verdict.ok && self.refuted_by.is_none() {
            let place = verdict.mismatched.first().or(verdict.missing.first());
            self.refuted_by = Some(place.cloned().unwrap_or_default());
        }
        if self.verdict.as_ref().is_none_or(|verdict| verdict.ok) {
            self.verdict = Some(verdict);
        }
    }

    /// The verdict on a whole root: what was followed and what judges it have to agree that it fits.
    fn whole(&mut self, faults: Vec<Fault>) -> Verdict {
        #[cfg(feature = "json-schema")]
        match self.judge.as_mut().map(|judge| judge.judge(self.schema.required())) {
            Some(Judged::Faults(found)) if !found.is_empty() => {
                return Verdict::new(&self.schema, found);
            }
            Some(Judged::Unfit) if faults.is_empty() => {
                return Verdict::new(&self.schema, vec![Fault::Mismatched(String::new())]);
            }
            Some(Judged::Unknown(reason)) if faults.is_empty() => {
                let verdict = Verdict::new(&self.schema, faults);
                return Verdict { ok: false, satisfied: 0, unjudged: Some(reason), ..verdict };
            }
            _ => {}
        }
        Verdict::new(&self.schema, faults)
    }
}

impl Sink for Checker {
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        if self.wrapped && matches!(event, Event::Start(_)) {
            self.wrapped = false;
            return Ok(());
        }
        #[cfg(feature = "json-schema")]
        if let Some(judge) = &mut self.judge {
            judge.event(event);
        }
        let is_text = matches!(event, Event::Text(_) | Event::Escape { .. });
        if !is_text || self.follower.wants_text() {
            self.follow(event, at);
        }
        Ok(())
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        if SETTLED.contains(&class) { self.follower.choose(readings) } else { None }
    }
}
