//! Requests, for the tests and for the fuzzer.

use jsonmend::reduce::{Input, Options, Request};

/// A request about the output of a command.
pub(crate) fn request(command: &str, exit_code: Option<i64>, text: &str) -> Request {
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
pub(crate) fn capped(request: &Request, cap: u64) -> Request {
    let options = Options { max_inline_chars: Some(cap), ..request.options.clone() };
    Request { options, ..request.clone() }
}
