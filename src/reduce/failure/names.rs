//! Whether a word is a piece of a name, and what that name says: a file or a flag says nothing, a
//! member with a value does.

use super::contexts::{has_empty_value, number};

/// What a name says that the word is a piece of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// No more than a name does.
    Nothing,
    /// What the word does, perhaps: it holds a text.
    Perhaps,
    /// What the word does.
    That,
}

/// How names begin and end that tell what to do about failures, not of one.
static SETTINGS: (&[&str], &[&str]) = (
    &[
        "allow", "continue", "expect", "handle", "ignore", "max", "min", "no_", "on_", "onerror",
        "onfail", "retry", "should", "skip", "stop_on",
    ],
    &[
        "fast",
        "handler",
        "handlers",
        "handling",
        "limit",
        "log",
        "logs",
        "log_level",
        "mode",
        "page",
        "path",
        "policy",
        "rate",
        "threshold",
    ],
);

/// What ends a piece of text that may be a path.
fn ends_token(c: char) -> bool {
    c.is_whitespace() || "\"'`()[]{}<>,;:=|".contains(c)
}

fn is_capital(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_uppercase())
}

fn is_constant(word: &str) -> bool {
    word.bytes().all(|byte| !byte.is_ascii_lowercase())
}

/// Whether the word tells what became of something: `failed`, `denied`.
fn is_participle(word: &str) -> bool {
    word.get(word.len().saturating_sub(2)..).is_some_and(|end| end.eq_ignore_ascii_case("ed"))
}

