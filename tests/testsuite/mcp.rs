//! jm-serve as a server of the Model Context Protocol: lines in, lines out.

use serde_json::{Value, json};

use crate::support::corpus::{lines, member, project};
use crate::support::process::{Done, code, command, run};

const BINARY: &str = env!("CARGO_BIN_EXE_jm-serve");

/// What every request of the era without a handshake has in its `_meta`.
fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// A line of a case as it is sent: text as it stands, anything else as JSON.
fn sent(line: &Value, is_modern: bool) -> String {
    if let Value::String(text) = line {
        return text.clone();
    }
    let mut line = line.clone();
    if is_modern && line["params"].is_object() {
        line["params"]["_meta"] = meta();
    }
    line.to_string()
}

fn serve(input: &str) -> Done {
    run(&mut command(BINARY, ["--mcp"]), input.as_bytes())
}

/// Whether all that is expected is there; of an object, further members may be.
fn holds(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => expected
            .iter()
            .all(|(name, value)| holds(value, found.get(name).unwrap_or(&json!("-")))),
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(a, b)| holds(a, b))
        }
        _ => expected == found,
    }
}

#[test]
fn lines_are_answered_as_the_cases_say() {
    for case in lines(&project("tests/conformance/mcp.jsonl")) {
        let id = member(&case, "id");
        let is_modern = case["modern"] == true;
        let sent: Vec<_> =
            case["in"].as_array().into_iter().flatten().map(|line| sent(line, is_modern)).collect();
        let whole = serve(&sent.iter().map(|line| format!("{line}\n")).collect::<String>());
        assert_eq!((whole.status, &*whole.stderr), (0, ""), "{id}");
        let found: Vec<Value> = whole
            .stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap_or_else(|_| unreachable!("{id}: {line}")))
            .collect();
        assert!(holds(&case["out"], &Value::Array(found)), "{id}: {}", whole.stdout);
        // As Windows ends lines, and without an end of the last.
        assert_eq!(serve(&sent.join("\r\n")).stdout, whole.stdout, "{id}");
    }
}

#[test]
fn what_is_structured_is_what_the_text_says_and_what_the_schema_asks_for() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let mut input = format!("{hello}\n{}\n", r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#);
    let texts = ["", "{}", "{a:1,b:[\"x\" \"y\"", "[1,2,]", "[1e400]", "{:1}", "nothing", "[[[["];
    let names = ["gate", "repair", "validate", "readiness"];
    for (name, text) in names.iter().flat_map(|name| texts.iter().map(move |text| (name, text))) {
        let arguments = json!({"text": text, "schema": "{!a:integer}"});
        let params = json!({"name": name, "arguments": arguments});
        let call = json!({"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": params});
        input.push_str(&format!("{call}\n"));
    }
    let done = serve(&input);
    let mut answers = done.stdout.lines().skip(1).map(|line| {
        serde_json::from_str::<Value>(line).unwrap_or_else(|_| unreachable!("{line}"))["result"]
            .take()
    });
    let tools = answers.next().expect("the tools are listed");
    for (index, result) in answers.enumerate() {
        if result["isError"] == true {
            assert!(result["content"][0]["text"].as_str().is_some_and(|text| !text.is_empty()));
            continue;
        }
        let schema = &tools["tools"][index / texts.len()]["outputSchema"];
        assert!(jsonschema::is_valid(schema, &result["structuredContent"]), "{result}");
        let text = result["content"][0]["text"].as_str().expect("a result has a text");
        assert_eq!(
            serde_json::from_str::<Value>(text).ok().as_ref(),
            Some(&result["structuredContent"])
        );
        assert_eq!(result["structuredContent"].get("value"), None);
    }
}

