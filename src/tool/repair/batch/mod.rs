//! Lines of JSON in, one line of answer each out: `--batch`.

mod answer;

use super::config::Config;
use crate::cli::Console;
use crate::cli::io::{Source, Stop};
use crate::cli::target::Target;
use crate::cli::term::Style;
use crate::error::{Code, Error};
use crate::plan::{write_options, writer};
use crate::tool::batch::{self, Block, Kind, Part};
use crate::view::{Layout, Reusable, Writer};
use answer::{Answerer, Asker, Line, Tally};
use std::sync::Arc;

/// The answers to the lines of a block.
#[derive(Default)]
struct Answers {
    out: Vec<u8>,
    tally: Tally,
    /// The lines that went out as they came, with their inputs, and why.
    unanswered: Vec<(Source, u64, Error)>,
}

/// Answers every line of the inputs.
///
/// # Errors
/// What ends the output.
pub(super) fn run(
    config: Config,
    sources: Vec<Source>,
    mut target: Target,
    console: &mut Console,
) -> Result<u8, Stop> {
    let config = Arc::new(config);
    let worker = Arc::clone(&config);
    let (mut tally, mut unanswered) = (Tally::default(), false);
    let status = batch::run(
        &config.batch,
        config.options.engine.max_length,
        sources,
        console,
        move |part| work(&worker, part),
        |answers: Answers, console| {
            tally.add(answers.tally);
            unanswered |= !answers.unanswered.is_empty();
            name_unanswered(console, &answers.unanswered);
            target.write(&answers.out)
        },
    )?;
    if status == 0 {
        target.commit()?;
    }
    Ok(status.max(exit(&config, tally, unanswered)))
}

fn exit(config: &Config, tally: Tally, unanswered: bool) -> u8 {
    if tally.failed {
        Code::E099.exit()
    } else if unanswered || tally.refused && config.options.can_refuse() {
        Code::E010.exit()
    } else {
        u8::from(config.result.check && (tally.repaired || tally.refused))
    }
}

fn work(config: &Config, part: Part<'_>) -> Answers {
    let Config { options, result, .. } = config;
    let layout = || Layout::new(options.write.ensure_ascii);
    match part {
        Part::Lines(block) => match (result.in_line, options.write.keep_layout) {
            (true, true) => rewrite(Answerer::new(config, layout()), block),
            (true, false) => rewrite(Answerer::new(config, writer(options)), block),
            (false, true) => answer(Answerer::new(config, layout()), block),
            (false, false) => {
                let writer = Writer::quoted(&write_options(options));
                answer(Answerer::new(config, writer), block)
            }
        },
        // It has no line to answer.
        Part::Stopped(..) => Answers::default(),
    }
}

/// Answers each line.
fn answer<O: Reusable>(mut answerer: Answerer<'_, O>, block: &Block) -> Answers {
    let mut answers = Answers { out: Vec::with_capacity(2 * block.size()), ..Answers::default() };
    let file = answerer.config.names_inputs.then(|| block.source().name());
    for (number, kind, text) in block.pieces() {
        let line = Line { file: file.as_deref(), number };
        let tally = match kind {
            Kind::Line => answerer.answer(line, text, &mut answers.out),
            Kind::LongStart => {
                answer::refuse(&mut answers.out, Asker::Line(line), &Error::new(Code::E021))
            }
            Kind::LongMore | Kind::LongEnd => continue,
        };
        answers.tally.add(tally);
    }
    answers
}

/// Writes each record back; what has no answer goes out as it came.
fn rewrite<O: Reusable>(mut answerer: Answerer<'_, O>, block: &Block) -> Answers {
    let mut answers = Answers::default();
    let out = &mut answers.out;
    for (number, kind, text) in block.pieces() {
        let done = match kind {
            Kind::Line => answerer.rewrite(text, out),
            Kind::LongStart => Err(Error::new(Code::E021)),
            Kind::LongMore | Kind::LongEnd => {
                out.extend_from_slice(text);
                Ok(Tally::default())
            }
        };
        match done {
            Ok(tally) => answers.tally.add(tally),
            Err(error) => {
                out.extend_from_slice(text);
                answers.tally.failed |= error.code() == Code::E099;
                answers.unanswered.push((block.source().clone(), number, error));
            }
        }
        if matches!(kind, Kind::Line | Kind::LongEnd) {
            out.push(b'\n');
        }
    }
    answers
}

fn name_unanswered(console: &mut Console, unanswered: &[(Source, u64, Error)]) {
    for (source, number, error) in unanswered {
        console.message(Some(source), Style::Error, &format!("line {number}: {error}"));
    }
}
