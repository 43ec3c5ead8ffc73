//! Checks documents, each a whole input.

use super::config::Config;
use super::format::Manner;
use super::judged::{Judged, Outcome, Place, unread};
use super::report::Report;
use super::tally::Tally;
use crate::cli::io::{Source, Stop};
use crate::cli::term::Style;
use crate::cli::{Console, guarded};
use crate::error::{Code, Error};
use crate::plan::analyze_bytes;

/// Checks each input and gives the exit status of those that cannot be read.
///
/// # Errors
/// What ends the report.
pub(super) fn run(
    config: &Config,
    sources: &[Source],
    report: &mut Report,
    tally: &mut Tally,
    console: &mut Console,
) -> Result<u8, Stop> {
    let manner = Manner::of(config);
    let mut status = 0;
    for source in sources {
        let mut was_stopped = false;
        let (text, outcome) = match source.read(config.options.engine.max_length) {
            Ok(text) => {
                let outcome = judge(config, &text);
                (text, outcome)
            }
            Err(stop) => {
                was_stopped = true;
                status = status.max(console.stopped(Some(source), &stop));
                (Vec::new(), Outcome::Unread(unread(&stop)))
            }
        };
        let place = Place::whole(source);
        let judged = Judged { place, outcome, text: &text };
        tally.count(&judged);
        let mut items = Vec::new();
        // People have read on standard error why an input cannot be read.
        if !(was_stopped && config.report.format.paints) {
            (config.report.format.say)(&mut items, &judged, &manner);
        }
        report.add(items, tally)?;
        tell(config, &judged, console);
    }
    Ok(status)
}

/// Judges a text; a panic is a finding too.
fn judge(config: &Config, text: &[u8]) -> Outcome {
    let plan = guarded(|| analyze_bytes(text, config.handling.chunk, &config.options));
    plan.map_or_else(
        || Outcome::Unread(Error::new(Code::E099)),
        |plan| Outcome::Plan(Box::new(plan)),
    )
}

/// Says on standard error what the report may leave out.
fn tell(config: &Config, judged: &Judged<'_>, console: &mut Console) {
    let Some(plan) = judged.plan() else { return };
    if plan.repairs_truncated {
        let source = Some(judged.place.source);
        console.message(source, Style::Warning, "further repairs are not listed");
    }
    if let Some(prompt) = plan.prompt().filter(|_| config.handling.retry_hint) {
        console.terminal.lines(prompt);
    }
}
