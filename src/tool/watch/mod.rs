//! jm-watch: what changes in a growing document, and what happens to it.

mod calls;
mod config;
mod document;
mod input;
mod lines;
mod screen;

pub use config::Config;

use crate::cli::io::{Source, Stop, pump_while};
use crate::cli::parse::Usage;
use crate::cli::target::Target;
use crate::cli::term::can_redraw;
use crate::cli::{Console, Tool};
use crate::watch::Fate;
use input::Input;
use lines::Lines;
use screen::Screen;

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-watch",
    job: "tell how a JSON document grows while a model writes it",
    operands: "[FILE]...",
    about: &[
        "Reads a document that is still being written and tells, one line of JSON each, what changes \
         in it, what happens to it, and what became of it. Every read is answered at once, nothing \
         that was told is taken back, and what is not decided is not told.",
        "The input is the text of a document, or the lines of jm-llm; then there is a document for \
         each call, and every line names the call. Free text of a call is no JSON and is left out.",
        "A delta sets, appends to or closes the value at a JSON Pointer: played back in order, deltas \
         make the document. Events are field.settled, schema.satisfied, schema.mismatch, repair, \
         refused and truncated. at counts the UTF-16 units read; permille is the share of the \
         required members that are final, -1 without a schema.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "fine; with --until-ready: it is ready"),
        (1, "--until-ready: it was not, or cannot become it any more"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (3, "the input holds no JSON that could be repaired, or no line of a call"),
        (4, "a limit was exceeded"),
        (5, "refused by --profile or the options that refuse"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        ("jm-watch answer.json", "Tells all that there is to tell of a file."),
        (
            "producer | jm-watch --schema '{!query:string}' --until-ready --only events",
            "Stops the producer as soon as the query is final.",
        ),
        ("curl -N ... | jm-llm --sse --follow | jm-watch", "Watches every call of a stream."),
    ],
    run,
};

fn run(mut config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    match config.declaration.load(console) {
        Ok(schema) => config.options.schema = schema,
        Err(status) => return status,
    }
    if config.watch.follow_view {
        if !can_redraw(&std::io::stdout()) {
            return console.usage(&Usage::new("--follow-view needs a terminal to draw on"));
        }
        config.options.write.indent = Some(2);
    }
    config.sources = sources.len();
    let mut status = 0;
    for source in &sources {
        match watch(&config, source, console) {
            Ok(found) => status = status.max(found),
            Err(stop @ (Stop::ClosedPipe | Stop::Write(_))) => {
                return console.stopped(None, &stop);
            }
            Err(stop) => status = status.max(console.stopped(Some(source), &stop)),
        }
    }
    status
}

/// What the work on an input needs.
struct Desk<'a> {
    config: &'a Config,
    source: &'a Source,
    lines: Lines,
    screen: Option<Screen>,
    console: &'a mut Console,
}

/// Watches one input and gives the exit status.
fn watch(config: &Config, source: &Source, console: &mut Console) -> Result<u8, Stop> {
    let mut file = source.open()?;
    let mut target = Target::stdout()?;
    let name = (config.sources > 1).then(|| source.name());
    let lines = Lines::new(config.watch.kinds(), name);
    let screen = config.watch.follow_view.then(|| Screen::new(config.common.color));
    let mut desk = Desk { config, source, lines, screen, console };
    let mut input = Input::new(config);
    let mut decided = None;
    pump_while(&mut file, |piece| {
        for part in piece.chunks(config.handling.chunk.map_or(piece.len(), usize::from)) {
            input.feed(part, &mut desk);
            input.show(&mut desk);
            decided = desk.decides(input.fate());
            if decided.is_some() {
                break;
            }
        }
        desk.flush(&mut target)?;
        Ok(decided.is_none() && !input.is_broken())
    })?;
    // What is refused has a final line.
    if let (Some(status), false) = (decided, matches!(input.fate(), Fate::Refused(_))) {
        return Ok(status);
    }
    let (status, fate) = input.finish(&mut desk);
    desk.flush(&mut target)?;
    let missed = config.watch.until_ready && fate != Fate::Ready;
    Ok(status.max(u8::from(missed)))
}

impl Desk<'_> {
    /// The exit status of --until-ready, once it is certain.
    fn decides(&self, fate: Fate) -> Option<u8> {
        match fate {
            _ if !self.config.watch.until_ready => None,
            Fate::Open => None,
            Fate::Ready => Some(0),
            Fate::Mismatched => Some(1),
            Fate::Refused(status) => Some(status),
        }
    }

    /// Brings out what has been found.
    fn flush(&mut self, target: &mut Target) -> Result<(), Stop> {
        match &mut self.screen {
            Some(screen) => screen.flush().map_err(Stop::write),
            None => target.write(&self.lines.take()),
        }
    }
}
