//! jm-serve: everything the library does, for programs in any language.

mod config;
#[cfg(feature = "http")]
mod http;
#[cfg(feature = "mcp")]
mod mcp;
mod stdio;

pub use config::Config;

use crate::cli::io::Source;
#[cfg(feature = "mcp")]
use crate::cli::io::Stop;
use crate::cli::parse::Usage;
#[cfg(feature = "mcp")]
use crate::cli::target::Target;
#[cfg(feature = "mcp")]
use crate::cli::term::Style;
use crate::cli::{Console, Tool};
use crate::tool::rules;
use config::Carrier;

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
         watch.finish, llm.open, llm.feed, llm.close, llm.run, reduce and shutdown. A line that is no request is answered with an error; the \
         connection goes on.",
        "Over HTTP, what needs no stream is served in the same words: the body is the parameters, and \
         the status follows from the error. It listens on this machine alone, and answers neither \
         pages of other origins nor requests that name another host.",
        "With --mcp it is a server of the Model Context Protocol, in its versions from 2024-11-05 to \
         2026-07-28; --print-config says how a client is told of it.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "the input is over, shutdown was called, or a signal ended the server"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (70, "internal error"),
        (130, "a second SIGINT came while answers were under way; 143 for SIGTERM"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        (
            "echo '{\"id\":1,\"method\":\"repair\",\"params\":{\"text\":\"{a:1}\"}}' | jm-serve --stdio",
            "Answers one request.",
        ),
        (
            "jm-serve --http 8080",
            "Answers over HTTP, as in curl --json '{\"text\":\"{a:1}\"}' 127.0.0.1:8080/v1/repair.",
        ),
    ],
    run,
};

fn run(mut config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    let mut operands = sources.iter().filter_map(Source::file);
    let serve = &mut config.serve;
    if serve.carrier == Carrier::Http && serve.http.address.is_none() {
        serve.http.address = operands.next().map(|address| address.to_string_lossy().into_owned());
    }
    if operands.next().is_some() {
        return console.usage(&Usage::new("an operand is no use but as the address of --http"));
    }
    match config.declaration.load(console) {
        Ok(schema) => config.options.declare(schema),
        Err(status) => return status,
    }
    if let Err(status) = config.rules.check(console) {
        return status;
    }
    // The rules that a machine has for the shell of its user are none of a server's.
    let rules = config.rules.read(None);
    rules::warn(&rules, console);
    config.options.set_rules(rules.rules);
    match config.serve.carrier {
        Carrier::Stdio => {
            let done = stdio::serve(config.options);
            done.map_or_else(|stop| console.stopped(None, &stop), |()| 0)
        }
        Carrier::Http => over_http(config, console),
        Carrier::Mcp => over_mcp(config, console),
    }
}

#[cfg(feature = "mcp")]
fn over_mcp(config: Config, console: &mut Console) -> u8 {
    let done = match config.serve.print_config {
        Some(name) => print_config(name, console),
        None => mcp::serve(config.options),
    };
    done.map_or_else(|stop| console.stopped(None, &stop), |()| 0)
}

/// Prints what a client has to be told, and says where it belongs.
#[cfg(feature = "mcp")]
fn print_config(name: config::ClientName, console: &mut Console) -> Result<(), Stop> {
    let client = &mcp::clients::CLIENTS[name as usize];
    // Programs with windows have no PATH of the user's.
    let program = std::env::current_exe().map_err(Stop::Read)?;
    let text = client.text(&program.to_string_lossy(), &served_with());
    Target::stdout()?.write(text.as_bytes())?;
    console.message(None, Style::Hint, &format!("for {}: {}", client.name, client.place));
    Ok(())
}

/// The arguments of this command line, but for the one that has a configuration printed.
#[cfg(feature = "mcp")]
fn served_with() -> Vec<String> {
    let mut given = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    let mut kept = Vec::new();
    while let Some(word) = given.next() {
        match &*word {
            "--print-config" => drop(given.next()),
            word if word.starts_with("--print-config=") => {}
            _ => kept.push(word),
        }
    }
    kept
}

#[cfg(not(feature = "mcp"))]
fn over_mcp(_: Config, console: &mut Console) -> u8 {
    console.usage(&Usage::new("--mcp is not built in: it is the feature mcp"))
}

#[cfg(feature = "http")]
fn over_http(config: Config, console: &mut Console) -> u8 {
    http::serve(&config.serve.http, config.options, console)
}

#[cfg(not(feature = "http"))]
fn over_http(_: Config, console: &mut Console) -> u8 {
    console.usage(&Usage::new("--http is not built in: it is the feature http"))
}
