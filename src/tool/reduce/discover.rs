//! For which programs of a log of inputs there is no rule, and how much they put out.

use super::config::Config;
use super::intake;
use crate::cli::Console;
use crate::cli::io::{Source, Stop};
use crate::cli::target::Target;
use crate::json::Object;
use crate::reduce::{Options, Rejection, Request};
use crate::tool::counted;
use std::collections::HashMap;

/// The most bytes of a log.
const MAX_LOG: u64 = 1 << 30;

/// Writes a line for each program that falls to the fallback, the one that puts out most first.
///
/// # Errors
/// The input or the output fails.
pub(super) fn run(config: &Config, source: &Source, console: &mut Console) -> Result<u8, Stop> {
    let reducer = config.reducer(false, console);
    let max = config.host.max_length.unwrap_or(MAX_LOG);
    let Some(log) = intake::request(source, max)? else {
        let rejection = Rejection::too_large(max);
        console.failure(&rejection.to_string());
        return Ok(rejection.reason.exit());
    };
    let mut programs: HashMap<String, (u64, u64)> = HashMap::new();
    let mut bad = 0;
    for line in log.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let Ok(mut request) = Request::decode(line, false) else {
            bad += 1;
            continue;
        };
        request.options = Options { trace: Some(true), ..request.options };
        let response = reducer.reduce(&request);
        let is_compact =
            response.trace.as_ref().is_some_and(|trace| trace.policy_decision == "compact");
        if response.classification.matched_reducer.is_none() && is_compact {
            let program = response.trace.and_then(|trace| trace.argv0).unwrap_or_default();
            let (count, chars) = programs.entry(program).or_default();
            *count += 1;
            *chars += response.stats.raw_chars;
        }
    }
    let mut programs: Vec<_> = programs.into_iter().collect();
    programs.sort_by(|one, other| other.1.1.cmp(&one.1.1).then_with(|| one.0.cmp(&other.0)));
    let mut out = Vec::new();
    for (program, (count, chars)) in programs {
        let mut object = Object::new(&mut out);
        object.string("program", &program);
        object.number("count", count);
        object.number("chars", chars);
        object.end();
        out.push(b'\n');
    }
    Target::stdout()?.write(&out)?;
    if bad > 0 {
        console.failure(&format!("no requests: {}", counted(bad, "line")));
    }
    Ok(0)
}
