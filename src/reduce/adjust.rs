//! What is made of an engine's labels whatever the engine is: a rule's filters and counters, repeats,
//! results without end.

use super::marks::{Form, Labels, Rank, template};
use super::rule::Rule;
use super::text::Document;
use std::collections::HashMap;

/// What a rule's patterns say about lines.
pub(super) fn filter(rule: &Rule, document: &Document<'_>, labels: &mut Labels, failed: bool) {
    let filters = &rule.filters;
    let any =
        |patterns: &[super::pattern::Pattern], text: &str| patterns.iter().any(|p| p.is_in(text));
    let has_filters = !(filters.skip.is_empty()
        && filters.keep.is_empty()
        && filters.must_keep.is_empty()
        && filters.failure.is_empty());
    for (place, line) in document.lines.iter().enumerate().filter(|_| has_filters) {
        if any(&filters.failure, line.text) {
            labels.raise(place, Rank::Headline);
        } else if any(&filters.must_keep, line.text) {
            labels.raise(place, Rank::Result);
        } else if any(&filters.skip, line.text)
            || !filters.keep.is_empty() && !any(&filters.keep, line.text)
        {
            labels.rank(place, Rank::Noise);
        } else if !filters.keep.is_empty() {
            labels.raise(place, Rank::Context);
        }
    }
    if failed && rule.failure.preserve && (rule.summarize.is_some() || has_filters) {
        let (count, edges) = (document.lines.len(), rule.failure.edges);
        let inner = edges.head..count.saturating_sub(edges.tail).max(edges.head);
        for place in (0..count).filter(|place| !inner.contains(place)) {
            labels.raise(place, Rank::Edge);
        }
    }
}

/// Draws lines that are the same and follow each other together.
pub(super) fn fold_repeats(document: &Document<'_>, labels: &mut Labels) {
    let mut holder = 0;
    for place in 1..document.lines.len() {
        let (one, other) = (document.lines[holder].text, document.lines[place].text);
        let is_plain = |place: usize| labels.marks[place].form == Form::Verbatim;
        if one == other && !one.trim().is_empty() && is_plain(holder) && is_plain(place) {
            let rank = labels.marks[place].rank;
            labels.raise(holder, rank);
            labels.fold(place, holder);
        } else {
            holder = place;
        }
    }
}

/// How many results of a kind come before all else.
const RESULTS: usize = 10;

/// Takes results that are alike back from some of them on: a plan of a thousand steps must not leave
/// out why it failed.
pub(super) fn thin_results(document: &Document<'_>, labels: &mut Labels) {
    let mut seen: HashMap<u64, usize> = HashMap::new();
    for (line, mark) in document.lines.iter().zip(&mut labels.marks) {
        if mark.rank == Rank::Result {
            let count = seen.entry(template(line.text)).or_default();
            *count += 1;
            mark.rank = if *count > RESULTS { Rank::Context } else { mark.rank };
        }
    }
}

/// Shows what an engine would leave out; with `all`, at the very end.
pub(super) fn keep_noise(labels: &mut Labels, all: bool) {
    for mark in labels.marks.iter_mut().filter(|mark| mark.rank == Rank::Noise) {
        mark.rank = Rank::Rest;
    }
    if all {
        labels.marks.iter_mut().for_each(|mark| mark.group = 0);
    }
}

/// Counts the lines that a rule names: all, or those that its filters left.
pub(super) fn count(rule: &Rule, document: &Document<'_>, labels: &mut Labels) {
    for counter in &rule.counters {
        let lines = document.lines.iter().zip(&labels.marks);
        let lines = lines.filter(|(_, mark)| !rule.counts_kept || mark.rank != Rank::Noise);
        let count = lines.filter(|(line, _)| counter.pattern.is_in(line.text)).count();
        labels.facts.push((counter.name.clone(), count as u64));
    }
}
