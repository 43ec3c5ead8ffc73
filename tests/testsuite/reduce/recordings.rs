//! Outputs of real tools, as they came: what has to be told is told, and all laws hold.

use super::{capped, laws};
use crate::support::corpus::{lines, member, project};
use jsonmend::reduce::{Input, Request, reduce};
use serde_json::Value;

/// The recordings: what is expected of each, and the request.
fn recordings() -> Vec<(Value, Request)> {
    let folder = project("tests/reduce");
    let rows = lines(&folder.join("index.jsonl"));
    let recordings = rows.into_iter().map(|row| {
        let name = format!("{}.txt", member(&row, "name"));
        let input = Input {
            tool_name: "bash".to_owned(),
            command: Some(member(&row, "command").to_owned()),
            exit_code: row["exitCode"].as_i64(),
            combined: std::fs::read_to_string(folder.join(name)).expect("a recording is there"),
            ..Input::default()
        };
        (row, Request { input, ..Request::default() })
    });
    recordings.collect()
}

#[test]
fn what_real_tools_say_of_planted_faults_is_told() {
    let mut missing = Vec::new();
    for (row, request) in recordings() {
        for cap in [1200, 4000, 8000] {
            let response = reduce(&capped(&request, cap));
            let told = row["told"].as_array().expect("a list").iter().filter_map(Value::as_str);
            let untold = told.filter(|part| !response.inline_text.contains(part));
            missing.extend(untold.map(|part| format!("{} at {cap}: {part}", row["name"])));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_laws_hold_for_what_real_tools_say() {
    for (row, request) in recordings() {
        let is_long = request.input.combined.len() > 30_000;
        let caps = if is_long { &[0, 20, 1200, 8000][..] } else { laws::CAPS };
        assert_eq!(laws::check_at(&request, caps), Ok(()), "{}", row["name"]);
    }
}

#[test]
fn no_recording_names_a_machine() {
    for (row, request) in recordings() {
        let text = &request.input.combined;
        for part in ["/root", "/home"] {
            assert!(!text.contains(part), "{}: {part}", row["name"]);
        }
        // Hosts are those of documents, or stand for one.
        for (_, host) in text.match_indices("://").map(|(at, mark)| text.split_at(at + mark.len()))
        {
            let is_neutral =
                ["registry.example.org", "rust-lang.github.io", "/var/run/docker.sock"]
                    .iter()
                    .any(|name| host.starts_with(name));
            assert!(is_neutral, "{}: {:.40}", row["name"], host);
        }
    }
}
