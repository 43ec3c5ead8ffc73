//! The examples of the pages: each console block is run by a shell and must show what it shows.

use std::fs;

use crate::support::console::{self, Example};
use crate::support::corpus::project;

/// The pages, and how many console blocks each has at least.
const PAGES: &[(&str, usize)] = &[("README.md", 6), ("docs/GUIDE.md", 6), ("docs/PROTOCOL.md", 1)];

#[test]
fn pages_show_what_the_tools_do() {
    let mut wrong = Vec::new();
    for (page, least) in PAGES {
        let blocks = console::blocks_of(page);
        assert!(blocks.len() >= *least, "{page} has examples");
        wrong.extend(blocks.into_iter().flat_map(|block| differences(page, block)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs a block in a folder of its own and says which examples show something else.
fn differences(page: &str, block: Vec<Example>) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink(project("tests"), folder.path().join("tests"))
        .expect("recordings can be named from the folder");
    let mut wrong = Vec::new();
    for Example { line, command, shown } in block {
        match command.strip_prefix("cat ") {
            // What is shown of a file is the file.
            Some(name) if !name.contains([' ', '|']) => {
                fs::write(folder.path().join(name), &shown).expect("the file is written");
            }
            _ => {
                let (got, _) = console::run(&command, folder.path());
                if got != shown {
                    wrong.push(format!("{page}:{line}: {command}\nexpected\n{shown}got\n{got}"));
                }
            }
        }
    }
    wrong
}
