//! Any text as the output of a command: every law of reduction, under caps around every edge.
//!
//! `cargo +nightly fuzz run reduce`. The first byte of the input chooses the command, the second how it ended.
#![no_main]

use libfuzzer_sys::fuzz_target;
use requests::{capped, request};

#[path = "../../tests/testsuite/reduce/laws.rs"]
#[allow(dead_code)]
mod laws;
#[path = "../../tests/testsuite/reduce/requests.rs"]
mod requests;

/// A command for each engine, and none.
const COMMANDS: &[&str] = &[
    "",
    "cargo test",
    "pytest -q",
    "make -j4",
    "git status",
    "git diff",
    "rg error",
    "find .",
    "kubectl get pods",
    "journalctl",
    "npx tsc",
    "mytool --json",
    "df -h",
    "curl -v http://x",
    "mytool --help",
    "npx jest",
];

fuzz_target!(|data: &[u8]| {
    let [command, end, text @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    let command = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let exit_code = [None, Some(0), Some(1), Some(101)][usize::from(*end) % 4];
    let request = request(command, exit_code, text);
    if let Err(fault) = laws::check(&request) {
        panic!("{fault}\n{request:?}");
    }
});
