//! jm-serve: everything the library does, for programs in any language.

mod config;
mod stdio;

pub use config::Config;

use crate::cli::io::Source;
use crate::cli::parse::Usage;
use crate::cli::{Console, Tool};

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-serve",
    job: "answer requests to repair, judge and watch JSON",
    operands: "",
    about: &[
        "Reads a request a line, {\"id\":1,\"method\":\"repair\",\"params\":{\"text\":\"...\"}}, and writes one \
         line that answers it, in the order of the requests. The parameters are the options of the \
         filters with _ for -; what the command line sets holds where a request says nothing.",
        "The methods are hello, repair, analyze, validate, readiness, watch.start, watch.feed, \
         watch.finish, llm.open, llm.feed, llm.close, llm.run and shutdown. A line that is no request is answered with an error; the \
         connection goes on.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "the input is over, or shutdown was called"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[(
        "echo '{\"id\":1,\"method\":\"repair\",\"params\":{\"text\":\"{a:1}\"}}' | jm-serve --stdio",
        "Answers one request.",
    )],
    run,
};

fn run(mut config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    if sources.iter().any(|source| source.file().is_some()) {
        return console.usage(&Usage::new("requests come on standard input, not in files"));
    }
    match config.declaration.load(console) {
        Ok(schema) => config.options.declare(schema),
        Err(status) => return status,
    }
    let done = stdio::serve(config.options);
    done.map_or_else(|stop| console.stopped(None, &stop), |()| 0)
}
