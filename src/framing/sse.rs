//! Events as text: server-sent events as they are met in captures and behind proxies, lines of JSON,
//! arrays that grow, and what curl puts between them.

use super::balance::{Balance, Step};
use super::event::{DONE, Event};
use super::frame::{Fault, Frame, Frames, with_text};
use super::page::Page;

/// Where in a line the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first byte that is no space.
    Start,
    /// In a line that is read to its end.
    Line,
    /// After a `[` that may open an array of payloads.
    Bracket,
    /// In a JSON value.
    Value,
    /// After a JSON value.
    After,
    /// In what is dropped up to the line's end.
    Discard,
}

/// Reads text that holds events.
#[derive(Debug)]
pub(super) struct Text {
    /// The most bytes of an event.
    max: usize,
    /// Whether an array may hold payloads.
    arrays: bool,
    state: State,
    /// What has come of the line or the value.
    held: Vec<u8>,
    /// Whether an LF would belong to the CR that ended the line before.
    skip_lf: bool,
    event: Event,
    balance: Balance,
    in_array: bool,
    in_head: bool,
    page: Option<Page>,
    /// Whether a line has ended: only after one may another kind of body begin.
    is_begun: bool,
    /// Whether a head has ended, and a body of any kind follows.
    is_over: bool,
}

impl Text {
    /// A reader of events of at most `max` bytes; `arrays` if an array of payloads is one, too.
    pub(super) fn new(max: usize, arrays: bool) -> Text {
        Text {
            max,
            arrays,
            state: State::Start,
            held: Vec::new(),
            skip_lf: false,
            event: Event::default(),
            balance: Balance::default(),
            in_array: false,
            in_head: false,
            page: None,
            is_begun: false,
            is_over: false,
        }
    }

