//! What a JSON value is, said as JSON Schema.

use crate::flag::{Flag, Kind, words};
use crate::json::{self, Object};
use crate::options::Options;

/// What a JSON value is.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A string.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number, where there is a least one from that.
    Whole(Option<i64>),
    /// A number.
    Number,
    /// Any value.
    Any,
    /// One of a few strings.
    Words(fn() -> Vec<&'static str>),
    /// What it holds, or null.
    Maybe(&'static Shape),
    /// What it holds, any number of times.
    List(&'static Shape),
    /// One of several.
    Either(&'static [Shape]),
    /// An object with these members.
    Object(&'static [Field]),
}

/// A member of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// What it says.
    pub about: &'static str,
    /// Whether it is always there.
    pub is_required: bool,
}

pub(super) const fn always(name: &'static str, shape: Shape, about: &'static str) -> Field {
    Field { name, shape, about, is_required: true }
}

pub(super) const fn sometimes(name: &'static str, shape: Shape, about: &'static str) -> Field {
    Field { name, shape, about, is_required: false }
}

/// Writes the schema of an object with these members into an object.
pub fn fill_object<'a>(fields: impl Iterator<Item = &'a Field> + Clone, schema: &mut Object<'_>) {
    schema.string("type", "object");
    schema.object("properties", |members| {
        fields.clone().for_each(|field| field.fill_member(members));
    });
    let required = fields.filter(|field| field.is_required);
    schema.array("required", required, |out, field| json::string(out, field.name));
}

impl Field {
    pub(super) fn fill_member(&self, members: &mut Object<'_>) {
        members.object(self.name, |schema| {
            self.shape.fill(schema);
            schema.string("description", self.about);
        });
    }
}

impl Shape {
    /// Writes the schema of such a value into an object.
    pub fn fill(&self, schema: &mut Object<'_>) {
        match self {
            Shape::Text => schema.string("type", "string"),
            Shape::Flag => schema.string("type", "boolean"),
            Shape::Whole(least) => {
                schema.string("type", "integer");
                least.iter().for_each(|least| schema.integer("minimum", *least));
            }
            Shape::Number => schema.string("type", "number"),
            Shape::Any => {}
            Shape::Words(words) => {
                schema.string("type", "string");
                schema.array("enum", words(), json::string);
            }
            // Some clients know no list of types.
            Shape::Maybe(shape) => schema.array("anyOf", [Some(*shape), None], |out, shape| {
                let mut object = Object::new(out);
                match shape {
                    Some(shape) => shape.fill(&mut object),
                    None => object.string("type", "null"),
                }
                object.end();
            }),
            Shape::List(shape) => {
                schema.string("type", "array");
                schema.object("items", |items| shape.fill(items));
            }
            Shape::Either(shapes) => schema.array("anyOf", *shapes, |out, shape| {
                let mut object = Object::new(out);
                shape.fill(&mut object);
                object.end();
            }),
            Shape::Object(fields) => fill_object(fields.iter(), schema),
        }
    }
}

/// An option of the command line as a parameter.
pub(super) fn fill_option(flag: &Flag<Options>, members: &mut Object<'_>) {
    members.object_entry(&flag.name.replace('-', "_"), |schema| {
        match &flag.kind {
            Kind::Switch(_) | Kind::Toggle(_) => Shape::Flag.fill(schema),
            Kind::Choice(_, choices) => {
                schema.string("type", "string");
                schema.array("enum", words(choices), json::string);
            }
            Kind::Number { min, max, .. } => {
                schema.string("type", "integer");
                schema.number("minimum", *min);
                if *max < u64::MAX {
                    schema.number("maximum", *max);
                }
            }
            // A list that the command line writes with commas.
            Kind::Text(..) => Shape::Either(&[Shape::List(&Shape::Text), Shape::Text]).fill(schema),
            Kind::File(_) | Kind::Folder(_) | Kind::Optional(..) => {}
        }
        let stop = if flag.long.is_empty() { "" } else { ". " };
        schema.string("description", &format!("{}{stop}{}", flag.short, flag.long));
    });
}
