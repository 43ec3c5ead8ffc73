//! Streams of providers that are data, and what comes out of them.

use std::fs;
use std::sync::LazyLock;

use jsonmend::Error;
use jsonmend::provider::{Demux, DemuxOptions, Provider, Update};
use serde_json::Value;

use super::corpus::{lines, project, shared};
use super::random::Random;

/// A stream, and what must come out of it.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) input: Vec<u8>,
    pub(crate) case: Value,
}

/// The streams of our own.
pub(crate) static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let cases = lines(&project("tests/streams/cases.jsonl")).into_iter();
    cases
        .map(|case| Case {
            id: case["id"].as_str().expect("a case has a name").to_owned(),
            input: input(&case),
            case,
        })
        .collect()
});

/// The streams recorded by others, where they are.
pub(crate) fn recorded() -> Vec<(String, Vec<u8>)> {
    let Some(root) = shared("streams") else { return Vec::new() };
    let index = fs::read_to_string(root.join("INDEX.tsv")).expect("the index is readable");
    let names = index.lines().skip(1).filter_map(|row| row.split('\t').next());
    let read = |name: &str| fs::read(root.join(name)).expect("the recording is readable");
    names.map(|name| (name.to_owned(), read(name))).collect()
}

fn input(case: &Value) -> Vec<u8> {
    if let Some(payloads) = case["sse"].as_array() {
        let texts = payloads.iter().map(|payload| {
            let text = payload.as_str().map_or_else(|| payload.to_string(), str::to_owned);
            format!("data: {text}\n\n")
        });
        return texts.collect::<String>().into_bytes();
    }
    match case["text"].as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => super::corpus::bytes(case).expect("a stream is payloads, text or hex"),
    }
}

impl Case {
    pub(crate) fn options(&self) -> DemuxOptions {
        let options = &self.case["options"];
        let mut read = DemuxOptions {
            provider: options["provider"].as_str().and_then(Provider::from_name),
            ..DemuxOptions::default()
        };
        let limit = |name: &str| options[name].as_u64().map(|limit| limit as usize);
        read.limits.event = limit("max_event").unwrap_or(read.limits.event);
        read.limits.arguments = limit("max_length").unwrap_or(read.limits.arguments);
        read.limits.calls = limit("max_calls").unwrap_or(read.limits.calls);
        read
    }
}

/// What comes out of a stream: every line, fragments too, and how it ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) lines: Vec<String>,
    pub(crate) end: Result<(), Error>,
}

impl Outcome {
    /// The lines of a type, parsed.
    pub(crate) fn of(&self, kind: &str) -> Vec<Value> {
        let lines =
            self.lines.iter().filter(|line| line.starts_with(&format!(r#"{{"type":"{kind}""#)));
        lines.map(|line| parsed(line)).collect()
    }
}

/// A line. A number that no double holds is JSON, but none for this reader: its value is left out then.
fn parsed(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| {
        // In a string these quotes would be escaped.
        let start = line.find(r#","value":"#).expect("a line is JSON, its value aside");
        let end = line.rfind(r#","exactness":"#).expect("more follows a value");
        serde_json::from_str(&format!("{}{}", &line[..start], &line[end..]))
            .expect("a line is JSON")
    })
}

#[test]
fn a_line_is_read_whatever_numbers_its_value_holds() {
    let line = r#"{"type":"call.end","call":3,"value":{"a":1e999},"exactness":"exact"}"#;
    assert_eq!(parsed(line)["call"], 3);
    assert_eq!(parsed(line)["exactness"], "exact");
}

/// Reads a stream in these pieces.
pub(crate) fn read<'a>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
    options: DemuxOptions,
) -> Outcome {
    let mut out = Vec::new();
    let mut demux = Demux::new(options);
    let mut listen = |update: Update<'_>| update.write(&mut out);
    for piece in pieces {
        demux.feed(piece, &mut listen);
    }
    let end = demux.finish(&mut listen);
    let text = String::from_utf8(out).expect("lines are text");
    Outcome { lines: text.lines().map(str::to_owned).collect(), end }
}

/// Reads a stream in one piece.
pub(crate) fn whole(input: &[u8], options: DemuxOptions) -> Outcome {
    read([input], options)
}

/// Cuts a stream at random.
pub(crate) fn pieces<'a>(random: &mut Random, mut input: &'a [u8]) -> Vec<&'a [u8]> {
    let most = random.pick(&[1, 3, 17, 300]);
    let mut pieces = Vec::new();
    while !input.is_empty() {
        let (piece, rest) = input.split_at(input.len().min(1 + random.below(most)));
        pieces.push(piece);
        input = rest;
    }
    pieces
}
