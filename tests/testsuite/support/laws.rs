//! The laws: what must hold for every input under every option, a row each.

use std::fmt::Write as _;

use jsonmend::Options;
use jsonmend::engine::options::{DuplicateKeys, MultiRoot};
use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::event::Interest;
use jsonmend::plan::{Outcome as Done, Repairer};
use jsonmend::position::Position;
use jsonmend::repair::{Completeness, Edit, Exactness, Repair, Rule};
use jsonmend::view::{Reusable, Writer};

use super::flags;
use super::growth;
use super::random::Random;
use super::run::{self, Outcome};
use super::text::{compact, compact_roots, has_lone_surrogate, is_json};

/// An input and its options, as a command line writes them and as the engine takes them.
struct Case<'a> {
    input: &'a [u8],
    line: &'a str,
    options: &'a EngineOptions,
}

type Law = fn(&Case<'_>, &Outcome) -> Result<(), String>;

const LAWS: &[(&str, Law)] = &[
    ("events make a document", events_make_a_document),
    ("output is JSON", output_is_json),
    ("edits make the output", edits_make_the_output),
    ("records are in place", records_are_in_place),
    ("what was cut is lossy and partial", cut_is_lossy_and_partial),
    ("valid JSON is never changed", valid_is_never_changed),
    ("output repairs to itself", output_repairs_to_itself),
    ("pieces make no difference", pieces_make_no_difference),
    ("a document that grows takes nothing back", growth_takes_nothing_back),
    ("the fast lane makes no difference", lane_makes_no_difference),
    ("what nobody hears of makes no difference", interest_makes_no_difference),
    ("the one-shot calls agree", one_shot_calls_agree),
    ("a repairer carries nothing over", nothing_carries_over),
    ("what may be executed is whole and has one reading; all else has a prompt", execution_is_safe),
];

/// Inputs up to this length are cut at every place.
const SHORT: usize = 40;

/// Inputs beyond this length are not looked at after every byte.
const LONG: usize = 1000;

/// Checks every law on one input; `line` holds its options.
pub(crate) fn check(input: &[u8], line: &str) -> Result<(), String> {
    let Some(options) = flags::parse(line) else {
        return Err(format!("unknown option in {line:?}"));
    };
    let case = Case { input, line, options: &options };
    let outcome = run::whole(input, &options);
    let mut broken = String::new();
    for (name, law) in LAWS {
        if let Err(why) = law(&case, &outcome) {
            write!(broken, "\n    {name}: {why}").expect("a string takes every write");
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(format!("{}{broken}", show(&case))) }
}

fn show(case: &Case<'_>) -> String {
    match std::str::from_utf8(case.input) {
        Ok(text) if text.len() > 600 => format!("{} bytes [{}]", text.len(), case.line),
        Ok(text) => format!("{text:?} [{}]", case.line),
        Err(_) => format!("b\"{}\" [{}]", case.input.escape_ascii(), case.line),
    }
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn events_make_a_document(_: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    ensure(outcome.faults.is_empty(), || outcome.faults.join("; "))
}

fn output_is_json(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let count = outcome.text.lines().count();
    ensure(outcome.end.is_err() || outcome.text.lines().all(|l| is_json(l.as_bytes())), || {
        format!("{:?}", outcome.text)
    })?;
    let is_single = case.options.multi_root != MultiRoot::Lines && outcome.end.is_ok();
    ensure(!is_single || count == 1, || format!("{count} roots"))
}

fn edits_make_the_output(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    if outcome.end.is_err() {
        return Ok(());
    }
    let edited = replay(case.input, outcome)?;
    let output = outcome.document().as_bytes();
    let (edited, output) = match case.options.multi_root {
        MultiRoot::Array => {
            (compact_roots(&edited), compact_roots(&output[1..output.len().max(2) - 1]))
        }
        MultiRoot::Lines => (compact_roots(&edited), compact_roots(output)),
        MultiRoot::First | MultiRoot::Error => (compact(&edited), output.to_vec()),
    };
    ensure(edited == output, || {
        let (edited, output) = (edited.escape_ascii(), output.escape_ascii());
        format!("{edited} by the edits, {output} by the events; {}", records(outcome))
    })
}

/// The input with the edits of all records applied.
fn replay(input: &[u8], outcome: &Outcome) -> Result<Vec<u8>, String> {
    let mut edits: Vec<&Edit> = outcome.repairs.iter().flat_map(|repair| &repair.edits).collect();
    edits.sort_by_key(|edit| (edit.byte, edit.delete > 0));
    let mut out = Vec::with_capacity(input.len());
    let mut done = 0;
    for edit in edits {
        let (start, end) = (edit.byte as usize, (edit.byte + edit.delete) as usize);
        ensure(done <= start && end <= input.len(), || {
            format!("the edit {edit:?} overlaps another or the end; {}", records(outcome))
        })?;
        out.extend_from_slice(&input[done..start]);
        out.extend_from_slice(edit.insert.as_bytes());
        done = end;
    }
    out.extend_from_slice(&input[done..]);
    Ok(out)
}

/// The records in short: `R006@9 7-0+","`.
pub(crate) fn records(outcome: &Outcome) -> String {
    let mut out = String::new();
    for repair in &outcome.repairs {
        let class = repair.ambiguity.map_or("", |class| class.name());
        let (code, at, severity) = (repair.rule.code(), repair.at.byte, repair.severity.name());
        write!(out, "{code}@{at} {severity} {class}").expect("a string takes every write");
        for edit in repair.edits.iter().take(4) {
            let insert = &edit.insert;
            write!(out, " {}-{}+{insert:?}", edit.byte, edit.delete)
                .expect("a string takes every write");
        }
        out.push_str("; ");
    }
    out
}

fn records_are_in_place(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let places = outcome.repairs.iter().map(|repair| repair.at);
    for at in places.chain(outcome.end.as_ref().err().and_then(|error| error.position())) {
        ensure(at.byte as usize <= case.input.len(), || format!("{at:?} is behind the input"))?;
        let Ok(before) = std::str::from_utf8(&case.input[..at.byte as usize]) else {
            continue;
        };
        let counted = count(before);
        ensure(at == counted, || format!("{at:?} should be {counted:?}"))?;
    }
    Ok(())
}

/// The place behind `before`, counted character by character.
fn count(before: &str) -> Position {
    let mut at = Position::START;
    for char in before.chars() {
        at.byte += char.len_utf8() as u64;
        at.offset += char.len_utf16() as u64;
        at.column += char.len_utf16() as u64;
        if char == '\n' {
            at.line += 1;
            at.column = 1;
        }
    }
    at
}

fn cut_is_lossy_and_partial(_: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Ok(completeness) = outcome.end else {
        return Ok(());
    };
    let is_partial = completeness == Completeness::Partial;
    let is_cut = outcome.repairs.iter().any(|repair| repair.truncated);
    ensure(is_partial == is_cut, || format!("{completeness:?}, but {}", records(outcome)))?;
    ensure(!is_partial || outcome.exactness() == Exactness::Lossy, || {
        format!("partial, but {:?}", outcome.exactness())
    })
}

fn valid_is_never_changed(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let options = case.options;
    let is_changed_by_option = options.unwrap_string
        || !matches!(options.duplicate_keys, DuplicateKeys::Pass | DuplicateKeys::Flag)
        || options.multi_root == MultiRoot::Lines && case.input.contains(&b'\n')
        || case.line.contains("--max");
    if is_changed_by_option || !is_json(case.input) || has_lone_surrogate(case.input) {
        return Ok(());
    }
    let mut expected = String::from_utf8(compact(case.input)).map_err(|e| e.to_string())?;
    if options.multi_root == MultiRoot::Array {
        expected = format!("[{expected}]");
    }
    let (end, exactness) = (&outcome.end, outcome.exactness());
    ensure(end == &Ok(Completeness::Complete), || format!("{end:?}"))?;
    ensure(exactness == Exactness::Exact, || format!("{exactness:?}: {}", records(outcome)))?;
    ensure(outcome.document() == expected, || outcome.text.clone())
}

fn output_repairs_to_itself(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    if outcome.end.is_err() {
        return Ok(());
    }
    let options = EngineOptions {
        skip_prose: case.options.skip_prose,
        quote_lookahead: case.options.quote_lookahead,
        decode_entities: case.options.decode_entities,
        replace_bytes: case.options.replace_bytes,
        ..EngineOptions::default()
    };
    for line in outcome.text.lines() {
        let again = run::whole(line.as_bytes(), &options);
        let is_same = again.document() == line && again.exactness() == Exactness::Exact;
        ensure(is_same && again.end == Ok(Completeness::Complete), || {
            format!("{line:?} to {:?}, {:?}; {}", again.text, again.end, records(&again))
        })?;
    }
    Ok(())
}

fn pieces_make_no_difference(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Case { input, options, .. } = *case;
    for size in [1, 2, 3, 7, 64] {
        same(outcome, &run::chunked(input, size, options), || format!("pieces of {size}"))?;
    }
    if input.len() <= SHORT {
        for at in 1..input.len() {
            same(outcome, &run::cut(input, &[at], options), || format!("cut at {at}"))?;
        }
    }
    let mut random = Random::new(input.len() as u64);
    for _ in 0..3 {
        let mut cuts: Vec<_> = (0..4).map(|_| random.below(input.len() + 1)).collect();
        cuts.sort_unstable();
        same(outcome, &run::cut(input, &cuts, options), || format!("cut at {cuts:?}"))?;
    }
    Ok(())
}

fn growth_takes_nothing_back(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Case { input, options, .. } = *case;
    if input.len() > LONG {
        return Ok(());
    }
    for size in [1, 3, 17] {
        run::caught(|| growth::check(input.chunks(size), options, outcome))?
            .map_err(|why| format!("pieces of {size}: {why}"))?;
    }
    Ok(())
}

fn lane_makes_no_difference(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Case { input, options, .. } = *case;
    same(outcome, &run::careful(input, options), || "without the lane".to_owned())?;
    // Nor does it tell anything earlier or later.
    let mut random = Random::new(input.len() as u64 + 1);
    for _ in 0..3 {
        let begun = &input[..random.below(input.len() + 1)];
        let said = |make| run::said_by(make, std::iter::once(begun), options);
        let (fast, careful) = (said(Engine::new), said(Engine::careful));
        ensure(fast == careful, || {
            format!("of {} bytes: {fast:?}, without the lane {careful:?}", begun.len())
        })?;
    }
    Ok(())
}

/// What a sink has no use for is left out of its records, and nothing else.
fn interest_makes_no_difference(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let mut expected = outcome.clone();
    for interest in [Interest::Lines, Interest::Bytes] {
        expected.repairs.retain(|repair| repair.rule != Rule::InexactNumber);
        if interest == Interest::Bytes {
            for Repair { at, .. } in &mut expected.repairs {
                *at = Position { byte: at.byte, ..Position::START };
            }
        }
        for size in [1, 5, case.input.len().max(1)] {
            let found = run::interested(interest, case.input, size, case.options);
            same(&expected, &found, || format!("{interest:?} in pieces of {size}"))?;
        }
    }
    Ok(())
}

fn one_shot_calls_agree(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Ok(input) = std::str::from_utf8(case.input) else { return Ok(()) };
    let mut options = Options { engine: case.options.clone(), ..Options::default() };
    let compact_text = run::caught(|| jsonmend::repair(input, &options))?;
    // The array that wraps the roots is in no edit, so it has no layout to keep.
    options.write.keep_layout = case.options.multi_root != MultiRoot::Array;
    let layout = run::caught(|| jsonmend::repair(input, &options))?;
    match (compact_text, layout, &outcome.end) {
        (Ok(text), Ok(layout), Ok(completeness)) => {
            ensure(text.text == outcome.document(), || format!("{:?}", text.text))?;
            ensure(text.repairs == outcome.repairs, || format!("{:?}", text.repairs))?;
            ensure(text.completeness == *completeness, || format!("{:?}", text.completeness))?;
            let edited = compact(&replay(case.input, outcome)?);
            let is_kept = options.write.keep_layout;
            ensure(!is_kept || compact(layout.text.as_bytes()) == edited, || {
                format!("{:?} with its layout", layout.text)
            })
        }
        (Err(text), Err(layout), Err(error)) => {
            ensure(text == *error && layout == *error, || format!("{text}; {layout}; {error}"))
        }
        (text, layout, end) => Err(format!("{text:?}; {layout:?}; {end:?}")),
    }
}

fn nothing_carries_over(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Ok(input) = std::str::from_utf8(case.input) else { return Ok(()) };
    let options = Options { engine: case.options.clone(), ..Options::default() };
    let mut repairer = Repairer::new(&options, None, Writer::quoted(&options.write));
    for before in ["", "``` {'a':[1, \"b\\", "[{'a': 1, 'a': {x: [2", "# text", input] {
        let same = run::caught(|| {
            let _ = repairer.repair(before);
            match (repairer.repair(input), &outcome.end) {
                (Ok(Done { output, gate, completeness }), Ok(expected)) => {
                    let mut text = Vec::new();
                    output.write_string(&mut text);
                    let text: Option<String> = serde_json::from_slice(&text).ok();
                    text.as_deref() == Some(outcome.document())
                        && gate.records() == outcome.repairs
                        && completeness == *expected
                }
                (Err(error), Err(expected)) => error == *expected,
                _ => false,
            }
        })?;
        ensure(same, || format!("behind {before:?}"))?;
    }
    Ok(())
}

fn execution_is_safe(case: &Case<'_>, outcome: &Outcome) -> Result<(), String> {
    let Ok(input) = std::str::from_utf8(case.input) else { return Ok(()) };
    for options in [Options::for_execution(), Options::for_agent()] {
        let duplicate_keys = options.engine.duplicate_keys;
        let engine = EngineOptions { duplicate_keys, ..case.options.clone() };
        let options = Options { engine, ..options };
        let Ok(repaired) = run::caught(|| jsonmend::repair(input, &options))? else { continue };
        let is_safe = repaired.completeness == Completeness::Complete
            && repaired.exactness <= Exactness::Cosmetic
            && !repaired.repairs.iter().any(jsonmend::repair::Repair::is_ambiguous);
        ensure(is_safe, || format!("{:?}: {}", repaired.text, records(outcome)))?;
    }
    for options in [Options::default(), Options::for_agent()] {
        let options = Options { engine: case.options.clone(), ..options };
        let plan = run::caught(|| jsonmend::analyze(input, &options))?;
        ensure(plan.is_executable() != plan.prompt().is_some(), || plan.to_json())?;
    }
    Ok(())
}

/// Compares two runs of one input.
pub(crate) fn same(whole: &Outcome, cut: &Outcome, how: impl Fn() -> String) -> Result<(), String> {
    ensure(cut.faults == whole.faults, || format!("{}: {}", how(), cut.faults.join("; ")))?;
    ensure(cut.end == whole.end, || format!("{}: {:?}, whole {:?}", how(), cut.end, whole.end))?;
    ensure(cut.text == whole.text, || {
        format!("{}: {:?}, whole {:?}", how(), cut.text, whole.text)
    })?;
    ensure(cut.repairs == whole.repairs, || {
        format!("{}: records {}, whole {}", how(), records(cut), records(whole))
    })?;
    ensure(cut.places == whole.places, || {
        format!("{}: events at {:?}, whole {:?}", how(), cut.places, whole.places)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::corpus::project;
    use jsonmend::repair::Severity;

    #[test]
    fn the_map_lists_every_law() {
        let map = std::fs::read_to_string(project("docs/ARCHITECTURE.md")).expect("it is there");
        for (name, _) in LAWS {
            assert!(map.contains(&format!("\n* {name}")), "no line for: {name}");
        }
    }

    /// `[1,]` repaired, by a record with these edits at this place.
    fn outcome(at: Position, edits: &[(u64, u64)]) -> Outcome {
        let edits = edits.iter();
        let repair = Repair {
            rule: Rule::RemoveComma,
            at,
            severity: Severity::Cosmetic,
            ambiguity: None,
            resolved_by: None,
            truncated: false,
            edits: edits.map(|&(byte, delete)| Edit { byte, delete, insert: "".into() }).collect(),
        };
        let end = Ok(Completeness::Complete);
        let (text, places, faults) = ("[1]\n".to_owned(), Vec::new(), Vec::new());
        Outcome { text, repairs: vec![repair], end, places, faults }
    }

    fn obeys(law: Law, outcome: &Outcome) -> bool {
        let options = EngineOptions::default();
        law(&Case { input: b"[1,]", line: "", options: &options }, outcome).is_ok()
    }

    #[test]
    fn edits_must_make_the_output() {
        let at = Position::START.after(b"[1");
        for (edits, holds) in [
            (&[(2, 1)][..], true),
            (&[], false),
            (&[(1, 1)], false),
            (&[(2, 1), (2, 1)], false),
            (&[(2, 3)], false),
        ] {
            assert_eq!(obeys(edits_make_the_output, &outcome(at, edits)), holds, "{edits:?}");
        }
    }

    #[test]
    fn places_must_agree_with_a_recount() {
        let at = Position::START.after(b"[1");
        let behind = Position::START.after(b"[1,]]");
        for (at, holds) in [
            (at, true),
            (behind, false),
            (Position { column: 2, ..at }, false),
            (Position { line: 2, ..at }, false),
            (Position { offset: 1, ..at }, false),
        ] {
            assert_eq!(obeys(records_are_in_place, &outcome(at, &[])), holds, "{at:?}");
        }
    }

    #[test]
    fn what_is_partial_must_be_lossy_and_say_so() {
        let mut partial = outcome(Position::START, &[]);
        partial.end = Ok(Completeness::Partial);
        assert!(!obeys(cut_is_lossy_and_partial, &partial));
        partial.repairs[0].truncated = true;
        assert!(!obeys(cut_is_lossy_and_partial, &partial));
        partial.repairs[0].severity = Severity::Lossy;
        assert!(obeys(cut_is_lossy_and_partial, &partial));
    }
}
