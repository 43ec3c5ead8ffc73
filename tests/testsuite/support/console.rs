//! Console blocks of a page: the commands, what is shown below them, and what a shell shows.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use super::corpus::project;

/// A command of a console block, and what stands below it.
pub(crate) struct Example {
    pub(crate) line: usize,
    pub(crate) command: String,
    pub(crate) shown: String,
}

/// The examples of each console block of a page.
pub(crate) fn blocks(page: &str) -> Vec<Vec<Example>> {
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

/// The console blocks of a page of the project.
pub(crate) fn blocks_of(name: &str) -> Vec<Vec<Example>> {
    blocks(&fs::read_to_string(project(name)).expect("the page is there"))
}

/// What a shell shows for the command, standard error behind standard output, and its exit status.
pub(crate) fn run(command: &str, folder: &Path) -> (String, Option<i32>) {
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
    let shown = [output.stdout, output.stderr]
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .concat();
    (shown, output.status.code())
}
