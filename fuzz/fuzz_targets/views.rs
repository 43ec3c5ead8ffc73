//! Any bytes as a document that grows: at every moment what it will have been, and every law beside.
//!
//! `cargo +nightly fuzz run views`. The first byte of the input chooses options, the second the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/testsuite/support/flags.rs"]
#[allow(dead_code)]
mod flags;
#[path = "../../tests/testsuite/support/fold.rs"]
#[allow(dead_code)]
mod fold;
#[path = "../../tests/testsuite/support/growth.rs"]
#[allow(dead_code)]
mod growth;
#[path = "../../tests/testsuite/support/laws.rs"]
#[allow(dead_code)]
mod laws;
#[path = "../../tests/testsuite/support/oracle.rs"]
#[allow(dead_code)]
mod oracle;
#[path = "../../tests/testsuite/support/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "../../tests/testsuite/support/run.rs"]
#[allow(dead_code)]
mod run;
#[path = "../../tests/testsuite/support/text.rs"]
#[allow(dead_code)]
mod text;

/// Options as a command line writes them, some of each kind.
const LINES: &[&str] = &[
    "",
    "--skip-prose",
    "--quote-lookahead",
    "--unwrap-string",
    "--decode-entities --replace-bytes",
    "--duplicate-keys first",
    "--duplicate-keys last",
    "--multi-root array",
    "--multi-root lines",
    "--non-finite string",
];

fuzz_target!(|data: &[u8]| {
    let [choice, size, input @ ..] = data else { return };
    // Every law looks at every prefix, so that a long input is only slow.
    let input = input.get(..400).unwrap_or(input);
    let line = LINES[usize::from(*choice) % LINES.len()];
    let options = flags::parse(line).expect("the table holds known options only");
    let outcome = run::whole(input, &options);
    assert!(outcome.faults.is_empty(), "{:?}", outcome.faults);
    let pieces = input.chunks(usize::from(*size).max(1));
    if let Err(why) = growth::check(pieces, &options, &outcome) {
        panic!("{why} [{line}]");
    }
    if choice & 128 != 0
        && let Err(why) = laws::check(input, line)
    {
        panic!("{why}");
    }
});
