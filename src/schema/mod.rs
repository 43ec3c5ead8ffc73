//! What a document has to be: declarations, and who judges by them.
//!
//! A declaration is a skeleton, `{!query:string,!limit:integer}`, or a JSON Schema. Either way
//! [`Checker`] follows the events of the engine and holds no document; what a JSON Schema says
//! beyond that is judged when the value is whole.

mod checker;
mod decimal;
mod follow;
#[cfg(feature = "json-schema")]
mod json_schema;
mod needs;
mod node;
mod parse;
mod room;
#[cfg(test)]
mod tests;
mod text;
mod thread;
mod verdict;

pub use checker::Checker;
pub use needs::Needs;
pub use verdict::Verdict;

use crate::pointer;
use node::{Node, NodeId};
use std::collections::BTreeSet;

/// How deep declarations nest, and how deep they are looked into.
const MAX_DEPTH: usize = 64;

/// How many required members are listed by name.
const MAX_REQUIRED: usize = 10_000;

/// What a document has to be.
///
/// Written out it is the canonical text of its skeleton, which parses back to the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schema {
    nodes: Vec<Node>,
    root: NodeId,
    required: Vec<String>,
    /// The nodes that accept more than what is declared.
    loose: BTreeSet<NodeId>,
    /// What the nodes cannot say.
    #[cfg(feature = "json-schema")]
    definition: Option<std::sync::Arc<json_schema::Definition>>,
}

impl Schema {
    /// The pointers of the members that have to be there whatever else is: the required ones of
    /// the root, those of each of them that is an object, and so on. A root that is no object is
    /// itself what has to be there.
    #[must_use]
    pub fn required(&self) -> &[String] {
        &self.required
    }

    /// `pointer` with `*` for each step that the declaration has no name for, so that it holds no
    /// text of a document.
    #[must_use]
    pub fn declared(&self, pointer: &str) -> String {
        let mut node = Some(self.root);
        let mut declared = String::new();
        for step in pointer::steps(pointer).unwrap_or_default() {
            let inner = node.and_then(|node| self.step(node, &step));
            match inner {
                Some((name, _)) => pointer::push(&mut declared, name),
                None => declared.push_str("/*"),
            }
            node = inner.map(|(_, node)| node);
        }
        declared
    }

    fn new(mut nodes: Vec<Node>, root: NodeId, mut loose: BTreeSet<NodeId>) -> Schema {
        flatten(&mut nodes, &mut loose);
        let mut schema = Schema {
            nodes,
            root,
            required: Vec::new(),
            loose,
            #[cfg(feature = "json-schema")]
            definition: None,
        };
        let mut required = Vec::new();
        match schema.sole_object(root) {
            Some(_) => schema.require(root, "", &mut Vec::new(), &mut required),
            None => required.push(String::new()),
        }
        schema.required = required;
        schema
    }

    /// Whether a node accepts nothing but what is declared.
    fn is_exact(&self, id: NodeId) -> bool {
        !self.loose.contains(&id)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// What a value that `id` accepts may be: its alternatives, or itself.
    fn alternatives<'a>(&'a self, id: &'a NodeId) -> &'a [NodeId] {
        match self.node(*id) {
            Node::Union(alternatives) => alternatives,
            _ => std::slice::from_ref(id),
        }
    }

    /// The object that `id` is, if it can be nothing else.
    fn sole_object(&self, id: NodeId) -> Option<&node::Object> {
        match self.alternatives(&id) {
            [only] => match self.node(*only) {
                Node::Object(object) => Some(object),
                _ => None,
            },
            _ => None,
        }
    }

    /// Lists the required members below `id`; `above` are the nodes on the way there.
    fn require(&self, id: NodeId, path: &str, above: &mut Vec<NodeId>, list: &mut Vec<String>) {
        let Some(object) = self.sole_object(id) else { return };
        if above.contains(&id) || above.len() == MAX_DEPTH {
            return;
        }
        above.push(id);
        for member in object.members().iter().filter(|member| member.required) {
            if list.len() == MAX_REQUIRED {
                break;
            }
            let path = pointer::join(path, &member.name);
            list.push(path.clone());
            self.require(member.node, &path, above, list);
        }
        above.pop();
    }

    /// What the declaration calls the member `name` of `id`, or its element, and what that may be.
    fn step<'a>(&'a self, id: NodeId, name: &'a str) -> Option<(&'a str, NodeId)> {
        let alternatives = match self.node(id) {
            Node::Union(alternatives) => alternatives.clone(),
            _ => vec![id],
        };
        alternatives.into_iter().find_map(|id| match self.node(id) {
            Node::Object(object) => match object.place(name) {
                Some(place) => {
                    let member = &object.members()[place];
                    Some((member.name.as_str(), member.node))
                }
                None => object.others.map(|node| ("*", node)),
            },
            Node::Array(Some(element)) if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some((name, *element))
            }
            _ => None,
        })
    }
}

/// Replaces the unions in unions by their alternatives.
fn flatten(nodes: &mut [Node], loose: &mut BTreeSet<NodeId>) {
    for place in 0..nodes.len() {
        if !matches!(nodes[place], Node::Union(_)) {
            continue;
        }
        let (mut flat, mut seen, mut waiting) = (Vec::new(), vec![], vec![NodeId(place)]);
        while let Some(id) = waiting.pop() {
            match &nodes[id.0] {
                _ if seen.contains(&id) => {}
                Node::Union(inner) => waiting.extend(inner.iter().rev()),
                _ => flat.push(id),
            }
            seen.push(id);
        }
        if seen.iter().any(|id| loose.contains(id)) {
            loose.insert(NodeId(place));
        }
        // What refers to nothing but itself says nothing.
        nodes[place] = if flat.is_empty() { Node::Any } else { Node::Union(flat) };
    }
}
