//! Outputs that have misled tools like this one, a case each.

use super::{capped, reduced, request};
use jsonmend::reduce::{Input, Options, Policy, Reducer, Request, Response, reduce};

/// The lines of the answer that hold `part`.
fn lines_with(response: &Response, part: &str) -> usize {
    response.inline_text.lines().filter(|line| line.contains(part)).count()
}

fn has(response: &Response, parts: &[&str]) {
    for part in parts {
        assert!(response.inline_text.contains(part), "no {part:?} in\n{}", response.inline_text);
    }
}

fn lacks(response: &Response, parts: &[&str]) {
    for part in parts {
        assert!(!response.inline_text.contains(part), "{part:?} in\n{}", response.inline_text);
    }
}

/// The text passed as it is.
fn is_untouched(command: &str, text: &str) {
    let response = reduced(command, 0, text);
    assert_eq!(response.inline_text, text, "{command}");
    assert!(response.omitted.is_none());
}

/// So many lines that have nothing in common.
fn many_words(count: u32) -> String {
    let word = |n: u32| {
        n.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect::<String>()
    };
    (0..count).map(|n| format!("{} is {}\n", word(n * 7919), word(n * 104_729))).collect()
}

fn decoded(json: &str) -> Response {
    reduce(&Request::decode(json.as_bytes(), false).expect("a request"))
}

#[test]
fn the_examples_of_the_protocol_come_out() {
    let one = decoded(
        r#"{"toolName":"bash","argv":["git","status"],"stdout":"On branch main\n\nChanges not staged for commit:\n\tmodified:   src/lib.rs\n"}"#,
    );
    let mut out = Vec::new();
    one.write(&mut out);
    let json: serde_json::Value = serde_json::from_slice(&out).expect("an answer is JSON");
    assert_eq!(json["inlineText"], "Changes not staged:\nM: src/lib.rs");
    assert_eq!(
        json["stats"],
        serde_json::json!({"rawChars":71,"reducedChars":33,"ratio":0.4647887323943662})
    );
    assert_eq!(
        json["classification"],
        serde_json::json!({"family":"git-status","matchedReducer":"git/status","confidence":"high","reasons":["argv0 matched"]})
    );
    let two = decoded(
        r#"{"input":{"toolName":"bash","argv":["cargo","test"],"exitCode":101,"stdout":"running 1 test\ntest api::works ... FAILED\n"},"options":{"maxInlineChars":1200,"trace":true,"recordStats":true}}"#,
    );
    has(&two, &["exit 101\n", "test api::works ... FAILED"]);
    assert!(two.inline_text.len() - "exit 101\n".len() <= 42);
    let trace = two.trace.expect("a trace was asked for");
    assert_eq!((trace.argv0.as_deref(), trace.max_inline_chars), (Some("cargo"), Some(1200)));
}

#[test]
fn up_to_date_is_no_success_where_npm_failed() {
    let response = reduced("npm install", 1, "up to date in 1s\nnpm ERR! code ELIFECYCLE\n");
    has(&response, &["exit 1\n", "npm ERR! code ELIFECYCLE"]);
}

#[test]
fn a_build_of_noise_alone_that_failed_is_no_success() {
    let text: String = (0..300).map(|n| format!("   Compiling crate{n} v1.0.0\n")).collect();
    let response = reduced("cargo build", 101, &text);
    has(&response, &["exit 101\n", "crate299", "lines omitted]"]);
    lacks(&response, &["succe", "ok", "Finished"]);
}

#[test]
fn one_error_among_many_lines_is_shown() {
    let mut lines: Vec<String> = (0..200).map(|n| format!("gcc -c -o f{n}.o f{n}.c")).collect();
    lines[100] = "f100.c:3:5: error: expected ';' before 'return'".to_owned();
    has(&reduced("make", 2, &lines.join("\n")), &["exit 2", &lines[100]]);
    let warnings: String = (0..21)
        .map(|n| format!("a.c:{n}:1: warning: unused variable 'x{n}' [-Wunused-variable]\n"))
        .collect();
    let response = reduced("make", 2, &format!("{warnings}a.c:99:1: error: boom\n"));
    has(&response, &["a.c:99:1: error: boom"]);
    assert_eq!(response.facts.get("warning"), Some(&21));
}

