//! Surrogate pairs whose halves come in different fragments.

use crate::framing::value::Json;
use std::borrow::Cow;

/// Joins the fragments of one text.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves {
    /// The first half of a pair, as three bytes, if the last fragment ended with one.
    first: Vec<u8>,
    /// Whether a half without its other one was replaced.
    is_altered: bool,
}

impl Halves {
    /// The text of the next fragment, as [`units`](crate::framing::value::Json::units) gives it. The
    /// first half of a pair at its end waits.
    pub(super) fn join<'a>(&mut self, units: &'a [u8]) -> Cow<'a, str> {
        if self.first.is_empty()
            && let Ok(text) = std::str::from_utf8(units)
        {
            return Cow::Borrowed(text);
        }
        let joined = [&std::mem::take(&mut self.first)[..], units].concat();
        let mut text = String::with_capacity(joined.len());
        let mut rest = &joined[..];
        while !rest.is_empty() {
            match (half(rest), rest.get(3..).and_then(half)) {
                (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..)) => {
                    text.extend(char::decode_utf16([high, low]).flatten());
                    rest = &rest[6..];
                }
                (Some(0xd800..0xdc00), None) if rest.len() == 3 => {
                    self.first = rest.to_vec();
                    return Cow::Owned(text);
                }
                (Some(_), _) => {
                    self.is_altered = true;
                    text.push(char::REPLACEMENT_CHARACTER);
                    rest = &rest[3..];
                }
                (None, _) => {
                    let end = (1..rest.len()).find(|&at| half(&rest[at..]).is_some());
                    let (plain, after) = rest.split_at(end.unwrap_or(rest.len()));
                    text.push_str(&String::from_utf8_lossy(plain));
                    rest = after;
                }
            }
        }
        Cow::Owned(text)
    }

    /// The text is over: what is left in place of a half that still waits.
    pub(super) fn finish(&mut self) -> &'static str {
        if std::mem::take(&mut self.first).is_empty() {
            return "";
        }
        self.is_altered = true;
        "\u{fffd}"
    }

    /// Whether a half without its other one was replaced.
    pub(super) fn is_altered(&self) -> bool {
        self.is_altered
    }
}

/// The half of a surrogate pair that `bytes` begin with.
fn half(bytes: &[u8]) -> Option<u16> {
    match bytes {
        [0xed, second @ 0xa0..=0xbf, third, ..] => {
            Some(0xd000 | u16::from(second & 0x3f) << 6 | u16::from(third & 0x3f))
        }
        _ => None,
    }
}

/// The text of arguments, or the value that they are; `None` for what cannot be arguments.
pub(super) fn written(arguments: Json<'_>) -> Option<String> {
    if arguments.is_object() || arguments.is_array() {
        return Some(arguments.compact());
    }
    let units = arguments.units()?;
    let mut halves = Halves::default();
    let mut text = halves.join(&units).into_owned();
    text.push_str(halves.finish());
    Some(text)
}

/// Whether the text of a string holds half a surrogate pair.
pub(super) fn has_lonely_half(text: Json<'_>) -> bool {
    let mut halves = Halves::default();
    text.units().is_some_and(|units| {
        halves.join(&units);
        !halves.finish().is_empty() || halves.is_altered()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_meet_over_fragments_and_lonely_ones_are_replaced() {
        const HIGH: &[u8] = b"\xed\xa0\xbd";
        const LOW: &[u8] = b"\xed\xb8\x80";
        for (fragments, text, altered) in [
            (&[&b"a"[..], b"\xc3\xa9"][..], "aé", false),
            (&[HIGH, LOW], "😀", false),
            (&[&[b"a", HIGH].concat(), b"", &[LOW, b"b"].concat()], "a😀b", false),
            (&[&[HIGH, LOW].concat()], "😀", false),
            (&[HIGH, b"x"], "\u{fffd}x", true),
            (&[HIGH, HIGH, LOW], "\u{fffd}😀", true),
            (&[LOW], "\u{fffd}", true),
            (&[HIGH], "\u{fffd}", true),
        ] {
            let mut halves = Halves::default();
            let mut joined: String = fragments.iter().map(|part| halves.join(part)).collect();
            joined.push_str(halves.finish());
            assert_eq!((joined.as_str(), halves.is_altered()), (text, altered));
        }
    }
}
