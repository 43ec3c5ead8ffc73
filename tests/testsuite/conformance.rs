//! Behaviour that is data: every line of `tests/conformance`, whole, byte by byte and cut at random.

use std::collections::BTreeSet;

use jsonmend::engine::options::DuplicateKeys;
use jsonmend::repair::{CATALOG, Exactness, Rule};
use jsonmend::{Code, Options};
use serde_json::Value;

use crate::support::corpus::{bytes, lines, member, project, shared};
use crate::support::flags;
use crate::support::laws::{records, same};
use crate::support::random::Random;
use crate::support::run::{self, Outcome};

#[test]
fn repairs_are_what_the_lines_say() {
    check_file("repair.jsonl");
}

#[test]
fn every_rule_does_what_its_line_says() {
    check_file("rules.jsonl");
}

#[test]
fn every_rule_has_a_line() {
    let mut shown = BTreeSet::new();
    for case in lines(&project("tests/conformance/rules.jsonl")) {
        for list in ["rules", "notes"] {
            let codes = case[list].as_array().into_iter().flatten();
            shown.extend(codes.filter_map(|code| Some(code.as_str()?.to_owned())));
        }
    }
    let missing: Vec<_> =
        CATALOG.iter().map(|row| row.code).filter(|code| !shown.contains(*code)).collect();
    assert!(missing.is_empty(), "rules without a line in rules.jsonl: {missing:?}");
}

#[test]
fn a_disabled_rule_refuses_every_input_that_needs_it() {
    report(lines(&project("tests/conformance/rules.jsonl")).iter().map(|case| {
        let input = bytes(&case["input"]).and_then(|input| String::from_utf8(input).ok());
        let engine = flags::parse(member(case, "flags"));
        let (Some(input), Some(engine)) = (input, engine) else { return (case, None) };
        // A note is no repair, whatever its rule.
        if case["exactness"] == "exact" {
            return (case, None);
        }
        let options = Options { engine, ..Options::default() };
        let accepted = list(&case["rules"]).into_iter().find(|code| {
            let rule = Rule::from_code(code).expect("the lines name known rules");
            let refusal = jsonmend::repair(&input, &options.clone().without(rule)).err();
            refusal.map(|error| error.code()) != Some(Code::E010)
        });
        (case, accepted.map(|code| format!("{code} is disabled, but not refused")))
    }));
}

#[test]
fn what_has_two_readings_is_named_or_lossy() {
    report(lines(&project("tests/conformance/ambiguous.jsonl")).iter().map(|case| {
        let mut options = flags::parse("").expect("no option is unknown");
        options.duplicate_keys = DuplicateKeys::Flag;
        let outcome = run::whole(member(case, "input").as_bytes(), &options);
        let class = case["cls"].as_str();
        let holds = match class {
            Some(class) => classes(&outcome).contains(class),
            None => classes(&outcome).is_empty() && outcome.exactness() == Exactness::Lossy,
        };
        let problem = (!holds || outcome.end.is_err())
            .then(|| format!("{class:?} expected, got {}", brief(&outcome)));
        (case, problem)
    }));
}

#[test]
fn faults_reported_elsewhere_are_mended() {
    let Some(path) = shared("cases/issues.jsonl") else { return };
    report(lines(&path).iter().map(|case| (case, issue(case))));
}

/// A report of another project: the right value must come out.
fn issue(case: &Value) -> Option<String> {
    let mut options = flags::parse(member(case, "flags"))?;
    let kind = member(case, "cls");
    options.skip_prose = ["prose", "explanation", "reasoning"].iter().any(|w| kind.contains(w));
    if case["ambiguity"] == "duplicate_key" {
        options.duplicate_keys = DuplicateKeys::Flag;
    }
    let outcome = run::whole(member(case, "input").as_bytes(), &options);
    let right = member(case, "right");
    if right.starts_with('*') {
        return None;
    }
    let holds = serde_json::from_str::<Value>(right).ok()
        == serde_json::from_str::<Value>(outcome.document()).ok()
        && outcome.exactness().name() == member(case, "exactness")
        && case["ambiguity"]
            .as_str()
            .map_or(classes(&outcome).is_empty(), |class| classes(&outcome).contains(class));
    (!holds).then(|| format!("{right} expected, got {}", brief(&outcome)))
}

