//! The gate over records and events of its own.

use super::*;
use crate::event::Container;
use crate::position::Position;
use crate::repair::{Edits, Resolver, Rule};

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
        gate.repair(record.clone()).expect("a gate takes every record");
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
    let without = |rule| EngineOptions { disabled: RuleSet::default().with(rule), ..plain.clone() };
    let ended = |end| GateOptions { complete_end: true, end, ..open.clone() };
    let max_loss = |max_loss| GateOptions { max_loss, ..open.clone() };
    let careful = GateOptions { reject_ambiguous: true, strict: true, ..open.clone() };
    for (options, engine, expected) in [
        (open.clone(), plain.clone(), None),
        (careful, plain.clone(), Some((Code::E011, Some(10)))),
        (GateOptions { strict: true, ..open.clone() }, plain.clone(), Some((Code::E010, Some(10)))),
        (max_loss(Exactness::Exact), plain.clone(), Some((Code::E010, Some(10)))),
        (max_loss(Exactness::Cosmetic), plain.clone(), Some((Code::E010, Some(20)))),
        (max_loss(Exactness::Lossy), without(Rule::RemoveComma), Some((Code::E010, Some(30)))),
        (open.clone(), without(Rule::DuplicateKey), None),
        (ended(None), plain.clone(), None),
        (ended(Some(ProviderEnd::Complete)), plain.clone(), None),
        (ended(Some(ProviderEnd::MaxTokens)), plain.clone(), Some((Code::E012, None))),
        (
            GateOptions { max_loss: Exactness::Cosmetic, ..ended(Some(ProviderEnd::Interrupted)) },
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
    assert_eq!(error.cause().and_then(|cause| cause.reason), Some(Ambiguity::BareWord.reason()));
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
fn places_are_asked_for_where_something_may_name_them() {
    let (plain, engine) = (GateOptions::default(), EngineOptions::default());
    let careful = GateOptions { reject_ambiguous: true, ..plain.clone() };
    let without = EngineOptions { disabled: RuleSet::EMPTY.with(Rule::QuoteKey), ..engine.clone() };
    let silent = GateOptions { max_repairs: 0, ..plain.clone() };
    assert_eq!(Gate::new(&plain, &engine).interest(), Interest::Notes);
    assert_eq!(Gate::new(&silent, &engine).interest(), Interest::Lines);
    for (options, engine, interest) in [
        (&plain, &engine, Interest::Bytes),
        (&careful, &engine, Interest::Lines),
        (&plain, &without, Interest::Lines),
    ] {
        assert_eq!(Gate::new(options, engine).without_records().interest(), interest);
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
