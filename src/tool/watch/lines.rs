//! The lines that jm-watch writes.

use super::config::Kinds;
use crate::json::Object;
use crate::view::{Delta, record};
use crate::watch::{Final, PartialParser, WatchEvent};

/// Lines that wait for the next write.
#[derive(Debug)]
pub(super) struct Lines {
    out: Vec<u8>,
    wanted: Kinds,
    /// The name of the input, where there are several.
    file: Option<String>,
}

impl Lines {
    pub(super) fn new(wanted: Kinds, file: Option<String>) -> Lines {
        Lines { out: Vec::new(), wanted, file }
    }

    /// The lines so far; they are gone then.
    pub(super) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    pub(super) fn delta(&mut self, call: Option<u64>, delta: &Delta<'_>, at: u64) {
        if self.wanted.deltas {
            self.line("delta", call, |object| delta.fill(at, object));
        }
    }

    pub(super) fn event(&mut self, call: Option<u64>, event: &WatchEvent) {
        if self.wanted.events {
            self.line("event", call, |object| event.fill(object));
        }
    }

    pub(super) fn snapshot(&mut self, call: Option<u64>, parser: &PartialParser) {
        if self.wanted.snapshots {
            self.line("snapshot", call, |object| {
                let snapshot = parser.snapshot();
                if snapshot.is_empty() {
                    object.null("value");
                } else {
                    object.raw("value", &snapshot.to_string());
                }
                object.string_or_null("open_path", parser.open_pointer().as_deref());
            });
        }
    }

    /// What became of a document; `hint` is the prompt, where it is refused.
    pub(super) fn last(&mut self, call: Option<u64>, result: &Final, hint: Option<&str>) {
        if self.wanted.last {
            self.line("final", call, |object| {
                object.bool("ok", result.outcome.is_ok());
                match &result.outcome {
                    Ok(repaired) => repaired.fill_with_value(object),
                    Err(error) => record::error(object.name("error"), error, hint),
                }
                if let Some(verdict) = &result.schema {
                    object.object("schema", |object| verdict.fill(object));
                }
            });
        }
    }

    /// What a call has shown so far is void.
    pub(super) fn reset(&mut self, call: u64) {
        let Kinds { deltas, events, snapshots, last: _ } = self.wanted;
        if deltas || events || snapshots {
            self.line("reset", Some(call), |_| ());
        }
    }

    fn line(&mut self, kind: &str, call: Option<u64>, fill: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::new(&mut self.out);
        object.string("type", kind);
        if let Some(file) = &self.file {
            object.string("file", file);
        }
        if let Some(call) = call {
            object.number("call", call);
        }
        fill(&mut object);
        object.end();
        self.out.push(b'\n');
    }
}
