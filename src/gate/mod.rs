//! May this be acted on? Looks at every repair and says no where a policy forbids one.

mod hint;
mod options;
mod profile;
mod refusal;
#[cfg(test)]
mod tests;
mod window;

pub use hint::retry_hint;
pub use options::{GateOptions, ProviderEnd};
pub use profile::{Knobs, PROFILES, Profile};
pub use window::Window;

use crate::engine::options::{EngineOptions, MultiRoot};
use crate::error::{Code, Error, Result};
use crate::event::{Event, Interest, Role, Sink};
use crate::position::Position;
use crate::repair::{Ambiguity, Exactness, Repair, RuleSet, Severity};
use refusal::{First, Refusal};

/// Why a loss is refused.
const ONLY_COSMETIC: &str = "a lossy repair is needed and only cosmetic ones are permitted";

/// Follows a run, keeps its records, and refuses at its end what the options do not permit.
#[derive(Debug)]
pub struct Gate {
    options: GateOptions,
    disabled: RuleSet,
    /// How many records are kept; none where nothing is asked for but the verdict.
    keep: Option<usize>,
    /// Containers around the roots.
    wrappers: usize,
    records: Vec<Repair>,
    seen: usize,
    exactness: Exactness,
    /// The rules of its records.
    rules: RuleSet,
    /// The first place, in the order of the input, that has two readings.
    two_readings: First,
    /// The first place where data was lost.
    lost: First,
    /// The first place whose repair is not permitted.
    forbidden: First,
    /// Containers around the next value, wrappers included.
    depth: usize,
    wrong_root: bool,
}

impl Gate {
    /// A gate that keeps records, after an engine with these options.
    #[must_use]
    pub fn new(options: &GateOptions, engine: &EngineOptions) -> Gate {
        Gate {
            options: options.clone(),
            disabled: engine.disabled,
            keep: Some(options.max_repairs),
            wrappers: usize::from(engine.multi_root == MultiRoot::Array),
            records: Vec::new(),
            seen: 0,
            exactness: Exactness::Exact,
            rules: RuleSet::EMPTY,
            two_readings: First::default(),
            lost: First::default(),
            forbidden: First::default(),
            depth: 0,
            wrong_root: false,
        }
    }

    /// Begins another document, with the room of the last one's records.
    pub fn restart(&mut self, options: &GateOptions, engine: &EngineOptions) {
        let mut records = std::mem::take(&mut self.records);
        records.clear();
        *self = Gate { records, keep: self.keep, ..Gate::new(options, engine) };
    }

    /// Keeps no records, and is asked for nothing but the [verdict](Gate::verdict): what else is
    /// derived from records stays right but for lines and columns.
    #[must_use]
    pub fn without_records(mut self) -> Gate {
        self.keep = None;
        self
    }

    /// Learns how the stream that the document came in has ended.
    pub fn ended(&mut self, end: ProviderEnd) {
        self.options.end = Some(end);
    }

    /// The records kept so far, in the order of decision.
    #[must_use]
    pub fn records(&self) -> &[Repair] {
        &self.records
    }

    /// The records in the order of the input.
    #[must_use]
    pub fn into_records(mut self) -> Vec<Repair> {
        self.sort_records();
        self.records
    }

    /// Puts the records into the order of the input.
    pub fn sort_records(&mut self) {
        self.records.sort_by_key(|record| record.at.byte);
    }

    /// How many records there were, kept or not.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// Whether there were more records than may be kept.
    #[must_use]
    pub fn repairs_truncated(&self) -> bool {
        self.seen > self.options.max_repairs
    }

    /// The worst of the repairs so far.
    #[must_use]
    pub fn exactness(&self) -> Exactness {
        self.exactness
    }

