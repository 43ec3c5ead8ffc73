//! What it costs to watch a document that comes in small pieces, beside repairing it in the same pieces.
//!
//! `cargo bench --bench watch` prints the time of each, the best of several runs, and the ratios.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jsonmend::plan::{Run, writer};
use jsonmend::view::{Deltas, Output};
use jsonmend::watch::SemanticWatcher;
use jsonmend::{Options, PartialParser, Schema};

/// Bytes a piece.
const PIECE: usize = 3;

/// Runs, of which the best counts.
const RUNS: usize = 15;

type Work = fn(&[u8]);

fn main() {
    let works: [(&str, Work); 6] = [
        ("repair", repair),
        ("repair, text kept", grow),
        ("deltas", bare_deltas),
        ("deltas, text kept", deltas),
        ("deltas, text, events, schema", watch),
        ("snapshot a piece, not written", snapshots),
    ];
    println!("{PIECE}-byte pieces, best of {RUNS} runs");
    for size in [100_000, 200_000, 400_000] {
        let document = document(size);
        let times = best(&works.map(|(_, work)| work), document.as_bytes());
        println!("{} bytes", document.len());
        for ((name, _), time) in works.iter().zip(&times) {
            let ratio = time.as_secs_f64() / times[0].as_secs_f64();
            let each = time.as_nanos() / (document.len() / PIECE) as u128;
            println!("  {name:<30} {:>8.2} ms  {each:>4} ns a piece  {ratio:.2}", ms(*time));
        }
    }
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The best time of each, taken in turns so that a noisy moment hits all alike.
fn best(works: &[Work], input: &[u8]) -> Vec<Duration> {
    let mut best = vec![Duration::MAX; works.len()];
    for _ in 0..RUNS {
        for (best, work) in best.iter_mut().zip(works) {
            let begun = Instant::now();
            work(black_box(input));
            *best = begun.elapsed().min(*best);
        }
    }
    best
}

fn repair(input: &[u8]) {
    let options = Options::default();
    let mut run = Run::new(&options, writer(&options));
    for piece in input.chunks(PIECE) {
        run.feed(piece).expect("the document is sound");
        black_box(run.output().buffer()).clear();
    }
    run.finish().expect("the document is sound");
}

fn grow(input: &[u8]) {
    let mut parser = PartialParser::new(&Options::default());
    for piece in input.chunks(PIECE) {
        parser.feed_bytes(piece).expect("the document is sound");
    }
    black_box(parser.finish().expect("the document is sound"));
}

fn bare_deltas(input: &[u8]) {
    let mut run = Run::new(&Options::default(), Deltas::default());
    for piece in input.chunks(PIECE) {
        run.feed(piece).expect("the document is sound");
        run.output().drain(|delta| {
            black_box(delta);
        });
    }
    run.finish().expect("the document is sound");
}

fn deltas(input: &[u8]) {
    let mut parser = PartialParser::with_deltas(&Options::default());
    for piece in input.chunks(PIECE) {
        let fed = parser.feed_with(piece, |delta| {
            black_box(delta);
        });
        fed.expect("the document is sound");
    }
    black_box(parser.finish().expect("the document is sound"));
}

fn watch(input: &[u8]) {
    let schema = Schema::parse("{!items:[{!id:integer,!name:string}],!total:integer}");
    let schema = Some(Arc::new(schema.expect("the skeleton is valid")));
    let mut watcher = SemanticWatcher::new(&Options { schema, ..Options::default() });
    for piece in input.chunks(PIECE) {
        let fed = watcher.feed(piece, |delta, _| {
            black_box(delta);
        });
        fed.expect("the document is sound");
        watcher.events().for_each(|event| drop(black_box(event)));
    }
    black_box(watcher.finish(None, |_, _| ()));
}

fn snapshots(input: &[u8]) {
    let mut parser = PartialParser::new(&Options::default());
    for piece in input.chunks(PIECE) {
        parser.feed_bytes(piece).expect("the document is sound");
        black_box(parser.snapshot());
    }
    black_box(parser.finish().expect("the document is sound"));
}

/// A document of about so many bytes, as a model may write one.
fn document(size: usize) -> String {
    let mut text = String::from("{\"items\":[");
    let mut id = 0;
    while text.len() < size {
        let comma = if id == 0 { "" } else { "," };
        write!(
            text,
            "{comma}{{\"id\":{id},\"name\":\"item number {id}\",\"price\":{}.5,\"tags\":[\"new\",\"sale\"],\
             \"note\":\"a line of text\\nand \\\"another\\\" one, with a comma\",\"ok\":true}}",
            id % 97
        )
        .expect("a string takes every write");
        id += 1;
    }
    write!(text, "],\"total\":{id}}}").expect("a string takes every write");
    text
}