#[test]
fn a_line_that_is_too_long_is_answered_and_the_next_is_heard() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let done = serve(&format!("{}\n{ping}\n", "x".repeat((8 << 20) + 1)));
    let answers: Vec<_> = done.stdout.lines().collect();
    assert!(answers[0].contains("-32700") && answers[0].contains("at most 8388608 bytes"));
    assert_eq!(answers[1..], [r#"{"jsonrpc":"2.0","id":1,"result":{}}"#]);
}

#[test]
fn a_closed_output_ends_quietly_with_141() {
    use std::io::Write;
    let mut child = command(BINARY, ["--mcp"]).spawn().expect("the binary starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    while stdin.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n").is_ok() {}
    let output = child.wait_with_output().expect("the child can be waited for");
    assert_eq!((code(output.status), &*output.stderr), (141, &b""[..]));
}

#[test]
fn what_is_printed_for_a_client_is_one_text_and_says_where_it_belongs() {
    for (name, starts) in [
        ("cursor", r#"{"mcpServers":{"jsonmend":{"command":"/"#),
        ("cline", r#"{"mcpServers":{"jsonmend":{"command":"/"#),
        ("windsurf", r#"{"mcpServers":{"jsonmend":{"command":"/"#),
        ("claude-desktop", r#"{"mcpServers":{"jsonmend":{"command":"/"#),
        ("vscode", r#"{"servers":{"jsonmend":{"type":"stdio","command":"/"#),
        ("zed", r#"{"context_servers":{"jsonmend":{"source":"custom","command":"/"#),
        ("claude", "claude mcp add --transport stdio jsonmend -- /"),
        ("codex", "[mcp_servers.jsonmend]\ncommand = \"/"),
    ] {
        let done = run(&mut command(BINARY, ["--mcp", &format!("--print-config={name}")]), b"");
        assert!(done.stdout.starts_with(starts), "{name}: {}", done.stdout);
        assert!(done.stdout.contains("/jm-serve") && done.stdout.contains("--mcp"));
        assert!(done.stderr.starts_with(&format!("jm-serve: for {name}: ")), "{}", done.stderr);
        assert_eq!(done.status, 0);
    }
    for (name, shown) in [
        ("cursor", r#""args":["--mcp","--profile","agent","--schema={!a:string}"]"#),
        ("codex", r#"args = ["--mcp","--profile","agent","--schema={!a:string}"]"#),
        ("claude", "--mcp --profile agent '--schema={!a:string}'"),
    ] {
        let options =
            ["--mcp", "--print-config", name, "--profile", "agent", "--schema={!a:string}"];
        let done = run(&mut command(BINARY, options), b"");
        assert!(done.stdout.contains(shown), "{}", done.stdout);
    }
    let done = run(&mut command(BINARY, ["--print-config=zed"]), b"");
    assert_eq!(done.status, 2, "{}", done.stderr);
}

#[cfg(feature = "http")]
mod over_http {
    use super::{Value, json, meta};
    use crate::support::server::{Answer, Server};

    const ACCEPT: &str =
        "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";

    fn post(server: &Server, headers: &str, message: &str) -> Answer {
        server.request("POST", "/mcp", &format!("{ACCEPT}{headers}"), message)
    }

    fn modern(method: &str, mut params: Value) -> String {
        params["_meta"] = meta();
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
    }

    #[test]
    fn arguments_are_read_as_they_were_written() {
        let server = Server::start(&[]);
        // Two numbers that are the same double.
        let arguments = json!({"text": "12345678901234567890124", "schema_json": {"maximum": "N"}});
        let params = json!({"name": "validate", "arguments": arguments});
        let headers =
            "Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: validate\r\n";
        let legacy =
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params.clone()});
        for (headers, message) in
            [("", legacy.to_string()), (headers, modern("tools/call", params))]
        {
            let message = message.replace("\"N\"", "12345678901234567890123");
            let answer = post(&server, headers, &message).json();
            let is_fitting = &answer["result"]["structuredContent"]["schema"]["ok"];
            assert_eq!(is_fitting, false, "{message}: {answer}");
        }
    }

    #[test]
    fn every_message_is_a_request_of_its_own() {
        let server = Server::start(&[]);
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"}});
        let legacy = |method: &str, params: &Value| {
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
        };
        let call = json!({"name": "gate", "arguments": {"text": "{a:1}"}});
        let version = "Mcp-Protocol-Version: 2026-07-28\r\n";
        let named = format!("{version}Mcp-Method: tools/call\r\nMcp-Name: gate\r\n");
        for (headers, message, status, path, expected) in [
            ("", legacy("initialize", &hello), 200, "/result/protocolVersion", json!("2025-06-18")),
            ("", legacy("tools/list", &json!({})), 200, "/result/tools/0/name", json!("gate")),
            (
                "",
                legacy("tools/call", &call),
                200,
                "/result/structuredContent/executable",
                json!(true),
            ),
            (
                &*named,
                modern("tools/call", call.clone()),
                200,
                "/result/resultType",
                json!("complete"),
            ),
            (
                &format!("{version}Mcp-Method: server/discover\r\n"),
                modern("server/discover", json!({})),
                200,
                "/result/cacheScope",
                json!("private"),
            ),
            (
                &named.replace("gate", "=?base64?Z2F0ZQ==?="),
                modern("tools/call", call.clone()),
                200,
                "/result/isError",
                json!(false),
            ),
            (
                &named.replace("gate", "repair"),
                modern("tools/call", call.clone()),
                400,
                "/error/code",
                json!(-32020),
            ),
            (
                &format!("{version}Mcp-Method: nothing\r\n"),
                modern("nothing", json!({})),
                404,
                "/error/code",
                json!(-32601),
            ),
            ("", "{".into(), 400, "/error/code", json!(-32700)),
        ] {
            let answer = post(&server, headers, &message);
            assert_eq!(answer.status, status, "{headers}{message}: {answer:?}");
            assert_eq!(answer.json().pointer(path), Some(&expected), "{message}: {answer:?}");
            assert_eq!(answer.header("content-type"), Some("application/json"));
            assert_eq!(answer.header("mcp-session-id"), None);
        }
        let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        for accept in ["", "Accept: */*\r\n", "Accept: application/json\r\n"] {
            let lines = format!("Content-Type: application/json\r\n{accept}");
            let answer = server.request("POST", "/mcp", &lines, &legacy("tools/list", &json!({})));
            assert_eq!(answer.status, 200, "{accept}: {answer:?}");
        }
        let answer = post(&server, "", notification);
        assert_eq!((answer.status, &*answer.body), (202, ""));
        for verb in ["GET", "DELETE"] {
            assert_eq!(server.request(verb, "/mcp", ACCEPT, "").status, 405);
        }
        assert_eq!(post(&server, "Origin: http://evil.example\r\n", notification).status, 403);
    }

    #[test]
    fn what_is_no_message_is_answered_as_over_stdio() {
        let server = Server::start(&[]);
        let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
        let unknown = "Mcp-Protocol-Version: 1999-01-01\r\n";
        for (headers, message, code, id) in [
            ("", format!("[{ping}]"), -32600, json!(null)),
            ("", "5".into(), -32600, json!(null)),
            ("", ping.replace(r#""jsonrpc":"2.0","#, ""), -32600, json!(1)),
            ("", ping.replace(":1,", ":null,"), -32600, json!(null)),
            ("", ping.replace(":1,", ":1.5,"), -32600, json!(null)),
            ("", " ".into(), -32700, json!(null)),
            (unknown, ping.replace("ping", "tools/list"), -32022, json!(1)),
        ] {
            let answer = post(&server, headers, &message);
            assert_eq!(answer.status, 400, "{message}: {answer:?}");
            assert_eq!(answer.header("content-type"), Some("application/json"));
            let body = answer.json();
            assert_eq!((&body["error"]["code"], &body["id"]), (&json!(code), &id), "{message}");
        }
    }
}
