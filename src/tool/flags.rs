//! The flags that several tools take.

pub(super) use crate::options::flags::{LIMITS, PROFILES, READING, SAFETY, SNAPSHOT, number, size};

use crate::cli::flag::{Flag, Kind};
use std::num::NonZero;

/// How a tool goes about its input.
#[derive(Clone, Debug, Default)]
pub(super) struct Handling {
    /// A refusal as a prompt on standard error.
    pub(super) retry_hint: bool,
    /// How many bytes the engine is fed at a time.
    pub(super) chunk: Option<NonZero<usize>>,
}

/// What is said about a refusal.
pub(super) static RETRY: &[Flag<Handling>] = &[Flag {
    name: "retry-hint",
    kind: Kind::Switch(|h| h.retry_hint = true),
    short: "a refusal as a prompt on standard error",
    long: "The prompt says to a model what was wrong and what to send instead. jm-check has one for whatever may not be executed.",
}];

/// How the input is cut.
pub(super) static CHUNK: &[Flag<Handling>] = &[Flag {
    name: "chunk",
    kind: Kind::Number {
        metavar: "BYTES",
        min: 1,
        max: u32::MAX as u64,
        set: |h, n| h.chunk = usize::try_from(n).ok().and_then(NonZero::new),
    },
    short: "read BYTES bytes at a time",
    long: "The result is the same; this is for tests.",
}];
