//! The rules that are part of the program, and the fixtures beside them: each as it is, and made huge
//! and hostile.

use super::laws;
use jsonmend::reduce::{Reducer, Request, reduce, verify};
use serde_json::Value;

/// The request of a fixture.
fn request(fixture: &Value) -> Request {
    let mut envelope =
        serde_json::json!({"input": fixture["input"], "options": fixture["options"]});
    envelope["input"]["toolName"] = "shell".into();
    Request::from_value(&envelope, true).expect("a fixture is a request")
}

/// What has to be shown.
fn contained(fixture: &Value) -> Vec<&str> {
    let parts = fixture["expect"]["contains"].as_array();
    parts.into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn the_rules_are_sound_and_have_their_fixtures() {
    let report = verify::rules(&[]);
    assert!(report.is_clean(), "{}", String::from_utf8_lossy(&report.json()));
}

#[test]
fn every_fixture_comes_out() {
    let reducer = Reducer::default();
    let mut failures = Vec::new();
    for fixture in verify::built_in_fixtures() {
        if let Err((fault, response)) = verify::check(&reducer, &fixture) {
            failures.push(format!("{}: {fault}\n{}", fixture["ruleId"], response.inline_text));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn every_fixture_keeps_the_laws() {
    for fixture in verify::built_in_fixtures() {
        let kept = laws::check(&request(&fixture));
        assert_eq!(kept, Ok(()), "{fixture}");
    }
}

/// The text between much more that says nothing.
fn huge(text: &str) -> String {
    let filler =
        |name: &str| (0..600).map(|n| format!("{name} {n} of many went by\n")).collect::<String>();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{}{text}{end}{}", filler("step"), filler("stage"))
}

/// The text as a hostile program would write it.
fn hostile(text: &str) -> String {
    let mut out = String::from("\u{1b}]0;title\u{7}\u{1b}[?25l");
    for (nth, line) in text.split_inclusive('\n').enumerate() {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\r\n"));
        // Colour before and behind the line, a frame that is written over, a line that is no ASCII.
        out.push_str(&format!("0%\r50%\r\u{1b}[2K\u{1b}[1;3{}m{line}\u{1b}[0m{end}", nth % 8));
        if nth == 0 {
            out.push_str("👩\u{200d}👩\u{200d}👧 日本語 \0 \u{9b}31m e\u{301}\u{202e}\r\n");
        }
    }
    out.push_str("\u{1b}[?25h\u{1b}[");
    out
}

#[test]
fn every_failure_is_shown_in_a_text_that_is_huge() {
    for fixture in verify::built_in_fixtures() {
        let mut request = request(&fixture);
        // A sentence for the whole output is no filler's business.
        request.input.stdout = huge(&request.input.stdout);
        let response = reduce(&request);
        assert!(response.stats.reduced_chars <= 4000);
        for part in contained(&fixture) {
            assert!(
                response.inline_text.contains(part),
                "{fixture}\n{part}\n{}",
                response.inline_text
            );
        }
    }
}

#[test]
fn every_failure_is_shown_in_a_text_that_is_hostile() {
    for fixture in verify::built_in_fixtures() {
        let mut request = request(&fixture);
        request.input.stdout = hostile(&request.input.stdout);
        let kept = laws::check(&request);
        assert_eq!(kept, Ok(()), "{fixture}");
        let response = reduce(&request);
        for part in contained(&fixture) {
            assert!(
                response.inline_text.contains(part),
                "{fixture}\n{part}\n{}",
                response.inline_text
            );
        }
    }
}
