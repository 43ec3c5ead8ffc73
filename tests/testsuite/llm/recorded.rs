//! The recordings of others, and small reproductions of reported faults, where they are.

use std::collections::HashMap;
use std::fs;

use jsonmend::provider::DemuxOptions;
use serde_json::Value;

use crate::support::corpus::{lines, shared};
use crate::support::streams::{Outcome, recorded, whole};

/// The names of the index in the words of `jm-llm`.
const PROVIDERS: &[(&str, Option<&str>)] = &[
    ("openai-chat", Some("openai")),
    ("openai-responses", Some("responses")),
    ("gemini-interactions", Some("gemini")),
    ("bedrock-invoke", Some("bedrock")),
    ("cohere-v2", Some("cohere")),
    ("unknown", None),
    ("openai-completions", None),
    ("openai-assistants", None),
    ("mcp-jsonrpc", None),
];

/// The kinds of calls on the wire in the words of `jm-llm`; whatever else has a word is the server's.
const KINDS: &[(&str, &str)] =
    &[("mcp_tool_use", "mcp"), ("mcp_call", "mcp"), ("custom_tool_call", "custom")];

/// Whether arguments are those of the index: the same text, or the same value where they came as one.
/// The index shortens long ones.
fn same(found: &str, expected: &str) -> bool {
    let value = |text: &str| serde_json::from_str::<Value>(text).ok();
    found == expected
        || expected.split_once("…(").is_some_and(|(start, _)| found.starts_with(start))
        || value(found).is_some() && value(found) == value(expected)
}

/// What differs between the calls found and those expected.
fn differs(outcome: &Outcome, expected: &[Value]) -> Vec<String> {
    let calls = outcome.of("call.end");
    let mut faults = Vec::new();
    if calls.len() != expected.len() {
        faults.push(format!("{} calls instead of {}", calls.len(), expected.len()));
    }
    for (found, wanted) in calls.iter().zip(expected) {
        for (name, value) in wanted.as_object().expect("a call has fields") {
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let same = match name.as_str() {
                "arguments" => same(&text(&found["arguments"]), &text(value)),
                "kind" => {
                    let kind = KINDS.iter().find(|kind| value == kind.0);
                    found["kind"] == kind.map_or("server", |kind| kind.1)
                }
                "valid" => found["json"] == "invalid",
                "repairable" => !found["value"].is_null(),
                "from_object" => holds(found, "from_object"),
                "diagnostic" => {
                    let name = text(value);
                    outcome.of("stream.end").iter().chain([found]).any(|line| holds(line, &name))
                }
                "error" => outcome.of("stream.end")[0]["error"]["message"] == *value,
                "initial_input" => holds(found, "initial_input"),
                "note" => true,
                _ => found[name] == *value,
            };
            if !same {
                faults.push(format!("{name}: {} instead of {value}", found[name]));
            }
        }
    }
    faults
}

fn holds(line: &Value, diagnostic: &str) -> bool {
    line["diagnostics"].as_array().is_some_and(|names| names.iter().any(|name| name == diagnostic))
}

/// The fields of a row; those that hold quotes are quoted as in CSV.
fn fields(row: &str) -> Vec<String> {
    let unquoted = |field: &str| match field.strip_prefix('"').and_then(|it| it.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => field.to_owned(),
    };
    row.split('\t').map(unquoted).collect()
}

#[test]
fn every_recording_gives_the_calls_of_its_index() {
    let Some(root) = shared("streams") else { return };
    let inputs: HashMap<_, _> = recorded().into_iter().collect();
    let index = fs::read_to_string(root.join("INDEX.tsv")).expect("the index is readable");
    let mut rows = index.lines().map(fields);
    let head = rows.next().expect("the index has a head");
    let column = |name: &str| head.iter().position(|title| title == name).expect("a known column");
    let [file, provider, reason, calls] =
        ["file", "provider_detected", "stop_reason", "expected_calls_json"].map(column);
    let mut faults = Vec::new();
    let mut count = 0;
    for row in rows {
        count += 1;
        let outcome = whole(&inputs[&row[file]], DemuxOptions::default());
        let expected: Vec<Value> =
            serde_json::from_str(&row[calls]).expect("expected calls are JSON");
        let mut wrong = differs(&outcome, &expected);
        let known = PROVIDERS.iter().find(|known| known.0 == row[provider]);
        let provider = known.map_or(Some(row[provider].as_str()), |known| known.1);
        let ends = outcome.of("stream.end");
        if ends.iter().any(|end| end["provider"].as_str() != provider) {
            wrong.push("provider".to_owned());
        }
        let reason = row[reason].rsplit('/').next().unwrap_or_default().replace("response.", "");
        if ends.last().is_some_and(|end| end["stop_reason"].as_str().unwrap_or_default() != reason)
        {
            wrong.push(format!("stop_reason {reason}"));
        }
        if !wrong.is_empty() {
            faults.push(format!("{}: {}", row[file], wrong.join("; ")));
        }
    }
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
    println!("{count} recordings");
}

#[test]
fn every_reported_fault_is_right_here() {
    let Some(folder) = shared("cases/llm") else { return };
    let Some(list) = shared("cases/llm.jsonl") else { return };
    let mut faults = Vec::new();
    for case in lines(&list).iter().filter(|case| case["kind"] == "stream") {
        let file = folder.join(case["file"].as_str().expect("a case has a file"));
        let input = fs::read(file).expect("the file is readable");
        let outcome = whole(&input, DemuxOptions::default());
        let expected = &case["expect"];
        let calls = expected.as_array().or_else(|| expected["calls"].as_array());
        let mut wrong = differs(&outcome, calls.expect("calls are expected"));
        if expected.is_object() {
            let end = outcome.of("stream.end").pop().unwrap_or_default();
            if end["end"] != expected["stream_end"] || end["stop_reason"] != expected["stop_reason"]
            {
                wrong.push(end.to_string());
            }
        }
        if !wrong.is_empty() {
            faults.push(format!("{}: {}", case["id"], wrong.join("; ")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
