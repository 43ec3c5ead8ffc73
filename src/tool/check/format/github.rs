//! Workflow commands that annotate files on GitHub.
//!
//! A runner obeys a line that begins with `::`, behind white space too, and `##[` anywhere in it.

use super::{Format, Item, Manner, Order, nothing};
use crate::cli::term::escaped;
use crate::position::Position;
use crate::tool::check::judged::{Judged, Level, Place, Remark};
use crate::tool::check::region::Regions;
use crate::tool::check::tally::Tally;

/// The format. Only the first few annotations of a kind are shown, so the gravest come first.
pub(in crate::tool::check) static GITHUB: Format =
    Format { order: Order::GravestFirst, paints: false, head: nothing, say, separator: b"", tail };

fn say(items: &mut Vec<Item>, judged: &Judged<'_>, _: &Manner) {
    let mut regions = Regions::of(judged);
    for remark in judged.remarks() {
        let end = regions.as_mut().and_then(|regions| end(&remark, regions));
        items.push(Item {
            level: remark.level,
            text: annotation(&judged.place, &remark, end).into_bytes(),
        });
    }
}

/// Where the last of what a repair deletes ends, if it deletes anything.
fn end(remark: &Remark<'_>, regions: &mut Regions<'_>) -> Option<Position> {
    let deleting = remark.edits.iter().filter(|edit| edit.delete > 0);
    deleting.map(|edit| edit.byte + edit.delete).max().map(|byte| regions.find(byte))
}

fn annotation(place: &Place<'_>, remark: &Remark<'_>, end: Option<Position>) -> String {
    let command = match remark.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let mut properties = Vec::new();
    if place.source.file().is_some() {
        properties.push(format!("file={}", file(&place.source.name())));
    }
    if let Some((line, column)) = place.in_file(remark.at) {
        properties.push(format!("line={line}"));
        // Columns are taken within one line only.
        let spans = end.is_some_and(|end| end.line > line);
        properties.extend(column.filter(|_| !spans).map(|column| format!("col={column}")));
        if let Some(end) = end {
            properties.push(format!("endLine={}", end.line));
            properties.extend((!spans).then(|| format!("endColumn={}", end.column)));
        }
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

/// The name of a file as the value of a property: it has to be the name, so that its line ends stay.
fn file(name: &str) -> String {
    let line = |line: &str| line.split('\r').map(property).collect::<Vec<_>>().join("%0D");
    name.split('\n').map(line).collect::<Vec<_>>().join("%0A")
}

/// Text as the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
