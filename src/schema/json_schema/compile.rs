//! What of a JSON Schema can be followed while a document streams.
//!
//! The nodes accept all that the schema accepts, and may accept more: what has no node says nothing.

use super::MAX_DEPTH;
use crate::pointer;
use crate::schema::decimal::Decimal;
use crate::schema::node::{
    CONSTRAINTS, Constraint, Kind, Literal, Member, Node, NodeId, Object, Pattern, Scalar, Setting,
};
use jsonschema_regex::to_rust_regex;
use regex::Regex;
use serde_json::Value;
use std::collections::HashMap;

/// The types a value may have where no type is said.
const TYPES: &[&str] = &["object", "array", "string", "number", "boolean", "null"];

/// What a schema may say of a value beside its type that a node can say too.
const CONTENT: &[&str] = &[
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "pattern",
];

/// The nodes of a schema, and which of them is the root.
pub(super) fn compile(schema: &Value) -> (Vec<Node>, NodeId) {
    let mut compiler =
        Compiler { root: schema, nodes: Vec::new(), targets: HashMap::new(), waiting: Vec::new() };
    let root = compiler.target(String::new(), schema);
    // A reference is followed here and not where it stands, so that a chain of them is no recursion.
    while let Some((id, schema)) = compiler.waiting.pop() {
        let node = compiler.node(schema, Place { depth: 0, is_embedded: false });
        compiler.nodes[id.0] = node;
    }
    (compiler.nodes, root)
}

struct Compiler<'a> {
    root: &'a Value,
    nodes: Vec<Node>,
    /// What references lead to, by pointer.
    targets: HashMap<String, NodeId>,
    waiting: Vec<(NodeId, &'a Value)>,
}

#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    /// Whether references are relative to something else than the root.
    is_embedded: bool,
}

impl Place {
    /// The place of a schema that stands in the one here.
    fn inside(self, schema: &Value) -> Place {
        Place { depth: self.depth + 1, is_embedded: self.is_embedded || has_base(schema) }
    }
}

impl<'a> Compiler<'a> {
    /// The node of a schema inside another.
    fn inner(&mut self, schema: &'a Value, place: Place) -> NodeId {
        let node = self.node(schema, place.inside(schema));
        self.add(node)
    }