#[test]
fn sixty_errors_are_all_counted_and_many_shown() {
    let text: String =
        (0..60).map(|n| format!("src/f{n}.ts({n},5): error TS2322: Type 'string' is not assignable to type 'number'.\n")).collect();
    let response = reduce(&capped(&request("npx tsc", Some(2), &text), 4000));
    let shown = lines_with(&response, "error TS2322");
    assert!(shown >= 20, "{}", response.inline_text);
    assert_eq!(response.omitted.map_or(0, |omitted| omitted.failures) as usize + shown, 60);
    assert_eq!(response.facts.get("typescript error"), Some(&60));
}

#[test]
fn pytest_in_its_moods() {
    let collection = "collected 0 items / 1 error\n\n==================================== ERRORS ====================================\n____________________ ERROR collecting tests/test_a.py ____________________\nImportError while importing test module '/srv/tests/test_a.py'.\nE   ModuleNotFoundError: No module named 'nope'\n=========================== short test summary info ============================\nERROR tests/test_a.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n=============================== 1 error in 0.05s ===============================\n";
    let response = reduced("pytest", 2, collection);
    has(&response, &["No module named 'nope'", "ERROR tests/test_a.py", "Interrupted"]);
    assert_eq!(response.facts.get("error"), Some(&1));
    let quiet = "F.                                                                       [100%]\nFAILED tests/test_a.py::test_a - assert 1 == 2\n1 failed, 1 passed in 0.02s\n";
    let response = reduced("pytest -qq", 1, quiet);
    has(&response, &["FAILED tests/test_a.py::test_a", "1 failed, 1 passed"]);
    let collected: String = (0..300).map(|n| format!("tests/test_a.py::test_{n}\n")).collect();
    let response = reduced(
        "pytest --collect-only -q",
        0,
        &format!("{collected}\n300 tests collected in 0.02s\n"),
    );
    has(&response, &["300 tests collected"]);
}

#[test]
fn a_compile_error_inside_a_test_run_is_shown() {
    let go = "# example.org/a [example.org/a.test]\n./a_test.go:7:2: undefined: Add\nFAIL\texample.org/a [build failed]\nFAIL\n";
    has(&reduced("go test ./...", 1, go), &["undefined: Add", "[build failed]"]);
    let rust = "   Compiling a v0.1.0\nerror[E0425]: cannot find function `add` in this scope\n --> src/lib.rs:9:16\n  |\n9 |         assert_eq!(add(1), 2);\n  |                    ^^^ not found in this scope\n\nerror: could not compile `a` (lib test) due to 1 previous error\n";
    has(&reduced("cargo test", 101, rust), &["E0425", "src/lib.rs:9:16", "could not compile"]);
}

#[test]
fn an_assertion_among_the_names_of_tests_is_shown() {
    let names = |name: &str| -> String {
        let pass = |n| format!("=== RUN   {name}{n}\n--- PASS: {name}{n} (0.00s)\n");
        (0..60).map(pass).collect()
    };
    let failure = "=== RUN   TestSum\n    a_test.go:12: got 3, want 4\n--- FAIL: TestSum (0.00s)\n";
    let text = format!("{}{failure}{}FAIL\n", names("TestA"), names("TestB"));
    for exit in [0, 1] {
        let response = reduced("go test -v ./...", exit, &text);
        has(&response, &["a_test.go:12: got 3, want 4", "--- FAIL: TestSum"]);
        lacks(&response, &["=== RUN"]);
    }
}

#[test]
fn a_failure_in_a_row_of_dots_is_one() {
    let rows = |row: &str| -> String {
        (1..80).map(|n| format!("{row} {:>4} / 4800 ( {}%)\n", n * 60, n * 100 / 80)).collect()
    };
    let dots = rows(&".".repeat(60));
    for row in [".....F..E.   4790 / 4800 ( 99%)", "FFFFFF   4800 / 4800 (100%)"] {
        has(&reduced("phpunit", 1, &format!("{dots}{row}\n{dots}")), &[row]);
    }
}

