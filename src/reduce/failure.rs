//! Which lines tell of a failure: words, and the contexts in which they do not count.

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, MatchKind};
use std::sync::LazyLock;

/// How sure a line tells of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// It may: a word that also stands in harmless lines, or a warning. Never lost, shown late.
    Weak,
    /// It does.
    Strong,
}

use Strength::{Strong, Weak};

/// The words, in any case of letters.
static WORDS: &[(&str, Strength)] = &[
    ("error", Strong),
    ("errors", Strong),
    ("errored", Strong),
    ("err!", Strong),
    ("err", Strong),
    ("fail", Strong),
    ("fails", Strong),
    ("failed", Strong),
    ("failing", Strong),
    ("failure", Strong),
    ("failures", Strong),
    ("fatal", Strong),
    ("panic", Strong),
    ("panics", Strong),
    ("panicked", Strong),
    ("exception", Strong),
    ("exceptions", Strong),
    ("traceback", Strong),
    ("abort", Strong),
    ("aborted", Strong),
    ("aborting", Strong),
    ("denied", Strong),
    ("refused", Strong),
    ("rejected", Strong),
    ("critical", Strong),
    ("emerg", Strong),
    ("severe", Strong),
    ("crash", Strong),
    ("crashed", Strong),
    ("crashloopbackoff", Strong),
    ("imagepullbackoff", Strong),
    ("errimagepull", Strong),
    ("oomkilled", Strong),
    ("evicted", Strong),
    ("unhealthy", Strong),
    ("segfault", Strong),
    ("segmentation fault", Strong),
    ("core dumped", Strong),
    ("sigsegv", Strong),
    ("sigabrt", Strong),
    ("sigkill", Strong),
    ("killed", Strong),
    ("out of memory", Strong),
    ("stack overflow", Strong),
    ("data race", Strong),
    ("deadlock", Strong),
    ("not ok", Strong),
    ("not found", Strong),
    ("no such", Strong),
    ("no space left", Strong),
    ("cannot", Strong),
    ("can't", Strong),
    ("could not", Strong),
    ("couldn't", Strong),
    ("unable to", Strong),
    ("undefined reference", Strong),
    ("unresolved", Strong),
    ("unhandled", Strong),
    ("uncaught", Strong),
    ("timed out", Strong),
    ("conflict", Strong),
    ("corrupt", Strong),
    ("corrupted", Strong),
    ("assertion", Strong),
    ("exit code", Strong),
    ("exit status", Strong),
    ("exited with", Strong),
    ("broken pipe", Strong),
    ("✗", Strong),
    ("✘", Strong),
    ("✕", Strong),
    ("✖", Strong),
    ("❌", Strong),
    ("invalid", Weak),
    ("missing", Weak),
    ("mismatch", Weak),
    ("unexpected", Weak),
    ("unreachable", Weak),
    ("unknown", Weak),
    ("timeout", Weak),
    ("violation", Weak),
    ("unmet", Weak),
    ("vulnerable", Weak),
    ("conflicts", Weak),
];

/// How a line begins that tells of a failure without any of the words.
static STARTS: &[&str] = &["E   ", "!!! ", "× ", "❯ "];

/// How a line begins that is a warning whatever its words are.
static WARNINGS: &[&str] =
    &["warning", "warn", "[warn", "npm warn", "w:", "(!)", "debug", "note:", "hint:"];

static AUTOMATON: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    AhoCorasickBuilder::new()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::LeftmostLongest)
        .build(WORDS.iter().map(|(word, _)| word))
        .ok()
});

/// Whether the line tells of a failure, or may.
#[must_use]
pub(super) fn is_failure(line: &str) -> bool {
    strength(line).is_some()
}

/// How sure `line` tells of a failure; `None` if nothing in it does.
#[must_use]
pub(super) fn strength(line: &str) -> Option<Strength> {
    if STARTS.iter().any(|start| line.trim_start().starts_with(start)) {
        return Some(Strong);
    }
    // Without the automaton every line counts: nothing may be hidden by that.
    let Some(automaton) = AUTOMATON.as_ref() else { return Some(Weak) };
    let mut found = None;
    for hit in automaton.find_iter(line) {
        let (word, strength) = WORDS[hit.pattern().as_usize()];
        if found < Some(strength) && counts(line, word, hit.start(), hit.end()) {
            found = Some(strength);
        }
        if found == Some(Strong) {
            break;
        }
    }
    let found = found.filter(|_| !is_pass(line))?;
    Some(if is_warning(line) || is_heading(line) { Weak } else { found })
}

