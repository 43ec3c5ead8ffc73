//! One JSON object a text.

use super::{Format, Item, Manner, Order, nothing, visible_line};
use crate::json::Object;
use crate::tool::check::judged::{Judged, Level, Outcome, Place};
use crate::view::record;

/// The format.
pub(in crate::tool::check) static JSONL: Format = Format {
    order: Order::AsFound,
    paints: false,
    head: nothing,
    say,
    separator: b"",
    tail: nothing,
};

fn say(items: &mut Vec<Item>, judged: &Judged<'_>, manner: &Manner) {
    let mut line = Vec::new();
    let mut object = Object::new(&mut line);
    place(&mut object, &judged.place);
    if manner.is_log {
        object.bool("ok", !matches!(judged.outcome, Outcome::Unread(_)));
    }
    match &judged.outcome {
        Outcome::Plan(plan) => plan.fill(&mut object),
        Outcome::Unread(error) => record::error(object.name("error"), error, None),
        Outcome::NoMatch => object.number("matches", 0),
    }
    object.end();
    items.push(Item { level: Level::Note, text: visible_line(line) });
}

fn place(object: &mut Object<'_>, place: &Place<'_>) {
    if let Some(id) = place.id {
        object.raw("id", id);
    }
    let file = place.source.file().map(|_| place.source.name());
    object.string_or_null("file", file.as_deref());
    if let Some(line) = place.line {
        object.number("line", line);
    }
    if let Some(path) = place.path {
        object.string("path", path);
    }
}
