//! Declarations in JSON: the shapes they have, what is followed of them, what they refuse.

mod bounds;

use crate::engine::{Engine, EngineOptions};
use crate::error::Code;
use crate::schema::{Checker, Schema, Verdict};
use serde_json::{Value, json};
use std::sync::Arc;

fn schema(declaration: &Value) -> Schema {
    Schema::from_json_schema(declaration, None).expect("the declaration is valid")
}

fn judge(declaration: &Value, document: &str) -> Verdict {
    judge_by(schema(declaration), document)
}

fn judge_by(schema: Schema, document: &str) -> Verdict {
    let mut checker = Checker::new(Arc::new(schema), false);
    let mut engine = Engine::new(EngineOptions::default());
    engine.feed(document.as_bytes(), &mut checker).expect("the document is readable");
    engine.finish(&mut checker).expect("the document is readable");
    checker.verdict()
}

/// Every shape with the schema of an object that must have an `a`.
fn shapes() -> Vec<(Option<&'static str>, Value)> {
    let s = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let g = json!({"type": "OBJECT", "properties": {"a": {"type": "STRING"}}, "required": ["a"]});
    let chat =
        json!({"type": "function", "function": {"name": "t", "parameters": s, "strict": true}});
    let bedrock = json!({"toolSpec": {"name": "t", "inputSchema": {"json": s}}});
    let mcp = json!({"name": "t", "description": "d", "inputSchema": s, "outputSchema": {"type": "null"}});
    vec![
        (Some("t"), mcp.clone()),
        (Some("t"), json!({"tools": [mcp]})),
        (Some("t"), json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [mcp]}})),
        (Some("t"), json!({"name": "t", "input_schema": s, "type": "custom", "strict": true})),
        (Some("t"), chat.clone()),
        (Some("t"), json!({"model": "m", "messages": [], "tools": [{"type": "web_search"}, chat]})),
        (Some("t"), json!({"type": "function", "name": "t", "parameters": s, "strict": true})),
        (Some("t"), json!({"name": "t", "description": "d", "parameters": s})),
        (Some("t"), json!({"type": "json_schema", "json_schema": {"name": "t", "schema": s}})),
        (Some("t"), json!({"type": "json_schema", "name": "t", "schema": s})),
        (None, json!({"output_config": {"format": {"type": "json_schema", "schema": s}}})),
        (
            Some("t"),
            json!({"model": "m", "response_format": {"type": "json_schema", "json_schema": {"name": "t", "schema": s}}}),
        ),
        (
            Some("t"),
            json!({"model": "m", "text": {"format": {"type": "json_schema", "name": "t", "schema": s}}}),
        ),
        (
            None,
            json!({"type": "object", "properties": s["properties"], "required": ["a"], "tools": [mcp]}),
        ),
        (
            None,
            json!({"properties": s["properties"], "required": ["a"], "type": ["object"], "inputSchema": {}}),
        ),
        (Some("t"), json!({"functionDeclarations": [{"name": "t", "parameters": g}]})),
        (Some("t"), json!({"functionDeclarations": [{"name": "t", "parametersJsonSchema": s}]})),
        (
            Some("t"),
            json!({"tools": [{"function_declarations": [{"name": "t", "parameters": g}]}]}),
        ),
        (Some("t"), bedrock.clone()),
        (Some("t"), json!({"toolConfig": {"tools": [bedrock]}})),
        (Some("t"), json!([mcp])),
        (None, s),
        (None, g),
    ]
}

#[test]
fn the_schema_is_found_in_every_shape() {
    for (name, declaration) in shapes() {
        assert_eq!(schema(&declaration).to_string(), "{!a:string}", "{declaration}");
        let by_name = Schema::from_json_schema(&declaration, name).map(|found| found.to_string());
        assert_eq!(by_name, Ok("{!a:string}".to_owned()));
        let other = Schema::from_json_schema(&declaration, Some("other")).map_err(|e| e.code());
        assert_eq!(other, Err(Code::E071));
        let all = Schema::all_of_json_text(&declaration.to_string()).expect("it is valid");
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].0.as_deref(), name, "{declaration}");
    }
}

