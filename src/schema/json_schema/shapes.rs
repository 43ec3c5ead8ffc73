//! Where in a file the schema is: the shapes in which tools and answers are declared.

use crate::json;
use serde_json::Value;

/// A schema, and what it is declared for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Declared<'a> {
    /// The name of the tool or format.
    pub(super) name: Option<&'a str>,
    /// Left out by a tool that takes no arguments.
    pub(super) schema: Option<&'a Value>,
}

/// The shapes that are known, for who gave another.
pub(super) const SHAPES: &str = "no schema found; accepted are a JSON Schema, and tools or formats as MCP, OpenAI, Anthropic, Gemini and Bedrock declare them, alone or in a list";

/// How deep lists of declarations stand in one another.
const MAX_DEPTH: usize = 6;

/// Where lists of declarations stand.
const LISTS: &[&str] = &[
    "/tools",
    "/result/tools",
    "/toolConfig/tools",
    "/functionDeclarations",
    "/function_declarations",
];

/// Where a request says what its answer has to be, beside the tools that it offers: the places as in
/// [`PLACES`].
const ANSWERS: &[(&str, &str, Option<&str>)] = &[
    ("/response_format/json_schema/schema", "/response_format/json_schema/name", None),
    ("/text/format/schema", "/text/format/name", None),
    ("/output_config/format/schema", "/output_config/format/name", None),
];

/// Where a schema stands, where its name does, and of which type it has to be if that matters.
const PLACES: &[(&str, &str, Option<&str>)] = &[
    ("/inputSchema", "/name", None),
    ("/input_schema", "/name", None),
    ("/function/parameters", "/function/name", None),
    ("/json_schema/schema", "/json_schema/name", None),
    ("/schema", "/name", Some("json_schema")),
    ("/toolSpec/inputSchema/json", "/toolSpec/name", None),
    ("/parametersJsonSchema", "/name", None),
    ("/parameters", "/name", None),
];

/// The types of JSON Schema.
const TYPES: &[&str] = &["object", "array", "string", "number", "integer", "boolean", "null"];

/// What a bare schema has at least one of.
const KEYWORDS: &[&str] = &[
    "type",
    "properties",
    "$ref",
    "anyOf",
    "$schema",
    "enum",
    "const",
    "oneOf",
    "allOf",
    "not",
    "if",
    "items",
    "prefixItems",
    "required",
    "additionalProperties",
    "patternProperties",
    "$defs",
    "definitions",
    "$id",
    "$dynamicRef",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "multipleOf",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "uniqueItems",
    "contains",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Every schema that `value` declares, in order.
pub(super) fn find(value: &Value) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    if is_plainly_schema(value) {
        found.extend(bare(value));
    } else if value.is_array() || list(value).is_some() {
        look(value, MAX_DEPTH, &mut found);
        found.extend(place(value, ANSWERS));
    } else {
        found.extend(tool(value).or_else(|| place(value, ANSWERS)).or_else(|| bare(value)));
    }
    found
}

/// Whether a value is a schema whatever else it holds: nothing else has such members.
fn is_plainly_schema(value: &Value) -> bool {
    let is_type = |kind: &Value| kind.as_str().is_some_and(|kind| TYPES.contains(&kind));
    value["$schema"].is_string()
        || value["properties"].is_object()
        || is_type(&value["type"])
        || value["type"].as_array().is_some_and(|kinds| kinds.iter().all(is_type))
}

/// Looks through lists.
fn look<'a>(value: &'a Value, depth: usize, found: &mut Vec<Declared<'a>>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    match value.as_array().or_else(|| list(value)) {
        Some(list) => list.iter().for_each(|item| look(item, depth, found)),
        None => found.extend(tool(value).or_else(|| idle_tool(value)).or_else(|| typed(value))),
    }
}

fn list(value: &Value) -> Option<&Vec<Value>> {
    LISTS.iter().find_map(|place| value.pointer(place)?.as_array())
}

/// A tool or format with its schema.
fn tool(value: &Value) -> Option<Declared<'_>> {
    let is_function = value["type"] == "function";
    place(value, PLACES).or_else(|| if is_function { idle_tool(value) } else { None })
}

/// The first schema that stands in one of these places.
fn place<'a>(value: &'a Value, places: &[(&str, &str, Option<&str>)]) -> Option<Declared<'a>> {
    let kind = value["type"].as_str();
    places.iter().find_map(|(place, name, wanted)| {
        let schema =
            value.pointer(place).filter(|schema| schema.is_object() || schema.is_boolean())?;
        let fits = wanted.is_none() || *wanted == kind;
        fits.then(|| Declared { name: text(value, name), schema: Some(schema) })
    })
}

/// A tool that takes no arguments and declares no schema.
fn idle_tool(value: &Value) -> Option<Declared<'_>> {
    let name = text(value, "/function/name").or_else(|| text(value, "/name"))?;
    let is_function = value["type"].as_str().is_none_or(|kind| kind == "function");
    is_function.then_some(Declared { name: Some(name), schema: None })
}

/// A schema in a list, which may hold tools of other kinds: their types are none of a schema.
fn typed(value: &Value) -> Option<Declared<'_>> {
    let kind = value["type"].as_str().map(str::to_ascii_lowercase);
    bare(value).filter(|_| kind.is_none_or(|kind| TYPES.contains(&kind.as_str())))
}

/// A schema itself.
fn bare(value: &Value) -> Option<Declared<'_>> {
    let is_schema = value.is_boolean() || KEYWORDS.iter().any(|name| value.get(name).is_some());
    is_schema.then_some(Declared { name: None, schema: Some(value) })
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer)?.as_str()
}

/// The names of what is declared, as far as they fit on a line.
pub(super) fn names(declared: &[Declared<'_>]) -> String {
    let mut names = Vec::new();
    for name in declared.iter().filter_map(|item| item.name) {
        if names.len() + name.len() > 200 {
            names.extend_from_slice(b" and more");
            break;
        }
        if !names.is_empty() {
            names.extend_from_slice(b", ");
        }
        json::string_without(&mut names, name, json::is_unseen);
    }
    String::from_utf8_lossy(&names).into_owned()
}
