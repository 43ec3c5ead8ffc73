//! What stands around a word: whether it means what it says there.

use super::words::{EMPTY, Sense, ZERO};

/// Whether the word between `start` and `end` means what it says.
pub(super) fn counts(line: &str, sense: Sense, start: usize, end: usize) -> bool {
    let (before, word, after) = around(line, start, end);
    let is_meant = match sense {
        Sense::Anywhere => {
            return !is_none_of_it(before, word) && !has_empty_value(before, word, after);
        }
        Sense::Alone => true,
        Sense::Capitals => !word.bytes().any(|byte| byte.is_ascii_lowercase()),
        Sense::Number(least, most) => {
            return stands_alone(word, before, after)
                && number(after).is_some_and(|number| (least..=most).contains(&number));
        }
        Sense::Beside(words) => {
            let behind = after.to_ascii_lowercase();
            return stands_alone(word, before, after)
                && words.iter().any(|word| behind.contains(word));
        }
        Sense::Denied => return stands_alone(word, before, after) && is_denied(after),
    };
    is_meant
        && stands_alone(word, before, after)
        && !is_part_of_name(word, before, after)
        && !is_none_of_it(before, word)
        && !has_empty_value(before, word, after)
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
fn number(after: &str) -> Option<u64> {
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

/// Whether no letters are glued to the word, but for those of `ValueError` and `ERR_CODE`.
fn stands_alone(word: &str, before: &str, after: &str) -> bool {
    let is_capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_constant = word.bytes().all(|byte| !byte.is_ascii_lowercase());
    let left = before.chars().next_back().is_none_or(|c| match c {
        '_' => is_constant,
        _ if c.is_lowercase() || c.is_ascii_digit() => is_capital,
        _ => !c.is_ascii_alphanumeric() || (is_capital && !is_constant && c.is_uppercase()),
    });
    let is_closed = word.ends_with(|c: char| !c.is_ascii_alphanumeric());
    let right = after.chars().next().is_none_or(|c| match c {
        _ if is_closed => true,
        '_' => is_constant,
        _ => !c.is_ascii_alphanumeric(),
    });
    left && right
}

/// Whether the word is a piece of the name of a file, a flag, a package or a module.
fn is_part_of_name(word: &str, before: &str, after: &str) -> bool {
    let letter =
        |text: &str, nth: usize| text.as_bytes().get(nth).is_some_and(u8::is_ascii_alphanumeric);
    let last_two =
        |text: &str| text.bytes().rev().nth(1).is_some_and(|b| b.is_ascii_alphanumeric());
    let is_glued = after.starts_with('-') && letter(after, 1)
        || before.ends_with('-')
            && (last_two(before) || before.ends_with("--"))
            && !after.starts_with(':');
    let is_capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_module =
        after.starts_with("::") && !is_capital || before.ends_with("::") && !after.starts_with(':');
    is_glued || is_module || is_file(before, after)
}

/// Whether the word is in a path: `errors.rs`, `src/error/mod.rs`, `/var/fail`.
fn is_file(before: &str, after: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || "\"'`()[]{}<>,;:=|".contains(c);
    let left = before
        .rfind(ends)
        .map_or(before, |at| &before[at + before[at..].chars().next().map_or(1, char::len_utf8)..]);
    let right = after.find(ends).map_or(after, |at| &after[..at]);
    let extension = right.rsplit_once('.').map_or("", |(_, extension)| extension);
    let has_extension = (1..=5).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let slashes = [left, right].map(|text| text.matches(['/', '\\']).count());
    let is_rooted = left.starts_with(['/', '.', '~']) && slashes[0] > 0;
    // `TypeError/ValueError/KeyError: x` is no path.
    let is_path = is_rooted || slashes[0] + slashes[1] > 1;
    has_extension || is_path && !after.starts_with(": ")
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
    is_zero(last) || says_none || is_word && is_zero(previous)
}

/// What stands before the last word of a text, and that word; empty where white space ends it.
fn last_word(text: &str) -> (&str, &str) {
    let start = text
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    text.split_at(start)
}

/// Whether what stands behind the word says that there is none: `errors: 0`, `"error": null`.
fn has_empty_value(before: &str, word: &str, after: &str) -> bool {
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
