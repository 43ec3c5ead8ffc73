//! jm-repair: repaired JSON on standard output.

mod batch;
mod config;
mod document;
mod narrate;

pub use config::Config;

use crate::cli::io::{Source, Stop};
use crate::cli::parse::Usage;
use crate::cli::target::Target;
use crate::cli::term::{Style, escaped};
use crate::cli::{Console, Tool};
use crate::error::Code;
use document::Document;
use similar::TextDiff;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-repair",
    job: "repair the almost-JSON that language models write",
    operands: "[FILE]...",
    about: &[
        "Reads each FILE, or standard input where there is none or FILE is -, and writes it as valid \
         JSON to standard output: compact, a line end after each document. What is known leaves \
         after every read, so a pipe over a live stream never waits.",
        "Valid JSON is never changed but for its white space. Every change is accounted for: --report \
         and --explain list them, --diff shows them. A change that has two readings is marked as \
         ambiguous; the profiles say what may pass. Where something may be refused, the output is held \
         back and is all or nothing.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "fine, repaired or not"),
        (1, "--check: a repair was needed"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (3, "the input holds no JSON that could be repaired"),
        (4, "a limit was exceeded"),
        (5, "refused by --profile or the options that refuse"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        ("jm-repair broken.json", "Writes the repaired document."),
        ("jm-repair --explain --diff broken.json", "Shows what would change, and why."),
        (
            "jm-repair --for-execution --retry-hint",
            "Passes on what is safe to execute and answers anything else with a prompt.",
        ),
        (
            "jm-repair --batch --at '/choices/*/message/content' log.jsonl",
            "Answers for each text in a log.",
        ),
    ],
    run,
};

/// How long a diff may look for the fewest changed lines before it takes what it has.
const DIFF_TIME: Duration = Duration::from_secs(2);

fn run(mut config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    let result = &config.result;
    if result.in_place && sources.contains(&Source::Stdin) {
        return console.usage(&Usage::new("--in-place needs the names of files"));
    }
    config.names_inputs = sources.len() > 1;
    config.options.write.keep_layout |=
        (result.diff || result.in_place) && config.options.write.indent.is_none();
    if let Err(error) = config.options.check() {
        return console.usage(&Usage::new(error.message()));
    }
    match config.declaration.load(console) {
        Ok(schema) => config.options.schema = schema,
        Err(status) => return status,
    }
    let output = config.result.output.clone().map(|file| Source::of(vec![file]));
    let done = target(&config).and_then(|target| {
        if config.batch.on {
            batch::run(config, sources, target, console)
        } else {
            documents(&config, &sources, target, console)
        }
    });
    done.unwrap_or_else(|stop| {
        let output = output.iter().flatten().next();
        console.stopped(output.filter(|_| matches!(stop, Stop::Write(_))), &stop)
    })
}

/// Where the output of all inputs goes.
fn target(config: &Config) -> Result<Target, Stop> {
    let result = &config.result;
    match &result.output {
        Some(file) => Target::file(Path::new(file)),
        None if result.in_place || result.check && !config.batch.on => Ok(Target::Nowhere),
        None => Target::stdout(),
    }
}

/// Repairs each document. The highest status counts, and only a fault of the common output ends
/// the work before the last.
fn documents(
    config: &Config,
    sources: &[Source],
    mut target: Target,
    console: &mut Console,
) -> Result<u8, Stop> {
    let mut status = 0;
    let mut whole = true;
    for source in sources {
        let done = if config.result.in_place {
            in_place(config, source, console)
        } else if config.result.diff {
            diff(config, source, console, &mut target)
        } else {
            source.open().and_then(|input| repair(config, source, input, console, &mut target))
        };
        match done {
            Ok(found) => status = status.max(found),
            Err(stop @ (Stop::ClosedPipe | Stop::Write(_))) if !config.result.in_place => {
                return Err(stop);
            }
            Err(stop) => {
                whole = false;
                status = status.max(console.stopped(Some(source), &stop));
                if is_prose(&stop) && !config.options.engine.skip_prose {
                    let hint = "--skip-prose looks for a value in the text around it";
                    console.message(None, Style::Hint, hint);
                }
            }
        }
    }
    if whole {
        target.commit()?;
    }
    Ok(status)
}

/// Whether the document was none, but may hold one.
fn is_prose(stop: &Stop) -> bool {
    matches!(stop, Stop::Document(error) if error.code() == Code::E002)
}

/// Writes what becomes of a document.
fn repair(
    config: &Config,
    source: &Source,
    mut input: File,
    console: &mut Console,
    target: &mut Target,
) -> Result<u8, Stop> {
    let is_replaced = target.replaces(&input);
    Document { config, source, console, is_replaced }.repair(&mut input, target)
}

/// Repairs a file itself.
fn in_place(config: &Config, source: &Source, console: &mut Console) -> Result<u8, Stop> {
    let input = source.open()?;
    let mut target = Target::replacement(Path::new(source.file().unwrap_or_default()))?;
    let status = repair(config, source, input, console, &mut target)?;
    target.commit()?;
    Ok(status)
}

/// Writes what repairing would change.
fn diff(
    config: &Config,
    source: &Source,
    console: &mut Console,
    target: &mut Target,
) -> Result<u8, Stop> {
    let mut input = Vec::new();
    source.open()?.read_to_end(&mut input).map_err(Stop::Read)?;
    let mut repaired = Target::Memory(Vec::new());
    let document = Document { config, source, console, is_replaced: false };
    let status = document.repair(&mut &input[..], &mut repaired)?;
    let old = String::from_utf8_lossy(&input);
    let new = String::from_utf8_lossy(repaired.memory());
    let changes = TextDiff::configure().timeout(DIFF_TIME).diff_lines(&*old, &*new);
    let name = source.name();
    let name = escaped(&name);
    target.write(changes.unified_diff().header(&name, &name).to_string().as_bytes())?;
    Ok(status)
}
