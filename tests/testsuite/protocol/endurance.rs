//! Every line is answered by one line whatever it holds, and many of them need no more memory than few.

use std::io::{BufRead, BufReader, Write};
use std::thread;

use jsonmend::protocol::{Connection, Flow, METHODS};
use serde::de::IgnoredAny;

use super::{cases, serve};
use crate::support::faults;
use crate::support::process::{code, peak};
use crate::support::random::{Budget, Random, for_each_case, setting};

#[test]
fn fuzz_of_the_protocol_answers_each_line_once() {
    let seeds = seeds();
    for_each_case(&Budget::Seconds(2), |random| {
        let mut connection = Connection::default();
        for _ in 0..1 + random.below(8) {
            let line = line(random, &seeds);
            let shown = String::from_utf8_lossy(&line);
            let mut answer = Vec::new();
            let flow = connection.handle(&line, &mut answer);
            check(&answer).map_err(|problem| format!("{problem} to {shown}"))?;
            if flow == Flow::Ends && !answer.windows(10).any(|part| part == br#""bye":true"#) {
                return Err(format!("{shown} ended the connection"));
            }
        }
        let mut answer = Vec::new();
        connection.handle(br#"{"id":1,"method":"hello"}"#, &mut answer);
        let goes_on = answer.starts_with(br#"{"id":1,"ok":true"#);
        goes_on.then_some(()).ok_or_else(|| "the connection is of no use any more".to_owned())
    });
}

/// Whether an answer is one line of JSON in an envelope.
fn check(answer: &[u8]) -> Result<(), String> {
    let shown = || String::from_utf8_lossy(answer).into_owned();
    let line = answer.strip_suffix(b"\n").ok_or_else(|| format!("no line: {}", shown()))?;
    let is_json = serde_json::from_slice::<IgnoredAny>(line).is_ok();
    let is_answer =
        line.starts_with(br#"{"id":"#) && line.windows(5).any(|part| part == br#""ok":"#);
    let is_one = !line.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
    (is_json && is_answer && is_one).then_some(()).ok_or_else(|| format!("no answer: {}", shown()))
}

/// The lines of the cases that are short enough to be broken many times.
fn seeds() -> Vec<Vec<u8>> {
    let sent = cases::all().into_iter().flat_map(|case| case.sent);
    let requests = sent.filter(|sent| sent["method"].is_string()).map(|sent| sent.to_string());
    requests.filter(|line| line.len() < 2048).map(String::into_bytes).collect()
}

/// A request, most often a broken one.
fn line(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut line = match random.below(3) {
        0 => {
            let method = METHODS[random.below(METHODS.len())].name;
            let chunk = random.pick(&["{\\\"a\\\":", "[1,", "x", "\\\"", "}", "]", "\\ud83d", ""]);
            format!(r#"{{"id":{},"method":"{method}","params":{{"chunk":"{chunk}","text":"{chunk}"}}}}"#, random.next()).into_bytes()
        }
        _ => seeds[random.below(seeds.len())].clone(),
    };
    for _ in 0..random.below(3) {
        line = faults::inject(random, &line);
    }
    line.retain(|byte| *byte != b'\n');
    line
}

/// What a client may say again and again.
const ROUND: &[&str] = &[
    r#"{"id":1,"method":"repair","params":{"text":"{a:[1 2], 'b':\"c"}}"#,
    r#"{"id":2,"method":"analyze","params":{"text":"[\"a\" \"b\"]","profile":"execution"}}"#,
    r#"{"id":3,"method":"watch.start","params":{"schema":"{!a:string}"}}"#,
    r#"{"id":4,"method":"watch.feed","params":{"chunk":"{\"a\":\"xy"}}"#,
    "garbage",
    r#"{"id":5,"method":"watch.finish"}"#,
    r#"{"id":6,"method":"readiness","params":{"text":"{\"a\":1}","schema_json":{"type":"object","required":["a"]}}}"#,
    r#"{"id":7,"method":"validate","params":{"text":"{:1}"}}"#,
    r#"{"id":8,"method":"nope"}"#,
    r#"{"id":9,"method":"llm.open","params":{"provider":"openai"}}"#,
    r#"{"id":10,"method":"llm.feed","params":{"event":"{\"choices\":[{\"delta\":{\"tool_calls\":[{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}"}}"#,
    r#"{"id":11,"method":"llm.close"}"#,
];

/// `JM_REQUESTS=100000` for the whole length.
#[cfg(target_os = "linux")]
#[test]
fn many_requests_need_no_more_memory_than_few() {
    let requests = setting("JM_REQUESTS").unwrap_or(6_000) as usize;
    let mut child = serve::<&str>([]).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    let pid = child.id();
    let (begin, go) = std::sync::mpsc::channel();
    let writer = thread::spawn(move || {
        let mut lines = ROUND.iter().cycle();
        while let Ok(count) = go.recv() {
            let batch: String =
                lines.by_ref().take(count).map(|line| format!("{line}\n")).collect();
            stdin.write_all(batch.as_bytes()).expect("the server reads");
        }
    });
    let mut answer = String::new();
    let mut ask = |count: usize| {
        for asked in (0..count).step_by(1000) {
            let batch = (count - asked).min(1000);
            begin.send(batch).expect("the writer waits");
            for _ in 0..batch {
                answer.clear();
                stdout.read_line(&mut answer).expect("an answer is UTF-8");
                assert!(answer.starts_with("{\"id\":"), "{answer}");
            }
        }
        peak(pid)
    };
    let few = ask(2_000);
    let many = ask(requests);
    drop(begin);
    writer.join().expect("the writer does not panic");
    assert_eq!(code(child.wait().expect("the child can be waited for")), 0);
    assert!(many <= few + 1024, "{few} KiB at first, {many} KiB after {requests} requests");
}
