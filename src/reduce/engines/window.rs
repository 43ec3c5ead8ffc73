//! Any text: its failures with what surrounds them, its ends, and runs of like lines as one.

use super::super::failure;
use super::super::marks::{Labels, Rank};
use super::super::rule::Edges;
use super::{Case, indent};

/// Labels a text of which nothing is known.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    for (place, text) in case.lines() {
        let mark = labels.marks[place];
        if mark.rank == Rank::Rest && !mark.is_quote && failure::is_warning(text) {
            labels.rank(place, Rank::Warning);
        }
    }
    traces(case, &mut labels);
    neighbours(case, &mut labels);
    case.edges(&mut labels, Edges { head: 10, tail: 10 });
    case.runs(&mut labels);
    count(case, &mut labels);
    labels
}

/// Labels the output of something that tells how far it is: what the rule does not know is context.
pub(super) fn progress(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Context);
    traces(case, &mut labels);
    neighbours(case, &mut labels);
    case.runs(&mut labels);
    if case.params.counts.is_empty() {
        count(case, &mut labels);
    }
    labels
}

fn count(case: &Case<'_>, labels: &mut Labels) {
    let says = |line: &str, word: &str| {
        let text = line.trim_start();
        text.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
    };
    for word in ["error", "warning"] {
        let count = case.lines().filter(|(_, text)| says(text, word)).count();
        labels.count(word, count as u64);
    }
}

/// How many frames of a stack are shown before the others.
const FRAMES: usize = 3;

/// Shows the beginning of the stack traces of several languages, and all of Python's, which has the
/// place at its end.
pub(super) fn traces(case: &Case<'_>, labels: &mut Labels) {
    let mut frames = 0;
    let mut in_python = false;
    for (place, text) in case.lines() {
        if labels.marks[place].is_quote {
            continue;
        }
        let inner = text.trim_start();
        if inner.starts_with("Traceback (most recent call last)") {
            in_python = true;
            labels.raise(place, Rank::Headline);
        } else if in_python {
            let is_frame = indent(text) > 0;
            labels.raise(place, if is_frame { Rank::Body } else { Rank::Headline });
            in_python = is_frame || text.is_empty();
        } else if is_frame(text) {
            frames += 1;
            labels.rank(place, if frames <= FRAMES { Rank::Body } else { Rank::Rest });
        } else {
            frames = 0;
        }
    }
}

/// `    at org.x.Y.z(Y.java:3)`, `    at f (/a/b.js:1:2)`, `goroutine 1 [running]:` is none.
fn is_frame(text: &str) -> bool {
    let inner = text.trim_start();
    indent(text) > 0
        && (inner.starts_with("at ") || inner.starts_with("... ") && inner.ends_with(" more"))
}

/// Shows what stands next to a failure.
fn neighbours(case: &Case<'_>, labels: &mut Labels) {
    let around = case.params.context_lines.unwrap_or(1);
    let surely = Some(failure::Strength::Strong);
    for place in 0..case.len() {
        if labels.marks[place].is_quote || case.document.strength(place) != surely {
            continue;
        }
        let end = (place + around).min(case.len() - 1);
        for near in place.saturating_sub(around)..=end {
            if labels.marks[near].rank != Rank::Noise && !case.text(near).trim().is_empty() {
                labels.raise(near, Rank::Body);
            }
        }
    }
}