#[test]
fn ok_inside_the_text_of_a_panic_does_not_make_it_pass() {
    let text = "running 1 test\ntest a::b ... thread 'a::b' panicked at src/lib.rs:3:9: the word was ... ok\nFAILED\n";
    has(&reduced("cargo test", 101, &text.repeat(20)), &["panicked at src/lib.rs:3:9", "FAILED"]);
}

#[test]
fn colours_and_frames_hide_nothing() {
    let summary = "running 2 tests\ntest a ... \u{1b}[31mFAILED\u{1b}(B\u{1b}[m\n\ntest result: \u{1b}[31mFAILED\u{1b}(B\u{1b}[m. 1 passed; 1 failed; 0 ignored\n";
    let response = reduced("cargo test", 101, summary);
    has(&response, &["test a ... FAILED", "test result: FAILED. 1 passed; 1 failed"]);
    assert_eq!(response.facts.get("failed"), Some(&1));
    let frames: String = (0..100).map(|n| format!("{n}%\r")).collect();
    let response = reduced("mytool", 1, &format!("{frames}error: disk full\n"));
    has(&response, &["error: disk full"]);
    lacks(&response, &["55%"]);
    let hidden =
        reduced("mytool", 1, &format!("{frames}error: disk full\r100% and everything went well\n"));
    has(&hidden, &["error: disk full", "100% and everything"]);
}

#[test]
fn patches_of_every_kind_keep_their_files() {
    let hunk = |count: usize, sign: char| -> String {
        (0..count).map(|n| format!("{sign}line {n}\n")).collect()
    };
    let added = format!(
        "diff --git a/a.txt b/a.txt\nindex 1..2 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1,0 +1,500 @@\n{}",
        hunk(500, '+')
    );
    let response = reduced("git diff", 0, &added);
    has(
        &response,
        &["diff --git a/a.txt b/a.txt", "@@ -1,0 +1,500 @@", "+line 0", "lines omitted]"],
    );
    assert_eq!(response.facts.get("added line"), Some(&500));
    let deleted = format!(
        "diff --git a/big b/big\ndeleted file mode 100644\nindex 1..0\n--- a/big\n+++ /dev/null\n@@ -1,100000 +0,0 @@\n{}diff --git a/z b/z\nindex 1..2 100644\n--- a/z\n+++ b/z\n@@ -1 +1 @@\n-x\n+y\n",
        hunk(100_000, '-')
    );
    let response = reduced("git diff", 0, &deleted);
    has(&response, &["a/big", "deleted file mode", "diff --git a/z b/z"]);
    assert_eq!(response.facts.get("removed line"), Some(&100_001));
    let renamed = "diff --git a/old b/new\nsimilarity index 100%\nrename from old\nrename to new\ndiff --git a/run b/run\nold mode 100644\nnew mode 100755\n";
    has(&reduced("git diff", 0, renamed), &["rename from old", "rename to new", "new mode 100755"]);
    let lock = format!(
        "diff --git a/Cargo.lock b/Cargo.lock\nindex 1..2 100644\n--- a/Cargo.lock\n+++ b/Cargo.lock\n@@ -1,0 +1,300 @@\n{}diff --git a/src/a.rs b/src/a.rs\nindex 1..2 100644\n--- a/src/a.rs\n+++ b/src/a.rs\n@@ -1 +1 @@\n-x\n+y\n\\ No newline at end of file\n",
        hunk(300, '+')
    );
    let response = reduced("git diff", 0, &lock);
    has(&response, &["Cargo.lock", "300 lines omitted]", "+y", "\\ No newline at end of file"]);
    lacks(&response, &["+line 250"]);
}

#[test]
fn searches_of_every_kind_keep_what_was_found() {
    let found: String =
        (0..80).map(|n| format!("src/f{}.html:{n}:<tag id=\"{n}\">\n", n % 4)).collect();
    let mut lines: Vec<&str> = found.lines().collect();
    lines.sort_unstable();
    let response = reduced("rg -n tag", 0, &lines.join("\n"));
    has(&response, &["src/f0.html (20)", "src/f3.html (20)", "<tag id="]);
    for command in ["rg -o tag", "rg -c tag", "rg -l tag", "rg --json tag"] {
        assert_eq!(
            reduced(command, 0, "a.rs:1\nb.rs:2\n").inline_text,
            "a.rs:1\nb.rs:2",
            "{command}"
        );
    }
    let nothing = reduced("grep x y", 1, "");
    assert_eq!(nothing.inline_text, "exit 1\n(no output)");
    assert_eq!(
        (nothing.stats.raw_chars, nothing.stats.reduced_chars, nothing.stats.ratio()),
        (0, 18, 1.0)
    );
}

