//! JSON Schema against its published test suite, where a folder that holds it is named.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::{Checker, Code, Schema};
use serde_json::{Value, json};

/// Names the folder, which has `tests/draft…` below it.
const FOLDER: &str = "JSON_SCHEMA_TEST_SUITE";

/// The drafts, and what their schemas have as `$schema`.
const DRAFTS: &[(&str, &str)] = &[
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    ("draft2019-09", "https://json-schema.org/draft/2019-09/schema"),
    ("draft2020-12", "https://json-schema.org/draft/2020-12/schema"),
];

/// What became of the tests of a draft.
#[derive(Default)]
struct Tally {
    right: usize,
    /// Tests of schemas that refer to something outside themselves.
    refused: usize,
    wrong: Vec<String>,
}

#[test]
fn the_published_tests_pass_but_for_references_out_of_the_schema() {
    let Ok(folder) = std::env::var(FOLDER) else {
        println!("skipped: {FOLDER} names no folder");
        return;
    };
    let mut wrong = String::new();
    for (draft, meta) in DRAFTS {
        let mut tally = Tally::default();
        for (name, groups) in files(&Path::new(&folder).join("tests").join(draft)) {
            for group in groups.as_array().into_iter().flatten() {
                check_group(&format!("{draft}/{name}"), group, meta, &mut tally);
            }
        }
        let Tally { right, refused, wrong: own } = &tally;
        println!("{draft}: {right} right, {refused} refused for a reference, {} wrong", own.len());
        assert!(*right > 500, "{draft} has more tests than {right}");
        own.iter().for_each(|test| writeln!(wrong, "{test}").expect("text takes every write"));
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The test files of a draft.
fn files(folder: &Path) -> Vec<(String, Value)> {
    let entries = fs::read_dir(folder).expect("the folder holds the suite");
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("the file is readable");
            let tests = serde_json::from_str(&text).expect("the file is JSON");
            (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), tests)
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

fn check_group(file: &str, group: &Value, meta: &str, tally: &mut Tally) {
    let mut schema = group["schema"].clone();
    if let Some(members) = schema.as_object_mut() {
        members.entry("$schema").or_insert_with(|| json!(meta));
    }
    // Some schemas of the suite say nothing that shows that they are schemas.
    let declaration = json!({"type": "json_schema", "name": "t", "schema": schema});
    let tests = group["tests"].as_array().map_or(&[][..], Vec::as_slice);
    let title = format!("{file}: {}", group["description"]);
    match Schema::from_json_schema(&declaration, None) {
        Ok(schema) => {
            let schema = Arc::new(schema);
            for test in tests {
                match check_test(&schema, test) {
                    Ok(()) => tally.right += 1,
                    Err(problem) => {
                        tally.wrong.push(format!("{title}: {}: {problem}", test["description"]));
                    }
                }
            }
        }
        Err(error) if error.code() == Code::E071 && leads_out(&schema) => {
            tally.refused += tests.len()
        }
        Err(error) => tally.wrong.push(format!("{title}: {error}")),
    }
}

/// Whether a schema names a file of the suite's server, or the text of a draft.
fn leads_out(schema: &Value) -> bool {
    let text = schema.to_string();
    text.contains("http://localhost:1234") || text.contains("\"$ref\":\"http")
}

fn check_test(schema: &Arc<Schema>, test: &Value) -> Result<(), String> {
    let (document, valid) = (test["data"].to_string(), test["valid"] == true);
    let mut checker = Checker::new(Arc::clone(schema), false);
    let mut engine = Engine::new(EngineOptions::default());
    let (start, end) = document.split_at(document.len() - 1);
    let fed = engine.feed(start.as_bytes(), &mut checker);
    if checker.refuted_by().is_some() && valid {
        return Err("refuted before its end".to_owned());
    }
    let done = fed
        .and_then(|()| engine.feed(end.as_bytes(), &mut checker))
        .and_then(|()| engine.finish(&mut checker));
    done.map_err(|error| error.to_string())?;
    let verdict = checker.verdict();
    if verdict.ok == valid { Ok(()) } else { Err(format!("{verdict:?}")) }
}
