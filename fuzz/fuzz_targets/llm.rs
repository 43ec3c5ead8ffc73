//! Any bytes as a stream of events: no panic, the same in one piece and in two, lines that are JSON.
//!
//! `cargo +nightly fuzz run llm`. The first byte of the input chooses options, the second the cut.
#![no_main]

use jsonmend::error::Error;
use jsonmend::provider::{Demux, DemuxOptions, PROVIDERS, Update};
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

fuzz_target!(|data: &[u8]| {
    let [choice, cut, input @ ..] = data else { return };
    let options = options(*choice);
    let whole = run(&[input], &options);
    let (head, tail) = input.split_at(usize::from(*cut).min(input.len()));
    assert_eq!(run(&[head, tail], &options), whole);
    for line in whole.0.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
        assert!(serde_json::from_slice::<IgnoredAny>(line).is_ok());
    }
});

/// Three bits for the provider, one for each other choice.
fn options(choice: u8) -> DemuxOptions {
    let mut options = DemuxOptions {
        provider: PROVIDERS.get(usize::from(choice & 7)).map(|row| row.provider),
        sse: choice & 8 != 0,
        text: choice & 16 != 0,
        ..DemuxOptions::default()
    };
    if choice & 32 != 0 {
        options.limits.event = 200;
        options.limits.arguments = 16;
        options.limits.calls = 2;
    }
    if choice & 64 != 0 {
        options.provider = None;
    }
    options
}

fn run(pieces: &[&[u8]], options: &DemuxOptions) -> (Vec<u8>, Result<(), Error>) {
    let mut out = Vec::new();
    let mut listen = |update: Update<'_>| update.write(&mut out);
    let mut demux = Demux::new(options.clone());
    for piece in pieces {
        demux.feed(piece, &mut listen);
    }
    let end = demux.finish(&mut listen);
    (out, end)
}
