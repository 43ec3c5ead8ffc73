//! Test runners: failures with what they say, totals; what passed is left out.

use super::super::failure;
use super::super::marks::{Labels, Rank};
use super::{Case, diag, number_before};

/// What is counted in the totals of a runner, and the words for it.
static FACTS: &[(&str, &[&str])] = &[
    ("passed", &["passed", "passing", "pass"]),
    ("failed", &["failed", "failing", "failures", "failure", "fail"]),
    ("ignored", &["ignored"]),
    ("skipped", &["skipped", "pending", "skip"]),
    ("error", &["errors", "error"]),
    ("xfailed", &["xfailed"]),
];

/// Labels the output of a test runner. What its lines look like is in the rule.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Context);
    labels.facts.clear();
    let params = case.params;
    diag::mark(case, &mut labels, false);
    let mut in_block = false;
    for (place, text) in case.lines() {
        let is_noise = failure::is_pass(text) || params.noise.hold(text);
        let begins = params.blocks.hold(text);
        let ends = begins || is_noise || params.results.hold(text) || params.context.hold(text);
        in_block = begins || in_block && !ends;
        if begins {
            labels.raise(place, Rank::Headline);
        } else if is_noise {
            labels.rank(place, Rank::Noise);
        } else if in_block && !text.trim().is_empty() {
            labels.rank(place, labels.marks[place].rank.min(Rank::Body));
        }
        for (name, test) in &params.counts {
            labels.count(name, u64::from(test.hold(text)));
        }
    }
    totals(case, &mut labels);
    case.runs(&mut labels);
    labels
}

/// Adds up what the runner itself says; its own lines are only counted where it says nothing.
fn totals(case: &Case<'_>, labels: &mut Labels) {
    let mut totals: Vec<(&str, u64)> = Vec::new();
    for (_, text) in case.lines().filter(|(_, text)| case.params.results.hold(text)) {
        let is_suite = ["Test Suites:", "Test Files", "# suites", "Snapshots:"].iter();
        if is_suite.clone().any(|start| text.trim_start().starts_with(start)) {
            continue;
        }
        for (name, words) in FACTS {
            let found = words
                .iter()
                .find_map(|word| number_before(text, word).or_else(|| number_after(text, word)));
            if let Some(count) = found {
                totals.push((name, count));
            }
        }
    }
    let says = |name: &str| totals.iter().any(|(total, _)| *total == name);
    let counted = labels.facts.clone();
    labels.facts.retain(|(name, _)| !says(name));
    for (name, count) in counted {
        let total: u64 = totals.iter().filter(|(total, _)| *total == name).map(|(_, n)| n).sum();
        if says(&name) && total != count {
            labels.notes.push("a count disagrees with the totals");
        }
    }
    totals.into_iter().for_each(|(name, count)| labels.count(name, count));
}

/// The number that follows a word: `Failures: 3`, `# fail 3`.
fn number_after(text: &str, word: &str) -> Option<u64> {
    let lower = text.to_lowercase();
    let at = lower.find(word)? + word.len();
    let rest = lower[at..].trim_start_matches([':', '=', ' ']);
    if rest.len() == lower.len() - at {
        return None;
    }
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}