/// Whether the line only names what stands below it: `==== FAILURES ====`, `failures:`.
fn is_heading(line: &str) -> bool {
    let word = line.trim_matches(|c: char| c.is_whitespace() || "=-_*#:".contains(c));
    ["failures", "errors", "exceptions"].iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// Whether the line is a warning by how it begins.
#[must_use]
pub(super) fn is_warning(line: &str) -> bool {
    let text = line.trim_start().as_bytes();
    WARNINGS.iter().any(|start| {
        text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start.as_bytes()))
    })
}

/// Whether a word at this place means what it says.
fn counts(line: &str, word: &str, start: usize, end: usize) -> bool {
    let (before, after) = (&line[..start], &line[end..]);
    if !word.is_ascii() {
        return true;
    }
    stands_alone(&line[start..end], before, after)
        && (word != "err" || line[start..end].contains("ERR"))
        && !is_part_of_name(&line[start..end], before, after)
        && !is_none_of_it(before)
        && !has_empty_value(before, after)
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
    let right = after.chars().next().is_none_or(|c| match c {
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
fn is_none_of_it(before: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let (last, previous) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    if !before.ends_with(char::is_whitespace) {
        return false;
    }
    let is_zero = |word: &str| {
        let word = word.trim_start_matches(['(', '[', ',', ':', '=']);
        word == "0" || word.starts_with("0/")
    };
    let is_word = last.bytes().all(|byte| byte.is_ascii_lowercase());
    let says_none = ["no", "zero", "without"].iter().any(|word| last.eq_ignore_ascii_case(word))
        && !previous.to_lowercase().starts_with("expect");
    is_zero(last) || says_none || is_word && is_zero(previous)
}

/// What a member holds when there is nothing to tell.
static EMPTY: &[&str] = &[
    "0.00%",
    "0.0%",
    "0%",
    "0",
    "null",
    "none",
    "nil",
    "false",
    "\"\"",
    "''",
    "[]",
    "{}",
    "undefined",
    "no",
    "<nil>",
    "<none>",
];

/// Whether what stands behind the word says that there is none: `errors: 0`, `"error": null`.
fn has_empty_value(before: &str, after: &str) -> bool {
    let behind = after.strip_prefix(['"', '\'']).unwrap_or(after);
    let value = match behind.trim_start().strip_prefix([':', '=']) {
        Some(value) => value.trim_start(),
        None if behind.starts_with(char::is_whitespace) => {
            // `fail 0` at the end of a line.
            return matches!(behind.trim(), "0" | "0.");
        }
        None => return false,
    };
    let starts =
        |word: &&&str| value.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
    let Some(word) = EMPTY.iter().find(starts) else { return false };
    let rest = &value[word.len()..];
    let next = rest.trim_start();
    // A message behind the first word of a line is one, unless nothing follows.
    let is_message = before.trim().is_empty() && after.starts_with(": ") && !rest.starts_with(',');
    let is_whole = next.is_empty()
        || !is_message && next.starts_with([',', ';', ')', ']', '}', '|', '/', '-']);
    // `failed=0 skipped=2`: another member follows.
    let other = next.find(|c: char| !c.is_alphanumeric() && c != '_').map(|end| &next[end..]);
    let is_followed =
        rest.len() > next.len() && other.is_some_and(|rest| rest.starts_with([':', '=']));
    is_whole || is_followed
}

/// Whether a runner says in this line, by its own grammar, that one test passed.
#[must_use]
pub(super) fn is_pass(line: &str) -> bool {
    let text = line.trim();
    libtest_passed(text)
        || pytest_passed(text)
        || tick_passed(text)
        || ["--- PASS: ", "[       OK ] ", "[ RUN      ] "]
            .iter()
            .any(|start| text.starts_with(start))
        || tap_passed(text)
}

/// `test path::name ... ok`
fn libtest_passed(text: &str) -> bool {
    let name = text.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... ok"));
    name.is_some_and(|name| {
        let name = name.split_once(" - ").map_or(name, |(file, _)| file);
        !name.contains(char::is_whitespace)
    })
}

/// `tests/test_a.py::test_error PASSED   [ 50%]`
fn pytest_passed(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let is_name = words.next().is_some_and(|name| name.contains(".py::"));
    is_name && words.next() == Some("PASSED") && words.all(|word| word.ends_with(['[', '%', ']']))
}

/// `ok 3 - name`, `ok 3`, `ok 3 # skip`
fn tap_passed(text: &str) -> bool {
    let rest = text.strip_prefix("ok ").unwrap_or("");
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_end = behind.is_empty() || behind.starts_with(" - ") || behind.starts_with(" # ");
    rest.len() > behind.len() && is_end
}

/// `✓ adds (3 ms)`, but not `✓ 3 tests, 2 failed`
fn tick_passed(text: &str) -> bool {
    let mut words = text.split(|c: char| c.is_whitespace() || ",()|".contains(c));
    let mut counts = words.clone().zip(words.by_ref().skip(1));
    let is_ticked = ["✓ ", "✔ ", "√ "].iter().any(|tick| text.starts_with(tick));
    is_ticked
        && !counts.any(|(count, word)| {
            count.parse::<u64>().is_ok_and(|count| count > 0)
                && ["failed", "failing", "failures", "errors"].contains(&word)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_tell_of_a_failure() {
        for line in [
            "error[E0308]: mismatched types",
            "ERROR something",
            "ValueError: bad value",
            "java.lang.NullPointerException",
            "IOException: x",
            "src/error.rs:3:5: error: bad",
            "100 errors, 0 warnings",
            "0 errors, 3 failed",
            "Failures: 0, Errors: 2",
            "npm ERR! code ELIFECYCLE",
            "code: 'ERR_MODULE_NOT_FOUND'",
            "make: *** [Makefile:3: all] Error 2",
            "thread 'a' panicked at 'x ... ok'",
            "test a ... FAILED",
            "E   assert 1 == 2",
            "I/O error",
            "process exited with code 3",
            "exit status 10",
            "✕ adds numbers (3 ms)",
            "rpc error: code = FAILED_PRECONDITION",
            "build-error: x",
            "error: 0 rows were written",
            "ls: cannot access 'x': No such file or directory",
            "日本語のerrorです: error",
            "expected no error but got EOF",
            "ok 2023 servers failed",
            "✓ 3 tests, 2 failed",
            "TypeError/ValueError/KeyError: boom",
            "Caused by: MyError::Timeout",
            "error: 0 1 2 are bad",
            "error: none of the mirrors answered",
        ] {
            assert_eq!(strength(line), Some(Strong), "{line}");
        }
    }

    #[test]
    fn lines_that_do_not() {
        for line in [
            "",
            "0 errors",
            "found no errors",
            "no failures",
            "Compiling thiserror v1.0.50",
            "Compiling proc-macro-error v1.0.4",
            "Compiling error-chain v0.12",
            "test error::tests::fails_on_bad_input ... ok",
            "tests/test_a.py::test_error PASSED      [ 50%]",
            "--- PASS: TestFailure (0.00s)",
            "ok 3 - an error is told",
            "✓ throws an error (3 ms)",
            "  \"error\": null,",
            "\"errors\": [],",
            "ok=3 changed=0 unreachable=0 failed=0 skipped=2",
            "Tests run: 5, Failures: 0, Errors: 0, Skipped: 0 - in Foo",
            "100% tests passed, 0 tests failed out of 5",
            "# fail 0",
            "modified: src/error.rs",
            "use std::error::Error as _;",
            "src/error/mod.rs",
            "--fail-fast",
            "exit code: 0",
            "handle_error()",
            "errors: 0, warnings: 3",
            "ok 3 # skip no error here",
        ] {
            assert_eq!(strength(line), None, "{line}");
        }
    }

    #[test]
    fn a_warning_is_told_late_and_never_lost() {
        for line in ["warning: could not compile the docs", "npm WARN deprecated: invalid"] {
            assert_eq!(strength(line), Some(Weak), "{line}");
        }
    }
}
