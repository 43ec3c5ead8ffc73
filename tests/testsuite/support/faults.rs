//! Breaks inputs: bytes, characters and tokens lost, doubled or swapped, cuts, and the faults of the
//! rule table.

use super::generate;
use super::random::Random;

/// What a writer of almost-JSON puts in the place of what.
const SLIPS: &[(&str, &str)] = &[
    ("\"", ""),
    ("\"", "'"),
    ("\"", "“"),
    ("\"", "\"\""),
    ("\"", "\\\""),
    ("\"", "`"),
    ("\"", "&quot;"),
    (",", ""),
    (",", ",,"),
    (",", ";"),
    (",", ", // note\n"),
    (",", ", /* note */ "),
    (",", "\",\""),
    (":", ""),
    (":", "="),
    (":", "=>"),
    (":", "::"),
    ("}", ""),
    ("}", "}}"),
    ("}", ",}"),
    ("}", "]"),
    ("]", ""),
    ("]", ",]"),
    ("]", ",...]"),
    ("]", "}"),
    ("{", ""),
    ("{", "{{"),
    ("[", ""),
    ("[", "("),
    ("]", ")"),
    ("true", "True"),
    ("true", "tru"),
    ("false", "no"),
    ("null", "None"),
    ("null", "undefined"),
    ("1", "01"),
    ("1", "+1"),
    ("1", "1."),
    ("\\n", "\n"),
    ("\\", ""),
    ("\\u", "\\"),
];

/// The input with one to three faults.
pub(crate) fn inject(random: &mut Random, input: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..1 + random.below(3) {
        fault(random, &mut bytes);
    }
    bytes
}

fn fault(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    let (start, end) = token_at(bytes, at);
    match random.below(10) {
        0 if at < bytes.len() => drop(bytes.remove(at)),
        1 => bytes.insert(at, (random.next() & 0xff) as u8),
        2 => drop(bytes.drain(start..end)),
        3 => {
            let token = bytes[start..end].to_vec();
            drop(bytes.splice(end..end, token));
        }
        4 => bytes[start..].rotate_left(end - start),
        5 => bytes.truncate(at),
        6 => drop(bytes.splice(start..start, generate::ingredient(random).bytes())),
        7 => drop(bytes.splice(start..end, generate::ingredient(random).bytes())),
        _ => slip(random, bytes, at),
    }
}

/// Replaces the first occurrence behind `at` of something that is often written wrong.
fn slip(random: &mut Random, bytes: &mut Vec<u8>, at: usize) {
    let (right, wrong) = random.pick(SLIPS);
    let found = bytes[at..].windows(right.len()).position(|window| window == right.as_bytes());
    if let Some(offset) = found {
        bytes.splice(at + offset..at + offset + right.len(), wrong.bytes());
    }
}

/// The run of word characters around `at`, or the one character there.
fn token_at(bytes: &[u8], at: usize) -> (usize, usize) {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'+' | b'_');
    let begins = |b: &u8| (*b as i8) >= -0x40;
    let at = at.min(bytes.len());
    if bytes.get(at).is_some_and(is_word) {
        let start = bytes[..at].iter().rposition(|b| !is_word(b)).map_or(0, |i| i + 1);
        let end = bytes[at..].iter().position(|b| !is_word(b)).map_or(bytes.len(), |i| at + i);
        return (start, end);
    }
    let start = (0..=at).rev().find(|&i| bytes.get(i).is_none_or(begins)).unwrap_or(0);
    let end = (start + 1..bytes.len()).find(|&i| begins(&bytes[i])).unwrap_or(bytes.len());
    (start, end)
}
