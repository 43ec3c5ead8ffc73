//! JUnit XML, one test case a text.

use super::{Format, Item, Manner, Order};
use crate::cli::xml::text as xml;
use crate::tool::check::judged::{Judged, Level, Outcome, Place, Remark};
use crate::tool::check::tally::Tally;

/// The format. Its head says how many cases there are.
pub(in crate::tool::check) static JUNIT: Format =
    Format { order: Order::AtTheEnd, paints: false, head, say, separator: b"", tail };

fn head(out: &mut Vec<u8>, tally: &Tally) {
    let Tally { cases, failures, errors, skipped, .. } = tally;
    let counts = format!(
        "name=\"jm-check\" tests=\"{cases}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\""
    );
    let head =
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite {counts}>\n");
    out.extend_from_slice(head.as_bytes());
}

fn tail(out: &mut Vec<u8>, _: &Tally) {
    out.extend_from_slice(b"</testsuite>\n</testsuites>\n");
}

fn say(items: &mut Vec<Item>, judged: &Judged<'_>, manner: &Manner) {
    let Judged { place, outcome, .. } = judged;
    let file = xml(&place.source.name());
    let name = xml(&place.name());
    let line = place.line.map(|line| format!(" line=\"{line}\"")).unwrap_or_default();
    let mut text = format!("<testcase classname=\"{file}\" name=\"{name}\" file=\"{file}\"{line}>");
    match outcome {
        Outcome::NoMatch => text.push_str("<skipped/>"),
        _ if !manner.fail_on.fails(judged) => {}
        Outcome::Unread(_) => fault(&mut text, "error", "unread", judged),
        Outcome::Plan(plan) => fault(&mut text, "failure", plan.decision().name(), judged),
    }
    text.push_str("</testcase>\n");
    items.push(Item { level: Level::Note, text: text.into_bytes() });
}

/// Appends why a case fails: the first remark as the message, all of them as the text.
fn fault(text: &mut String, element: &str, kind: &str, judged: &Judged<'_>) {
    let remarks: Vec<String> =
        judged.remarks().map(|remark| line(&judged.place, &remark)).collect();
    let first = remarks.first().map_or("", String::as_str);
    text.push_str(&format!("<{element} type=\"{kind}\" message=\"{first}\">"));
    text.push_str(&remarks.join("\n"));
    text.push_str(&format!("</{element}>"));
}

/// A remark in one line of XML.
fn line(place: &Place<'_>, remark: &Remark<'_>) -> String {
    let at = match (place.line, remark.at) {
        (None, Some(at)) => format!(" at line {} column {}", at.line, at.column),
        _ => String::new(),
    };
    xml(&format!("{}{at}: {}", remark.title(), remark.message(place)))
}
