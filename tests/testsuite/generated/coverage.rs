//! docs/COVERAGE.md: what JSONMend is there to do, a row a feature, with the test, case, command or figure
//! that shows it; each of them has to exist.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::markdown::table;
use crate::support::console;
use crate::support::corpus::{files, lines, member, project};

const INTRODUCTION: &str = "\
# Coverage

Made from `tests/coverage.jsonl`: `SNAPSHOTS=overwrite cargo test generated`. Do not edit.

What JSONMend is there to do, and what shows that it does. A test is run by its name (`cargo test NAME`), a case is a line of a file below
`tests` that tests read, a command is one whose output is held by `tests/cmd` or by a page, a figure is a row of
[BENCHMARKS.md](BENCHMARKS.md), which also says where a goal is not met. A row without any, or with one that does not exist, fails.
";

/// What can show a feature: the member of a row, whether a name of it exists, and how a page has it.
struct Kind {
    member: &'static str,
    exists: fn(&Known, &str) -> bool,
    shown: fn(&str) -> String,
}

const KINDS: &[Kind] = &[
    Kind {
        member: "tests",
        exists: |known, name| known.tests.contains(name),
        shown: |name| format!("`{name}`"),
    },
    Kind {
        member: "cases",
        exists: |known, name| known.cases.contains(name),
        shown: |name| format!("case `{name}`"),
    },
    Kind {
        member: "commands",
        exists: |known, name| known.commands.iter().any(|line| line.contains(name)),
        shown: |name| format!("`{}`", name.replace('|', "\\|")),
    },
    Kind {
        member: "figures",
        exists: |known, name| known.figures.contains(name),
        shown: |name| format!("[figure {name}](BENCHMARKS.md)"),
    },
    Kind {
        member: "files",
        exists: |_, name| project(name).exists(),
        shown: |name| format!("[{name}](../{name})"),
    },
];

/// All that rows may name.
struct Known {
    tests: BTreeSet<String>,
    cases: BTreeSet<String>,
    commands: Vec<String>,
    figures: BTreeSet<String>,
}

/// The page.
pub(super) fn page() -> String {
    let rows = lines(&project("tests/coverage.jsonl"));
    let problems: Vec<String> = rows.iter().flat_map(problems(&Known::all())).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let mut page = INTRODUCTION.to_owned();
    for part in rows.chunk_by(|one, next| one["part"] == next["part"]) {
        page.push_str(&format!("\n## {}\n\n", member(&part[0], "part")));
        page.push_str(&table(&["feature", "shown by"], part.iter().map(cells)));
    }
    page
}

/// What is wrong with a row.
fn problems(known: &Known) -> impl Fn(&Value) -> Vec<String> {
    |row| {
        let feature = member(row, "feature");
        let mut problems = Vec::new();
        if KINDS.iter().all(|kind| names(row, kind).next().is_none()) {
            problems.push(format!("nothing shows: {feature}"));
        }
        for kind in KINDS {
            let lost = names(row, kind).filter(|name| !(kind.exists)(known, name));
            problems.extend(lost.map(|name| format!("{feature}: no {} {name}", kind.member)));
        }
        problems
    }
}

fn cells(row: &Value) -> [String; 2] {
    let shown = KINDS.iter().flat_map(|kind| names(row, kind).map(kind.shown));
    [member(row, "feature").to_owned(), shown.collect::<Vec<_>>().join("<br>")]
}

fn names<'a>(row: &'a Value, kind: &Kind) -> impl Iterator<Item = &'a str> {
    row[kind.member].as_array().into_iter().flatten().filter_map(Value::as_str)
}

impl Known {
    fn all() -> Known {
        Known { tests: tests(), cases: cases(), commands: commands(), figures: figures() }
    }
}

