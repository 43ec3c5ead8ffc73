//! What stands around a word: whether it means what it says there.

use super::Strength;
use super::finder::Hit;
use super::names::{self, Says, stands_alone};
use super::words::{COUNTS, EMPTY, Sense, ZERO};

/// How sure the word of a hit tells of a failure where it stands; `None` if it does not.
pub(super) fn weigh(line: &str, hit: &Hit<'_>) -> Option<Strength> {
    let (before, word, after) = around(line, hit.start, hit.end);
    let strength = Some(hit.word.strength);
    let is_alone = stands_alone(word, before, after);
    let only_if = |is_so: bool| strength.filter(|_| is_so);
    match hit.word.sense {
        Sense::Anywhere | Sense::Within => {
            let is_file = hit.word.sense == Sense::Within && names::is_file(before, after);
            let is_empty = is_none_of_it(before, word) || has_empty_value(before, word, after);
            return only_if(!is_file && !is_empty);
        }
        Sense::Number(least, most) => {
            let has_number = || number(after).is_some_and(|n| (least..=most).contains(&n));
            return only_if(is_alone && has_number());
        }
        Sense::Beside(words) => {
            let behind = after.to_ascii_lowercase();
            return only_if(is_alone && words.iter().any(|word| behind.contains(word)));
        }
        Sense::Denied => return only_if(is_alone && is_denied(after)),
        Sense::Capitals if word.bytes().any(|byte| byte.is_ascii_lowercase()) => return None,
        Sense::Exact if word != hit.word.text => return None,
        Sense::Capitals | Sense::Exact | Sense::Alone => {}
    }
    if !is_alone {
        let is_weak = strength != Some(Strength::Strong) || hit.word.sense != Sense::Alone;
        return match names::in_identifier(word, before, after, is_weak) {
            Says::Nothing => None,
            Says::Perhaps => Some(Strength::Weak),
            Says::That => strength,
        };
    }
    only_if(
        is_thrown(before, word, after)
            || !names::is_part_of_name(word, before, after)
                && !is_none_of_it(before, word)
                && !has_empty_value(before, word, after),
    )
}

/// Whether the word ends the name of what was thrown, whose message is the rest of the line, whatever
/// that is: `KeyError: 0`, `java.lang.NullPointerException: null`, `Error: undefined`.
fn is_thrown(before: &str, word: &str, after: &str) -> bool {
    let Some(message) = after.strip_prefix(": ") else { return false };
    let is_kind = ["Error", "Exception"].contains(&word);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.$".contains(c);
    let (before, name) = before.split_at(before.trim_end_matches(is_part).len());
    let class = name.rsplit(['.', '$']).next().unwrap_or(name);
    let is_named = class.starts_with(|c: char| c.is_ascii_uppercase());
    let is_first = name.is_empty() && (before.is_empty() || before.ends_with(": "));
    let is_one = !message.is_empty() && !message.ends_with([',', ';']) && !message.starts_with('<');
    // No notation of data has this for a value.
    let is_undefined = word.eq_ignore_ascii_case("error") && message == "undefined";
    is_kind && is_one && (is_named || is_first)
        || is_undefined && name.is_empty() && before.trim().is_empty()
}

/// The word between `start` and `end`, and what stands around it: no more than tells what it means,
/// so that a long line full of words takes no longer than many short ones.
fn around(line: &str, start: usize, end: usize) -> (&str, &str, &str) {
    const NEAR: usize = 128;
    let is_boundary = |at: &usize| line.is_char_boundary(*at);
    let from = (start.saturating_sub(NEAR)..start).find(is_boundary).unwrap_or(start);
    let to = (end..=line.len().min(end + NEAR)).rev().find(is_boundary).unwrap_or(end);
    (&line[from..start], &line[start..end], &line[end..to])
}

