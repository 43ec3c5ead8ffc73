//! jm-reduce: its laws, its traps, its rules with their fixtures, its recordings.

mod failures;
mod fixtures;
mod laws;
mod props;
mod recordings;
mod requests;
mod rules;
mod store;
mod tool;
mod traps;

use jsonmend::reduce::{Response, reduce};
use requests::{capped, request};

/// What comes of the output of a command.
fn reduced(command: &str, exit_code: i64, text: &str) -> Response {
    reduce(&request(command, Some(exit_code), text))
}
