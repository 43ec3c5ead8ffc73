//! The canonical text of a declaration.

use super::node::{Constraint, Literal, Member, Node, NodeId, Object, Scalar};
use super::parse::is_name;
use super::{MAX_DEPTH, Schema};
use crate::json;
use std::fmt::{self, Display, Formatter};

/// How many nodes are written; a JSON Schema may refer to the same one often.
const MAX_NODES: usize = 10_000;

impl Display for Schema {
    /// `{!query:string,limit:integer(minimum=0)}`. What a JSON Schema says of itself again is
    /// written `any`.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut writer = Writer { schema: self, open: Vec::new(), written: 0 };
        writer.union(self.root, f)
    }
}

struct Writer<'a> {
    schema: &'a Schema,
    /// The containers around what is written.
    open: Vec<NodeId>,
    written: usize,
}

impl Writer<'_> {
    fn union(&mut self, id: NodeId, f: &mut Formatter<'_>) -> fmt::Result {
        let schema = self.schema;
        separated(f, "|", schema.alternatives(&id), |f, id| self.node(*id, f))
    }

    fn node(&mut self, id: NodeId, f: &mut Formatter<'_>) -> fmt::Result {
        self.written += 1;
        let is_cut =
            self.open.contains(&id) || self.open.len() == MAX_DEPTH || self.written > MAX_NODES;
        match self.schema.node(id) {
            _ if is_cut => f.write_str("any"),
            Node::Any => f.write_str("any"),
            Node::Scalar(scalar) => scalar.fmt(f),
            Node::Array(None) => f.write_str("array"),
            Node::Array(Some(element)) => {
                f.write_str("[")?;
                self.open.push(id);
                self.union(*element, f)?;
                self.open.pop();
                f.write_str("]")
            }
            Node::Object(object) if object.says_nothing() => f.write_str("object"),
            Node::Object(object) => {
                self.open.push(id);
                self.object(object, f)?;
                self.open.pop();
                Ok(())
            }
            Node::Union(_) => self.union(id, f),
        }
    }

    fn object(&mut self, object: &Object, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        separated(f, ",", object.members(), |f, Member { name, required, node }| {
            if *required {
                f.write_str("!")?;
            }
            if is_name(name) { f.write_str(name) } else { quoted(f, name) }?;
            f.write_str(":")?;
            self.union(*node, f)
        })?;
        f.write_str(match (object.closed, object.members().is_empty()) {
            (true, false) => ",!}",
            (true, true) => "!}",
            (false, _) => "}",
        })
    }
}

impl Display for Scalar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.constraints.is_empty() {
            return Ok(());
        }
        f.write_str("(")?;
        separated(f, ",", &self.constraints, |f, constraint| {
            write!(f, "{}={constraint}", constraint.name())
        })?;
        f.write_str(")")
    }
}

impl Display for Constraint {
    /// What it is set to.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Constraint::Minimum(bound)
            | Constraint::Maximum(bound)
            | Constraint::ExclusiveMinimum(bound)
            | Constraint::ExclusiveMaximum(bound)
            | Constraint::MultipleOf(bound) => f.write_str(bound.text()),
            Constraint::MinLength(length) | Constraint::MaxLength(length) => length.fmt(f),
            Constraint::Enum(literals) => separated(f, "|", literals, |f, literal| literal.fmt(f)),
            Constraint::Pattern(pattern) => quoted(f, &pattern.source),
        }
    }
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Literal::Text(text) => quoted(f, text),
            Literal::Number(number) => f.write_str(number.text()),
            Literal::Bool(bool) => bool.fmt(f),
            Literal::Null => f.write_str("null"),
        }
    }
}

fn quoted(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    let mut out = Vec::new();
    json::string(&mut out, text);
    f.write_str(&String::from_utf8_lossy(&out))
}

fn separated<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: &[T],
    mut write: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (place, item) in items.iter().enumerate() {
        if place > 0 {
            f.write_str(separator)?;
        }
        write(f, item)?;
    }
    Ok(())
}
