//! Tells what happens to a document as soon as it is certain.

use super::partial::PartialParser;
use super::readiness::Readiness;
use crate::error::{Error, Result};
use crate::gate::ProviderEnd;
use crate::json::Object;
use crate::options::Options;
use crate::plan::Repaired;
use crate::repair::{Completeness, Repair};
use crate::schema::{Needs, Verdict};
use crate::view::{Delta, Placed, record};
use std::collections::VecDeque;

/// Something that happened, and when it was known.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchEvent {
    /// What happened.
    pub happening: Happening,
    /// The JSON Pointer of the value it happened to.
    pub path: String,
    /// UTF-16 units that had been read.
    pub at: u64,
    /// The share of the required members that were final when the piece had been read that brought it,
    /// in permille; -1 without a declaration.
    pub permille: i64,
}

/// What may happen to a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A member is final.
    FieldSettled,
    /// Every required member is there and of the right kind.
    SchemaSatisfied,
    /// It is certain that the document will not be as declared.
    SchemaMismatch,
    /// Something was repaired, or noted.
    Repair(Box<Repair>),
    /// It is certain that the document will be refused.
    Refused(Box<Error>),
    /// The document ended too soon.
    Truncated,
}

impl Happening {
    /// The name of its kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Happening::FieldSettled => "field.settled",
            Happening::SchemaSatisfied => "schema.satisfied",
            Happening::SchemaMismatch => "schema.mismatch",
            Happening::Repair(_) => "repair",
            Happening::Refused(_) => "refused",
            Happening::Truncated => "truncated",
        }
    }
}

impl WatchEvent {
    /// Writes it into an object.
    pub fn fill(&self, object: &mut Object<'_>) {
        object.string("kind", self.happening.kind());
        object.string("path", &self.path);
        match &self.happening {
            Happening::Repair(repair) => record::repair(object.name("repair"), repair),
            Happening::Refused(error) => record::error(object.name("error"), error, None),
            _ => {}
        }
        object.number("at", self.at);
        object.integer("permille", self.permille);
    }
}

/// What is certain of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    Open,
    /// All that was declared is there and final, and nothing speaks against it; without a declaration:
    /// the root is whole.
    Ready,
    /// It will not be what was declared.
    Mismatched,
    /// It is refused or cannot be read, with this exit status.
    Refused(u8),
}

/// Watches a document: what changes in it and what happens to it.
#[derive(Debug)]
pub struct SemanticWatcher {
    parser: PartialParser,
    /// How early everything is there, where somebody will ask.
    seen: Option<Readiness>,
    events: VecDeque<WatchEvent>,
    satisfied: bool,
    mismatched: bool,
    /// Why it will be refused.
    refused: Option<Box<Error>>,
    /// How many records there were when the gate was asked last, if it was. It changes its mind only when
    /// there are more, or where it looks at roots.
    judged: Option<usize>,
    judges_roots: bool,
    /// The share that was final when the input was cut: what only its end closes does not count.
    cut_at: Option<i64>,
}

/// What became of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Final {
    /// The repaired document, or why it is refused.
    pub outcome: Result<Repaired>,
    /// How it and the declaration go together, where there is one.
    pub schema: Option<Verdict>,
}

impl SemanticWatcher {
    /// A watcher that has seen nothing yet.
    #[must_use]
    pub fn new(options: &Options) -> SemanticWatcher {
        SemanticWatcher {
            parser: PartialParser::with_repairs(options),
            seen: None,
            events: VecDeque::new(),
            satisfied: false,
            mismatched: false,
            refused: None,
            judged: None,
            judges_roots: options.gate.root.is_some(),
            cut_at: None,
        }
    }

    /// Notes how early everything is there, for [`Ended::readiness`].
    #[must_use]
    pub fn with_readiness(mut self) -> SemanticWatcher {
        self.seen = Some(Readiness::default());
        self
    }

    /// Keeps what [`PartialParser::retry_hint`] will need of the input.
    #[must_use]
    pub fn with_hints(mut self) -> SemanticWatcher {
        self.parser = self.parser.with_hints();
        self
    }

