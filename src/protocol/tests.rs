//! What a connection answers, line by line.

use super::*;
use crate::gate::Profile;
use serde_json::Value;

fn answers(lines: &[&str]) -> Vec<Value> {
    let mut connection = Connection::default();
    lines
        .iter()
        .map(|line| {
            let mut out = Vec::new();
            connection.handle(line.as_bytes(), &mut out);
            assert_eq!(out.iter().filter(|byte| **byte == b'\n').count(), 1, "{line}");
            serde_json::from_slice(&out).expect("an answer is JSON")
        })
        .collect()
}

#[test]
fn an_id_comes_back_as_it_was_written() {
    for id in ["1", "-0", "1e400", "12345678901234567890123", "\"\"", "\"\\u0041\"", "null"] {
        let mut out = Vec::new();
        let line = format!(r#"{{"method":"hello","id":{id}}}"#);
        Connection::default().handle(line.as_bytes(), &mut out);
        assert!(out.starts_with(format!(r#"{{"id":{id},"ok":true"#).as_bytes()), "{id}");
    }
}

#[test]
fn a_line_that_is_no_request_is_answered_and_the_connection_goes_on() {
    let lines = [
        "",
        " ",
        "[]",
        "{",
        r#"{"id":1}"#,
        r#"{"id":{},"method":"hello"}"#,
        r#"{"id":2,"method":"hello","params":[]}"#,
        r#"{"id":3,"method":"nope"}"#,
        r#"{"id":4,"method":"repair"}"#,
        r#"{"id":5,"method":"hello"}"#,
    ];
    let codes: Vec<_> = answers(&lines)
        .iter()
        .map(|answer| answer["error"]["code"].as_str().unwrap_or("-").to_owned())
        .collect();
    // The seventh is a request; only its params are none.
    let expected = ["E060"; 6].iter().chain(&["E050", "E050", "E050", "-"]);
    assert!(codes.iter().eq(expected), "{codes:?}");
}

#[test]
fn the_stream_of_a_connection_is_one_and_stays_where_a_call_is_out_of_place() {
    let found = answers(&[
        r#"{"id":1,"method":"watch.feed","params":{"chunk":"1"}}"#,
        r#"{"id":2,"method":"watch.start"}"#,
        r#"{"id":3,"method":"watch.feed","params":{"chunk":"{\"a\":"}}"#,
        r#"{"id":4,"method":"watch.start"}"#,
        r#"{"id":5,"method":"watch.feed","params":{"chunk":"true}"}}"#,
        r#"{"id":6,"method":"watch.finish"}"#,
        r#"{"id":7,"method":"watch.finish"}"#,
    ]);
    let ok: Vec<_> = found.iter().map(|answer| answer["ok"] == true).collect();
    assert_eq!(ok, [false, true, true, false, true, true, false]);
    assert_eq!(found[5]["result"]["final"]["value"]["a"], true);
    assert_eq!(found[5]["result"]["watcher_final"], Value::Null);
}

#[test]
fn a_handler_that_fails_is_an_internal_error_and_ends_no_connection() {
    let broken = Method {
        name: "broken",
        about: "",
        profile: Profile::Permissive,
        needs_stream: false,
        run: |_, _, _, _| unreachable!("a handler that fails"),
    };
    let mut connection = Connection::default();
    let failed = connection.run(&broken, Params::default());
    assert_eq!(failed.map_err(|failure| failure.error.code()), Err(Code::E099));
    let mut out = Vec::new();
    assert_eq!(connection.handle(br#"{"method":"hello"}"#, &mut out), Flow::Goes);
    assert!(out.starts_with(br#"{"id":null,"ok":true"#));
}
