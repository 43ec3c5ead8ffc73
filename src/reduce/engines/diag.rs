//! Compilers and linters: diagnostics with their bodies, warnings of a kind as one, results.

use super::super::marks::{Labels, Rank, template};
use super::grammar::{self, Severity};
use super::window::traces;
use super::{Case, indent, number_before};
use std::collections::HashSet;

/// What every build says at its end.
static RESULTS: &[&str] = &[
    "BUILD ",
    "Found ",
    "Finished ",
    "Build ",
    "Success: ",
    "All checks passed",
    "All files pass",
    "would reformat",
];

/// Labels the output of a build.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    mark(case, &mut labels, true);
    labels
}

/// Labels the diagnostics of a text; other lines are left as they are.
pub(super) fn mark(case: &Case<'_>, labels: &mut Labels, counts: bool) {
    let mut body: Option<Rank> = None;
    let mut files = HashSet::new();
    let (mut errors, mut warnings) = (0, 0);
    // What the tool itself says of how many there were.
    let mut totals = [Vec::new(), Vec::new()];
    for (place, text) in case.lines() {
        if let Some(head) = grammar::head(text) {
            let (rank, group) = match head.severity {
                Severity::Error => (Rank::Headline, 0),
                Severity::Warning => (Rank::Warning, template(head.kind)),
                Severity::Note => (body.unwrap_or(Rank::Context), 0),
            };
            errors += u64::from(head.severity == Severity::Error && !is_total(text));
            warnings += u64::from(head.severity == Severity::Warning && !is_total(text));
            files.extend(head.file);
            labels.rank(place, rank);
            labels.marks[place].group = group;
            body = match head.severity {
                Severity::Error => Some(Rank::Body),
                Severity::Warning => Some(Rank::Context),
                Severity::Note => body,
            };
            continue;
        }
        let inner = text.trim_start();
        if inner.is_empty() {
            body = body.filter(|_| follows(case, place));
        } else if let Some(rank) = body.filter(|_| is_body(text)) {
            let is_place = inner.starts_with("--> ");
            let rank = if is_place && rank == Rank::Body { Rank::Headline } else { rank };
            labels.raise(place, rank);
            if labels.marks[place].rank == Rank::Noise {
                labels.rank(place, rank);
            }
        } else {
            body = None;
            if is_result(inner) {
                labels.raise(place, Rank::Result);
                totals[0].extend(number_before(inner, "error"));
                totals[1].extend(number_before(inner, "warning"));
            } else if is_file_heading(case, place) {
                labels.raise(place, Rank::Headline);
            }
        }
    }
    traces(case, labels);
    if counts && case.params.counts.is_empty() {
        let counts = [("error", errors), ("warning", warnings)];
        for ((name, count), totals) in counts.into_iter().zip(totals) {
            // The totals of several runs may stand there, or one twice.
            let sum: u64 = totals.iter().sum();
            if totals.is_empty() || sum == count || totals.contains(&count) {
                labels.count(name, count);
            } else {
                labels.notes.push("a count disagrees with the totals");
            }
        }
        labels.count("file", files.len() as u64);
    }
}

/// `error: aborting due to 2 previous errors`, `warning: 3 warnings emitted`: no further diagnostic.
fn is_total(text: &str) -> bool {
    ["aborting due to", "could not compile", "warnings emitted", "warning emitted", "generated "]
        .iter()
        .any(|part| text.contains(part))
}

/// Whether the line belongs to the diagnostic above: source, carets, notes.
fn is_body(text: &str) -> bool {
    let inner = text.trim_start();
    let is_source = inner.split_once('|').is_some_and(|(number, _)| {
        number.trim().bytes().all(|byte| byte.is_ascii_digit() || byte == b'>')
    });
    indent(text) > 0 || is_source || inner.starts_with(['^', '~', '|', '='])
}

/// Whether a blank line is inside a body: more of it follows.
fn follows(case: &Case<'_>, place: usize) -> bool {
    place + 1 < case.len()
        && indent(case.text(place + 1)) > 0
        && is_body(case.text(place + 1))
        && grammar::head(case.text(place + 1)).is_none()
}

/// `Found 3 errors in 2 files`, `✖ 12 problems (10 errors, 2 warnings)`, `1 error generated.`
fn is_result(text: &str) -> bool {
    // A count, and not a date.
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let starts_with_number = behind.len() < text.len() && behind.starts_with(' ');
    let counted = ["error", "warning", "problem", "issue", "violation", "offense"];
    let has_total = (starts_with_number || text.starts_with(['✖', '✔', '✓', 'T']))
        && counted.iter().any(|word| text.contains(word));
    has_total || RESULTS.iter().any(|start| text.starts_with(start))
}

/// Whether the line names the file of the diagnostics below it.
fn is_file_heading(case: &Case<'_>, place: usize) -> bool {
    let text = case.text(place);
    let below = (place + 1 < case.len()).then(|| case.text(place + 1));
    // Few lines are indented, so that comes first.
    below.is_some_and(|below| below.starts_with(' ') && grammar::head(below).is_some())
        && text.contains(['/', '.'])
        && !text.contains(": ")
}
