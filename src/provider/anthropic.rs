//! Anthropic Messages: content blocks, keyed by their index.

use super::assemble::{Assembler, Opening};
use super::call::CallKind;
use super::diagnostic::Diagnostic;
use super::fragment::TextKind;
use super::slots::Slots;
use super::{Adapter, entries, text};
use crate::framing::value::Json;

/// The calls among the blocks of the current message.
#[derive(Debug, Default)]
pub(super) struct Anthropic {
    blocks: Slots<u64>,
}

impl Adapter for Anthropic {
    fn accept(&mut self, _: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let [kind, index, block, delta, message, usage] =
            payload.fields(["type", "index", "content_block", "delta", "message", "usage"]);
        let index = index.and_then(Json::number).unwrap_or_default();
        match text(kind).as_deref() {
            Some("message_start") => {
                to.begin();
                self.blocks.clear();
                let message = message.map(|message| message.fields(["usage", "stop_reason"]));
                let [usage, reason] = message.unwrap_or_default();
                to.usage(usage);
                stop(reason, to);
            }
            Some("content_block_start") => {
                if let Some(block) = block {
                    self.start(index, block, to);
                }
            }
            Some("content_block_delta") => {
                if let Some(delta) = delta {
                    self.delta(index, delta, to);
                }
            }
            Some("content_block_stop") => {
                if let Some(slot) = self.blocks.get(&index) {
                    to.close(slot);
                }
            }
            Some("message_delta") => {
                stop(delta.and_then(|delta| delta.get("stop_reason")), to);
                to.usage(usage);
            }
            Some("message_stop") => to.over(),
            Some("message") => self.whole(payload, to),
            Some("completion") => completion(payload, to),
            _ => return false,
        }
        true
    }
}

impl Anthropic {
    /// A message that was not asked for as a stream.
    fn whole(&mut self, message: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [content, reason, usage] = message.fields(["content", "stop_reason", "usage"]);
        to.begin();
        self.blocks.clear();
        for (index, block) in (0..).zip(entries(content)) {
            self.start(index, block, to);
            if let Some(slot) = self.blocks.get(&index) {
                to.close(slot);
            }
        }
        stop(reason, to);
        to.usage(usage);
        to.over();
    }

    fn start(&mut self, index: u64, block: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [kind, id, name, input, said, thought] =
            block.fields(["type", "id", "name", "input", "text", "thinking"]);
        let kind = match text(kind).as_deref() {
            Some("tool_use") => CallKind::Function,
            Some("mcp_tool_use") => CallKind::Mcp,
            Some(kind) if kind.ends_with("_use") => CallKind::Server,
            Some("text") => return tell(TextKind::Text, said, to),
            Some("thinking") => return tell(TextKind::Reasoning, thought, to),
            _ => return,
        };
        let (id, name) = (text(id), text(name).unwrap_or_default());
        let opening = Opening { id: id.as_deref(), name: &name, kind, ..Opening::default() };
        open_block(&mut self.blocks, index, &opening, input, to);
    }

    fn delta(&mut self, index: u64, delta: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [kind, json, said, thought] =
            delta.fields(["type", "partial_json", "text", "thinking"]);
        match text(kind).as_deref() {
            Some("input_json_delta") => {
                let slot = self.blocks.get_or(index, || to.orphan(0));
                match json {
                    Some(json) => to.arguments(slot, json),
                    None => to.note(slot, Diagnostic::BadEventJson),
                }
            }
            Some("text_delta") => tell(TextKind::Text, said, to),
            Some("thinking_delta") => tell(TextKind::Reasoning, thought, to),
            // Nobody knows what it does to the arguments of a call.
            _ => {
                if let Some(slot) = self.blocks.get(&index) {
                    to.note(slot, Diagnostic::BadEventJson);
                }
            }
        }
    }
}

/// Text of the message. It has no alternatives.
fn tell(kind: TextKind, said: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
    if let Some(said) = said {
        to.text(0, kind, said);
    }
}

/// The old interface, which has text only.
fn completion(payload: Json<'_>, to: &mut Assembler<'_, '_>) {
    let [said, reason] = payload.fields(["completion", "stop_reason"]);
    tell(TextKind::Text, said, to);
    stop(reason, to);
}

/// Why the message ended, where that is told.
fn stop(reason: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
    if let Some(reason) = text(reason) {
        to.stop(0, &reason, None);
    }
}

/// Begins the call that the block at `index` is; `input` is what of its arguments came with that.
pub(super) fn open_block(
    blocks: &mut Slots<u64>,
    index: u64,
    opening: &Opening<'_>,
    input: Option<Json<'_>>,
    to: &mut Assembler<'_, '_>,
) {
    let slot = to.open(opening);
    to.announce(slot);
    if blocks.keep(index, slot) {
        to.note(slot, Diagnostic::IndexReused);
    }
    if let Some(input) = input {
        to.initial(slot, input);
    }
}