/// Every test by the name that a run gives it.
fn tests() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for root in ["src", "tests/testsuite"] {
        let root = project(root);
        for file in files(&root, "rs") {
            let path = file.strip_prefix(&root).unwrap_or(&file).with_extension("");
            let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
            let parts: Vec<_> = parts.filter(|part| part != "mod" && part != "main").collect();
            let text = fs::read_to_string(&file).expect("a source is readable");
            found.extend(tests_of(&text).map(|name| [&parts[..], &[name]].concat().join("::")));
        }
    }
    found
}

/// The names of the tests of a source, with the module inside that holds them.
fn tests_of(text: &str) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    let mut module = "";
    let mut is_test = false;
    for line in text.lines() {
        if line.starts_with("mod tests {") {
            module = "tests::";
        }
        let line = line.trim_start();
        if let Some(name) = line.strip_prefix("fn ").filter(|_| is_test) {
            found.push(format!("{module}{}", name.split('(').next().unwrap_or_default()));
        }
        is_test =
            line == "#[test]" || is_test && (line.starts_with("#[") || line.starts_with("//"));
    }
    found.into_iter()
}

/// The lines of the case files, by file and id.
fn cases() -> BTreeSet<String> {
    let of = |name: &str, file: &Path| {
        let ids = lines(&file.to_owned()).into_iter();
        let name = name.to_owned();
        ids.map(move |line| format!("{name} {}", member(&line, "id"))).collect::<Vec<_>>()
    };
    let conformance = files(&project("tests/conformance"), "jsonl").into_iter();
    let mut found: BTreeSet<String> = conformance
        .flat_map(|file| of(&file.file_name().unwrap_or_default().to_string_lossy(), &file))
        .collect();
    found.extend(of("streams", &project("tests/streams/cases.jsonl")));
    found
}

/// The command lines that tests run: those of `tests/cmd`, and those of the pages.
fn commands() -> Vec<String> {
    let cases = files(&project("tests/cmd"), "toml").into_iter().map(|file| {
        let text = fs::read_to_string(file).expect("a case is readable");
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} = ")));
            serde_json::from_str::<Value>(line.unwrap_or("null")).unwrap_or_default()
        };
        let arguments = value("args");
        let arguments = arguments.as_array().into_iter().flatten().filter_map(Value::as_str);
        [value("bin.name").as_str().unwrap_or_default()]
            .into_iter()
            .chain(arguments)
            .collect::<Vec<_>>()
            .join(" ")
    });
    let pages = ["README.md", "docs/GUIDE.md", "docs/PROTOCOL.md", "docs/ERRORS.md"];
    let examples = pages.iter().flat_map(|page| console::blocks_of(page)).flatten();
    cases.chain(examples.map(|example| example.command)).collect()
}

/// The numbers of the goals of BENCHMARKS.md.
fn figures() -> BTreeSet<String> {
    let page = fs::read_to_string(project("docs/BENCHMARKS.md")).expect("the page is there");
    let cells = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
    cells.filter(|cell| cell.parse::<u32>().is_ok()).map(str::to_owned).collect()
}

#[test]
fn a_row_needs_something_that_shows_it_and_that_exists() {
    let known = Known::all();
    let wrong = |row: Value| problems(&known)(&row).len();
    let here = "generated::coverage::a_row_needs_something_that_shows_it_and_that_exists";
    assert_eq!(wrong(serde_json::json!({"feature": "x", "tests": [here]})), 0);
    assert_eq!(wrong(serde_json::json!({"feature": "x"})), 1);
    assert_eq!(wrong(serde_json::json!({"feature": "x", "tests": []})), 1);
    for (kind, name) in [
        ("tests", "generated::no_such_test"),
        ("cases", "cases.jsonl no-such-case"),
        ("commands", "jm-repair --no-such-option"),
        ("figures", "99"),
        ("files", "no/such/file"),
    ] {
        assert_eq!(wrong(serde_json::json!({"feature": "x", kind: [name]})), 1, "{kind}");
    }
}
