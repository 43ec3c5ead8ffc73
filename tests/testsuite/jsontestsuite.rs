//! The JSON parsing test suite of Nicolas Seriot, where it stands beside the project.

use std::fs;

use jsonmend::engine::EngineOptions;
use jsonmend::repair::Exactness;
use jsonmend::{Decision, Options, Profile, analyze_bytes};

use crate::support::corpus::shared;
use crate::support::run;
use crate::support::text::{compact, is_json};
use crate::support::{laws, prefix};

/// What becomes of the files that a parser may accept or refuse, by the beginning of their names:
/// the error or the exactness, and why. The longest beginning counts.
const PINNED: &[(&str, &str, &str)] = &[
    ("i_number", "exact", "a number is text, whatever a double can hold"),
    ("i_object_key_lone_2nd_surrogate", "lossy", "an unpaired surrogate is no text"),
    ("i_string_1st", "lossy", "an unpaired surrogate is no text"),
    ("i_string_incomplete", "lossy", "an unpaired surrogate is no text"),
    ("i_string_invalid", "lossy", "an unpaired surrogate is no text"),
    ("i_string_inverted", "lossy", "an unpaired surrogate is no text"),
    ("i_string_lone_second", "lossy", "an unpaired surrogate is no text"),
    ("i_string_UTF-16LE_with_BOM", "E041", "another encoding"),
    ("i_string_utf16", "E041", "another encoding"),
    ("i_string", "E040", "invalid UTF-8"),
    ("i_string_invalid_utf-8", "E040", "invalid UTF-8"),
    ("i_structure_500_nested_arrays", "exact", "below the limit of depth"),
    ("i_structure_UTF-8_BOM_empty_object", "cosmetic", "the mark is dropped"),
];

/// Name and content of every file.
fn files() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = shared("jsontestsuite/test_parsing") else { return Vec::new() };
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let mut files: Vec<_> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            Some((name, fs::read(entry.path()).ok()?))
        })
        .collect();
    files.sort();
    files
}

fn check_all(check: impl Fn(&str, &[u8]) -> Result<(), String>) {
    let broken: Vec<_> = files()
        .iter()
        .filter_map(|(name, input)| Some(format!("{name}: {}", check(name, input).err()?)))
        .collect();
    assert!(broken.is_empty(), "{} broken:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn valid_files_are_exact_invalid_files_never_and_the_others_are_pinned() {
    check_all(|name, input| {
        let outcome = run::whole(input, &EngineOptions::default());
        let got = outcome.error().unwrap_or(outcome.exactness().name());
        if outcome.end.is_ok() && !is_json(outcome.document().as_bytes()) {
            return Err(format!("{:?} is no JSON", outcome.document()));
        }
        let holds = match name.as_bytes()[0] {
            b'y' => got == "exact" && outcome.document().as_bytes() == compact(input),
            b'n' => outcome.end.is_err() || outcome.exactness() != Exactness::Exact,
            _ => pinned(name) == Some(got),
        };
        if holds { Ok(()) } else { Err(format!("{got}; {}", laws::records(&outcome))) }
    });
}

fn pinned(name: &str) -> Option<&'static str> {
    let rows = PINNED.iter().filter(|(beginning, ..)| name.starts_with(beginning));
    Some(rows.max_by_key(|(beginning, ..)| beginning.len())?.1)
}

#[test]
fn a_plan_calls_safe_what_is_valid_and_nothing_else() {
    let options = Options::default().with_profile(Profile::Interactive);
    check_all(|name, input| {
        let plan = analyze_bytes(input, None, &options);
        let decision = plan.decision();
        let repeats = name.starts_with("y_object_duplicated_key");
        let sound = if repeats { Decision::Ambiguous } else { Decision::Safe };
        let holds = match name.as_bytes()[0] {
            b'y' => decision == sound && plan.valid_json,
            b'n' => decision != Decision::Safe && !plan.valid_json,
            _ => true,
        };
        if holds { Ok(()) } else { Err(format!("{decision:?}, valid: {}", plan.valid_json)) }
    });
}

#[test]
fn laws_hold_for_every_file() {
    check_all(|_, input| if input.len() <= 4096 { laws::check(input, "") } else { Ok(()) });
}

#[test]
fn every_prefix_of_a_valid_file_shows_nothing_but_its_beginning() {
    check_all(|name, input| {
        let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
        let is_container = text.trim_start().starts_with(['{', '[']);
        if !name.starts_with('y') || !is_container || input.len() > 4096 {
            return Ok(());
        }
        prefix::check_every(text)
    });
}
