//! The laws over generated outputs: lines of many tools mixed with what terminals and scripts make of
//! text.

use super::laws;
use crate::support::random::{Budget, Random, for_each_case};
use jsonmend::reduce::{Input, Options, Request};
use std::time::Instant;

/// Commands of every engine, and none.
const COMMANDS: &[&str] = &[
    "",
    "cargo test",
    "cargo build 2>&1 | tail -50",
    "pytest -q",
    "npm test",
    "go test ./...",
    "make -j4",
    "npx tsc",
    "git status",
    "git diff",
    "git log",
    "rg error",
    "find .",
    "ls -la",
    "npm install",
    "pip install x",
    "docker build .",
    "kubectl get pods",
    "kubectl logs x",
    "journalctl",
    "eslint .",
    "mytool --json",
    "df -h",
    "terraform plan",
    "curl -v http://x",
    "unknown --flag",
    "python x.py",
    "npx jest",
    "mytool --help",
];

/// Lines that tools write.
const LINES: &[&str] = &[
    "   Compiling foo v1.0.0",
    "test a::b ... ok",
    "test a::c ... FAILED",
    "---- a::c stdout ----",
    "thread 'a::c' panicked at src/lib.rs:5:9:",
    "assertion `left == right` failed",
    "  left: 1",
    " right: 2",
    "test result: FAILED. 3 passed; 1 failed; 0 ignored",
    "test result: ok. 3 passed; 0 failed; 0 ignored",
    "error[E0308]: mismatched types",
    "  --> src/lib.rs:3:5",
    "   |",
    "3  |     x",
    "warning: unused variable: `x`",
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable",
    "a.c:3:5: warning: unused [-Wunused]",
    "make: *** [Makefile:3: all] Error 2",
    "E   assert 1 == 2",
    "FAILED tests/test_a.py::test_b - assert 1 == 2",
    "=== 1 failed, 2 passed in 0.1s ===",
    "tests/test_a.py::test_b PASSED   [ 50%]",
    "npm ERR! code ELIFECYCLE",
    "npm warn deprecated x@1.0.0: use y",
    "added 5 packages in 2s",
    "up to date",
    "found 0 vulnerabilities",
    "diff --git a/src/error.rs b/src/error.rs",
    "index 123..456 100644",
    "--- a/src/error.rs",
    "+++ b/src/error.rs",
    "@@ -1,3 +1,4 @@ fn main",
    " context",
    "+    return Err(error);",
    "-    old failed",
    "\\ No newline at end of file",
    "On branch main",
    "Changes not staged for commit:",
    "\tmodified:   src/lib.rs",
    "?? new.rs",
    " M src/a.rs",
    "src/a.rs:12:    error here",
    "src/a.rs:13:    more",
    "src/b.rs:1:x",
    "./a/b/c.txt",
    "./a/b/error.log",
    "src/lib.rs",
    "find: './x': Permission denied",
    "2024-01-02T03:04:05Z INFO started 12",
    "2024-01-02T03:04:06Z ERROR lost db 7",
    "NAME   READY   STATUS             RESTARTS   AGE",
    "web    0/1     CrashLoopBackOff   12         3d",
    "api    1/1     Running            0          3d",
    "Traceback (most recent call last):",
    "  File \"a.py\", line 3, in f",
    "ValueError: bad",
    "    at f (/a/b.js:1:2)",
    "--- FAIL: TestX (0.00s)",
    "ok  \tpkg\t0.1s",
    "FAIL\tpkg\t0.1s",
    "PASS src/a.test.js",
    "FAIL src/b.test.js",
    "  ● suite › fails",
    "{\"a\":[1,2,3],\"error\":null}",
    "[",
    "]",
    "{\"error\": \"boom\"}",
    "0 errors",
    "usage: x [options]",
    "",
    "  ",
    "}",
    "[... 3 lines omitted]",
    "exit 0",
    "All tests passed",
    "x [x3]",
    "ok",
    "tests OK",
];

