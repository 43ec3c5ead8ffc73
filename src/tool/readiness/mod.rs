//! jm-readiness: when each member of a document was final.

mod config;
mod plot;
mod svg;

pub use config::Config;

use crate::cli::io::{Source, Stop};
use crate::cli::target::Target;
use crate::cli::term::{escaped, tail};
use crate::cli::{Console, Tool};
use crate::json::Object;
use crate::watch::{Readiness, readiness_bytes};
use console::{Term, measure_text_width};
use std::path::Path;

/// The tool.
pub static TOOL: Tool<Config> = Tool {
    name: "jm-readiness",
    job: "tell how early each member of a JSON document was final",
    operands: "[FILE]...",
    about: &[
        "Reads a document as it would have streamed and writes a line of JSON for each member, nested \
         ones too, that says how much had to be read until the member was final, then a summary. \
         ready_at counts UTF-16 units; permille is the share of the whole input. A member that the end \
         of the input cut was never final: it has -1 for both. Where there are several inputs, file \
         says which a line is about.",
        "The summary says where the root was closed (syntax), where every required member was there and \
         of the right kind (schema), where the last of them was final (settled), and the share of \
         members that were final after each tenth of the input. -1 stands for what never was or is not \
         declared.",
    ],
    groups: config::GROUPS,
    rules: config::RULES,
    exits: &[
        (0, "fine"),
        (2, "usage, an invalid schema, or an input or output that failed"),
        (3, "the input holds no JSON that could be repaired"),
        (4, "a limit was exceeded"),
        (5, "refused by --profile or the options that refuse"),
        (70, "internal error"),
        (141, "nobody reads the output"),
    ],
    examples: &[
        ("jm-readiness --plot answer.json", "Shows a bar for each member."),
        (
            "jm-readiness --schema '{!query:string}' --svg ready.svg call.json",
            "Says when the query was final, and draws it.",
        ),
    ],
    run,
};

fn run(mut config: Config, sources: Vec<Source>, console: &mut Console) -> u8 {
    match config.declaration.load(console) {
        Ok(schema) => config.options.schema = schema,
        Err(status) => return status,
    }
    let done = Target::stdout().and_then(|target| all(&config, &sources, target, console));
    done.unwrap_or_else(|stop| console.stopped(None, &stop))
}

/// Looks at each document and gives the highest exit status.
fn all(
    config: &Config,
    sources: &[Source],
    mut target: Target,
    console: &mut Console,
) -> Result<u8, Stop> {
    let columns = match target {
        Target::Terminal(_) => Term::stdout().size_checked().map(|(_, columns)| columns.into()),
        _ => None,
    };
    let plots = config.show.plot || matches!(target, Target::Terminal(_));
    let (mut status, mut last) = (0, None);
    for source in sources {
        match one(config, source) {
            Ok(ready) => {
                let file = (sources.len() > 1).then(|| source.name());
                target.write(&if plots {
                    plotted(file.as_deref(), &ready, columns)
                } else {
                    lines(file.as_deref(), &ready)
                })?;
                last = Some(ready);
            }
            Err(stop) => status = status.max(console.stopped(Some(source), &stop)),
        }
    }
    if let (Some(file), Some(ready)) = (&config.show.svg, last)
        && let Err(stop) = picture(Path::new(file), &ready)
    {
        status = status.max(console.stopped(Some(&Source::File(file.clone())), &stop));
    }
    Ok(status)
}

/// Writes the picture to a file.
fn picture(file: &Path, ready: &Readiness) -> Result<(), Stop> {
    let mut target = Target::file(file)?;
    target.write(svg::svg(ready).as_bytes())?;
    target.commit()
}

/// How early a document was ready.
fn one(config: &Config, source: &Source) -> Result<Readiness, Stop> {
    let text = source.read(config.options.engine.max_length)?;
    Ok(readiness_bytes(&text, config.show.step, &config.options)?)
}

/// What was found as a picture for people, under the name of the input where there are several; no wider
/// than the terminal, where that has so many columns.
fn plotted(file: Option<&str>, ready: &Readiness, columns: Option<usize>) -> Vec<u8> {
    let mut out = file.map(|file| format!("{}:\n", escaped(file))).unwrap_or_default().into_bytes();
    out.append(&mut plot::plot(ready, columns));
    out
}

/// What was found as lines of JSON, each with the name of the input where there are several.
fn lines(file: Option<&str>, ready: &Readiness) -> Vec<u8> {
    let mut out = Vec::new();
    let mut line = |kind: &str, fill: &dyn Fn(&mut Object<'_>)| {
        let mut object = Object::new(&mut out);
        object.string("type", kind);
        if let Some(file) = file {
            object.string("file", file);
        }
        fill(&mut object);
        object.end();
        out.push(b'\n');
    };
    for field in ready.fields.fields() {
        line("field", &|object| ready.fill_field(&field, object));
    }
    line("summary", &|object| ready.fill(object));
    out
}

/// The most columns of a pointer that are shown.
const NAME: usize = 28;

/// A pointer as there is room for it: its end says most.
fn short(path: &str, columns: usize) -> String {
    let path = escaped(path);
    if measure_text_width(&path) <= columns {
        return path.into_owned();
    }
    format!("…{}", tail(&path, columns.saturating_sub(1)))
}

/// A share in percent.
fn percent(share: i64) -> String {
    if share < 0 { "–".to_owned() } else { format!("{}.{}%", share / 10, share % 10) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_is_cut_in_front_and_obeyed_by_no_terminal() {
        assert_eq!(short("/a", NAME), "/a");
        assert_eq!(short(&"/abc".repeat(10), NAME).chars().count(), NAME);
        assert!(short(&"/abc".repeat(10), NAME).ends_with("/abc/abc"));
        assert_eq!(short("/日本語/日本語", 8), "…/日本語");
        assert_eq!(short("/\u{1b}[2J", NAME), "/\\u001b[2J");
    }

    #[test]
    fn a_share_is_shown_in_percent() {
        for (share, shown) in [(-1, "–"), (0, "0.0%"), (5, "0.5%"), (1000, "100.0%")] {
            assert_eq!(percent(share), shown);
        }
    }
}
