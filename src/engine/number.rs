//! Numbers: what JSON accepts, what other notations mean, what is left of a number cut short.

use crate::repair::Ambiguity;
use crate::scan::runs;

/// How many bytes one look takes in.
pub(crate) const IN_SIGHT: usize = u32::BITS as usize;

/// What a token that looks like a number is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// JSON as it stands.
    Strict,
    /// A number in another notation (R012), and what may make it another one.
    Normalized(String, Option<Ambiguity>),
    /// Digits that are kept as text (R012): a leading zero.
    Text,
    /// A number cut short (R011), and its longest valid prefix; empty where there is none.
    Cut(usize),
}

/// What stands at the start of `text`: digits, and how many bytes they are.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// The parts of a decimal number.
struct Parts {
    /// Bytes of the sign, 0 or 1.
    sign: usize,
    /// Digits before the point.
    whole: usize,
    /// The point and the digits behind it.
    fraction: Option<usize>,
    /// The letter, the sign and the digits of the exponent.
    exponent: Option<(usize, usize)>,
    /// Bytes in all.
    len: usize,
}

fn parts(text: &[u8]) -> Parts {
    let sign = usize::from(matches!(text.first(), Some(b'-' | b'+')));
    let whole = digits(&text[sign..]);
    let mut len = sign + whole;
    let fraction = (text.get(len) == Some(&b'.')).then(|| digits(&text[len + 1..]));
    len += fraction.map_or(0, |n| n + 1);
    let exponent = (whole + fraction.unwrap_or(0) > 0
        && matches!(text.get(len), Some(b'e' | b'E')))
    .then(|| {
        let sign = usize::from(matches!(text.get(len + 1), Some(b'-' | b'+')));
        (sign, digits(&text[len + 1 + sign..]))
    });
    len += exponent.map_or(0, |(sign, n)| 1 + sign + n);
    Parts { sign, whole, fraction, exponent, len }
}

/// Whether `text` is a JSON number.
pub(crate) fn is_strict(text: &[u8]) -> bool {
    let parts = parts(text);
    parts.len == text.len()
        && parts.whole > 0
        && text[0] != b'+'
        && !(parts.whole > 1 && text[parts.sign] == b'0')
        && parts.fraction != Some(0)
        && parts.exponent.is_none_or(|(_, n)| n > 0)
}

/// The length of the JSON number at the start of `text`, if it shows in one look, and whether it has
/// an exponent; 0 where it does not show or is none.
#[inline]
pub(crate) fn in_sight(text: &[u8]) -> (usize, bool) {
    match text.first_chunk() {
        Some(block) => in_block(block),
        None => {
            let mut block = [0; IN_SIGHT];
            block[..text.len()].copy_from_slice(text);
            in_block(&block)
        }
    }
}

#[inline]
fn in_block(text: &[u8; IN_SIGHT]) -> (usize, bool) {
    const NONE: (usize, bool) = (0, false);
    let digits = runs::digits(text);
    let sign = usize::from(text[0] == b'-');
    let whole = (!(digits >> sign)).trailing_zeros() as usize;
    if whole == 0 || text[sign] == b'0' && whole > 1 {
        return NONE;
    }
    let point = sign + whole;
    // The last byte of the block is never part of the number, and so nothing is shifted out.
    let Some(&byte) = text[..IN_SIGHT - 1].get(point) else { return NONE };
    let mut end = point;
    if byte == b'.' {
        let places = (!(digits >> (point + 1))).trailing_zeros() as usize;
        end = point + 1 + places;
        if places == 0 {
            return NONE;
        }
    }
    match text.get(end) {
        Some(b'e' | b'E') => exponent_in_block(text, digits, end + 1),
        Some(_) => (end, false),
        None => NONE,
    }
}

/// The same for a number whose exponent goes on at `from`.
#[cold]
fn exponent_in_block(text: &[u8; IN_SIGHT], digits: u32, from: usize) -> (usize, bool) {
    let from = from + usize::from(matches!(text.get(from), Some(b'-' | b'+')));
    let places = (!digits.checked_shr(from as u32).unwrap_or_default()).trailing_zeros() as usize;
    let end = from + places;
    if places > 0 && end < IN_SIGHT { (end, true) } else { (0, false) }
}

/// Whether `text` is a number or a literal of JSON.
pub(crate) fn is_scalar(text: &str) -> bool {
    matches!(text, "true" | "false" | "null" | "True" | "False" | "None")
        || is_strict(text.as_bytes())
}

/// What the token `text` is, if it looks like a number; `cut` tells that the input ends with it.
pub(crate) fn read(text: &str, cut: bool) -> Option<Number> {
    let bytes = text.as_bytes();
    if bytes.first().is_none_or(u8::is_ascii_alphabetic) {
        return None;
    }
    if is_strict(bytes) {
        return Some(Number::Strict);
    }
    let spaced = text.split_once([' ', '\t']);
    if let Some((sign @ ("-" | "+"), rest)) = spaced {
        return match read(rest.trim_start(), cut)? {
            Number::Strict if bytes[text.len() - rest.trim_start().len()].is_ascii_digit() => {
                let sign = if sign == "-" { "-" } else { "" };
                Some(Number::Normalized(format!("{sign}{}", rest.trim_start()), None))
            }
            _ => None,
        };
    }
    based(text)
        .or_else(|| decimal(text, cut))
        .or_else(|| grouped(text, cut))
        .or_else(|| suffixed(text))
}

