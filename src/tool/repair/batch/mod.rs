//! Lines of JSON in, one line of answer each out: `--batch`.

mod answer;
mod block;

use super::config::Config;
use crate::cli::Console;
use crate::cli::io::{Source, Stop, pump};
use crate::cli::jobs::{Hand, in_order};
use crate::cli::target::Target;
use crate::error::{Code, Error};
use crate::framing::lines::Lines;
use answer::{Asker, Tally};
use block::{Block, Kind};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::thread;

/// The most bytes a line may have unless another limit is given.
const MAX_LINE: u64 = 64 << 20;

/// What is to be worked on, in order.
enum Piece {
    /// Lines.
    Lines(Block),
    /// An input ended before its end.
    Stopped(Source, Stop),
}

/// What came of it.
enum Outcome {
    /// Lines were answered.
    Answers(Answers),
    /// An input ended before its end.
    Stopped(Source, Stop),
}

/// The answers to the lines of a block.
#[derive(Default)]
struct Answers {
    out: Vec<u8>,
    tally: Tally,
    /// The lines that went out as they came, and why.
    unanswered: Vec<(u64, Error)>,
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
    let (jobs, max) = (jobs(&config), max_line(&config));
    let bar = progress_bar(&sources);
    let (read, worker) = (bar.clone(), Arc::clone(&config));
    let (mut status, mut tally, mut unanswered) = (0, Tally::default(), false);
    in_order(
        jobs,
        move |hand| produce(&sources, max, &read, hand),
        move |piece| work(&worker, piece),
        |outcome| match outcome {
            Outcome::Answers(answers) => {
                tally.add(answers.tally);
                unanswered |= !answers.unanswered.is_empty();
                bar.suspend(|| name_unanswered(console, &answers.unanswered));
                target.write(&answers.out)
            }
            Outcome::Stopped(source, stop) => {
                status = bar.suspend(|| console.stopped(Some(&source), &stop)).max(status);
                Ok(())
            }
        },
    )?;
    bar.finish_and_clear();
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

fn jobs(config: &Config) -> usize {
    match config.batch.jobs {
        Some(0) => thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs.unwrap_or(1),
    }
}

fn max_line(config: &Config) -> usize {
    usize::try_from(config.options.engine.max_length.unwrap_or(MAX_LINE)).unwrap_or(usize::MAX)
}

/// A bar where people look on and the end is known; else one that is never drawn.
fn progress_bar(sources: &[Source]) -> ProgressBar {
    let length = |source: &Source| std::fs::metadata(source.file()?).ok().map(|file| file.len());
    let total = sources.iter().map(length).sum::<Option<u64>>();
    match total.filter(|_| std::io::stderr().is_terminal()) {
        None => ProgressBar::hidden(),
        Some(total) => {
            let target = ProgressDrawTarget::stderr_with_hz(10);
            let style = ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes} {eta}");
            let bar = ProgressBar::with_draw_target(Some(total), target);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        }
    }
}

/// Reads the inputs and hands on their lines, those of one read at a time.
fn produce(sources: &[Source], max: usize, bar: &ProgressBar, hand: Hand<'_, Piece>) {
    let mut next = 1;
    for source in sources {
        let wanted = match read(source, max, bar, &mut next, hand) {
            Ok(()) => true,
            Err(Stop::ClosedPipe) => false,
            Err(stop) => hand(Piece::Stopped(source.clone(), stop)),
        };
        if !wanted {
            return;
        }
    }
}

/// Reads one input. What was read before a fault is handed on too.
fn read(
    source: &Source,
    max: usize,
    bar: &ProgressBar,
    next: &mut u64,
    hand: Hand<'_, Piece>,
) -> Result<(), Stop> {
    let mut input = source.open()?;
    let mut lines = Lines::new(max);
    let mut hand_on = |split: &mut dyn FnMut(&mut Block)| {
        let mut block = Block::from_line(*next);
        split(&mut block);
        *next = block.next_line();
        if block.is_empty() || hand(Piece::Lines(block)) { Ok(()) } else { Err(Stop::ClosedPipe) }
    };
    let read = pump(&mut input, |chunk| {
        bar.inc(chunk.len() as u64);
        hand_on(&mut |block| lines.feed(chunk, |piece| block.push(piece)))
    });
    hand_on(&mut |block| lines.finish(|piece| block.push(piece)))?;
    read
}

fn work(config: &Config, piece: Piece) -> Outcome {
    match piece {
        Piece::Stopped(source, stop) => Outcome::Stopped(source, stop),
        Piece::Lines(block) if config.batch.in_line => Outcome::Answers(rewrite(config, &block)),
        Piece::Lines(block) => Outcome::Answers(answer(config, &block)),
    }
}

/// Answers each line.
fn answer(config: &Config, block: &Block) -> Answers {
    let mut answers = Answers::default();
    for (number, kind, text) in block.pieces() {
        let tally = match kind {
            Kind::Line => answer::answer(config, number, text, &mut answers.out),
            Kind::LongStart => {
                answer::refuse(&mut answers.out, Asker::Line(number), &Error::new(Code::E021))
            }
            Kind::LongMore | Kind::LongEnd => continue,
        };
        answers.tally.add(tally);
    }
    answers
}

/// Writes each record back; what has no answer goes out as it came.
fn rewrite(config: &Config, block: &Block) -> Answers {
    let mut answers = Answers::default();
    let out = &mut answers.out;
    for (number, kind, text) in block.pieces() {
        let done = match kind {
            Kind::Line => answer::rewrite(config, text, out),
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
                answers.unanswered.push((number, error));
            }
        }
        if matches!(kind, Kind::Line | Kind::LongEnd) {
            out.push(b'\n');
        }
    }
    answers
}

fn name_unanswered(console: &mut Console, unanswered: &[(u64, Error)]) {
    for (number, error) in unanswered {
        console.failure(&format!("line {number}: {error}"));
    }
}
