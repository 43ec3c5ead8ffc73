//! Writes events as JSON text: compact or indented, a line end behind each document.

use super::output::Output;
use crate::error::Result;
use crate::event::{Container, Event, Role, Sink};
use crate::json;

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
#[derive(Debug)]
pub struct Writer {
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
        if self.slot == Slot::Next {
            self.out.push(b',');
        }
        if self.indent.is_some() && matches!(self.slot, Slot::First | Slot::Next) {
            self.new_line();
        }
    }

    /// Writes the first byte of a string or container and what separates it from what stands
    /// before it; in the usual case both at once.
    #[inline]
    fn begin(&mut self, byte: u8) {
        if self.slot == Slot::Next && self.indent.is_none() {
            self.out.extend_from_slice(&[b',', byte]);
        } else {
            self.separate();
            self.out.push(byte);
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
    pub(super) fn begin_string(&mut self) {
        self.begin(b'"');
    }

    #[inline]
    pub(super) fn end_string(&mut self, role: Role) {
        match (role, self.indent) {
            (Role::Value, _) => self.out.push(b'"'),
            (Role::Key, None) => self.out.extend_from_slice(b"\":"),
            (Role::Key, Some(_)) => self.out.extend_from_slice(b"\": "),
        }
        self.slot = match role {
            Role::Key => Slot::Member,
            Role::Value => Slot::Next,
        };
    }

    #[inline(always)]
    pub(super) fn text(&mut self, text: &str) {
        if self.ensure_ascii {
            json::escaped(&mut self.out, text, |c| !c.is_ascii());
        } else {
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    #[inline]
    pub(super) fn end_root(&mut self) {
        self.out.push(b'\n');
        self.slot = Slot::Root;
    }

    #[inline(never)]
    fn new_line(&mut self) {
        let spaces = usize::from(self.indent.unwrap_or_default()) * self.depth;
        self.out.push(b'\n');
        self.out.resize(self.out.len() + spaces, b' ');
    }
}

impl Sink for Writer {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
        match event {
            Event::Text(text) | Event::Escape { raw: text, .. } => self.text(text),
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

    fn wants_notes(&self) -> bool {
        false
    }
}

impl Output for Writer {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
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
