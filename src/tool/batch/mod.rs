//! Lines of JSON: what every tool with `--batch` has in common.

mod block;
mod options;
mod text;

pub(super) use block::{Block, Kind};
pub(super) use options::{BatchOptions, FLAGS, JOBS};
pub(super) use text::{Text, Texts};

use crate::cli::Console;
use crate::cli::io::{Source, Stop, pump};
use crate::cli::jobs::{Hand, in_order};
use crate::cli::progress::Progress;
use crate::framing::lines::Lines;

/// The most bytes a line may have unless another limit is given.
const MAX_LINE: u64 = 64 << 20;

/// What is to be worked on, in order; see [`Part`].
enum Piece {
    Lines(Block),
    Stopped(Source, Stop),
}

/// What is worked on at a time.
pub(super) enum Part<'a> {
    /// The lines that one read completes.
    Lines(&'a Block),
    /// The end of an input that cannot be read to its end.
    Stopped(&'a Source, &'a Stop),
}

/// Gives the lines of the inputs to `work`, those of one read at a time, and what comes of them to
/// `consume`, in order. An input that cannot be read is named, and its exit status returned.
///
/// # Errors
/// What `consume` returns.
pub(super) fn run<R: Send + 'static>(
    options: &BatchOptions,
    max_line: Option<u64>,
    sources: Vec<Source>,
    console: &mut Console,
    work: impl Fn(Part<'_>) -> R + Send + Sync + 'static,
    mut consume: impl FnMut(R, &mut Console) -> Result<(), Stop>,
) -> Result<u8, Stop> {
    let max = usize::try_from(max_line.unwrap_or(MAX_LINE)).unwrap_or(usize::MAX);
    let length = |source: &Source| std::fs::metadata(source.file()?).ok().map(|file| file.len());
    let progress = Progress::new(sources.iter().map(length).sum());
    let reading = progress.clone();
    let mut status = 0;
    in_order(
        options.threads(),
        move |hand| produce(&sources, max, &reading, hand),
        move |piece| match piece {
            Piece::Lines(block) => (work(Part::Lines(&block)), None),
            Piece::Stopped(source, stop) => {
                (work(Part::Stopped(&source, &stop)), Some((source, stop)))
            }
        },
        |(result, stopped)| {
            progress.aside(|| {
                if let Some((source, stop)) = stopped {
                    status = console.stopped(Some(&source), &stop).max(status);
                }
                consume(result, console)
            })
        },
    )?;
    progress.clear();
    Ok(status)
}

/// Reads the inputs and hands on their lines, those of one read at a time.
fn produce(sources: &[Source], max: usize, progress: &Progress, hand: Hand<'_, Piece>) {
    for source in sources {
        let wanted = match read_source(source, max, progress, hand) {
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
fn read_source(
    source: &Source,
    max: usize,
    progress: &Progress,
    hand: Hand<'_, Piece>,
) -> Result<(), Stop> {
    let mut input = source.open()?;
    let mut splitter = Lines::new(max);
    let mut next = 1;
    let mut hand_on = |split: &mut dyn FnMut(&mut Block)| {
        let mut block = Block::new(source.clone(), next);
        split(&mut block);
        next = block.next_line();
        if block.is_empty() || hand(Piece::Lines(block)) { Ok(()) } else { Err(Stop::ClosedPipe) }
    };
    let read = pump(&mut input, |chunk| {
        progress.add(chunk.len());
        hand_on(&mut |block| splitter.feed(chunk, |piece| block.push(piece)))
    });
    hand_on(&mut |block| splitter.finish(|piece| block.push(piece)))?;
    read
}
