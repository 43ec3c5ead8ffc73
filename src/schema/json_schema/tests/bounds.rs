//! Numbers, depth and work at their limits.

use super::{judge, judge_by, schema};
use crate::engine::{Engine, EngineOptions};
use crate::error::Code;
use crate::schema::{Checker, Schema};
use serde_json::{Value, json};
use std::sync::Arc;

/// What makes the crate judge whole values and changes no verdict here.
const UNFOLLOWED: &str = r#""minProperties":0,"#;

#[test]
fn numbers_are_judged_as_they_are_written() {
    for (keywords, fitting, others) in [
        (
            r#""maximum":1e29"#,
            "1e29 100000000000000000000000000000",
            "100000000000000000000000000001",
        ),
        (
            r#""maximum":100000000000000000000000000001"#,
            "100000000000000000000000000001",
            "100000000000000000000000000002",
        ),
        (r#""exclusiveMaximum":1e29"#, "99999999999999999999999999999.9", "1e29"),
        (r#""maximum":1e399"#, "1e399 5", "1e400"),
        (
            r#""const":9007199254740993"#,
            "9007199254740993 9007199254740993.0",
            "9007199254740992 9007199254740993.5",
        ),
        (
            r#""enum":[1,0.1]"#,
            "1.0 0.1 100e-3",
            "0.1000000000000000000000001 1.0000000000000000000001",
        ),
        (r#""enum":[1e400]"#, "1e400 10e399", "2e400 1.7976931348623157e308"),
        (
            r#""type":"integer""#,
            "1.0 1e400 10000000000000000000000",
            "1.0000000000000000000001 9007199254740993.5 1e-400",
        ),
        (r#""multipleOf":0.1"#, "1.1 0.3 1e400", "0.30000000000000000001 1e-400"),
        (
            r#""multipleOf":2"#,
            "9007199254740994 1e400",
            "9007199254740993 100000000000000000000000000001",
        ),
        (r#""minimum":1e-400"#, "1e-400 1", "0 1e-401"),
    ] {
        let declared = format!(r#"{{"properties":{{"a":{{{keywords}}}}}}}"#);
        for (documents, fits) in [(fitting, true), (others, false)] {
            for number in documents.split(' ') {
                let schema = Schema::from_json_text(&declared, None).expect("it is valid");
                let verdict = judge_by(schema, &format!(r#"{{"a":{number}}}"#));
                assert_eq!(verdict.ok, fits, "{declared} {number}");
            }
        }
        // Where a judge has to be asked that holds doubles, nothing is accepted that does not fit.
        for declared in [
            declared.replacen('{', &format!("{{{UNFOLLOWED}"), 1),
            format!(r#"{{"allOf":[{{"properties":{{"b":true}}}},{declared}]}}"#),
            format!(r#"{{"anyOf":[{declared},{{"minProperties":2}}],{UNFOLLOWED}"x":1}}"#),
        ] {
            for number in others.split(' ') {
                let Ok(schema) = Schema::from_json_text(&declared, None) else { continue };
                let verdict = judge_by(schema, &format!(r#"{{"a":{number}}}"#));
                assert_eq!(verdict.mismatched, ["/a"], "{declared} {number}");
            }
        }
    }
}

#[test]
fn a_number_matters_only_where_it_is_compared() {
    let declared = json!({
        "minProperties": 1,
        "properties": {"id": {"type": "integer"}, "n": {"type": "number"}, "u": {"uniqueItems": true}},
    });
    for (document, mismatched) in [
        (r#"{"id":123456789012345678901234,"n":0.1000000000000000000001,"x":1e400}"#, ""),
        (r#"{"id":9007199254740993.5}"#, "/id"),
        (r#"{"u":[{"a":1e400},2]}"#, "/u/0/a"),
    ] {
        assert_eq!(judge(&declared, document).mismatched.join(" "), mismatched, "{document}");
    }
    let far = r#"{"minProperties":1,"properties":{"a":{"maximum":1e30}}}"#;
    let far = Schema::from_json_text(far, None).expect("it is valid");
    assert!(judge_by(far, r#"{"a":18446744073709551615}"#).ok);
    let error = r#"{"minProperties":1,"properties":{"a":{"maximum":0.29999999999999999999}}}"#;
    let error = Schema::from_json_text(error, None).expect_err("a double is 0.3");
    let expected = r#"the number at "/properties/a/maximum" has more digits than this schema can be judged with"#;
    assert_eq!(error.message(), expected);
}

#[test]
fn a_declaration_that_cannot_be_read_is_refused_with_the_place() {
    let deep = format!("{}1{}", "{\"not\":".repeat(129), "}".repeat(129));
    for (declaration, at, detail) in [
        ("", 1, "the declaration is no JSON"),
        ("{\"type\":'string'}", 9, "the declaration is no JSON"),
        ("{\"type\":\"string\",}", 17, "the declaration is no JSON"),
        ("{\"type\":\"string\"} x", 19, "the declaration is no JSON"),
        ("{\"type\":", 9, "the declaration is no JSON"),
        (&deep, 897, "the declaration is nested too deeply"),
    ] {
        let error = Schema::from_json_text(declaration, None).expect_err(declaration);
        let column = error.position().map(|at| at.column);
        assert_eq!((column, &*error.message()), (Some(at), detail), "{declaration}");
    }
    let deep: Value = (0..200).fold(json!(true), |inner, _| json!({"not": inner}));
    let error = Schema::from_json_schema(&deep, None).expect_err("it is too deep");
    assert_eq!(error.message(), "the JSON Schema is nested too deeply");
}

#[test]
fn what_asks_too_much_is_refused_before_it_is_asked() {
    let chain = |length: usize, link: fn(String) -> Value| {
        let mut definitions: serde_json::Map<_, _> = (0..length)
            .map(|place| (place.to_string(), link(format!("#/$defs/{}", place + 1))))
            .collect();
        definitions.insert(length.to_string(), json!({"type": "string"}));
        json!({"$ref": "#/$defs/0", "$defs": definitions})
    };
    let next = |to: String| json!({"$ref": to});
    let doubled = |to: String| json!({"allOf": [{"$ref": to}, {"$ref": to}]});
    let inside = |to: String| json!({"properties": {"a": {"$ref": to}}});
    assert!(judge(&chain(400, next), "\"x\"").ok);
    assert!(judge(&chain(10, doubled), "\"x\"").ok);
    assert!(judge(&chain(1_000, inside), "{}").ok);
    for (declaration, detail) in [
        (chain(2_000, next), "more than 512 schemas ask each other at"),
        (chain(20_000, next), "more than 512 schemas ask each other at"),
        (chain(27, doubled), "too many schemas are asked about one value at"),
    ] {
        let error = Schema::from_json_schema(&declaration, None).expect_err("it asks too much");
        assert!(error.message().starts_with(detail), "{error}");
        assert!(error.message().contains("/$defs/"), "{error}");
    }
}

#[test]
fn alternatives_that_refer_to_themselves_take_no_time() {
    let node = |more: &str| {
        let object = json!({"type": "object", "properties": {"a": {"$ref": "#"}}, more: 1});
        json!({"anyOf": [object, object, {"type": "null"}]})
    };
    let document = |depth: usize, inside: &str| {
        format!("{}{inside}{}", "{\"a\":".repeat(depth), "}".repeat(depth))
    };
    // All is followed, so that nobody else is asked.
    assert!(judge(&node("x"), &document(1_000, "null")).ok);
    assert_eq!(judge(&node("x"), &document(100, "1")).mismatched, ["/a".repeat(100)]);
    let partly = node("minProperties");
    assert!(judge(&partly, &document(8, "null")).ok);
    for depth in [14, 16] {
        let fault = document(depth, "{}");
        assert_eq!(judge(&partly, &fault).mismatched.len(), 1, "{depth}");
        assert!(!judge(&partly, &fault).ok);
    }
    assert_eq!(judge(&partly, &document(40, "1")).mismatched, ["/a".repeat(40)]);
    let verdict = judge(&partly, &document(40, "null"));
    assert!(!verdict.ok && verdict.mismatched.is_empty() && verdict.unjudged.is_some());
    let error = verdict.error(&schema(&partly)).expect("it is refused");
    assert_eq!(error.code(), Code::E020);
}

#[test]
fn what_is_too_deep_for_the_judge_is_not_accepted() {
    let document = |depth| "[".repeat(depth) + &"]".repeat(depth);
    let followed = json!({"type": "array", "items": {"$ref": "#"}});
    assert!(judge(&followed, &document(1_000)).ok);
    let partly = json!({"type": "array", "items": {"$ref": "#"}, "maxItems": 1});
    assert!(judge(&partly, &document(128)).ok);
    assert!(!judge(&partly, &document(129)).ok);
    let mut checker = Checker::new(Arc::new(schema(&partly)), false);
    let mut engine = Engine::new(EngineOptions::default());
    engine.feed(document(129).as_bytes(), &mut checker).expect("the document is readable");
    engine.finish(&mut checker).expect("the document is readable");
    assert_eq!(checker.error().map(|error| error.code()), Some(Code::E020));
}

#[test]
fn all_faults_of_required_members_count_and_no_others_are_listed_beyond_a_limit() {
    let declared = json!({
        "type": "object",
        "properties": {
            "a": {"items": {"type": "string"}},
            "b": {"anyOf": [{"items": {"type": "string"}}, {"items": {"type": "null"}}]},
            "z": {"minItems": 1},
        },
        "required": ["a", "b", "z", "zz"],
    });
    let many = format!("[{}1]", "1,".repeat(5_000));
    let verdict = judge(&declared, &format!(r#"{{"a":{many},"b":{many},"z":[]}}"#));
    assert_eq!((verdict.total, verdict.satisfied), (4, 2));
    assert_eq!(verdict.missing, ["/zz"]);
    assert!(verdict.mismatched.contains(&"/z".to_owned()));
    assert!(verdict.mismatched.len() <= 102, "{}", verdict.mismatched.len());
}
