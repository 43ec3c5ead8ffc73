//! A document while it grows: what is shown at every moment, and what jm-watch and jm-readiness make of it.

use std::io::{BufRead, BufReader, Write};
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use jsonmend::engine::EngineOptions;
use jsonmend::event::Container;
use jsonmend::gate::{GateOptions, ProviderEnd};
use jsonmend::view::{IncompleteNumber, PendingKey, SnapshotOptions};
use jsonmend::watch::{FieldTracker, SemanticWatcher, readiness_bytes};
use jsonmend::{Options, PartialParser, Schema, readiness};
use serde_json::Value;

use crate::support::corpus::{lines, shared};
use crate::support::process::{command, run};
use crate::support::random::{Budget, for_each_case};
use crate::support::text::compact;
use crate::support::{generate, run as engine};

fn declared(skeleton: &str) -> Options {
    let schema = Schema::parse(skeleton).expect("the skeleton is valid");
    Options { schema: Some(Arc::new(schema)), ..Options::default() }
}

fn shown(input: &str, options: &Options) -> (String, Option<String>) {
    let mut parser = PartialParser::new(options);
    parser.feed(input).expect("the input can be read");
    (parser.snapshot().to_string(), parser.open_pointer())
}

#[test]
fn a_snapshot_shows_what_is_certain_and_no_more() {
    for (input, snapshot, open) in [
        ("", "", None),
        ("{", "", None),
        ("{\"a", "", None),
        ("{\"a\":", "{}", Some("/a")),
        ("{\"a\":\"x", "{\"a\":\"x\"}", Some("/a")),
        ("{\"a\":\"x\\", "{\"a\":\"x\"}", Some("/a")),
        ("{\"a\":\"x\\u00", "{\"a\":\"x\"}", Some("/a")),
        ("{\"a\":\"x\\ud83d", "{\"a\":\"x\"}", Some("/a")),
        ("{\"a\":\"x\\ud83d\\ude00", "{\"a\":\"x\\ud83d\\ude00\"}", Some("/a")),
        ("{\"a\":12", "{}", Some("/a")),
        ("{\"a\":12,\"b", "{\"a\":12}", Some("")),
        ("{\"a\":tru", "{}", Some("/a")),
        ("{\"a\":[1,-", "{\"a\":[1]}", Some("/a")),
        ("{\"a\":[[\"x y", "{\"a\":[[\"x y\"]]}", Some("/a/0/0")),
        ("{\"a\":[{\"b\":1,", "{\"a\":[{}]}", Some("/a/0/b")),
        ("{\"a\":[{\"b\":1,\"", "{\"a\":[{\"b\":1}]}", Some("/a/0")),
        ("{\"a/~\":{\"b\":\"", "{\"a/~\":{\"b\":\"\"}}", Some("/a~1~0/b")),
        ("\"abc def", "\"abc def\"", Some("")),
        ("{\"a\":1} x", "{\"a\":1}", None),
    ] {
        let (text, path) = shown(input, &Options::default());
        assert_eq!((text.as_str(), path.as_deref()), (snapshot, open), "{input}");
    }
}

#[test]
fn the_options_of_a_snapshot_show_what_is_undecided() {
    let snapshot = SnapshotOptions {
        incomplete_number: IncompleteNumber::TrimToValid,
        pending_key: PendingKey::NullKey,
    };
    for (input, compact, indented) in [
        ("[1, 1.", "[1,1]", "[\n 1,\n 1\n]"),
        ("[-", "[]", "[]"),
        ("[12", "[12]", "[\n 12\n]"),
        ("{\"a\":", "{\"a\":null}", "{\n \"a\": null\n}"),
        ("{\"a\":-0.5e", "{\"a\":-0.5}", "{\n \"a\": -0.5\n}"),
        ("{\"a\":1,\"b", "{\"a\":1}", "{\n \"a\": 1\n}"),
        ("{\"a\":{\"b\":[", "{\"a\":{\"b\":[]}}", "{\n \"a\": {\n  \"b\": []\n }\n}"),
        ("{\"a\":1, 5", "{\"a\":1}", "{\n \"a\": 1\n}"),
        ("12", "12", "12"),
    ] {
        let mut options = Options { snapshot, ..Options::default() };
        assert_eq!(shown(input, &options).0, compact, "{input}");
        options.write.indent = Some(1);
        assert_eq!(shown(input, &options).0, indented, "{input}");
    }
}

