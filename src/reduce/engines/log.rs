//! Logs: errors and what follows them, warnings, lines of one template as one, the end.

use super::super::failure::Strength;
use super::super::marks::{Labels, Rank, template};
use super::super::rule::Edges;
use super::window::traces;
use super::{Case, indent};

/// How many of the last lines matter whatever they say.
const LAST: usize = 10;

/// Labels a log.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    let (mut errors, mut warnings) = (0, 0);
    let mut explains = false;
    for (place, text) in case.lines() {
        let level = level(text);
        let is_failure = case.document.strength(place) == Some(Strength::Strong);
        let rank = match level {
            Some(Level::Error) => Rank::Headline,
            Some(Level::Warning) => Rank::Warning,
            None if is_failure => Rank::Headline,
            None if explains && indent(text) > 0 => Rank::Body,
            None => Rank::Rest,
        };
        errors += u64::from(level == Some(Level::Error));
        warnings += u64::from(level == Some(Level::Warning));
        explains = rank == Rank::Headline || rank == Rank::Body;
        let mark = &mut labels.marks[place];
        if mark.rank != Rank::Noise || rank < Rank::Rest {
            mark.rank = mark.rank.min(rank);
        }
        if rank != Rank::Body {
            mark.group = template(text);
        }
    }
    traces(case, &mut labels);
    let tail = case.params.tail.unwrap_or(LAST);
    for place in case.len().saturating_sub(tail)..case.len() {
        labels.raise(place, Rank::Result);
        labels.marks[place].group = 0;
    }
    case.edges(&mut labels, Edges { head: 3, tail: LAST });
    labels.count("error", errors);
    labels.count("warning", warnings);
    labels.count("line", case.len() as u64);
    labels
}

/// What a line of a log says about itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Error,
    Warning,
}

/// How far into a line its level stands.
const REACH: usize = 96;

fn level(text: &str) -> Option<Level> {
    let end = (0..=REACH.min(text.len())).rev().find(|&end| text.is_char_boundary(end))?;
    for word in text[..end].split(|c: char| !c.is_ascii_alphanumeric()) {
        match word {
            "ERROR" | "FATAL" | "CRITICAL" | "SEVERE" | "PANIC" | "EMERG" | "ERR" | "CRIT"
            | "ALERT" => {
                return Some(Level::Error);
            }
            "WARN" | "WARNING" => return Some(Level::Warning),
            "error" | "fatal" if text.contains("level=") => return Some(Level::Error),
            "warn" | "warning" if text.contains("level=") => return Some(Level::Warning),
            "INFO" | "DEBUG" | "TRACE" => return None,
            _ => {}
        }
    }
    None
}
