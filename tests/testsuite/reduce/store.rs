//! Originals that are kept, through the library and through the tool.

use crate::support::process::{command, run};
use jsonmend::reduce::store::{Store, token};
use jsonmend::reduce::{Options, Reducer, Request};
use std::fs;
use std::path::Path;

const BINARY: &str = env!("CARGO_BIN_EXE_jm-reduce");

fn original() -> String {
    (1..=500).map(|n| format!("line {n}\r\n")).collect::<String>() + "error: the end"
}

fn request(options: Options) -> Request {
    Request { options, ..super::request("make", Some(2), &original()) }
}

fn reducer(folder: &Path) -> Reducer {
    Reducer { store: Some(Store::new(folder.to_owned())), ..Reducer::default() }
}

#[test]
fn an_original_is_kept_where_something_was_left_out_and_the_answer_names_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let reducer = reducer(folder.path());
    let response = reducer.reduce(&request(Options { store: Some(true), ..Options::default() }));
    let kept = response.metadata.and_then(|metadata| metadata.kept).expect("it is kept");
    assert_eq!(kept.0, token(original().as_bytes()));
    assert!(!response.inline_text.contains(&kept.0));
    let small = super::request("make", Some(0), "all is well\n");
    let small = Request { options: Options { store: Some(true), ..Options::default() }, ..small };
    let metadata = reducer.reduce(&small).metadata.expect("it was asked for");
    assert_eq!((metadata.kept, metadata.store_error), (None, None));
}

#[test]
fn of_a_text_standard_error_says_what_became_of_the_original() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "x").expect("a file");
    let at = folder.path().display().to_string();
    let broken = file.join("store").display().to_string();
    let token = token(original().as_bytes());
    for (arguments, input, told) in [
        (&["--store-dir", &at][..], original(), format!("kept as {token}")),
        (&["--store-dir", &broken], original(), "not kept: store_io".to_owned()),
        (
            &[],
            original(),
            "not kept: neither --store-dir nor $JSONMEND_STORE says where".to_owned(),
        ),
        (&["--store-dir", &at], "all is well\n".to_owned(), String::new()),
    ] {
        let text = ["--text", "--command", "make", "--store", "--user-rules", "none"];
        let mut tool = command(BINARY, text.iter().chain(arguments).copied());
        let done = run(tool.env_remove("JSONMEND_STORE"), input.as_bytes());
        let told =
            if told.is_empty() { told } else { format!("jm-reduce: the original is {told}\n") };
        assert_eq!((done.status, done.stderr), (0, told), "{arguments:?}");
    }
}

#[test]
fn a_store_that_cannot_be_written_fails_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "x").expect("a file");
    let response = reducer(&file.join("store"))
        .reduce(&request(Options { store: Some(true), ..Options::default() }));
    assert!(response.inline_text.contains("error: the end"));
    assert_eq!(response.metadata.and_then(|metadata| metadata.store_error), Some("store_io"));
    let none =
        Reducer::default().reduce(&request(Options { store: Some(true), ..Options::default() }));
    assert_eq!(none.metadata.and_then(|metadata| metadata.store_error), Some("no_store"));
}

#[test]
fn a_request_names_a_folder_only_where_it_may() {
    let (own, other) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let options = |folder: &Path| Options {
        store: Some(true),
        store_dir: Some(folder.display().to_string()),
        ..Options::default()
    };
    let ignored =
        reducer(own.path()).reduce(&request(options(other.path()))).metadata.expect("asked for");
    assert!(ignored.store_dir_ignored && ignored.kept.is_some());
    assert_eq!(fs::read_dir(other.path()).expect("a folder").count(), 0);
    let inside = reducer(own.path())
        .reduce(&request(options(&own.path().join("a"))))
        .metadata
        .expect("asked for");
    assert!(!inside.store_dir_ignored && own.path().join("a/v1").is_dir());
    let mut free = reducer(own.path());
    free.allows_store_dir = true;
    let allowed = free.reduce(&request(options(other.path()))).metadata.expect("asked for");
    assert!(!allowed.store_dir_ignored && other.path().join("v1").is_dir());
}

#[test]
fn the_tool_gives_an_original_back_byte_for_byte_and_in_parts() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().display().to_string();
    // Bytes that are no text: what comes back is what came in.
    let mut bytes = original().into_bytes();
    bytes.extend_from_slice(b"\xff\xfe tail without end");
    let kept = run(
        &mut command(BINARY, ["--text", "--store", "--store-dir", &at, "--user-rules", "none"]),
        &bytes,
    );
    assert_eq!(kept.status, 0, "{}", kept.stderr);
    let token = token(&bytes);
    let part = |arguments: &[&str]| {
        let mut all = vec!["--retrieve", &token, "--store-dir", &at];
        all.extend(arguments);
        let output =
            std::process::Command::new(BINARY).args(&all).output().expect("the binary starts");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        output.stdout
    };
    assert_eq!(part(&[]), bytes);
    assert_eq!(part(&["--lines", "2:3"]), b"line 2\r\nline 3\r\n");
    assert_eq!(part(&["--bytes", "0:6"]), b"line 1");
    assert_eq!(
        part(&["--match", "line 250", "--context", "1"]),
        b"249-line 249\r\n250:line 250\r\n251-line 251\r\n"
    );
    assert_eq!(part(&["--lines", "900:1000"]), b"");
}

#[test]
fn what_is_no_token_or_not_there_has_its_code_and_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().display().to_string();
    for (token, status, code) in [
        ("../../etc/passwd", 2, "bad_token"),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", 2, "bad_token"),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1, "not_found"),
    ] {
        let done = run(&mut command(BINARY, ["--retrieve", token, "--store-dir", &at]), b"");
        assert_eq!((done.status, &*done.stdout), (status, ""), "{token}");
        assert!(done.stderr.contains(&format!("\"code\":\"{code}\"")), "{}", done.stderr);
    }
    assert_eq!(run(&mut command(BINARY, ["--store-list"]), b"").status, 2);
    let stats = run(&mut command(BINARY, ["--store-stats", "--store-dir", &at]), b"");
    assert_eq!(stats.stdout, "{\"objects\":0,\"bytes\":0}\n");
}
