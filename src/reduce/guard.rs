//! The guard that no rule can switch off: lines that tell of a failure are anchors whatever an
//! engine said, and each is accounted for.

use super::failure::{self, Strength};
use super::marks::{Form, Labels, Rank, template};
use super::text::{Document, Stream};
use std::collections::HashMap;

/// The failure lines of a text: which lines they are, and which are the same.
#[derive(Debug, Default)]
pub(super) struct Failures {
    of_line: HashMap<usize, usize>,
    /// How many differ.
    pub(super) distinct: usize,
    /// The first line that surely tells of a failure.
    pub(super) first: Option<usize>,
}

impl Failures {
    /// Which of the distinct failures the line tells of.
    pub(super) fn of_line(&self, line: usize) -> Option<usize> {
        self.of_line.get(&line).copied()
    }

    /// Whether nothing tells of a failure.
    pub(super) fn is_empty(&self) -> bool {
        self.distinct == 0
    }

    fn add<'a>(&mut self, known: &mut HashMap<&'a str, usize>, line: usize, text: &'a str) {
        let next = known.len();
        let id = *known.entry(text.trim()).or_insert(next);
        self.of_line.insert(line, id);
        self.distinct = known.len();
    }
}

/// How many of the last lines are anchors when a command failed and nothing says why.
const LAST: usize = 20;

/// Finds the failure lines, shows them early, and takes back what an engine did to them.
pub(super) fn raise(document: &Document<'_>, labels: &mut Labels, failed: bool) -> Failures {
    let mut failures = Failures::default();
    let mut known = HashMap::new();
    for (place, line) in document.lines.iter().enumerate() {
        let Some(strength) = document.strength(place) else { continue };
        failures.add(&mut known, place, line.text);
        let mark = &mut labels.marks[place];
        if mark.is_quote {
            continue;
        }
        show_as_it_is(document, labels, place);
        let mark = &mut labels.marks[place];
        match strength {
            Strength::Weak => mark.rank = mark.rank.min(Rank::Warning),
            Strength::Strong => {
                mark.rank = mark.rank.min(Rank::Headline);
                failures.first.get_or_insert(place);
            }
        }
        if mark.group == 0 {
            mark.group = template(line.text);
        }
    }
    if let Some(first) = failures.first {
        labels.rank(first, Rank::First);
    }
    raise_end(document, labels);
    if failed && failures.first.is_none() {
        raise_guesses(document, labels, &failures);
    }
    if failed {
        raise_stderr(document, labels, failures.first.is_some());
    }
    failures
}

/// Where nothing surely says why a command failed, what may do so comes first.
fn raise_guesses(document: &Document<'_>, labels: &mut Labels, failures: &Failures) {
    for &place in failures.of_line.keys() {
        let is_guess = !labels.marks[place].is_quote;
        if is_guess && !failure::is_warning(document.lines[place].text) {
            labels.raise(place, Rank::Headline);
        }
    }
}

/// Takes back that a line is shown in other words or with another line, unless that is the same text.
fn show_as_it_is(document: &Document<'_>, labels: &mut Labels, place: usize) {
    let text = document.lines[place].text;
    let is_same = match labels.marks[place].form {
        Form::Verbatim => true,
        Form::Rewritten(shown) => labels.texts[shown as usize].contains(text.trim()),
        Form::Folded(holder) => document.lines[holder as usize].text == text,
        Form::Elided(_) => false,
    };
    if !is_same {
        labels.marks[place].form = Form::Verbatim;
    }
}

/// The last line is the result, unless it is shown with another.
fn raise_end(document: &Document<'_>, labels: &mut Labels) {
    let last = document.lines.iter().rposition(|line| !line.text.trim().is_empty());
    let is_apart =
        |&last: &usize| matches!(labels.marks[last].form, Form::Verbatim | Form::Rewritten(_));
    if let Some(last) = last.filter(is_apart) {
        labels.rank(last, Rank::First);
    }
}

/// What a failed command wrote to standard error comes before the noise of its output. Where nothing
/// says what failed, it and the end are all that can.
fn raise_stderr(document: &Document<'_>, labels: &mut Labels, is_explained: bool) {
    let lines = &document.lines;
    let rank = if is_explained { Rank::Stderr } else { Rank::Headline };
    for (place, line) in lines.iter().enumerate() {
        let is_noise = is_explained && labels.marks[place].rank == Rank::Noise;
        if line.stream == Stream::Stderr && !is_noise {
            labels.raise(place, rank);
        }
    }
    if !is_explained {
        let start = lines.len().saturating_sub(LAST);
        (start..lines.len()).for_each(|place| labels.raise(place, Rank::Headline));
    }
}
