//! jm-check: may this be acted on.

mod batch;
mod config;
mod document;
mod format;
mod judged;
mod region;
mod report;
mod tally;

pub use config::Config;

use crate::cli::io::{Source, Stop};
use crate::cli::parse::Usage;
use crate::cli::term::Style;
use crate::cli::{Console, Tool};
use report::Report;
use tally::Tally;

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-check",
    job: "say whether JSON may be acted on, and why not",
    operands: "[FILE]...",
    about: &[
        "Reads each FILE, or standard input where there is none or FILE is -, and writes what there is \
         to say about it: whether it is safe, needs a repair, has two readings or is no JSON, whether it \
         may be executed, every repair with its edits, the repaired text. One line of JSON a document \
         unless --format says otherwise.",
        "In that line, decision is the worst that holds of the text alone: safe, cosmetic_repair, \
         lossy_repair, ambiguous or invalid; label is a word for the same that a person may be shown: safe, \
         tidied, patched, ambiguous, unreadable. executable says whether it may be acted on.",
        "With --batch the input is a log, one JSON object a line, and each text in it is checked; \
         positions are those inside the text. Duplicate keys and notes are reported. A summary goes to \
         standard error.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "nothing was found that --fail-on names"),
        (1, "a --fail-on finding, a misfit to the schema, a refused root or end"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        ("jm-check --format human answer.json", "Shows what is wrong, with a caret."),
        ("jm-check --format sarif a.json b.json", "Makes a report with fixes for editors and CI."),
        (
            "jm-check --batch --at '/choices/*/message/content' log.jsonl",
            "Checks each text in a log; with --format github its lines are annotated.",
        ),
    ],
    run,
};

fn run(mut config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    if let Err(error) = config.options.check() {
        return console.usage(&Usage::new(error.message()));
    }
    match config.declaration.load(console) {
        Ok(schema) => config.options.schema = schema,
        Err(status) => return status,
    }
    let done = Report::new(&config).and_then(|report| check(config, sources, report, console));
    done.unwrap_or_else(|stop| console.stopped(None, &stop))
}

/// Checks all inputs and gives the exit status.
fn check(
    config: Config,
    sources: Vec<Source>,
    mut report: Report,
    console: &mut Console,
) -> Result<u8, Stop> {
    let mut tally = Tally::new(config.report.fail_on);
    let status = if config.batch.on {
        batch::run(config, sources, &mut report, &mut tally, console)?
    } else {
        document::run(&config, &sources, &mut report, &mut tally, console)?
    };
    report.end(&tally)?;
    console.message(None, Style::Strong, &tally.summary());
    Ok(status.max(tally.exit()))
}
