//! What of a JSON Schema can be followed while a document streams.
//!
//! The nodes accept all that the schema accepts. Where they are exact they accept nothing more; where
//! all of them are, they are the schema.

use super::MAX_DEPTH;
use super::leaf::{Leaf, Values};
use super::read::Numerals;
use crate::pointer;
use crate::schema::node::{Kind, Member, Node, NodeId, Object};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};

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
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
];

/// What a schema may say that no node can say: where one of them stands the node is not exact.
const NOT_FOLLOWED: &[&str] = &[
    "$dynamicRef",
    "$recursiveRef",
    "not",
    "if",
    "oneOf",
    "minItems",
    "maxItems",
    "uniqueItems",
    "contains",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "minProperties",
    "maxProperties",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
    "contentEncoding",
    "contentMediaType",
];

/// Where other schemas for the same value stand.
const COMBINED: &[&str] = &["$ref", "allOf", "anyOf", "oneOf"];

/// The nodes of a schema.
pub(super) struct Compiled {
    pub(super) nodes: Vec<Node>,
    pub(super) root: NodeId,
    /// The nodes that accept more than the schema does.
    pub(super) loose: BTreeSet<NodeId>,
}

/// Compiles a schema, some of whose numbers are more exact in `numerals`.
pub(super) fn compile(schema: &Value, numerals: &Numerals) -> Compiled {
    let mut compiler = Compiler {
        root: schema,
        numerals,
        draft: Draft::of(schema),
        nodes: Vec::new(),
        loose: BTreeSet::new(),
        targets: HashMap::new(),
        waiting: Vec::new(),
    };
    let root = compiler.target(String::new(), schema);
    // A reference is followed here and not where it stands, so that a chain of them is no recursion.
    while let Some((id, schema, path)) = compiler.waiting.pop() {
        let said = compiler.node(schema, &Place { depth: 0, is_embedded: false, path });
        compiler.set(id, said);
    }
    Compiled { nodes: compiler.nodes, root, loose: compiler.loose }
}

/// What sets the drafts apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Draft {
    /// `1.0` is no integer.
    Four,
    /// `format` asserts.
    SixOrSeven,
    Later,
}

impl Draft {
    fn of(schema: &Value) -> Draft {
        match schema.get("$schema").and_then(Value::as_str) {
            Some(draft) if draft.contains("/draft-04/") => Draft::Four,
            Some(draft) if draft.contains("/draft-0") => Draft::SixOrSeven,
            _ => Draft::Later,
        }
    }
}

struct Compiler<'a> {
    root: &'a Value,
    numerals: &'a Numerals,
    draft: Draft,
    nodes: Vec<Node>,
    loose: BTreeSet<NodeId>,
    /// What references lead to, by pointer.
    targets: HashMap<String, NodeId>,
    waiting: Vec<(NodeId, &'a Value, String)>,
}

struct Place {
    depth: usize,
    /// Whether references are relative to something else than the root.
    is_embedded: bool,
    /// Its pointer.
    path: String,
}

impl Place {
    /// The place of a schema that stands in the one here.
    fn inside(&self, path: String, schema: &Value) -> Place {
        let is_embedded = self.is_embedded || has_base(schema);
        Place { depth: self.depth + 1, is_embedded, path }
    }

    fn to(&self, keyword: &str) -> String {
        pointer::join(&self.path, keyword)
    }
}

/// What a schema says of a value, as far as a node can say it.
struct Said {
    node: Node,
    is_exact: bool,
}

/// Says nothing of what a schema says.
const NOTHING: Said = Said { node: Node::Any, is_exact: false };

impl<'a> Compiler<'a> {
    /// The node of a schema inside another.
    fn inner(&mut self, schema: &'a Value, path: String, place: &Place) -> NodeId {
        let said = self.node(schema, &place.inside(path, schema));
        self.add(said)
    }