fn check_file(name: &str) {
    let path = project("tests/conformance").join(name);
    report(lines(&path).iter().map(|case| (case, check(case))));
}

/// Fails with the list of all cases that have a problem.
fn report<'a>(cases: impl Iterator<Item = (&'a Value, Option<String>)>) {
    let mut count = 0;
    let mut problems = Vec::new();
    for (case, problem) in cases {
        count += 1;
        if let Some(problem) = problem {
            let (id, input) = (member(case, "id"), &case["input"].to_string());
            let input: String = input.chars().take(200).collect();
            problems.push(format!("{id} {} {input}\n    {problem}", member(case, "flags")));
        }
    }
    assert!(problems.is_empty(), "{} of {count}:\n{}", problems.len(), problems.join("\n"));
}

/// What is wrong with a case, if anything.
fn check(case: &Value) -> Option<String> {
    let Some(options) = flags::parse(member(case, "flags")) else {
        return Some("an unknown option".to_owned());
    };
    let Some(input) = bytes(&case["input"]) else {
        return Some("the input is not readable".to_owned());
    };
    let outcome = run::whole(&input, &options);
    let mut random = Random::new(input.len() as u64);
    let cut = random.below(input.len() + 1);
    let mut problems: Vec<String> = [
        ("pieces of 1".to_owned(), run::chunked(&input, 1, &options)),
        (format!("cut at {cut}"), run::cut(&input, &[cut], &options)),
        ("without the fast lane".to_owned(), run::careful(&input, &options)),
    ]
    .iter()
    .filter_map(|(how, other)| same(&outcome, other, || how.clone()).err())
    .collect();
    problems.extend(differences(case, &outcome));
    (!problems.is_empty()).then(|| problems.join("\n    "))
}

/// Where the outcome is not what the case says.
fn differences(case: &Value, outcome: &Outcome) -> Vec<String> {
    let succeeded = outcome.end.is_ok().then_some(());
    let class = case["ambiguity"].as_str();
    let classes = classes(outcome);
    let class_holds = class.map_or(classes.is_empty(), |class| classes.contains(class));
    let text = bytes(&case["text"]).map(|text| String::from_utf8_lossy(&text).into_owned());
    let got_text = succeeded.map(|()| outcome.document().to_owned());
    let exactness = succeeded.map(|()| outcome.exactness().name());
    let completeness = outcome.end.as_ref().ok().map(|completeness| completeness.name());
    let is_right = [
        outcome.faults.is_empty(),
        text == got_text,
        case["error"].as_str() == outcome.error(),
        case["exactness"].as_str() == exactness,
        case["completeness"].as_str() == completeness,
        outcome.end.is_err() || list(&case["rules"]) == outcome.codes(false),
        outcome.end.is_err() || class_holds,
        case["notes"].is_null() || list(&case["notes"]) == outcome.codes(true),
    ];
    let names =
        ["events", "text", "error", "exactness", "completeness", "rules", "ambiguity", "notes"];
    let wrong: Vec<_> =
        names.iter().zip(is_right).filter_map(|(name, right)| (!right).then_some(*name)).collect();
    if wrong.is_empty() {
        return Vec::new();
    }
    let expected: Vec<_> = wrong.iter().map(|name| format!("{name} {}", case[*name])).collect();
    vec![format!("expected {}\n    got {}", expected.join(", "), brief(outcome))]
}

fn list(codes: &Value) -> Vec<&str> {
    codes.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The classes of the records that count as ambiguous.
fn classes(outcome: &Outcome) -> BTreeSet<&'static str> {
    let ambiguous = outcome.repairs.iter().filter(|repair| repair.is_ambiguous());
    ambiguous.filter_map(|repair| repair.ambiguity).map(|class| class.name()).collect()
}

fn brief(outcome: &Outcome) -> String {
    let text: String = outcome.document().chars().take(200).collect();
    let end = match &outcome.end {
        Ok(completeness) => completeness.name().to_owned(),
        Err(error) => error.to_string(),
    };
    let faults = outcome.faults.join("; ");
    format!("{text} {end} {} {} {faults}", outcome.exactness().name(), records(outcome))
}
