//! Whether rules are sound: one report, exact about what is wrong.

mod derived;
mod fixtures;

pub use derived::hostile;
pub use fixtures::{FixtureReport, built_in_fixtures, check, fixtures};

use super::Reducer;
use super::layers::Folder;
use crate::json::Object;
use crate::reduce::rule::{Rule, Source};
use crate::reduce::rules::{FILES, Rules, decode_file};
use crate::reduce::settings::Trust;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with rules: lists of entries, under the names of the report.
#[derive(Debug, Default)]
pub struct RuleReport {
    seen: u64,
    valid: u64,
    active: u64,
    /// The ids of rules with a member that is none, or of a wrong kind.
    faulty: Vec<String>,
    found: BTreeMap<&'static str, Vec<Vec<(&'static str, String)>>>,
}

/// The lists of the report, and whether an entry in them is a fault.
static LISTS: &[(&str, bool)] = &[
    ("parseErrors", true),
    ("schemaErrors", true),
    ("invalidPatterns", true),
    ("duplicateIds", true),
    ("shadowed", false),
    ("unreachable", true),
    ("riskyPatterns", true),
    ("inert", false),
    ("missingFixtures", true),
    ("failingFixtures", true),
];

/// Lines that no pattern of a rule should drop.
static CORPUS: &[&str] = &[
    "error: CRITICAL",
    "FAILED tests/test_a.py::test_b",
    "panicked at src/lib.rs:1:1",
    "Traceback (most recent call last):",
    "fatal: not a git repository",
    "npm ERR! code 1",
    "Segmentation fault (core dumped)",
];

/// Checks the rules that are part of the program and those of folders.
#[must_use]
pub fn rules(folders: &[(Source, Folder)]) -> RuleReport {
    let mut report = RuleReport::default();
    let mut layers: Vec<(Source, Vec<Rule>)> = Vec::new();
    let mut built_in = Vec::new();
    for (name, text) in FILES {
        let file = decode_file(text, Source::BuiltIn);
        report.seen += file.seen;
        report.faults(name, file.error, file.faults);
        built_in.extend(file.rules);
    }
    layers.push((Source::BuiltIn, built_in));
    let mut active = Rules::default();
    for (source, folder) in folders {
        report.seen += folder.seen;
        active = active.with(folder.rules.clone(), Trust::Full);
        for (name, error) in &folder.errors {
            report.faults(name, Some(error.clone()), Vec::new());
        }
        report.faults("", None, folder.faults.clone());
        layers.push((*source, folder.rules.clone()));
    }
    let mut known: BTreeMap<String, Source> = BTreeMap::new();
    for (source, rules) in &layers {
        let mut own = BTreeSet::new();
        for rule in rules {
            report.rule(rule);
            let id = || rule.id.clone();
            if !own.insert(id()) {
                report.add(
                    "duplicateIds",
                    vec![("ruleId", id()), ("source", source.name().to_owned())],
                );
            } else if known.insert(id(), *source).is_some() {
                report.add("shadowed", vec![("ruleId", id()), ("by", source.name().to_owned())]);
            }
        }
        report.unreachable(rules);
    }
    report.active = active.usable().count() as u64;
    report.missing_fixtures(&layers[0].1);
    report
}

impl RuleReport {
    fn add(&mut self, list: &'static str, entry: Vec<(&'static str, String)>) {
        self.found.entry(list).or_default().push(entry);
    }

    fn faults(
        &mut self,
        file: &str,
        error: Option<String>,
        faults: Vec<(String, crate::reduce::Fault)>,
    ) {
        if let Some(error) = error {
            self.add("parseErrors", vec![("file", file.to_owned()), ("message", error)]);
        }
        for (id, fault) in faults {
            self.faulty.push(id.clone());
            self.add("schemaErrors", vec![("ruleId", id), ("message", fault.message())]);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let id = || ("ruleId", rule.id.clone());
        let mut is_valid = true;
        for (index, (field, pattern)) in rule.patterns().enumerate() {
            let place = || vec![id(), ("field", field.to_owned()), ("index", index.to_string())];
            if let Some(fault) = pattern.fault() {
                is_valid = false;
                self.add(
                    "invalidPatterns",
                    [place(), vec![("message", fault.to_owned())]].concat(),
                );
                continue;
            }
            let hides =
                field == "filters.skipPatterns" && CORPUS.iter().any(|line| pattern.is_in(line));
            if hides || pattern.is_in("") && !field.starts_with("expect") {
                self.add("riskyPatterns", place());
            }
        }
        for &field in &rule.inert {
            self.add("inert", vec![id(), ("field", field.to_owned())]);
        }
        let is_faulty = |id: &String| *id == rule.id;
        self.valid += u64::from(is_valid && !self.faulty.iter().any(is_faulty));
    }

    /// A rule that another of the same matches, and a higher rank, always comes before.
    fn unreachable(&mut self, rules: &[Rule]) {
        let key = |rule: &Rule| format!("{:?}{:?}", rule.matching, rule.exclude_flags);
        let is_open = |rule: &Rule| rule.expect.any.is_empty() && rule.expect.none.is_empty();
        let mut known = BTreeSet::new();
        let mut sorted: Vec<&Rule> =
            rules.iter().filter(|rule| !rule.id.starts_with("generic/")).collect();
        sorted.sort_by(|one, other| (other.priority, &one.id).cmp(&(one.priority, &other.id)));
        for rule in sorted {
            if known.contains(&key(rule)) {
                self.add("unreachable", vec![("ruleId", rule.id.clone())]);
            } else if is_open(rule) {
                known.insert(key(rule));
            }
        }
    }

    /// Each rule needs a fixture of a success and one of a failure, which say the whole answer; both have
    /// to come out, also where they are made huge and hostile.
    fn missing_fixtures(&mut self, rules: &[Rule]) {
        let fixtures = built_in_fixtures();
        for rule in rules {
            for kind in ["success", "failure"] {
                let has = fixtures.iter().any(|fixture| {
                    fixture["ruleId"] == *rule.id
                        && fixture["kind"] == kind
                        && fixture["expect"]["inlineText"].is_string()
                        && fixture["expect"]["kept"].is_array()
                });
                if !has {
                    self.add(
                        "missingFixtures",
                        vec![("ruleId", rule.id.clone()), ("kind", kind.to_owned())],
                    );
                }
            }
        }
        let reducer = Reducer::default();
        for fixture in &fixtures {
            for (form, fixture) in [("as it is", fixture), ("hostile", &hostile(fixture))] {
                if let Err((message, _)) = check(&reducer, fixture) {
                    let id = fixture["ruleId"].as_str().unwrap_or_default().to_owned();
                    let entry = [("ruleId", id), ("form", form.to_owned()), ("message", message)];
                    self.add("failingFixtures", entry.to_vec());
                }
            }
        }
    }

    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        LISTS.iter().all(|(name, is_fault)| !is_fault || !self.found.contains_key(name))
    }

    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut object = Object::new(&mut out);
        object.number("rulesSeen", self.seen);
        object.number("valid", self.valid);
        object.number("active", self.active);
        for (name, _) in LISTS {
            let entries = self.found.get(name).map(Vec::as_slice).unwrap_or_default();
            object.array(name, entries, |out, entry| {
                let mut object = Object::new(out);
                entry.iter().for_each(|(name, value)| object.string(name, value));
                object.end();
            });
        }
        object.bool("clean", self.is_clean());
        object.end();
        out
    }
}
