//! What a runner writes, by its own grammar, of a test that passed.

/// Whether a runner says in this line that one test passed.
#[must_use]
pub(in crate::reduce) fn is_pass(line: &str) -> bool {
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
    // Few lines end so.
    if !text.ends_with(['D', ']']) {
        return false;
    }
    let mut words = text.split_whitespace();
    let name = words.next().unwrap_or("");
    words.next() == Some("PASSED")
        && name.contains(".py::")
        && words.all(|word| word.ends_with(['[', '%', ']']))
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
