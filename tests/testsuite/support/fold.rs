//! Plays deltas back on a copy, as a consumer does, knowing nothing but the operations.

use jsonmend::json;
use jsonmend::view::{Delta, Op};

/// The copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fold {
    root: Option<Node>,
}

/// A value. Members of one name are kept side by side, so that nothing a delta says is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Object(Vec<(String, Node)>, bool),
    Array(Vec<Node>, bool),
    Text(String, bool),
    /// A number or literal, as written.
    Scalar(String),
}

impl Fold {
    /// Plays one delta back.
    pub(crate) fn apply(&mut self, delta: &Delta<'_>) -> Result<(), String> {
        let why = |what: &str| format!("{what}: {delta:?}");
        match delta.op {
            Op::Set(value) => self.set(delta.path, value).ok_or_else(|| why("no place to set")),
            Op::Append(text) => match self.at(delta.path) {
                Some(Node::Text(held, false)) if !text.is_empty() => {
                    held.push_str(text);
                    Ok(())
                }
                _ => Err(why("nothing to append to")),
            },
            Op::Close => {
                let closed = match self.at(delta.path) {
                    Some(
                        Node::Object(_, closed) | Node::Array(_, closed) | Node::Text(_, closed),
                    ) => closed,
                    _ => return Err(why("nothing to close")),
                };
                if std::mem::replace(closed, true) { Err(why("closed again")) } else { Ok(()) }
            }
        }
    }

    fn set(&mut self, path: &str, value: &str) -> Option<()> {
        let node = match value {
            "{}" => Node::Object(Vec::new(), false),
            "[]" => Node::Array(Vec::new(), false),
            "\"\"" => Node::Text(String::new(), false),
            scalar => Node::Scalar(scalar.to_owned()),
        };
        let Some((above, name)) = path.rsplit_once('/') else {
            self.root = Some(node);
            return Some(());
        };
        match self.at(above)? {
            Node::Object(members, false) => members.push((unescape(name), node)),
            Node::Array(elements, false) if elements.len().to_string() == name => {
                elements.push(node);
            }
            _ => return None,
        }
        Some(())
    }

    fn at(&mut self, path: &str) -> Option<&mut Node> {
        let mut node = self.root.as_mut()?;
        for name in path.split('/').skip(1).map(unescape) {
            node = match node {
                Node::Object(members, _) => {
                    members.iter_mut().rev().find(|(key, _)| *key == name).map(|(_, node)| node)?
                }
                Node::Array(elements, _) => elements.get_mut(name.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }

    /// The copy as compact JSON, its strings written in one way; empty where there is none.
    pub(crate) fn text(&self) -> String {
        let mut out = Vec::new();
        if let Some(root) = &self.root {
            root.write(&mut out);
        }
        String::from_utf8(out).expect("JSON is written as UTF-8")
    }
}

impl Node {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Node::Object(members, _) => {
                for (place, (key, node)) in members.iter().enumerate() {
                    out.push(if place == 0 { b'{' } else { b',' });
                    json::string(out, key);
                    out.push(b':');
                    node.write(out);
                }
                out.extend_from_slice(if members.is_empty() { b"{}" } else { b"}" });
            }
            Node::Array(elements, _) => {
                for (place, node) in elements.iter().enumerate() {
                    out.push(if place == 0 { b'[' } else { b',' });
                    node.write(out);
                }
                out.extend_from_slice(if elements.is_empty() { b"[]" } else { b"]" });
            }
            Node::Text(text, _) => json::string(out, text),
            Node::Scalar(text) => out.extend_from_slice(text.as_bytes()),
        }
    }
}

/// Compact JSON with its strings written in the way of [`Fold::text`].
pub(crate) fn normal(text: &str) -> String {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('"') {
        out.extend_from_slice(&rest.as_bytes()[..open]);
        let inner = &rest[open + 1..];
        let mut close = 0;
        while close < inner.len() && inner.as_bytes()[close] != b'"' {
            close += if inner.as_bytes()[close] == b'\\' { 2 } else { 1 };
        }
        let mut decoded = String::new();
        json::unescape(&mut decoded, inner.get(..close).unwrap_or(inner));
        json::string(&mut out, &decoded);
        rest = inner.get(close + 1..).unwrap_or_default();
    }
    out.extend_from_slice(rest.as_bytes());
    String::from_utf8(out).expect("JSON is written as UTF-8")
}

/// A step of a JSON Pointer, decoded.
fn unescape(name: &str) -> String {
    name.replace("~1", "/").replace("~0", "~")
}