#[test]
fn exact_contents_pass_as_they_are() {
    let text = "line\r\n\u{1b}[31mred\u{1b}[0m \n\n\nerror: x\n".repeat(500);
    for command in [
        "kubectl get pods -o json",
        "git show HEAD:src/lib.rs",
        "cat x | grep y",
        "a; b",
        "rm -v x",
        "jm-reduce --retrieve x",
    ] {
        is_untouched(command, &text);
    }
    let failed = reduced("cat x", 1, "cat: x: No such file or directory\n");
    assert_eq!(failed.inline_text, "cat: x: No such file or directory\n");
}

#[test]
fn a_part_of_a_run_claims_no_totals() {
    let text = "test a::b ... FAILED\ntest result: FAILED. 3 passed; 1 failed; 0 ignored\n";
    let response = reduced("cd d && cargo test 2>&1 | tail -50", 101, text);
    assert_eq!(response.classification.matched_reducer.as_deref(), Some("tests/cargo-test"));
    assert!(response.facts.is_empty());
}

#[test]
fn a_count_that_disagrees_with_the_totals_is_no_fact() {
    for (total, count) in [(2, Some(2)), (5, None)] {
        let text = format!(
            "m.py:3: error: bad [x]\nm.py:4: error: worse [y]\nFound {total} errors in 1 file\n"
        );
        let response = reduced("mypy .", 1, &text);
        assert_eq!(response.facts.get("error").copied(), count);
    }
}

#[test]
fn wrappers_do_not_hide_the_program() {
    for (command, rule) in [
        ("cat a | cargo test", "tests/cargo-test"),
        ("cat a | cargo test 2>&1 | tail -5", "tests/cargo-test"),
        ("bash -lc 'cargo test'", "tests/cargo-test"),
        ("sudo -E cargo test", "tests/cargo-test"),
        ("env A=1 cargo test", "tests/cargo-test"),
        ("npx tsc", "build/tsc"),
        ("uv run pytest", "tests/pytest"),
        ("git -C d status", "git/status"),
        ("/usr/bin/git status", "git/status"),
        ("git.exe status", "git/status"),
    ] {
        let response = reduced(command, 0, "x\n");
        assert_eq!(response.classification.matched_reducer.as_deref(), Some(rule), "{command}");
    }
    assert_eq!(reduced("uv --version", 0, "uv 0.5.1\n").inline_text, "uv 0.5.1");
}

#[test]
fn no_cut_splits_a_character() {
    let text = format!("{}\nerror: end\n", "日本👩\u{200d}👩\u{200d}👧e\u{301}🇫🇷 ".repeat(60));
    for cap in 0..400 {
        let response = reduce(&capped(&request("mytool", Some(1), &text), cap));
        assert!(response.stats.reduced_chars <= cap);
        assert!(!response.inline_text.contains('\u{fffd}'));
    }
}

