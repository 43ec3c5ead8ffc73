//! Tool output made short for a model, and nothing bad hidden.
//!
//! An engine labels every line, a guard that no rule can switch off takes back what would hide a
//! failure, and the budget is spent by rank, in the original order, with a marker for each gap.
//!
//! ```
//! use jsonmend::reduce::{Request, reduce};
//!
//! let request = br#"{"toolName":"bash","argv":["git","status"],"stdout":"On branch main\n\nChanges not staged for commit:\n\tmodified:   src/lib.rs\n"}"#;
//! let response = reduce(&Request::decode(request, false)?);
//! assert_eq!(response.inline_text, "Changes not staged:\nM: src/lib.rs");
//! # Ok::<(), jsonmend::reduce::Rejection>(())
//! ```
//!
//! The way of a text: request → identity and policy → terminal and text → classify → engines → guard →
//! budget. Only what lives in `host` does I/O: [`Reducer`] with its [`store`], [`stats`] and [`layers`].

mod adjust;
mod budget;
mod classify;
mod engines;
mod failure;
mod graphemes;
mod guard;
// Files and the clock; all else runs where there are none.
#[cfg(unix)]
mod host;
mod identity;
mod marks;
mod members;
mod pattern;
mod pipeline;
mod policy;
mod rejection;
mod request;
mod response;
mod rule;
mod rules;
mod settings;
mod shell;
mod tables;
mod terminal;
pub mod text;

pub use graphemes::count as grapheme_count;
#[cfg(unix)]
pub use host::{Reducer, layers, stats, store, verify};
pub use members::Fault;
pub use rejection::{Reason, Rejection};
pub use request::{Id, Input, Options, Request, Skipped};
pub use response::{Classification, Confidence, Metadata, Omitted, Response, Stats, Trace};
pub use rule::{Rule, Source};
pub use rules::Rules;
pub use settings::{Policy, Trust};
pub use terminal::normalise;

/// Answers a request with the rules that are part of the program, and without I/O.
#[must_use]
pub fn reduce(request: &Request) -> Response {
    reduce_by(&Rules::default(), request)
}

/// As [`reduce`], with rules of one's own.
#[must_use]
pub fn reduce_by(rules: &Rules, request: &Request) -> Response {
    pipeline::run(rules, request, &request.options).response
}

/// Whether a line tells of a failure, so that it is never lost without being counted.
#[must_use]
pub fn is_failure(line: &str) -> bool {
    failure::is_failure(line)
}
