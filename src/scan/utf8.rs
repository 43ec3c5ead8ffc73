//! Bytes and the text they are: where it ends, and text made of them.

use simdutf8::basic;
use simdutf8::compat::from_utf8;
use std::str::Utf8Error;

/// What stands at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head<'a> {
    /// Valid text.
    pub(crate) text: &'a str,
    /// The bytes behind it.
    pub(crate) rest: Rest<'a>,
}

/// What follows valid text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rest<'a> {
    /// Nothing.
    Nothing,
    /// The start of a character, at most three bytes; more may come.
    Cut(&'a [u8]),
    /// This many bytes that are no character, and what follows them.
    Invalid(usize, &'a [u8]),
}

/// Splits `bytes` at the first byte that is not valid UTF-8.
#[inline]
pub(crate) fn head(bytes: &[u8]) -> Head<'_> {
    if bytes.len() >= SHORT
        && let Some(head) = long_head(bytes)
    {
        return head;
    }
    short_head(bytes)
}

/// The same for a few bytes.
#[inline]
fn short_head(bytes: &[u8]) -> Head<'_> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Head { text, rest: Rest::Nothing },
        Err(error) => split(bytes, error),
    }
}

/// The same for many bytes that hold no fault. Pieces end in the middle of a character as a rule,
/// where characters are long.
fn long_head(bytes: &[u8]) -> Option<Head<'_>> {
    let (whole, last) = bytes.split_at(bytes.len() - cut(bytes));
    let text = from_utf8(whole).ok()?;
    Some(Head { text, rest: short_head(last).rest })
}

/// Up to here the standard library is as fast.
const SHORT: usize = 64;

/// How many bytes at the end look like the start of a character that goes on behind them.
fn cut(bytes: &[u8]) -> usize {
    let tail = bytes.last_chunk::<3>().map_or(bytes, |tail| tail);
    let is_lead = |&b: &u8| b >= 0xc0;
    let width = |lead: u8| {
        if lead >= 0xf0 {
            4
        } else if lead >= 0xe0 {
            3
        } else {
            2
        }
    };
    match tail.iter().rposition(is_lead) {
        Some(at) if width(tail[at]) > tail.len() - at => tail.len() - at,
        _ => 0,
    }
}

/// Splits `bytes` at the fault or the start of a character that they hold.
#[cold]
fn split(bytes: &[u8], error: Utf8Error) -> Head<'_> {
    let (valid, rest) = bytes.split_at(error.valid_up_to());
    // The prefix was found valid a moment ago; checking it again costs only where a fault is.
    let text = from_utf8(valid).unwrap_or_default();
    let rest = match error.error_len() {
        None => Rest::Cut(rest),
        Some(len) => Rest::Invalid(len, &rest[len..]),
    };
    Head { text, rest }
}

/// Text in the room of the bytes it is; `None` if they are none.
///
/// [`String::from_utf8`] does the same and asks each character beyond ASCII by itself. With it, `repair` takes
/// 525 µs for a document of 630 KB with many of them, with this 437; its plan as JSON 1,069 and 703. Made
/// without `unsafe`, text checked in this way is a copy, which alone takes 300.
pub(crate) fn into_string(bytes: Vec<u8>) -> Option<String> {
    basic::from_utf8(&bytes).ok()?;
    // SAFETY: these very bytes have just been found to be UTF-8.
    #[allow(unsafe_code)]
    Some(unsafe { String::from_utf8_unchecked(bytes) })
}

/// Whether the first two bytes of a document are those of UTF-16 or UTF-32: half a byte order mark
/// each, or NUL beside a character. Behind a quote, a NUL may be text.
pub(crate) fn is_wide(start: [u8; 2]) -> bool {
    match start {
        [0xff, 0xfe] | [0xfe, 0xff] | [0, _] => true,
        [first, 0] => !matches!(first, b'"' | b'\''),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_ends_where_a_character_is_cut_or_broken() {
        assert_eq!(head(b"ab"), Head { text: "ab", rest: Rest::Nothing });
        assert_eq!(head(b"a\xc3"), Head { text: "a", rest: Rest::Cut(b"\xc3") });
        assert_eq!(head(b"a\xffb"), Head { text: "a", rest: Rest::Invalid(1, b"b") });
        assert_eq!(head(b"\xe2\x82x"), Head { text: "", rest: Rest::Invalid(2, b"x") });
        assert_eq!(head(b"a\xe0\x80"), Head { text: "a", rest: Rest::Invalid(1, b"\x80") });
        assert_eq!(head(b"a\xf0\x9f\x98"), Head { text: "a", rest: Rest::Cut(b"\xf0\x9f\x98") });
        assert_eq!(head(b"a\xf5"), Head { text: "a", rest: Rest::Invalid(1, b"") });
    }

    #[test]
    fn text_is_made_of_what_the_standard_library_takes_for_text() {
        let alphabet = ["a", "\"", "\0", "é", "\u{85}", "漢", "\u{ffff}", "😀", "\u{10ffff}"];
        let mut seed = 1_u64;
        let mut random = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let (mut texts, mut others) = (0, 0);
        for _ in 0..20_000 {
            let mut bytes = Vec::new();
            for _ in 0..random(200) {
                bytes.extend_from_slice(alphabet[random(alphabet.len())].as_bytes());
            }
            // Half of them are broken: a byte is changed, or the end is cut off.
            match random(4) {
                0 if !bytes.is_empty() => {
                    let at = random(bytes.len());
                    bytes[at] = random(256) as u8;
                }
                1 => bytes.truncate(random(bytes.len() + 1)),
                _ => {}
            }
            let expected = String::from_utf8(bytes.clone()).ok();
            let count = if expected.is_some() { &mut texts } else { &mut others };
            *count += 1;
            assert_eq!(into_string(bytes), expected);
        }
        assert!(texts > 5_000 && others > 5_000, "{texts} texts, {others} others");
    }

    #[test]
    fn wide_encodings_show_in_the_first_bytes() {
        for start in [*b"\xff\xfe", *b"\xfe\xff", *b"{\0", *b"\0{", *b"\0\0", *b"1\0"] {
            assert!(is_wide(start), "{start:?}");
        }
        for start in [*b"{\"", *b"\"\0", *b"[1"] {
            assert!(!is_wide(start), "{start:?}");
        }
    }
}
