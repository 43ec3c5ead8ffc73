//! Writes events as JSON text: compact or indented, a line end behind each document.

use super::output::{Output, Reusable};
use crate::error::Result;
use crate::event::{Container, Event, Interest, Role, Sink};
use crate::json;
use simdutf8::basic::from_utf8;
use std::slice;

/// How the text of a result is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// Spaces a level; without them everything stands on one line.
    pub indent: Option<u8>,
    /// Write every character beyond ASCII as an escape.
    pub ensure_ascii: bool,
    /// Keep the input's white space: only the edits are made.
    pub keep_layout: bool,
}

/// Where the next token will stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// At the start of a document.
    Root,
    /// Right behind the bracket that opened its container.
    First,
    /// Behind an element or member; a comma is due if another follows.
    Next,
    /// Behind a key and its colon.
    Member,
}

/// Writes what the engine says to a buffer. The comma between two elements is written by the
/// second, so nothing that is out is ever taken back.
///
/// With `QUOTED` the text is written as it stands inside of a JSON string, and without the line end
/// behind the last document.
#[derive(Debug)]
pub struct Writer<const QUOTED: bool = false> {
    out: Vec<u8>,
    slot: Slot,
    depth: usize,
    indent: Option<u8>,
    ensure_ascii: bool,
}

impl Writer {
    /// A writer with nothing in its buffer. `keep_layout` is not its business.
    #[must_use]
    pub fn new(options: &WriteOptions) -> Writer {
        Writer::with(options)
    }
}

impl Writer<true> {
    /// The same for the inside of a JSON string.
    #[must_use]
    pub fn quoted(options: &WriteOptions) -> Writer<true> {
        Writer::with(options)
    }
}

impl<const QUOTED: bool> Writer<QUOTED> {
    const QUOTE: &[u8] = if QUOTED { b"\\\"" } else { b"\"" };
    const NEXT_QUOTE: &[u8] = if QUOTED { b",\\\"" } else { b",\"" };
    const KEY_END: &[u8] = if QUOTED { b"\\\":" } else { b"\":" };
    const LINE_END: &[u8] = if QUOTED { b"\\n" } else { b"\n" };

    fn with(options: &WriteOptions) -> Self {
        let WriteOptions { indent, ensure_ascii, .. } = *options;
        Writer { out: Vec::new(), slot: Slot::Root, depth: 0, indent, ensure_ascii }
    }

    /// The text in its buffer.
    #[must_use]
    pub fn written(&self) -> &[u8] {
        &self.out
    }

    /// The text written so far, of which nothing may have been drained.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    /// Writes what separates the next key or value from what stands before it.
    #[inline]
    fn separate(&mut self) {
        match self.slot {
            Slot::Next => self.out.push(b','),
            Slot::Root if QUOTED && !self.out.is_empty() => {
                self.out.extend_from_slice(Self::LINE_END);
            }
            _ => {}
        }
        if self.indent.is_some() && matches!(self.slot, Slot::First | Slot::Next) {
            self.new_line();
        }
    }

    /// Writes the first byte of a container and what separates it from what stands before it; in
    /// the usual case both at once.
    #[inline]
    fn begin(&mut self, byte: u8) {
        if self.slot == Slot::Next && self.indent.is_none() {
            self.out.extend_from_slice(&[b',', byte]);
        } else {
            self.separate();
            self.out.push(byte);
        }
    }

    /// The same for the opening quote of a string.
    #[inline]
    pub(super) fn begin_string(&mut self) {
        if self.slot == Slot::Next && self.indent.is_none() {
            self.out.extend_from_slice(Self::NEXT_QUOTE);
        } else {
            self.separate();
            self.out.extend_from_slice(Self::QUOTE);
        }
    }

    /// Writes a whole scalar.
    #[inline]
    pub(super) fn scalar(&mut self, text: &str) {
        self.separate();
        self.out.extend_from_slice(text.as_bytes());
        self.slot = Slot::Next;
    }

    #[inline]
    pub(super) fn open(&mut self, container: Container) {
        self.begin(container.opener());
        self.depth += 1;
        self.slot = Slot::First;
    }

    #[inline]
    pub(super) fn close(&mut self, container: Container) {
        self.depth = self.depth.saturating_sub(1);
        if self.indent.is_some() && self.slot == Slot::Next {
            self.new_line();
        }
        self.out.push(container.closer());
        self.slot = Slot::Next;
    }

    #[inline]
    pub(super) fn end_string(&mut self, role: Role) {
        match role {
            Role::Value => {
                self.out.extend_from_slice(Self::QUOTE);
                self.slot = Slot::Next;
            }
            Role::Key => {
                self.out.extend_from_slice(Self::KEY_END);
                if self.indent.is_some() {
                    self.out.push(b' ');
                }
                self.slot = Slot::Member;
            }
        }
    }

