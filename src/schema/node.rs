//! What a value may be: the nodes of a declaration, which refer to each other by their places in
//! one list, so that a declaration may refer to itself.

use super::decimal::Decimal;
use crate::event::Container;
use regex::Regex;
use std::collections::HashMap;

/// The place of a node in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeId(pub(super) usize);

/// What a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// Anything.
    Any,
    /// No container.
    Scalar(Scalar),
    /// An array, and what its elements may be if that is declared.
    Array(Option<NodeId>),
    /// An object.
    Object(Object),
    /// What one of these accepts; none of them is a union.
    Union(Vec<NodeId>),
}

/// A value that is no container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scalar {
    pub(super) kind: Kind,
    pub(super) constraints: Vec<Constraint>,
}

/// The kinds of value that the language has a word for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    String,
    Integer,
    Number,
    Boolean,
    Null,
    Any,
}

/// Every kind with its word, in the order of [`Kind`].
pub(super) const KINDS: &[(Kind, &str)] = &[
    (Kind::String, "string"),
    (Kind::Integer, "integer"),
    (Kind::Number, "number"),
    (Kind::Boolean, "boolean"),
    (Kind::Null, "null"),
    (Kind::Any, "any"),
];

/// An object: its members in the order of the declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Object {
    members: Vec<Member>,
    places: HashMap<String, usize>,
    /// Whether it may have no others.
    pub(super) closed: bool,
    /// What the others may be, if that is declared.
    pub(super) others: Option<NodeId>,
}

/// A declared member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) required: bool,
    pub(super) node: NodeId,
}

/// What holds for a value beyond its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Constraint {
    Minimum(Decimal),
    Maximum(Decimal),
    ExclusiveMinimum(Decimal),
    ExclusiveMaximum(Decimal),
    /// What [`Decimal::is_unit`].
    MultipleOf(Decimal),
    /// In characters.
    MinLength(u64),
    MaxLength(u64),
    Enum(Vec<Literal>),
    Pattern(Pattern),
}

/// What a constraint is set to.
pub(super) enum Setting {
    Number(fn(Decimal) -> Constraint),
    Unit(fn(Decimal) -> Constraint),
    Length(fn(u64) -> Constraint),
    Literals,
    Pattern,
}

/// Every constraint with its word, which is that of JSON Schema.
pub(super) const CONSTRAINTS: &[(&str, Setting)] = &[
    ("minimum", Setting::Number(Constraint::Minimum)),
    ("maximum", Setting::Number(Constraint::Maximum)),
    ("exclusiveMinimum", Setting::Number(Constraint::ExclusiveMinimum)),
    ("exclusiveMaximum", Setting::Number(Constraint::ExclusiveMaximum)),
    ("multipleOf", Setting::Unit(Constraint::MultipleOf)),
    ("minLength", Setting::Length(Constraint::MinLength)),
    ("maxLength", Setting::Length(Constraint::MaxLength)),
    ("enum", Setting::Literals),
    ("pattern", Setting::Pattern),
];

/// A value that an enumeration lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    Text(String),
    Number(Decimal),
    Bool(bool),
    Null,
}

/// A regular expression that some part of the text has to match, and how it is written.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) source: String,
    pub(super) regex: Regex,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for Pattern {}

