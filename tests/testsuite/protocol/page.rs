//! docs/PROTOCOL.md, checked against the server: every method has its section, and every name is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use jsonmend::cli::flag;
use jsonmend::error::ERRORS;
use jsonmend::protocol::METHODS;
use jsonmend::protocol::params::{DECLARATIONS, TABLES};
use jsonmend::provider::PROVIDERS;
use serde_json::Value;

use super::{cases, serve};
use crate::support::corpus::project;
use crate::support::process::run;

fn page(name: &str) -> String {
    fs::read_to_string(project(name)).expect("the page is there")
}

/// What stands below each heading of the third level.
fn sections(page: &str) -> BTreeMap<&str, &str> {
    let sections = page.split("\n### `").skip(1);
    sections.filter_map(|section| section.split_once("`\n")).collect()
}

fn missing<'a>(names: impl IntoIterator<Item = &'a str>, text: &str) -> Vec<&'a str> {
    names.into_iter().filter(|name| !text.contains(&format!("`{name}`"))).collect()
}

#[test]
fn every_method_has_a_section_and_every_section_a_method() {
    let page = page("docs/PROTOCOL.md");
    let documented: BTreeSet<_> = sections(&page).into_keys().collect();
    let served: BTreeSet<_> = METHODS.iter().map(|row| row.name).collect();
    assert_eq!(documented, served);
}

#[test]
fn every_member_of_a_result_is_in_the_section_of_its_method() {
    let page = page("docs/PROTOCOL.md");
    let sections = sections(&page);
    for case in cases::all() {
        let said = case.sent.iter().map(|sent| format!("{sent}\n")).collect::<String>();
        if !case.sent.iter().all(|sent| sent["method"].is_string()) {
            continue;
        }
        let answers = run(&mut serve(&case.arguments), said.as_bytes()).stdout;
        for (sent, answer) in case.sent.iter().zip(answers.split('\n')) {
            let answer: Value = serde_json::from_str(answer).unwrap_or_default();
            let Some(result) = answer["result"].as_object() else { continue };
            let method = sent["method"].as_str().unwrap_or_default();
            let unnamed = missing(result.keys().map(String::as_str), sections[method]);
            assert!(unnamed.is_empty(), "{method} gives {unnamed:?}");
        }
    }
}

#[test]
fn every_option_is_a_row_and_is_typed_by_the_clients() {
    let options: Vec<_> =
        TABLES.iter().copied().flatten().map(|flag| flag.name.replace('-', "_")).collect();
    let names = || options.iter().map(String::as_str).chain(DECLARATIONS.iter().copied());
    let page_of_options = page("docs/PROTOCOL.md");
    let rows = page_of_options.split("\n## ").find(|part| part.starts_with("Options"));
    assert_eq!(missing(names(), rows.expect("the options have a part")), [""; 0]);
    for (file, begin, mark) in [
        ("clients/python/src/jsonmend_client/_types.py", "class Options(", ":"),
        ("clients/node/index.d.ts", "interface Options {", "?:"),
    ] {
        let text = page(file);
        let (_, typed) = text.split_once(begin).expect("the options are typed");
        let typed = typed.split("\n\n\n").next().and_then(|part| part.split("\n}").next());
        let typed = typed.expect("a declaration has an end");
        let untyped: Vec<_> =
            names().filter(|name| !typed.contains(&format!(" {name}{mark} "))).collect();
        assert_eq!(untyped, [""; 0], "{file}");
    }
}

#[test]
fn every_error_of_a_call_is_in_the_table() {
    let page = page("docs/PROTOCOL.md");
    let (_, table) = page.split_once("| what | code | exit |").expect("the errors have a table");
    for row in ERRORS.iter().filter(|row| !cases::OUT_OF_REACH.contains(&row.code.name())) {
        let line = table.lines().find(|line| line.contains(row.code.name()));
        let line = line.unwrap_or_else(|| unreachable!("{} has no row", row.code.name()));
        assert!(line.ends_with(&format!("| {} |", row.exit)), "{line}");
    }
}

#[test]
fn every_provider_can_be_asked_for_and_is_typed_by_the_clients() {
    let names = || PROVIDERS.iter().map(|row| row.name);
    let options: Vec<_> = jsonmend::tool::llm::TOOL
        .page()
        .sections
        .into_iter()
        .flat_map(|section| section.specs)
        .filter(|spec| spec.name == "provider")
        .collect();
    let Some(flag::Value::OneOf(_, words)) = options.first().map(|spec| &spec.value) else {
        unreachable!("--provider is one of some words")
    };
    assert_eq!(names().filter(|name| !words.contains(name)).collect::<Vec<_>>(), [""; 0]);
    let of_page = page("docs/PROTOCOL.md");
    assert_eq!(missing(names(), sections(&of_page)["llm.open"]), [""; 0]);
    for (file, quote) in
        [("clients/python/src/jsonmend_client/_types.py", '"'), ("clients/node/index.d.ts", '\'')]
    {
        let text = page(file);
        let untyped = names().filter(|name| !text.contains(&format!("{quote}{name}{quote}")));
        assert_eq!(untyped.collect::<Vec<_>>(), [""; 0], "{file}");
    }
}
