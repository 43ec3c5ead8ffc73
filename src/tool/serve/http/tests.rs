//! What happens at the limits that are long: the same server, with short ones.

use super::*;
use std::io::{Read, Write};
use std::net::TcpStream as Stream;
use std::time::Instant;
use tokio::net::TcpSocket;

/// The limits of everybody, but a request takes a second at most.
fn short() -> Limits {
    let second = Duration::from_secs(1);
    Limits { request: second, head: second / 4, connections: 1, ..Limits::default() }
}

/// A server on a thread of its own, as long as the test runs.
fn start(limits: Limits) -> SocketAddr {
    let listener = std::net::TcpListener::bind((HOST, 0)).expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    listener.set_nonblocking(true).expect("the mode can be set");
    let rules = Rules { token: None, allow_remote: false, allow_origin: None };
    let site = Arc::new(Site::new(limits, rules, Defaults::default()));
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime can be made").block_on(async {
            let listener = TcpListener::from_std(listener).expect("it is a socket");
            hear(&listener, &site, &GracefulShutdown::new()).await;
        });
    });
    address
}

/// A connection that holds little of what comes.
fn connect(address: SocketAddr) -> Stream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let stream = runtime.expect("a runtime can be made").block_on(async {
        let socket = TcpSocket::new_v4().expect("a socket can be made");
        socket.set_recv_buffer_size(4 << 10).expect("its size can be set");
        socket.connect(address).await.expect("the server listens").into_std()
    });
    let stream = stream.expect("it is a socket");
    stream.set_nonblocking(false).expect("the mode can be set");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout can be set");
    stream
}

fn say(address: SocketAddr, text: &str) -> Stream {
    let mut stream = connect(address);
    stream.write_all(text.as_bytes()).expect("the server reads");
    stream
}

/// All that comes until the connection ends, however it ends.
fn rest(mut stream: Stream) -> String {
    let mut bytes = Vec::new();
    drop(stream.read_to_end(&mut bytes));
    String::from_utf8(bytes).expect("an answer is UTF-8")
}

fn post(method: &str, length: usize) -> String {
    format!(
        "POST /v1/{method} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n"
    )
}

#[test]
fn these_are_the_limits_of_everybody() {
    let Limits { head, body, request, farewell, header_lines, head_bytes, connections } =
        Limits::default();
    assert_eq!([head, body, request, farewell].map(|limit| limit.as_secs()), [5, 10, 30, 10]);
    assert_eq!((header_lines, head_bytes, connections), (64, 65_536, 64));
}

#[test]
fn a_request_takes_only_so_long() {
    let address = start(short());
    let begun = Instant::now();
    let answer = rest(say(address, &(post("hello", 2) + "{")));
    assert!(answer.starts_with("HTTP/1.1 503 ") && answer.contains("E099"), "{answer}");
    assert!((1..8).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
}

#[test]
fn an_answer_that_nobody_takes_gives_its_place_to_others() {
    let address = start(short());
    let body = format!("{{\"text\":\"[{}]\"}}", "'a',".repeat(10_000));
    let deaf = say(address, &(post("repair", body.len()) + &body));
    // There is room for one, so this one waits until the other has been given up.
    let heard =
        rest(say(address, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
    assert!(heard.ends_with("{\"ok\":true}\n"), "{heard}");
    let cut = rest(deaf);
    assert!(cut.starts_with("HTTP/1.1 200 ") && !cut.ends_with('\n'), "{} bytes", cut.len());
}