/// The number behind a word: `: 3`, `=-3`, ` (503)`, `": 50`, `: 0xc0000005`. Its sign is left out.
pub(super) fn number(after: &str) -> Option<u64> {
    let text = after.trim_start_matches(['"', '\'', ' ', ':', '=', '(', '-']);
    if let Some(digits) = text.strip_prefix("0x") {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        return u64::from_str_radix(&digits[..end], 16).ok();
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let is_whole = !text[end..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    text[..end].parse().ok().filter(|_| is_whole)
}

/// Whether a member is not so: `"ok": false`, `Ready   False`.
fn is_denied(after: &str) -> bool {
    let behind = after.strip_prefix(['"', '\'']).unwrap_or(after);
    let value = match behind.trim_start().strip_prefix([':', '=']) {
        Some(value) => value.trim_start(),
        None if behind.starts_with("  ") => behind.trim_start(),
        None => return false,
    };
    let value = value.trim_start_matches(['"', '\'']);
    let end = value.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(value.len());
    ["false", "no"].iter().any(|word| value[..end].eq_ignore_ascii_case(word))
}

/// Whether what stands before the word says that there is none: `0 errors`, `no failures`.
fn is_none_of_it(before: &str, word: &str) -> bool {
    // More than a blank stands between the columns of a table: `web-1  0/1  Evicted`.
    let Some(text) = before.strip_suffix([' ', '\t', '\u{a0}']) else { return false };
    let (rest, last) = last_word(text);
    let (_, previous) = last_word(rest.strip_suffix(' ').unwrap_or(""));
    // Where a table has but blanks, its words are no plain ones.
    let is_plain = !word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_zero = |word: &str| {
        let word = word.trim_start_matches(['(', '[', ',', ':', '=']);
        word == "0" || word == "0%" || is_plain && word.starts_with("0/")
    };
    let is_word = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_lowercase());
    let says_none = ["no", "zero", "without"].iter().any(|word| last.eq_ignore_ascii_case(word))
        && !previous.to_lowercase().starts_with("expect");
    let is_plural = ["errors", "failures", "exceptions"].contains(&word);
    let counts = |head: &str| is_plural || last.contains('/') || !is_number_of(head);
    is_zero(last) && counts(rest)
        || says_none
        || is_word && is_zero(previous) && {
            let (head, _) = last_word(rest.strip_suffix(' ').unwrap_or(""));
            counts(head)
        }
}

/// Whether a number behind `head` belongs to the noun there, as in `worker 0 failed`: it counts
/// nothing unless a mark, another count or a word as `and` stands before it.
fn is_number_of(head: &str) -> bool {
    let Some(text) = head.strip_suffix(' ') else { return false };
    let (rest, noun) = last_word(text);
    let (_, previous) = last_word(rest.strip_suffix(' ').unwrap_or(""));
    let is_noun = !noun.is_empty() && noun.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_counted = previous.starts_with(|c: char| c.is_ascii_digit());
    is_noun && !is_counted && !COUNTS.iter().any(|word| noun.eq_ignore_ascii_case(word))
}

/// What stands before the last word of a text, and that word; empty where white space ends it.
fn last_word(text: &str) -> (&str, &str) {
    let start = text
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    text.split_at(start)
}

/// Whether what stands behind the word says that there is none: `errors: 0`, `"error": null`.
pub(super) fn has_empty_value(before: &str, word: &str, after: &str) -> bool {
    let behind = after.strip_prefix(['"', '\'']).unwrap_or(after);
    let value = match behind.trim_start().strip_prefix([':', '=']) {
        Some(value) => value.trim_start(),
        None if word.ends_with([':', '=']) => behind.trim_start(),
        None if behind.starts_with(char::is_whitespace) => {
            // `fail 0` at the end of a line.
            return matches!(behind.trim(), "0" | "0.");
        }
        None => return false,
    };
    let starts =
        |word: &&&str| value.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let zero = ZERO.iter().find(starts);
    let Some(word) = zero.or_else(|| EMPTY.iter().find(starts)) else { return false };
    let rest = &value[word.len()..];
    let next = rest.trim_start();
    // A message behind the first word of a line is one, unless nothing follows or a count does.
    let is_message = before.trim().is_empty()
        && after.starts_with(": ")
        && !(zero.is_some() && rest.starts_with(','));
    let is_whole = next.is_empty()
        || !is_message && next.starts_with([',', ';', ')', ']', '}', '|', '/', '-', '>'])
        || !is_message && zero.is_some_and(|zero| zero.ends_with(['"', '\'']));
    // `failed=0 skipped=2`: another member follows.
    let other = next.find(|c: char| !c.is_alphanumeric() && c != '_').map(|end| &next[end..]);
    let is_followed = zero.is_some()
        && rest.len() > next.len()
        && other.is_some_and(|rest| rest.starts_with([':', '=']));
    is_whole || is_followed
}
