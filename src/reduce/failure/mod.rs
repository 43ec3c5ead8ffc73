//! Which lines tell of a failure: words, and the contexts in which they do not count.

mod contexts;
mod finder;
mod names;
mod passes;
mod words;

pub(super) use passes::is_pass;

use words::{LESSER, STARTS, WARNINGS};

/// How sure a line tells of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// It may: a word that also stands in harmless lines, or a warning. Never lost, shown late.
    Weak,
    /// It does.
    Strong,
}

use Strength::{Strong, Weak};

/// Whether the line tells of a failure, or may.
#[must_use]
pub(super) fn is_failure(line: &str) -> bool {
    strength(line).is_some()
}

/// How sure `line` tells of a failure; `None` if nothing in it does.
#[must_use]
pub(super) fn strength(line: &str) -> Option<Strength> {
    let text = line.trim_start();
    if STARTS.iter().any(|start| text.starts_with(start)) {
        return Some(Strong);
    }
    let forms = [has_level, has_failed_dot, is_thrown, is_placed];
    let mut found = forms.iter().any(|has| has(line)).then_some(Weak);
    finder::find(line, |hit| {
        if found < Some(hit.word.strength) {
            found = found.max(contexts::weigh(line, &hit));
        }
        found == Some(Strong)
    });
    let found = found.filter(|_| !is_pass(line))?;
    Some(if is_warning(line) || is_heading(line) { Weak } else { found })
}

/// Whether a logger says by a letter that it is an error: `E0102 03:04:05 …`, `E/tag: …`, `[E] …`.
fn has_level(line: &str) -> bool {
    let bytes = line.as_bytes();
    let rest = match bytes {
        [b'E' | b'F', rest @ ..] => rest,
        _ => {
            let is_level = |at: usize| matches!(bytes[at..], [_, b'E' | b'F', b']', ..]);
            return memchr::memchr_iter(b'[', bytes).any(is_level);
        }
    };
    match rest {
        [b'/', ..] => line.contains(": "),
        [a, b, c, d, b' ', ..] => [a, b, c, d].iter().all(|byte| byte.is_ascii_digit()),
        _ => false,
    }
}

/// Whether the line is what an interpreter writes of something thrown: `http.client.RemoteDisconnected: x`.
fn is_thrown(line: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.';
    let end = line.bytes().position(|byte| !is_part(byte)).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let Some((module, class)) = name.rsplit_once('.') else { return false };
    let is_class = class.starts_with(|c: char| c.is_ascii_uppercase())
        && class.bytes().any(|byte| byte.is_ascii_lowercase());
    is_class && rest.starts_with(": ") && module.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Whether a compiler or a linter complains of a place: `a.py:3:80: E501 line too long`. What follows
/// a file and two numbers is a complaint unless it says that it is less.
fn is_placed(line: &str) -> bool {
    let number =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let Some((file, rest)) = line.split_once(':') else { return false };
    let (row, column) = match number(rest) {
        0 => return false,
        row => (row, rest[row..].strip_prefix(':').map_or(0, number)),
    };
    let Some(message) = rest.get(row + 1 + column..).and_then(|rest| rest.strip_prefix(": "))
    else {
        return false;
    };
    let is_less = matches!(message.as_bytes(), [b'W' | b'C' | b'R' | b'I' | b'N', b'0'..=b'9', ..])
        || LESSER.iter().any(|word| message.starts_with(word));
    let is_file = file.contains(['.', '/']) && !file.contains([' ', '\t', '"', '\'', '(']);
    column > 0 && is_file && !is_less
}

/// Whether a runner says by a letter among dots that a test failed: `test_a.py ..F..  [ 50%]`,
/// `FF.E  40 / 120 (33%)`.
fn has_failed_dot(line: &str) -> bool {
    let is_count = |c: char| " []%/()".contains(c) || c.is_ascii_digit();
    let text = line.trim_end_matches(is_count);
    let dots = text.rsplit(' ').next().unwrap_or(text);
    let has = |letters: &str| dots.bytes().all(|byte| letters.as_bytes().contains(&byte));
    // A row without a dot is one by its length, or by how far it says the run is.
    let is_whole = dots.len() == text.len();
    let is_row = dots.contains('.') && has(".FEsxXSIRWD")
        || is_whole && has("FE") && dots.len() > 4
        || is_whole && has("FESIRWD") && line[text.len()..].contains('%');
    is_row && line.len() > 1 && dots.contains(['F', 'E'])
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
    fn every_word_that_may_stand_alone_is_found() {
        let alone = words::WORDS
            .iter()
            .filter(|(_, sense, _)| matches!(sense, words::Sense::Alone | words::Sense::Anywhere));
        for (strength, word) in
            alone.flat_map(|(strength, _, words)| words.iter().map(move |word| (strength, word)))
        {
            assert!(super::strength(&format!("the {word} was")) >= Some(*strength), "{word}");
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
