//! JSON as text: white space dropped, tokens, validity; independent of the engine.

use serde::de::IgnoredAny;

/// Calls `keep` for each byte outside strings, with the nesting depth there, and copies what it
/// wants and every string.
fn filter(text: &[u8], mut keep: impl FnMut(u8, usize) -> bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let (mut in_string, mut escaped, mut depth) = (false, false, 0usize);
    for &byte in text {
        if in_string {
            out.push(byte);
            in_string = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if keep(byte, depth) {
            out.push(byte);
        }
    }
    out
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The text without white space outside strings.
pub(crate) fn compact(text: &[u8]) -> Vec<u8> {
    filter(text, |byte, _| !is_space(byte))
}

/// As [`compact`], and without the commas between root values.
pub(crate) fn compact_roots(text: &[u8]) -> Vec<u8> {
    filter(text, |byte, depth| !is_space(byte) && (byte != b',' || depth > 0))
}

/// Whether a strict parser accepts the text. Ignoring the values keeps it iterative and blind to
/// the range of numbers.
pub(crate) fn is_json(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok() && serde_json::from_slice::<IgnoredAny>(text).is_ok()
}

/// Whether the text holds `\ud800`…`\udfff` without its other half: valid, but replaced (R031).
pub(crate) fn has_lone_surrogate(text: &[u8]) -> bool {
    let (mut index, mut high) = (0, false);
    while index < text.len() {
        let unit = (text[index] == b'\\' && text.get(index + 1) == Some(&b'u'))
            .then(|| text.get(index + 2..index + 6))
            .flatten()
            .and_then(|digits| u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        let is_low = unit.is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
        if high != is_low {
            return true;
        }
        high = unit.is_some_and(|unit| (0xd800..0xdc00).contains(&unit));
        index += match unit {
            Some(_) => 6,
            None if text[index] == b'\\' => 2,
            None => 1,
        };
    }
    high
}

/// A token of valid JSON; commas and colons are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    Open(u8),
    Close(u8),
    Key(&'a str),
    /// A string value, between its quotes.
    Text(&'a str),
    /// A number or literal.
    Scalar(&'a str),
}

/// The tokens of valid, compact JSON.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut index = 0;
    while index < bytes.len() {
        let start = index;
        index += 1;
        match bytes[start] {
            byte @ (b'{' | b'[') => tokens.push(Token::Open(byte)),
            byte @ (b'}' | b']') => tokens.push(Token::Close(byte)),
            b',' | b':' => {}
            b'"' => {
                while index < bytes.len() && bytes[index] != b'"' {
                    index += if bytes[index] == b'\\' { 2 } else { 1 };
                }
                let inner = text.get(start + 1..index).unwrap_or_default();
                index += 1;
                let is_key = bytes.get(index) == Some(&b':');
                tokens.push(if is_key { Token::Key(inner) } else { Token::Text(inner) });
            }
            _ => {
                while index < bytes.len() && !b",:]}".contains(&bytes[index]) {
                    index += 1;
                }
                tokens.push(Token::Scalar(&text[start..index]));
            }
        }
    }
    tokens
}

#[test]
fn surrogates_without_their_other_half_are_found() {
    for (text, is_lone) in [
        (r#""\ud83d\ude00""#, false),
        (r#""\\ud800""#, false),
        (r#""\ud800""#, true),
        (r#""\ude00\ud83d""#, true),
        (r#""\ud83d\ud83d\ude00""#, true),
        (r#""\ud83dx\ude00""#, true),
    ] {
        assert_eq!(has_lone_surrogate(text.as_bytes()), is_lone, "{text}");
    }
}

#[test]
fn white_space_goes_outside_strings_only() {
    let text = b" { \"a \\\" b\" : [ 1 ,\n2 ] } , 3 ";
    assert_eq!(compact(text), b"{\"a \\\" b\":[1,2]},3");
    assert_eq!(compact_roots(text), b"{\"a \\\" b\":[1,2]}3");
}
