//! jm-reduce: tool output made short for a model, and nothing bad hidden.

mod batch;
mod config;
mod discover;
mod flags;
mod inspect;
mod intake;
mod originals;
mod single;

pub use config::Config;

use crate::cli::io::{Source, Stop};
use crate::cli::parse::Usage;
use crate::cli::{Console, Tool};
use config::Mode;

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-reduce",
    job: "make the output of a tool short, and hide nothing bad",
    operands: "[FILE]",
    about: &[
        "Reads a request, a JSON object with the output of a tool, its command and its exit status, and \
         writes a response: the text for the model, sizes, what the text was taken for, what was counted \
         and what was left out. With --text the input is the output itself, and so is what is written.",
        "Each line that tells of a failure is shown, drawn together with others of its kind as [xN], or \
         counted in a marker such as [... 51 lines omitted, 3 failures]; a failed command is never \
         reported as a success; nothing is written that is not in the input, a marker or a count. \
         Contents of files, mixed commands and what changes state pass as they are (--policy).",
        "Rules are data: --list-rules, --show-rule. Rules of the user are read from \
         $JSONMEND_CONFIG/reduce/rules or ~/.config/jsonmend/reduce/rules, those of a project from \
         .jsonmend/reduce/rules in the folder of the input or above it.",
    ],
    groups: flags::GROUPS,
    rules: flags::RULES,
    exits: &[
        (0, "the request was answered"),
        (1, "rules or fixtures are not sound, or nothing is kept under the token"),
        (2, "usage, an input or output that failed, or the store"),
        (3, "the request is malformed"),
        (4, "the request is too long"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        (
            "jm-reduce --text --command 'cargo test' --exit-code $s < out.txt",
            "Shows what failed, and the totals; before: cargo test > out.txt 2>&1; s=$?",
        ),
        ("jm-reduce request.json", "Answers a request."),
        ("jm-reduce --batch --jobs 0 requests.jsonl", "Answers each line, in order."),
        (
            "jm-reduce --retrieve TOKEN --store-dir DIR --lines 10:20",
            "Prints lines of an original that was kept with --store.",
        ),
    ],
    run,
};

fn run(config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    if sources.len() > 1 && config.mode != Mode::Batch {
        return console.usage(&Usage::new("there is one input at most"));
    }
    if !config.mode.reads_input() && sources.iter().any(|source| source.file().is_some()) {
        return console.usage(&Usage::new("an operand is no use where no input is read"));
    }
    if let Err(status) = config.check_folders(console) {
        return status;
    }
    let source = sources.first().cloned().unwrap_or(Source::Stdin);
    let done = match config.mode {
        Mode::Single => single::request(&config, &source, console),
        Mode::Text => single::text(&config, &source, console),
        Mode::Batch => batch::run(config, sources, console),
        Mode::Discover => discover::run(&config, &source, console),
        Mode::Retrieve | Mode::Sweep | Mode::StoreList | Mode::StoreStats => {
            originals::run(&config, console)
        }
        Mode::VerifyRules | Mode::VerifyFixtures | Mode::ListRules | Mode::ShowRule => {
            inspect::run(&config, console)
        }
    };
    done.unwrap_or_else(|stop| {
        let at_fault = Some(&source).filter(|_| matches!(stop, Stop::Read(_)));
        console.stopped(at_fault, &stop)
    })
}
