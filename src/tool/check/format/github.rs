//! Workflow commands that annotate files on GitHub.
//!
//! A runner obeys a line that begins with `::`, behind white space too, and `##[` anywhere in it.

use super::{Format, Item, Manner, Order, nothing};
use crate::cli::term::escaped;
use crate::tool::check::judged::{Judged, Level, Place, Remark};
use crate::tool::check::tally::Tally;

/// The format. Only the first few annotations of a kind are shown, so the gravest come first.
pub(in crate::tool::check) static GITHUB: Format =
    Format { order: Order::GravestFirst, paints: false, head: nothing, say, separator: b"", tail };

fn say(items: &mut Vec<Item>, judged: &Judged<'_>, _: &Manner) {
    for remark in judged.remarks() {
        items.push(Item {
            level: remark.level,
            text: annotation(&judged.place, &remark).into_bytes(),
        });
    }
}

fn annotation(place: &Place<'_>, remark: &Remark<'_>) -> String {
    let command = match remark.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let mut properties = Vec::new();
    if place.source.file().is_some() {
        properties.push(format!("file={}", property(&place.source.name())));
    }
    if let Some((line, column)) = place.in_file(remark.at) {
        properties.push(format!("line={line}"));
        properties.extend(column.map(|column| format!("col={column}")));
    }
    properties.push(format!("title={}", property(&remark.title())));
    let message = data(&remark.message(place));
    format!("::{command} {}::{message}\n", properties.join(","))
}

fn tail(out: &mut Vec<u8>, tally: &Tally) {
    let line = format!("::notice title=jm-check::{}\n", data(&tally.summary()));
    out.extend_from_slice(line.as_bytes());
}

/// Text as the data of a command.
fn data(text: &str) -> String {
    // Nothing is left of line ends behind the first step.
    escaped(text).replace('%', "%25")
}

/// Text as the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
