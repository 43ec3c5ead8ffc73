//! The examples of the pages: each console block is run by a shell and must show what it shows.

use std::fs;

use crate::support::console::{self, Example};

/// The pages, and how many console blocks each has at least.
const PAGES: &[(&str, usize)] = &[("README.md", 6), ("docs/PROTOCOL.md", 1)];

#[test]
fn pages_show_what_the_tools_do() {
    for (page, least) in PAGES {
        let blocks = console::blocks_of(page);
        assert!(blocks.len() >= *least, "{page} has examples");
        blocks.into_iter().for_each(|block| check(page, block));
    }
}

/// Runs a block in a folder of its own.
fn check(page: &str, block: Vec<Example>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for Example { line, command, shown } in block {
        match command.strip_prefix("cat ") {
            // What is shown of a file is the file.
            Some(name) if !name.contains([' ', '|']) => {
                fs::write(folder.path().join(name), &shown).expect("the file is written");
            }
            _ => {
                let (got, _) = console::run(&command, folder.path());
                assert_eq!(got, shown, "{page}:{line}: {command}");
            }
        }
    }
}
