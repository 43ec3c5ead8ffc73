//! Cohere: the second version of its chat, keyed by index, and what the first one says of calls.

use super::assemble::{Assembler, Opening};
use super::fragment::TextKind;
use super::slots::Slots;
use super::{Adapter, entries, text};
use crate::framing::value::Json;

/// The calls of the current message.
#[derive(Debug, Default)]
pub(super) struct Cohere {
    calls: Slots<u64>,
}

impl Adapter for Cohere {
    fn accept(&mut self, _: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let [kind, event, index, delta] = payload.fields(["type", "event_type", "index", "delta"]);
        if let Some(event) = text(event) {
            return self.first_version(&event, payload, to);
        }
        if let [None, Some(message), Some(reason), usage] =
            payload.fields(["type", "message", "finish_reason", "usage"])
        {
            self.whole(message, reason, usage, to);
            return true;
        }
        let index = index.and_then(Json::number).unwrap_or_default();
        let delta = delta.map(|delta| delta.fields(["message", "finish_reason", "usage"]));
        let [message, reason, usage] = delta.unwrap_or_default();
        let message = message.map(|message| message.fields(["tool_calls", "content", "tool_plan"]));
        let [call, content, plan] = message.unwrap_or_default();
        match text(kind).as_deref() {
            Some("message-start") => self.begin(to),
            Some("tool-call-start") => self.call(index, call, true, to),
            Some("tool-call-delta") => self.call(index, call, false, to),
            Some("tool-call-end") => {
                if let Some(slot) = self.calls.get(&index) {
                    to.close(slot);
                }
            }
            Some("content-start" | "content-delta") => {
                let [said, thought] =
                    content.map(|content| content.fields(["text", "thinking"])).unwrap_or_default();
                tell(TextKind::Text, said, to);
                tell(TextKind::Reasoning, thought, to);
            }
            Some("tool-plan-delta") => tell(TextKind::Reasoning, plan, to),
            Some("message-end") => {
                to.stop(0, &text(reason).unwrap_or_default(), None);
                to.usage(usage);
                to.over();
            }
            Some(kind) => return kind.starts_with("content-") || kind.starts_with("citation-"),
            None => return false,
        }
        true
    }
}

impl Cohere {
    fn begin(&mut self, to: &mut Assembler<'_, '_>) {
        to.begin();
        self.calls.clear();
    }

    /// A message that was not asked for as a stream.
    fn whole(
        &mut self,
        message: Json<'_>,
        reason: Json<'_>,
        usage: Option<Json<'_>>,
        to: &mut Assembler<'_, '_>,
    ) {
        let [calls, content, plan] = message.fields(["tool_calls", "content", "tool_plan"]);
        self.begin(to);
        tell(TextKind::Reasoning, plan, to);
        for part in entries(content) {
            let [said, thought] = part.fields(["text", "thinking"]);
            tell(TextKind::Text, said, to);
            tell(TextKind::Reasoning, thought, to);
        }
        for (index, call) in (0..).zip(entries(calls)) {
            self.call(index, Some(call), true, to);
            if let Some(slot) = self.calls.get(&index) {
                to.close(slot);
            }
        }
        to.stop(0, &text(Some(reason)).unwrap_or_default(), None);
        to.usage(usage);
        to.over();
    }

    /// A call begins, or goes on.
    fn call(
        &mut self,
        index: u64,
        call: Option<Json<'_>>,
        begins: bool,
        to: &mut Assembler<'_, '_>,
    ) {
        let [id, function] = call.map(|call| call.fields(["id", "function"])).unwrap_or_default();
        let function = function.map(|function| function.fields(["name", "arguments"]));
        let [name, arguments] = function.unwrap_or_default();
        let slot = if begins {
            let (id, name) = (text(id), text(name).unwrap_or_default());
            let slot = to.open(&Opening { id: id.as_deref(), name: &name, ..Opening::default() });
            to.announce(slot);
            self.calls.keep(index, slot);
            slot
        } else {
            self.calls.get_or(index, || to.orphan(0))
        };
        if let Some(arguments) = arguments {
            to.arguments(slot, arguments);
        }
    }

    fn first_version(
        &mut self,
        event: &str,
        payload: Json<'_>,
        to: &mut Assembler<'_, '_>,
    ) -> bool {
        let [said, calls, reason] = payload.fields(["text", "tool_calls", "finish_reason"]);
        match event {
            "stream-start" => self.begin(to),
            "text-generation" => tell(TextKind::Text, said, to),
            "tool-calls-generation" => {
                for call in entries(calls) {
                    let [name, parameters] = call.fields(["name", "parameters"]);
                    let name = text(name).unwrap_or_default();
                    let slot = to.open(&Opening { name: &name, ..Opening::default() });
                    to.announce(slot);
                    if let Some(parameters) = parameters {
                        to.arguments(slot, parameters);
                    }
                    to.close(slot);
                }
            }
            "stream-end" => {
                to.stop(0, &text(reason).unwrap_or_default(), None);
                to.over();
            }
            _ => {
                return ["tool-calls-", "citation-", "search-"]
                    .iter()
                    .any(|known| event.starts_with(known));
            }
        }
        true
    }
}

/// Text of the message. It has no alternatives.
fn tell(kind: TextKind, said: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
    if let Some(said) = said {
        to.text(0, kind, said);
    }
}
