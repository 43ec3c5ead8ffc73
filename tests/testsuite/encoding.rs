//! Bytes that are no UTF-8 or another encoding: refused at their place, or replaced where that is asked for.

use jsonmend::engine::EngineOptions;

use crate::support::{laws, run};

/// Ill-formed sequences: lone and missing continuations, overlong forms, surrogates, beyond Unicode.
const ILL_FORMED: &[&[u8]] = &[
    b"\x80",
    b"\xbf\xbf",
    b"\xff",
    b"\xfe",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x98",
    b"\xc0\xaf",
    b"\xc1\xbf",
    b"\xe0\x80\xaf",
    b"\xf0\x80\x80\xaf",
    b"\xed\xa0\x80",
    b"\xed\xb0\x80",
    b"\xf4\x90\x80\x80",
    b"\xf8\x88\x80\x80\x80",
];

/// What stands around them; the last is cut off in the middle of a string.
const AROUND: &[(&str, &str)] =
    &[("\"", "\""), ("[\"é", "😀\"]"), ("{\"k", "\":1}"), ("[\"a\",\"", ""), ("[1,", "2]")];

fn for_each_input(mut check: impl FnMut(&[u8], usize)) {
    for bad in ILL_FORMED {
        for (head, tail) in AROUND {
            let input = [head.as_bytes(), bad, tail.as_bytes()].concat();
            check(&input, head.len());
        }
    }
}

#[test]
fn ill_formed_bytes_are_refused_at_their_place() {
    for_each_input(|input, at| {
        for size in 1..=input.len() {
            let outcome = run::chunked(input, size, &EngineOptions::default());
            let shown = input.escape_ascii();
            assert_eq!(outcome.error(), Some("E040"), "{shown} in pieces of {size}");
            let place = outcome.end.err().and_then(|error| error.position());
            assert_eq!(place.map(|place| place.byte as usize), Some(at), "{shown}");
        }
    });
}

#[test]
fn ill_formed_bytes_in_a_string_are_replaced_as_every_decoder_does() {
    let options = EngineOptions { replace_bytes: true, ..EngineOptions::default() };
    for_each_input(|input, _| {
        assert_eq!(laws::check(input, "--replace-bytes"), Ok(()));
        let decoded = String::from_utf8_lossy(input);
        if decoded.ends_with(['"', '}', ']']) && !decoded.starts_with("[1") {
            let outcome = run::whole(input, &options);
            assert_eq!(outcome.document(), decoded, "{}", input.escape_ascii());
            assert_eq!(outcome.codes(false), ["R034"], "{}", input.escape_ascii());
        }
    });
}

#[test]
fn other_encodings_are_named() {
    let text = "{\"a\":\"é\"}";
    let utf16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
        [mark, &text.encode_utf16().flat_map(bytes).collect::<Vec<_>>()].concat()
    };
    let utf32 = |mark: &[u8], bytes: fn(u32) -> [u8; 4]| {
        [mark, &text.chars().map(u32::from).flat_map(bytes).collect::<Vec<_>>()].concat()
    };
    for input in [
        utf16(b"\xff\xfe", u16::to_le_bytes),
        utf16(b"\xfe\xff", u16::to_be_bytes),
        utf16(b"", u16::to_le_bytes),
        utf16(b"", u16::to_be_bytes),
        utf32(b"\xff\xfe\0\0", u32::to_le_bytes),
        utf32(b"\0\0\xfe\xff", u32::to_be_bytes),
        utf32(b"", u32::to_le_bytes),
        utf32(b"", u32::to_be_bytes),
    ] {
        for size in [1, 2, 3, input.len()] {
            let outcome = run::chunked(&input, size, &EngineOptions::default());
            assert_eq!(outcome.error(), Some("E041"), "{} by {size}", input.escape_ascii());
        }
    }
}
