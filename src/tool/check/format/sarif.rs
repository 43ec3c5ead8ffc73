//! SARIF 2.1.0: each remark a result, with the edits of a repair as its fix.

use super::{Format, Item, Manner, Order, visible_line};
use crate::cli::io::Source;
use crate::error::ERRORS;
use crate::json::Object;
use crate::repair::{CATALOG, Edit};
use crate::tool::check::judged::{Judged, Level, Remark};
use crate::tool::check::region::Regions;
use crate::tool::check::tally::Tally;
use fnv::FnvHasher;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::hash::Hasher;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// The format.
pub(in crate::tool::check) static SARIF: Format =
    Format { order: Order::AsFound, paints: false, head, say, separator: b",", tail };

/// The project's page, where the package names one.
const PAGE: &str = env!("CARGO_PKG_REPOSITORY");

fn head(out: &mut Vec<u8>, _: &Tally) {
    out.extend_from_slice(
        b"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
          \"runs\":[{\"columnKind\":\"utf16CodeUnits\",\"tool\":{\"driver\":",
    );
    let mut driver = Object::new(out);
    driver.string("name", "jm-check");
    driver.string("version", env!("CARGO_PKG_VERSION"));
    if !PAGE.is_empty() {
        driver.string("informationUri", PAGE);
    }
    driver.array("rules", rules(), |out, (code, name, message)| {
        let mut rule = Object::new(out);
        rule.string("id", code);
        if let Some(name) = name {
            rule.string("name", name);
        }
        rule.object("shortDescription", |text| text.string("text", message));
        rule.end();
    });
    driver.end();
    out.extend_from_slice(b"},\"results\":[\n");
}

fn tail(out: &mut Vec<u8>, _: &Tally) {
    out.extend_from_slice(b"]}]}\n");
}

/// Everything that a result can be about: code, name, message.
fn rules() -> impl Iterator<Item = (&'static str, Option<&'static str>, &'static str)> {
    let repairs = CATALOG.iter().map(|row| (row.code, Some(row.name), row.message));
    repairs.chain(ERRORS.iter().map(|row| (row.code.name(), None, row.message)))
}

fn say(items: &mut Vec<Item>, judged: &Judged<'_>, _: &Manner) {
    let uri = uri(judged.place.source);
    let mut regions = Regions::of(judged);
    let mut fingerprints = Fingerprints::default();
    for remark in judged.remarks() {
        let mut out = Vec::new();
        let mut result = Object::new(&mut out);
        fill(&mut result, judged, &remark, &uri);
        result.object("partialFingerprints", |prints| {
            prints.string("jsonmend/v1", &fingerprints.of(judged, &remark, &uri));
        });
        if let Some(regions) = regions.as_mut().filter(|_| !remark.edits.is_empty()) {
            result.array("fixes", [remark.edits], |out, edits| fix(out, edits, regions, &uri));
        }
        result.end();
        items.push(Item { level: remark.level, text: visible_line(out) });
    }
}

/// What is the matter, and where.
fn fill(result: &mut Object<'_>, judged: &Judged<'_>, remark: &Remark<'_>, uri: &str) {
    let level = match remark.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    };
    result.string("ruleId", remark.code);
    result.string("level", level);
    result.object("message", |text| text.string("text", &remark.message(&judged.place)));
    let location = |out: &mut Vec<u8>, ()| {
        let mut location = Object::new(out);
        location.object("physicalLocation", |physical| {
            artifact(physical, uri);
            if let Some((line, column)) = judged.place.in_file(remark.at) {
                physical.object("region", |region| {
                    region.number("startLine", line);
                    if let Some(column) = column {
                        region.number("startColumn", column);
                    }
                });
            }
        });
        if let Some(path) = judged.place.path {
            location.array("logicalLocations", [path], |out, path| {
                let mut logical = Object::new(out);
                logical.string("fullyQualifiedName", path);
                logical.end();
            });
        }
        location.end();
    };
    result.array("locations", [()], location);
}

fn artifact(object: &mut Object<'_>, uri: &str) {
    object.object("artifactLocation", |artifact| artifact.string("uri", uri));
}

/// Appends the edits of a repair as a fix.
fn fix(out: &mut Vec<u8>, edits: &[Edit], regions: &mut Regions<'_>, uri: &str) {
    let mut fix = Object::new(out);
    fix.array("artifactChanges", [()], |out, ()| {
        let mut change = Object::new(out);
        artifact(&mut change, uri);
        change.array("replacements", edits, |out, edit| {
            let mut replacement = Object::new(out);
            replacement.object("deletedRegion", |region| deleted(region, regions, edit));
            replacement.object("insertedContent", |content| content.string("text", &edit.insert));
            replacement.end();
        });
        change.end();
    });
    fix.end();
}

/// Writes what an edit deletes.
fn deleted(region: &mut Object<'_>, regions: &mut Regions<'_>, edit: &Edit) {
    let (start, end) = (regions.find(edit.byte), regions.find(edit.byte + edit.delete));
    region.number("startLine", start.line);
    region.number("startColumn", start.column);
    region.number("endLine", end.line);
    region.number("endColumn", end.column);
}

/// How much of a line on either side of a place tells it from others.
const CONTEXT: usize = 64;

/// Names that stay the same while other lines change.
#[derive(Default)]
struct Fingerprints {
    /// How often each came in this text.
    seen: HashMap<u64, u64>,
}

impl Fingerprints {
    /// In a log, to which lines are only added, the line tells texts apart that are the same.
    fn of(&mut self, judged: &Judged<'_>, remark: &Remark<'_>, uri: &str) -> String {
        let mut hasher = FnvHasher::default();
        for part in [uri, remark.code, judged.place.path.unwrap_or_default()] {
            hasher.write(part.as_bytes());
            hasher.write_u8(0);
        }
        hasher.write_u64(judged.place.line.unwrap_or_default());
        if let Some(at) = remark.at {
            let (before, behind) = judged.around(at);
            let before = &before[before.len().saturating_sub(CONTEXT)..];
            let behind = &behind[..behind.len().min(CONTEXT)];
            hasher.write(&before[memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)..]);
            hasher.write_u8(0);
            hasher.write(&behind[..memchr::memchr(b'\n', behind).unwrap_or(behind.len())]);
        }
        let hash = hasher.finish();
        let seen = self.seen.entry(hash).or_default();
        *seen += 1;
        format!("{hash:016x}:{seen}")
    }
}

/// The URI of an input, relative to the working directory where it is below that.
fn uri(source: &Source) -> String {
    let name = Path::new(source.file().unwrap_or(OsStr::new("stdin")));
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| name.strip_prefix(here).ok().map(Path::to_owned));
    let name = below.as_deref().unwrap_or(name);
    let name = name.strip_prefix(".").unwrap_or(name);
    let scheme = if name.is_absolute() { "file://" } else { "" };
    let mut uri = scheme.to_owned();
    for &byte in name.as_os_str().as_bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