/// A value to be judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    /// Text, and its length in characters; without a constraint both may be left empty.
    Text(&'a str, u64),
    Number(&'a Decimal),
    Bool(bool),
    Null,
}

impl Node {
    /// Whether it accepts a value that is no container.
    pub(super) fn accepts(&self, value: Value<'_>) -> bool {
        match self {
            Node::Any => true,
            Node::Scalar(scalar) => scalar.accepts(value),
            Node::Array(_) | Node::Object(_) | Node::Union(_) => false,
        }
    }

    /// Whether it accepts a container whatever that holds.
    pub(super) fn accepts_whole(&self, container: Container) -> bool {
        match (self, container) {
            (Node::Any, _) | (Node::Array(None), Container::Array) => true,
            (Node::Object(object), Container::Object) => object.says_nothing(),
            _ => false,
        }
    }

    /// Whether it may accept a container, depending on what that holds.
    pub(super) fn may_accept(&self, container: Container) -> bool {
        match container {
            Container::Object => matches!(self, Node::Object(_)),
            Container::Array => matches!(self, Node::Array(_)),
        }
    }

    /// Whether it may accept a text that begins so; `length` is that of the beginning in characters.
    pub(super) fn may_become(&self, beginning: &str, length: u64) -> bool {
        match self {
            Node::Any => true,
            Node::Scalar(scalar) => {
                let may = |constraint: &Constraint| constraint.may_hold(beginning, length);
                scalar.kind.accepts(Value::Text("", 0)) && scalar.constraints.iter().all(may)
            }
            Node::Array(_) | Node::Object(_) | Node::Union(_) => false,
        }
    }

    /// Whether a text has to be looked at, or only that it is one.
    pub(super) fn constrains_text(&self) -> bool {
        matches!(self, Node::Scalar(Scalar { kind: Kind::String | Kind::Any, constraints }) if !constraints.is_empty())
    }
}

impl Scalar {
    fn accepts(&self, value: Value<'_>) -> bool {
        self.kind.accepts(value)
            && self.constraints.iter().all(|constraint| constraint.holds(value))
    }
}

impl Kind {
    /// The word for it.
    pub(super) fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    pub(super) fn accepts(self, value: Value<'_>) -> bool {
        match self {
            Kind::Any => true,
            Kind::String => matches!(value, Value::Text(..)),
            Kind::Integer => matches!(value, Value::Number(number) if number.is_whole()),
            Kind::Number => matches!(value, Value::Number(_)),
            Kind::Boolean => matches!(value, Value::Bool(_)),
            Kind::Null => matches!(value, Value::Null),
        }
    }
}

impl Constraint {
    /// The word for it.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Constraint::Minimum(_) => "minimum",
            Constraint::Maximum(_) => "maximum",
            Constraint::ExclusiveMinimum(_) => "exclusiveMinimum",
            Constraint::ExclusiveMaximum(_) => "exclusiveMaximum",
            Constraint::MultipleOf(_) => "multipleOf",
            Constraint::MinLength(_) => "minLength",
            Constraint::MaxLength(_) => "maxLength",
            Constraint::Enum(_) => "enum",
            Constraint::Pattern(_) => "pattern",
        }
    }

    /// Whether it may be said of a kind.
    pub(super) fn concerns(&self, kind: Kind) -> bool {
        match self {
            Constraint::Enum(_) => kind != Kind::Null,
            Constraint::Pattern(_) | Constraint::MinLength(_) | Constraint::MaxLength(_) => {
                kind == Kind::String
            }
            _ => matches!(kind, Kind::Integer | Kind::Number),
        }
    }

    /// Whether it may hold for a text that begins so.
    fn may_hold(&self, beginning: &str, length: u64) -> bool {
        match self {
            Constraint::MaxLength(most) => length <= *most,
            Constraint::Enum(literals) => literals.iter().any(
                |literal| matches!(literal, Literal::Text(text) if text.starts_with(beginning)),
            ),
            _ => true,
        }
    }

    fn holds(&self, value: Value<'_>) -> bool {
        match (self, value) {
            (Constraint::Minimum(bound), Value::Number(number)) => number >= bound,
            (Constraint::Maximum(bound), Value::Number(number)) => number <= bound,
            (Constraint::ExclusiveMinimum(bound), Value::Number(number)) => number > bound,
            (Constraint::ExclusiveMaximum(bound), Value::Number(number)) => number < bound,
            (Constraint::MultipleOf(unit), Value::Number(number)) => number.is_multiple_of(unit),
            (Constraint::MinLength(least), Value::Text(_, length)) => length >= *least,
            (Constraint::MaxLength(most), Value::Text(_, length)) => length <= *most,
            (Constraint::Pattern(pattern), Value::Text(text, _)) => pattern.regex.is_match(text),
            (Constraint::Enum(literals), value) => {
                literals.iter().any(|literal| literal.equals(value))
            }
            _ => true,
        }
    }
}

impl Literal {
    /// The literal as a value.
    pub(super) fn value(&self) -> Value<'_> {
        match self {
            Literal::Text(text) => Value::Text(text, text.chars().count() as u64),
            Literal::Number(number) => Value::Number(number),
            Literal::Bool(bool) => Value::Bool(*bool),
            Literal::Null => Value::Null,
        }
    }

    fn equals(&self, value: Value<'_>) -> bool {
        match (self, value) {
            (Literal::Text(literal), Value::Text(text, _)) => literal == text,
            (Literal::Number(literal), Value::Number(number)) => literal == number,
            (Literal::Bool(literal), Value::Bool(bool)) => *literal == bool,
            (Literal::Null, Value::Null) => true,
            _ => false,
        }
    }
}

impl Object {
    /// Adds a member; false if there is one of its name.
    pub(super) fn add(&mut self, member: Member) -> bool {
        let is_new = self.places.insert(member.name.clone(), self.members.len()).is_none();
        self.members.push(member);
        is_new
    }

    /// The declared members.
    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    /// The place of the member of this name among them.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Whether it accepts every object.
    pub(super) fn says_nothing(&self) -> bool {
        self.members.is_empty() && !self.closed && self.others.is_none()
    }
}
