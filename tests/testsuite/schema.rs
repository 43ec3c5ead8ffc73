//! Declarations: behaviour that is data, and the streaming checker against the judge of whole values.

use std::sync::Arc;

use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::plan::writer;
use jsonmend::view::Output;
use jsonmend::{Checker, Code, Options, Run, Schema, Verdict};
use serde_json::{Value, json};

use crate::support::corpus::{lines, member, project};
use crate::support::faults;
use crate::support::random::{Budget, Random, for_each_case};

/// The verdict on what `text` becomes, fed so many bytes at a time; `None` if it cannot be read.
fn verdict(schema: &Arc<Schema>, text: &[u8], size: usize) -> Option<Verdict> {
    let mut checker = Checker::new(Arc::clone(schema), false);
    let mut engine = Engine::new(EngineOptions::default());
    text.chunks(size).try_for_each(|piece| engine.feed(piece, &mut checker)).ok()?;
    engine.finish(&mut checker).ok()?;
    Some(checker.verdict())
}

#[test]
fn verdicts_and_choices_are_what_the_lines_say() {
    let mut problems = Vec::new();
    for case in lines(&project("tests/conformance/schema.jsonl")) {
        for problem in check(&case) {
            problems.push(format!("{} {problem}", member(&case, "id")));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with a case.
fn check(case: &Value) -> Vec<String> {
    let schema = match declaration(case) {
        Ok(schema) => Arc::new(schema),
        Err(error) if case["error"] == error.code().name() => return Vec::new(),
        Err(error) => return vec![error.to_string()],
    };
    let input = member(case, "input").as_bytes();
    let options = Options { schema: Some(Arc::clone(&schema)), ..Options::default() };
    let mut problems = Vec::new();
    for size in [input.len().max(1), 1, 3] {
        let verdict = verdict(&schema, input, size).map(|verdict| {
            json!([verdict.total, verdict.satisfied, verdict.missing, verdict.mismatched])
        });
        let (text, resolved, error) = match repaired(input, &options, size) {
            Ok((text, resolved)) => (json!(text), json!(resolved), Value::Null),
            Err(error) => (Value::Null, Value::Null, json!(error.code().name())),
        };
        let got = json!({"verdict": verdict, "text": text, "resolved": resolved, "error": error});
        for name in ["verdict", "text", "resolved", "error"] {
            if got[name] != case[name] {
                problems.push(format!("pieces of {size}: {name} {}", got[name]));
            }
        }
    }
    problems
}

/// The repaired text and the classes that the schema settled, if there are any.
fn repaired(
    input: &[u8],
    options: &Options,
    size: usize,
) -> jsonmend::Result<(String, Option<String>)> {
    let mut run = Run::new(options, writer(options));
    input.chunks(size).try_for_each(|piece| run.feed(piece))?;
    run.finish()?;
    let (gate, mut output) = run.into_parts();
    let resolved = gate.records().iter().filter(|repair| repair.resolved_by.is_some());
    let classes: Vec<_> = resolved.filter_map(|repair| Some(repair.ambiguity?.name())).collect();
    let text = String::from_utf8_lossy(output.buffer()).trim_end().to_owned();
    Ok((text, (!classes.is_empty()).then(|| classes.join(" "))))
}

fn declaration(case: &Value) -> jsonmend::Result<Schema> {
    match &case["schema"] {
        Value::String(skeleton) => Schema::parse(skeleton),
        json => Schema::from_json_schema(json, case["tool"].as_str()),
    }
}

/// A declaration in both languages.
fn both(random: &mut Random, depth: usize) -> (String, Value) {
    let inner = if depth == 0 { 7 } else { 11 };
    match random.below(inner) {
        0 => ("string".to_owned(), json!({"type": "string"})),
        1 => ("integer(minimum=1)".to_owned(), json!({"type": "integer", "minimum": 1})),
        2 => (
            "number(exclusiveMinimum=0,maximum=1.5)".to_owned(),
            json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1.5}),
        ),
        3 => ("boolean|null".to_owned(), json!({"type": ["boolean", "null"]})),
        4 => (
            "string(minLength=1,maxLength=2,pattern=\"^[a-z]\")".to_owned(),
            json!({"type": "string", "minLength": 1, "maxLength": 2, "pattern": "^[a-z]"}),
        ),
        5 => ("any(enum=1|\"a\"|null)".to_owned(), json!({"enum": [1, "a", null]})),
        6 => ("any".to_owned(), json!(true)),
        7 => {
            let (text, json) = both(random, depth - 1);
            (format!("[{text}]"), json!({"type": "array", "items": json}))
        }
        8 => {
            let (first, second) = (both(random, depth - 1), both(random, depth - 1));
            (format!("{}|{}", first.0, second.0), json!({"anyOf": [first.1, second.1]}))
        }
        _ => object(random, depth),
    }
}

fn object(random: &mut Random, depth: usize) -> (String, Value) {
    let (mut members, mut properties, mut required) =
        (Vec::new(), serde_json::Map::new(), Vec::new());
    for name in ["a", "b", "c"] {
        if random.one_in(3) {
            continue;
        }
        let (text, json) = both(random, depth - 1);
        let is_required = random.one_in(2);
        members.push(format!("{}{name}:{text}", if is_required { "!" } else { "" }));
        properties.insert(name.to_owned(), json);
        required.extend(is_required.then_some(name));
    }
    let closed = random.one_in(3);
    members.extend(closed.then(|| "!".to_owned()));
    let json = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": !closed,
    });
    (format!("{{{}}}", members.join(",")), json)
}

