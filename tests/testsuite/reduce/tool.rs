//! jm-reduce as a process: batches, bad lines, limits, a closed output.

use crate::support::process::{command, run};
use std::io::Write as _;
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_jm-reduce");

fn reduce(arguments: &[&str], input: &[u8]) -> crate::support::process::Done {
    run(&mut command(BINARY, arguments.iter().copied().chain(["--user-rules", "none"])), input)
}

#[test]
fn a_bad_line_in_a_batch_is_answered_in_its_place() {
    let long = "x".repeat(9 << 20);
    let input = format!(
        "{{\"id\":1,\"toolName\":\"x\",\"stdout\":\"a\"}}\nnot json\n\n{{\"id\":\"b\",\"toolName\":3}}\n{{\"toolName\":\"x\",\"stdout\":\"{long}\"}}\n{{\"id\":2,\"toolName\":\"x\",\"stdout\":\"c\"}}"
    );
    for jobs in ["1", "8"] {
        let done = reduce(&["--batch", "--jobs", jobs], input.as_bytes());
        assert_eq!(done.status, 0, "{}", done.stderr);
        let lines: Vec<&str> = done.stdout.lines().collect();
        assert_eq!(lines.len(), 6);
        for (line, start) in lines.iter().zip([
            "{\"id\":1,\"inlineText\":\"a\"",
            "{\"code\":\"invalid_json\",\"message\":\"expected ident at line 1 column 2\",\"line\":2}",
            "{\"code\":\"invalid_json\",\"message\":\"EOF while parsing a value at line 1 column 0\",\"line\":3}",
            "{\"code\":\"invalid_json\",\"message\":\"input.toolName: expected string, found number\",\"id\":\"b\",\"line\":4}",
            "{\"code\":\"too_large\",\"message\":\"longer than 8388608 bytes\",\"line\":5}",
            "{\"id\":2,\"inlineText\":\"c\"",
        ]) {
            assert!(line.starts_with(start), "{line}");
        }
    }
}

#[test]
fn a_batch_is_answered_while_it_is_written() {
    let mut child = Command::new(BINARY)
        .args(["--batch", "--user-rules", "none"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    for n in 0..3 {
        writeln!(stdin, "{{\"id\":{n},\"toolName\":\"x\",\"stdout\":\"a\"}}")
            .expect("a line is taken");
        let mut line = String::new();
        std::io::BufRead::read_line(&mut stdout, &mut line).expect("a line comes");
        assert!(line.starts_with(&format!("{{\"id\":{n},")), "{line}");
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn a_rejected_request_is_an_object_on_stdout_and_a_sentence_on_stderr() {
    for (arguments, input, status, object) in [
        (
            &[][..],
            "{\"toolName\":",
            3,
            "{\"code\":\"invalid_json\",\"message\":\"EOF while parsing a value at line 1 column 12\"}\n",
        ),
        (
            &[],
            "{\"id\":7,\"toolName\":\"a\\u0000\"}",
            3,
            "{\"code\":\"nul_byte\",\"message\":\"input.toolName: a NUL byte\",\"id\":7}\n",
        ),
        (
            &["--max-length", "10"],
            "{\"toolName\":\"a\"}",
            4,
            "{\"code\":\"too_large\",\"message\":\"longer than 10 bytes\"}\n",
        ),
        (
            &["--strict-request"],
            "{\"input\":{\"toolName\":\"a\"},\"x\":1}",
            3,
            "{\"code\":\"invalid_json\",\"message\":\"request: unknown member\"}\n",
        ),
    ] {
        let done = reduce(arguments, input.as_bytes());
        assert_eq!((done.status, &*done.stdout), (status, object), "{input}");
        assert_eq!(done.stderr.lines().count(), 1);
    }
}

#[test]
fn nobody_who_reads_is_no_failure_to_tell_of() {
    let mut child = Command::new(BINARY)
        .args(["--batch", "--user-rules", "none"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let line = "{\"toolName\":\"x\",\"stdout\":\"a\"}\n".repeat(2000);
    // It ends while it is written to.
    let _ = stdin.write_all(line.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.len()), (Some(141), 0));
}

#[test]
fn a_text_of_any_length_is_read_and_its_failures_are_found() {
    let filler = |count: usize| "this line says nothing at all\n".repeat(count);
    let (before, behind) = (filler(1 << 19), filler(1 << 20));
    let text = format!("start\n{before}error: in the middle of it\n{behind}the end\n");
    let done = reduce(&["--text", "--exit-code", "1", "--max-length", "1000000"], text.as_bytes());
    assert_eq!(done.status, 0);
    for part in ["exit 1\n", "error: in the middle of it", "the end", "lines omitted"] {
        assert!(done.stdout.contains(part), "{part}: {}", done.stdout);
    }
}

#[test]
fn statistics_are_lines_without_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stats").display().to_string();
    let request = "{\"input\":{\"toolName\":\"x\",\"command\":\"make SECRET\",\"exitCode\":2,\"stdout\":\"SECRET\"},\"options\":{\"recordStats\":true}}\n";
    reduce(&["--batch", "--stats-file", &file], request.repeat(2).as_bytes());
    let lines = std::fs::read_to_string(&file).expect("there are statistics");
    assert_eq!(lines.lines().count(), 2);
    assert!(!lines.contains("SECRET"));
    assert!(
        lines.starts_with(
            "{\"accountingClass\":\"estimated\",\"source\":\"live\",\"ruleId\":\"build/make\","
        ),
        "{lines}"
    );
}

#[test]
fn the_same_requests_give_the_same_answers_whatever_the_number_of_jobs() {
    let line = |n: usize| {
        format!(
            "{{\"id\":{n},\"toolName\":\"x\",\"command\":\"make\",\"exitCode\":{},\"stdout\":\"a.c:{n}:1: error: x\\n\"}}\n",
            n % 3
        )
    };
    let input: String = (0..500).map(line).collect();
    let one = reduce(&["--batch"], input.as_bytes());
    let eight = reduce(&["--batch", "--jobs", "8"], input.as_bytes());
    assert_eq!(one.stdout, eight.stdout);
    assert_eq!(one.stdout.lines().count(), 500);
}
