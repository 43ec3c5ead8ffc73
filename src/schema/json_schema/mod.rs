//! JSON Schema as a declaration: what can be followed becomes nodes, the whole value is judged by
//! the crate `jsonschema`. Nothing is fetched.

mod compile;
mod gemini;
mod graph;
mod judge;
mod leaf;
mod load;
mod names;
mod numeral;
mod read;
mod refusal;
mod shapes;
#[cfg(test)]
mod tests;
mod trail;
mod tree;

pub(super) use judge::{Judge, Judged};

use super::Schema;
use super::room::with_room;
use crate::error::{Code, Error, Result};
use compile::Compiled;
use graph::Graph;
use jsonschema::Validator;
use read::Numerals;
use serde_json::{Value, json};
use shapes::Declared;
use std::sync::Arc;

/// How deep a schema is looked into.
const MAX_DEPTH: usize = 128;

/// A JSON Schema that judges whole values.
#[derive(Debug)]
pub(super) struct Definition {
    schema: Value,
    validator: Validator,
    graph: Arc<Graph>,
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
        choose(declaration, &Numerals::new(), tool)
    }

    /// Reads the text of a declaration; see [`Schema::from_json_schema`].
    ///
    /// # Errors
    /// E071: no JSON, or as there.
    pub fn from_json_text(declaration: &str, tool: Option<&str>) -> Result<Schema> {
        let (declaration, numerals) = read::read(declaration)?;
        choose(&declaration, &numerals, tool)
    }

    /// Reads all that a declaration declares, each with its name; see [`Schema::from_json_schema`].
    ///
    /// # Errors
    /// E071 as there.
    pub fn all_of_json_text(declaration: &str) -> Result<Vec<(Option<String>, Schema)>> {
        let (declaration, numerals) = read::read(declaration)?;
        let found = shapes::find(&declaration);
        if found.is_empty() {
            return Err(invalid(shapes::SHAPES));
        }
        let named = |item: &Declared<'_>| {
            Ok((item.name.map(str::to_owned), define(item, &declaration, &numerals)?))
        };
        found.iter().map(named).collect()
    }
}

/// The schema of the tool that is wanted, or of the only one.
fn choose(declaration: &Value, numerals: &Numerals, tool: Option<&str>) -> Result<Schema> {
    let found = shapes::find(declaration);
    let wanted: Vec<_> = match tool {
        Some(_) => found.iter().filter(|item| item.name == tool).collect(),
        // What has no name cannot be named.
        None if found.len() > 1 => found.iter().filter(|item| item.name.is_none()).collect(),
        None => found.iter().collect(),
    };
    let names = shapes::names(&found);
    match (&*wanted, tool) {
        ([only], _) => define(only, declaration, numerals),
        _ if found.is_empty() => Err(invalid(shapes::SHAPES)),
        ([], Some(_)) if names.is_empty() => {
            Err(invalid("no such tool is declared, what is declared has no name"))
        }
        ([], Some(_)) => Err(invalid(format!("no such tool is declared, only {names}"))),
        (_, Some(_)) => Err(invalid(format!("{} tools of this name are declared", wanted.len()))),
        (_, None) if names.is_empty() => Err(invalid("several are declared that have no name")),
        (_, None) => Err(invalid(format!("several are declared, name one: {names}"))),
    }
}

/// The schema of what is declared somewhere in `whole`.
fn define(declared: &Declared<'_>, whole: &Value, numerals: &Numerals) -> Result<Schema> {
    let Some(schema) = declared.schema else {
        // A tool that declares no parameters takes an object with none that matter.
        return with_room(|| build(json!({"type": "object"}), &Numerals::new()))?;
    };
    if is_nested(schema, MAX_DEPTH) {
        return Err(invalid("the JSON Schema is nested too deeply"));
    }
    let numerals = read::within(numerals, whole, schema);
    with_room(|| build(schema.clone(), &numerals))?
}

fn build(mut schema: Value, numerals: &Numerals) -> Result<Schema> {
    if gemini::is_dialect(&schema) {
        gemini::normalize(&mut schema);
    }
    let graph = Arc::new(Graph::new(&schema)?);
    let validator = jsonschema::options().offline().build(&schema);
    let validator = validator.map_err(|error| refusal::explain(&schema, &error))?;
    let Compiled { nodes, root, loose } = compile::compile(&schema, numerals);
    let is_whole = loose.is_empty();
    let compiled = Schema::new(nodes, root, loose);
    if is_whole {
        return Ok(compiled);
    }
    if let Some(path) = unheld(numerals) {
        let detail = "has more digits than this schema can be judged with";
        return Err(invalid(format!("the number at {} {detail}", refusal::quoted(path))));
    }
    let definition = Some(Arc::new(Definition { schema, validator, graph }));
    Ok(Schema { definition, ..compiled })
}

/// A number that keywords compare and no judge can hold, by its pointer. One that is large is no
/// neighbour of any that a judge holds.
fn unheld(numerals: &Numerals) -> Option<&str> {
    let matters = |path: &str| graph::compares(path.rsplit('/').next().unwrap_or_default());
    let is_listed = |path: &str| path.contains("/enum/") || path.contains("/const");
    let mut unheld = numerals
        .iter()
        .filter(|(path, number)| !number.is_large() && (matters(path) || is_listed(path)));
    unheld.next().map(|(path, _)| path.as_str())
}

/// Whether a value has more than so many levels.
fn is_nested(value: &Value, depth: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, level)) = open.pop() {
        let level_of = |value| (value, level + 1);
        match value {
            Value::Object(_) | Value::Array(_) if level > depth => return true,
            Value::Object(members) => open.extend(members.values().map(level_of)),
            Value::Array(items) => open.extend(items.iter().map(level_of)),
            _ => {}
        }
    }
    false
}

fn invalid(detail: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(Code::E071).with_detail(detail)
}
