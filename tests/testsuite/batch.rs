//! The contract of `--batch`: one line for each line, in order, whatever it holds and wherever it runs.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use crate::support::process::{code, command, run};
use crate::support::random::setting;

/// The tools that have it.
const TOOLS: &[&str] = &[env!("CARGO_BIN_EXE_jm-repair"), env!("CARGO_BIN_EXE_jm-check")];

/// A bad line and the error that answers it, under `--max-length=1000`.
const POISON: &[(&[u8], &str)] = &[
    (b"", "E060"),
    (b" \t", "E060"),
    (b"\r", "E060"),
    (b"{", "E060"),
    (b"[]", "E060"),
    (b"{\"id\":0,\"input\":\"[1]\"} x", "E060"),
    (b"\xff", "E040"),
    (b"{\"id\":0,\"input\":\"\xc3\"}", "E040"),
    (b"{\"id\":0}", "E050"),
    (b"{\"id\":0,\"input\":7}", "E050"),
    (b"{\"id\":0,\"input\":\"\\ud800\"}", "E040"),
    (b"{\"id\":0,\"input\":\"{:1}\"}", "E003"),
    (b"{\"id\":0,\"input\":\"\"}", "E001"),
    (b"{\"id\":0,\"input\":\"\0\"}", "E060"),
    (&[b'x'; 1500], "E021"),
    (&[b'['; 200_000], "E021"),
];

/// A line of a long log: one in a hundred is bad; and the error that answers it.
fn line(number: usize) -> (Vec<u8>, Option<&'static str>) {
    match number % 100 {
        50 => {
            let (line, error) = POISON[number / 100 % POISON.len()];
            (line.to_vec(), Some(error))
        }
        // The same id as the line before: ids are the caller's.
        51 => (format!("{{\"id\":{},\"input\":\"[1]\"}}", number - 1).into_bytes(), None),
        _ => {
            let text = format!("{{\"id\":{number},\"input\":\"{{a:[1,2,],b:{number}}}\"}}");
            (text.into_bytes(), None)
        }
    }
}

fn log(lines: usize) -> Vec<u8> {
    let ended = |number| [line(number).0, vec![b'\n']].concat();
    (0..lines).flat_map(ended).collect()
}

/// Whether this is the answer to the line of that number, counted from 0.
fn is_answer(answer: &str, number: usize) -> bool {
    let (line, error) = line(number);
    let id = match number % 100 {
        50 if line.starts_with(b"{\"id\":0")
            && error.is_some_and(|code| !["E060", "E040"].contains(&code)) =>
        {
            "{\"id\":0,".to_owned()
        }
        50 => "{".to_owned(),
        51 => format!("{{\"id\":{},", number - 1),
        _ => format!("{{\"id\":{number},"),
    };
    let told = match error {
        // jm-check answers what it could read with a plan; the error is a part of it.
        Some(code) => answer.contains(&format!("\"error\":{{\"code\":\"{code}\"")),
        None => answer.contains("\"ok\":true") && !answer.contains("\"error\":{"),
    };
    answer.starts_with(&id) && told
}

#[test]
fn every_line_is_answered_in_its_place_with_more_in_flight_than_pipes_hold() {
    // A megabyte and more on its way in and out, written by a thread of its own.
    let lines = 8_000;
    let input = log(lines);
    assert!(input.len() > 1 << 20);
    for tool in TOOLS {
        let done = run(&mut command(tool, ["--batch", "--max-length=1000"]), &input);
        assert_eq!(done.stdout.lines().count(), lines, "{tool}");
        let wrong =
            done.stdout.lines().enumerate().find(|(number, answer)| !is_answer(answer, *number));
        assert_eq!(wrong, None, "{tool}");
        // jm-check tells of what it found, in its status and in one line.
        let expected = if tool.ends_with("jm-check") { (1, 1) } else { (0, 0) };
        assert_eq!((done.status, done.stderr.lines().count()), expected, "{tool}: {}", done.stderr);
    }
}

#[test]
fn the_last_line_needs_no_end() {
    for tool in TOOLS {
        let done =
            run(&mut command(tool, ["--batch"]), b"{\"input\":\"[1]\"}\n{\"input\":\"[2]\"}");
        assert_eq!(done.stdout.lines().count(), 2, "{tool}");
        assert!(done.stdout.ends_with('\n'), "{tool}");
    }
}

#[test]
fn answers_are_one_line_for_every_reader() {
    let input = "{\"id\":\"\u{2028}\",\"input\":\"[\\\"\u{85}\u{2029}\\\", 1 \\r\\n]\",\"x\":\"\u{85}\"}\r\n";
    // Not --in-line: there the record is the caller's, and stays it.
    let rows = [(0, &["--batch"][..]), (0, &["--batch", "--at=/input"]), (1, &["--batch"])];
    for (tool, arguments) in rows {
        let done = run(&mut command(TOOLS[tool], arguments), input.as_bytes());
        let odd =
            |c: char| matches!(c, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}');
        assert_eq!(done.stdout.lines().count(), 1, "{arguments:?}: {}", done.stdout);
        assert!(!done.stdout.contains(odd), "{arguments:?}: {:?}", done.stdout);
    }
}

