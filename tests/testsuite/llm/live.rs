//! Streams that run while they are read: fragments leave as they come, and a reader that goes ends all
//! that stands before it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

use crate::support::process::{code, command, run};

const BINARY: &str = env!("CARGO_BIN_EXE_jm-llm");

/// The events of a stream, each with the text that it adds to the arguments.
fn events() -> Vec<(String, &'static str)> {
    let chunk = |delta: &str, reason: &str| {
        format!(
            r#"data: {{"id":"c","object":"chat.completion.chunk","choices":[{{"index":0,"delta":{delta},"finish_reason":{reason}}}]}}"#
        ) + "\n\n"
    };
    let fragment = |text: &str| {
        let text = Value::from(text);
        chunk(
            &format!(r#"{{"tool_calls":[{{"index":0,"function":{{"arguments":{text}}}}}]}}"#),
            "null",
        )
    };
    let open = r#"{"tool_calls":[{"index":0,"id":"c1","function":{"name":"w","arguments":"{"}}]}"#;
    let mut events = vec![(chunk(open, "null"), "{")];
    events.extend(["\"city\"", ":\"Os", "lo\"", "}"].map(|text| (fragment(text), text)));
    events.push((chunk("{}", r#""tool_calls""#), ""));
    events.push(("data: [DONE]\n\n".to_owned(), ""));
    events
}

/// The text of the next `call.delta`.
fn next_delta(lines: &mut impl BufRead) -> String {
    loop {
        let mut line = String::new();
        assert!(
            lines.read_line(&mut line).expect("the output is readable") > 0,
            "the output ended"
        );
        let line: Value = serde_json::from_str(&line).expect("a line is JSON");
        if line["type"] == "call.delta" {
            return line["text"].as_str().expect("a fragment has text").to_owned();
        }
    }
}

#[test]
fn a_fragment_leaves_before_the_next_one_comes() {
    let mut child = command(BINARY, ["--sse", "--follow"]).spawn().expect("the binary starts");
    let mut input = child.stdin.take().expect("stdin is a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    for (event, text) in events() {
        input.write_all(event.as_bytes()).expect("the child reads");
        if !text.is_empty() {
            // Nothing more is written until this has come.
            assert_eq!(next_delta(&mut lines), text);
        }
    }
    drop(input);
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("the output is readable");
    assert!(rest.contains(r#""executable":true"#), "{rest}");
    assert_eq!(code(child.wait().expect("the child ends")), 0);
}

/// A server that answers one request with a head and then with the pieces it is told to send.
fn serve(pieces: Receiver<String>) -> (u16, JoinHandle<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    let port = listener.local_addr().expect("a listener has an address").port();
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a client comes");
        read_head(&mut stream);
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
        let sent = stream.write_all(head.as_bytes());
        sent.is_ok() && pieces.iter().all(|piece| stream.write_all(piece.as_bytes()).is_ok())
    });
    (port, thread)
}

fn read_head(stream: &mut TcpStream) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|length| length > 0) {
        head.push(byte[0]);
    }
}

/// `curl -N … | jm-llm --sse --follow` and what stands behind it, against what `pieces` tells the server
/// to send; nothing where there is no curl.
fn pipeline(pieces: Receiver<String>, behind: &str) -> Option<(Child, JoinHandle<bool>)> {
    if Command::new("curl").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("skipped: there is no curl");
        return None;
    }
    let (port, server) = serve(pieces);
    let folder = Path::new(BINARY).parent().expect("a binary is in a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let line = format!("curl -sN http://127.0.0.1:{port}/v1 | jm-llm --sse --follow{behind}");
    let child = Command::new("sh")
        .args(["-c", &line])
        .env("PATH", format!("{folder}:{path}"))
        .env("no_proxy", "*")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("sh runs");
    Some((child, server))
}

#[test]
fn over_http_fragments_come_while_the_response_runs() {
    let (send, pieces): (Sender<String>, _) = channel();
    let Some((mut child, server)) = pipeline(pieces, "") else { return };
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    for (event, text) in events() {
        // In two pieces, so that reads end inside of events.
        let (head, tail) = event.split_at(event.len() / 2);
        for piece in [head, tail] {
            send.send(piece.to_owned()).expect("the server runs");
            thread::sleep(Duration::from_millis(5));
        }
        if !text.is_empty() {
            assert_eq!(next_delta(&mut lines), text);
        }
    }
    drop(send);
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("the output is readable");
    assert!(rest.contains(r#""type":"stream.end""#), "{rest}");
    assert_eq!(code(child.wait().expect("the pipeline ends")), 0);
    assert!(server.join().expect("the server does not panic"));
}

#[test]
fn the_producer_sees_that_nobody_reads_any_more() {
    let (send, pieces) = channel();
    let Some((mut child, server)) = pipeline(pieces, "") else { return };
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    let mut events = events().into_iter();
    let (first, text) = events.next().expect("there is an event");
    send.send(first).expect("the server runs");
    assert_eq!(next_delta(&mut lines), text);
    // The reader has what it wants.
    drop(lines);
    let (more, _) = events.next().expect("there is another event");
    let mut sent = 0;
    while send.send(more.clone()).is_ok() {
        sent += 1;
        assert!(sent < 2000, "the server still writes");
        thread::sleep(Duration::from_millis(5));
    }
    assert!(!server.join().expect("the server does not panic"), "its writes failed");
    child.wait().expect("the pipeline ends");
}

#[test]
fn a_filter_whose_reader_is_gone_ends_quietly() {
    let (reader, writer) = std::io::pipe().expect("a pipe can be made");
    drop(reader);
    let input: String = events().into_iter().map(|event| event.0).collect();
    let done = run(command(BINARY, ["--follow"]).stdout(writer), input.as_bytes());
    assert_eq!((done.status, done.stderr.as_str()), (141, ""));
}

#[test]
fn several_files_are_several_streams_and_the_worst_status_counts() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let stream: String = events().into_iter().map(|event| event.0).collect();
    for (name, text) in
        [("a", stream.as_str()), ("b", "prose"), ("c", &stream), ("d", &stream[..300])]
    {
        std::fs::write(path(name), text).expect("a file can be written");
    }
    for (files, status, calls) in [
        (&["a", "c"][..], 0, 2),
        (&["a", "b", "c"], 3, 2),
        (&["a", "d"], 1, 2),
        (&["none", "a"], 2, 1),
    ] {
        let done = run(&mut command(BINARY, files.iter().map(|name| path(name))), b"");
        assert_eq!(done.status, status, "{files:?}: {}", done.stderr);
        let lines = done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let numbers: Vec<_> = lines.filter_map(|line: Value| line["call"].as_u64()).collect();
        assert_eq!(numbers, (0..calls).collect::<Vec<_>>(), "{files:?}");
    }
}

#[test]
fn an_error_names_the_file_and_escapes_what_a_terminal_obeys() {
    let done = run(&mut command(BINARY, ["no\u{1b}file"]), b"");
    assert_eq!(done.status, 2);
    assert!(
        done.stderr.contains("no\\u001bfile") && !done.stderr.contains('\u{1b}'),
        "{}",
        done.stderr
    );
}

#[test]
fn a_producer_is_stopped_as_soon_as_what_is_required_is_final() {
    let (send, pieces) = channel();
    let watch = r#" | jm-watch --schema '{!city:string}' --until-ready"#;
    let Some((mut child, server)) = pipeline(pieces, watch) else { return };
    let mut lines = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
    let mut events = self::events().into_iter();
    // The city is final with its quote and the brace behind that.
    for (event, _) in events.by_ref().take(5) {
        send.send(event).expect("the server runs");
    }
    let told: Vec<String> = lines
        .by_ref()
        .map_while(Result::ok)
        .take_while(|line| !line.contains("field.settled"))
        .collect();
    assert!(told.iter().any(|line| line.contains(r#""path":"/city","text":"Os""#)), "{told:?}");
    // The server goes on for as long as anybody takes what it sends.
    let (more, _) = self::events().swap_remove(1);
    while !server.is_finished() {
        if send.send(more.clone()).is_err() {
            break;
        }
        thread::sleep(Duration::from_millis(2));
    }
    assert!(!server.join().expect("the server does not panic"), "it was let go on to its end");
    assert_eq!(code(child.wait().expect("the pipeline ends")), 0);
}
