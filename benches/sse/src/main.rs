//! MB/s of server-sent events in: jsonmend beside SSE crates with serde_json on the same payloads.
//!
//! `cargo run --release --manifest-path benches/sse/Cargo.toml`. All are measured in turns in one run, and
//! the best turn of each counts; the ratios mean more than the figures. With the name of a file jm-llm's
//! layer alone reads that, for a profiler.

use std::convert::Infallible;
use std::hint::black_box;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::{FutureExt as _, StreamExt as _, stream};
use http_body::Frame;
use http_body_util::StreamBody;
use jsonmend::framing::{Frame as Found, Framer};
use jsonmend::provider::{Demux, DemuxOptions, Update};
use serde::Deserialize;
use serde_json::Value;
use sse_core::{SseDecoder, SseEvent};
use sse_stream::SseStream;

/// How much a read gives.
const READ: usize = 64 << 10;
/// The size of the stream.
const SIZE: usize = 32 << 20;
const TURNS: usize = 5;

/// Calls whose arguments come in fragments of this many bytes.
fn chat(fragment: usize) -> Vec<u8> {
    let top = r#""id":"chatcmpl-ABfwAwrNePHUgBBezonVC6MX3zd63","object":"chat.completion.chunk","created":1727346178,"model":"m-2024","system_fingerprint":"fp_5050236cbd""#;
    let event = |delta: &str, reason: &str| {
        format!(
            r#"data: {{{top},"choices":[{{"index":0,"delta":{delta},"logprobs":null,"finish_reason":{reason}}}]}}"#
        ) + "\n\n"
    };
    let text = "the quick brown fox ".repeat(1 + fragment / 20);
    let part = event(
        &format!(
            r#"{{"tool_calls":[{{"index":0,"function":{{"arguments":"{}"}}}}]}}"#,
            &text[..fragment]
        ),
        "null",
    );
    let mut call = event(
        r#"{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"w","arguments":"{\"t\":\""}}]}"#,
        "null",
    );
    (0..200).for_each(|_| call.push_str(&part));
    call += &event(r#"{"tool_calls":[{"index":0,"function":{"arguments":"\"}"}}]}"#, "null");
    call += &event("{}", "\"tool_calls\"");
    call += "data: [DONE]\n\n";
    call.repeat(SIZE / call.len()).into_bytes()
}

#[derive(Deserialize)]
struct Chunk {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Delta,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    tool_calls: Vec<Call>,
}

#[derive(Deserialize)]
struct Call {
    function: Function,
}

#[derive(Deserialize)]
struct Function {
    arguments: Option<String>,
}

/// What a program does with a payload that knows the one shape it gets.
fn typed(data: &str, arguments: &mut String) {
    let Ok(chunk) = serde_json::from_str::<Chunk>(data) else { return };
    for choice in chunk.choices {
        for call in choice.delta.tool_calls {
            arguments.push_str(call.function.arguments.as_deref().unwrap_or_default());
        }
        if choice.finish_reason.is_some() {
            black_box(serde_json::from_str::<Value>(arguments).is_ok());
            arguments.clear();
        }
    }
}

/// What a program does with a payload that may have any shape.
fn tree(data: &str, arguments: &mut String) {
    let Ok(chunk) = serde_json::from_str::<Value>(data) else { return };
    let choice = &chunk["choices"][0];
    let text = &choice["delta"]["tool_calls"][0]["function"]["arguments"];
    arguments.push_str(text.as_str().unwrap_or_default());
    if !choice["finish_reason"].is_null() {
        black_box(serde_json::from_str::<Value>(arguments).is_ok());
        arguments.clear();
    }
}

fn with_core(input: &[u8], mut take: impl FnMut(&str)) {
    let mut decoder = SseDecoder::new();
    for mut piece in input.chunks(READ) {
        while let Some(event) = decoder.next(&mut piece) {
            if let Ok(SseEvent::Message(message)) = event {
                take(&message.data);
            }
        }
    }
}

fn with_stream(input: &[u8], mut take: impl FnMut(&str)) {
    let pieces: Vec<_> = input.chunks(READ).map(Bytes::copy_from_slice).collect();
    let frames =
        stream::iter(pieces.into_iter().map(|piece| Ok::<_, Infallible>(Frame::data(piece))));
    let mut events = SseStream::new(StreamBody::new(frames));
    while let Some(Some(Ok(event))) = events.next().now_or_never() {
        take(event.data.as_deref().unwrap_or_default());
    }
}

fn framed(input: &[u8], mut take: impl FnMut(&str)) {
    let mut framer = Framer::new(16 << 20, true);
    let mut each = |found: Found<'_>| {
        if let Found::Payload { text, .. } = found {
            take(text);
        }
    };
    input.chunks(READ).for_each(|piece| framer.feed(piece, &mut each));
    framer.finish(&mut each);
}

fn demux(input: &[u8], lines: bool) {
    let mut out = Vec::new();
    let mut demux = Demux::new(DemuxOptions::default());
    let mut listen = |update: Update<'_>| {
        if lines || matches!(update, Update::End(_) | Update::StreamEnd(_)) {
            update.write(&mut out);
        }
        if out.len() > READ {
            black_box(&out);
            out.clear();
        }
    };
    input.chunks(READ).for_each(|piece| demux.feed(piece, &mut listen));
    let _ = demux.finish(&mut listen);
}

type Way = (&'static str, fn(&[u8]));

const WAYS: &[Way] = &[
    ("framing alone: jsonmend", |input| {
        framed(input, |text| {
            black_box(text.len());
        })
    }),
    ("framing alone: sse-core", |input| {
        with_core(input, |text| {
            black_box(text.len());
        })
    }),
    ("framing alone: sse-stream", |input| {
        with_stream(input, |text| {
            black_box(text.len());
        })
    }),
    ("jm-llm", |input| demux(input, false)),
    ("jm-llm --follow", |input| demux(input, true)),
    ("sse-stream + serde_json, typed", |input| {
        let mut text = String::new();
        with_stream(input, |data| typed(data, &mut text));
    }),
    ("sse-stream + serde_json, Value", |input| {
        let mut text = String::new();
        with_stream(input, |data| tree(data, &mut text));
    }),
    ("sse-core + serde_json, typed", |input| {
        let mut text = String::new();
        with_core(input, |data| typed(data, &mut text));
    }),
];

fn main() {
    if let Some(file) = std::env::args().nth(1) {
        let input = std::fs::read(file).unwrap_or_default();
        return demux(&input, false);
    }
    for fragment in [4, 16, 200] {
        let input = chat(fragment);
        let mut best = vec![Duration::MAX; WAYS.len()];
        for _ in 0..TURNS {
            for ((_, way), best) in WAYS.iter().zip(&mut best) {
                let start = Instant::now();
                way(&input);
                *best = start.elapsed().min(*best);
            }
        }
        println!("fragments of {fragment} bytes");
        for ((name, _), best) in WAYS.iter().zip(best) {
            println!("  {:>6.0} MB/s  {name}", input.len() as f64 / 1e6 / best.as_secs_f64());
        }
    }
}