/// `0x1F`, `0o17`, `0b101`, up to 64 bits.
fn based(text: &str) -> Option<Number> {
    let (negative, unsigned) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let radix = match unsigned.get(..2)? {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => return None,
    };
    let digits = &unsigned[2..];
    if digits.starts_with('+') {
        return None;
    }
    let value = u64::from_str_radix(digits, radix).ok()?;
    let sign = if negative { "-" } else { "" };
    Some(Number::Normalized(format!("{sign}{value}"), None))
}

/// `+1`, `.5`, `5.`, `007`, `1e`: decimal, and not quite JSON.
fn decimal(text: &str, cut: bool) -> Option<Number> {
    let bytes = text.as_bytes();
    let parts = parts(bytes);
    if parts.len != bytes.len() {
        return None;
    }
    let fraction = parts.fraction.unwrap_or(0);
    if parts.whole + fraction == 0 {
        return (text == "-" || cut && text == "-.").then_some(Number::Cut(0));
    }
    if parts.whole > 1 && bytes[parts.sign] == b'0' {
        return Some(Number::Text);
    }
    let point = parts.sign + parts.whole;
    if parts.exponent.is_some_and(|(_, n)| n == 0) {
        let mantissa = point + if fraction > 0 { fraction + 1 } else { 0 };
        let strict = is_strict(&bytes[..mantissa]);
        return strict.then_some(Number::Cut(mantissa));
    }
    if cut && parts.fraction == Some(0) && parts.exponent.is_none() && is_strict(&bytes[..point]) {
        return Some(Number::Cut(point));
    }
    let sign = if bytes[0] == b'-' { "-" } else { "" };
    let whole = if parts.whole == 0 { "0" } else { &text[parts.sign..point] };
    let rest = &text[point + usize::from(parts.fraction == Some(0))..];
    Some(Number::Normalized(format!("{sign}{whole}{rest}"), None))
}

/// `1_000_000`.
fn grouped(text: &str, cut: bool) -> Option<Number> {
    let bytes = text.as_bytes();
    let between = |i: usize| {
        i > 0 && bytes[i - 1].is_ascii_digit() && bytes.get(i + 1).is_some_and(u8::is_ascii_digit)
    };
    let mut marks = (0..bytes.len()).filter(|&i| bytes[i] == b'_').peekable();
    marks.peek()?;
    if !marks.all(between) {
        return None;
    }
    let plain = text.replace('_', "");
    match read(&plain, cut)? {
        Number::Strict => Some(Number::Normalized(plain, None)),
        Number::Normalized(plain, class) => Some(Number::Normalized(plain, class)),
        Number::Text | Number::Cut(_) => None,
    }
}

/// `10L`, `1n`, `2.0f`: the type that a programming language wants to know.
fn suffixed(text: &str) -> Option<Number> {
    let plain = text.strip_suffix(['L', 'l', 'n', 'f', 'F', 'd', 'D', 'm'])?;
    is_strict(plain.as_bytes())
        .then(|| Number::Normalized(plain.to_owned(), Some(Ambiguity::BareWord)))
}

/// A decimal number without the zeros before its first digit: `-05` is `-5`.
pub(crate) fn without_leading_zeros(text: &str) -> String {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.trim_start_matches('+')),
    };
    let short = digits.trim_start_matches('0');
    let zero = if short.starts_with(|c: char| c.is_ascii_digit()) { "" } else { "0" };
    format!("{sign}{zero}{short}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strict_numbers_are_those_of_rfc_8259() {
        for text in ["0", "-0", "10", "1.5", "1e5", "1E+5", "-0.1e-10"] {
            assert!(is_strict(text.as_bytes()), "{text}");
        }
        for text in ["", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "0x1", "1_0", "1 ", "e1"]
        {
            assert!(!is_strict(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn other_notations_come_out_as_json() {
        for (text, expected) in [
            ("+1", "1"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("1.", "1"),
            ("1.e5", "1e5"),
            ("0x1F", "31"),
            ("-0b101", "-5"),
            ("1_000", "1000"),
            ("- 1", "-1"),
            ("10L", "10"),
        ] {
            let read = read(text, false);
            assert!(
                matches!(&read, Some(Number::Normalized(found, _)) if found == expected),
                "{text}: {read:?}"
            );
        }
        assert_eq!(read("007", false), Some(Number::Text));
        assert_eq!(read("1.", true), Some(Number::Cut(1)));
        assert_eq!(read("2.5e-", false), Some(Number::Cut(3)));
        for text in ["1..2", "1.2.3", "1/2", "10-20", "--1", "1_", "0x", "1e5x", "."] {
            assert_eq!(read(text, false), None, "{text}");
        }
    }
}
