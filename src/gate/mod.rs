//! May this be acted on? Looks at every repair and says no where a policy forbids one.

pub mod hint;
mod options;
pub mod profile;
mod window;

pub use hint::retry_hint;
pub use options::{GateOptions, ProviderEnd};
pub use profile::{Knobs, PROFILES, Profile};
pub use window::Window;

use crate::engine::options::{EngineOptions, MultiRoot};
use crate::error::{Cause, Code, Error, Result};
use crate::event::{Container, Event, Role, Sink};
use crate::position::Position;
use crate::repair::{Ambiguity, Exactness, Repair, Rule, RuleSet, Severity};

/// A repair that may not pass.
#[derive(Clone, Copy, Debug)]
struct Refusal {
    at: Position,
    rule: Rule,
    ambiguity: Option<Ambiguity>,
    detail: Option<&'static str>,
}

impl Refusal {
    fn error(self, code: Code) -> Error {
        let error = Error::at(code, self.at).with_cause(Cause {
            code: self.rule.code(),
            name: self.rule.name(),
            class: self.ambiguity.map(Ambiguity::name),
            reason: self.ambiguity.map(Ambiguity::reason),
        });
        match self.detail {
            Some(detail) => error.with_detail(detail),
            None => error,
        }
    }
}

/// Follows a run, keeps its records, and refuses at its end what the options do not permit.
#[derive(Debug)]
pub struct Gate {
    options: GateOptions,
    disabled: RuleSet,
    keep: usize,
    /// Containers around the roots.
    wrappers: usize,
    records: Vec<Repair>,
    seen: usize,
    exactness: Exactness,
    truncated: bool,
    /// The rules of its records.
    rules: RuleSet,
    /// The first place, in the order of the input, that has two readings.
    two_readings: Option<Refusal>,
    /// The first place whose repair is not permitted.
    forbidden: Option<Refusal>,
    /// Containers around the next value, wrappers included.
    depth: usize,
    wrong_root: bool,
}

