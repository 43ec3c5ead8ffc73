//! Any bytes as a body, as lines, as a record, as a value: no panic, the same in any pieces, strict where it is read.
//!
//! `cargo +nightly fuzz run framing`. The first byte of the input chooses limits, the second the pieces.
#![no_main]

use frames::frames;
use jsonmend::framing::lines::Lines;
use jsonmend::framing::record::{Pattern, Record, unquote};
use jsonmend::framing::value::Index;
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

#[path = "../../tests/testsuite/llm/frames.rs"]
mod frames;

fuzz_target!(|data: &[u8]| {
    let [choice, size, input @ ..] = data else { return };
    let size = usize::from(*size).max(1);
    let max = if choice & 1 == 0 { 64 << 10 } else { 24 };
    let sse = choice & 2 != 0;
    assert_eq!(frames(input.chunks(size), max, sse), frames([input], max, sse));
    assert_eq!(lines(input.chunks(size), max), lines([input], max));
    if let Ok(text) = std::str::from_utf8(input) {
        record(text);
        value(text);
    }
});

/// The lines, with the parts of an over-long one put together.
fn lines<'a>(pieces: impl IntoIterator<Item = &'a [u8]>, max: usize) -> Vec<(bool, Vec<u8>)> {
    use jsonmend::framing::lines::Piece;
    let mut told: Vec<(bool, Vec<u8>)> = Vec::new();
    let mut hear = |piece: Piece<'_>| match piece {
        Piece::Line(line) => told.push((false, line.to_vec())),
        Piece::LongStart(line) => told.push((true, line.to_vec())),
        Piece::LongMore(more) => told.last_mut().expect("it has begun").1.extend_from_slice(more),
        Piece::LongEnd => assert!(told.last().expect("it has begun").1.len() > max),
    };
    let mut splitter = Lines::new(max);
    for piece in pieces {
        splitter.feed(piece, &mut hear);
    }
    splitter.finish(&mut hear);
    told
}

/// What stands in a record is a part of it that is JSON.
fn record(text: &str) {
    let Some(record) = Record::new(text) else { return };
    assert!(is_json(text));
    for pattern in ["", "/*", "/a/*", "/*/*"].into_iter().filter_map(Pattern::new) {
        for found in record.matches(&pattern) {
            let written = record.text(found.span);
            assert!(is_json(written), "{written:?}");
            if let Some(text) = unquote(written) {
                let known = serde_json::from_str::<String>(written).ok();
                assert_eq!(Some(&*text), known.as_deref());
            }
        }
    }
}

/// A value is read where a strict parser reads one, and is what that parser says.
fn value(text: &str) {
    let mut index = Index::default();
    let Some(json) = index.parse(text) else {
        assert!(serde_json::from_str::<serde_json::Value>(text).is_err());
        return;
    };
    assert!(is_json(text));
    assert!(is_json(&json.compact()));
    // Numbers that no double holds are no value there.
    let Ok(known) = serde_json::from_str::<serde_json::Value>(text) else { return };
    assert_eq!(json.is_object(), known.is_object());
    assert_eq!(json.is_array(), known.is_array());
    assert_eq!(json.items().count(), known.as_array().map_or(0, Vec::len));
    assert_eq!(json.str().as_deref(), known.as_str());
    assert_eq!(json.get("a").is_some(), known.get("a").is_some());
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}
