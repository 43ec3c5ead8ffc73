//! Lines of JSON in, one line of answer each out: `--batch`.

mod answer;

use super::config::Config;
use crate::cli::Console;
use crate::cli::io::{Source, Stop};
use crate::cli::target::Target;
use crate::cli::term::Style;
use crate::error::{Code, Error};
use crate::plan::{write_options, writer};
use crate::tool::batch::{self, Block, Kind};
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

impl Answers {
    /// Begins those to another block, with the room of these.
    fn clear(&mut self) {
        self.out.clear();
        self.tally = Tally::default();
        self.unanswered.clear();
    }
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
        move |block, answers: &mut Answers| {
            answers.clear();
            work(&worker, block, answers);
        },
        |answers, console| {
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

fn work(config: &Config, block: &Block, answers: &mut Answers) {
    let Config { options, result, .. } = config;
    let layout = || Layout::new(options.write.ensure_ascii);
    match (result.in_line, options.write.keep_layout) {
        (true, true) => rewrite(Answerer::new(config, layout()), block, answers),
        (true, false) => rewrite(Answerer::new(config, writer(options)), block, answers),
        (false, true) => answer(Answerer::new(config, layout()), block, answers),
        (false, false) => {
            let writer = Writer::quoted(&write_options(options));
            answer(Answerer::new(config, writer), block, answers);
        }
    }
}

/// Answers each line.
fn answer<O: Reusable>(mut answerer: Answerer<'_, O>, block: &Block, answers: &mut Answers) {
    let file = answerer.config.names_inputs.then(|| block.source().name());
    answers.out.reserve(2 * block.size());
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
}

/// Writes each record back; what has no answer goes out as it came.
fn rewrite<O: Reusable>(mut answerer: Answerer<'_, O>, block: &Block, answers: &mut Answers) {
    let out = &mut answers.out;
    for (number, kind, text) in block.pieces() {
        let done = match kind {
            Kind::Line => answerer.rewrite(text, out),
            Kind::LongStart => Err(Error::new(Code::E021)),
            Kind::LongMore | Kind::LongEnd => {
                out.extend_from_slice(text.raw());
                Ok(Tally::default())
            }
        };
        match done {
            Ok(tally) => answers.tally.add(tally),
            Err(error) => {
                out.extend_from_slice(text.raw());
                answers.tally.failed |= error.code() == Code::E099;
                answers.unanswered.push((block.source().clone(), number, error));
            }
        }
        if matches!(kind, Kind::Line | Kind::LongEnd) {
            out.push(b'\n');
        }
    }
}

fn name_unanswered(console: &mut Console, unanswered: &[(Source, u64, Error)]) {
    for (source, number, error) in unanswered {
        console.message(Some(source), Style::Error, &format!("line {number}: {error}"));
    }
}
