//! What a rule file of another program asks for: it has its effect, or it is told that it has none.

use super::request;
use crate::support::process::{command, run};
use jsonmend::reduce::{Reducer, Response, Trust};

/// What comes of a text under a rule of a project that is trusted.
fn reduced_by(rule: &str, text: &str) -> Response {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = folder.path().join(".jsonmend/reduce/rules");
    std::fs::create_dir_all(&rules).expect("a folder");
    let rule = rule.replace("MATCH", r#""family":"team","match":{"argv0":["mytool"]}"#);
    std::fs::write(rules.join("a.json"), rule).expect("a rule");
    let mut asked = request("mytool", Some(0), text);
    asked.input.cwd = Some(folder.path().display().to_string());
    let reducer = Reducer { reads_projects: true, trust: Trust::Full, ..Reducer::default() };
    let response = reducer.reduce(&asked);
    assert_eq!(response.classification.matched_reducer.as_deref(), Some("team/a"));
    response
}

#[test]
fn counters_look_at_all_lines_or_at_those_that_are_kept() {
    let text = "item a\nitem b (skip)\nitem c\n".to_owned() + &"other words here\n".repeat(40);
    for (source, count) in [("preKeep", 3), ("postKeep", 2)] {
        let rule = format!(
            r#"{{"id":"team/a",MATCH,"filters":{{"skipPatterns":["skip"]}},"counterSource":"{source}",
                "counters":[{{"name":"item","pattern":"^item"}}]}}"#
        );
        assert_eq!(reduced_by(&rule, &text).facts.get("item"), Some(&count), "{source}");
    }
}

#[test]
fn lines_that_are_the_same_stay_apart_where_a_rule_wants_it() {
    let text = "the same line\n".repeat(30);
    for (wanted, shown) in
        [(true, "the same line [x30]"), (false, "the same line\nthe same line\n")]
    {
        let rule = format!(r#"{{"id":"team/a",MATCH,"transforms":{{"dedupeAdjacent":{wanted}}}}}"#);
        let response = reduced_by(&rule, &text);
        assert!(response.inline_text.starts_with(shown), "{wanted}: {}", response.inline_text);
    }
}

#[test]
fn what_has_no_effect_is_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = r#"{"id":"team/a","family":"team","match":{"argv0":["mytool"]},
        "transforms":{"stripAnsi":false,"trimEmptyEdges":true,"prettyPrintJson":true}}"#;
    std::fs::write(folder.path().join("a.json"), rule).expect("a rule");
    let at = folder.path().display().to_string();
    let binary = env!("CARGO_BIN_EXE_jm-reduce");
    let done = run(&mut command(binary, ["--verify-rules", "--rules", &at]), b"");
    assert_eq!(done.status, 0, "{}", done.stdout);
    let told = r#""inert":[{"ruleId":"team/a","field":"transforms.prettyPrintJson"},{"ruleId":"team/a","field":"transforms.stripAnsi"}]"#;
    assert!(done.stdout.contains(told), "{}", done.stdout);
}

#[test]
fn a_rule_with_a_broken_pattern_is_neither_valid_nor_active_and_replaces_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, rule: &str| {
        std::fs::write(folder.path().join(name), rule).expect("a rule");
    };
    write("a.json", r#"{"id":"team/a","family":"team","match":{"argv0":["mytool"]}}"#);
    let broken = r#""family":"team","match":{"argv0":["git"]},"filters":{"skipPatterns":["("]}}"#;
    write("b.json", &format!(r#"{{"id":"team/b",{broken}"#));
    write("c.json", &format!(r#"{{"id":"git/status",{broken}"#));
    write("d.json", r#"{"id":"team/d","family":"team","match":{"argv0":"no list"}}"#);
    write("e.json", r#"{"id":"team/e","family":"team","match":{"argv0":["x"]},"no_member":1}"#);
    let at = folder.path().display().to_string();
    let binary = env!("CARGO_BIN_EXE_jm-reduce");
    let count = |report: &str, name: &str| -> i64 {
        let report: serde_json::Value = serde_json::from_str(report).expect("a report");
        report[name].as_i64().expect("a number")
    };
    let report = |rules: &[&str]| {
        let arguments = [&["--verify-rules", "--user-rules"], rules].concat();
        run(&mut command(binary, arguments), b"").stdout
    };
    let (own, all) = (report(&["none"]), report(&[&at]));
    let more = |name: &str| count(&all, name) - count(&own, name);
    // The built-in rule of the same id stays; a member that is none is told, and the rule is used.
    assert_eq!((more("rulesSeen"), more("valid"), more("active")), (5, 1, 2));
    let status = "On branch main\nChanges not staged for commit:\n\tmodified:   a\n";
    let arguments = ["--user-rules", &at, "--text", "--command", "git status"];
    let done = run(&mut command(binary, arguments), status.as_bytes());
    assert_eq!(done.stdout, "Changes not staged:\nM: a\n");
    assert_eq!(done.stderr.lines().count(), 4, "{}", done.stderr);
    // A list says the same of them, and they cannot be asked for.
    let listed = run(&mut command(binary, ["--list-rules", "--user-rules", &at]), b"");
    assert_eq!((listed.status, &listed.stderr), (0, &done.stderr));
    let ids = listed.stdout.lines().filter(|line| line.contains("\"source\":\"user\""));
    assert!(ids.map(|line| &line[7..13]).eq(["team/a", "team/e"]), "{}", listed.stdout);
    let arguments = ["--user-rules", &at, "--text", "--explain", "--classifier", "team/b"];
    let forced = run(&mut command(binary, arguments), status.as_bytes());
    assert!(forced.stderr.contains("classifier unknown"), "{}", forced.stderr);
}

#[test]
fn a_byte_order_mark_before_a_rule_does_not_matter() {
    reduced_by("\u{feff}{\"id\":\"team/a\",MATCH}", "one line\n");
}

#[test]
fn what_is_a_quote_only_rules_of_our_own_know() {
    let lines = |count: usize| "a line that says nothing of note\n".repeat(count);
    let text = lines(90) + "error: it is broken\n" + &lines(90);
    let rule =
        r#"{"id":"team/a",MATCH,"transforms":{"dedupeAdjacent":false},"params":{"quotes":["*"]}}"#;
    let response = reduced_by(rule, &text);
    assert!(response.inline_text.contains("error: it is broken"), "{}", response.inline_text);
}
