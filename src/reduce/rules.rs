//! The rules: those that are part of the program, and the layers that replace some of them.

use super::members::Fault;
use super::rule::{Rule, Source};
use super::settings::Trust;
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// The files of the rules that are part of the program, by name.
pub(super) static FILES: &[(&str, &str)] = &[
    ("git", include_str!("rules/git.json")),
    ("search", include_str!("rules/search.json")),
    ("tests", include_str!("rules/tests.json")),
    ("build", include_str!("rules/build.json")),
    ("lint", include_str!("rules/lint.json")),
    ("install", include_str!("rules/install.json")),
    ("devops", include_str!("rules/devops.json")),
    ("system", include_str!("rules/system.json")),
    ("tools", include_str!("rules/tools.json")),
    ("generic", include_str!("rules/generic.json")),
];

static BUILT_IN: LazyLock<Vec<Arc<Rule>>> = LazyLock::new(|| {
    let files = FILES.iter().flat_map(|(_, text)| decode_file(text, Source::BuiltIn).rules);
    files.map(Arc::new).collect()
});

/// Families whose rules a project may not replace unless it is trusted.
static GUARDED: &[&str] = &["test-results", "lint", "build", "git-"];

/// What is in a rule file.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) rules: Vec<Rule>,
    /// Why the file cannot be read at all.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there is no host that has files"))]
    pub(super) error: Option<String>,
    /// What is wrong with its rules: the id, and the fault.
    pub(super) faults: Vec<(String, Fault)>,
    /// How many rules there are, with those that have a fault.
    pub(super) seen: u64,
}

/// Reads a rule file: one rule, or an array of them. A rule that has a fault is left out.
pub(super) fn decode_file(text: &str, source: Source) -> File {
    let mut file = File::default();
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return File { error: Some(error.to_string()), ..file },
    };
    let rules = match &value {
        Value::Array(rules) => rules.as_slice(),
        rule => std::slice::from_ref(rule),
    };
    file.seen = rules.len() as u64;
    for value in rules {
        let mut faults = Vec::new();
        file.rules.extend(Rule::decode(value, source, &mut faults));
        let id = value["id"].as_str().unwrap_or_default();
        file.faults.extend(faults.into_iter().map(|fault| (id.to_owned(), fault)));
    }
    file
}

/// The rules that apply, one of each id.
#[derive(Clone, Debug)]
pub struct Rules {
    active: Vec<Arc<Rule>>,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { active: BUILT_IN.clone() }
    }
}

impl Rules {
    /// These rules, and those of a later layer, which replace the ones of the same id.
    #[must_use]
    pub fn with(mut self, layer: Vec<Rule>, trust: Trust) -> Rules {
        for mut rule in layer {
            let place = self.active.iter().position(|known| known.id == rule.id);
            if rule.source == Source::Project && trust == Trust::Limited {
                let replaced = place.map(|place| &*self.active[place]);
                if replaced.is_some_and(is_guarded) {
                    continue;
                }
                limit(&mut rule);
            }
            // What cannot be used replaces nothing.
            if place.is_some() && rule.broken().is_some() {
                continue;
            }
            match (place, rule.disabled) {
                (Some(place), true) => drop(self.active.remove(place)),
                (Some(place), false) => self.active[place] = Arc::new(rule),
                (None, true) => {}
                (None, false) => self.active.push(Arc::new(rule)),
            }
        }
        self
    }

    /// All rules that apply.
    #[must_use]
    pub fn active(&self) -> &[Arc<Rule>] {
        &self.active
    }

    /// Those that can be used: all of their patterns are some.
    pub fn usable(&self) -> impl Iterator<Item = &Arc<Rule>> {
        self.active.iter().filter(|rule| rule.broken().is_none())
    }
}

/// Whether a project may not replace the rule.
fn is_guarded(rule: &Rule) -> bool {
    let family = rule.family.as_str();
    GUARDED.iter().any(|start| family == *start || family.starts_with(start))
}

/// Takes from a rule what its project is not trusted with: to say things of its own, and to drop
/// what a failed command put out.
fn limit(rule: &mut Rule) {
    let says = rule.on_empty.take().is_some() || !std::mem::take(&mut rule.match_output).is_empty();
    let drops = !std::mem::replace(&mut rule.failure.preserve, true);
    rule.is_limited = says || drops;
}
