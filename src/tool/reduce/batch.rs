//! Requests, a line each; answers, a line each.

use super::config::Config;
use super::single::MAX_REQUEST;
use crate::cli::io::{Source, Stop};
use crate::cli::target::Target;
use crate::cli::{Console, guarded};
use crate::error::Code;
use crate::reduce::{Reason, Reducer, Rejection, Request};
use crate::tool::batch::{self, Block, Kind};

/// The answers to the lines of a block.
#[derive(Default)]
struct Answers {
    out: Vec<u8>,
    has_panicked: bool,
}

/// Answers every line of the inputs.
///
/// # Errors
/// What ends the output.
pub(super) fn run(config: Config, sources: Vec<Source>, console: &mut Console) -> Result<u8, Stop> {
    let max = config.host.max_length.unwrap_or(MAX_REQUEST);
    let reducer = config.reducer(true, console);
    let is_strict = config.host.strict_request;
    let mut target = Target::stdout()?;
    let mut has_panicked = false;
    let status = batch::run(
        &config.batch,
        Some(max),
        sources,
        console,
        move |block, answers| answer(&reducer, is_strict, max, block, answers),
        |answers: &mut Answers, _| {
            has_panicked |= answers.has_panicked;
            target.write(&answers.out)
        },
    )?;
    Ok(if has_panicked { Code::E099.exit() } else { status })
}

fn answer(reducer: &Reducer, is_strict: bool, max: u64, block: &Block, answers: &mut Answers) {
    answers.out.clear();
    answers.has_panicked = false;
    for (number, kind, line) in block.pieces() {
        let line = line.raw();
        let reject = |rejection: Rejection, line: &[u8], out: &mut Vec<u8>| {
            rejection.write(out, Request::id_of(line).as_ref(), Some(number));
        };
        match kind {
            Kind::LongMore | Kind::LongEnd => continue,
            Kind::LongStart => {
                reject(Rejection::too_large(max), b"", &mut answers.out);
            }
            Kind::Line => match Request::decode(line, is_strict) {
                Err(rejection) => reject(rejection, line, &mut answers.out),
                Ok(request) => match guarded(|| reducer.reduce(&request)) {
                    Some(response) => response.write(&mut answers.out),
                    None => {
                        answers.has_panicked = true;
                        let rejection = Rejection::new(Reason::Internal, "internal error");
                        reject(rejection, line, &mut answers.out);
                    }
                },
            },
        }
        answers.out.push(b'\n');
    }
}
