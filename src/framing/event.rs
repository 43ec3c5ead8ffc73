//! An event in the making: the fields of the lines between two empty ones.

use super::balance::{Balance, Step};
use super::frame::{Fault, Frame, Frames, with_text};
use serde::de::IgnoredAny;

/// What ends a response where a payload could stand.
pub(super) const DONE: &[u8] = b"[DONE]";

/// The fields that have come since the last event.
#[derive(Debug, Default)]
pub(super) struct Event {
    name: String,
    /// A name that came after data: of this event, or of the next if no empty line parts them.
    later: Option<String>,
    /// The lines of data, a line end after each.
    data: Vec<u8>,
    /// How the data nests, as far as it has been looked at.
    balance: Balance,
    looked_at: usize,
}

impl Event {
    /// Whether data has come.
    fn has_data(&self) -> bool {
        !self.data.is_empty()
    }

    /// Takes its name.
    pub(super) fn name(&mut self, name: &[u8]) {
        let name = String::from_utf8_lossy(name).into_owned();
        if self.has_data() {
            self.later = Some(name);
        } else {
            self.name = name;
        }
    }

    /// Takes a line of data. Data that is whole is an event of its own: more of it would be no JSON.
    pub(super) fn data(&mut self, line: &[u8], max: usize, out: &mut Frames<'_>) {
        self.part(out);
        if self.data.len() + line.len() > max {
            *self = Event::default();
            out(Frame::Fault(Fault::TooLong));
            return;
        }
        self.data.extend_from_slice(unwrapped(line));
        self.data.push(b'\n');
    }

    /// Gives the event if its data is whole, because something else begins that no empty line parts
    /// from it.
    pub(super) fn part(&mut self, out: &mut Frames<'_>) {
        if self.is_whole() {
            let next = self.later.take();
            out(Frame::Fault(Fault::Separator));
            self.dispatch(out);
            self.name = next.unwrap_or_default();
        }
    }

    /// An empty line: the event is over.
    pub(super) fn dispatch(&mut self, out: &mut Frames<'_>) {
        let name = self.later.take().unwrap_or_else(|| std::mem::take(&mut self.name));
        match self.data.split_last() {
            None if name.is_empty() => {}
            None => out(Frame::Bare(&name)),
            Some((_, data)) if data.trim_ascii() == DONE => out(Frame::Done),
            Some((_, data)) => {
                with_text(data, out, |text, out| out(Frame::Payload { name: &name, text }));
            }
        }
        self.clear();
    }

    /// The input is over: without an empty line after it only what is whole counts.
    pub(super) fn finish(&mut self, out: &mut Frames<'_>) {
        let data = self.data.trim_ascii();
        if data.is_empty() || data == DONE || serde_json::from_slice::<IgnoredAny>(data).is_ok() {
            self.dispatch(out);
        } else {
            out(Frame::Fault(Fault::Garbled));
            self.clear();
        }
    }

    fn clear(&mut self) {
        self.name.clear();
        self.later = None;
        self.data.clear();
        self.balance = Balance::default();
        self.looked_at = 0;
    }

    /// Whether the data is one JSON container, or the mark of the end. Each byte is looked at once.
    fn is_whole(&mut self) -> bool {
        if self.looked_at == 0 {
            let start = self.data.len() - self.data.trim_ascii_start().len();
            if !matches!(self.data.get(start), Some(b'{' | b'[')) {
                return false;
            }
            if self.data.trim_ascii() == DONE {
                return true;
            }
            self.looked_at = start;
        }
        if !self.balance.is_closed() {
            let end = match self.balance.scan(&self.data[self.looked_at..]) {
                Step::Closed(end) => end,
                Step::More | Step::Broken(_) => self.data.len() - self.looked_at,
            };
            self.looked_at += end;
        }
        self.balance.is_closed() && self.data[self.looked_at..].trim_ascii().is_empty()
    }
}

/// The value without the `data:` that a proxy put before it a second time.
fn unwrapped(mut value: &[u8]) -> &[u8] {
    while let Some(inner) = value.strip_prefix(b"data:") {
        let inner = inner.strip_prefix(b" ").unwrap_or(inner);
        if !matches!(inner.trim_ascii_start().first(), Some(b'{' | b'[' | b'd')) {
            break;
        }
        value = inner;
    }
    value
}
