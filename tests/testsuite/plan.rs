//! What a plan says about a text, and that no profile lets pass what has two readings or was cut.

use jsonmend::engine::options::{DuplicateKeys, MultiRoot};
use jsonmend::gate::PROFILES;
use jsonmend::repair::Completeness;
use jsonmend::{Options, Profile, ProviderEnd, Schema, analyze, analyze_bytes};
use serde_json::Value;
use std::num::NonZero;
use std::sync::Arc;

use crate::support::corpus::{inputs, lines, member, project};

fn with(profile: Profile, change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default().with_profile(profile);
    change(&mut options);
    options
}

/// A tool call whose every prefix is another document.
const CALL: &str = r#"{"name":"delete","args":{"paths":["/tmp/a","/tmp/b"],"force":true,"n":-1.5e3,"s":"a\u00e9\"b","x":null}}"#;

#[test]
fn a_decision_is_the_worst_that_holds_in_the_text() {
    for (input, decision, valid, normalized, ambiguity) in [
        ("[1]", "safe", true, false, None),
        (" [ 1 ]\n", "safe", true, false, None),
        (r#"["\frac"]"#, "safe", true, false, None),
        (r#"["\ud800"]"#, "lossy_repair", true, true, None),
        (r#"{"a":1,"a":2}"#, "ambiguous", true, false, Some("duplicate_key")),
        ("{a:1,}", "cosmetic_repair", false, true, None),
        ("\u{feff}[1]", "cosmetic_repair", false, true, None),
        ("[1", "lossy_repair", false, true, None),
        ("[fast, 'x' 'y'", "ambiguous", false, true, Some("bare_word")),
        ("", "invalid", false, false, None),
        ("no JSON", "invalid", false, false, None),
    ] {
        for profile in PROFILES {
            let plan = analyze(input, &Options::default().with_profile(profile.0));
            assert_eq!(plan.decision().name(), decision, "{input}");
            assert_eq!((plan.valid_json, plan.normalized), (valid, normalized), "{input}");
            assert_eq!(plan.ambiguity.map(|class| class.name()), ambiguity, "{input}");
            assert_eq!(plan.profile, Some(profile.0));
        }
    }
}

#[test]
fn what_the_options_refuse_or_change_may_be_legal_all_the_same() {
    let deep = "[".repeat(9) + &"]".repeat(9);
    let options = |change: fn(&mut Options)| with(Profile::Permissive, change);
    for (input, options, valid, normalized) in [
        (deep.as_str(), options(|o| o.engine.max_depth = 3), true, false),
        ("[[[[,", options(|o| o.engine.max_depth = 3), false, false),
        ("[12345]", options(|o| o.engine.max_length = Some(3)), true, false),
        (
            r#"{"a":1,"a":2}"#,
            options(|o| o.engine.duplicate_keys = DuplicateKeys::Error),
            true,
            false,
        ),
        (
            r#"{"a":1,"a":2}"#,
            options(|o| o.engine.duplicate_keys = DuplicateKeys::Last),
            true,
            true,
        ),
        (r#""{\"a\":1}""#, options(|o| o.engine.unwrap_string = true), true, true),
        (r#""{\"a\":1,}""#, options(|o| o.engine.unwrap_string = true), false, true),
        (r#"{\"a\":1}"#, options(|o| o.engine.unwrap_string = true), false, true),
        ("[\"é\"]", options(|o| o.write.ensure_ascii = true), true, true),
        ("[1]", options(|o| o.engine.multi_root = MultiRoot::Array), true, true),
    ] {
        let plan = analyze(input, &options);
        assert_eq!((plan.valid_json, plan.normalized), (valid, normalized), "{input}");
    }
}

#[test]
fn a_plan_is_one_line_with_the_value_as_it_was_written() {
    let plan = analyze("{n: 1e400,\n d: 0.10000000000000000001}", &Options::for_execution());
    let json = plan.to_json();
    assert!(json.contains(r#""value":{"n":1e400,"d":0.10000000000000000001},"#), "{json}");
    let read: Value = serde_json::from_str(&json.replace("1e400", "1")).expect("a plan is JSON");
    for (name, expected) in [
        ("decision", Value::from("cosmetic_repair")),
        ("label", Value::from("tidied")),
        ("exactness", Value::from("cosmetic")),
        ("completeness", Value::from("complete")),
        ("execution", Value::from("allowed")),
        ("profile", Value::from("execution")),
        ("executable", Value::from(true)),
        ("error", Value::Null),
        ("retry", Value::Null),
    ] {
        assert_eq!(read[name], expected, "{name}");
    }
}

#[test]
fn a_refusal_is_in_the_plan_with_its_prompt_and_its_text() {
    let plan = analyze(r#"["a" "b"]"#, &Options::for_execution());
    assert_eq!(plan.text.as_deref(), Some(r#"["a","b"]"#));
    let prompt = plan.prompt().expect("what is refused has a prompt");
    assert!(prompt.contains("E011 (R006 InsertComma) at line 1, column 6"), "{prompt}");
    assert!(plan.to_json().contains(r#""execution":"refused""#));
    assert!(!plan.is_executable());
}

#[test]
fn several_roots_are_a_text_but_no_value() {
    let lines = with(Profile::Permissive, |o| o.engine.multi_root = MultiRoot::Lines);
    let plan = analyze("[1]\n[2]\n", &lines);
    assert_eq!((plan.text.as_deref(), plan.value()), (Some("[1]\n[2]"), None));
    assert_eq!(analyze("[1]\n", &lines).value(), Some("[1]"));
}

#[test]
fn a_bad_end_is_refused_where_the_profile_asks_and_never_executable() {
    for (profile, end, error) in [
        (Profile::Agent, None, None),
        (Profile::Agent, Some(ProviderEnd::Complete), None),
        (Profile::Agent, Some(ProviderEnd::MaxTokens), Some("E012")),
        (Profile::Execution, Some(ProviderEnd::Interrupted), None),
        (Profile::Permissive, Some(ProviderEnd::ProviderError), None),
    ] {
        let plan = analyze("{}", &with(profile, |o| o.gate.end = end));
        assert_eq!(plan.error.as_ref().map(|error| error.code().name()), error);
        let may_act = end.is_none_or(|end| end == ProviderEnd::Complete);
        assert_eq!(plan.is_executable(), may_act, "{profile:?} {end:?}");
    }
}

#[test]
fn a_schema_is_the_last_to_refuse_and_may_settle_what_has_two_readings() {
    let schema = Arc::new(Schema::parse("{!mode:string,!n:integer}").expect("a declaration"));
    let declared = |profile| with(profile, |o| o.schema = Some(Arc::clone(&schema)));
    for (input, error, executable, satisfied) in [
        (r#"{"mode":"x","n":1}"#, None, true, 2),
        (r#"{"mode":"x","n":"1"}"#, Some("E070"), false, 1),
        (r#"{"n":1}"#, Some("E070"), false, 1),
        (r#"{"mode":yes,"n":1}"#, None, true, 2),
        (r#"{"mode":"x" "y","n":"1"}"#, Some("E011"), false, 1),
        (r#"{"mode":"x","n":1"#, Some("E010"), false, 2),
        ("no JSON", Some("E002"), false, 0),
    ] {
        let plan = analyze(input, &declared(Profile::Agent));
        assert_eq!(plan.error.as_ref().map(|error| error.code().name()), error, "{input}");
        assert_eq!(plan.is_executable(), executable, "{input}");
        let verdict = plan.schema.as_ref().expect("a schema was given");
        assert_eq!((verdict.total, verdict.satisfied), (2, satisfied), "{input}");
        assert_eq!(verdict.ok, satisfied == 2, "{input}");
    }
    let plan = analyze(r#"{"n":"1"}"#, &declared(Profile::Interactive));
    let counts = r#""schema_total":2,"schema_satisfied":0,"schema_missing":["/mode"],"schema_mismatched":["/n"],"#;
    assert!(plan.to_json().contains(counts), "{}", plan.to_json());
    assert!(plan.prompt().is_some_and(|prompt| prompt.contains("E070")));
}

#[test]
fn what_has_two_readings_is_refused_with_its_class_and_both_readings() {
    for case in lines(&project("tests/conformance/ambiguous.jsonl")) {
        let (input, class) = (member(&case, "input"), member(&case, "cls"));
        let plan = analyze(input, &Options::for_execution());
        let error = plan.error.as_ref().map(|error| error.code().name());
        assert_eq!(error, Some(member(&case, "error")), "{input}");
        assert!(!plan.is_executable(), "{input}");
        let classes = plan.repairs.iter().filter_map(|repair| repair.ambiguity);
        let classes: Vec<_> = classes.map(|class| class.name()).collect();
        let Some(first) = plan.ambiguity else {
            assert_eq!((class, error), ("", Some("E010")), "{input}");
            continue;
        };
        assert!(classes.contains(&class), "{input}");
        let (name, reason) = (first.name(), first.reason());
        let prompt = plan.prompt().unwrap_or_default();
        assert!(prompt.contains(&format!("Reason: {reason}.\nClass: {name}.\n")), "{prompt}");
    }
}

#[test]
fn no_prefix_of_a_call_may_be_acted_on() {
    for (profile, name, knobs) in PROFILES {
        let options = Options::default().with_profile(*profile);
        assert!(analyze(CALL, &options).is_executable(), "{name}");
        for end in 0..CALL.len() {
            let plan = analyze(&CALL[..end], &options);
            assert!(!plan.is_executable(), "{name}: {}", &CALL[..end]);
            assert_ne!(plan.completeness, Completeness::Complete, "{name}: {}", &CALL[..end]);
            let refused = plan.error.is_some();
            assert!(refused || !knobs.reject_ambiguous, "{name}: {}", &CALL[..end]);
        }
    }
}

#[test]
fn every_input_has_the_same_plan_however_it_is_read_and_keeps_the_law_of_execution() {
    for input in inputs().into_iter().filter(|input| input.len() < 4096) {
        for (profile, name, knobs) in PROFILES {
            let options = Options::default().with_profile(*profile);
            let plan = analyze_bytes(&input, None, &options);
            assert_eq!(analyze_bytes(&input, NonZero::new(1), &options), plan, "{name}");
            let strict = std::str::from_utf8(&input)
                .is_ok_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok());
            let shown = String::from_utf8_lossy(&input);
            assert_eq!(plan.valid_json, strict, "{shown}");
            if plan.is_executable() {
                assert_eq!(plan.completeness, Completeness::Complete, "{shown}");
                assert!(!plan.is_ambiguous() && plan.exactness <= knobs.max_loss, "{shown}");
            }
        }
    }
}
