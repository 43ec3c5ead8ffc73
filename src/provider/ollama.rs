//! Ollama's own interface: lines of JSON, every call whole.

use super::assemble::{Assembler, Opening};
use super::fragment::TextKind;
use super::{Adapter, entries, text};
use crate::framing::value::Json;

/// Nothing has to be remembered: every call is whole.
#[derive(Debug, Default)]
pub(super) struct Ollama;

impl Adapter for Ollama {
    fn accept(&mut self, _: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let [message, said, done, reason] =
            payload.fields(["message", "response", "done", "done_reason"]);
        if done.is_none() || message.is_none() && said.is_none() {
            return false;
        }
        if let Some(said) = said {
            to.text(0, TextKind::Text, said);
        }
        if let Some(message) = message {
            take(message, to);
        }
        if done.is_some_and(Json::is_true) {
            match text(reason) {
                Some(reason) => to.stop(0, &reason, None),
                // Old versions give no reason, but they say that they are done.
                None => to.done(),
            }
            to.over();
        }
        true
    }
}

fn take(message: Json<'_>, to: &mut Assembler<'_, '_>) {
    let [said, thought, calls] = message.fields(["content", "thinking", "tool_calls"]);
    if let Some(thought) = thought {
        to.text(0, TextKind::Reasoning, thought);
    }
    if let Some(said) = said {
        to.text(0, TextKind::Text, said);
    }
    for call in entries(calls) {
        let [id, function] = call.fields(["id", "function"]);
        let function = function.map(|function| function.fields(["name", "arguments"]));
        let [name, arguments] = function.unwrap_or_default();
        let (id, name) = (text(id), text(name).unwrap_or_default());
        let slot = to.open(&Opening { id: id.as_deref(), name: &name, ..Opening::default() });
        to.announce(slot);
        if let Some(arguments) = arguments {
            to.arguments(slot, arguments);
        }
        to.close(slot);
    }
}
