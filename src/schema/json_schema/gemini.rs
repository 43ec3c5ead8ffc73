//! Gemini's dialect of OpenAPI as JSON Schema: types in lower case, `nullable`, counts as text.

use super::MAX_DEPTH;
use serde_json::{Map, Value, json};

/// Where schemas stand in a schema: by name, in a list, alone.
const BY_NAME: &[&str] = &["properties", "$defs", "defs"];
const IN_LISTS: &[&str] = &["anyOf", "prefixItems"];
const ALONE: &[&str] = &["items", "additionalProperties"];

/// What Gemini counts in 64 bits, which its JSON writes as text.
const COUNTS: &[&str] =
    &["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

/// Whether a schema is written in it: its types have upper case.
pub(super) fn is_dialect(schema: &Value) -> bool {
    schema["type"].as_str().is_some_and(|kind| kind.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// Rewrites a schema.
pub(super) fn normalize(schema: &mut Value) {
    rewrite(schema, 0);
}

fn rewrite(schema: &mut Value, depth: usize) {
    let Some(members) = schema.as_object_mut().filter(|_| depth < MAX_DEPTH) else { return };
    rewrite_type(members);
    for name in COUNTS {
        if let Some(value) = members.get_mut(*name)
            && let Some(count) = value.as_str().and_then(|text| text.parse::<u64>().ok())
        {
            *value = json!(count);
        }
    }
    let inner =
        |name: &&str, members: &mut Map<String, Value>| members.get_mut(*name).map(Value::take);
    for name in BY_NAME.iter().chain(IN_LISTS).chain(ALONE) {
        let Some(mut value) = inner(name, members) else { continue };
        match &mut value {
            Value::Object(named) if BY_NAME.contains(name) => {
                named.values_mut().for_each(|schema| rewrite(schema, depth + 1));
            }
            Value::Array(list) => list.iter_mut().for_each(|schema| rewrite(schema, depth + 1)),
            alone => rewrite(alone, depth + 1),
        }
        members.insert((*name).to_owned(), value);
    }
}

fn rewrite_type(members: &mut Map<String, Value>) {
    let nullable = members.remove("nullable") == Some(Value::Bool(true));
    let kind = members.get("type").and_then(Value::as_str).map(str::to_ascii_lowercase);
    match kind.as_deref() {
        Some("type_unspecified") => {
            members.remove("type");
        }
        Some(kind) if nullable => {
            members.insert("type".to_owned(), json!([kind, "null"]));
        }
        Some(kind) => {
            members.insert("type".to_owned(), json!(kind));
        }
        None => {}
    }
    if let (true, Some(Value::Array(values))) = (nullable, members.get_mut("enum")) {
        values.push(Value::Null);
    }
}
