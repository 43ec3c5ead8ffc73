//! The same call on the command line: a filter has to say what the method says.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::cases::Case;
use crate::support::process::{Done, command, run};

/// A filter that does what a method does.
struct Twin {
    method: &'static str,
    binary: &'static str,
    /// What makes it say all.
    arguments: &'static [&'static str],
    /// What is not the same in a result and in what the filter wrote.
    differs: fn(&Value, &Done) -> Option<String>,
}

const TWINS: &[Twin] = &[
    Twin {
        method: "repair",
        binary: env!("CARGO_BIN_EXE_jm-repair"),
        arguments: &["--report", "--retry-hint"],
        differs: repair,
    },
    Twin {
        method: "analyze",
        binary: env!("CARGO_BIN_EXE_jm-check"),
        arguments: &[],
        differs: analyze,
    },
    Twin {
        method: "readiness",
        binary: env!("CARGO_BIN_EXE_jm-readiness"),
        arguments: &[],
        differs: readiness,
    },
    Twin {
        method: "llm.run",
        binary: env!("CARGO_BIN_EXE_jm-llm"),
        arguments: &["--provider=anthropic"],
        differs: calls,
    },
];

/// What a filter says otherwise than the server, if anything.
pub(super) fn check(case: &Case) -> Option<String> {
    if let Some(problem) = watch(case) {
        return Some(problem);
    }
    case.sent.iter().find_map(|request| {
        let twin = TWINS.iter().find(|twin| request["method"] == twin.method)?;
        let text = text(&request["params"])?;
        let answer =
            answers(case, std::slice::from_ref(request)).pop().expect("a request is answered");
        let done = filter(twin.binary, twin.arguments, case, &request["params"], &text);
        differs(&answer, &done, twin.differs).or_else(|| {
            let hint = answer["error"]["retry_hint"].as_str().unwrap_or_default();
            let is_shown = !twin.arguments.contains(&"--retry-hint") || done.stderr.contains(hint);
            (!is_shown).then(|| format!("{hint}, but {}", done.stderr))
        })
    })
}

/// What the filter reads: the text of a call, or its events as lines.
fn text(params: &Value) -> Option<String> {
    let events = params["events"].as_array().map(|events| {
        let lines: Option<Vec<_>> = events.iter().map(Value::as_str).collect();
        Some(lines?.join("\n"))
    });
    params["text"].as_str().map(str::to_owned).or(events.flatten())
}

/// What the server answers to these requests.
fn answers(case: &Case, requests: &[Value]) -> Vec<Value> {
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let done = run(&mut super::serve(&case.arguments), input.as_bytes());
    json_lines(&done.stdout)
}

