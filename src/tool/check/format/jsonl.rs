//! One JSON object a text.

use super::{Format, Item, Manner, Order, nothing, visible_start};
use crate::json::{self, Object};
use crate::plan::Plan;
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
    let mut document = None;
    match &judged.outcome {
        Outcome::Plan(plan) => {
            plan.fill_judgement(&mut object);
            document = Some(shown_document(&mut object, plan));
        }
        Outcome::Unread(error) => record::error(object.name("error"), error, None),
        Outcome::NoMatch => object.number("matches", 0),
    }
    object.end();
    let start = document.unwrap_or(line.len());
    items.push(Item { level: Level::Note, text: visible_start(line, start) });
}

/// Writes what the text became, all of it as it is shown, and says where that begins. It is most of the
/// line, and one look tells of both: the value is the text.
fn shown_document(object: &mut Object<'_>, plan: &Plan) -> usize {
    let value = plan.value().unwrap_or("null");
    let out = object.name("value");
    let start = out.len();
    out.extend_from_slice(value.as_bytes());
    let Some(text) = &plan.text else {
        object.null("text");
        return start;
    };
    let out = object.name("text");
    if json::string_shown(out, text)
        && let Some(value_shown) = json::shown(value.as_bytes())
    {
        out.splice(start..start + value.len(), value_shown);
    }
    start
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
