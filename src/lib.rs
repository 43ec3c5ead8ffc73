//! JSONMend stands between a language model and the code that acts on what it wrote: it repairs
//! almost-JSON while it streams, says what it changed, and refuses what has two readings.
//!
//! ```
//! use jsonmend::{Options, repair};
//!
//! let repaired = repair("{'a': 1,}", &Options::default())?;
//! assert_eq!(repaired.text, r#"{"a":1}"#);
//! # Ok::<(), jsonmend::Error>(())
//! ```
//!
//! # The layers
//!
//! A layer uses only what stands left of it; a test checks that.
//!
//! `error position json pointer flag | scan | repair | event | engine | gate | view | schema | options | plan | watch | framing | provider | reduce | protocol | cli | tool`
//!
//! * [`engine`]: bytes in, [`event`]s and [`repair`](mod@repair) records out. No I/O, no tree, no recursion.
//! * [`gate`]: whether a result may be acted on; profiles; refusals as prompts.
//! * [`view`]: what becomes of the events: compact or indented text, the input with its edits.
//! * [`schema`]: what a document has to be: skeletons, JSON Schema, and the checker that follows a stream.
//! * [`plan`]: one document from bytes to a judged result, and the one-shot calls.
//! * [`framing`]: lines, records, and the payloads of event streams, whatever they are wrapped in.
//! * [`provider`]: tool calls out of the event streams of model providers.
//! * [`watch`]: a document while it grows: snapshots, deltas, what of it is final.
//! * [`reduce`](mod@reduce): tool output made short for a model.
//! * [`protocol`]: a request a line, one answer to each.
//! * `cli`, `tool`: the command line. Only `cli` reads and writes.
//!
//! The command line is for Unix. Everything else touches no file, clock, thread, variable or process, and builds where
//! there are none (`cargo check --lib --no-default-features --target wasm32-unknown-unknown`). Two things need a machine and
//! say so: what [`reduce`](mod@reduce) keeps in folders, which is for Unix too, and the feature `json-schema`, which starts threads.
//!
//! # The laws
//!
//! 1. Valid JSON is never changed, white space aside.
//! 2. The output is always JSON, and repairs to itself.
//! 3. What is cut, ambiguous or lossy is never executable under a profile that refuses it.
//! 4. The way the input is cut into pieces changes nothing.
//! 5. Every change is an edit of a record: all edits, applied to the input, give the output.
//! 6. A prefix of a document invents no key and no value.
//! 7. Time is linear; memory is that of the nesting and of the longest undecided token.
//!
//! # Where to add what
//!
//! * A rule: a row in [`repair::CATALOG`], an arm where the fault is met in [`engine`] (for structure
//!   a row of its recovery table), a line in `tests/conformance/rules.jsonl`.
//! * A flag: one row in `options::flags`, or beside the tool that has it, and its name in the tool's list.
//! * A provider: an adapter and a row in [`provider::PROVIDERS`]; streams in `tests/streams`.
//! * An error: a row in [`error::ERRORS`].

mod block;
#[cfg(unix)]
pub mod cli;
pub mod engine;
pub mod error;
pub mod event;
pub mod flag;
pub mod framing;
pub mod gate;
pub mod json;
pub mod options;
pub mod plan;
pub mod pointer;
pub mod position;
pub mod protocol;
pub mod provider;
pub mod reduce;
pub mod repair;
mod scan;
pub mod schema;
#[cfg(unix)]
pub mod tool;
pub mod view;
pub mod watch;

pub use error::{Code, Error, Result};
pub use gate::{Gate, GateOptions, Profile, ProviderEnd};
pub use options::Options;
pub use plan::{
    Decision, Parsed, Plan, Repaired, Run, analyze, analyze_bytes, from_str, parse, repair,
};
pub use schema::{Checker, Schema, Verdict};
pub use watch::{FieldTracker, PartialParser, Readiness, SemanticWatcher, readiness};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/GUIDE.md")]
struct Pages;