#[test]
fn a_wrapper_around_the_roots_counts_in_deltas_and_not_in_the_open_path() {
    let mut options = Options::default();
    options.engine.multi_root = jsonmend::engine::options::MultiRoot::Array;
    let mut parser = PartialParser::with_deltas(&options);
    let mut paths = Vec::new();
    let fed = parser.feed_with(b"{\"a\":\"x", |delta| paths.push(delta.path.to_owned()));
    fed.expect("the input can be read");
    assert_eq!(paths, ["", "/0", "/0/a", "/0/a"]);
    assert_eq!(parser.open_pointer().as_deref(), Some("/a"));
    assert_eq!(parser.snapshot().to_string(), "[{\"a\":\"x\"}]");
}

#[test]
fn a_snapshot_lags_behind_by_what_waits_and_by_no_byte_more() {
    for_each_case(&Budget::Cases(60), |random| {
        let document = generate::container(random);
        let document =
            String::from_utf8(compact(document.as_bytes())).map_err(|e| e.to_string())?;
        // The encoding shows in the second byte.
        for (at, _) in document.char_indices().skip(2) {
            let mut parser = PartialParser::new(&Options::default());
            parser.feed(&document[..at]).map_err(|error| error.to_string())?;
            let told = engine::said(&document.as_bytes()[..at], &EngineOptions::default());
            let waiting = parser.waiting();
            // A comma and a brace are told by what follows them.
            let gap = document[..at].strip_prefix(&*told).and_then(|gap| gap.strip_suffix(waiting));
            if !gap.is_some_and(|gap| ["", ",", "{", ",{"].contains(&gap)) {
                let text = &document[..at];
                return Err(format!("{text:?}: {told:?} is told, {waiting:?} waits"));
            }
        }
        Ok(())
    });
}

#[test]
fn what_waits_is_short() {
    // Behind the head each of these waits, and nothing before it does.
    for (head, waiting) in [
        ("{\"a\":\"text", ""),
        ("{\"a\":\"text,", ","),
        ("{\"a\":\"text, ", ", "),
        ("{\"a\":\"text}", "}"),
        ("{\"a\":\"text\"", "\""),
        ("{\"a\":\"text\\", "\\"),
        ("{\"a\":\"text\\u00e", "\\u00e"),
        ("{\"a\":\"text\\ud83d\\u", "\\ud83d\\u"),
        ("{\"a\":12", "12"),
        ("{\"a\":12 ", "12 "),
        ("{\"a\":1,\"ke", "\"ke"),
        ("{\"a\":1,\"key\"", "\"key\""),
        ("[1,2", "2"),
        ("[\"word", "\"word"),
        ("[\"two words", ""),
        ("{\"a\":1}", "}"),
        ("[[1]", ""),
    ] {
        let mut parser = PartialParser::new(&Options::default());
        parser.feed(head).expect("the head can be read");
        assert_eq!(parser.waiting(), waiting, "{head}");
    }
}

#[test]
fn parsers_may_change_threads() {
    fn is_send<T: Send + 'static>() {}
    is_send::<PartialParser>();
    is_send::<SemanticWatcher>();
    is_send::<FieldTracker>();
}

#[test]
fn streams_that_others_stumbled_over_are_shown_right() {
    let Some(path) = shared("cases/llm.jsonl") else { return };
    let mut seen = 0;
    for case in lines(&path).iter().filter(|case| case["kind"] == "partial-json") {
        let file = path.with_file_name("llm").join(case["file"].as_str().unwrap_or_default());
        let input = std::fs::read_to_string(file).expect("the case has its file");
        let expect = &case["expect"];
        let mut parser = PartialParser::new(&Options::default());
        let fed = input.as_bytes().chunks(1).try_for_each(|piece| parser.feed_bytes(piece));
        fed.expect("the case can be read");
        if let Some(snapshot) = expect.get("snapshot") {
            let shown: Value =
                serde_json::from_str(&parser.snapshot().to_string()).expect("a snapshot is JSON");
            assert_eq!(&shown, snapshot, "{}", case["id"]);
        }
        let repaired = parser.finish().expect("the case can be repaired");
        if let Some(value) = expect.get("value") {
            let text: Value = serde_json::from_str(&repaired.text).expect("the result is JSON");
            assert_eq!(&text, value, "{}", case["id"]);
        }
        if let Some(byte) = expect["error_at"].as_u64() {
            let first = repaired.repairs.first().map(|repair| repair.at.byte);
            assert_eq!(first, Some(byte), "{}", case["id"]);
        }
        seen += 1;
    }
    assert!(seen > 5, "the cases are there");
}

