//! The tools as processes: pipes, files, exit statuses, and what reaches a terminal.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

use crate::support::process::{code, command, run};

fn repair<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    command(env!("CARGO_BIN_EXE_jm-repair"), arguments)
}

/// A folder with one file, and what is in it.
struct Folder(TempDir);

impl Folder {
    fn with(name: &str, text: &str) -> Folder {
        let folder = Folder(TempDir::new().expect("a folder can be made"));
        fs::write(folder.path(name), text).expect("a file can be written");
        folder
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.flatten().map(name).collect();
        names.sort();
        names
    }
}

#[test]
fn a_full_disk_is_named() {
    for (arguments, input) in [
        (&[][..], "[1]"),
        (&["--batch"], "{\"input\":\"[1]\"}"),
        (&["--diff"], "[1,]"),
        (&["-h"], ""),
        (&["-o", "/dev/full"], "[1]"),
    ] {
        let full = File::options().write(true).open("/dev/full").expect("the device is there");
        let done = run(repair(arguments).stdout(full), input.as_bytes());
        assert_eq!(done.status, 2, "{arguments:?}");
        assert!(done.stderr.contains("E051"), "{arguments:?}: {}", done.stderr);
    }
}

#[test]
fn a_report_that_cannot_be_written_is_not_a_success() {
    let full = File::options().write(true).open("/dev/full").expect("the device is there");
    assert_eq!(run(repair(["--report"]).stderr(full), b"[1,]").status, 2);
}

