//! A sink of the tests' own: writes the document and checks that the events are one.

use jsonmend::error::{Code, Error, Result};
use jsonmend::event::{Container, Event, Interest, Role, Sink};
use jsonmend::repair::{MAX_EDITS, Repair};

use super::text::is_json;

/// Collects the text (a line end after each root) and the records, and every broken promise.
#[derive(Default)]
pub(crate) struct Oracle {
    pub(crate) text: String,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) faults: Vec<String>,
    /// Where each event's token begins; one place for a run of text, however it is cut.
    pub(crate) places: Vec<u64>,
    /// What the engine called settled before the current call.
    pub(crate) settled: u64,
    /// What it has a use for of records, where that is not all.
    pub(crate) interest: Option<Interest>,
    stack: Vec<Frame>,
    string: Option<Role>,
    in_text: bool,
    root: Root,
}

struct Frame {
    container: Container,
    is_empty: bool,
    has_key: bool,
}

#[derive(Default, PartialEq)]
enum Root {
    #[default]
    None,
    Begun,
}

impl Sink for Oracle {
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        let is_text = matches!(event, Event::Text(_));
        if !(is_text && self.in_text) {
            self.places.push(at);
        }
        self.in_text = is_text;
        let is_inside =
            matches!(event, Event::Text(_) | Event::Escape { .. } | Event::StringEnd(_));
        if self.string.is_some() != is_inside {
            self.fault(format!("{event:?} while a string is open: {}", self.string.is_some()));
        }
        match event {
            Event::Start(container) => self.start(container),
            Event::End(container) => self.end(container),
            Event::StringStart(role) => self.string_start(role),
            Event::Text(text) => self.plain_text(text),
            Event::Escape { raw, decoded } => self.escape(raw, decoded),
            Event::StringEnd(role) => self.string_end(role),
            Event::Number(text) => self.number(text),
            Event::Bool(value) => self.scalar(if value { "true" } else { "false" }),
            Event::Null => self.scalar("null"),
            Event::RootEnd => self.root_end(),
        }
        Ok(())
    }

    fn interest(&self) -> Interest {
        self.interest.unwrap_or(Interest::Notes)
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        if repair.edits.len() > MAX_EDITS {
            self.fault(format!("{} edits in one record", repair.edits.len()));
        }
        if let Some(edit) = repair.edits.iter().find(|edit| edit.byte < self.settled) {
            self.fault(format!("an edit at {} when {} was settled", edit.byte, self.settled));
        }
        if repair.edits.windows(2).any(|pair| pair[0].byte + pair[0].delete > pair[1].byte) {
            self.fault(format!("edits of {} not in order", repair.rule.code()));
        }
        self.repairs.push(repair);
        if self.repairs.len() < MOST_RECORDS {
            return Ok(());
        }
        self.fault("no end of records".to_owned());
        Err(Error::new(Code::E099))
    }
}

/// More records than the laws' inputs have bytes: an engine that makes so many does not move on.
const MOST_RECORDS: usize = 1 << 20;

impl Oracle {
    pub(crate) fn fault(&mut self, fault: String) {
        self.faults.push(fault);
    }

    /// What must hold when the engine has said that the input is over.
    pub(crate) fn finish(&mut self) {
        if !self.stack.is_empty() || self.string.is_some() || self.root == Root::Begun {
            self.fault("the document is not closed".to_owned());
        }
        if self.text.is_empty() {
            self.fault("no root and no error".to_owned());
        }
    }

    fn begin_value(&mut self) {
        match self.stack.last_mut() {
            None if self.root == Root::Begun => self.fault("a second root value".to_owned()),
            None => self.root = Root::Begun,
            Some(Frame { container: Container::Object, has_key, .. }) => {
                if !std::mem::take(has_key) {
                    self.fault("a value without a key".to_owned());
                }
            }
            Some(frame) => {
                if !std::mem::take(&mut frame.is_empty) {
                    self.text.push(',');
                }
            }
        }
    }

    fn start(&mut self, container: Container) {
        self.begin_value();
        self.text.push(if container == Container::Object { '{' } else { '[' });
        self.stack.push(Frame { container, is_empty: true, has_key: false });
    }

    fn end(&mut self, container: Container) {
        match self.stack.pop() {
            Some(frame) if frame.container == container && !frame.has_key => {}
            _ => self.fault(format!("{container:?} must not end here")),
        }
        self.text.push(if container == Container::Object { '}' } else { ']' });
    }