#[test]
fn odd_requests_are_answered() {
    let lone = decoded(r#"{"toolName":"x","stdout":"a\ud800b","command":"mytool"}"#);
    assert_eq!(lone.inline_text, "a\u{fffd}b");
    let nul = decoded(r#"{"toolName":"x","stdout":"a\u0000b"}"#);
    assert_eq!(nul.inline_text, "a\u{2400}b");
    let combined = decoded(r#"{"toolName":"x","combinedText":"","stdout":"out","stderr":"err"}"#);
    assert_eq!(combined.inline_text, "out\nerr");
    assert_eq!(combined.stats.raw_chars, 7);
    let unknown = decoded(
        r#"{"input":{"toolName":"x","argv":["git","status"],"stdout":"M a"},"options":{"classifier":"no/such"}}"#,
    );
    assert_eq!(unknown.classification.reasons, ["classifier unknown", "argv0 matched"]);
    let big = Request::decode(br#"{"toolName":"x","exitCode":18446744073709551615}"#, false);
    assert!(big.is_err());
    let negative = decoded(r#"{"toolName":"x","exitCode":-9007199254740992,"stdout":"x"}"#);
    assert_eq!(negative.inline_text, "exit -9007199254740992\nx");
}

#[test]
fn a_cap_is_hard_and_what_is_left_out_is_told() {
    let text = "all is fine\nerror: the disk is full\nstep 3\n".to_owned() + &many_words(300);
    for cap in [0, 1, 5, 17, 18, 19, 1200] {
        let response = reduce(&capped(&request("mytool", Some(7), &text), cap));
        assert!(response.stats.reduced_chars <= cap);
        let omitted = response.omitted.expect("something was left out");
        let is_shown = response.inline_text.contains("error: the disk is full");
        assert_eq!(omitted.failures, u64::from(!is_shown), "{cap}");
    }
    let line = "exit 7\nerror: the disk is full";
    let response = reduce(&capped(&request("mytool", Some(7), &text), line.len() as u64));
    assert_eq!(response.inline_text, line, "a cap of one line shows the first failure");
}

#[test]
fn a_run_that_goes_on_is_no_success() {
    let mut partial = request("mytool", None, &"fine\nready\n".repeat(100));
    partial.input.partial = true;
    assert!(reduce(&partial).inline_text.contains("ready"));
}

#[test]
fn no_text_of_a_request_is_in_a_message_or_a_trace() {
    const CANARY: &str = "c4n4ry";
    let bad = [
        r#"{"toolName":"c4n4ry","exitCode":"c4n4ry"}"#,
        r#"{"toolName":c4n4ry}"#,
        r#"{"toolName":"x","argv":"c4n4ry"}"#,
        r#"{"input":{"toolName":"x"},"options":{"policy":"c4n4ry"}}"#,
        r#"{"c4n4ry":1}"#,
        "\"c4n4ry\"",
    ];
    for json in bad {
        let rejection = Request::decode(json.as_bytes(), true).expect_err(json);
        assert!(!rejection.message.contains(CANARY), "{}", rejection.message);
    }
    let input = Input {
        tool_name: "bash".to_owned(),
        command: Some(format!("git --c4n4ry status {CANARY} | grep {CANARY}")),
        stdout: CANARY.to_owned(),
        cwd: Some(format!("/{CANARY}")),
        ..Input::default()
    };
    let options =
        Options { trace: Some(true), classifier: Some(CANARY.to_owned()), ..Options::default() };
    let response = reduce(&Request { input, options, ..Request::default() });
    let trace = format!("{:?}{:?}", response.trace, response.classification);
    assert!(!trace.contains(CANARY), "{trace}");
}

#[test]
fn an_error_in_what_is_kept_whole_is_still_counted() {
    // Nothing is said of what a policy passes; under another one the same text is guarded.
    let text = format!("{}error: CRITICAL\n{}", "x\n".repeat(500), "y\n".repeat(500));
    let options = Options { policy: Some(Policy::CompactAll), ..Options::default() };
    let response = reduce(&Request { options, ..request("cat log", Some(0), &text) });
    has(&response, &["error: CRITICAL", "[x"]);
}

#[test]
fn a_rule_of_a_project_hides_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join(".jsonmend/reduce/rules");
    std::fs::create_dir_all(&rules).expect("a folder");
    let rule = r#"{"id":"team/mytool","family":"team","match":{"argv0":["mytool"]},"engine":"matches",
        "filters":{"skipPatterns":["."]},"summarize":{"head":1,"tail":1},"onEmpty":"all is well",
        "matchOutput":[{"pattern":"ready","message":"all is well"}],"failure":{"preserveOnFailure":false}}"#;
    std::fs::write(rules.join("a.json"), rule).expect("a rule");
    std::fs::write(rules.join("bad.json"), r#"{"id":"team/bad","family":"t","match":{"argv0":["mytool"]},"priority":9,"filters":{"skipPatterns":["(?<=x)y"]}}"#).expect("a rule");
    std::fs::write(
        folder.path().join("outside.json"),
        rule.replace("team/mytool", "team/linked")
            .replace("\"match\"", "\"priority\":99,\"match\""),
    )
    .expect("a rule");
    std::os::unix::fs::symlink(folder.path().join("outside.json"), rules.join("link.json"))
        .expect("a link");
    let text = format!(
        "ready\n{}src/a.c:3: error: CRITICAL\n{}",
        "fine\n".repeat(100),
        "fine too\n".repeat(100)
    );
    for exit in [0, 1] {
        let mut asked = request("mytool", Some(exit), &text);
        asked.input.cwd = Some(folder.path().display().to_string());
        asked.options.trace = Some(true);
        let reducer = Reducer { reads_projects: true, ..Reducer::default() };
        let response = reducer.reduce(&asked);
        assert_eq!(response.classification.matched_reducer.as_deref(), Some("team/mytool"));
        has(&response, &["src/a.c:3: error: CRITICAL"]);
        lacks(&response, &["all is well"]);
        let trace = response.trace.expect("a trace");
        assert_eq!(
            (trace.rule_source, trace.notes.as_slice()),
            (Some("project"), &["project rule limited"][..])
        );
        assert_eq!(response.inline_text.starts_with("exit 1"), exit == 1);
    }
}

#[test]
fn rules_of_a_project_are_those_of_the_folder_of_the_input_else_of_the_options() {
    let [project, elsewhere] = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let rules = project.path().join(".jsonmend/reduce/rules");
    std::fs::create_dir_all(&rules).expect("a folder");
    let rule = r#"{"id":"team/mytool","family":"team","match":{"argv0":["mytool"]}}"#;
    std::fs::write(rules.join("a.json"), rule).expect("a rule");
    // A project ends where its repository does.
    std::fs::create_dir(elsewhere.path().join(".git")).expect("a folder");
    let name = |folder: &tempfile::TempDir| Some(folder.path().display().to_string());
    for (of_input, of_options, is_read) in [
        (name(&project), None, true),
        (None, name(&project), true),
        (name(&elsewhere), name(&project), false),
        (None, None, false),
    ] {
        let mut asked = request("mytool", Some(0), "ready\n");
        (asked.input.cwd, asked.options.cwd) = (of_input, of_options);
        let reducer = Reducer { reads_projects: true, ..Reducer::default() };
        let matched = reducer.reduce(&asked).classification.matched_reducer;
        assert_eq!(matched.as_deref() == Some("team/mytool"), is_read, "{:?}", asked.input.cwd);
    }
}

#[test]
fn a_list_is_shown_from_its_beginning_on_whatever_its_titles_say() {
    let words = many_words(200);
    let text: String = words
        .lines()
        .zip(0..)
        .map(|(word, n)| {
            let subject = if n % 7 == 5 { "Fix a crash, an error" } else { "Add a test" };
            format!("{n:07x} {subject}: {word}\n")
        })
        .collect();
    for command in ["git log --oneline", "gh issue list", "gh pr view 7", "apt list", "ps aux"] {
        let response = reduced(command, 0, &text);
        assert_eq!(response.facts.get("attention row"), None, "{command}");
        assert!(response.inline_text.starts_with(&text[..300]), "{}", response.inline_text);
    }
    // What git itself says is no quote.
    let text = format!("{text}fatal: unable to read tree (1234567)\n");
    let response = reduced("git log --oneline", 128, &text);
    has(&response, &["exit 128\n", "fatal: unable to read tree"]);
}

#[test]
fn what_commits_and_hunks_say_of_failures_is_quoted() {
    let commit = |n: u32| {
        let message = "    Say more of a crash\n\n    It was an error that nobody saw.\n";
        let head =
            format!("commit {n:010x}{:030}\nAuthor: A <a@b.c>\nDate:   {n}\n\n{message}\n", 0);
        let file = format!("diff --git a/{n}.rs b/{n}.rs\n--- a/{n}.rs\n+++ b/{n}.rs\n");
        head + &file + "@@ -9,2 +9,2 @@ // an error: it failed\n a\n-b\n+c\n"
    };
    let text: String = (0..60).map(commit).collect();
    for command in ["git log -p", "git log --stat", "git log --name-only", "git log"] {
        let response = reduced(command, 0, &text);
        let shown = &response.inline_text;
        let first = match command {
            "git log -p" => format!("commit {:040x}\n", 0),
            _ => "0000000000 0 A: Say more of a crash / It was an error that nobody saw.\n"
                .to_owned(),
        };
        assert!(shown.starts_with(&first), "{command}: {shown}");
        let last = format!("{:010x}", 59);
        assert!(
            shown.contains("Say more of a crash") && !shown.contains(&last),
            "{command}: {shown}"
        );
    }
}

#[test]
fn a_history_has_a_line_for_each_commit() {
    let commit = |n: u32| {
        let names = if n == 0 { " (HEAD -> main)" } else { "" };
        format!(
            "commit {n:010x}{:030}{names}\nMerge: 1 2\nAuthor: Ann B <a@b.c>\nDate:   Mon Jan 1 2024\n\n    Change {n}\n\n    \
             It was time.\n    And more.\n\n    Signed-off-by: A <a@b.c>\n\n",
            0
        )
    };
    let text: String = (0..90).map(commit).collect();
    let response = reduced("git log", 0, &text);
    let first = "0000000000 (HEAD -> main) Mon Jan 1 2024 Ann B: Change 0 / It was time. [... 2 lines omitted]\n";
    assert!(response.inline_text.starts_with(first), "{}", response.inline_text);
    has(
        &response,
        &["\n000000000c Mon Jan 1 2024 Ann B: Change 12 / It was time. [... 2 lines omitted]\n"],
    );
    lacks(&response, &["commit ", "Author", "Signed", "And more", "a@b.c"]);
    assert_eq!(response.facts.get("commit"), Some(&90));
    let failing = text.replacen("And more", "The build failed before", 1);
    has(
        &reduced("git log", 0, &failing),
        &[": Change 0 / It was time. [... 2 lines omitted, 1 failure]\n"],
    );
    let markers = lines_with(&response, "[... ");
    let broken = format!("{text}commit 0123456789abcdef\nfatal: unable to read tree (1234567)\n");
    has(&reduced("git log", 128, &broken), &["fatal: unable to read tree"]);
    assert_eq!(response.omitted.map(|omitted| omitted.gaps as usize), Some(markers));
}

#[test]
fn a_name_in_a_list_stands_for_no_other() {
    let text: String = (0..90).map(|n| format!(" src/part{n}.rs | 3 +-\n")).collect();
    let response = reduced("git diff --stat", 0, &(text.clone() + " 90 files changed\n"));
    lacks(&response, &["[x"]);
    assert!(response.inline_text.starts_with(&text[..300]), "{}", response.inline_text);
}

#[test]
fn where_some_of_a_run_are_shown_a_marker_says_which_are_not() {
    let text: String = (1..=5000).map(|n| format!("{n}\n")).collect();
    let response = reduced("seq 1 5000", 0, &text);
    has(&response, &["1\n2\n3\n", "\n[... ", "\n4999\n5000"]);
    lacks(&response, &["[x"]);
    // Where none but the first is, it says how many there are.
    let run: String = (0..500).map(|n| format!("step {n} {}\n", "x".repeat(300))).collect();
    has(&reduced("./dump", 0, &(run + &many_words(60))), &[" [x500]\n"]);
}

#[test]
fn how_many_failures_of_a_kind_there_are_is_said() {
    let one = |n: u32| {
        format!("src/f{n}.ts(1,{n}): error TS2322: bad\nsrc/f{n}.ts(2,{n}): error TS2304: gone\n")
    };
    let text: String = (0..200).map(one).collect();
    let response = reduced("tsc", 2, &text);
    assert_eq!(lines_with(&response, " [x"), 2, "{}", response.inline_text);
}

#[test]
fn lines_that_give_names_to_paths_stand_for_no_other_name() {
    let one = |n: char| format!("{}_HOME=/opt/{n}\n", String::from(n).repeat(40));
    let text: String = ('A'..='Z').map(one).collect();
    let response = reduced("env", 0, &text);
    lacks(&response, &["[x"]);
    has(&response, &["A_HOME=/opt/A\n", "B_HOME=/opt/B\n"]);
}
