//! A line of statistics for each answer: sizes and names of rules, no text.

use crate::json::Object;
use crate::reduce::response::Response;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The most characters of an original that are credited.
const MOST_CREDITED: u64 = 30_000;

/// How many bytes a token is taken for.
const BYTES_A_TOKEN: u64 = 4;

/// Appends a line to `file`. Without one, or where it cannot be written, nothing happens: an answer
/// does not depend on its statistics.
pub fn record(
    file: Option<&Path>,
    tells_time: bool,
    response: &Response,
    decision: &str,
    failed: bool,
) {
    let Some(file) = file else { return };
    let mut line = line(tells_time, response, decision, failed);
    line.push(b'\n');
    // One write a line, so that lines of several processes do not mix.
    let _ = open(file).and_then(|mut file| file.write_all(&line));
}

/// Opens the file that lines are appended to, or makes it.
///
/// # Errors
/// It cannot be written.
pub fn open(file: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create(true).open(file)
}

fn line(tells_time: bool, response: &Response, decision: &str, failed: bool) -> Vec<u8> {
    let original = response.stats.raw_chars.min(MOST_CREDITED);
    let compacted = response.stats.reduced_chars.min(MOST_CREDITED);
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    object.string("accountingClass", "estimated");
    object.string("source", "live");
    object.string_or_null("ruleId", response.classification.matched_reducer.as_deref());
    object.string("family", &response.classification.family);
    object.string("policyDecision", decision);
    object.number("originalChars", original);
    object.number("compactedChars", compacted);
    object.number("originalTokens", original.div_ceil(BYTES_A_TOKEN));
    object.number("compactedTokens", compacted.div_ceil(BYTES_A_TOKEN));
    object.bool("lossy", response.omitted.is_some());
    let kept = response.metadata.as_ref().is_some_and(|metadata| metadata.kept.is_some());
    object.bool("ccrTokenPresent", kept);
    object.bool("failed", failed);
    if tells_time {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        object.number("time", now);
    }
    object.end();
    out
}
