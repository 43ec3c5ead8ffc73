//! Reads the members of a JSON object by a table of what each has to be.

use serde_json::{Map, Value};

/// A member: its name, what it has to be, and where it goes.
pub(super) struct Member<T: 'static> {
    pub(super) name: &'static str,
    pub(super) kind: Kind<T>,
}

/// Reads an object that is a member, with the path to it.
type ReadObject<T> = fn(&mut T, &Map<String, Value>, &str, &mut Vec<Fault>);

/// What a member has to be. A null is never read: it is as if the member was not there.
pub(super) enum Kind<T: 'static> {
    /// What is expected, in words, and a setter that takes only that.
    Plain(&'static str, fn(&mut T, &Value) -> Option<()>),
    /// An object with members of its own.
    Object(ReadObject<T>),
}

/// A member of a plain kind.
pub(super) const fn plain<T>(
    name: &'static str,
    expected: &'static str,
    set: fn(&mut T, &Value) -> Option<()>,
) -> Member<T> {
    Member { name, kind: Kind::Plain(expected, set) }
}

/// What is wrong with a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no such member; the name.
    Unknown(String),
    /// It has to be there.
    Missing(String),
    /// It is of another kind.
    Wrong {
        /// The path of the member.
        path: String,
        /// The kind that it has to be.
        expected: &'static str,
        /// The kind that it is.
        found: &'static str,
    },
}

impl Fault {
    pub(super) fn wrong(path: &str, expected: &'static str, found: &Value) -> Fault {
        Fault::Wrong { path: path.to_owned(), expected, found: kind_of(found) }
    }

    pub(super) fn missing(path: &str) -> Fault {
        Fault::Missing(path.to_owned())
    }

    /// What is wrong, in words that quote no value.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Fault::Unknown(path) => format!("{path}: unknown field"),
            Fault::Missing(path) => format!("{path}: missing"),
            Fault::Wrong { path, expected, found } => {
                format!("{path}: expected {expected}, found {found}")
            }
        }
    }
}

/// The kind of a value, in a word.
pub(super) fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Reads `from` into `into`; `path` is that of the object, empty at the root.
pub(super) fn read<T>(
    into: &mut T,
    from: &Map<String, Value>,
    table: &[Member<T>],
    path: &str,
    faults: &mut Vec<Fault>,
) {
    for (name, value) in from.iter().filter(|(_, value)| !value.is_null()) {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let Some(member) = table.iter().find(|member| member.name == name) else {
            faults.push(Fault::Unknown(path));
            continue;
        };
        match (&member.kind, value) {
            (Kind::Plain(expected, set), _) => {
                if set(into, value).is_none() {
                    faults.push(Fault::wrong(&path, expected, value));
                }
            }
            (Kind::Object(read), Value::Object(members)) => read(into, members, &path, faults),
            (Kind::Object(_), _) => faults.push(Fault::wrong(&path, "object", value)),
        }
    }
}

/// Puts a value where it goes, if it is one.
pub(super) fn put<T>(slot: &mut T, value: Option<T>) -> Option<()> {
    *slot = value?;
    Some(())
}
