//! Sees in the bytes of a connection which heads of requests give the length of the body twice: by
//! its length and by an encoding. Whoever stands in front may have read the other one of the two.
//!
//! The HTTP library takes the encoding and says nothing of the length, so the bytes are looked at here. A
//! length that cannot be read here is refused too: what comes after it would be looked at in the wrong place.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// As much of a header line as is looked at.
const LINE: usize = 64;

/// How a head says where the body ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// There is none, or its length is given.
    Plain,
    /// It is chunked.
    Encoded,
    /// It is chunked and its length is given, or its length cannot be read.
    Unclear,
}

/// The heads of a connection, found as its bytes pass.
#[derive(Debug, Default)]
pub(super) struct Heads {
    state: State,
    /// The beginning of the current line.
    line: Vec<u8>,
    /// The request line of this head has been read.
    is_begun: bool,
    is_encoded: bool,
    length: Option<u64>,
    /// The length goes on behind what is looked at of its line.
    is_cut: bool,
    found: VecDeque<Head>,
}

#[derive(Debug, Default)]
enum State {
    /// Inside a head, or before one.
    #[default]
    Head,
    /// Inside a body with so many bytes to come.
    Body(u64),
    /// Behind the head of a body whose end only its encoding tells: the connection's last request.
    Rest,
}

impl Heads {
    /// The head of the next request.
    pub(super) fn next(&mut self) -> Head {
        // Nothing is known of a request that the bytes did not show: it is read as the worst.
        self.found.pop_front().unwrap_or(Head::Unclear)
    }

    fn feed(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            match self.state {
                State::Head => {
                    let end = memchr::memchr(b'\n', bytes);
                    let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
                    let room = LINE - self.line.len();
                    self.line.extend(line.iter().take(room));
                    bytes = rest.get(1..).unwrap_or_default();
                    if end.is_some() {
                        self.end_line();
                    }
                }
                State::Body(left) => {
                    let here = left.min(bytes.len() as u64);
                    bytes = &bytes[here as usize..];
                    self.state = if left == here { State::Head } else { State::Body(left - here) };
                }
                State::Rest => return,
            }
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        if line.is_empty() {
            // Lines before a request line are none of it.
            if std::mem::take(&mut self.is_begun) {
                self.end_head();
            }
            return;
        }
        if !std::mem::replace(&mut self.is_begun, true) {
            return;
        }
        let colon = memchr::memchr(b':', line).unwrap_or(line.len());
        let (name, value) = line.split_at(colon);
        if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_encoded = true;
        } else if name.eq_ignore_ascii_case(b"content-length") {
            self.is_cut |= line.len() == LINE;
            let value = std::str::from_utf8(value).unwrap_or_default();
            self.length = Some(value.trim_start_matches(':').trim().parse().unwrap_or(0));
        }
    }

    fn end_head(&mut self) {
        let length = self.length.take();
        let is_encoded = std::mem::take(&mut self.is_encoded);
        let is_cut = std::mem::take(&mut self.is_cut);
        let head = match (is_encoded, length) {
            (true, None) => Head::Encoded,
            (false, _) if !is_cut => Head::Plain,
            _ => Head::Unclear,
        };
        self.found.push_back(head);
        self.state = match (head, length) {
            (Head::Encoded | Head::Unclear, _) => State::Rest,
            (Head::Plain, Some(length)) if length > 0 => State::Body(length),
            (Head::Plain, _) => State::Head,
        };
    }
}

/// A connection whose heads are noted.
#[derive(Debug)]
pub(super) struct Observed {
    stream: TcpStream,
    heads: Arc<Mutex<Heads>>,
}

impl Observed {
    pub(super) fn new(stream: TcpStream, heads: Arc<Mutex<Heads>>) -> Observed {
        Observed { stream, heads }
    }
}

impl AsyncRead for Observed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        let new = buffer.filled().get(before..).unwrap_or_default();
        self.heads.lock().unwrap_or_else(PoisonError::into_inner).feed(new);
        polled
    }
}

impl AsyncWrite for Observed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_head_is_found_however_the_bytes_are_cut() {
        let bytes = "\r\nPOST / HTTP/1.1\r\nHost: x\r\ncontent-LENGTH: 12\r\n\r\n\
                     a: b\r\n\r\nxx\r\nGET / HTTP/1.1\nHost: content-length: 3\n\n\
                     POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length:5\r\n\r\n\
                     GET / HTTP/1.1\r\n\r\n";
        for size in 1..bytes.len() {
            let mut heads = Heads::default();
            bytes.as_bytes().chunks(size).for_each(|piece| heads.feed(piece));
            assert_eq!(heads.found, [Head::Plain, Head::Plain, Head::Unclear], "by {size}");
        }
    }

    #[test]
    fn a_length_that_is_not_seen_whole_is_not_guessed_at() {
        for fill in [" ", "0"] {
            let mut heads = Heads::default();
            let fill = fill.repeat(LINE);
            let head = format!("POST / HTTP/1.1\r\nContent-Length:{fill}20\r\n\r\n");
            heads.feed(head.as_bytes());
            heads.feed(b"GET / HTTP/1.1\r\n\r\n\r\n");
            assert_eq!(heads.found, [Head::Unclear], "{head}");
        }
    }

    #[test]
    fn an_encoding_alone_is_no_fault() {
        let mut heads = Heads::default();
        heads.feed(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        assert_eq!((heads.next(), heads.next()), (Head::Encoded, Head::Unclear));
    }
}