    /// Whether something has two readings.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        self.two_readings.get().is_some()
    }

    /// The class of the first place, in the order of the input, that has two readings.
    #[must_use]
    pub fn ambiguity(&self) -> Option<Ambiguity> {
        self.two_readings.get()?.ambiguity
    }

    /// The rules that there are records of.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// The place of the repair that will be refused, as far as is known.
    #[must_use]
    pub fn refused_at(&self) -> Option<Position> {
        self.undecidable().or(self.forbidden.get()).map(|refusal| refusal.at)
    }

    /// The place that is refused for its two readings.
    fn undecidable(&self) -> Option<Refusal> {
        self.two_readings.get().filter(|_| self.options.reject_ambiguous)
    }

    /// The decision, once the engine has finished.
    ///
    /// # Errors
    /// E011, E010, E012, E013, the first that holds in this order.
    pub fn verdict(&self) -> Result<()> {
        if let Some(refusal) = self.undecidable() {
            Err(refusal.error(Code::E011))
        } else if let Some(refusal) = self.forbidden.get() {
            Err(refusal.error(Code::E010))
        } else if self.options.ends_badly() {
            Err(Error::new(Code::E012))
        } else if self.wrong_root {
            Err(Error::new(Code::E013))
        } else {
            Ok(())
        }
    }

    /// Whether the value may be acted on, whatever may pass.
    ///
    /// # Errors
    /// E011, E010, E012, the first that holds in this order.
    pub fn may_execute(&self) -> Result<()> {
        if let Some(refusal) = self.two_readings.get() {
            Err(refusal.error(Code::E011))
        } else if let Some(refusal) = self.lost.get() {
            Err(refusal.error(Code::E010))
        } else if self.options.is_cut() {
            Err(Error::new(Code::E012))
        } else {
            Ok(())
        }
    }

    /// Why a repair is not permitted whatever its readings, if it is not.
    fn forbids(&self, repair: &Repair) -> Option<&'static str> {
        if repair.severity == Severity::Note {
            None
        } else if self.disabled.contains(repair.rule) {
            Some("the repair needed is disabled")
        } else if self.options.strict {
            Some("strict mode permits no repair")
        } else if Exactness::from(repair.severity) <= self.options.max_loss {
            None
        } else if self.options.max_loss == Exactness::Exact {
            Some("no repair is permitted")
        } else {
            Some(ONLY_COSMETIC)
        }
    }

    /// Looks at what kind of value each root is.
    #[inline(never)]
    fn follow_roots(&mut self, event: Event<'static>) {
        let begins = match event {
            Event::Start(container) => Some(Some(container)),
            Event::StringStart(Role::Value) | Event::Number(_) | Event::Bool(_) | Event::Null => {
                Some(None)
            }
            _ => None,
        };
        if self.depth == self.wrappers && begins.is_some_and(|kind| kind != self.options.root) {
            self.wrong_root = true;
        }
        match event {
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

impl Sink for Gate {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
        if self.options.root.is_some() {
            self.follow_roots(event.with_text(""));
        }
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, role: Role, _: &str, at: u64) -> Result<()> {
        self.event(Event::StringStart(role), at)
    }

    fn interest(&self) -> Interest {
        match self.keep {
            Some(1..) => Interest::Notes,
            Some(0) => Interest::Lines,
            None if self.options.refuse_repairs() => Interest::Lines,
            None if self.disabled != RuleSet::EMPTY => Interest::Lines,
            None => Interest::Bytes,
        }
    }

    #[inline]
    fn repair(&mut self, repair: Repair) -> Result<()> {
        self.seen += 1;
        self.exactness = self.exactness.max(repair.severity.into());
        self.rules = self.rules.with(repair.rule);

        let ambiguity = repair.ambiguity.filter(|_| repair.is_ambiguous());
        let refusal = Refusal { at: repair.at, rule: repair.rule, ambiguity, detail: None };
        if ambiguity.is_some() {
            self.two_readings.offer(refusal);
        }
        if repair.severity == Severity::Lossy {
            self.lost.offer(Refusal { detail: Some(ONLY_COSMETIC), ..refusal });
        }
        if let Some(detail) = self.forbids(&repair) {
            self.forbidden.offer(Refusal { detail: Some(detail), ..refusal });
        }
        if self.keep.is_some_and(|keep| self.records.len() < keep) {
            self.records.push(repair);
        }
        Ok(())
    }
}
