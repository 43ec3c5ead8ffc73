//! Times of the library as text: `cargo bench --bench engine`.
//!
//! Wall clock, the best of several rounds. What compares two figures is measured in turns.

use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::view::{Output, WriteOptions, Writer};
use jsonmend::{Options, analyze, repair};
use std::hint::black_box;
use std::time::{Duration, Instant};

#[allow(dead_code)]
#[path = "../tests/testsuite/support/documents.rs"]
mod documents;
#[allow(dead_code)]
#[path = "../tests/testsuite/support/random.rs"]
mod random;

use documents::{KINDS, with_faults};

const LENGTH: usize = 4 << 20;
const ROUNDS: usize = 7;

/// The best time of each body, in turns.
fn best<const N: usize>(mut bodies: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..ROUNDS {
        for (best, body) in best.iter_mut().zip(&mut bodies) {
            let start = Instant::now();
            body();
            *best = start.elapsed().min(*best);
        }
    }
    best
}

/// Engine and writer over a text in pieces, the output drained behind each.
fn run(text: &str, size: usize) {
    let mut engine = Engine::new(EngineOptions::default());
    let mut writer = Writer::new(&WriteOptions::default());
    for piece in text.as_bytes().chunks(size) {
        engine.feed(piece, &mut writer).expect("the document is repairable");
        black_box(writer.buffer()).clear();
    }
    engine.finish(&mut writer).expect("the document is repairable");
    black_box(writer.into_bytes());
}

fn main() {
    println!("{:10} {:>12} {:>14} {:>14}", "document", "MB/s", "faulty/sound", "analyze/repair");
    for kind in KINDS {
        let sound = kind.document(LENGTH);
        let faulty = with_faults(&sound);
        let options = Options::default();
        let [plain, repaired, judged, mended] = best([
            &mut || run(&sound, 64 << 10),
            &mut || drop(black_box(repair(&sound, &options))),
            &mut || drop(black_box(analyze(&sound, &options))),
            &mut || run(&faulty, 64 << 10),
        ]);
        println!(
            "{:10} {:12.0} {:14.3} {:14.3}",
            kind.name,
            sound.len() as f64 / 1e6 / plain.as_secs_f64(),
            mended.as_secs_f64() / plain.as_secs_f64(),
            judged.as_secs_f64() / repaired.as_secs_f64(),
        );
    }
    println!("\n{:10} {:>12} {:>14} {:>14}", "pieces of", "ns a feed", "ns a byte", "times whole");
    let text = KINDS[0].document(100 << 10);
    let [whole] = best([&mut || run(&text, 64 << 10)]);
    for size in [1, 3, 64] {
        let [time] = best([&mut || run(&text, size)]);
        let feeds = text.len().div_ceil(size);
        println!(
            "{size:<10} {:12.0} {:14.1} {:14.1}",
            time.as_nanos() as f64 / feeds as f64,
            time.as_nanos() as f64 / text.len() as f64,
            time.as_secs_f64() / whole.as_secs_f64(),
        );
    }
    let depth = 100_000;
    let deep = "[".repeat(depth) + &"]".repeat(depth);
    let options = EngineOptions { max_depth: usize::MAX, ..EngineOptions::default() };
    let [time] = best([&mut || {
        let mut engine = Engine::new(options.clone());
        engine.feed(deep.as_bytes(), &mut ()).expect("the limit is lifted");
        engine.finish(&mut ()).expect("the limit is lifted");
    }]);
    println!("\n{depth} levels: {:.2} ms", time.as_secs_f64() * 1e3);
}
