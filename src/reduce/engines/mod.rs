//! The engines: each labels the lines of one kind of output. A rule names one and sets its parameters.

mod diag;
mod diff;
mod grammar;
mod help;
mod history;
pub(super) mod json;
mod log;
mod matches;
mod paths;
mod status;
mod table;
mod tests;
mod window;

use super::marks::{Labels, Rank, template};
use super::rule::{Edges, Params};
use super::text::Document;

/// What an engine gets.
pub(super) struct Case<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) params: &'a Params,
    /// How many lines of the ends are kept, the rest being noise; only some rules say.
    pub(super) summarize: Option<Edges>,
    /// Whether the command failed.
    pub(super) failed: bool,
    /// The most graphemes that the answer may have.
    pub(super) most: usize,
}

/// An engine.
#[derive(Debug)]
pub(super) struct Engine {
    /// What rules call it.
    pub(super) name: &'static str,
    /// Says how much each line matters.
    pub(super) label: fn(&Case<'_>) -> Labels,
    /// Whether lines that are the same may be drawn together, and results that are alike be fewer.
    pub(super) folds_repeats: bool,
}

static ENGINES: &[Engine] = &[
    Engine { name: "window", label: window::label, folds_repeats: true },
    Engine { name: "progress", label: window::progress, folds_repeats: true },
    Engine { name: "diag", label: diag::label, folds_repeats: true },
    Engine { name: "tests", label: tests::label, folds_repeats: true },
    Engine { name: "log", label: log::label, folds_repeats: true },
    Engine { name: "diff", label: diff::label, folds_repeats: false },
    Engine { name: "history", label: history::label, folds_repeats: false },
    Engine { name: "status", label: status::label, folds_repeats: false },
    Engine { name: "paths", label: paths::label, folds_repeats: false },
    Engine { name: "matches", label: matches::label, folds_repeats: false },
    Engine { name: "table", label: table::label, folds_repeats: false },
    Engine { name: "json", label: json::label, folds_repeats: false },
    Engine { name: "help", label: help::label, folds_repeats: false },
];

/// The engine of this name.
pub(super) fn by_name(name: &str) -> Option<&'static Engine> {
    ENGINES.iter().find(|engine| engine.name == name)
}

/// The engine for everything that no other is for.
pub(super) fn window() -> &'static Engine {
    &ENGINES[0]
}

impl Case<'_> {
    /// The text of a line.
    fn text(&self, line: usize) -> &str {
        self.document.lines[line].text
    }

    fn len(&self) -> usize {
        self.document.lines.len()
    }

    /// The lines with their places.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.document.lines.iter().map(|line| line.text).enumerate()
    }

    /// What the rule's own line tests say; `rest` is the rank of all other lines.
    fn sorted(&self, rest: Rank) -> Labels {
        let mut labels = Labels::all(self.len(), rest);
        let params = self.params;
        let tests = [
            (&params.failures, Rank::Headline),
            (&params.results, Rank::Result),
            (&params.warnings, Rank::Warning),
            (&params.context, Rank::Context),
            (&params.noise, Rank::Noise),
        ];
        let mut in_block = false;
        for (place, text) in self.lines() {
            let found = tests.iter().find(|(tests, _)| tests.hold(text));
            let is_failure = found.is_some_and(|(_, rank)| *rank == Rank::Headline);
            labels.marks[place].is_quote = !self.failed && !is_failure && params.quotes.hold(text);
            let begins_block = params.blocks.hold(text);
            in_block = begins_block || in_block && !text.trim().is_empty() && found.is_none();
            let rank = match found {
                _ if text.trim().is_empty() => Rank::Noise,
                Some((_, rank)) => *rank,
                None if begins_block => Rank::Headline,
                None if in_block => Rank::Body,
                None => continue,
            };
            labels.rank(place, rank);
        }
        for (name, test) in &params.counts {
            let count = self.lines().filter(|(_, text)| test.hold(text)).count();
            labels.count(name, count as u64);
        }
        labels
    }

    /// Raises the first and last lines; where the rule says so, all others are noise.
    fn edges(&self, labels: &mut Labels, default: Edges) {
        let edges = Edges {
            head: self.params.head.unwrap_or(default.head),
            tail: self.params.tail.unwrap_or(default.tail),
        };
        let edges = self.summarize.unwrap_or(edges);
        let inner = edges.head..self.len().saturating_sub(edges.tail).max(edges.head);
        for place in 0..self.len() {
            let rank = labels.marks[place].rank;
            if rank == Rank::Noise {
                continue;
            }
            if !inner.contains(&place) {
                labels.raise(place, Rank::Edge);
            } else if self.summarize.is_some() && rank == Rank::Rest {
                labels.rank(place, Rank::Noise);
            }
        }
    }

    /// Draws lines that follow each other and are alike together, from three of them on. A name that is
    /// quoted stands for no other.
    fn runs(&self, labels: &mut Labels) {
        let mut start = 0;
        let templates: Vec<u64> = self.lines().map(|(_, text)| template(text)).collect();
        for end in 1..=templates.len() {
            if end < templates.len() && templates[end] == templates[start] {
                continue;
            }
            if end - start > 2 {
                for mark in &mut labels.marks[start..end] {
                    if mark.rank >= Rank::Edge && !mark.is_quote {
                        mark.group = templates[start] ^ start as u64 | 1;
                    }
                }
            }
            start = end;
        }
    }
}

/// How many spaces and tabs a line begins with.
fn indent(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The number that stands directly before `word`: `3` in `3 failed`.
fn number_before(text: &str, word: &str) -> Option<u64> {
    let before = text[..text.find(word)?].trim_end();
    let start = before.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
    // The digits are ASCII, so what precedes them ends a character; a longer one ends there too.
    before
        .get(start..)
        .or_else(|| before.rsplit(|c: char| !c.is_ascii_digit()).next())?
        .parse()
        .ok()
}

/// Whether a line is a diagnostic with a file and a place in it.
pub(super) fn is_placed_diagnostic(line: &str) -> bool {
    grammar::head(line).is_some_and(|head| head.file.is_some())
}