    /// Writes text that needs no escape in JSON.
    #[inline(always)]
    pub(super) fn text(&mut self, text: &str) {
        if self.ensure_ascii {
            self.ascii(text);
        } else {
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    /// Writes an escape of JSON.
    #[inline]
    pub(super) fn escape(&mut self, raw: &str) {
        if QUOTED {
            json::unquoted(&mut self.out, raw);
        } else {
            self.out.extend_from_slice(raw.as_bytes());
        }
    }

    #[inline]
    pub(super) fn end_root(&mut self) {
        if !QUOTED {
            self.out.push(b'\n');
        }
        self.slot = Slot::Root;
    }

    #[inline(never)]
    fn ascii(&mut self, text: &str) {
        let start = self.out.len();
        json::escaped(&mut self.out, text, |c| !c.is_ascii());
        if QUOTED {
            for byte in self.out.split_off(start) {
                self.out.extend_from_slice(if byte == b'\\' {
                    br"\\"
                } else {
                    slice::from_ref(&byte)
                });
            }
        }
    }

    #[inline(never)]
    fn new_line(&mut self) {
        let spaces = usize::from(self.indent.unwrap_or_default()) * self.depth;
        self.out.extend_from_slice(Self::LINE_END);
        self.out.resize(self.out.len() + spaces, b' ');
    }
}

impl<const QUOTED: bool> Sink for Writer<QUOTED> {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
        match event {
            Event::Text(text) => self.text(text),
            Event::Escape { raw, .. } => self.escape(raw),
            Event::StringStart(_) => self.begin_string(),
            Event::StringEnd(role) => self.end_string(role),
            Event::Number(text) => self.scalar(text),
            Event::Bool(true) => self.scalar("true"),
            Event::Bool(false) => self.scalar("false"),
            Event::Null => self.scalar("null"),
            Event::Start(container) => self.open(container),
            Event::End(container) => self.close(container),
            Event::RootEnd => self.end_root(),
        }
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, _: u64) -> Result<()> {
        self.begin_string();
        self.text(text);
        self.end_string(role);
        Ok(())
    }

    fn interest(&self) -> Interest {
        Interest::Nothing
    }
}

impl<const QUOTED: bool> Output for Writer<QUOTED> {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

impl<const QUOTED: bool> Reusable for Writer<QUOTED> {
    fn restart(&mut self) {
        self.out.clear();
        (self.slot, self.depth) = (Slot::Root, 0);
    }

    fn text(&self) -> &str {
        from_utf8(self.out.strip_suffix(b"\n").unwrap_or(&self.out)).unwrap_or_default()
    }

    fn write_string(&self, out: &mut Vec<u8>) {
        if QUOTED {
            out.push(b'"');
            json::embed(out, &self.out);
            out.push(b'"');
        } else {
            json::string(out, self.text());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Container::{Array, Object};

    fn written(options: &WriteOptions, events: &[Event<'_>]) -> String {
        let mut writer = Writer::new(options);
        for event in events {
            writer.event(*event, 0).expect("a writer takes every event");
        }
        String::from_utf8(writer.into_bytes()).expect("events hold UTF-8")
    }

    /// `{"a":[1,"é\n😀"],"b":{},"c":[]}`
    const DOCUMENT: &[Event<'_>] = &[
        Event::Start(Object),
        Event::StringStart(Role::Key),
        Event::Text("a"),
        Event::StringEnd(Role::Key),
        Event::Start(Array),
        Event::Number("1"),
        Event::StringStart(Role::Value),
        Event::Text("é"),
        Event::Escape { raw: "\\n", decoded: '\n' },
        Event::Text("😀"),
        Event::StringEnd(Role::Value),
        Event::End(Array),
        Event::StringStart(Role::Key),
        Event::Text("b"),
        Event::StringEnd(Role::Key),
        Event::Start(Object),
        Event::End(Object),
        Event::StringStart(Role::Key),
        Event::Text("c"),
        Event::StringEnd(Role::Key),
        Event::Start(Array),
        Event::End(Array),
        Event::End(Object),
        Event::RootEnd,
    ];

    #[test]
    fn a_document_is_written_compact_indented_or_in_ascii() {
        let plain = WriteOptions::default();
        for (options, text) in [
            (plain, "{\"a\":[1,\"é\\n😀\"],\"b\":{},\"c\":[]}\n"),
            (
                WriteOptions { indent: Some(2), ..plain },
                "{\n  \"a\": [\n    1,\n    \"é\\n😀\"\n  ],\n  \"b\": {},\n  \"c\": []\n}\n",
            ),
            (
                WriteOptions { indent: Some(0), ..plain },
                "{\n\"a\": [\n1,\n\"é\\n😀\"\n],\n\"b\": {},\n\"c\": []\n}\n",
            ),
            (
                WriteOptions { ensure_ascii: true, ..plain },
                "{\"a\":[1,\"\\u00e9\\n\\ud83d\\ude00\"],\"b\":{},\"c\":[]}\n",
            ),
        ] {
            assert_eq!(written(&options, DOCUMENT), text);
        }
    }

    #[test]
    fn roots_stand_on_lines_of_their_own_without_a_comma() {
        let events =
            [Event::Null, Event::RootEnd, Event::Bool(true), Event::RootEnd, Event::Number("-0")];
        for indent in [None, Some(3)] {
            let options = WriteOptions { indent, ..WriteOptions::default() };
            assert_eq!(written(&options, &events), "null\ntrue\n-0");
        }
    }

    #[test]
    fn what_was_drained_does_not_come_again() {
        let mut writer = Writer::new(&WriteOptions::default());
        let mut text = String::new();
        for event in DOCUMENT {
            writer.event(*event, 0).expect("a writer takes every event");
            text.push_str(std::str::from_utf8(writer.buffer()).expect("events hold UTF-8"));
            writer.buffer().clear();
        }
        assert_eq!(text, written(&WriteOptions::default(), DOCUMENT));
    }
}