    fn node(&mut self, schema: &'a Value, place: &Place) -> Said {
        if place.depth > MAX_DEPTH || !schema.is_object() {
            let is_exact = schema == &Value::Bool(true);
            return Said { node: Node::Any, is_exact };
        }
        let Said { node, is_exact } = self.followed(schema, place);
        let says_more = has_any(schema, NOT_FOLLOWED)
            || place.is_embedded
            || self.draft == Draft::Four
            || self.draft == Draft::SixOrSeven && schema.get("format").is_some();
        Said { node, is_exact: is_exact && !says_more }
    }

    /// What is followed of a schema, exact for the keywords that can be.
    fn followed(&mut self, schema: &'a Value, place: &Place) -> Said {
        let combined = COMBINED.iter().filter(|keyword| schema.get(keyword).is_some()).count();
        let is_alone = combined + usize::from(has_any(schema, CONTENT)) <= 1
            && (combined == 0 || schema.get("type").is_none());
        let Said { node, is_exact } = self.chosen(schema, place);
        Said { node, is_exact: is_exact && is_alone }
    }

    /// What one of the keywords says that have to do with other schemas, or the schema itself.
    fn chosen(&mut self, schema: &'a Value, place: &Place) -> Said {
        // In older drafts what stands beside a reference says nothing.
        if let Some(reference) = schema.get("$ref") {
            return self.reference(reference, place).unwrap_or(NOTHING);
        }
        if has_any(schema, CONTENT) {
            return self.own(schema, place);
        }
        if let Some(said) = self.all(list(schema, "allOf"), place) {
            return said;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = list(schema, keyword);
            if !branches.is_empty() {
                let path = place.to(keyword);
                let path = |index: usize| pointer::join(&path, &index.to_string());
                let ids = branches.iter().enumerate();
                let ids = ids.map(|(index, branch)| self.inner(branch, path(index), place));
                return Said { node: Node::Union(ids.collect()), is_exact: true };
            }
        }
        self.own(schema, place)
    }

    /// What several schemas say that all hold: the first that says something is followed.
    fn all(&mut self, schemas: &'a [Value], place: &Place) -> Option<Said> {
        let mut first: Option<Said> = None;
        for (index, schema) in schemas.iter().enumerate() {
            let path = pointer::join(&place.to("allOf"), &index.to_string());
            if let Some(said) = &mut first {
                said.is_exact &= schema == &Value::Bool(true);
                continue;
            }
            let said = self.node(schema, &place.inside(path, schema));
            if said.node != Node::Any || !said.is_exact {
                first = Some(said);
            }
        }
        first
    }

    /// What a reference leads to, if that stands in this file.
    fn reference(&mut self, reference: &'a Value, place: &Place) -> Option<Said> {
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
        let target = self.target(fragment.to_owned(), schema);
        Some(Said { node: Node::Union(vec![target]), is_exact: true })
    }

    fn target(&mut self, pointer: String, schema: &'a Value) -> NodeId {
        if let Some(id) = self.targets.get(&pointer) {
            return *id;
        }
        let id = self.add(Said { node: Node::Any, is_exact: true });
        self.targets.insert(pointer.clone(), id);
        self.waiting.push((id, schema, pointer));
        id
    }

    /// What the schema itself says, a node for each type.
    fn own(&mut self, schema: &'a Value, place: &Place) -> Said {
        let types = match schema.get("type") {
            None if !has_any(schema, CONTENT) => return Said { node: Node::Any, is_exact: true },
            None => Some(TYPES.to_vec()),
            Some(Value::String(one)) => Some(vec![one.as_str()]),
            Some(Value::Array(several)) => several.iter().map(Value::as_str).collect(),
            Some(_) => None,
        };
        let Some(types) = types else { return NOTHING };
        let values = Values::of(schema, &place.path);
        let mut alternatives = Vec::new();
        for name in types {
            match self.typed(name, schema, values.as_ref(), place) {
                Some(Some(said)) => alternatives.push(said),
                Some(None) => {}
                None => return NOTHING,
            }
        }
        match alternatives.len() {
            // Nothing fits, which has no node.
            0 => NOTHING,
            1 => alternatives.remove(0),
            _ => {
                let ids = alternatives.into_iter().map(|said| self.add(said)).collect();
                Said { node: Node::Union(ids), is_exact: true }
            }
        }
    }

