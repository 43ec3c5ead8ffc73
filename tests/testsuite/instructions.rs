//! How many instructions a byte takes, whatever the machine does besides: callgrind counts them.
//!
//! Runs where `JM_BINARY` names a release build of `jm-repair` and valgrind is installed.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::documents::{KINDS, with_faults};

/// How long the documents are: long enough that what a process costs once is little.
const LENGTH: usize = 1 << 20;

/// A document with a fault a kilobyte may take so many times as long as a sound one.
const FAULTS: f64 = 1.25;

/// The same for a document in which keys that come twice are looked for.
const DUPLICATES: f64 = 1.05;

/// The instructions that the binary takes, as callgrind counts them.
fn instructions(binary: &str, arguments: &[&str], input: &Path) -> u64 {
    let input = File::open(input).expect("the document was written");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", binary])
        .args(arguments)
        .stdin(input)
        .stdout(Stdio::null())
        .output()
        .expect("valgrind starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let count =
        told.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok());
    count.expect("callgrind says how many it collected")
}

#[test]
fn a_byte_takes_no_more_instructions_than_its_gate() {
    let Ok(binary) = std::env::var("JM_BINARY") else {
        return println!("skipped: JM_BINARY names no release build");
    };
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        return println!("skipped: valgrind is not installed");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("document");
    let count = |text: &str, arguments: &[&str]| {
        fs::write(&path, text).expect("a file can be written");
        let start = instructions(&binary, &["--version"], &path);
        (instructions(&binary, arguments, &path) - start) as f64
    };
    let mut broken = Vec::new();
    let mut hold = |what: &str, measured: f64, gate: f64| {
        println!("{what:24} {measured:6.3}, at most {gate}");
        if measured > gate {
            broken.push(what.to_owned());
        }
    };
    for kind in KINDS {
        let document = kind.document(LENGTH);
        let (name, plain) = (kind.name, count(&document, &[]));
        hold(&format!("{name}, a byte"), plain / document.len() as f64, kind.gate);
        let looked_through = count(&document, &["--duplicate-keys", "flag"]);
        hold(&format!("{name}, duplicates"), looked_through / plain, DUPLICATES);
    }
    let document = KINDS[0].document(LENGTH);
    let ratio = count(&with_faults(&document), &[]) / count(&document, &[]);
    hold("a fault a kilobyte", ratio, FAULTS);
    assert!(broken.is_empty(), "past the gate: {broken:?}");
}
