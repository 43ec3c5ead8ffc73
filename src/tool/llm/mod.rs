//! jm-llm: tool calls out of a provider's event stream.

mod config;
mod output;

pub use config::Config;

use crate::cli::io::{Source, Stop, pump};
use crate::cli::target::Target;
use crate::cli::term::Style;
use crate::cli::{Console, Tool};
use crate::provider::{Demux, DemuxOptions};
use config::Wanted;
use output::Output;

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-llm",
    job: "take the tool calls out of a model's event stream",
    operands: "[FILE]...",
    about: &[
        "Reads each FILE, or standard input where there is none or FILE is -, as the stream of events \
         that a provider sends: Anthropic, OpenAI Chat Completions and those who speak them, OpenAI \
         Responses, Gemini, Bedrock, Cohere, Ollama; as server-sent events, lines of JSON, a growing \
         array or binary messages, with the heads and log lines of curl, compressed with gzip. An answer \
         that was not asked for as a stream is read as one that came at once.",
        "Writes a line of JSON for each call when its response is over, call.end, and one for the \
         response, stream.end; with --follow also each fragment as soon as it is there. What closed a \
         call, why the response ended and whether the arguments are JSON are three separate facts; \
         executable is true only where all is well and the profile agent consents.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "every call is complete and valid, or free text"),
        (1, "a call is not, does not fit its schema, or a stream broke or failed"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (3, "no stream of a provider was recognized"),
        (4, "a limit was exceeded and something was dropped"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        (
            "curl -sN https://… | jm-llm --sse --follow | jm-watch --until-ready",
            "Watches the arguments of a call grow, and stops the stream when they are ready.",
        ),
        ("jm-llm --schema-json tools.json capture.sse", "Judges each call by its own tool."),
        ("jm-llm --text capture.sse | jm-repair --skip-prose", "Repairs the JSON in an answer."),
        ("jm-llm --stop-reason-only *.sse", "Says why each stream ended."),
    ],
    run,
};

fn run(config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    let tools = match config.declaration.load_tools(console) {
        Ok(tools) => tools,
        Err(status) => return status,
    };
    let options = DemuxOptions { tools, ..config.options.clone() };
    let done = Target::stdout()
        .and_then(|mut target| streams(&config, options, &sources, &mut target, console));
    done.unwrap_or_else(|stop| console.stopped(None, &stop))
}

/// Reads each stream. The highest status counts, and only a fault of the common output ends the work
/// before the last.
fn streams(
    config: &Config,
    mut options: DemuxOptions,
    sources: &[Source],
    target: &mut Target,
    console: &mut Console,
) -> Result<u8, Stop> {
    let mut status = 0;
    for source in sources {
        let mut demux = Demux::new(options.clone());
        let mut output = Output::new(config.wanted());
        match stream(config, source, &mut demux, &mut output, target) {
            Ok(()) => {}
            Err(stop @ (Stop::ClosedPipe | Stop::Write(_))) => return Err(stop),
            Err(stop) => status = status.max(console.stopped(Some(source), &stop)),
        }
        if let Some(end) = output.unsaid() {
            let text =
                format!("the text is not whole: {}; --stop-reason-only says why", end.name());
            console.message(Some(source), Style::Warning, &text);
        }
        status = status.max(output.status());
        // A number names one call of the whole output.
        options.first_call = demux.next_call();
    }
    Ok(status)
}

/// Reads a stream, and writes what a piece of it says before the next is read.
fn stream(
    config: &Config,
    source: &Source,
    demux: &mut Demux,
    output: &mut Output,
    target: &mut Target,
) -> Result<(), Stop> {
    let mut input = source.open()?;
    let read = pump(&mut input, |piece| {
        for part in piece.chunks(config.handling.chunk.map_or(piece.len(), usize::from)) {
            demux.feed(part, &mut |update| output.take(&update));
        }
        output.drain(target)
    });
    // What a broken input said so far is told, and how its calls ended by that.
    let end = match read {
        Err(stop @ (Stop::ClosedPipe | Stop::Write(_))) => return Err(stop),
        read => {
            let end = demux.finish(&mut |update| output.take(&update));
            read.and(end.map_err(Stop::from))
        }
    };
    output.drain(target)?;
    end
}
