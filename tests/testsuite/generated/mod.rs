//! What is made from tables: man pages, completions, pages of docs. `SNAPSHOTS=overwrite cargo test
//! generated` writes them.

mod completions;
mod coverage;
mod errors;
mod man;
mod markdown;
mod overview;
mod picture;
mod rules;

use clap_complete::{Shell, generate};
use jsonmend::cli::flag::Spec;
use std::fs;

use crate::support::corpus::project;

#[test]
fn man_pages_are_what_the_tables_say() {
    for page in jsonmend::tool::pages() {
        compare(&format!("man/{}.1", page.name), &man::page(&page));
    }
    compare("man/jm-rules.7", &man::rules());
    compare("man/jm.7", &overview::page());
}

#[test]
fn completions_are_what_the_tables_say() {
    for page in jsonmend::tool::pages() {
        for (shell, file) in [
            (Shell::Bash, format!("{}.bash", page.name)),
            (Shell::Zsh, format!("_{}", page.name)),
            (Shell::Fish, format!("{}.fish", page.name)),
        ] {
            let mut out = Vec::new();
            generate(shell, &mut completions::command(&page), page.name, &mut out);
            compare(&format!("completions/{file}"), &String::from_utf8_lossy(&out));
        }
    }
}

#[test]
fn the_page_of_the_rules_is_what_the_engine_does() {
    compare("docs/RULES.md", &rules::page());
}

#[test]
fn the_guide_says_of_the_severities_what_the_page_of_the_rules_says() {
    let guide = fs::read_to_string(project("docs/GUIDE.md")).expect("the guide is there");
    let words: Vec<&str> = guide.split_whitespace().collect();
    assert!(words.join(" ").contains(rules::SEVERITIES), "docs/GUIDE.md: Words");
}

#[test]
fn the_page_of_the_errors_is_what_the_tools_say() {
    compare("docs/ERRORS.md", &errors::page());
}

#[test]
fn every_feature_is_shown_by_something_that_is_there() {
    compare("docs/COVERAGE.md", &coverage::page());
}

#[test]
fn the_picture_is_what_a_terminal_shows() {
    compare("docs/pipe.svg", &picture::svg());
}

#[test]
fn the_short_help_fits_one_screen() {
    for page in jsonmend::tool::pages() {
        let screen = page.screen();
        assert!(screen.lines().count() <= 40, "{}", page.name);
        for line in screen.lines().chain(page.whole().lines()) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let shown = |spec: &Spec| screen.contains(&spec.dashed());
        assert!(page.sections.iter().flat_map(|section| &section.specs).all(shown));
    }
}

/// Compares a file of the package with what it should be, or writes it.
fn compare(name: &str, expected: &str) {
    let file = project(name);
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::create_dir_all(file.parent().expect("the file is in a folder")).expect("a folder");
        fs::write(&file, expected).expect("the file can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{name} is stale: SNAPSHOTS=overwrite cargo test generated");
}
