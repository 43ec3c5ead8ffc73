//! jm-reduce: its laws, its traps, its rules with their fixtures, its recordings.

mod failures;
mod fixtures;
mod laws;
mod props;
mod recordings;
mod rules;
mod store;
mod tool;
mod traps;

use jsonmend::reduce::{Input, Options, Request, Response, reduce};

/// A request about the output of a command.
fn request(command: &str, exit_code: Option<i64>, text: &str) -> Request {
    let input = Input {
        tool_name: "bash".to_owned(),
        command: Some(command.to_owned()).filter(|command| !command.is_empty()),
        exit_code,
        stdout: text.to_owned(),
        ..Input::default()
    };
    Request { input, ..Request::default() }
}

/// The same with a cap.
fn capped(request: &Request, cap: u64) -> Request {
    let options = Options { max_inline_chars: Some(cap), ..request.options.clone() };
    Request { options, ..request.clone() }
}

/// What comes of the output of a command.
fn reduced(command: &str, exit_code: i64, text: &str) -> Response {
    reduce(&request(command, Some(exit_code), text))
}