fn json_lines(text: &str) -> Vec<Value> {
    let json = text.lines().filter(|line| line.starts_with('{'));
    json.map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// Runs a filter with the options that the parameters are, on a text.
fn filter(binary: &str, own: &[&str], case: &Case, params: &Value, text: &str) -> Done {
    let folder = TempDir::new().expect("a folder can be made");
    let mut filter = command(binary, own);
    filter.args(&case.arguments);
    for (name, value) in params.as_object().into_iter().flatten() {
        filter.args(argument(name, value, folder.path()));
    }
    run(&mut filter, text.as_bytes())
}

/// A parameter as an option.
fn argument(name: &str, value: &Value, folder: &Path) -> Option<String> {
    let option = format!("--{}", name.replace('_', "-"));
    let value = match value {
        Value::Null | Value::Bool(false) => return None,
        _ if name == "text" || name == "events" => return None,
        Value::Bool(true) => return Some(option),
        declared if name == "schema_json" => {
            let file = folder.join("schema.json");
            let text = declared.as_str().map_or_else(|| declared.to_string(), str::to_owned);
            fs::write(&file, text).expect("a file can be written");
            file.display().to_string()
        }
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    };
    Some(format!("{option}={value}"))
}

/// Compares a result by `differs`, an error by its exit status and code.
fn differs(
    answer: &Value,
    done: &Done,
    differs: fn(&Value, &Done) -> Option<String>,
) -> Option<String> {
    let error = &answer["error"];
    if answer["ok"] == true {
        return differs(&answer["result"], done);
    }
    let code = error["code"].as_str().unwrap_or_default();
    // A usage error has no code on the command line; a filter that judges says 1 and tells why.
    let is_same = error["exit"] == done.status && (done.stderr.contains(code) || code == "E050")
        || done.status == 1 && done.stdout.contains(code);
    (!is_same).then(|| format!("{error}, but exit {}: {}", done.status, done.stderr))
}

/// Takes away the members that only lines have.
fn without(line: &mut Value, names: &[&str]) {
    let members = line.as_object_mut().expect("a line is an object");
    members.retain(|name, _| !names.contains(&name.as_str()));
}

fn unequal(what: &str, one: &Value, other: &Value) -> Option<String> {
    (one != other).then(|| format!("{what}: {one}, but {other} on the command line"))
}

fn repair(result: &Value, done: &Done) -> Option<String> {
    let text = format!("{}\n", result["text"].as_str().expect("a result has a text")).into();
    unequal("text", &text, &done.stdout.as_str().into())
        .or_else(|| unequal("repairs", &result["repairs"], &json_lines(&done.stderr).into()))
}

fn analyze(result: &Value, done: &Done) -> Option<String> {
    let mut line = json_lines(&done.stdout).pop().expect("a text has a plan");
    without(&mut line, &["file"]);
    let is_safe = result["decision"] == "safe" && result["execution"] == "allowed";
    unequal("plan", result, &line)
        .or_else(|| unequal("status", &i32::from(!is_safe).into(), &done.status.into()))
}

fn readiness(result: &Value, done: &Done) -> Option<String> {
    let mut lines = json_lines(&done.stdout);
    let mut summary = lines.pop().expect("a text has a summary");
    lines.iter_mut().chain([&mut summary]).for_each(|line| without(line, &["type"]));
    summary["fields"] = lines.into();
    summary["step"] = result["step"].clone();
    unequal("readiness", result, &summary)
}

fn calls(result: &Value, done: &Done) -> Option<String> {
    let mut lines = json_lines(&done.stdout);
    let Some(end) = lines.pop() else {
        return Some(format!("{result}, but exit {}: {}", done.status, done.stderr));
    };
    let ignored = end["ignored"].as_object().expect("they are counted by kind");
    let ignored: u64 = ignored.values().filter_map(Value::as_u64).sum();
    let message = end["error"]["message"].as_str().unwrap_or_default();
    for line in &mut lines {
        line["index"] = line["call"].take();
        line["done"] = true.into();
        let only = ["type", "call", "kind", "choice", "arguments", "json", "closed"];
        without(line, &only);
    }
    unequal("calls", &result["calls"], &lines.into())
        .or_else(|| unequal("error", &result["error"], &message.into()))
        .or_else(|| unequal("ignored", &result["ignored_events"], &ignored.into()))
        .or_else(|| unequal("diagnostics", &result["diagnostics"], &end["diagnostics"]))
}

/// A stream that is started, fed in one piece and finished, and `jm-watch` on that piece.
fn watch(case: &Case) -> Option<String> {
    let methods: Vec<_> = case.sent.iter().map(|request| request["method"].as_str()).collect();
    if methods != [Some("watch.start"), Some("watch.feed"), Some("watch.finish")] {
        return None;
    }
    let text = case.sent[1]["params"]["chunk"].as_str()?;
    let answers = answers(case, &case.sent);
    let binary = env!("CARGO_BIN_EXE_jm-watch");
    let done = filter(binary, &["--retry-hint"], case, &case.sent[0]["params"], text);
    if answers[2]["ok"] == false {
        return differs(&answers[2], &done, |_, _| None);
    }
    let mut lines = json_lines(&done.stdout);
    let mut last = lines.pop().expect("a document has an end");
    without(&mut last, &["type", "ok"]);
    let told = |kind: &str, list: &str| {
        let of = |answer: &Value| answer["result"][list].as_array().cloned();
        let server: Vec<_> = answers.iter().filter_map(of).flatten().collect();
        let mut filter = lines.clone();
        filter.retain(|line| line["type"] == kind);
        filter.iter_mut().for_each(|line| without(line, &["type"]));
        unequal(list, &server.into(), &filter.into())
    };
    told("delta", "deltas")
        .or_else(|| told("event", "events"))
        .or_else(|| unequal("final", &answers[2]["result"]["final"], &last))
}
