//! Every line of `tests/conformance/cases.jsonl`, said to a server and, where a method has a twin among
//! the filters, to that one too.

use std::collections::BTreeSet;

use jsonmend::error::ERRORS;
use jsonmend::protocol::METHODS;
use jsonmend::protocol::params::{DECLARATIONS, OWN, TABLES};
use serde_json::Value;

use super::{serve, twins};
use crate::support::corpus::{bytes, lines, member, project};
use crate::support::process::run;

/// A conversation: what is sent, and what has to be in each answer.
pub(super) struct Case {
    pub(super) id: String,
    /// Of the server.
    pub(super) arguments: Vec<String>,
    pub(super) sent: Vec<Value>,
    pub(super) answers: Vec<Value>,
    /// Whether the filters have to agree.
    pub(super) has_twin: bool,
    /// Whether the last line has no end.
    is_cut: bool,
}

impl Case {
    fn new(case: &Value) -> Case {
        let list = |name: &str| case[name].as_array().cloned().unwrap_or_default();
        let arguments = list("args").into_iter().filter_map(|word| Some(word.as_str()?.to_owned()));
        Case {
            id: member(case, "id").to_owned(),
            arguments: arguments.collect(),
            sent: list("send"),
            answers: list("answers"),
            has_twin: case["twin"] != false,
            is_cut: case["cut"] == true,
        }
    }

    /// What goes over the wire: objects as they are, everything else as bytes.
    fn input(&self) -> Vec<u8> {
        let line = |sent: &Value| match sent {
            Value::Object(request) if !request.contains_key("hex") => sent.to_string().into_bytes(),
            raw => bytes(raw).expect("a line is a request, a string, parts, or hex"),
        };
        let mut input = self.sent.iter().map(line).collect::<Vec<_>>().join(&b'\n');
        if !self.is_cut {
            input.push(b'\n');
        }
        input
    }

    /// What is wrong with what the server answers, if anything.
    fn check(&self) -> Option<String> {
        let done = run(&mut serve(&self.arguments), &self.input());
        let answers: Vec<&str> = done.stdout.split_terminator('\n').collect();
        if done.status != 0 || !done.stderr.is_empty() || answers.len() != self.answers.len() {
            let count = (answers.len(), self.answers.len());
            return Some(format!("{count:?} answers, exit {}: {}", done.status, done.stderr));
        }
        answers.iter().zip(&self.answers).find_map(|(answer, expected)| {
            let holds = match expected {
                Value::String(start) => answer.starts_with(start),
                expected => serde_json::from_str(answer).is_ok_and(|found| holds(expected, &found)),
            };
            let shown = answer.get(..2000).unwrap_or(answer);
            (!holds).then(|| format!("{expected} expected, got {shown}"))
        })
    }
}

/// Whether what is expected is there: members beyond those do not matter, elements do.
pub(super) fn holds(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(members), Value::Object(_)) => members
            .iter()
            .all(|(name, value)| found.get(name).is_some_and(|found| holds(value, found))),
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len()
                && expected.iter().zip(found).all(|(expected, found)| holds(expected, found))
        }
        (expected, found) => expected == found,
    }
}

pub(super) fn all() -> Vec<Case> {
    lines(&project("tests/conformance/cases.jsonl")).iter().map(Case::new).collect()
}

fn report(check: impl Fn(&Case) -> Option<String>) {
    let cases = all();
    let problem = |case: &Case| Some(format!("{}: {}", case.id, check(case)?));
    let problems: Vec<_> = cases.iter().filter_map(problem).collect();
    assert!(problems.is_empty(), "{} of {}:\n{}", problems.len(), cases.len(), problems.join("\n"));
}

#[test]
fn every_answer_is_what_its_case_says() {
    report(Case::check);
}

#[test]
fn the_filters_say_the_same() {
    report(|case| case.has_twin.then(|| twins::check(case)).flatten());
}

#[test]
fn no_two_cases_have_the_same_name() {
    let cases = all();
    let names: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    assert_eq!(names.len(), cases.len());
}

/// Errors that no line can bring about: what is sent is UTF-8 by then, streams that fail end the
/// process, and no handler is known to fail.
pub(super) const OUT_OF_REACH: [&str; 4] = ["E040", "E041", "E051", "E099"];

#[test]
fn every_method_parameter_and_error_has_a_case() {
    let (mut methods, mut parameters, mut errors) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for case in all() {
        for (sent, answer) in case.sent.iter().zip(&case.answers) {
            let codes = [&answer["error"]["code"], &answer["result"]["error"]["code"]];
            errors.extend(codes.iter().filter_map(|code| Some(code.as_str()?.to_owned())));
            let is_met = answer["ok"] == true || answer["error"]["exit"].as_u64() > Some(2);
            if let (Some(method), true) = (sent["method"].as_str(), is_met) {
                methods.insert(method.to_owned());
                let params = sent["params"].as_object();
                parameters.extend(params.into_iter().flat_map(|params| params.keys().cloned()));
            }
        }
    }
    // It is sent as text, so that the line after it is seen too.
    methods.insert("shutdown".to_owned());
    let missing = |wanted: &mut dyn Iterator<Item = String>, found: &BTreeSet<String>| {
        wanted.filter(|name| !found.contains(name)).collect::<Vec<_>>()
    };
    let options = TABLES.iter().copied().flatten().map(|flag| flag.name.replace('-', "_"));
    let own = [OWN, DECLARATIONS].concat().into_iter().map(str::to_owned);
    let none: Vec<String> = Vec::new();
    assert_eq!(missing(&mut METHODS.iter().map(|row| row.name.to_owned()), &methods), none);
    assert_eq!(missing(&mut options.chain(own), &parameters), none);
    let mut errors_wanted = ERRORS
        .iter()
        .map(|row| row.code.name().to_owned())
        .filter(|code| !OUT_OF_REACH.contains(&code.as_str()));
    assert_eq!(missing(&mut errors_wanted, &errors), none);
}
