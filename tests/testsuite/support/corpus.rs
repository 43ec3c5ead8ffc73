//! Inputs that are data: the conformance lines, and what stands beside the project on some machines.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// A file of the project.
pub(crate) fn project(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file or folder that is never copied into the project; says so when it is not there.
pub(crate) fn shared(path: &str) -> Option<PathBuf> {
    let found = project("../shared").join(path);
    if !found.exists() {
        println!("skipped: {} is not there", found.display());
        return None;
    }
    Some(found)
}

/// Every file with this extension below a folder.
pub(crate) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let mut found = Vec::new();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
    found
}

/// The lines of a JSONL file.
pub(crate) fn lines(path: &PathBuf) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the file is readable");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("every line of a case file is JSON"))
        .collect()
}

/// The member `name` as a string; empty if it is null or missing.
pub(crate) fn member<'a>(case: &'a Value, name: &str) -> &'a str {
    case[name].as_str().unwrap_or_default()
}

/// What `case[name]` stands for: a string, or a list of parts, each a string, a string with the
/// number of times it is repeated, or `{"hex":…}`.
pub(crate) fn bytes(part: &Value) -> Option<Vec<u8>> {
    match part {
        Value::String(text) => Some(text.clone().into_bytes()),
        Value::Array(parts) => match parts.as_slice() {
            [Value::String(text), Value::Number(times)] => {
                Some(text.repeat(times.as_u64()? as usize).into_bytes())
            }
            parts => Some(parts.iter().map(bytes).collect::<Option<Vec<_>>>()?.concat()),
        },
        Value::Object(_) => {
            let digits = part["hex"].as_str()?.as_bytes();
            digits
                .chunks(2)
                .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
                .collect()
        }
        _ => None,
    }
}

/// Every input of the conformance files, and of the reports of other projects where they are there.
pub(crate) fn inputs() -> Vec<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(project("tests/conformance"))
        .expect("the folder is part of the project")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    files.extend(shared("cases/issues.jsonl"));
    files.iter().flat_map(lines).filter_map(|case| bytes(&case["input"])).collect()
}
