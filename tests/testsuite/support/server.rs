//! jm-serve over HTTP as a process, spoken to with bytes.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use super::process::{code, command};

/// A server that runs.
pub(crate) struct Server {
    child: Child,
    /// Where it listens, as it says: `127.0.0.1:PORT`.
    pub(crate) address: String,
}

impl Server {
    /// Starts one on a free port.
    pub(crate) fn start(arguments: &[&str]) -> Server {
        let mut child = command(env!("CARGO_BIN_EXE_jm-serve"), ["--http"].iter().chain(arguments))
            .spawn()
            .expect("the binary starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("stderr is a pipe"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("messages are UTF-8");
        let address = line.trim_end().strip_prefix("listening http://");
        let address = address.unwrap_or_else(|| unreachable!("{line}")).to_owned();
        thread::spawn(move || std::io::copy(&mut stderr, &mut std::io::stderr()));
        Server { child, address }
    }

    pub(crate) fn port(&self) -> &str {
        self.address.rsplit(':').next().expect("an address has a port")
    }

    /// A connection on which these bytes have been written.
    pub(crate) fn say(&self, bytes: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout can be set");
        // A server may have refused before all was written.
        drop(stream.write_all(bytes.as_ref()));
        stream
    }

    /// The answer to these bytes.
    pub(crate) fn ask(&self, bytes: impl AsRef<[u8]>) -> Answer {
        Answer::read(&mut self.say(bytes))
    }

    /// The answer of whoever listens there.
    pub(crate) fn ask_at(address: &str, bytes: impl AsRef<[u8]>) -> Answer {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.write_all(bytes.as_ref()).expect("the server reads");
        Answer::read(&mut stream)
    }

    /// The answer to a request of its own page: `extra` are header lines with their ends.
    pub(crate) fn request(&self, verb: &str, path: &str, extra: &str, body: &str) -> Answer {
        let length = body.len();
        self.ask(format!(
            "{verb} {path} HTTP/1.1\r\nHost: {}\r\n{extra}Content-Length: {length}\r\n\r\n{body}",
            self.address
        ))
    }

    /// The answer to a call.
    pub(crate) fn call(&self, method: &str, params: &str) -> Answer {
        self.request("POST", &format!("/v1/{method}"), "Content-Type: application/json\r\n", params)
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits for its end and gives the exit status.
    pub(crate) fn end(mut self) -> i32 {
        code(self.child.wait().expect("the child can be waited for"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// What came back.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    /// 0 where the connection was closed without one.
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// Reads one answer.
    pub(crate) fn read(stream: &mut TcpStream) -> Answer {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return Answer { head, ..Answer::default() };
            }
        }
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        let mut answer = Answer { status, head, body: String::new() };
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        if reader.read_exact(&mut body).is_ok() {
            answer.body = String::from_utf8(body).expect("a body is UTF-8");
        }
        answer
    }

    /// The value of a header, in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':').map(str::trim))
    }

    /// Its body as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| unreachable!("{self:?}"))
    }
}
