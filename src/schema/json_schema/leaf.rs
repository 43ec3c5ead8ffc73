//! What a JSON Schema says of scalars.

use super::read::Numerals;
use crate::pointer;
use crate::schema::decimal::Decimal;
use crate::schema::node::{CONSTRAINTS, Constraint, Kind, Literal, Pattern, Scalar, Setting};
use jsonschema_regex::to_rust_regex;
use regex::Regex;
use serde_json::Value;

/// A schema that stands at `path`, some of whose numbers are more exact in `numerals`.
pub(super) struct Leaf<'a> {
    pub(super) schema: &'a Value,
    pub(super) path: &'a str,
    pub(super) numerals: &'a Numerals,
}

impl Leaf<'_> {
    /// A scalar that is one of `values`, where they are given, and whether that is all that is said
    /// of it. `None` if no value of the kind fits.
    pub(super) fn scalar(&self, kind: Kind, values: Option<&Values<'_>>) -> Option<(Scalar, bool)> {
        let (mut constraints, mut is_exact) = self.constraints(kind);
        if let Some(values) = values {
            let literals = values.list.iter().filter_map(|(value, path)| match value {
                Value::Null => Some(Literal::Null),
                Value::Bool(bool) => Some(Literal::Bool(*bool)),
                Value::Number(_) => self.decimal(value, path).map(Literal::Number),
                Value::String(text) => Some(Literal::Text(text.clone())),
                Value::Array(_) | Value::Object(_) => None,
            });
            let literals: Vec<_> = literals.filter(|one| kind.accepts(one.value())).collect();
            if literals.is_empty() {
                return None;
            }
            is_exact &= values.is_all;
            if kind != Kind::Null {
                constraints.push(Constraint::Enum(literals));
            }
        }
        Some((Scalar { kind, constraints }, is_exact))
    }

    /// What is said of a kind beside its values, and whether that is all.
    fn constraints(&self, kind: Kind) -> (Vec<Constraint>, bool) {
        let (mut constraints, mut is_all) = (Vec::new(), true);
        for (keyword, setting) in CONSTRAINTS {
            let Some(value) = self.schema.get(keyword) else { continue };
            let number = || self.decimal(value, &pointer::join(self.path, keyword));
            let constraint = match setting {
                Setting::Number(constraint) => number().map(constraint),
                Setting::Unit(constraint) => number().filter(Decimal::is_unit).map(constraint),
                Setting::Length(constraint) => value.as_u64().map(constraint),
                Setting::Pattern => value.as_str().and_then(pattern).map(Constraint::Pattern),
                Setting::Literals => continue,
            };
            is_all &= constraint.is_some();
            constraints.extend(constraint.filter(|constraint| constraint.concerns(kind)));
        }
        (constraints, is_all)
    }

    /// A number at `path`, as exact as it is known.
    fn decimal(&self, value: &Value, path: &str) -> Option<Decimal> {
        let Value::Number(number) = value else { return None };
        self.numerals.get(path).cloned().or_else(|| Decimal::parse(&number.to_string()))
    }
}

/// The values that a schema lists, each with its path.
pub(super) struct Values<'a> {
    list: Vec<(&'a Value, String)>,
    /// Whether nothing else is said by a list.
    is_all: bool,
}

impl<'a> Values<'a> {
    pub(super) fn of(schema: &'a Value, path: &str) -> Option<Values<'a>> {
        match (schema.get("const"), schema.get("enum")) {
            (Some(value), other) => Some(Values {
                list: vec![(value, pointer::join(path, "const"))],
                is_all: other.is_none(),
            }),
            (None, Some(Value::Array(values))) => {
                let path = pointer::join(path, "enum");
                let path = |index: usize| pointer::join(&path, &index.to_string());
                let list = values.iter().enumerate().map(|(index, value)| (value, path(index)));
                Some(Values { list: list.collect(), is_all: true })
            }
            _ => None,
        }
    }

    pub(super) fn has(&self, is_kind: fn(&Value) -> bool) -> bool {
        self.list.iter().any(|(value, _)| is_kind(value))
    }
}

/// The pattern, if it can be matched in linear time.
fn pattern(source: &str) -> Option<Pattern> {
    let regex = Regex::new(&to_rust_regex(source).ok()?).ok()?;
    Some(Pattern { source: source.to_owned(), regex })
}