/// The events of a document fed byte by byte, as `kind path at permille`.
fn happenings(input: &str, options: &Options) -> Vec<String> {
    let mut watcher = SemanticWatcher::new(options);
    let mut seen = Vec::new();
    for piece in input.as_bytes().chunks(1) {
        let fed = watcher.feed(piece, |_, _| ());
        seen.extend(watcher.events());
        if fed.is_err() {
            break;
        }
    }
    seen.extend(watcher.finish(None, |_, _| ()).events);
    seen.iter()
        .map(|event| {
            let (kind, path) = (event.happening.kind(), &event.path);
            format!("{kind} {path} {} {}", event.at, event.permille)
        })
        .collect()
}

#[test]
fn events_come_as_soon_as_they_are_certain() {
    let plain = Options::default();
    let end = Some(ProviderEnd::Interrupted);
    let gate = GateOptions { end, complete_end: true, ..GateOptions::default() };
    let cut = Options { gate, ..plain.clone() };
    let root = Some(Container::Array);
    let list = Options { gate: GateOptions { root, ..GateOptions::default() }, ..plain.clone() };
    for (options, input, events) in [
        (&plain, r#"{"a":1,"b":[2]}"#, &["field.settled /a 8 -1", "field.settled /b 15 -1"][..]),
        (
            &declared("{!a:string,!b:{!c:integer}}"),
            r#"{"b":{"c":1},"a":"xy"}"#,
            &[
                "field.settled /b/c 12 666",
                "field.settled /b 12 666",
                "schema.satisfied  18 666",
                "field.settled /a 22 1000",
            ],
        ),
        (
            &declared("{!a:integer}"),
            r#"{"a":"long"}"#,
            &["schema.mismatch /a 6 0", "field.settled /a 12 0"],
        ),
        (&plain, r#"{"a":"x"#, &["repair /a 7 -1", "repair  7 -1", "truncated /a 7 -1"]),
        (
            &Options::for_execution(),
            r#"{"a":[yes],"b":1}"#,
            &[
                "repair /a/0 10 -1",
                "refused /a 10 -1",
                "field.settled /a 12 -1",
                "field.settled /b 17 -1",
            ],
        ),
        (&plain, "}", &["repair  1 -1", "refused  1 -1"]),
        (&cut, "{}", &["refused  1 -1"]),
        (&list, r#"{"a":1}"#, &["refused /a 5 -1", "field.settled /a 7 -1"]),
        (
            &declared("{!o:{!a:string(maxLength=2)}}"),
            r#"{"o":{"a":"xyzzy"}}"#,
            &[
                "schema.satisfied  11 0",
                "schema.mismatch /o/a 14 0",
                "field.settled /o/a 18 1000",
                "field.settled /o 18 1000",
            ],
        ),
        (
            &declared("{!o:{!a:null}}"),
            r#"{"o":{},"x":1}"#,
            &["field.settled /o 7 500", "schema.mismatch /o/a 7 500", "field.settled /x 14 500"],
        ),
    ] {
        assert_eq!(happenings(input, options), events, "{input}");
    }
}

#[test]
fn readiness_says_how_early_everything_was_there() {
    let input = r#"{"q":"cats","n":10,"why":"because of the cats"}"#;
    let found = readiness(input, &declared("{!q:string,!n:integer}")).expect("it is JSON");
    let fields: Vec<_> = found.fields.fields().map(|field| (field.path, field.ready_at)).collect();
    assert_eq!(fields, [("/q", Some(12)), ("/n", Some(20)), ("/why", Some(47))]);
    assert_eq!((found.length, found.syntax), (47, Some(47)));
    assert_eq!((found.schema, found.settled), (Some(20), Some(20)));
    assert_eq!(found.deciles(), [0, 0, 0, 333, 333, 666, 666, 666, 666, 666, 1000]);

    let cut = readiness(r#"{"q":"cats","n":1"#, &declared("{!q:string,!n:integer}"))
        .expect("it can be repaired");
    assert_eq!((cut.syntax, cut.schema, cut.settled), (None, None, None));
    let never = cut.fields.fields().filter(|field| field.ready_at.is_none()).count();
    assert_eq!((cut.fields.fields().len(), never), (1, 0));
    let open = readiness(r#"{"q":"cats","n":{"m":"x"#, &Options::default()).expect("as above");
    let fields: Vec<_> = open.fields.fields().map(|field| (field.path, field.ready_at)).collect();
    assert_eq!(fields, [("/q", Some(12)), ("/n/m", None), ("/n", None)]);
    assert_eq!(open.deciles()[10], 333);

    let step = NonZero::new(10).expect("ten is not zero");
    let coarse = readiness_bytes(input.as_bytes(), step, &Options::default()).expect("it is JSON");
    assert_eq!(coarse.fields.fields().next().and_then(|field| field.ready_at), Some(20));
    assert_eq!((coarse.schema, coarse.permille(coarse.schema)), (None, -1));
}

#[test]
fn where_the_root_was_closed_counts_and_not_what_stands_behind_it() {
    for (input, syntax) in [("{\"a\":\"é😀\"}\n\n", Some(11)), ("[1", None), ("[1]]", Some(3))] {
        let found = readiness(input, &Options::default()).expect("it can be repaired");
        assert_eq!(found.syntax, syntax, "{input}");
    }
}

#[test]
fn bytes_that_are_no_text_count_as_what_stands_for_them() {
    let mut options = Options::default();
    options.engine.replace_bytes = true;
    for input in [&b"[\"a\xffb\"]\n"[..], b"[\"a\x80b\"]\n", b"[\"a\xf0\x9fb\"]\n"] {
        let found =
            readiness_bytes(input, NonZero::<usize>::MIN, &options).expect("it is replaced");
        assert_eq!((found.length, found.syntax), (8, Some(7)), "{input:?}");
    }
}

/// Starts jm-watch, gives it `head` and waits for a line that holds `sign`, while the input goes on.
fn answer_to(arguments: &[&str], head: &str, sign: &str) -> (std::process::Child, String) {
    let mut child = command(env!("CARGO_BIN_EXE_jm-watch"), arguments).spawn().expect("it starts");
    let stdin = child.stdin.as_mut().expect("stdin is a pipe");
    stdin.write_all(head.as_bytes()).expect("it reads");
    let stdout = child.stdout.take().expect("stdout is a pipe");
    let line = BufReader::new(stdout)
        .lines()
        .map(|line| line.expect("lines are text"))
        .find(|line| line.contains(sign));
    (child, line.unwrap_or_default())
}

#[test]
fn every_read_is_answered_while_the_input_goes_on() {
    let (mut child, line) = answer_to(&[], r#"{"a":"x"#, "append");
    assert_eq!(line, r#"{"type":"delta","op":"append","path":"/a","text":"x","at":7}"#);
    drop(child.stdin.take());
    child.wait().expect("it ends");
}

#[test]
fn until_ready_ends_while_the_input_goes_on() {
    for (schema, head, sign, status) in [
        ("{!q:string}", r#"{"q":"cats","why":"beca"#, "schema.satisfied", 0),
        ("{!q:integer}", r#"{"q":"c"#, "schema.mismatch", 1),
    ] {
        let begun = Instant::now();
        let (mut child, line) = answer_to(&["--schema", schema, "--until-ready"], head, sign);
        assert!(line.contains(sign), "{head}");
        // Its input is still open.
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(status), "{head}");
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn the_lines_of_calls_make_the_lines_of_their_documents() {
    let calls = concat!(
        r#"{"type":"call.open","call":0,"id":"a","name":"f","kind":"function","choice":0}"#,
        "\n",
        r#"{"type":"call.open","call":1,"id":"b","name":"g","kind":"custom","choice":0}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":"{\"x\":"}"#,
        "\n",
        r#"{"type":"call.delta","call":1,"text":"free text"}"#,
        "\n",
        r#"{"type":"call.reset","call":0}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":"{\"y\":1"}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":"}"}"#,
        "\n",
        r#"{"type":"call.end","call":1,"arguments":"free text","json":"text","end":"complete"}"#,
        "\n",
        r#"{"type":"call.end","call":0,"arguments":"{\"y\":1}","json":"valid","end":"complete"}"#,
        "\n",
        r#"{"type":"call.end","call":2,"arguments":"[1","json":"invalid","end":"max_tokens"}"#,
        "\n",
        r#"{"type":"call.end","call":3,"arguments":"","json":"empty","end":"complete"}"#,
        "\n",
        r#"{"type":"stream.end","provider":"openai"}"#,
        "\n",
    );
    for chunk in ["1", "7", "100000"] {
        let arguments = ["--only", "deltas,final", "--chunk", chunk];
        let done = run(&mut command(env!("CARGO_BIN_EXE_jm-watch"), arguments), calls.as_bytes());
        assert_eq!((done.status, &*done.stderr), (0, ""), "{}", done.stdout);
        let lines: Vec<Value> =
            done.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let short = |line: &Value| {
            let kind = line["type"].as_str().unwrap_or_default();
            let path = line["path"].as_str().unwrap_or_default();
            format!("{kind} {} {path}{}", line["call"], line.get("value").unwrap_or(&Value::Null))
        };
        let lines: Vec<String> = lines.iter().map(short).collect();
        let expected = [
            "delta 0 {}",
            "reset 0 null",
            "delta 0 {}",
            "delta 0 /y1",
            "delta 0 null",
            "final 0 {\"y\":1}",
            "delta 2 []",
            "delta 2 /01",
            "delta 2 null",
            "final 2 [1]",
            "delta 3 {}",
            "delta 3 null",
            "final 3 {}",
        ];
        assert_eq!(lines, expected, "pieces of {chunk}");
    }
}

#[test]
fn until_ready_ends_with_the_status_of_what_is_refused() {
    for (arguments, head, status) in [
        (&["--strict"][..], "[1 2] ", 5),
        (&["--root", "object"], "[1,2", 5),
        (&["--root", "object", "--schema", "{}"], "[1,2", 5),
        (&["--only", "final", "--max-depth", "1"], "[[1", 4),
    ] {
        let arguments = [arguments, &["--until-ready"]].concat();
        let (mut child, _) = answer_to(&arguments, head, "\"final\"");
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(status), "{arguments:?} {head}");
    }
}

#[test]
fn until_ready_ends_with_the_call_that_is() {
    let head = concat!(
        r#"{"type":"call.open","call":0,"kind":"function"}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":"{\"a\":1}"}"#,
        "\n",
        r#"{"type":"call.end","call":0,"arguments":"{\"a\":1}","json":"valid","end":"complete"}"#,
        "\n",
        r#"{"type":"call.open","call":1,"kind":"function"}"#,
        "\n",
    );
    let (mut child, line) = answer_to(&["--until-ready"], head, "\"final\"");
    assert!(line.contains("\"value\":{\"a\":1}"), "{line}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn a_call_of_which_a_line_is_lost_is_refused() {
    let lines = concat!(
        r#"{"type":"call.delta","call":0,"text":"{\"a\":1"}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":5}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":"3}"}"#,
        "\n",
        r#"{"type":"call.end","call":0,"arguments":"{\"a\":123}","json":"valid","end":"complete"}"#,
        "\n",
    );
    let arguments = ["--only", "final"];
    let done = run(&mut command(env!("CARGO_BIN_EXE_jm-watch"), arguments), lines.as_bytes());
    assert_eq!(done.status, 3);
    assert_eq!(done.stdout.lines().count(), 1, "{}", done.stdout);
    assert!(done.stdout.contains("\"ok\":false,\"error\":{\"code\":\"E060\""), "{}", done.stdout);
}

#[test]
fn a_call_begins_anew_only_where_it_was_json_and_ends_where_its_number_comes_again() {
    let lines = concat!(
        r#"{"type":"call.open","call":0,"kind":"custom"}"#,
        "\n",
        r#"{"type":"call.reset","call":0}"#,
        "\n",
        r#"{"type":"call.delta","call":0,"text":"patch *** {"}"#,
        "\n",
        r#"{"type":"call.open","call":1,"kind":"function"}"#,
        "\n",
        r#"{"type":"call.delta","call":1,"text":"[1"}"#,
        "\n",
        r#"{"type":"call.open","call":1,"kind":"function"}"#,
        "\n",
        r#"{"type":"call.delta","call":1,"text":"[2]"}"#,
        "\n",
    );
    let arguments = ["--only", "final"];
    let done = run(&mut command(env!("CARGO_BIN_EXE_jm-watch"), arguments), lines.as_bytes());
    assert_eq!((done.status, &*done.stderr), (0, ""));
    let values: Vec<_> =
        done.stdout.lines().filter_map(|line| line.rsplit_once("\"value\":")).collect();
    assert_eq!(values.iter().map(|(_, value)| *value).collect::<Vec<_>>(), ["[1]}", "[2]}"]);
}

#[test]
fn readiness_reads_bytes_as_the_other_tools_do() {
    for (input, arguments, status, said) in [
        (&b"{\"a\":\"\xff\"}"[..], &[][..], 3, "E040"),
        (b"{\"a\":\"\xff\"}", &["--replace-bytes", "--strict"], 5, "E010"),
        (b"{\"a\":\"\xff\"}", &["--replace-bytes"], 0, ""),
        (b"\xff\xfe{\0\"\0", &[], 3, "E041"),
        (b"[1,2,3]", &["--max-length", "3"], 4, "E021"),
        (b"[1]", &["--svg", "/nonexistent/x.svg"], 2, "/nonexistent/x.svg: E051"),
    ] {
        let done = run(&mut command(env!("CARGO_BIN_EXE_jm-readiness"), arguments), input);
        assert_eq!(done.status, status, "{arguments:?} {}", done.stderr);
        assert!(done.stderr.contains(said), "{arguments:?} {}", done.stderr);
    }
}

#[test]
fn how_a_stream_ended_decides_what_the_agent_profile_refuses() {
    for (end, status, refused) in [("complete", 0, false), ("interrupted", 5, true)] {
        let line = format!(
            r#"{{"type":"call.end","call":0,"arguments":"{{}}","json":"valid","end":"{end}"}}"#
        );
        let arguments = ["--profile", "agent", "--only", "final"];
        let done = run(&mut command(env!("CARGO_BIN_EXE_jm-watch"), arguments), line.as_bytes());
        assert_eq!(done.status, status, "{end}: {}", done.stderr);
        assert_eq!(done.stdout.contains("E012"), refused, "{end}: {}", done.stdout);
    }
}

#[test]
fn a_line_that_is_no_line_of_a_call_is_named() {
    let lines = "{\"type\":\"call.open\",\"call\":0,\"kind\":\"function\"}\nbroken\n\
                 {\"type\":\"call.delta\",\"text\":\"x\"}\n{\"type\":\"call.end\",\"call\":0,\
                 \"arguments\":\"1\",\"json\":\"valid\",\"end\":\"complete\"}\n";
    let arguments = ["--only", "final"];
    let done = run(&mut command(env!("CARGO_BIN_EXE_jm-watch"), arguments), lines.as_bytes());
    assert_eq!(done.status, 3);
    assert_eq!(
        done.stderr,
        "jm-watch: E060: line 2: no JSON object\njm-watch: E060: line 3: no number of a call\n"
    );
    assert!(done.stdout.contains("\"value\":1"), "{}", done.stdout);
}

#[test]
fn readiness_draws_what_it_finds() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("ready.svg");
    let mut tool = command(env!("CARGO_BIN_EXE_jm-readiness"), ["--svg"]);
    let done = run(tool.arg(&picture), br#"{"a<&\u0001":"x","b":[1,{"c":null}]}"#);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let svg = std::fs::read_to_string(&picture).expect("the picture is there");
    let parsed = roxmltree::Document::parse(&svg).expect("the picture is XML");
    let bars = parsed.descendants().filter(|node| node.attribute("class") == Some("bar")).count();
    assert_eq!(bars, 3);
    let names: Vec<_> = parsed.descendants().filter_map(|node| node.text()).collect();
    assert!(names.contains(&"/a<&\\u0001"), "{names:?}");
}

#[test]
fn a_picture_is_drawn_only_where_it_can_be_drawn_over() {
    let line = format!("echo '[1,2]' | {} --follow-view", env!("CARGO_BIN_EXE_jm-watch"));
    for (terminal, shown, is_drawn) in
        [("xterm", "[\r\n  1,\r\n", true), ("dumb", "needs a terminal to draw on", false)]
    {
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]).env("TERM", terminal).stdin(Stdio::null());
        let Ok(output) = script.output() else {
            return println!("skipped: script is not installed");
        };
        let output = String::from_utf8_lossy(&output.stdout);
        assert!(output.contains(shown), "{terminal}: {output:?}");
        assert_eq!(output.contains('\u{1b}'), is_drawn, "{terminal}: {output:?}");
    }
}