/// What else can be in a line.
const PIECES: &[&str] = &[
    "\u{1b}[31m",
    "\u{1b}[0m",
    "\u{1b}[2K",
    "\u{1b}[1A",
    "\u{1b}]0;t\u{7}",
    "\u{1b}",
    "\r",
    "\r\n",
    "\u{8}",
    "\0",
    "\u{7f}",
    "\u{9b}31m",
    "日本語",
    "👩\u{200d}👩\u{200d}👧",
    "e\u{301}",
    "🇫🇷",
    "\u{202e}",
    "\u{2028}",
    "\t",
    "é",
    "error",
    "\u{200b}",
    "\u{feff}",
];

fn text(random: &mut Random) -> String {
    let mut out = String::new();
    let count = random.pick(&[0, 1, 2, 5, 20, 60, 200, 400]);
    let mut line = random.pick(LINES);
    for _ in 0..count {
        if !random.one_in(4) {
            line = random.pick(LINES);
        }
        if random.one_in(12) {
            out.push_str(random.pick(PIECES));
        }
        out.push_str(line);
        if random.one_in(5) {
            out.push_str(&format!(" {}", random.below(1000)));
        }
        if random.one_in(12) {
            out.push_str(random.pick(PIECES));
        }
        if random.one_in(60) {
            out.push_str(&"long ".repeat(random.below(400)));
        }
        out.push_str(if random.one_in(15) { "\r\n" } else { "\n" });
    }
    if random.one_in(3) {
        out.truncate(out.trim_end().len());
    }
    out
}

fn request(random: &mut Random) -> Request {
    let mut input = Input {
        tool_name: random.pick(&["bash", "shell", "mcp__x"]).to_owned(),
        command: Some(random.pick(COMMANDS).to_owned()).filter(|command| !command.is_empty()),
        exit_code: random.pick(&[None, Some(0), Some(0), Some(1), Some(101), Some(-1)]),
        partial: random.one_in(8),
        ..Input::default()
    };
    match random.below(4) {
        0 => input.combined = text(random),
        1 => input.stderr = text(random),
        2 => (input.stdout, input.stderr) = (text(random), text(random)),
        _ => input.stdout = text(random),
    }
    let options = Options { no_omit: random.one_in(8).then_some(true), ..Options::default() };
    Request { input, options, ..Request::default() }
}

#[test]
fn laws_of_reduction_hold_for_every_output() {
    for_each_case(&Budget::Cases(80), |random| {
        let request = request(random);
        laws::check(&request).map_err(|fault| format!("{fault}\n{request:?}"))
    });
}

#[test]
fn lines_of_a_megabyte_are_clipped_and_counted() {
    for piece in ["x", "é", "👩\u{200d}👧 ", "error: ", "\u{1b}[31mred\u{1b}[0m ", "a\r"] {
        let long = format!("start\n{}\nerror: the end\n", piece.repeat((1 << 20) / piece.len()));
        let request = super::request("unknown", Some(1), &long);
        let response = jsonmend::reduce::reduce(&request);
        assert!(response.stats.reduced_chars <= 4000, "{piece:?}");
        assert!(
            response.inline_text.contains("error: the end"),
            "{piece:?}: {}",
            response.inline_text
        );
    }
}

#[test]
fn a_line_full_of_words_takes_as_long_as_it_is() {
    for piece in ["/error", "expected ", "0 errors ", "errors: 0 "] {
        let time = |size: usize| {
            let request = super::request("unknown", None, &piece.repeat(size / piece.len()));
            let begun = Instant::now();
            std::hint::black_box(jsonmend::reduce::reduce(&request));
            begun.elapsed()
        };
        // Ten times the length: ten times as long, where a hundred times would be too much.
        let (short, long) = (time(6_000).max(time(6_000)), time(60_000));
        assert!(long < 40 * short, "{piece:?}: {short:?}, {long:?}");
    }
}

#[test]
fn a_deep_text_is_read_as_its_lines() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let text = format!("{}1{}", open.repeat(100_000), close.repeat(100_000));
        let response = jsonmend::reduce::reduce(&super::request("unknown", Some(0), &text));
        assert!(response.stats.reduced_chars <= 4000, "{open}");
    }
}
