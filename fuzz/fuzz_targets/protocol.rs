//! Any lines as requests: each is answered by one line of JSON, and the connection is of use afterwards.
//!
//! `cargo +nightly fuzz run protocol`.
#![no_main]

use jsonmend::protocol::{Connection, Flow};
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

fuzz_target!(|data: &[u8]| {
    let mut connection = Connection::default();
    for line in data.split(|byte| *byte == b'\n') {
        let mut answer = Vec::new();
        let flow = connection.handle(line, &mut answer);
        check(&answer);
        let says_bye = answer.windows(10).any(|part| part == br#""bye":true"#);
        assert!(flow == Flow::Goes || says_bye);
    }
    let mut answer = Vec::new();
    connection.handle(br#"{"id":1,"method":"hello"}"#, &mut answer);
    assert!(answer.starts_with(br#"{"id":1,"ok":true"#));
});

/// Whether it is one line of JSON in an envelope.
fn check(answer: &[u8]) {
    let shown = || String::from_utf8_lossy(answer).into_owned();
    let line = answer.strip_suffix(b"\n").unwrap_or_else(|| panic!("no line: {}", shown()));
    assert!(!line.iter().any(|byte| matches!(byte, b'\n' | b'\r')), "{}", shown());
    assert!(line.starts_with(br#"{"id":"#), "{}", shown());
    assert!(serde_json::from_slice::<IgnoredAny>(line).is_ok(), "{}", shown());
    // A handler that panics is answered; here that is a finding.
    assert!(!line.windows(13).any(|part| part == br#""code":"E099""#), "{}", shown());
}
