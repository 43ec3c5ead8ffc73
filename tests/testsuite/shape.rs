//! What the schemas of the protocol say of results is true, member by member.

use jsonmend::json::Object;
use jsonmend::protocol::shape;
use jsonmend::protocol::signature::{ERROR, SIGNATURES, Signature};
use jsonmend::protocol::{Connection, Failure, METHODS, Method, Params};
use serde_json::{Value, json};

use crate::support::corpus::inputs;

/// The schema that `fill` writes.
fn schema(fill: impl FnOnce(&mut Object<'_>)) -> Value {
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    fill(&mut object);
    object.end();
    serde_json::from_slice(&out).expect("a schema is JSON")
}

/// The same, but for no member beside those that are named.
fn closed(mut schema: Value) -> Value {
    if let Value::Object(members) = &mut schema {
        if members.get("properties").is_some_and(|named| named != &json!({})) {
            members.insert("additionalProperties".into(), Value::Bool(false));
        }
        members.values_mut().for_each(|value| *value = closed(value.take()));
    } else if let Value::Array(items) = &mut schema {
        items.iter_mut().for_each(|item| *item = closed(item.take()));
    }
    schema
}

fn validator(schema: &Value) -> jsonschema::Validator {
    jsonschema::draft202012::new(schema).expect("the schema is one")
}

/// The result of the method of this name.
fn answered(
    connection: &mut Connection,
    name: &str,
    params: Params<'_>,
) -> Result<Vec<u8>, Failure> {
    connection.run(Method::named(name).expect("there is such a method"), params)
}

#[test]
fn every_method_without_a_stream_has_a_signature() {
    for method in METHODS {
        assert_eq!(Signature::of(method.name).is_none(), method.needs_stream, "{}", method.name);
    }
}

#[test]
fn every_answer_is_what_its_schema_says() {
    let failure = validator(&closed(schema(|object| ERROR.fill(object))));
    let texts = inputs().into_iter().filter_map(|input| String::from_utf8(input).ok());
    let texts: Vec<_> = texts.filter(|text| text.len() < 2000).collect();
    let takes_text = |signature: &&Signature| !matches!(signature.method, "reduce" | "llm.run");
    for signature in SIGNATURES.iter().filter(takes_text) {
        let result = validator(&closed(schema(|object| {
            shape::fill_object(signature.result.iter(), object);
        })));
        let params = validator(&schema(|object| signature.fill_params(object)));
        for text in texts.iter().step_by(3) {
            for more in
                [json!({}), json!({"schema": "{!a:integer,b:[string]}", "end": "max_tokens"})]
            {
                let mut call = json!({"text": text});
                call.as_object_mut()
                    .expect("an object")
                    .extend(more.as_object().cloned().unwrap_or_default());
                assert!(params.is_valid(&call), "{}: {call}", signature.method);
                let call = call.to_string();
                let given = Params::new(&call).expect("an object");
                let mut connection = Connection::default();
                match answered(&mut connection, signature.method, given.clone()) {
                    Ok(found) => check(&result, &found, &call),
                    Err(_) => {
                        let mut out = Vec::new();
                        let answer = answered(&mut connection, signature.method, given.clone());
                        jsonmend::protocol::answer(&mut out, None, false, answer);
                        let answer: Value = serde_json::from_slice(&out).expect("JSON");
                        let error = &answer["error"];
                        assert!(failure.is_valid(error), "{call}: {error}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_call_of_a_stream_is_what_its_schema_says() {
    let signature = Signature::of("llm.run").expect("the method is there");
    let params = validator(&closed(schema(|object| signature.fill_params(object))));
    let result = validator(&closed(schema(|object| {
        shape::fill_object(signature.result.iter(), object);
    })));
    let start = r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}"#;
    let part = r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{a:1"}}"#;
    let end = r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"}}"#;
    let fault = r#"{"type":"error","error":{"type":"overloaded_error","message":"busy"}}"#;
    let all = [r#"{"type":"ping"}"#, start, part, end, fault];
    for count in 0..=all.len() {
        for more in [json!({}), json!({"schema": "{!b:string}", "provider": "anthropic"})] {
            let mut call = json!({"events": all[..count]});
            let more = more.as_object().cloned().unwrap_or_default();
            call.as_object_mut().expect("an object").extend(more);
            assert!(params.is_valid(&call), "{call}");
            let call = call.to_string();
            let given = Params::new(&call).expect("an object");
            match answered(&mut Connection::default(), "llm.run", given) {
                Ok(found) => check(&result, &found, &call),
                // A ping alone is no stream of a provider.
                Err(failure) => assert_eq!(failure.error.code().name(), "E080", "{call}"),
            }
        }
    }
}

#[test]
fn every_short_text_is_what_its_schema_says() {
    let signature = Signature::of("reduce").expect("the method is there");
    let params = validator(&closed(schema(|object| signature.fill_params(object))));
    let result = validator(&closed(schema(|object| {
        shape::fill_object(signature.result.iter(), object);
    })));
    let many: String = (0..400).map(|n| format!("line {n}\nerror: e{n}\n")).collect();
    for options in [
        json!({}),
        json!({"trace": true, "maxInlineChars": 500, "policy": "compact-all"}),
        json!({"raw": true, "noOmit": true}),
    ] {
        for output in ["", "[1,2]", "On branch main\n", &many] {
            let input = json!({"toolName": "bash", "argv": ["git", "status"], "stdout": output,
                "stderr": "x", "exitCode": 1, "partial": false});
            let call = json!({"id": 1, "input": input, "options": options});
            assert!(params.is_valid(&call), "{call}");
            let call = call.to_string();
            let given = Params::new(&call).expect("an object");
            let found = answered(&mut Connection::default(), "reduce", given);
            check(&result, &found.unwrap_or_default(), &call);
        }
    }
}

fn check(validator: &jsonschema::Validator, found: &[u8], call: &str) {
    assert!(!found.is_empty(), "{call}");
    // A value that only a deeper reader reads has its own tests.
    let Ok(found) = serde_json::from_slice::<Value>(found) else { return };
    let faults: Vec<_> = validator.iter_errors(&found).map(|fault| fault.to_string()).collect();
    assert!(faults.is_empty(), "{call}: {faults:?}");
}

#[test]
fn the_schema_of_parameters_takes_what_a_call_takes_and_no_other_kind() {
    let signature = Signature::of("repair").expect("the method is there");
    let params = validator(&schema(|object| signature.fill_params(object)));
    for (call, is_taken) in [
        (json!({"text": "x"}), true),
        (json!({"text": "x", "disable": ["R005"]}), true),
        (json!({"text": "x", "disable": "R005,R006"}), true),
        (json!({"text": "x", "max_depth": 5, "skip_prose": true, "profile": "agent"}), true),
        (json!({}), false),
        (json!({"text": 1}), false),
        (json!({"text": "x", "max_depth": 0}), false),
        (json!({"text": "x", "skip_prose": "yes"}), false),
        (json!({"text": "x", "profile": "nobody"}), false),
        (json!({"text": "x", "disable": 5}), false),
    ] {
        assert_eq!(params.is_valid(&call), is_taken, "{call}");
        let text = call.to_string();
        let given = Params::new(&text).expect("an object");
        let found = answered(&mut Connection::default(), "repair", given);
        let is_usage = found.err().is_some_and(|failure| failure.error.exit() == 2);
        assert_eq!(!is_usage, is_taken, "{call}");
    }
}
