//! An option whose feature is not built in is refused by name.

#[cfg(not(all(feature = "http", feature = "mcp", feature = "json-schema")))]
use crate::support::process::{command, run};

#[cfg(not(feature = "http"))]
#[test]
fn http_that_is_not_built_in_is_named() {
    let done = run(&mut command(env!("CARGO_BIN_EXE_jm-serve"), ["--http"]), b"");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("--http is not built in: it is the feature http"));
}

#[cfg(not(feature = "mcp"))]
#[test]
fn mcp_that_is_not_built_in_is_named() {
    for arguments in [&["--mcp"][..], &["--mcp", "--print-config=zed"]] {
        let done = run(&mut command(env!("CARGO_BIN_EXE_jm-serve"), arguments), b"");
        assert_eq!(done.status, 2);
        assert!(done.stderr.contains("--mcp is not built in: it is the feature mcp"));
    }
}

#[cfg(not(feature = "json-schema"))]
#[test]
fn json_schema_that_is_not_built_in_is_named() {
    let arguments = ["--schema-json", "/dev/null"];
    let done = run(&mut command(env!("CARGO_BIN_EXE_jm-repair"), arguments), b"1");
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("--schema-json is not built in"));
    let request = br#"{"id":1,"method":"repair","params":{"text":"1","schema_json":{}}}"#;
    let served = run(&mut command(env!("CARGO_BIN_EXE_jm-serve"), ["--stdio"]), request);
    assert!(served.stdout.contains("the feature json-schema is not built in"), "{}", served.stdout);
}