    /// The node of one type, if values of that type may fit at all. `None` if there is no such type.
    fn typed(
        &mut self,
        name: &str,
        schema: &'a Value,
        values: Option<&Values<'_>>,
        place: &Place,
    ) -> Option<Option<Said>> {
        let kind = match name {
            "object" => {
                return Some(match values {
                    None => Some(self.object(schema, place)),
                    Some(values) => values
                        .has(Value::is_object)
                        .then_some(Said { node: Node::Object(Object::default()), is_exact: false }),
                });
            }
            "array" => {
                return Some(match values {
                    None => Some(self.array(schema, place)),
                    Some(values) => values
                        .has(Value::is_array)
                        .then_some(Said { node: Node::Array(None), is_exact: false }),
                });
            }
            "string" => Kind::String,
            "number" => Kind::Number,
            "integer" => Kind::Integer,
            "boolean" => Kind::Boolean,
            "null" => Kind::Null,
            _ => return None,
        };
        let leaf = Leaf { schema, path: &place.path, numerals: self.numerals };
        Some(
            leaf.scalar(kind, values)
                .map(|(scalar, is_exact)| Said { node: Node::Scalar(scalar), is_exact }),
        )
    }

    fn object(&mut self, schema: &'a Value, place: &Place) -> Said {
        let required: Vec<&str> =
            list(schema, "required").iter().filter_map(Value::as_str).collect();
        let properties = schema.get("properties").and_then(Value::as_object);
        let path = place.to("properties");
        let mut object = Object::default();
        for (name, inner) in properties.into_iter().flatten() {
            let node = self.inner(inner, pointer::join(&path, name), place);
            let required = required.contains(&name.as_str());
            object.add(Member { name: name.clone(), required, node });
        }
        let others = schema.get("additionalProperties");
        // Which members they are is known where no pattern takes some.
        let others = others.filter(|_| schema.get("patternProperties").is_none());
        object.closed = others == Some(&Value::Bool(false));
        object.others = others
            .filter(|others| others.as_object().is_some_and(|others| !others.is_empty()))
            .map(|others| self.inner(others, place.to("additionalProperties"), place));
        for name in required {
            if object.place(name).is_none() {
                let node = match (object.others, object.closed) {
                    (Some(node), _) => node,
                    (None, is_closed) => self.add(Said { node: Node::Any, is_exact: !is_closed }),
                };
                object.add(Member { name: name.to_owned(), required: true, node });
            }
        }
        Said { node: Node::Object(object), is_exact: true }
    }

    fn array(&mut self, schema: &'a Value, place: &Place) -> Said {
        let items = schema.get("items").filter(|items| *items != &Value::Bool(true));
        let followed = items.filter(|items| items.is_object());
        let followed = followed.filter(|_| schema.get("prefixItems").is_none());
        let is_exact = followed.is_some() == items.is_some();
        let items = followed.map(|items| self.inner(items, place.to("items"), place));
        Said { node: Node::Array(items), is_exact }
    }

    fn add(&mut self, said: Said) -> NodeId {
        let id = NodeId(self.nodes.len());
        self.nodes.push(Node::Any);
        self.set(id, said);
        id
    }

    fn set(&mut self, id: NodeId, said: Said) {
        self.nodes[id.0] = said.node;
        if !said.is_exact {
            self.loose.insert(id);
        }
    }
}

fn has_any(schema: &Value, keywords: &[&str]) -> bool {
    keywords.iter().any(|keyword| schema.get(keyword).is_some())
}

/// Whether references in a schema are relative to itself.
fn has_base(schema: &Value) -> bool {
    ["$id", "id"].iter().any(|keyword| schema.get(keyword).is_some_and(Value::is_string))
}

fn list<'a>(schema: &'a Value, keyword: &str) -> &'a [Value] {
    schema.get(keyword).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