#[test]
fn a_closed_output_ends_quietly_with_141() {
    for arguments in [&["--multi-root=lines"][..], &["--batch"], &["--batch", "--jobs=2"]] {
        let mut child = repair(arguments).spawn().expect("the binary starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        while stdin.write_all(b"{\"input\":\"[1]\"}\n").is_ok() {}
        let output = child.wait_with_output().expect("the child can be waited for");
        assert_eq!(code(output.status), 141, "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn what_is_known_leaves_before_more_is_read() {
    const RECORD: (&str, &str) = ("{\"input\":\"[1,]\"}\n", "{\"input\":\"[1]\"}\n");
    for (arguments, (said, heard)) in [
        (&["--multi-root=lines"][..], ("[1,]\n", "[1]\n")),
        (&["--batch", "--in-line"], RECORD),
        (&["--batch", "--in-line", "--jobs=3"], RECORD),
    ] {
        let mut child = repair(arguments).spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        for _ in 0..5 {
            stdin.write_all(said.as_bytes()).expect("the child reads");
            let mut line = String::new();
            stdout.read_line(&mut line).expect("output is UTF-8");
            assert_eq!(line, heard, "{arguments:?}");
        }
        drop(stdin);
        assert_eq!(code(child.wait().expect("the child can be waited for")), 0);
    }
}

#[test]
fn a_run_that_is_ended_leaves_no_half_line() {
    let mut child = repair(["--multi-root=lines"]).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
    stdin.write_all(b"[1]\n[2,[3],").expect("the child reads");
    let mut output = String::new();
    stdout.read_line(&mut output).expect("output is UTF-8");
    child.kill().expect("the child runs");
    child.wait().expect("the child can be waited for");
    stdout.read_to_string(&mut output).expect("output is UTF-8");
    assert_eq!(output, "[1]\n");
}

#[test]
fn a_file_in_place_keeps_its_layout_and_mode_and_leaves_no_other() {
    let folder = Folder::with("a.json", "{ a : 1,\n  \"b\": [1 , 2,]\n}\n");
    let file = folder.path("a.json");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).expect("the mode can be set");
    symlink("a.json", folder.path("link")).expect("a link can be made");
    let done = run(repair(["--in-place"]).arg(folder.path("link")), b"");
    assert_eq!((done.status, &*done.stdout, &*done.stderr), (0, "", ""));
    assert_eq!(folder.text("a.json"), "{ \"a\" : 1,\n  \"b\": [1 , 2]\n}\n");
    assert_eq!(file.metadata().expect("the file is there").mode() & 0o777, 0o604);
    assert!(folder.path("link").is_symlink());
    assert_eq!(folder.names(), ["a.json", "link"]);
}

#[test]
fn what_is_lost_of_a_file_in_place_is_told() {
    for (text, arguments, told) in [
        ("[1,]\n", &[][..], ""),
        (
            "{\"a\":1}\n{\"b\":2}\n",
            &[],
            "1 lossy repair: R021 SelectRoot at line 2 column 1 (byte 8): more than one root value\n",
        ),
        ("{\"a\":1}\n{\"b\":2}\n", &["--multi-root=lines"], ""),
        (
            "[NaN, [2",
            &[],
            "2 lossy repairs, the first R013 ReplaceNonFinite at line 1 column 2 (byte 1): \
             value that JSON cannot express replaced\n",
        ),
    ] {
        let told =
            if told.is_empty() { String::new() } else { format!("jm-repair: a.json: {told}") };
        for own in [&["--in-place"][..], &["--in-place", "--indent=2"], &["-oa.json"]] {
            let folder = Folder::with("a.json", text);
            let arguments = [own, &["a.json"], arguments].concat();
            let done = run(repair(arguments).current_dir(folder.path("")), b"");
            assert_eq!((done.status, &*done.stderr), (0, &*told), "{own:?} {text}");
        }
        // Who has the original, or is told all, is not told twice.
        for other in [&["-ob.json"][..], &["-oa.json", "--report"]] {
            let folder = Folder::with("a.json", text);
            let arguments = [other, &["a.json"], arguments].concat();
            let done = run(repair(arguments).current_dir(folder.path("")), b"");
            assert!(!done.stderr.contains("lossy repair"), "{other:?} {}", done.stderr);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn of_a_file_whose_writing_is_ended_nothing_is_left() {
    let folder = Folder::with("in", "");
    let output = folder.path("out");
    let mut child = repair(["-o".as_ref(), output.as_path()]).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let long = format!("[1,{}", "[],".repeat(1 << 16));
    // More than a pipe holds: once it is written, the child has begun.
    stdin.write_all(long.as_bytes()).expect("the child reads");
    child.kill().expect("the child runs");
    child.wait().expect("the child can be waited for");
    assert_eq!(folder.names(), ["in"]);
}

#[test]
fn a_file_in_place_is_not_touched_when_refused_or_sound() {
    for (text, arguments, status) in [
        ("[ 1 ]\n", &["--in-place"][..], 0),
        ("[ 1 \n", &["--in-place", "--max-loss=cosmetic"], 5),
        ("[[[1]]]", &["--in-place", "--max-depth=2"], 4),
        ("{:1}", &["--in-place"], 3),
    ] {
        let folder = Folder::with("a.json", text);
        let inode = || folder.path("a.json").metadata().map(|file| file.ino()).ok();
        let before = inode();
        let done = run(repair(arguments).arg(folder.path("a.json")), b"");
        assert_eq!(done.status, status, "{text}: {}", done.stderr);
        assert_eq!(folder.text("a.json"), text);
        assert_eq!((inode(), folder.names().len()), (before, 1));
    }
}

#[test]
fn an_output_file_is_written_as_a_whole_or_not_at_all() {
    let folder = Folder::with("in", "[1,]");
    let (input, output) = (folder.path("in"), folder.path("out"));
    let run_on = |arguments: &[&Path]| {
        run(repair(["-o".as_ref(), output.as_path()]).args(arguments), b"").status
    };
    assert_eq!(run_on(&["--strict".as_ref(), &input]), 5);
    assert_eq!(run_on(&[&input, &folder.path("none")]), 2);
    assert_eq!(folder.names(), ["in"]);
    assert_eq!(run_on(&[&input, &input]), 0);
    assert_eq!(folder.text("out"), "[1]\n[1]\n");
    let own = ["-o".as_ref(), input.as_path(), input.as_path()];
    assert_eq!(run(&mut repair(own), b"").status, 0);
    assert_eq!(
        (folder.text("in"), folder.names()),
        ("[1]\n".into(), vec!["in".into(), "out".into()])
    );
}

#[test]
fn the_highest_status_of_several_inputs_counts_and_all_are_read() {
    let folder = Folder::with("good", "[1]");
    fs::write(folder.path("bad"), "{:1}").expect("a file can be written");
    let inputs = ["none", "good", "bad", "good"].map(|name| folder.path(name));
    let done = run(repair(inputs).arg("-"), b"[2]");
    assert_eq!((done.status, &*done.stdout), (3, "[1]\n[1]\n[2]\n"));
    assert_eq!(done.stderr.lines().count(), 2, "{}", done.stderr);

    let folder = Folder::with("a", "[1,]");
    fs::write(folder.path("b"), "[\n2").expect("a file can be written");
    let done = run(repair(["--report", "a", "b"]).current_dir(folder.0.path()), b"");
    let files = [r#"{"file":"a","code":"R004","#, r#"{"file":"b","code":"R007","#];
    assert!(done.stderr.lines().zip(files).all(|(line, file)| line.starts_with(file)));
    assert_eq!(done.stderr.lines().count(), 2, "{}", done.stderr);

    let lines = Folder::with("lines", "{\"input\":\"[1]\"}");
    let inputs = ["none", "lines"].map(|name| lines.path(name));
    let done = run(repair(["--batch"]).args(inputs).arg("-"), b"x");
    assert_eq!((done.status, done.stdout.lines().count()), (2, 2));
}

#[test]
fn lines_are_counted_in_each_file_and_the_file_is_named_where_there_are_several() {
    let folder = Folder::with("a", "x\n{\"input\":\"[1]\"}\n");
    fs::write(folder.path("b"), "\ny").expect("a file can be written");
    let here = |arguments: &[&str]| {
        let done = run(repair(arguments).current_dir(folder.0.path()), b"");
        let starts = done.stdout.lines().map(|line| line.split(",\"ok\"").next().unwrap_or(line));
        (starts.collect::<Vec<_>>().join(" "), done.stderr)
    };
    assert_eq!(here(&["--batch", "a"]).0, r#"{"line":1 {"line":2"#);
    let several =
        r#"{"file":"a","line":1 {"file":"a","line":2 {"file":"b","line":1 {"file":"b","line":2"#;
    assert_eq!(here(&["--batch", "a", "b"]).0, several);
    let (_, told) = here(&["--batch", "--in-line", "a", "b"]);
    assert!(told.contains("a: line 1: E060") && told.contains("b: line 2: E060"), "{told}");
}

#[test]
fn a_batch_answers_every_line_in_order_whatever_the_number_of_jobs() {
    let poison: &[&[u8]] = &[
        b"",
        b"\r",
        b"{",
        b"[]",
        b"\xff",
        b"{\"id\":0}",
        b"{\"id\":0,\"input\":\"\\ud800\"}",
        b"{\"id\":0,\"input\":\"{:1}\"}",
        b"{\"id\":0,\"input\":\"\"}",
    ];
    let mut input = Vec::new();
    for number in 0..20_000_usize {
        if number % 10 == 0 {
            input.extend_from_slice(poison[number / 10 % poison.len()]);
        } else {
            let line = format!("{{\"id\":{number},\"input\":\"{{a:[1,2,],b:{number}}}\"}}");
            input.extend_from_slice(line.as_bytes());
        }
        input.push(b'\n');
    }
    // More than a pipe holds is in flight on both sides.
    assert!(input.len() > 512 << 10);
    let one = run(&mut repair(["--batch"]), &input);
    assert_eq!((one.status, one.stderr.lines().next()), (0, None));
    for (number, line) in one.stdout.lines().enumerate() {
        let expected = match number % 10 {
            0 => "{\"",
            _ => &format!("{{\"id\":{number},\"ok\":true,"),
        };
        assert!(line.starts_with(expected), "{line}");
        assert_eq!(line.contains("\"ok\":false"), number % 10 == 0, "{line}");
    }
    assert_eq!(one.stdout.lines().count(), 20_000);
    for jobs in ["2", "7", "0"] {
        let several = run(&mut repair(["--batch", "--jobs", jobs]), &input);
        assert!(several.stdout == one.stdout, "{jobs} jobs");
    }
}

#[test]
fn an_over_long_line_goes_through_in_line_as_it_came() {
    let long = "x".repeat(300_000);
    let input = format!("{{\"input\":\"[1,]\"}}\n{long}\r\n{{\"input\":\"[1]\"}}");
    let done = run(&mut repair(["--batch", "--in-line", "--max-length=1000"]), input.as_bytes());
    assert_eq!(done.status, 5);
    let expected = format!("{{\"input\":\"[1]\"}}\n{long}\r\n{{\"input\":\"[1]\"}}\n");
    assert!(done.stdout == expected);
    assert!(done.stderr.contains("line 2: E021"), "{}", done.stderr);
}

#[test]
fn answers_are_one_line_for_every_reader() {
    let input = "{\"id\":\"\u{2028}\",\"input\":\"[\\\"\u{85}\u{2029}\\\", 1]\"}";
    let done = run(&mut repair(["--batch"]), input.as_bytes());
    let text = r#"{"id":"\u2028","ok":true,"text":"[\"\u0085\u2029\",1]","#;
    assert!(done.stdout.starts_with(text), "{}", done.stdout);
}

#[test]
fn a_bad_text_is_answered_with_its_error() {
    for (arguments, input, answer, status) in [
        (&[][..], "{:1}", r#"{"id":1,"ok":false,"error":{"code":"E003","#, 0),
        (&["--for-execution"], "[1", r#"{"id":1,"ok":false,"error":{"code":"E010","#, 5),
        (&["--check"], "[1", r#"{"id":1,"ok":true,"text":"[1]","exactness":"lossy","#, 1),
        (&["--check"], "[1]", r#"{"id":1,"ok":true,"text":"[1]","exactness":"exact","#, 0),
        (&[], "\\ud800", r#"{"id":1,"ok":false,"error":{"code":"E040","#, 0),
    ] {
        let line = format!("{{\"id\":1,\"input\":\"{input}\"}}\r\n");
        let done = run(repair(["--batch"]).args(arguments), line.as_bytes());
        assert!(done.stdout.starts_with(answer), "{input}: {}", done.stdout);
        assert_eq!(done.status, status, "{input}");
    }
}

#[test]
fn nothing_that_a_terminal_obeys_reaches_standard_error() {
    let folder = Folder::with("\u{1b}]0;x\u{7}", "{:\u{1b}[2J}");
    let inputs: &[(&[&str], &str)] = &[
        (&["--explain", "--report"], "{\"\u{202e}\u{9b}\u{7f}\": 1, b: [\"\u{2066}\"\u{2028},]}"),
        (&["--retry-hint", "--strict"], "[\"\u{1b}[31m\u{85}\", 1,]"),
        (&["--\u{1b}[2J"], ""),
        (&["--disable", "\u{202e}"], ""),
        (&["no\u{1b}file"], ""),
        (&["--batch", "--in-line"], "\u{1b}\n"),
    ];
    for (arguments, input) in inputs {
        let done =
            run(repair(*arguments).arg(folder.path("\u{1b}]0;x\u{7}")).arg("-"), input.as_bytes());
        assert!(!done.stderr.is_empty(), "{arguments:?}");
        let obeyed = |c: char| {
            c.is_control() && c != '\n'
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!done.stderr.contains(obeyed), "{arguments:?}: {:?}", done.stderr);
    }
}

#[test]
fn a_report_is_json_whatever_it_shows() {
    let done = run(&mut repair(["--report"]), "{\"a\":\"\u{202e}\", b:1}".as_bytes());
    for line in done.stderr.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record is JSON");
        assert_eq!(record["code"], "R002");
    }
    assert_eq!(done.stderr.lines().count(), 1);
}

#[test]
fn the_size_of_a_read_changes_nothing() {
    let document = "{a:[1,2,],\"city\": [\"Paris\" \"London\"], \"é\":\"x";
    let lines = "{\"id\":1,\"input\":\"{é:[1,2,]\"}\nno\n{\"id\":2,\"input\":\"[1\"}\n";
    for (form, input) in [
        (&["--explain"][..], document),
        (&["--report", "--keep-layout"], document),
        (&["--for-execution"], document),
        (&["--batch"], lines),
    ] {
        let whole = run(&mut repair(form), input.as_bytes());
        for chunk in ["1", "2", "7"] {
            let cut = run(repair(form).args(["--chunk", chunk]), input.as_bytes());
            assert_eq!(
                (cut.status, cut.stdout, cut.stderr),
                (whole.status, whole.stdout.clone(), whole.stderr.clone()),
                "{form:?} by {chunk}"
            );
        }
    }
}

#[test]
fn a_refusal_comes_with_a_prompt_where_one_is_wanted() {
    let done = run(&mut repair(["--for-execution", "--retry-hint"]), b"[\"a\" \"b\"]");
    assert_eq!((done.status, &*done.stdout), (5, ""));
    let lines: Vec<&str> = done.stderr.lines().collect();
    assert!(lines.iter().any(|line| line.contains("two adjacent strings may be")), "{lines:?}");
    assert!(lines.contains(&r#""[\"a\" \"b\"]""#), "{lines:?}");
}

#[test]
fn text_beyond_ascii_is_escaped_on_demand() {
    let done = run(&mut repair(["--ensure-ascii"]), "[\"é😀\"]".as_bytes());
    assert_eq!(done.stdout, "[\"\\u00e9\\ud83d\\ude00\"]\n");
}
