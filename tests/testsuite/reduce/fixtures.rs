//! The rules that are part of the program, and the fixtures beside them: each as it is, and made huge
//! and hostile.

use super::laws;
use jsonmend::reduce::{Reducer, Request, verify};
use serde_json::Value;

/// The request of a fixture.
fn request(fixture: &Value) -> Request {
    let mut envelope =
        serde_json::json!({"input": fixture["input"], "options": fixture["options"]});
    envelope["input"]["toolName"] = "shell".into();
    Request::from_value(&envelope, true).expect("a fixture is a request")
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

#[test]
fn every_fixture_keeps_the_laws_where_it_is_hostile() {
    for fixture in verify::built_in_fixtures() {
        let kept = laws::check(&request(&verify::hostile(&fixture)));
        assert_eq!(kept, Ok(()), "{fixture}");
    }
}
