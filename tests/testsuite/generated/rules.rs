//! docs/RULES.md: every rule, with each line of `rules.jsonl` that begins with its code, as the engine
//! answers it now.

use jsonmend::repair::{AMBIGUITIES, CATALOG, RuleRow};
use serde_json::Value;
use std::fmt::Write;

use super::markdown::{code, table};
use crate::support::corpus::{bytes, lines, member, project};
use crate::support::flags;
use crate::support::run;

/// What the three severities are. The other pages that say it say this.
pub(super) const SEVERITIES: &str = "A *cosmetic* repair changes notation only: how data is written \
    (quotes, commas, spelling) and what stands around it (a comment, a fence, a sentence before it). No data is \
    dropped, invented or guessed. A type may change: in `{\"n\":1,000}` the number becomes the string \
    `\"1,000\"`, and is marked as ambiguous. A *lossy* repair drops, invents or guesses data; to close what was \
    cut off is one. A *note* changes nothing.";

const INTRODUCTION: &str = "\
# Rules

Made from the catalog of rules (`src/repair/catalog.rs`) and the lines of `tests/conformance/rules.jsonl`, each answered by the
engine: `SNAPSHOTS=overwrite cargo test generated`. Do not edit.

Two questions are asked of every repair, and one does not answer the other:

* **How severe is it?** SEVERITIES
  A result is *exact*, *cosmetic* or *lossy*: the worst of its repairs.
* **Is there a second reading?** If an equally good reader could have read another value, the repair is *ambiguous* and has a
  [class](#ambiguity-classes).

`--disable CODE` refuses what needs a rule (E010); the [profiles](GUIDE.md#choose-a-profile) refuse by the two answers. The same
list is in jm-rules(7).

";

pub(super) fn page() -> String {
    let cases = lines(&project("tests/conformance/rules.jsonl"));
    let mut page = INTRODUCTION.replace("SEVERITIES", SEVERITIES);
    page.push_str(&table(
        &["code", "name", "what is done", "severity"],
        CATALOG.iter().map(summary),
    ));
    for row in CATALOG {
        let own = cases.iter().filter(|case| is_of(case, row.code));
        let shown: Vec<_> = own.map(answer).collect();
        assert!(!shown.is_empty(), "{} has an example", row.code);
        page.push_str(&format!(
            "\n## {} {}\n\n{}. Severity: {}. Second reading: {}.\n\n",
            row.code,
            row.name,
            capital(row.message),
            row.severity,
            spelt(row.ambiguity)
        ));
        page.push_str(&table(&["input", "output", "result", "class", "rules"], shown));
    }
    page.push_str("\n## Ambiguity classes\n\n");
    page.push_str(&table(
        &["class", "the two readings"],
        AMBIGUITIES.iter().map(|(_, name, reason)| [format!("`{name}`"), (*reason).to_owned()]),
    ));
    page
}

/// The row of a rule in the first table.
fn summary(row: &RuleRow) -> [String; 4] {
    let anchor = format!("{}-{}", row.code, row.name).to_lowercase();
    let words = |text: &str| text.replace('|', "\\|");
    [
        format!("[{}](#{anchor})", row.code),
        row.name.to_owned(),
        words(row.message),
        words(row.severity),
    ]
}

fn is_of(case: &Value, rule: &str) -> bool {
    member(case, "id").split('-').next() == Some(rule)
}

/// What the engine answers to a case.
fn answer(case: &Value) -> [String; 5] {
    let flags = member(case, "flags");
    let options = flags::parse(flags).expect("the options of a case are known");
    let input = bytes(&case["input"]).expect("an input is readable");
    let outcome = run::whole(&input, &options);
    let mut classes: Vec<_> = outcome
        .repairs
        .iter()
        .filter_map(|repair| repair.ambiguity)
        .map(|class| class.name())
        .collect();
    classes.dedup();
    let codes: Vec<_> = [outcome.codes(false), outcome.codes(true)].concat();
    let shown = case["input"]
        .as_array()
        .map_or_else(|| code(&String::from_utf8_lossy(&input)), |parts| in_parts(parts));
    let with = if flags.is_empty() { String::new() } else { format!(" with `{flags}`") };
    let (text, result) = match (&outcome.end, outcome.error()) {
        (Ok(completeness), _) => {
            let result = format!("{}, {}", outcome.exactness().name(), completeness.name());
            (code(outcome.document()), result)
        }
        (Err(_), error) => ("–".to_owned(), error.unwrap_or_default().to_owned()),
    };
    [shown + &with, text, result, or_dash(&classes), or_dash(&codes)]
}

/// An input that is given in parts: bytes and repetitions are named.
fn in_parts(parts: &[Value]) -> String {
    let mut out = String::new();
    for part in parts {
        let shown = match (part, &part[0], &part["hex"]) {
            (Value::String(text), ..) => code(text),
            (_, Value::String(text), _) if text == " " => format!("{} × space", part[1]),
            (_, Value::String(text), _) => format!("{} × {}", part[1], code(text)),
            (.., Value::String(digits)) => format!("byte {digits}"),
            _ => unreachable!("a part is a text, a text with a number, or bytes"),
        };
        let space = if out.is_empty() { "" } else { ", " };
        write!(out, "{space}{shown}").expect("a string can be written to");
    }
    out
}

/// Words for the page: what looks like a tag or a rule of a table is code.
fn spelt(text: &str) -> String {
    text.replace("|:", "`|`:").replace("${}", "`${}`").replace("{\"a\",\"b\"}", "`{\"a\",\"b\"}`")
}

fn or_dash(list: &[&str]) -> String {
    if list.is_empty() { "–".to_owned() } else { list.join(", ") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Rules whose example in the catalog is words, because the input could not be shown.
const IN_WORDS: &[&str] = &["R034", "N003", "N004"];

#[test]
fn the_example_of_a_rule_in_the_catalog_needs_it() {
    let cases = lines(&project("tests/conformance/rules.jsonl"));
    for row in CATALOG.iter().filter(|row| !IN_WORDS.contains(&row.code)) {
        let needs = cases.iter().filter(|case| is_of(case, row.code)).any(|case| {
            let options = flags::parse(member(case, "flags")).expect("the options are known");
            let outcome = run::whole(row.example.as_bytes(), &options);
            [outcome.codes(false), outcome.codes(true)].concat().contains(&row.code)
        });
        assert!(needs, "{}: {}", row.code, row.example);
    }
}
