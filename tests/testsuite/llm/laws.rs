//! What holds for every stream: ours, recorded ones where they are, broken ones.

use std::collections::HashMap;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use jsonmend::framing::record::{Record, unquote};
use jsonmend::provider::DemuxOptions;
use serde_json::Value;

use crate::support::random::{Budget, Random, for_each_case};
use crate::support::streams::{CASES, Case, Outcome, pieces, read, recorded, whole};

/// Every stream, with the options it is read under.
fn streams() -> Vec<(String, Vec<u8>, DemuxOptions)> {
    let own = CASES.iter().map(|case| (case.id.clone(), case.input.clone(), case.options()));
    let others = recorded().into_iter().map(|(name, input)| (name, input, DemuxOptions::default()));
    own.chain(others).collect()
}

fn check_all(check: impl Fn(&[u8], &DemuxOptions) -> Result<(), String>) {
    let broken: Vec<String> = streams()
        .iter()
        .filter_map(|(name, input, options)| {
            check(input, options).err().map(|fault| format!("{name}: {fault}"))
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The fragments of each call, put together, are its arguments; a call is told before its fragments.
fn fragments_are_the_arguments(outcome: &Outcome) -> Result<(), String> {
    let mut joined: HashMap<u64, String> = HashMap::new();
    for line in &outcome.lines {
        // Not as a tree of values: that refuses numbers which no double holds.
        let record = Record::new(line).ok_or_else(|| format!("no JSON: {line}"))?;
        let member = |name: &str| record.member(name).map(|span| record.text(span));
        let string = |name: &str| member(name).and_then(unquote).unwrap_or_default();
        let Some(call) = member("call").and_then(|call| call.parse::<u64>().ok()) else { continue };
        let kind = string("type");
        match (&*kind, joined.get_mut(&call)) {
            ("call.open", None) => drop(joined.insert(call, String::new())),
            ("call.delta", Some(text)) => text.push_str(&string("text")),
            ("call.reset", Some(text)) => text.clear(),
            ("call.end", Some(text)) => {
                let expected = string("arguments");
                if *text != expected {
                    return Err(format!("fragments {text:?}, arguments {expected:?}"));
                }
            }
            _ => return Err(format!("{kind} of call {call} in the wrong place")),
        }
    }
    Ok(())
}

fn is_the_same_in_pieces(
    input: &[u8],
    options: &DemuxOptions,
    random: &mut Random,
) -> Result<(), String> {
    let expected = whole(input, options.clone());
    let cuts = [input.chunks(1).collect(), input.chunks(2).collect(), pieces(random, input)];
    for cut in cuts {
        let found = read(cut, options.clone());
        if found != expected {
            let at = found.lines.iter().zip(&expected.lines).position(|(a, b)| a != b);
            let at = at.unwrap_or(found.lines.len().min(expected.lines.len()));
            return Err(format!(
                "cut {:?} {:?}, whole {:?} {:?}",
                found.lines.get(at),
                found.end,
                expected.lines.get(at),
                expected.end
            ));
        }
    }
    Ok(())
}

#[test]
fn the_way_a_stream_is_cut_changes_nothing() {
    check_all(|input, options| is_the_same_in_pieces(input, options, &mut Random::new(7)));
}

#[test]
fn joined_fragments_are_the_arguments() {
    check_all(|input, options| fragments_are_the_arguments(&whole(input, options.clone())));
}

/// A call that a prefix calls complete has all its arguments, and nothing that comes later takes that
/// back but an error.
fn no_false_complete(prefix: &[u8], all: &[Value], options: &DemuxOptions) -> Result<(), String> {
    for call in whole(prefix, options.clone()).of("call.end") {
        let later = call["call"].as_u64().and_then(|number| all.get(number as usize));
        let holds = call["end"] != "complete"
            || later.is_some_and(|later| {
                let ends = [&Value::from("complete"), &Value::from("provider_error")];
                later["arguments"] == call["arguments"] && ends.contains(&&later["end"])
            });
        if !holds || call["executable"] == true && call["end"] != "complete" {
            let later = later.map(Value::to_string);
            return Err(format!("cut at {}: {call}, later {later:?}", prefix.len()));
        }
    }
    Ok(())
}

#[test]
fn a_stream_that_is_cut_anywhere_gives_no_false_complete() {
    check_all(|input, options| {
        let all = whole(input, options.clone()).of("call.end");
        // Each place of a short stream, some of a long one.
        let step = 1 + input.len() * input.len() / 150_000;
        (0..input.len())
            .step_by(step)
            .try_for_each(|end| no_false_complete(&input[..end], &all, options))
    });
}

/// The streams that end well, and have a mark of their end or begin with one of their beginning. Where no
/// empty line parts the events, comments behind the mark may be of either stream.
fn whole_streams() -> Vec<(&'static str, &'static [u8])> {
    let cases = CASES.iter().filter(|case| {
        let streams = case.case["streams"].as_array().map(Vec::len);
        streams == Some(1) && case.case["options"].is_null() && !case.id.starts_with("gemini")
    });
    let whole_ones = cases.filter(|case| {
        let outcome = whole(&case.input, case.options());
        let is_sound = outcome.of("stream.end").iter().all(|end| end["end"] == "complete");
        let is_parted = !outcome.lines.iter().any(|line| line.contains("missing_event_separator"));
        is_sound && is_parted && (case.input.ends_with(b"\n") || case.id.contains("binary"))
    });
    // Behind other text chunks are not looked for, unless a head is before them.
    let seen = |case: &&Case| !case.id.contains("chunked") || case.input.starts_with(b"HTTP/");
    let marked = whole_ones.filter(seen).filter(|case| {
        let text = String::from_utf8_lossy(&case.input);
        !case.id.starts_with("chat") && !case.id.starts_with("framing") || text.contains("[DONE]")
    });
    marked.map(|case| (case.id.as_str(), case.input.as_slice())).collect()
}

#[test]
fn two_streams_one_after_the_other_give_both_outputs() {
    let streams = whole_streams();
    assert!(streams.len() > 50, "{} streams end well", streams.len());
    let mut broken = Vec::new();
    for (first, head) in &streams {
        let before = whole(head, DemuxOptions::default());
        let first_call = before.of("call.end").len() as u64;
        for (second, tail) in streams.iter().step_by(3) {
            let after = whole(tail, DemuxOptions { first_call, ..DemuxOptions::default() });
            let both = whole(&[*head, *tail].concat(), DemuxOptions::default());
            if both.lines != [&before.lines[..], &after.lines[..]].concat() {
                broken.push(format!("{first} then {second}"));
            }
        }
    }
    assert!(broken.is_empty(), "{}:\n{}", broken.len(), broken.join("\n"));
}

fn gzip(input: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(input).expect("memory takes every write");
    encoder.finish().expect("memory takes every write")
}

/// In chunks of `size`, with `more` behind the size of each.
fn chunked(input: &[u8], size: usize, more: &str) -> Vec<u8> {
    let head = |part: &[u8]| format!("{:x}{more}\r\n", part.len());
    let chunk = |part: &[u8]| [head(part).as_bytes(), part, b"\r\n"].concat();
    let mut out: Vec<u8> = input.chunks(size).flat_map(chunk).collect();
    out.extend_from_slice(b"0\r\n\r\n");
    out
}

#[test]
fn a_coding_around_a_stream_changes_nothing() {
    check_all(|input, options| {
        let expected = whole(input, options.clone());
        let head = b"HTTP/1.1 200 OK\r\ncontent-type: x\r\n\r\n";
        for (coding, coded) in [
            ("gzip", gzip(input)),
            ("chunks", chunked(input, 29, "")),
            ("chunks of which more is said", chunked(input, 31, " ;a=\"b\";c")),
            ("gzip in chunks", chunked(&gzip(input), 7, "")),
            ("a head", [&head[..], input].concat()),
        ] {
            // A head does not stand before a head, and codings do not nest for ever.
            let is_coded = input.starts_with(b"HTTP/") || input.starts_with(b"\x1f");
            if input.is_empty() || is_coded && matches!(coding, "a head" | "gzip in chunks") {
                continue;
            }
            if whole(&coded, options.clone()) != expected {
                return Err(coding.to_owned());
            }
        }
        Ok(())
    });
}

#[test]
fn line_ends_of_any_kind_are_the_same() {
    for case in CASES.iter().filter(|case| !case.case["sse"].is_null()) {
        let text = String::from_utf8_lossy(&case.input).into_owned();
        let expected = whole(text.as_bytes(), case.options());
        for ends in ["\r\n", "\r"] {
            let found = whole(text.replace('\n', ends).as_bytes(), case.options());
            assert_eq!(found, expected, "{} with {ends:?}", case.id);
        }
    }
}

/// Bytes that framings and providers give a meaning to.
pub(super) const TOKENS: &[&[u8]] = &[
    b"\n",
    b"\r",
    b"\n\n",
    b"\r\n\r\n",
    b"data: ",
    b"data:",
    b"event: error\n",
    b"event: done\n",
    b"error: ",
    b": x\n",
    b"[DONE]",
    b"data: [DONE]\n\n",
    b"HTTP/1.1 200 OK\r\n\r\n",
    b"HTTP/2 500 \r\n\r\n",
    b"<html>\n",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b"\"",
    b"\\",
    b"\\ud83d",
    b"null",
    b"1",
    b"\x00",
    b"\x1f\x8b",
    b"\xff",
    b"\xef\xbb\xbf",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"{ [5 bytes data]\n",
];

fn broken(
    random: &mut Random,
    streams: &[(String, Vec<u8>, DemuxOptions)],
) -> (Vec<u8>, DemuxOptions) {
    let (_, input, options) = &streams[random.below(streams.len())];
    let mut input = input.get(..4096).unwrap_or(input).to_vec();
    for _ in 0..1 + random.below(4) {
        let at = random.below(input.len() + 1);
        match random.below(5) {
            0 => input.truncate(at),
            1 => drop(input.splice(at..(at + random.below(9)).min(input.len()), [])),
            2 => {
                let (_, other, _) = &streams[random.below(streams.len())];
                let start = random.below(other.len() + 1);
                let length = random.below(600);
                input.splice(at..at, other[start..].iter().take(length).copied());
            }
            3 if at < input.len() => input[at] = random.next() as u8,
            _ => drop(input.splice(at..at, random.pick(TOKENS).iter().copied())),
        }
    }
    let mut options = options.clone();
    if random.one_in(4) {
        options.limits.event = 1 + random.below(200);
        options.limits.arguments = 1 + random.below(20);
        options.limits.calls = 1 + random.below(3);
    }
    options.sse = random.one_in(8);
    (input, options)
}

#[test]
fn llm_fuzz_holds_the_laws() {
    let streams = streams();
    for_each_case(&Budget::Seconds(2), |random| {
        let (input, options) = broken(random, &streams);
        let shown = || format!("{:?}", String::from_utf8_lossy(&input));
        is_the_same_in_pieces(&input, &options, random)
            .and_then(|()| fragments_are_the_arguments(&whole(&input, options.clone())))
            .and_then(|()| {
                let all = whole(&input, options.clone()).of("call.end");
                for call in &all {
                    if call["executable"] == true
                        && (call["end"] != "complete" || call["json"] == "text")
                    {
                        return Err(format!("executable: {call}"));
                    }
                }
                Ok(())
            })
            .map_err(|fault| format!("{fault}\n{}\n{options:?}", shown()))
    });
}