    /// Reads the next piece and says how much of it is of this text: what follows a head of HTTP,
    /// or begins as no text does, is another body.
    pub(super) fn feed(&mut self, bytes: &[u8], out: &mut Frames<'_>) -> usize {
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            if std::mem::take(&mut self.skip_lf) && first == b'\n' {
                at += 1;
                continue;
            }
            if self.is_over || self.begins_other(first) {
                return at;
            }
            let rest = &bytes[at..];
            at += match self.state {
                State::Start => self.start(first),
                State::Line => self.line(rest, out),
                State::Bracket => self.bracket(first),
                State::Value => self.value(rest, out),
                State::After => self.after(first, out),
                State::Discard => self.discard(rest),
            };
            if self.held.len() > self.max {
                self.held = Vec::new();
                self.state = State::Discard;
                out(Frame::Fault(Fault::TooLong));
            }
        }
        at
    }

    /// Says that the text is over.
    pub(super) fn finish(&mut self, out: &mut Frames<'_>) {
        let held = std::mem::take(&mut self.held);
        match self.state {
            State::Line => self.ended(&held, out),
            State::Value => out(Frame::Fault(Fault::Garbled)),
            State::Start | State::Bracket | State::After | State::Discard => {}
        }
        self.event.finish(out);
        if let Some(mut page) = self.page.take() {
            page.tell(out);
        }
    }

    /// Whether the head that was read has ended.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the line end that was read last may lack its LF.
    pub(super) fn skips_lf(&self) -> bool {
        self.skip_lf
    }

    /// Whether a body that is no text begins with this byte.
    fn begins_other(&self, first: u8) -> bool {
        matches!(first, 0 | 0x1f)
            && self.state == State::Start
            && self.is_begun
            && self.held.is_empty()
    }

    fn start(&mut self, first: u8) -> usize {
        match first {
            b' ' | b'\t' => self.held.push(first),
            b'\n' | b'\r' if self.in_array => return self.line_end(first),
            b',' if self.in_array => self.state = State::After,
            b']' if self.in_array => {
                self.in_array = false;
                self.state = State::After;
            }
            b'{' if !self.in_head && self.page.is_none() => {
                self.held.clear();
                self.balance = Balance::default();
                self.state = State::Value;
                return 0;
            }
            b'[' if self.arrays && !self.in_head && !self.in_array && self.page.is_none() => {
                self.held.push(first);
                self.state = State::Bracket;
            }
            _ => {
                self.in_array = false;
                self.state = State::Line;
                return 0;
            }
        }
        1
    }

    fn line(&mut self, rest: &[u8], out: &mut Frames<'_>) -> usize {
        let Some(end) = memchr::memchr2(b'\n', b'\r', rest) else {
            self.held.extend_from_slice(rest);
            return rest.len();
        };
        self.state = State::Start;
        if self.held.len() + end > self.max {
            self.held = Vec::new();
            out(Frame::Fault(Fault::TooLong));
        } else if self.held.is_empty() {
            self.ended(&rest[..end], out);
        } else {
            let mut held = std::mem::take(&mut self.held);
            held.extend_from_slice(&rest[..end]);
            self.ended(&held, out);
            held.clear();
            self.held = held;
        }
        end + self.line_end(rest[end])
    }

    /// Goes past a line end.
    fn line_end(&mut self, byte: u8) -> usize {
        self.state = State::Start;
        self.held.clear();
        self.skip_lf = byte == b'\r';
        self.is_begun = true;
        1
    }

    fn bracket(&mut self, first: u8) -> usize {
        match first {
            b' ' | b'\t' | b'\n' | b'\r' => self.held.push(first),
            b'{' | b']' => {
                self.held.clear();
                self.in_array = true;
                self.state = State::Start;
                return 0;
            }
            _ => {
                self.state = State::Line;
                return 0;
            }
        }
        1
    }

    fn value(&mut self, rest: &[u8], out: &mut Frames<'_>) -> usize {
        // What is over-long is dropped from the same byte on however the input is cut.
        let rest = &rest[..rest.len().min(self.max.saturating_add(1) - self.held.len())];
        match self.balance.scan(rest) {
            Step::More => {
                self.held.extend_from_slice(rest);
                rest.len()
            }
            Step::Closed(end) if self.held.len() + end > self.max => {
                self.held.extend_from_slice(&rest[..end]);
                end
            }
            Step::Closed(end) => {
                self.state = State::After;
                if self.held.is_empty() {
                    self.payload(&rest[..end], out);
                } else {
                    let mut held = std::mem::take(&mut self.held);
                    held.extend_from_slice(&rest[..end]);
                    self.payload(&held, out);
                    held.clear();
                    self.held = held;
                }
                end
            }
            Step::Broken(at) if self.balance.is_at_line_start() => {
                self.held.clear();
                self.state = State::Start;
                out(Frame::Fault(Fault::Garbled));
                at
            }
            Step::Broken(at) => {
                self.held.extend_from_slice(&rest[..at]);
                self.state = State::Line;
                at
            }
        }
    }

    /// A JSON value is an event of its own.
    fn payload(&mut self, value: &[u8], out: &mut Frames<'_>) {
        self.event.part(out);
        with_text(value, out, |text, out| out(Frame::Payload { name: "", text }));
    }

    fn after(&mut self, first: u8, out: &mut Frames<'_>) -> usize {
        match first {
            b' ' | b'\t' => {}
            b'\n' | b'\r' => return self.line_end(first),
            b',' | b']' if self.in_array => return self.start(first),
            b'{' => return self.start(first),
            _ => {
                out(Frame::Unknown { is_text: true });
                self.state = State::Discard;
            }
        }
        1
    }

    fn discard(&mut self, rest: &[u8]) -> usize {
        match memchr::memchr2(b'\n', b'\r', rest) {
            Some(end) => end + self.line_end(rest[end]),
            None => rest.len(),
        }
    }

    /// Takes a whole line.
    fn ended(&mut self, line: &[u8], out: &mut Frames<'_>) {
        if self.in_head {
            self.is_over = line.is_empty();
            self.in_head = !self.is_over;
            return;
        }
        if let Some(mut page) = self.page.take() {
            if !Page::is_left(line) {
                let is_last = page.line(line, out);
                self.page = Some(page).filter(|_| !is_last);
                return;
            }
            page.tell(out);
        }
        match line {
            [] => self.event.dispatch(out),
            [b':', ..] => out(Frame::Comment),
            [b'*' | b'>' | b'<'] | [b'*' | b'>' | b'<', b' ', ..] => {}
            [b'{' | b'[' | b'}', ..] => self.no_value(line, out),
            _ if status(line).is_some() => {
                self.event.part(out);
                self.in_head = true;
                out(Frame::Status(status(line).unwrap_or_default()));
            }
            _ if Page::begins(line) => {
                self.event.part(out);
                let mut page = Page::default();
                if !page.line(line, out) {
                    self.page = Some(page);
                }
            }
            _ => self.field(line, out),
        }
    }

    /// A line that begins as a JSON value and is none.
    fn no_value(&mut self, line: &[u8], out: &mut Frames<'_>) {
        let line = line.trim_ascii();
        if line == DONE {
            self.event.part(out);
            out(Frame::Done);
        } else if !line.ends_with(b"bytes data]") {
            out(Frame::Fault(Fault::Garbled));
        }
    }

    fn field(&mut self, line: &[u8], out: &mut Frames<'_>) {
        // A capture put after another may bring its mark along.
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        let colon = memchr::memchr(b':', line);
        let (name, value) = match colon {
            Some(colon) => (&line[..colon], &line[colon + 1..]),
            None => (line, &b""[..]),
        };
        let value = value.strip_prefix(b" ").unwrap_or(value);
        match name.trim_ascii_start() {
            b"data" => self.event.data(value, self.max, out),
            b"event" => self.event.name(value),
            b"id" | b"retry" => {}
            b"error" => {
                self.event.part(out);
                with_text(value, out, |text, out| out(Frame::Error(text)));
            }
            _ => out(Frame::Unknown { is_text: std::str::from_utf8(line).is_ok() }),
        }
    }
}

/// The status of an HTTP head that begins with this line.
fn status(line: &[u8]) -> Option<u16> {
    let line = std::str::from_utf8(line.strip_prefix(b"HTTP/")?).ok()?;
    line.split(' ').nth(1)?.trim_end().parse().ok()
}
