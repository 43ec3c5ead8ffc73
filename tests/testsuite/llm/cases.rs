//! What comes out of each stream of our own is what its case says.

use std::collections::HashSet;

use jsonmend::provider::{Diagnostic, PROVIDERS};
use serde_json::Value;

use crate::support::streams::{CASES, Case, Outcome, whole};

/// What of `expected` is not in the line `found`.
fn missing(found: &Value, expected: &Value) -> Vec<String> {
    let fields = expected.as_object().expect("what is expected are fields");
    let differs = fields.iter().filter(|(name, wanted)| {
        let found = &found[name.as_str()];
        match (name.as_str(), wanted.as_array()) {
            ("diagnostics", Some(wanted)) if !wanted.is_empty() => {
                let names = found.as_array().expect("diagnostics are a list");
                !wanted.iter().all(|name| names.contains(name))
            }
            ("value_text", _) => false,
            _ => found != *wanted,
        }
    });
    differs.map(|(name, wanted)| format!("{name}: {} instead of {wanted}", found[name])).collect()
}

fn compare(outcome: &Outcome, kind: &str, expected: &Value) -> Vec<String> {
    let (found, empty) = (outcome.of(kind), Vec::new());
    let expected = expected.as_array().unwrap_or(&empty);
    let mut faults: Vec<String> =
        found.iter().zip(expected).flat_map(|(found, wanted)| missing(found, wanted)).collect();
    if found.len() != expected.len() {
        faults.push(format!("{} {kind} instead of {}", found.len(), expected.len()));
    }
    faults
}

fn check(case: &Case) -> Vec<String> {
    let outcome = whole(&case.input, case.options());
    let error = outcome.end.as_ref().err().map(|error| error.code().name());
    let mut faults = compare(&outcome, "call.end", &case.case["calls"]);
    faults.extend(compare(&outcome, "stream.end", &case.case["streams"]));
    if error != case.case["error"].as_str() {
        faults.push(format!("error: {error:?}"));
    }
    for call in case.case["calls"].as_array().into_iter().flatten() {
        // A tree of values would round what the line must hold as written.
        if let Some(text) = call["value_text"].as_str()
            && !outcome.lines.iter().any(|line| line.contains(&format!("\"value\":{text},")))
        {
            faults.push(format!("no value {text}"));
        }
    }
    faults
}

#[test]
fn every_stream_gives_the_calls_that_its_case_says() {
    let faults: Vec<String> = CASES
        .iter()
        .filter_map(|case| {
            let faults = check(case);
            (!faults.is_empty()).then(|| format!("{}: {}", case.id, faults.join("; ")))
        })
        .collect();
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), CASES.len(), faults.join("\n"));
}

#[test]
fn every_provider_and_every_oddity_has_a_case() {
    let mut seen = HashSet::new();
    for case in CASES.iter() {
        let outcome = whole(&case.input, case.options());
        for line in outcome.of("call.end").iter().chain(&outcome.of("stream.end")) {
            let names = line["diagnostics"].as_array().expect("diagnostics are a list");
            seen.extend(names.iter().filter_map(Value::as_str).map(str::to_owned));
            seen.extend(line["provider"].as_str().map(str::to_owned));
            seen.extend(line["kind"].as_str().map(str::to_owned));
            seen.extend(line["json"].as_str().map(str::to_owned));
            seen.extend(line["end"].as_str().map(str::to_owned));
        }
    }
    let names = Diagnostic::ALL.iter().map(|row| row.1);
    let words = ["function", "server", "mcp", "custom", "valid", "invalid", "empty", "text"];
    let ends = ["complete", "max_tokens", "interrupted", "provider_error"];
    let all = names.chain(PROVIDERS.iter().map(|row| row.name)).chain(words).chain(ends);
    let unseen: Vec<_> = all.filter(|name| !seen.contains(*name)).collect();
    assert!(unseen.is_empty(), "no case shows {unseen:?}");
}
