//! The options of `--batch` and the flags that set them.

use crate::cli::flag::{Flag, Kind, Rejected};
use crate::framing::record::Pattern;
use std::thread;

/// How lines are worked on.
#[derive(Clone, Debug, Default)]
pub(in crate::tool) struct BatchOptions {
    /// Whether the input is lines at all.
    pub(in crate::tool) on: bool,
    /// Where in a record the text is.
    pub(in crate::tool) place: Place,
    /// How many lines are worked on at once; 0 is as many as there are cores.
    pub(in crate::tool) jobs: Option<usize>,
}

/// Where in a record the text is.
#[derive(Clone, Debug)]
pub(in crate::tool) enum Place {
    /// In a member of the root; a string.
    Field(String),
    /// Wherever the pattern matches.
    At(Pattern),
}

impl Default for Place {
    fn default() -> Self {
        Place::Field("input".to_owned())
    }
}

impl BatchOptions {
    /// How many threads work.
    pub(super) fn threads(&self) -> usize {
        match self.jobs {
            Some(0) => thread::available_parallelism().map_or(1, usize::from),
            jobs => jobs.unwrap_or(1),
        }
    }
}

/// The flags.
pub(in crate::tool) const FLAGS: &[Flag<BatchOptions>] = &[
    Flag {
        name: "batch",
        kind: Kind::Switch(|b| b.on = true),
        short: "answer each line {\"id\":…,\"input\":\"…\"}",
        long: "Every line gets one line of answer, in order. A line that is bad is answered with an \
               error, and the run goes on. A caller has to read while it writes: pipes hold little.",
    },
    Flag {
        name: "input-field",
        kind: Kind::Text("NAME", |b, name| {
            b.place = Place::Field(name.to_owned());
            Ok(())
        }),
        short: "the member that holds the text",
        long: "input unless given.",
    },
    Flag {
        name: "at",
        kind: Kind::Text("POINTER", set_pattern),
        short: "a JSON Pointer to the texts; * is any step",
        long: "As /choices/*/message/content. Each match gets an answer, with its path; a line \
               without one is answered with \"matches\":0. A match that is no string is taken as \
               the JSON it is.",
    },
];

/// Which of them say where the text is, of which one at most is given.
pub(in crate::tool) const TEXTS: &[&str] = &["input-field", "at"];

/// How many lines are worked on at once.
pub(in crate::tool) const JOBS: &[Flag<BatchOptions>] = &[Flag {
    name: "jobs",
    kind: Kind::Number {
        metavar: "N",
        min: 0,
        max: 1024,
        set: |b, n| b.jobs = usize::try_from(n).ok(),
    },
    short: "work on N lines at once; 0 is all cores",
    long: "1 unless given. The order is kept.",
}];

fn set_pattern(batch: &mut BatchOptions, text: &str) -> Result<(), Rejected> {
    let pattern = Pattern::new(text).ok_or("a JSON Pointer, such as /a/*/b")?;
    batch.place = Place::At(pattern);
    Ok(())
}
