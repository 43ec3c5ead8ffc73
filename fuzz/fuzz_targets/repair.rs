//! Any bytes under any options: no panic, the same in one piece and in two, and JSON where it succeeds.
//!
//! `cargo +nightly fuzz run repair`. The first byte of the input chooses options, the second the cut.
#![no_main]

use jsonmend::engine::options::MultiRoot;
use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::error::Error;
use jsonmend::event::Sink;
use jsonmend::repair::{Completeness, Repair};
use libfuzzer_sys::fuzz_target;

#[path = "../../tests/testsuite/support/oracle.rs"]
mod oracle;
#[path = "../../tests/testsuite/support/text.rs"]
#[allow(dead_code)]
mod text;

use oracle::Oracle;

fuzz_target!(|data: &[u8]| {
    let [choice, cut, input @ ..] = data else { return };
    let options = options(*choice);
    let whole = run(&[input], &options);
    let (head, tail) = input.split_at(usize::from(*cut).min(input.len()));
    assert_eq!(run(&[head, tail], &options), whole);
    if whole.2.is_ok() {
        assert!(whole.0.lines().all(|line| text::is_json(line.as_bytes())), "{:?}", whole.0);
    }
});

/// A bit an option.
fn options(choice: u8) -> EngineOptions {
    EngineOptions {
        skip_prose: choice & 1 != 0,
        quote_lookahead: choice & 2 != 0,
        unwrap_string: choice & 4 != 0,
        decode_entities: choice & 8 != 0,
        replace_bytes: choice & 16 != 0,
        multi_root: match choice >> 5 & 3 {
            0 => MultiRoot::First,
            1 => MultiRoot::Array,
            2 => MultiRoot::Lines,
            _ => MultiRoot::Error,
        },
        ..EngineOptions::default()
    }
}

fn run(
    pieces: &[&[u8]],
    options: &EngineOptions,
) -> (String, Vec<Repair>, Result<Completeness, Error>) {
    let mut oracle = Oracle::default();
    let end = feed(pieces, options, &mut oracle);
    if end.is_ok() {
        oracle.finish();
    }
    assert!(oracle.faults.is_empty(), "{:?}", oracle.faults);
    (oracle.text, oracle.repairs, end)
}

fn feed(
    pieces: &[&[u8]],
    options: &EngineOptions,
    sink: &mut impl Sink,
) -> Result<Completeness, Error> {
    let mut engine = Engine::new(options.clone());
    for piece in pieces {
        engine.feed(piece, sink)?;
    }
    engine.finish(sink)
}