impl Gate {
    /// A gate that keeps records, behind an engine with these options.
    #[must_use]
    pub fn new(options: &GateOptions, engine: &EngineOptions) -> Gate {
        Gate {
            options: options.clone(),
            disabled: engine.disabled,
            keep: options.max_repairs,
            wrappers: usize::from(engine.multi_root == MultiRoot::Array),
            records: Vec::new(),
            seen: 0,
            exactness: Exactness::Exact,
            truncated: false,
            rules: RuleSet::EMPTY,
            two_readings: None,
            forbidden: None,
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

    /// Keeps no records; what is derived from them stays right.
    #[must_use]
    pub fn without_records(mut self) -> Gate {
        self.keep = 0;
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
        self.two_readings.is_some()
    }

    /// The class of the first place, in the order of the input, that has two readings.
    #[must_use]
    pub fn ambiguity(&self) -> Option<Ambiguity> {
        self.two_readings?.ambiguity
    }

    /// The rules that there are records of.
    #[must_use]
    pub fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Whether a repair showed that the input was cut.
    #[must_use]
    pub fn is_truncated(&self) -> bool {
        self.truncated
    }

    /// The place of the repair that will be refused, as far as is known.
    #[must_use]
    pub fn refused_at(&self) -> Option<Position> {
        self.undecidable().or(self.forbidden).map(|refusal| refusal.at)
    }

    /// The place that is refused for its two readings.
    fn undecidable(&self) -> Option<Refusal> {
        self.two_readings.filter(|_| self.options.reject_ambiguous)
    }

    /// The decision, once the engine has finished.
    ///
    /// # Errors
    /// E011, E010, E012, E013, the first that holds in this order.
    pub fn verdict(&self) -> Result<()> {
        if let Some(refusal) = self.undecidable() {
            Err(refusal.error(Code::E011))
        } else if let Some(refusal) = self.forbidden {
            Err(refusal.error(Code::E010))
        } else if self.options.ends_badly() {
            Err(Error::new(Code::E012))
        } else if self.wrong_root {
            Err(Error::new(Code::E013))
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
            Some("a lossy repair is needed and only cosmetic ones are permitted")
        }
    }

    /// Looks at what kind of value each root is.
    #[inline(never)]
    fn follow_roots(&mut self, event: Event<'static>, wanted: Container) {
        let begins = match event {
            Event::Start(container) => Some(Some(container)),
            Event::StringStart(Role::Value) | Event::Number(_) | Event::Bool(_) | Event::Null => {
                Some(None)
            }
            _ => None,
        };
        if self.depth == self.wrappers && begins.is_some_and(|kind| kind != Some(wanted)) {
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
        if let Some(wanted) = self.options.root {
            self.follow_roots(event.with_text(""), wanted);
        }
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, role: Role, _: &str, at: u64) -> Result<()> {
        self.event(Event::StringStart(role), at)
    }

    fn wants_notes(&self) -> bool {
        self.keep > 0
    }

    fn repair(&mut self, repair: &Repair) -> Result<()> {
        self.seen += 1;
        if self.records.len() < self.keep {
            self.records.push(repair.clone());
        }
        self.exactness = self.exactness.max(repair.severity.into());
        self.truncated |= repair.truncated;
        self.rules = self.rules.with(repair.rule);

        let ambiguity = repair.ambiguity.filter(|_| repair.is_ambiguous());
        let refusal = Refusal { at: repair.at, rule: repair.rule, ambiguity, detail: None };
        if ambiguity.is_some() {
            keep_first(&mut self.two_readings, refusal);
        }
        if let Some(detail) = self.forbids(repair) {
            keep_first(&mut self.forbidden, Refusal { detail: Some(detail), ..refusal });
        }
        Ok(())
    }
}

/// Records come in the order of decision; a refusal names the first in the order of the input.
fn keep_first(known: &mut Option<Refusal>, refusal: Refusal) {
    if known.is_none_or(|known| refusal.at.byte < known.at.byte) {
        *known = Some(refusal);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repair::{Edits, Resolver};

    fn record(byte: u64, rule: Rule, severity: Severity, class: Option<Ambiguity>) -> Repair {
        Repair {
            rule,
            at: Position { byte, ..Position::START },
            severity,
            ambiguity: class,
            resolved_by: None,
            truncated: false,
            edits: Edits::new(),
        }
    }

    /// A run that decides on a note, a cosmetic, a lossy and an ambiguous repair, in this order.
    fn records() -> [Repair; 4] {
        [
            record(40, Rule::DuplicateKey, Severity::Note, Some(Ambiguity::DuplicateKey)),
            record(30, Rule::RemoveComma, Severity::Cosmetic, None),
            record(20, Rule::FillNull, Severity::Lossy, None),
            record(10, Rule::QuoteBareValue, Severity::Cosmetic, Some(Ambiguity::BareWord)),
        ]
    }

    fn gate(options: &GateOptions, engine: &EngineOptions, records: &[Repair]) -> Gate {
        let mut gate = Gate::new(options, engine);
        for record in records {
            gate.repair(record).expect("a gate takes every record");
        }
        gate
    }

    fn refusal(gate: &Gate) -> Option<(Code, Option<u64>)> {
        let error = gate.verdict().err()?;
        Some((error.code(), error.position().map(|at| at.byte)))
    }

    #[test]
    fn the_first_place_that_a_knob_forbids_is_refused_in_the_order_of_the_codes() {
        let open = GateOptions::default();
        let plain = EngineOptions::default();
        let without =
            |rule| EngineOptions { disabled: RuleSet::default().with(rule), ..plain.clone() };
        let ended = |end| GateOptions { complete_end: true, end, ..open.clone() };
        let max_loss = |max_loss| GateOptions { max_loss, ..open.clone() };
        let careful = GateOptions { reject_ambiguous: true, strict: true, ..open.clone() };
        for (options, engine, expected) in [
            (open.clone(), plain.clone(), None),
            (careful, plain.clone(), Some((Code::E011, Some(10)))),
            (
                GateOptions { strict: true, ..open.clone() },
                plain.clone(),
                Some((Code::E010, Some(10))),
            ),
            (max_loss(Exactness::Exact), plain.clone(), Some((Code::E010, Some(10)))),
            (max_loss(Exactness::Cosmetic), plain.clone(), Some((Code::E010, Some(20)))),
            (max_loss(Exactness::Lossy), without(Rule::RemoveComma), Some((Code::E010, Some(30)))),
            (open.clone(), without(Rule::DuplicateKey), None),
            (ended(None), plain.clone(), None),
            (ended(Some(ProviderEnd::Complete)), plain.clone(), None),
            (ended(Some(ProviderEnd::MaxTokens)), plain.clone(), Some((Code::E012, None))),
            (
                GateOptions {
                    max_loss: Exactness::Cosmetic,
                    ..ended(Some(ProviderEnd::Interrupted))
                },
                plain.clone(),
                Some((Code::E010, Some(20))),
            ),
        ] {
            let refused = refusal(&gate(&options, &engine, &records()));
            assert_eq!(refused, expected, "{options:?}");
            let may = options.can_refuse() || engine.disabled != RuleSet::default();
            assert!(may || expected.is_none(), "{options:?}");
        }
    }

    #[test]
    fn a_note_counts_for_its_second_reading_only() {
        let careful = GateOptions { reject_ambiguous: true, ..GateOptions::default() };
        let strict = GateOptions { strict: true, ..GateOptions::default() };
        let engine = EngineOptions::default();
        let note = &records()[..1];
        assert_eq!(refusal(&gate(&careful, &engine, note)), Some((Code::E011, Some(40))));
        assert_eq!(refusal(&gate(&strict, &engine, note)), None);
        assert_eq!(gate(&strict, &engine, note).exactness(), Exactness::Exact);
    }

    #[test]
    fn an_ambiguity_that_a_schema_settled_does_not_count() {
        let careful = GateOptions { reject_ambiguous: true, ..GateOptions::default() };
        let mut settled = records()[3].clone();
        settled.resolved_by = Some(Resolver::Schema);
        let gate = gate(&careful, &EngineOptions::default(), &[settled]);
        assert_eq!((refusal(&gate), gate.is_ambiguous()), (None, false));
    }

    #[test]
    fn a_refusal_names_the_rule_and_both_readings() {
        let careful = GateOptions { reject_ambiguous: true, ..GateOptions::default() };
        let error = gate(&careful, &EngineOptions::default(), &records())
            .verdict()
            .expect_err("a bare word has two readings");
        assert_eq!(
            error.to_string(),
            "E011: the input has two readings (R003 QuoteBareValue, bare_word) at line 1 column 1 (byte 10)"
        );
        assert_eq!(
            error.cause().and_then(|cause| cause.reason),
            Some(Ambiguity::BareWord.reason())
        );
    }

    #[test]
    fn records_beyond_the_limit_still_count() {
        for max_repairs in [0, 3, 4] {
            let options = GateOptions { max_repairs, ..GateOptions::default() };
            let gate = gate(&options, &EngineOptions::default(), &records());
            assert_eq!(gate.repairs_truncated(), max_repairs < 4);
            assert_eq!((gate.exactness(), gate.is_ambiguous()), (Exactness::Lossy, true));
            assert_eq!(gate.seen(), 4);
            let kept = gate.into_records();
            assert_eq!(kept.len(), max_repairs);
            assert!(kept.is_sorted_by_key(|record| record.at.byte));
        }
    }

    #[test]
    fn every_root_must_be_the_container_asked_for_wrappers_aside() {
        use Container::{Array, Object};
        const OBJECT: &[Event<'_>] = &[Event::Start(Object), Event::End(Object)];
        const NESTED: &[Event<'_>] = &[
            Event::Start(Object),
            Event::StringStart(Role::Key),
            Event::StringEnd(Role::Key),
            Event::Start(Array),
            Event::Null,
            Event::End(Array),
            Event::End(Object),
        ];
        const STRING: &[Event<'_>] =
            &[Event::StringStart(Role::Value), Event::Text("{"), Event::StringEnd(Role::Value)];
        for (roots, objects_only) in [
            (&[OBJECT, NESTED][..], true),
            (&[OBJECT, STRING], false),
            (&[&[Event::Number("1")]], false),
            (&[&[Event::Start(Array), Event::End(Array)]], false),
        ] {
            for wrapped in [false, true] {
                let options = GateOptions { root: Some(Object), ..GateOptions::default() };
                let multi_root = if wrapped { MultiRoot::Array } else { MultiRoot::Lines };
                let engine = EngineOptions { multi_root, ..EngineOptions::default() };
                let mut gate = Gate::new(&options, &engine);
                let mut events = roots.concat();
                if wrapped {
                    events.insert(0, Event::Start(Array));
                    events.push(Event::End(Array));
                }
                for event in events {
                    gate.event(event, 0).expect("a gate takes every event");
                }
                let expected = (!objects_only).then_some((Code::E013, None));
                assert_eq!(refusal(&gate), expected, "{roots:?}");
            }
        }
    }
}
