//! Lines of JSON: what every tool with `--batch` has in common.

mod block;
mod options;
mod text;

pub(super) use block::{Block, Bytes, Kind};
pub(super) use options::{BatchOptions, FLAGS, JOBS, TEXTS};
pub(super) use text::{Text, Texts};

use crate::cli::Console;
use crate::cli::io::{Source, Stop, pump};
use crate::cli::jobs::{Hand, in_order};
use crate::cli::progress::{CLEAR, Progress};
use crate::framing::lines::Lines;

/// The most bytes a line may have unless another limit is given.
const MAX_LINE: u64 = 64 << 20;

/// The lines that one read completes, and what has been made of them.
#[derive(Default)]
struct Job<R> {
    block: Block,
    result: R,
}

/// Gives the lines of the inputs to `work`, those of one read at a time, and what comes of them to
/// `consume`, in order; a result is one of another block before. An input that cannot be read is named,
/// and its exit status returned; `work` and `consume` learn of it by a last block without lines.
///
/// # Errors
/// What `consume` returns.
pub(super) fn run<R: Default + Send + 'static>(
    options: &BatchOptions,
    max_line: Option<u64>,
    sources: Vec<Source>,
    console: &mut Console,
    work: impl Fn(&Block, &mut R) + Send + Sync + 'static,
    mut consume: impl FnMut(&mut R, &mut Console) -> Result<(), Stop>,
) -> Result<u8, Stop> {
    let max = usize::try_from(max_line.unwrap_or(MAX_LINE)).unwrap_or(usize::MAX);
    let length = |source: &Source| std::fs::metadata(source.file()?).ok().map(|file| file.len());
    let progress = Progress::new(sources.iter().map(length).sum());
    if progress.is_on() {
        console.terminal.begin_with(CLEAR);
    }
    let reading = progress.clone();
    let mut status = 0;
    in_order(
        options.threads(),
        move |hand| produce(&sources, max, &reading, hand),
        move |job: &mut Job<R>| work(&job.block, &mut job.result),
        |Job { block, result }| {
            progress.aside(|| {
                if let Some(stop) = block.stopped() {
                    status = console.stopped(Some(block.source()), stop).max(status);
                }
                consume(result, console)
            })
        },
    )?;
    progress.clear();
    Ok(status)
}

/// Reads the inputs and hands on their lines, those of one read at a time.
fn produce<R: Default>(
    sources: &[Source],
    max: usize,
    progress: &Progress,
    hand: Hand<'_, Job<R>>,
) {
    let mut job = Job::default();
    for source in sources {
        let wanted = match read_source(source, max, progress, &mut job, hand) {
            Ok(()) => true,
            Err(Stop::ClosedPipe) => false,
            Err(stop) => {
                job.block.begin(source, 0);
                job.block.stop(stop);
                hand(&mut job)
            }
        };
        if !wanted {
            return;
        }
    }
}

/// Reads one input. What was read before a fault is handed on too.
fn read_source<R: Default>(
    source: &Source,
    max: usize,
    progress: &Progress,
    job: &mut Job<R>,
    hand: Hand<'_, Job<R>>,
) -> Result<(), Stop> {
    let mut input = source.open()?;
    let mut splitter = Lines::new(max);
    let mut next = 1;
    let mut hand_on = |split: &mut dyn FnMut(&mut Block)| {
        job.block.begin(source, next);
        split(&mut job.block);
        next = job.block.next_line();
        if job.block.is_empty() || hand(job) { Ok(()) } else { Err(Stop::ClosedPipe) }
    };
    let read = pump(&mut input, |chunk| {
        progress.add(chunk.len());
        hand_on(&mut |block| splitter.feed(chunk, |piece| block.push(piece)))
    });
    hand_on(&mut |block| splitter.finish(|piece| block.push(piece)))?;
    read
}