    fn string_start(&mut self, role: Role) {
        match (role, self.stack.last_mut()) {
            (Role::Value, _) => self.begin_value(),
            (Role::Key, Some(Frame { container: Container::Object, has_key: false, is_empty })) => {
                if !std::mem::take(is_empty) {
                    self.text.push(',');
                }
            }
            (Role::Key, _) => self.fault("a key where none is due".to_owned()),
        }
        self.text.push('"');
        self.string = Some(role);
    }

    fn plain_text(&mut self, text: &str) {
        if text.is_empty() || text.bytes().any(|b| b < 0x20 || b == b'"' || b == b'\\') {
            self.fault(format!("text {text:?} cannot stand as it is"));
        }
        self.text.push_str(text);
    }

    fn escape(&mut self, raw: &str, decoded: char) {
        let read = serde_json::from_str::<String>(&format!("\"{raw}\""));
        if !raw.starts_with('\\') || read.ok() != Some(decoded.to_string()) {
            self.fault(format!("escape {raw:?} does not stand for {decoded:?}"));
        }
        self.text.push_str(raw);
    }

    fn string_end(&mut self, role: Role) {
        if self.string.take() != Some(role) {
            self.fault(format!("{role:?} ends, but another string was open"));
        }
        self.text.push('"');
        if role == Role::Key {
            self.text.push(':');
            if let Some(frame) = self.stack.last_mut() {
                frame.has_key = true;
            }
        }
    }

    fn number(&mut self, text: &str) {
        if !is_json(text.as_bytes())
            || !text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
            || !text.ends_with(|c: char| c.is_ascii_digit())
        {
            self.fault(format!("{text:?} is no number"));
        }
        self.scalar(text);
    }

    fn scalar(&mut self, text: &str) {
        self.begin_value();
        self.text.push_str(text);
    }

    fn root_end(&mut self) {
        if self.root != Root::Begun || !self.stack.is_empty() {
            self.fault("the root ends where it cannot".to_owned());
        }
        self.root = Root::None;
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Container::{Array, Object};
    use Role::{Key, Value};

    /// What the oracle says of these events.
    fn hear(events: &[Event<'_>]) -> Oracle {
        let mut oracle = Oracle::default();
        for event in events {
            oracle.event(*event, 0).expect("the oracle refuses nothing");
        }
        oracle.finish();
        oracle
    }

    #[test]
    fn a_document_is_written_as_its_events_say() {
        let oracle = hear(&[
            Event::Start(Object),
            Event::StringStart(Key),
            Event::Text("a"),
            Event::StringEnd(Key),
            Event::Start(Array),
            Event::Number("1"),
            Event::StringStart(Value),
            Event::Escape { raw: "\\n", decoded: '\n' },
            Event::StringEnd(Value),
            Event::Null,
            Event::End(Array),
            Event::End(Object),
            Event::RootEnd,
        ]);
        assert_eq!(oracle.text, "{\"a\":[1,\"\\n\",null]}\n");
        assert_eq!(oracle.faults, [""; 0]);
    }

    #[test]
    fn events_that_make_no_document_are_faults() {
        let escape = Event::Escape { raw: "\\t", decoded: '\n' };
        let cases: &[&[Event<'_>]] = &[
            &[],
            &[Event::Start(Array), Event::RootEnd],
            &[Event::Start(Array), Event::End(Object), Event::RootEnd],
            &[Event::Start(Object), Event::Null, Event::End(Object), Event::RootEnd],
            &[Event::Null],
            &[Event::Null, Event::Null, Event::RootEnd],
            &[Event::StringStart(Key), Event::StringEnd(Key), Event::RootEnd],
            &[Event::StringStart(Value), Event::Text(""), Event::StringEnd(Value), Event::RootEnd],
            &[
                Event::StringStart(Value),
                Event::Text("\n"),
                Event::StringEnd(Value),
                Event::RootEnd,
            ],
            &[Event::StringStart(Value), escape, Event::StringEnd(Value), Event::RootEnd],
            &[Event::StringStart(Value), Event::Null, Event::StringEnd(Value), Event::RootEnd],
            &[Event::Text("a"), Event::Null, Event::RootEnd],
            &[Event::Number("01"), Event::RootEnd],
            &[Event::Number("\"1\""), Event::RootEnd],
            &[Event::Null, Event::RootEnd, Event::RootEnd],
        ];
        for events in cases {
            assert!(!hear(events).faults.is_empty(), "{events:?}");
        }
    }
}