/// A document that such declarations may accept.
fn document(random: &mut Random, depth: usize) -> String {
    const SCALARS: &[&str] = &[
        "1",
        "0",
        "-1",
        "1.0",
        "1.5",
        "2e0",
        "0.5",
        "\"a\"",
        "\"\"",
        "\"ab\"",
        "\"abc\"",
        "\"\\u0061\"",
        "\"😀\"",
        "\"A\"",
        "true",
        "false",
        "null",
    ];
    if depth == 0 || random.one_in(3) {
        return random.pick(SCALARS).to_owned();
    }
    let count = random.below(4);
    if random.one_in(3) {
        let elements: Vec<_> = (0..count).map(|_| document(random, depth - 1)).collect();
        format!("[{}]", elements.join(","))
    } else {
        let names = ["a", "b", "c", "\\u0061", "d"];
        let members: Vec<_> = (0..count)
            .map(|_| format!("\"{}\":{}", random.pick(&names), document(random, depth - 1)))
            .collect();
        format!("{{{}}}", members.join(","))
    }
}

#[test]
fn following_comes_to_the_verdict_of_judging_the_whole() {
    let (mut fits, mut count) = (0, 0);
    for_each_case(&Budget::Cases(3000), |random| {
        let (skeleton, json) = both(random, 3);
        let followed = Schema::parse(&skeleton).map_err(|error| format!("{skeleton}: {error}"))?;
        let canonical = followed.to_string();
        let again = Schema::parse(&canonical).map(|again| again.to_string());
        if again.as_ref() != Ok(&canonical) {
            return Err(format!("{skeleton} is written {canonical}"));
        }
        let wrapped = json!({"type": "json_schema", "schema": json});
        let judged = Schema::from_json_schema(&wrapped, None);
        let judged = judged.map_err(|error| format!("{json}: {error}"))?;
        let (followed, judged) = (Arc::new(followed), Arc::new(judged));
        for _ in 0..8 {
            let mut text = document(random, 3).into_bytes();
            if random.one_in(4) {
                text = faults::inject(random, &text);
            }
            let whole = verdict(&followed, &text, text.len().max(1));
            let size = 1 + random.below(4);
            let shown = String::from_utf8_lossy(&text).into_owned();
            if verdict(&followed, &text, size) != whole {
                return Err(format!("{skeleton} {shown}: pieces of {size} change the verdict"));
            }
            let right = verdict(&judged, &text, size).map(|verdict| verdict.ok);
            if whole.as_ref().map(|verdict| verdict.ok) != right {
                return Err(format!("{skeleton} {shown}: {whole:?} is not {right:?}"));
            }
            count += 1;
            fits += usize::from(right == Some(true));
        }
        Ok(())
    });
    assert!(fits > count / 20, "only {fits} of {count} documents fit");
}

#[test]
fn a_refusal_for_the_schema_comes_after_every_other() {
    let schema = Some(Arc::new(Schema::parse("{!a:string}").expect("the skeleton is valid")));
    let plain = Options { schema, ..Options::default() };
    for (input, options, code) in [
        (r#"{"a":1}"#, plain.clone(), Code::E070),
        (r#"{"a":[yes]}"#, plain.clone().reject_ambiguous(), Code::E011),
        (r#"{"a":1"#, plain.clone().with_profile(jsonmend::Profile::Agent), Code::E010),
        ("[1]", plain.clone().with_profile(jsonmend::Profile::Agent), Code::E013),
        ("", plain.clone(), Code::E001),
    ] {
        assert_eq!(jsonmend::repair(input, &options).map_err(|error| error.code()), Err(code));
    }
}