/// Whether no letters are glued to the word, but for those of `ValueError` and `ERR_CODE`.
pub(super) fn stands_alone(word: &str, before: &str, after: &str) -> bool {
    let (is_capital, is_constant) = (is_capital(word), is_constant(word));
    let is_open = word.starts_with(|c: char| !c.is_alphanumeric());
    let left = is_open
        || before.chars().next_back().is_none_or(|c| match c {
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

/// What the word says as a piece of a longer name of letters: `tests_failed=3`, `numFailedTests: 3`,
/// `error_message: x`, `InvalidToken: x`, `state=login_failed`.
pub(super) fn in_identifier(word: &str, before: &str, after: &str, is_weak: bool) -> Says {
    let ((before, left), (right, after)) = identifier(before, after);
    let begins = left.is_empty() || left.ends_with('_') || is_capital(word);
    let ends = right.starts_with(|c: char| c == '_' || c.is_ascii_uppercase());
    if !begins || !(ends || right.is_empty()) {
        return Says::Nothing;
    }
    let name = format!("{left}{word}{right}");
    let is_thrown = is_capital(&name) && before.trim_start().is_empty() || before.ends_with('.');
    let behind = after.strip_prefix(['"', '\'']).unwrap_or(after).trim_start();
    let value = behind.strip_prefix([':', '=']).filter(|value| !value.starts_with([':', '=', '>']));
    let Some(value) =
        value.map(str::trim_start).filter(|_| !(is_setting(&name) || is_weak && !is_thrown))
    else {
        // A state is named by what stands behind a colon.
        let is_state =
            right.is_empty() && !is_weak && is_participle(word) && is_value(before, after);
        return if is_state { Says::Perhaps } else { Says::Nothing };
    };
    if value.is_empty() || has_empty_value(before, &name, after) || is_fine(value) {
        return Says::Nothing;
    }
    let is_so = value
        .trim_start_matches(['"', '\''])
        .get(..4)
        .is_some_and(|v| v.eq_ignore_ascii_case("true"));
    if is_so || number(value).is_some_and(|number| number > 0) { Says::That } else { Says::Perhaps }
}

/// What stands before and behind the word, each cut where the name that it is in begins and ends.
fn identifier<'a>(before: &'a str, after: &'a str) -> ((&'a str, &'a str), (&'a str, &'a str)) {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let start = before.trim_end_matches(is_part).len();
    let end = after.len() - after.trim_start_matches(is_part).len();
    (before.split_at(start), after.split_at(end))
}

/// Whether a member of this name says what is to be done about failures.
fn is_setting(name: &str) -> bool {
    let (first, last) = SETTINGS;
    let name = name.to_ascii_lowercase();
    first.iter().any(|start| name.starts_with(start)) || last.iter().any(|end| name.ends_with(end))
}

/// Whether what stands between these two is the value of a member.
fn is_value(before: &str, after: &str) -> bool {
    let text = before.strip_suffix(['"', '\'']).unwrap_or(before).trim_end();
    text.ends_with([':', '=']) && !text.ends_with("::") && !after.starts_with(['(', '.', ':', '='])
}

/// Whether a value says that all is well.
fn is_fine(value: &str) -> bool {
    let word = value.trim_start_matches(['"', '\'']);
    let end = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    ["ok", "pass", "passed", "skipped", "success"]
        .iter()
        .any(|fine| word[..end].eq_ignore_ascii_case(fine))
}

/// Whether the word is a piece of the name of a file, a flag, a package or a module.
pub(super) fn is_part_of_name(word: &str, before: &str, after: &str) -> bool {
    let ((_, left), (right, _)) = identifier(before, after);
    let is_member = left.starts_with(|c: char| c.is_ascii_lowercase());
    is_glued(word, before, after)
        || is_module(word, before, after)
        || is_file(before, after)
        || is_member && is_setting(&format!("{left}{word}{right}"))
}

/// What surrounds the word up to what may not be in a path.
fn token<'a>(before: &'a str, after: &'a str) -> (&'a str, &'a str) {
    let left = &before[before.trim_end_matches(|c| !ends_token(c)).len()..];
    (left, after.find(ends_token).map_or(after, |at| &after[..at]))
}

/// Whether hyphens join the word to others, and it does not say by itself what happened, as
/// `deploy-failed` and `step-1-ERROR` do.
fn is_glued(word: &str, before: &str, after: &str) -> bool {
    let letter =
        |text: &str, nth: usize| text.as_bytes().get(nth).is_some_and(u8::is_ascii_alphanumeric);
    let last_two =
        |text: &str| text.bytes().rev().nth(1).is_some_and(|b| b.is_ascii_alphanumeric());
    let is_glued = after.starts_with('-') && letter(after, 1)
        || before.ends_with('-')
            && (last_two(before) || before.ends_with("--"))
            && !after.starts_with(':');
    let (left, right) = token(before, after);
    let is_flag = left.starts_with('-') || left.ends_with("no-");
    let is_path = left.contains(['/', '\\', '@']) || right.contains(['/', '\\', '@']);
    let says_so = (is_constant(word) || is_participle(word)) && !is_flag && !is_path;
    is_glued && !says_so
}

/// Whether the word is in the path of a module: `std::error::Error`, but not `E::Denied`, and not
/// the command `::error file=a.js::`.
fn is_module(word: &str, before: &str, after: &str) -> bool {
    let is_type = ["Error", "Exception"].contains(&word);
    let is_inside = before.ends_with("::") && !before.trim_start().eq("::");
    after.starts_with("::") && !is_capital(word)
        || is_inside && !after.starts_with(':') && (is_type || !is_capital(word))
}

/// Whether the word is in a path: `errors.rs`, `src/error/mod.rs`, `/var/fail`.
pub(super) fn is_file(before: &str, after: &str) -> bool {
    let (left, right) = token(before, after);
    let (stem, extension) = right.rsplit_once('.').unwrap_or_default();
    let has_extension = (1..=5).contains(&extension.len())
        && extension.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        // `error...done` is a sentence.
        && !stem.ends_with('.');
    let slashes = [left, right].map(|text| text.matches(['/', '\\']).count());
    let is_rooted = left.starts_with(['/', '.', '~']) && slashes[0] > 0;
    // `TypeError/ValueError/KeyError: x` is no path.
    let is_path = is_rooted || slashes[0] + slashes[1] > 1;
    has_extension || is_path && !after.starts_with(": ")
}