#[test]
fn of_several_tools_one_is_named() {
    let tools = json!([
        {"name": "a", "inputSchema": {"type": "string"}},
        {"type": "function", "function": {"name": "b", "parameters": {"type": "null"}}},
        {"type": "function", "name": "c"},
    ]);
    for (tool, text) in [("a", "string"), ("b", "null"), ("c", "object")] {
        let found = Schema::from_json_schema(&tools, Some(tool)).map(|found| found.to_string());
        assert_eq!(found, Ok(text.to_owned()));
    }
    for tool in [None, Some("d")] {
        let error = Schema::from_json_schema(&tools, tool).expect_err("one has to be named");
        assert!(error.message().ends_with(r#""a", "b", "c""#), "{error}");
    }
}

#[test]
fn a_request_declares_its_tools_and_its_answer() {
    let tool = json!({"name": "a", "input_schema": {"type": "string"}});
    let unnamed = json!({
        "tools": [tool],
        "output_config": {"format": {"type": "json_schema", "schema": {"type": "null"}}},
    });
    let named = json!({
        "tools": [{"type": "function", "function": {"name": "a", "parameters": {"type": "string"}}}],
        "response_format": {"type": "json_schema", "json_schema": {"name": "b", "schema": {"type": "null"}}},
    });
    for (declaration, tool, expected) in [
        (&unnamed, Some("a"), Ok("string")),
        (&unnamed, None, Ok("null")),
        (&unnamed, Some("b"), Err(r#"no such tool is declared, only "a""#)),
        (&named, Some("a"), Ok("string")),
        (&named, Some("b"), Ok("null")),
        (&named, None, Err(r#"several are declared, name one: "a", "b""#)),
        (&json!([tool, tool]), Some("a"), Err("2 tools of this name are declared")),
        (&json!([tool, tool]), None, Err(r#"several are declared, name one: "a", "a""#)),
        (
            &json!({"type": "string"}),
            Some("a"),
            Err("no such tool is declared, what is declared has no name"),
        ),
    ] {
        let found = Schema::from_json_schema(declaration, tool);
        let found =
            found.map(|found| found.to_string()).map_err(|error| error.message().into_owned());
        assert_eq!(found.as_deref().map_err(String::as_str), expected, "{declaration}");
    }
}

#[test]
fn what_declares_nothing_is_refused() {
    for text in ["", "{", "1", "\"object\"", "null", "[]", "{}", r#"{"tools":[]}"#, r#"{"name":1}"#]
    {
        let error = Schema::from_json_text(text, None).expect_err(text);
        assert_eq!(error.code(), Code::E071, "{text}");
    }
    let deep = "[".repeat(100_000);
    assert!(Schema::from_json_text(&deep, None).is_err());
}

#[test]
fn a_schema_that_cannot_be_used_is_refused_with_the_place() {
    let draft = "http://json-schema.org/draft-03/schema#";
    for (declaration, detail) in [
        (
            json!({"properties": {"a": {"$ref": "https://example.com/x.json"}}}),
            r#"the reference at "/properties/a/$ref" leads out of the file"#,
        ),
        (
            json!({"items": [{"anyOf": [true, {"$ref": "other.json#/x"}]}], "$schema": "http://json-schema.org/draft-07/schema#"}),
            r#"the reference at "/items/0/anyOf/1/$ref" leads out of the file"#,
        ),
        (
            json!({"properties": {"$ref": {"$ref": "#/$defs/no"}}, "const": {"$ref": "#/x"}}),
            r#"the reference at "/properties/$ref/$ref" leads nowhere"#,
        ),
        (json!({"not": {"$ref": "#no"}}), r#"the reference at "/not/$ref" leads nowhere"#),
        (json!({"$schema": draft}), "the draft that $schema names is not known"),
        (json!({"type": "strin"}), r#"the JSON Schema is invalid at "/type""#),
        (
            json!({"properties": {"a": {"minLength": -1}}}),
            r#"the JSON Schema is invalid at "/properties/a/minLength""#,
        ),
        (json!({"pattern": "("}), r#"the JSON Schema is invalid at "/pattern""#),
    ] {
        let error = Schema::from_json_schema(&declaration, None).expect_err("it is invalid");
        assert_eq!((error.code(), &*error.message()), (Code::E071, detail));
    }
}

#[test]
fn what_can_be_followed_is_compiled_and_the_rest_says_nothing() {
    let node = json!({
        "$ref": "#/$defs/node",
        "$defs": {"node": {
            "type": "object",
            "properties": {"next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}},
        }},
    });
    for (declaration, text) in [
        (json!({"type": "object"}), "object"),
        (
            json!({"type": ["integer", "null"], "minimum": 1, "maximum": 2.5}),
            "integer(minimum=1,maximum=2.5)|null",
        ),
        (
            json!({"type": "string", "minLength": 1, "maxLength": 2, "pattern": "^\\d"}),
            "string(minLength=1,maxLength=2,pattern=\"^\\\\d\")",
        ),
        (
            json!({"enum": ["a", 1, null, true, [1]]}),
            "array|string(enum=\"a\")|number(enum=1)|boolean(enum=true)|null",
        ),
        (json!({"type": "string", "const": "a"}), "string(enum=\"a\")"),
        (json!({"type": "array", "items": {"type": "number"}}), "[number]"),
        (json!({"type": "array", "prefixItems": [true], "items": {"type": "number"}}), "array"),
        (
            json!({"type": "object", "required": ["b"], "properties": {"a": true}, "additionalProperties": false}),
            "{a:any,!b:any,!}",
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "null"}}, "patternProperties": {"x": true}, "additionalProperties": false}),
            "{a:null}",
        ),
        (
            json!({"anyOf": [{"type": "string"}, {"$ref": "#/anyOf/0"}, {"oneOf": [{"type": "null"}]}]}),
            "string|string|null",
        ),
        (json!({"allOf": [{"description": "d"}, {"type": "string"}, {"type": "null"}]}), "string"),
        (json!({"description": "d", "not": {"type": "string"}}), "any"),
        (json!({"properties": {"a": {"$id": "x:y", "$ref": "#"}}, "type": "object"}), "{a:any}"),
        (json!({"$ref": "#"}), "any"),
        (json!({"type": "string", "pattern": "(?=a)b", "format": "uri"}), "string"),
        (json!({"type": "number", "multipleOf": 0.5}), "number(multipleOf=0.5)"),
        (node, "{next:any|null}"),
    ] {
        assert_eq!(schema(&declaration).to_string(), text, "{declaration}");
    }
}

#[test]
fn gemini_counts_in_text_and_knows_nullable() {
    let declaration = json!({
        "type": "OBJECT",
        "properties": {
            "type": {"type": "STRING", "nullable": true, "enum": ["A"], "maxLength": "3"},
            "list": {"type": "ARRAY", "items": {"anyOf": [{"type": "INTEGER"}]}, "minItems": "1"},
        },
    });
    assert_eq!(
        schema(&declaration).to_string(),
        "{list:[integer],type:string(maxLength=3,enum=\"A\")|null}"
    );
    assert!(judge(&declaration, r#"{"type":null,"list":[1]}"#).ok);
    assert_eq!(judge(&declaration, r#"{"type":"B","list":[]}"#).mismatched, ["/list", "/type"]);
}

#[test]
fn the_whole_value_is_judged_by_all_that_the_schema_says() {
    let declaration = json!({
        "type": "object",
        "properties": {
            "a": {"type": "string"},
            "b": {"type": "array", "minItems": 2, "uniqueItems": true},
            "c": {"anyOf": [{"type": "null"}, {"type": "object", "required": ["d"]}]},
        },
        "required": ["a", "b"],
        "additionalProperties": false,
        "unknown": 1,
    });
    for (document, missing, mismatched, satisfied) in [
        (r#"{"a":"","b":[1,2],"c":null}"#, "", "", 2),
        (r#"{"a":"","b":[1,1]}"#, "", "/b", 1),
        (r#"{"b":[1],"x/":[]}"#, "/a", "/x~1 /b", 0),
        (r#"{"a":1,"b":[1,1],"a":"x","b":[1,2]}"#, "", "", 2),
        (r#"{"a":"","b":[1,2],"c":{}}"#, "/c/d", "", 2),
        ("[]", "", "", 0),
    ] {
        let verdict = judge(&declaration, document);
        let sorted = |list: &[String]| {
            let mut list = list.to_vec();
            list.sort();
            list.join(" ")
        };
        let expected: Vec<_> = mismatched.split_whitespace().map(str::to_owned).collect();
        assert_eq!(sorted(&verdict.missing), missing, "{document}");
        assert_eq!(sorted(&verdict.mismatched), sorted(&expected), "{document}");
        assert_eq!((verdict.satisfied, verdict.total), (satisfied, 2), "{document}");
        assert_eq!(verdict.ok, satisfied == 2 && missing.is_empty(), "{document}");
    }
}

#[test]
fn deep_documents_and_long_chains_of_references_overflow_nothing() {
    let tree = json!({
        "type": "object",
        "properties": {"a": {"allOf": [{"anyOf": [{"type": "null"}, {"$ref": "#"}]}]}},
        "required": ["a"],
    });
    let depth = 128;
    let document = "{\"a\":".repeat(depth) + "null" + &"}".repeat(depth);
    assert!(judge(&tree, &document).ok);
    assert!(!judge(&tree, &document.replace("null", "1")).ok);

    let mut definitions = serde_json::Map::new();
    for place in 0..300 {
        let next = json!({"$ref": format!("#/$defs/{}", place + 1)});
        definitions.insert(place.to_string(), next);
    }
    definitions.insert("300".to_owned(), json!({"type": "string"}));
    let chain = json!({"$ref": "#/$defs/0", "$defs": definitions});
    assert!(judge(&chain, "\"x\"").ok && !judge(&chain, "1").ok);
    assert_eq!(schema(&chain).to_string(), "string");
}
