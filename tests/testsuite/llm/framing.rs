//! The framer beside a crate that keeps to the standard, on streams that keep to it too; and bodies that
//! keep to nothing, cut in every way.

use jsonmend::framing::{Frame, Framer};
use sse_core::SseDecoder;

use super::frames::frames;
use super::laws::TOKENS;
use crate::support::random::{Budget, Random, for_each_case};
use crate::support::streams::pieces;

/// An event: its name and its data.
type Event = (String, String);

/// Lines and parts of lines whose meaning the standard and the framer agree on: no line begins as
/// JSON, a head or a log does, and no data is JSON.
const PARTS: &[&str] = &[
    "data: one",
    "data:two",
    "data:  three",
    "data",
    "data:",
    "data: caf\u{e9} \u{2028}\u{85}",
    "data: a: b",
    "event: message",
    "event:delta",
    "event",
    ": comment",
    ":",
    "id: 7",
    "retry: 10",
    "unknown: x",
    "unknown",
    "data: \u{feff}",
    "",
    "",
];

const LINE_ENDS: &[&str] = &["\n", "\r\n", "\r"];

fn stream(random: &mut Random) -> Vec<u8> {
    let mut text = String::from(if random.one_in(4) { "\u{feff}" } else { "" });
    let end = random.pick(LINE_ENDS);
    for _ in 0..random.below(30) {
        text.push_str(random.pick(PARTS));
        text.push_str(if random.one_in(9) { random.pick(LINE_ENDS) } else { end });
    }
    // What no empty line ends is dropped by the standard; the framer may keep it.
    text.push_str(end);
    text.push_str(end);
    let mut bytes = text.into_bytes();
    if random.one_in(3) {
        let at = random.below(bytes.len());
        if bytes[at].is_ascii_lowercase() {
            bytes[at] = 0xff;
        }
    }
    bytes
}

fn framed<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Vec<Event> {
    let mut events = Vec::new();
    let mut framer = Framer::new(1 << 20, true);
    let mut take = |frame: Frame<'_>| {
        if let Frame::Payload { name, text } = frame {
            let name = if name == "message" { "" } else { name };
            events.push((name.to_owned(), text.to_owned()));
        }
    };
    for piece in pieces {
        framer.feed(piece, &mut take);
    }
    framer.finish(&mut take);
    events
}

fn by_the_standard(input: &[u8]) -> Vec<Event> {
    let mut decoder = SseDecoder::new();
    let mut rest = input;
    let mut events = Vec::new();
    while let Some(event) = decoder.next(&mut rest) {
        if let Ok(sse_core::SseEvent::Message(message)) = event {
            // An event without a name is called so by the standard.
            let name = Some(message.event.to_string()).filter(|name| name != "message");
            events.push((name.unwrap_or_default(), message.data.to_string()));
        }
    }
    events
}

#[test]
fn the_framer_keeps_to_the_standard_where_a_stream_does() {
    for_each_case(&Budget::Cases(2000), |random| {
        let input = stream(random);
        let shown = || format!("{:?}", String::from_utf8_lossy(&input));
        let expected = by_the_standard(&input);
        let whole = framed([&input[..]]);
        let cut = framed(pieces(random, &input));
        if whole != expected || cut != expected {
            return Err(format!("{}\n{whole:?}\n{cut:?}\n{expected:?}", shown()));
        }
        Ok(())
    });
}

/// A binary message of AWS; each number in it is right.
fn message(random: &mut Random) -> Vec<u8> {
    let payload = "{\"a\":1}\n".repeat(random.below(6));
    let headers = random.pick(&[&b""[..], b"\x0d:message-type\x07\0\x05event"]);
    let total = 16 + headers.len() + payload.len();
    let mut bytes = [(total as u32).to_be_bytes(), (headers.len() as u32).to_be_bytes()].concat();
    bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
    bytes.extend([headers, payload.as_bytes()].concat());
    bytes.extend(crc32fast::hash(&bytes).to_be_bytes());
    bytes
}

/// Messages, whole and broken, and what of text and other bodies may come between them.
fn body(random: &mut Random) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..1 + random.below(12) {
        let mut part = match random.below(3) {
            0 => message(random),
            _ => random.pick(TOKENS).to_vec(),
        };
        let at = random.below(part.len());
        match random.below(6) {
            0 => part.truncate(at),
            1 => part[at] ^= 1 << random.below(8),
            _ => {}
        }
        bytes.extend(part);
    }
    bytes
}

#[test]
fn a_broken_body_has_the_same_frames_however_it_is_cut() {
    for_each_case(&Budget::Cases(20_000), |random| {
        let input = body(random);
        let (max, sse) = (random.pick(&[8, 24, 1 << 16]), random.one_in(8));
        let whole = frames([&input[..]], max, sse);
        for cut in [input.chunks(1).collect(), pieces(random, &input)] {
            let found = frames(cut, max, sse);
            if found != whole {
                let input = input.escape_ascii();
                return Err(format!("{max} {sse} {input}\nwhole {whole:?}\ncut   {found:?}"));
            }
        }
        Ok(())
    });
}