    /// Reads the next piece of input and hands over what has changed, and how many UTF-16 units have
    /// been read by then.
    ///
    /// # Errors
    /// What cannot be repaired or exceeds a limit; it ends the document, and is an event too.
    pub fn feed(&mut self, chunk: &[u8], mut each: impl FnMut(Delta<'_>, u64)) -> Result<()> {
        // Where but a string grows, nothing else has become certain.
        if self.parser.grow(chunk, &mut each) {
            return Ok(());
        }
        let fed = self.parser.feed_bytes(chunk);
        self.hear(each, true);
        self.look();
        if let Err(error) = &fed {
            self.refuse(error);
        }
        fed
    }

    /// Says that the input is over and hands over what has changed since, as
    /// [`SemanticWatcher::feed`] does; `end` is how the stream it came in has ended, where that is known.
    pub fn finish(mut self, end: Option<ProviderEnd>, each: impl FnMut(Delta<'_>, u64)) -> Ended {
        if let Some(end) = end {
            self.parser.ended(end);
        }
        let open = self.parser.open_pointer().unwrap_or_default();
        let before = self.permille();
        let ended = self.parser.end();
        let is_cut = matches!(ended, Ok(Completeness::Partial));
        self.cut_at = is_cut.then_some(before);
        // What only the end of the input closes is not settled.
        self.hear(each, !is_cut);
        if is_cut {
            self.tell(Happening::Truncated, open);
        } else {
            self.look_at_schema();
        }
        self.look_at_gate();
        let outcome = ended.and_then(|completeness| {
            self.parser.gate().verdict()?;
            Ok(completeness)
        });
        if let Err(error) = &outcome {
            self.refuse(error);
        }
        let fate = match self.fate() {
            // What only the end of the input closes was not there.
            Fate::Ready if is_cut => Fate::Open,
            fate => fate,
        };
        let schema = self.parser.schema_verdict();
        let mut readiness = self.seen.take();
        if let Some(readiness) = &mut readiness {
            readiness.end(&self.parser, is_cut);
        }
        let hint = outcome.as_ref().err().map(|error| self.parser.retry_hint(error));
        let closed_at = self.parser.closed_at();
        let SemanticWatcher { parser, events, .. } = self;
        let outcome = outcome.map(|completeness| parser.into_repaired(completeness));
        let events = events.into();
        Ended { result: Final { outcome, schema }, events, hint, fate, readiness, closed_at }
    }

    /// What has happened since the last call.
    #[inline]
    pub fn events(&mut self) -> impl Iterator<Item = WatchEvent> + '_ {
        std::iter::from_fn(|| self.events.pop_front())
    }

    /// What is certain of the document by now.
    #[must_use]
    pub fn fate(&self) -> Fate {
        let is_there = match self.parser.needs() {
            Some(needs) => needs.are_settled(),
            None => self.parser.is_whole(),
        };
        match &self.refused {
            Some(error) => Fate::Refused(error.exit()),
            None if self.parser.refuted_by().is_some() => Fate::Mismatched,
            None if is_there => Fate::Ready,
            None => Fate::Open,
        }
    }

    /// The document as it is being parsed.
    #[must_use]
    pub fn parser(&self) -> &PartialParser {
        &self.parser
    }

    /// Hands over what has changed, and tells of the members that are final where that `settles` them.
    fn hear(&mut self, mut each: impl FnMut(Delta<'_>, u64), settles: bool) {
        let (events, seen) = (&mut self.events, &mut self.seen);
        self.parser.drain_beside(|delta, at, needs| {
            each(delta, at);
            if !settles {
                return;
            }
            if let Some(seen) = seen {
                seen.fields.delta(&delta, at);
            }
            if delta.is_member && delta.is_final {
                let path = delta.path.to_owned();
                let permille = permille(needs);
                let happening = Happening::FieldSettled;
                events.push_back(WatchEvent { happening, path, at, permille });
            }
        });
        if let Some(seen) = self.seen.as_mut().filter(|_| settles) {
            seen.look(&self.parser);
        }
        if self.parser.has_repaired() {
            self.tell_repairs();
        }
    }

    /// Tells what has become certain.
    #[inline(always)]
    fn look(&mut self) {
        self.look_at_schema();
        let seen = Some(self.parser.gate().seen());
        if seen != self.judged || self.judges_roots {
            self.judged = seen;
            self.look_at_gate();
        }
    }

    #[inline(never)]
    fn look_at_gate(&mut self) {
        if self.refused.is_none()
            && let Err(error) = self.parser.gate().verdict()
        {
            self.refuse(&error);
        }
    }

    #[inline(never)]
    fn tell_repairs(&mut self) {
        for Placed { path, repair } in self.parser.take_repaired() {
            self.tell(Happening::Repair(Box::new(repair)), path);
        }
    }

    #[inline(always)]
    fn look_at_schema(&mut self) {
        if self.mismatched {
            return;
        }
        if let Some(path) = self.parser.refuted_by() {
            let path = path.to_owned();
            self.mismatched = true;
            self.tell(Happening::SchemaMismatch, path);
        } else if !self.satisfied && self.parser.needs().is_some_and(Needs::are_present) {
            self.satisfied = true;
            self.tell(Happening::SchemaSatisfied, String::new());
        }
    }

    #[cold]
    fn refuse(&mut self, error: &Error) {
        if self.refused.is_none() {
            self.refused = Some(Box::new(error.clone()));
            let path = self.parser.open_pointer().unwrap_or_default();
            self.tell(Happening::Refused(Box::new(error.clone())), path);
        }
    }

    #[inline(never)]
    fn tell(&mut self, happening: Happening, path: String) {
        let (at, permille) = (self.parser.units(), self.permille());
        self.events.push_back(WatchEvent { happening, path, at, permille });
    }

    fn permille(&self) -> i64 {
        self.cut_at.unwrap_or_else(|| permille(self.parser.needs()))
    }
}

/// The share of the required members that is final.
fn permille(needs: Option<&Needs>) -> i64 {
    needs.map_or(-1, Needs::permille)
}

/// What a watcher has left when the input is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// What became of the document.
    pub result: Final,
    /// What happened at its end.
    pub events: Vec<WatchEvent>,
    /// The refusal as a prompt, where it is refused.
    pub hint: Option<String>,
    /// What was certain of it.
    pub fate: Fate,
    /// How early everything was there, as far as the pieces were fed, if that was
    /// [asked for](SemanticWatcher::with_readiness).
    pub readiness: Option<Readiness>,
    /// The byte after the closer of the root, if that is a container.
    pub closed_at: Option<u64>,
}
