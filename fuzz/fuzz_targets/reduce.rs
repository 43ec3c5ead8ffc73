//! Any short text as the output of a command: every law of reduction, under two caps.
//!
//! `cargo +nightly fuzz run reduce`. The first byte of the input chooses the command, the second how it ended, and the
//! third the caps: a property asks for all of them at once, which leaves a fuzzer few inputs a second.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
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

/// More text than this meets no other code, and costs more.
const MOST: usize = 1024;

fuzz_target!(|data: &[u8]| -> Corpus {
    let [command, end, caps, text @ ..] = data else { return Corpus::Reject };
    let Ok(text) = std::str::from_utf8(text) else { return Corpus::Reject };
    if text.len() > MOST {
        return Corpus::Reject;
    }
    let command = COMMANDS[usize::from(*command) % COMMANDS.len()];
    let exit_code = [None, Some(0), Some(1), Some(101)][usize::from(*end) % 4];
    let request = request(command, exit_code, text);
    let (low, step) = (usize::from(*caps) % laws::CAPS.len(), 1 + usize::from(*caps >> 5));
    let high = (low + step).min(laws::CAPS.len() - 1);
    if let Err(fault) = laws::check_at(&request, &[laws::CAPS[low], laws::CAPS[high]]) {
        panic!("{fault}\n{request:?}");
    }
    Corpus::Keep
});
