//! JSON Schema as a declaration: what can be followed becomes nodes, the whole value is judged by
//! the crate `jsonschema`. Nothing is fetched.

mod compile;
mod gemini;
mod refusal;
mod shapes;
#[cfg(test)]
mod tests;
mod tree;

pub(super) use tree::Tree;

use super::Schema;
use super::thread::{Fault, MAX_FAULTS};
use crate::error::{Code, Error, Result};
use crate::pointer;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Value, json};
use shapes::Declared;
use std::sync::Arc;

/// How deep a schema is looked into.
const MAX_DEPTH: usize = 128;

/// Keywords that decide about a value or its neighbours and are not followed: with one of them
/// nothing is settled while the text streams.
const NOT_FOLLOWED: &[&str] = &[
    "not",
    "oneOf",
    "if",
    "multipleOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "dependentSchemas",
    "dependencies",
    "propertyNames",
];

/// A JSON Schema that judges whole values.
#[derive(Debug)]
pub(super) struct Definition {
    schema: Value,
    validator: Validator,
}

impl Definition {
    /// Whether all that the schema says about a value is followed while it streams. A member that
    /// has the name of a keyword is taken for the keyword: then less is settled, never too much.
    pub(super) fn is_followed(&self) -> bool {
        let mut open = vec![&self.schema];
        while let Some(value) = open.pop() {
            match value {
                Value::Object(members) => {
                    if NOT_FOLLOWED.iter().any(|keyword| members.contains_key(*keyword)) {
                        return false;
                    }
                    open.extend(members.values());
                }
                Value::Array(items) => open.extend(items),
                _ => {}
            }
        }
        true
    }
}

impl PartialEq for Definition {
    fn eq(&self, other: &Self) -> bool {
        self.schema == other.schema
    }
}

impl Eq for Definition {}

impl Schema {
    /// Reads a JSON Schema, or the declaration of a tool or an answer format that holds one, as MCP,
    /// OpenAI, Anthropic, Gemini and Bedrock write them. `tool` says which, where there are several.
    ///
    /// # Errors
    /// E071: no schema or not exactly one is found, it is no valid schema, or a reference in it
    /// leads out of the file or nowhere.
    pub fn from_json_schema(declaration: &Value, tool: Option<&str>) -> Result<Schema> {
        let found = shapes::find(declaration);
        let mut wanted = found.iter().filter(|item| tool.is_none() || item.name == tool);
        match (wanted.next(), wanted.next()) {
            (Some(only), None) => define(only),
            _ if found.is_empty() => Err(invalid(shapes::SHAPES)),
            (None, _) => {
                Err(invalid(format!("no such tool is declared, only {}", shapes::names(&found))))
            }
            (Some(_), Some(_)) => {
                Err(invalid(format!("several are declared, name one: {}", shapes::names(&found))))
            }
        }
    }

    /// Reads the text of a declaration; see [`Schema::from_json_schema`].
    ///
    /// # Errors
    /// E071: no JSON, or as there.
    pub fn from_json_text(declaration: &str, tool: Option<&str>) -> Result<Schema> {
        Schema::from_json_schema(&read(declaration)?, tool)
    }

    /// Reads all that a declaration declares, each with its name; see [`Schema::from_json_schema`].
    ///
    /// # Errors
    /// E071 as there.
    pub fn all_of_json_text(declaration: &str) -> Result<Vec<(Option<String>, Schema)>> {
        let declaration = read(declaration)?;
        let found = shapes::find(&declaration);
        if found.is_empty() {
            return Err(invalid(shapes::SHAPES));
        }
        let named = |item: &Declared<'_>| Ok((item.name.map(str::to_owned), define(item)?));
        found.iter().map(named).collect()
    }
}

impl Definition {
    /// What is wrong with a value.
    pub(super) fn faults(&self, value: &Value) -> Vec<Fault> {
        let mut faults = Vec::new();
        if !self.validator.is_valid(value) {
            let errors = self.validator.iter_errors(value);
            errors.take(MAX_FAULTS).for_each(|error| list(&error, &mut faults));
        }
        faults.truncate(MAX_FAULTS);
        faults
    }
}

/// Adds what an error says.
fn list(error: &ValidationError<'_>, faults: &mut Vec<Fault>) {
    let at = error.instance_path().as_str();
    let new: Vec<Fault> = match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![Fault::Missing(pointer::join(at, name))]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let names = unexpected.iter().take(MAX_FAULTS);
            names.map(|name| Fault::Mismatched(pointer::join(at, name))).collect()
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let alternatives = context.iter().map(|errors| {
                let mut inner = Vec::new();
                errors.iter().for_each(|error| list(error, &mut inner));
                inner
            });
            // The alternative that comes nearest: of the right kind, and with the fewest faults.
            let itself = Fault::Mismatched(at.to_owned());
            let nearest =
                alternatives.min_by_key(|faults| (faults.contains(&itself), faults.len()));
            nearest.unwrap_or_default()
        }
        _ => vec![Fault::Mismatched(at.to_owned())],
    };
    // Several keywords may say so of one place.
    faults.extend(new.into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>());
}

fn read(declaration: &str) -> Result<Value> {
    serde_json::from_str(declaration).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        invalid(format!("the declaration is no JSON at line {line}, byte {column}"))
    })
}

fn define(declared: &Declared<'_>) -> Result<Schema> {
    // A tool that declares no parameters takes an object with none that matter.
    let mut schema = declared.schema.cloned().unwrap_or_else(|| json!({"type": "object"}));
    if gemini::is_dialect(&schema) {
        gemini::normalize(&mut schema);
    }
    let validator = jsonschema::options().offline().build(&schema);
    let validator = validator.map_err(|error| refusal::explain(&schema, &error))?;
    let (nodes, root) = compile::compile(&schema);
    let definition = Some(Arc::new(Definition { schema, validator }));
    Ok(Schema { definition, ..Schema::new(nodes, root) })
}

fn invalid(detail: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Code::E071).with_detail(detail)
}