#[test]
fn nothing_around_a_batch_changes_its_answers() {
    let input = log(500);
    for tool in TOOLS {
        let arguments = ["--batch", "--max-length=1000"];
        let plain = run(&mut command(tool, arguments), &input);
        let mut elsewhere = command(tool, arguments);
        elsewhere.current_dir("/").envs([
            ("LANG", "tr_TR.ISO-8859-9"),
            ("LC_ALL", "C"),
            ("HOME", "/nonexistent"),
            ("TMPDIR", "/nonexistent"),
            ("TERM", "xterm-256color"),
            ("CLICOLOR_FORCE", "1"),
        ]);
        let other = run(&mut elsewhere, &input);
        assert_eq!((other.status, &other.stdout), (plain.status, &plain.stdout), "{tool}");
        for jobs in ["0", "2", "5"] {
            let several = run(command(tool, arguments).args(["--jobs", jobs]), &input);
            assert!(
                (several.status, &several.stdout) == (plain.status, &plain.stdout),
                "{tool}: {jobs}"
            );
        }
    }
}

#[test]
fn a_mistake_in_the_command_line_is_told_before_anything_is_read() {
    for tool in TOOLS {
        let mut child =
            command(tool, ["--batch", "--at", "no pointer"]).spawn().expect("the binary starts");
        // Nothing is written, and the input stays open.
        let stdin = child.stdin.take();
        assert_eq!(code(child.wait().expect("the child can be waited for")), 2, "{tool}");
        let mut output = String::new();
        child.stdout.take().expect("stdout is a pipe").read_to_string(&mut output).expect("text");
        assert_eq!(output, "", "{tool}");
        drop(stdin);
    }
}

#[test]
fn a_gate_tells_of_refusals_when_all_is_answered() {
    let input = log(1000);
    let rows = [
        (0, "--for-execution", 5),
        (0, "--check", 1),
        (0, "--strict", 5),
        (1, "--for-execution", 1),
    ];
    for (tool, flag, status) in rows {
        let done = run(command(TOOLS[tool], ["--batch", "--max-length=1000"]).arg(flag), &input);
        assert_eq!((done.status, done.stdout.lines().count()), (status, 1000), "{flag}");
    }
}

/// The binary that was named, or one built for the tests.
fn fast(tool: &str) -> Command {
    let arguments = ["--batch", "--max-length=1000"];
    match std::env::var_os("JM_BINARY") {
        Some(named) => {
            let name = Path::new(tool).file_name().expect("a tool has a name");
            command(&Path::new(&named).with_file_name(name).to_string_lossy(), arguments)
        }
        None => command(tool, arguments),
    }
}

/// `JM_LINES=1000000 JM_BINARY=…/jm-repair` for the whole length.
#[cfg(target_os = "linux")]
#[test]
fn many_lines_are_answered_in_order_and_need_no_more_memory_than_few() {
    use crate::support::process::peak;
    // A quarter of them has to be enough for all that is read ahead and waits to be written, and for the
    // allocator to have met the longest lines wherever they fall in what is read at once.
    let lines = setting("JM_LINES").unwrap_or(80_000) as usize;
    for tool in TOOLS {
        let start = std::time::Instant::now();
        let mut child = fast(tool).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        let writer = thread::spawn(move || {
            for first in (0..lines).step_by(1000) {
                let piece = (first..lines.min(first + 1000))
                    .flat_map(|number| [line(number).0, vec![b'\n']].concat());
                stdin.write_all(&piece.collect::<Vec<_>>()).expect("the tool reads");
            }
            // The input is not over, so that the tool is there to be looked at.
            stdin
        });
        let mut answer = String::new();
        let mut few = 0;
        for number in 0..lines {
            answer.clear();
            stdout.read_line(&mut answer).expect("answers are UTF-8");
            assert!(is_answer(&answer, number), "{tool}: line {}: {answer}", number + 1);
            if number == lines / 4 {
                few = peak(child.id());
            }
            if number == lines - 1 {
                let many = peak(child.id());
                let name = tool.rsplit('/').next().unwrap_or(tool);
                println!("{name}: {lines} lines, {many} KiB, {:?}", start.elapsed());
                assert!(many <= few + 2048, "{tool}: {few} KiB, then {many} KiB");
            }
        }
        drop(writer.join().expect("the writer does not panic"));
        answer.clear();
        assert_eq!(stdout.read_line(&mut answer).ok(), Some(0), "{tool}: {answer}");
        child.wait().expect("the child can be waited for");
    }
}

/// What takes a line of progress away.
const CLEAR: &str = "\r\u{1b}[K";

#[test]
fn progress_stands_until_it_is_drawn_anew() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log");
    let good = "{\"input\":\"{a:[1,2,3,], b: {c: true,},}\"}\n".repeat(20_000);
    std::fs::write(&log, format!("{good}no record\n")).expect("the log is written");
    let jm_repair = env!("CARGO_BIN_EXE_jm-repair");
    let line = format!("{jm_repair} --batch --in-line {} > /dev/null", log.display());
    let mut script = Command::new("script");
    script.args(["-qec", &line, "/dev/null"]).env("TERM", "xterm").env("NO_COLOR", "1");
    script.stdin(Stdio::null());
    let Ok(output) = script.output() else { return println!("skipped: script is not installed") };
    let output = String::from_utf8_lossy(&output.stdout);
    // Each drawing, the message about the last line and the end take away what stood there.
    let drawn = output.matches("MiB").count();
    assert!(output.contains(&format!("{CLEAR}jm-repair: ")), "{output:?}");
    assert!(output.matches(CLEAR).count() <= drawn + 2, "{drawn} drawn: {output:?}");
}
