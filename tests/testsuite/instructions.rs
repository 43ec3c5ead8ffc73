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
    let count = |text: &str| {
        fs::write(&path, text).expect("a file can be written");
        let start = instructions(&binary, &["--version"], &path);
        instructions(&binary, &[], &path) - start
    };
    let mut broken = Vec::new();
    for kind in KINDS {
        let document = kind.document(LENGTH);
        let a_byte = count(&document) as f64 / document.len() as f64;
        println!("{:8} {a_byte:6.2} instructions a byte, at most {}", kind.name, kind.gate);
        if a_byte > kind.gate {
            broken.push(kind.name);
        }
    }
    let document = KINDS[0].document(LENGTH);
    let ratio = count(&with_faults(&document)) as f64 / count(&document) as f64;
    println!("a fault a kilobyte: {ratio:.3} times as many, at most {FAULTS}");
    if ratio > FAULTS {
        broken.push("faults");
    }
    assert!(broken.is_empty(), "past the gate: {broken:?}");
}