    fn node(&mut self, schema: &'a Value, place: Place) -> Node {
        if place.depth > MAX_DEPTH || !schema.is_object() {
            return Node::Any;
        }
        // In older drafts what stands beside a reference says nothing.
        if let Some(reference) = schema.get("$ref") {
            return self.reference(reference, place).unwrap_or(Node::Any);
        }
        if has_content(schema) {
            return self.own(schema, place);
        }
        // All of them hold: the first that says something is followed.
        for conjunct in list(schema, "allOf") {
            let node = self.node(conjunct, place.inside(conjunct));
            if node != Node::Any {
                return node;
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = list(schema, keyword);
            if !branches.is_empty() {
                return Node::Union(
                    branches.iter().map(|branch| self.inner(branch, place)).collect(),
                );
            }
        }
        self.own(schema, place)
    }

    /// What a reference leads to, if that stands in this file.
    fn reference(&mut self, reference: &'a Value, place: Place) -> Option<Node> {
        let fragment = reference.as_str()?.strip_prefix('#').filter(|_| !place.is_embedded)?;
        if fragment.contains('%') {
            return None;
        }
        let mut schema = self.root;
        for step in pointer::steps(fragment)? {
            schema = match schema {
                Value::Object(members) => members.get(step.as_ref())?,
                Value::Array(elements) => elements.get(step.parse::<usize>().ok()?)?,
                _ => return None,
            };
            if has_base(schema) {
                return None;
            }
        }
        Some(Node::Union(vec![self.target(fragment.to_owned(), schema)]))
    }

    fn target(&mut self, pointer: String, schema: &'a Value) -> NodeId {
        if let Some(id) = self.targets.get(&pointer) {
            return *id;
        }
        let id = self.add(Node::Any);
        self.targets.insert(pointer, id);
        self.waiting.push((id, schema));
        id
    }

    /// What the schema itself says, a node for each type.
    fn own(&mut self, schema: &'a Value, place: Place) -> Node {
        let types = match schema.get("type") {
            None if !has_content(schema) => return Node::Any,
            None => Some(TYPES.to_vec()),
            Some(Value::String(one)) => Some(vec![one.as_str()]),
            Some(Value::Array(several)) => several.iter().map(Value::as_str).collect(),
            Some(_) => None,
        };
        let Some(types) = types else { return Node::Any };
        let values: Option<Vec<&Value>> = match (schema.get("const"), schema.get("enum")) {
            (Some(value), _) => Some(vec![value]),
            (None, Some(Value::Array(values))) => Some(values.iter().collect()),
            _ => None,
        };
        let mut alternatives = Vec::new();
        for name in types {
            match self.typed(name, schema, values.as_deref(), place) {
                Some(Some(node)) => alternatives.push(node),
                Some(None) => {}
                None => return Node::Any,
            }
        }
        match alternatives.len() {
            // Nothing fits, which has no node.
            0 => Node::Any,
            1 => alternatives.remove(0),
            _ => Node::Union(alternatives.into_iter().map(|node| self.add(node)).collect()),
        }
    }

    /// The node of one type, if values of that type may fit at all. `None` if there is no such type.
    fn typed(
        &mut self,
        name: &str,
        schema: &'a Value,
        values: Option<&[&Value]>,
        place: Place,
    ) -> Option<Option<Node>> {
        let scalar = |kind| scalar(kind, values, constraints(kind, schema));
        Some(match name {
            "object" => match values {
                None => Some(Node::Object(self.object(schema, place))),
                Some(values) => {
                    values.iter().any(|v| v.is_object()).then(|| Node::Object(Object::default()))
                }
            },
            "array" => match values {
                None => Some(self.array(schema, place)),
                Some(values) => values.iter().any(|v| v.is_array()).then_some(Node::Array(None)),
            },
            "string" => scalar(Kind::String),
            "number" => scalar(Kind::Number),
            "integer" => scalar(Kind::Integer),
            "boolean" => scalar(Kind::Boolean),
            "null" => scalar(Kind::Null),
            _ => return None,
        })
    }

    fn object(&mut self, schema: &'a Value, place: Place) -> Object {
        let required: Vec<&str> =
            list(schema, "required").iter().filter_map(Value::as_str).collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        let mut object = Object::default();
        for (name, inner) in properties.into_iter().flatten() {
            let node = self.inner(inner, place);
            let required = required.contains(&name.as_str());
            object.add(Member { name: name.clone(), required, node });
        }
        for name in required {
            if object.place(name).is_none() {
                let node = self.add(Node::Any);
                object.add(Member { name: name.to_owned(), required: true, node });
            }
        }
        object.closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
            && schema.get("patternProperties").is_none();
        object
    }

    fn array(&mut self, schema: &'a Value, place: Place) -> Node {
        let items = schema.get("items").filter(|items| items.is_object());
        let items = items.filter(|_| schema.get("prefixItems").is_none());
        Node::Array(items.map(|items| self.inner(items, place)))
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }
}

fn has_content(schema: &Value) -> bool {
    CONTENT.iter().any(|keyword| schema.get(keyword).is_some())
}

/// Whether references in a schema are relative to itself.
fn has_base(schema: &Value) -> bool {
    ["$id", "id"].iter().any(|keyword| schema.get(keyword).is_some_and(Value::is_string))
}

fn list<'a>(schema: &'a Value, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A scalar that is one of `values`, where they are given.
fn scalar(kind: Kind, values: Option<&[&Value]>, mut constraints: Vec<Constraint>) -> Option<Node> {
    if let Some(values) = values {
        let literals = values.iter().filter_map(|value| literal(value));
        let literals: Vec<_> = literals.filter(|literal| kind.accepts(literal.value())).collect();
        if literals.is_empty() {
            return None;
        }
        if kind != Kind::Null {
            constraints.push(Constraint::Enum(literals));
        }
    }
    Some(Node::Scalar(Scalar { kind, constraints }))
}

fn literal(value: &Value) -> Option<Literal> {
    match value {
        Value::Null => Some(Literal::Null),
        Value::Bool(bool) => Some(Literal::Bool(*bool)),
        Value::Number(_) => decimal(value).map(Literal::Number),
        Value::String(text) => Some(Literal::Text(text.clone())),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// What the schema says of a scalar beside its values.
fn constraints(kind: Kind, schema: &Value) -> Vec<Constraint> {
    let said = CONSTRAINTS.iter().filter_map(|(keyword, setting)| {
        let value = schema.get(keyword)?;
        match setting {
            Setting::Number(constraint) => decimal(value).map(constraint),
            Setting::Length(constraint) => value.as_u64().map(constraint),
            Setting::Pattern => value.as_str().and_then(pattern).map(Constraint::Pattern),
            Setting::Literals => None,
        }
    });
    said.filter(|constraint| constraint.concerns(kind)).collect()
}

/// The pattern, if it can be matched in linear time.
fn pattern(source: &str) -> Option<Pattern> {
    let regex = Regex::new(&to_rust_regex(source).ok()?).ok()?;
    Some(Pattern { source: source.to_owned(), regex })
}

fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::Number(number) => Decimal::parse(&number.to_string()),
        _ => None,
    }
}
