//! jm-serve over HTTP, asked with bytes as no client would send them.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::support::corpus::project;
use crate::support::process::{command, run};
use crate::support::server::{Answer, Server};

/// The most bytes of a body.
const MAX_BODY: usize = 8 << 20;

const JSON: &str = "Content-Type: application/json\r\n";

/// A file that holds a token.
fn token_file(token: &str) -> NamedTempFile {
    let file = NamedTempFile::new().expect("a file can be made");
    fs::write(file.path(), token).expect("the file can be written");
    file
}

#[test]
fn every_path_answers_with_the_status_that_follows_from_its_error() {
    let server = Server::start(&[]);
    for (path, params, status, code) in [
        ("hello", "", 200, None),
        ("hello", "{}", 200, None),
        ("repair", r#"{"text":"{a:1}"}"#, 200, None),
        ("analyze", r#"{"text":"{:1}"}"#, 200, None),
        ("validate", r#"{"text":"[1,]"}"#, 200, None),
        ("readiness", r#"{"text":"[1]"}"#, 200, None),
        ("reduce", r#"{"input":{"toolName":"x","stdout":"y"}}"#, 200, None),
        ("reduce", r#"{"input":{}}"#, 400, Some("E050")),
        ("repair", r#"{"text":"{:1}"}"#, 422, Some("E003")),
        ("repair", r#"{"text":"[1","profile":"agent"}"#, 422, Some("E010")),
        ("repair", r#"{"text":"[[1]]","max_depth":1}"#, 422, Some("E020")),
        ("repair", "{}", 400, Some("E050")),
        ("repair", r#"{"text":"[1]","max_depth":"x"}"#, 400, Some("E050")),
        ("repair", r#"{"text":"[1]","schema":"{"}"#, 400, Some("E071")),
        ("repair", "[]", 400, Some("E060")),
        ("repair", "{", 400, Some("E060")),
        ("watch.start", "{}", 501, Some("E050")),
        ("shutdown", "{}", 404, Some("E050")),
        ("nothing", "{}", 404, Some("E050")),
    ] {
        let answer = server.call(path, params);
        assert_eq!(answer.status, status, "{path} {params}: {answer:?}");
        let body = answer.json();
        assert_eq!(body["error"]["code"].as_str(), code, "{path} {params}");
        assert_eq!(body["ok"], code.is_none(), "{path} {params}");
        assert_eq!(body.get("id"), None);
    }
    assert_eq!(server.request("GET", "/healthz", "", "").body, "{\"ok\":true}\n");
    assert_eq!(server.request("GET", "/nothing", "", "").status, 404);
    for (verb, path) in [("GET", "/v1/hello"), ("POST", "/healthz"), ("PUT", "/openapi.json")] {
        let answer = server.request(verb, path, JSON, "{}");
        assert_eq!(answer.status, 405, "{verb} {path}");
        assert!(answer.header("allow").is_some());
    }
}

#[test]
fn an_answer_says_the_same_as_over_stdio_and_numbers_stay_as_they_are() {
    let server = Server::start(&["--profile=strict"]);
    let answer = server.call("analyze", r#"{"text":"{\"a\":12345678901234567890.10}"}"#);
    assert!(answer.body.contains(r#""value":{"a":12345678901234567890.10}"#), "{}", answer.body);
    let refused = server.call("repair", r#"{"text":"{a:1}"}"#);
    assert_eq!((refused.status, refused.json()["error"]["code"].as_str()), (422, Some("E010")));
    let latin = [b"POST /v1/repair HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{\xe9}".as_slice()].concat();
    assert_eq!(server.ask(latin).status, 400);
}

#[test]
fn the_conversation_of_the_guide_is_real() {
    let page = fs::read_to_string(project("docs/GUIDE.md")).expect("the page is there");
    let (_, block) = page.split_once("```sh\njm-serve --http 8080 &\n").expect("it is shown");
    let (commands, _) = block.split_once("```").expect("a block has an end");
    if Command::new("curl").arg("--version").output().is_err() {
        return println!("skipped: curl is not installed");
    }
    let server = Server::start(&[]);
    for line in commands.lines() {
        let (command, shown) = line.split_once(" # ").expect("an answer is shown");
        let command = command.replace("127.0.0.1:8080", &server.address);
        let done = Command::new("sh").args(["-c", &command.replace("curl", "curl -s")]).output();
        let answer = String::from_utf8(done.expect("sh runs").stdout).expect("answers are UTF-8");
        let (answer, shown) = (answer.trim_end(), shown.trim());
        let is_shown = match shown.split_once('…') {
            Some((start, end)) => answer.starts_with(start) && answer.ends_with(end),
            None => answer == shown,
        };
        assert!(is_shown, "{command}: {answer}");
    }
}

#[test]
fn the_description_names_every_method_and_nothing_else() {
    let server = Server::start(&[]);
    let answer = server.request("GET", "/openapi.json", "", "");
    let description = answer.json();
    for method in jsonmend::protocol::METHODS {
        let path = &description["paths"][format!("/v1/{}", method.name)];
        assert_eq!(path.is_object(), !method.needs_stream, "{}", method.name);
    }
    for path in description["paths"].as_object().expect("paths are listed").keys() {
        let verb = if description["paths"][path].get("get").is_some() { "GET" } else { "POST" };
        let found = server.request(verb, path, "Content-Type: application/json\r\n", "{}");
        assert!(!matches!(found.status, 404 | 405), "{path}: {found:?}");
    }
}

#[test]
fn other_machines_are_let_in_only_with_a_token() {
    let token = token_file("\u{feff}s3cret\r\n");
    let file = token.path().to_str().expect("the path is text");
    for (arguments, message) in [
        (&["--http=0.0.0.0:0"][..], "needs --allow-remote"),
        (&["--http", "0.0.0.0:0"], "needs --allow-remote"),
        (&["--http=0.0.0.0:0", "--allow-remote"], "--allow-remote needs --token-file"),
        (&["--http=[::]:0", "--token-file", file], "needs --allow-remote"),
        (&["--http=nowhere"], "--http takes HOST:PORT or PORT"),
        (&["--http", "--token-file", "/dev/null"], "a token is one word"),
        (&["--http", "--token-file", "/nowhere"], "E051"),
        (&["--http", "--stdio"], "cannot be combined"),
        (&["--token-file", file], "--token-file needs --http"),
        (&["--http", "--allow-origin=x"], "an origin, such as"),
        (&["--http", "1", "2"], "as the address of --http"),
    ] {
        let done = run(&mut command(env!("CARGO_BIN_EXE_jm-serve"), arguments), b"");
        assert_eq!(done.status, 2, "{arguments:?}");
        assert!(done.stderr.contains(message), "{arguments:?}: {}", done.stderr);
    }
    let server = Server::start(&["0.0.0.0:0", "--allow-remote", "--token-file", file]);
    let port = server.port();
    for (token, status) in [
        ("", 401),
        ("Authorization: Bearer s3cre\r\n", 401),
        ("Authorization: Bearer s3cret2\r\n", 401),
        ("Authorization: Basic s3cret\r\n", 401),
        ("Authorization: Bearer s3cret\r\nAuthorization: Bearer x\r\n", 401),
        ("Authorization: Bearer s3cret\r\n", 200),
        ("authorization: bearer s3cret\r\n", 200),
    ] {
        // The address that a connection came to is a host, a name of the machine is none.
        for (host, status) in [("127.0.0.1", status), ("example.com", 403)] {
            let answer = Server::ask_at(
                &format!("127.0.0.1:{port}"),
                format!("GET /healthz HTTP/1.1\r\nHost: {host}:{port}\r\n{token}\r\n"),
            );
            assert_eq!(answer.status, status, "{host} {token}");
            assert_eq!(answer.header("www-authenticate").is_some(), status == 401);
        }
    }
}

#[test]
fn a_request_names_this_host_once() {
    let server = Server::start(&[]);
    for (lines, status) in [
        ("Host: localhost\r\n", 200),
        ("Host: LOCALHOST:1\r\n", 200),
        ("Host: 127.0.0.1:65535\r\n", 200),
        ("Host: [::1]\r\n", 200),
        ("", 403),
        ("Host:\r\n", 403),
        ("Host: evil.example\r\n", 403),
        ("Host: localhost.evil.example\r\n", 403),
        ("Host: evil@localhost\r\n", 403),
        ("Host: 127.0.0.2\r\n", 403),
        ("Host: localhost\r\nHost: localhost\r\n", 403),
        ("Host: localhost\r\nHost: evil.example\r\n", 403),
    ] {
        let answer = server.ask(format!("GET /healthz HTTP/1.1\r\n{lines}\r\n"));
        assert_eq!(answer.status, status, "{lines}");
        assert!(!answer.body.contains("evil") && !answer.head.contains("evil"));
    }
    let elsewhere = "GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    assert_eq!(server.ask(elsewhere).status, 403);
    assert_eq!(server.ask("GET /healthz HTTP/1.0\r\n\r\n").status, 403);
}

#[test]
fn pages_of_other_origins_are_not_heard() {
    let server = Server::start(&[]);
    let port = server.port();
    for (origin, status) in [
        (format!("http://127.0.0.1:{port}"), 200),
        (format!("http://localhost:{port}"), 200),
        (format!("https://127.0.0.1:{port}"), 403),
        ("http://127.0.0.1".into(), 403),
        ("http://127.0.0.1:1".into(), 403),
        (format!("http://evil.example:{port}"), 403),
        ("null".into(), 403),
        ("".into(), 403),
        (format!("http://127.0.0.1:{port}\r\nOrigin: http://evil.example"), 403),
    ] {
        let answer =
            server.request("POST", "/v1/hello", &format!("{JSON}Origin: {origin}\r\n"), "");
        assert_eq!(answer.status, status, "{origin}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let preflight = server.request("OPTIONS", "/v1/hello", "", "");
    assert_eq!(preflight.status, 405);
}

#[test]
fn one_other_origin_may_be_let_in_and_no_third() {
    let server = Server::start(&["--allow-origin", "https://app.example"]);
    let asks = "Access-Control-Request-Method: POST\r\n";
    for (origin, status) in [
        ("https://app.example", 204),
        ("https://app.example.evil", 403),
        ("http://app.example", 403),
    ] {
        let lines = format!("Origin: {origin}\r\n{asks}");
        let answer = server.request("OPTIONS", "/v1/repair", &lines, "");
        assert_eq!(answer.status, status, "{origin}");
        let permitted = answer.header("access-control-allow-origin");
        assert_eq!(permitted, (status == 204).then_some("https://app.example"));
        assert_eq!(answer.header("vary"), Some("origin"));
        assert_eq!(answer.header("access-control-allow-credentials"), None);
    }
    let shouted = Server::start(&["--allow-origin", "https://APP.example:443"]);
    for server in [&server, &shouted] {
        let lines = format!("{JSON}Origin: https://app.example\r\n");
        assert_eq!(server.request("POST", "/v1/hello", &lines, "").status, 200);
    }
    let lines = format!("{JSON}Origin: https://app.example\r\n");
    let answer = server.request("POST", "/v1/hello", &lines, "");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://app.example"));
}

#[test]
fn a_body_has_to_be_said_to_be_json() {
    let server = Server::start(&[]);
    for (lines, status) in [
        ("", 415),
        ("Content-Type: text/plain\r\n", 415),
        ("Content-Type: application/jsonp\r\n", 415),
        ("Content-Type: application/json\r\nContent-Type: text/plain\r\n", 415),
        ("Content-Type: Application/JSON; charset=utf-8\r\n", 200),
        ("Content-Type: application/json\r\nContent-Encoding: gzip\r\n", 415),
        ("Content-Type: application/json\r\nContent-Encoding: Identity\r\n", 200),
    ] {
        assert_eq!(server.request("POST", "/v1/hello", lines, "{}").status, status, "{lines}");
    }
}

#[test]
fn a_body_that_is_too_long_is_refused_before_it_comes() {
    let server = Server::start(&[]);
    let head = format!("POST /v1/hello HTTP/1.1\r\nHost: localhost\r\n{JSON}");
    let length = MAX_BODY + 1;
    let answer = server.ask(format!("{head}Content-Length: {length}\r\n\r\n"));
    assert_eq!((answer.status, answer.json()["error"]["code"].as_str()), (413, Some("E050")));
    let expecting = format!("{head}Expect: 100-continue\r\nContent-Length: {length}\r\n\r\n");
    assert_eq!(server.ask(expecting).status, 413);
    let body = format!("{{\"text\":\"{}\"}}", "x".repeat(MAX_BODY - 11));
    assert_eq!(body.len(), MAX_BODY);
    assert_eq!(server.call("hello", &body).status, 200);

    let mut stream = server.say(format!("{head}Transfer-Encoding: chunked\r\n\r\n"));
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..=MAX_BODY / 0x10000 {
        if stream.write_all(chunk.as_bytes()).is_err() {
            break;
        }
    }
    assert_eq!(Answer::read(&mut stream).status, 413);
    let chunked = format!("{head}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n");
    assert_eq!(server.ask(chunked).status, 200);
}

#[test]
fn who_writes_all_of_a_body_hears_why_it_was_not_read() {
    let server = Server::start(&[]);
    let body = "x".repeat(2 * MAX_BODY);
    for (path, lines, status) in [
        ("/v1/hello", JSON, 413),
        ("/v1/hello", "Content-Type: text/plain\r\n", 415),
        ("/v1/hello", "Content-Type: application/json\r\nOrigin: null\r\n", 403),
        ("/v1/nothing", JSON, 404),
        ("/mcp", JSON, 413),
        ("/healthz", JSON, 405),
    ] {
        let length = body.len();
        let head = format!("POST {path} HTTP/1.1\r\nHost: localhost\r\n{lines}");
        let mut stream = server.say(format!("{head}Content-Length: {length}\r\n\r\n"));
        stream.write_all(body.as_bytes()).expect("all of it is taken");
        assert_eq!(Answer::read(&mut stream).status, status, "{path} {lines}");
        let again = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
        stream.write_all(again.as_bytes()).expect("the connection is open");
        assert_eq!(Answer::read(&mut stream).status, 200, "{path} {lines}");
    }
}

#[test]
fn a_length_that_is_given_twice_is_refused() {
    let server = Server::start(&[]);
    let both = ["Content-Length: 2\r\n", "Transfer-Encoding: chunked\r\n"];
    for lines in [both.concat(), format!("{}{}", both[1], both[0])] {
        let head = format!("POST /v1/hello HTTP/1.1\r\nHost: localhost\r\n{JSON}{lines}\r\n");
        let answer = server.ask(format!("{head}2\r\n{{}}\r\n0\r\n\r\n"));
        assert_eq!(answer.status, 400, "{lines}");
    }
}

#[test]
fn a_connection_serves_one_request_after_the_other_and_closes_when_idle() {
    let server = Server::start(&[]);
    let request = format!(
        "POST /v1/hello HTTP/1.1\r\nHost: localhost\r\n{JSON}Content-Length: 2\r\n\r\n{{}}"
    );
    let mut stream = server.say("");
    for _ in 0..3 {
        stream.write_all(request.as_bytes()).expect("the connection is open");
        assert_eq!(Answer::read(&mut stream).status, 200);
    }
    assert_closed_within(&mut stream, 4..20);
}

#[test]
fn a_head_has_to_come_in_time_and_be_short() {
    let server = Server::start(&[]);
    let mut slow = server.say("GET /healthz HTTP/1.1\r\nHost: loc");
    let many: String = (0..65).map(|n| format!("X-{n}: 1\r\n")).collect();
    // Up to twice what is held may be taken.
    let long = "x".repeat(128 << 10);
    for lines in [many, format!("X: {long}\r\n")] {
        let answer = server.ask(format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n"));
        assert!(matches!(answer.status, 431 | 0), "{}: {}", lines.len(), answer.status);
    }
    assert_closed_within(&mut slow, 4..20);
}

/// The connection is closed without an answer, after this many seconds.
fn assert_closed_within(stream: &mut TcpStream, seconds: std::ops::Range<u64>) {
    let start = Instant::now();
    let mut rest = Vec::new();
    drop(stream.read_to_end(&mut rest));
    assert!(seconds.contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    assert!(!rest.starts_with(b"HTTP/1.1 200"));
}

#[test]
fn a_body_has_to_come_in_time() {
    let server = Server::start(&[]);
    let head = format!("POST /v1/hello HTTP/1.1\r\nHost: localhost\r\n{JSON}");
    let start = Instant::now();
    let answer = server.ask(format!("{head}Content-Length: 2\r\n\r\n{{"));
    assert_eq!(answer.status, 408);
    assert!((9..25).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
}

#[test]
fn there_are_64_connections_at_once() {
    let server = Server::start(&[]);
    let mut held: Vec<_> = (0..64).map(|_| server.say("GET /healthz")).collect();
    thread::sleep(Duration::from_millis(300));
    let mut waiting = server.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    waiting.set_read_timeout(Some(Duration::from_millis(700))).expect("a timeout can be set");
    let mut byte = [0];
    assert!(waiting.read(&mut byte).is_err(), "it waits");
    held.pop();
    waiting.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout can be set");
    assert_eq!(Answer::read(&mut waiting).status, 200);
}

#[test]
fn long_work_holds_nobody_up() {
    let server = Server::start(&[]);
    let body = format!("{{\"text\":\"[{}\"}}", "{a:'b'},".repeat(200_000));
    let head = format!("POST /v1/repair HTTP/1.1\r\nHost: localhost\r\n{JSON}");
    let mut long = server.say(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()));
    assert_eq!(server.request("GET", "/healthz", "", "").status, 200);
    long.set_nonblocking(true).expect("the mode can be set");
    assert!(long.read(&mut [0]).is_err(), "the long answer is not there yet");
    long.set_nonblocking(false).expect("the mode can be set");
    assert_eq!(Answer::read(&mut long).status, 200);
}

#[test]
fn a_signal_lets_answers_end_and_a_second_does_not() {
    let head = format!("POST /v1/hello HTTP/1.1\r\nHost: localhost\r\n{JSON}");
    for signal in ["TERM", "INT"] {
        let server = Server::start(&[]);
        let _idle = server.say("");
        let mut open = server.say(format!("{head}Content-Length: 2\r\n\r\n{{"));
        thread::sleep(Duration::from_millis(300));
        server.signal(signal);
        thread::sleep(Duration::from_millis(300));
        assert!(TcpStream::connect(&server.address).is_err(), "nobody new is heard");
        open.write_all(b"}").expect("the connection is open");
        assert_eq!(Answer::read(&mut open).status, 200);
        assert_eq!(server.end(), 0);
    }
    for (signal, status) in [("TERM", 143), ("INT", 130)] {
        let server = Server::start(&[]);
        let _open = server.say(format!("{head}Content-Length: 2\r\n\r\n{{"));
        thread::sleep(Duration::from_millis(300));
        server.signal(signal);
        thread::sleep(Duration::from_millis(300));
        server.signal(signal);
        assert_eq!(server.end(), status);
    }
}

#[test]
fn the_page_asks_for_nothing_elsewhere_and_comes_without_a_token() {
    let token = token_file("s3cret");
    let server = Server::start(&["--token-file", token.path().to_str().expect("the path is text")]);
    for (path, media) in [
        ("/", "text/html; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/script.js", "text/javascript; charset=utf-8"),
    ] {
        let answer = server.request("GET", path, "", "");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(media)));
        let policy = answer.header("content-security-policy").expect("there is a policy");
        for rule in ["default-src 'none'", "script-src 'self'", "style-src 'self'"] {
            assert!(policy.contains(rule), "{policy}");
        }
        assert!(policy.contains("connect-src 'self'") && policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert!(!answer.body.contains("http://") && !answer.body.contains("https://"), "{path}");
    }
    assert_eq!(server.call("hello", "{}").status, 401);
}

#[test]
fn no_answer_is_guessed_at_or_kept() {
    let server = Server::start(&[]);
    for answer in [
        server.call("hello", "{}"),
        server.call("nothing", "{}"),
        server.request("GET", "/healthz", "", ""),
        server.request("GET", "/healthz", "Origin: null\r\n", ""),
    ] {
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
    }
}
