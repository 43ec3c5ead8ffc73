//! The README's examples: each console block is run by a shell and must show what it shows.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// A command of a console block, and what stands below it.
struct Example {
    line: usize,
    command: String,
    shown: String,
}

/// The examples of each console block of a page.
fn examples(page: &str) -> Vec<Vec<Example>> {
    let mut blocks = Vec::new();
    let mut block: Option<Vec<Example>> = None;
    for (line, text) in page.lines().enumerate() {
        match (&mut block, text) {
            (None, "```console") => block = Some(Vec::new()),
            (Some(_), "```") => blocks.extend(block.take()),
            (Some(block), text) => match (text.strip_prefix("$ "), block.last_mut()) {
                (Some(command), _) => {
                    let (command, shown) = (command.to_owned(), String::new());
                    block.push(Example { line: line + 1, command, shown });
                }
                (None, Some(example)) => {
                    example.shown.push_str(text);
                    example.shown.push('\n');
                }
                (None, None) => unreachable!("line {}: output without a command", line + 1),
            },
            (None, _) => {}
        }
    }
    blocks
}

/// What a shell shows for the command, standard error behind standard output.
fn run(command: &str, folder: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_jm-repair"));
    let path = std::env::var("PATH").unwrap_or_default();
    let folder_of_bin = bin.parent().expect("a binary is in a folder").display();
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{folder_of_bin}:{path}"))
        .stdin(Stdio::null())
        .output()
        .expect("sh runs");
    [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat()
}

#[test]
fn readme_shows_what_the_tools_do() {
    assert!(check("README.md") > 5, "the README has examples");
}

#[test]
fn the_page_of_the_protocol_shows_what_the_server_does() {
    assert!(check("docs/PROTOCOL.md") > 0, "the page has an example");
}

/// Runs the examples of a page and says how many blocks there were.
fn check(name: &str) -> usize {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
        .expect("the page is there");
    let blocks = examples(&page);
    let count = blocks.len();
    for block in blocks {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for Example { line, command, shown } in block {
            if let Some(name) = command.strip_prefix("cat ") {
                // What is shown of a file is the file.
                fs::write(folder.path().join(name), &shown).expect("the file is written");
                continue;
            }
            assert_eq!(run(&command, folder.path()), shown, "{name}:{line}: {command}");
        }
    }
    count
}
