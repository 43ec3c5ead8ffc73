//! The formats of a report. Whatever a text holds, no line begins with it and nobody obeys it.

mod github;
mod human;
mod jsonl;
mod junit;
mod sarif;

pub(super) use github::GITHUB;
pub(super) use human::HUMAN;
pub(super) use jsonl::JSONL;
pub(super) use junit::JUNIT;
pub(super) use sarif::SARIF;

use super::config::Config;
use super::judged::{Judged, Level};
use super::tally::{FailOn, Tally};
use crate::json;
use std::io::IsTerminal;

/// How a report is said.
#[derive(Debug)]
pub(super) struct Format {
    pub(super) order: Order,
    /// Its lines hold colours, and nothing else that a terminal obeys.
    pub(super) paints: bool,
    /// Appends what stands before all items. Only a format that waits for the end knows the tally.
    pub(super) head: fn(&mut Vec<u8>, &Tally),
    /// Adds what there is to say about a text.
    pub(super) say: fn(&mut Vec<Item>, &Judged<'_>, &Manner),
    /// What stands between two items.
    pub(super) separator: &'static [u8],
    /// Appends what stands behind all items.
    pub(super) tail: fn(&mut Vec<u8>, &Tally),
}

/// In which order items are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// At once, in the order of the input.
    AsFound,
    /// In the order of the input, when all are known.
    AtTheEnd,
    /// The gravest first, when all are known.
    GravestFirst,
}

/// Whole lines of a report.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) level: Level,
    pub(super) text: Vec<u8>,
}

/// What the options say about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) color: bool,
    pub(super) fail_on: FailOn,
    /// The texts stand in the lines of logs.
    pub(super) is_log: bool,
}

impl Manner {
    /// What `config` says about it.
    pub(super) fn of(config: &Config) -> Manner {
        let variable = |name: &str| std::env::var(name).ok();
        let color = config.common.color.wanted(variable, std::io::stdout().is_terminal());
        Manner { color, fail_on: config.report.fail_on, is_log: config.batch.on }
    }
}

/// The head or tail of a format that has none.
fn nothing(_: &mut Vec<u8>, _: &Tally) {}

/// JSON as one line in which everything is escaped that a reader obeys instead of showing it.
fn visible_line(json: Vec<u8>) -> Vec<u8> {
    let len = json.len();
    visible_start(json, len)
}

/// The same for JSON that is written so from its first `len` bytes on.
fn visible_start(mut json: Vec<u8>, len: usize) -> Vec<u8> {
    if let Some(start) = json::shown(&json[..len]) {
        json.splice(..len, start);
    }
    json.push(b'\n');
    json
}
