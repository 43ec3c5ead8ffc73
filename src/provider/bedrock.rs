//! AWS Bedrock: Converse, in binary messages or as lines of JSON, and what InvokeModel wraps.

use super::anthropic::{Anthropic, open_block};
use super::assemble::{Assembler, Opening};
use super::call::CallKind;
use super::diagnostic::Diagnostic;
use super::fault::{Failure, failure};
use super::fragment::TextKind;
use super::slots::Slots;
use super::{Adapter, entries, text};
use crate::framing::value::{Index, Json};
use data_encoding::BASE64;

/// The events that show whose they are, as headers name them, or a member of a line.
pub(super) const TELLING_EVENTS: &[&str] =
    &["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"];

/// The calls among the blocks of the current message.
#[derive(Debug, Default)]
pub(super) struct Bedrock {
    blocks: Slots<u64>,
    is_stopped: bool,
    has_metadata: bool,
    /// What InvokeModel wraps, for models that speak so.
    claude: Anthropic,
}

impl Adapter for Bedrock {
    fn accept(&mut self, name: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        if let [Some(output), Some(reason), usage] =
            payload.fields(["output", "stopReason", "usage"])
        {
            self.whole(output, reason, usage, to);
            return true;
        }
        let mut is_own = false;
        for (name, body) in payload.members().filter(|(_, body)| !body.is_null()) {
            match &*name {
                "chunk" => is_own |= self.chunk(body, to),
                name if name.ends_with("Exception") => {
                    to.fail(Failure::of_kind(name, body.text()));
                    is_own = true;
                }
                name if body.is_object() => is_own |= self.event(name, body, to),
                _ => {}
            }
        }
        is_own
            || match name {
                "chunk" => self.chunk(payload, to),
                name => self.event(name, payload, to),
            }
    }
}

impl Bedrock {
    /// A message that was not asked for as a stream.
    fn whole(
        &mut self,
        output: Json<'_>,
        reason: Json<'_>,
        usage: Option<Json<'_>>,
        to: &mut Assembler<'_, '_>,
    ) {
        self.begin(to);
        let content = output.get("message").and_then(|message| message.get("content"));
        for (index, block) in (0..).zip(entries(content)) {
            self.start(index, block, to);
            match self.blocks.get(&index) {
                Some(slot) => to.close(slot),
                None => self.delta(index, block, to),
            }
        }
        to.stop(0, &text(Some(reason)).unwrap_or_default(), None);
        to.usage(usage);
        to.over();
    }

    fn event(&mut self, event: &str, body: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let [index, start, delta, reason, usage] =
            body.fields(["contentBlockIndex", "start", "delta", "stopReason", "usage"]);
        let index = index.and_then(Json::number).unwrap_or_default();
        match event {
            "messageStart" => self.begin(to),
            "contentBlockStart" => {
                if self.is_stopped {
                    self.begin(to);
                }
                if let Some(start) = start {
                    self.start(index, start, to);
                }
            }
            "contentBlockDelta" => {
                if let Some(delta) = delta {
                    self.delta(index, delta, to);
                }
            }
            "contentBlockStop" => {
                if let Some(slot) = self.blocks.get(&index) {
                    to.close(slot);
                }
            }
            "messageStop" => {
                to.stop(0, &text(reason).unwrap_or_default(), None);
                self.is_stopped = true;
            }
            "metadata" => {
                to.usage(usage);
                self.has_metadata = true;
            }
            _ => return false,
        }
        if self.is_stopped && self.has_metadata {
            to.over();
        }
        true
    }

    fn begin(&mut self, to: &mut Assembler<'_, '_>) {
        to.begin();
        *self = Bedrock::default();
    }

    /// The event of a model that is wrapped.
    fn chunk(&mut self, body: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let Some(bytes) = body.get("bytes").and_then(Json::str) else { return false };
        let inner = BASE64.decode(bytes.as_bytes()).ok();
        let Some(inner) = inner.and_then(|inner| String::from_utf8(inner).ok()) else {
            to.lose(Diagnostic::BadEventJson);
            return true;
        };
        let mut index = Index::default();
        let Some(payload) = index.parse(&inner) else {
            to.lose(Diagnostic::BadEventJson);
            return true;
        };
        if let Some(failure) = failure("", payload) {
            to.fail(failure);
            return true;
        }
        let mut is_own = false;
        for (name, body) in payload.members().filter(|(_, body)| body.is_object()) {
            is_own |= self.event(&name, body, to);
        }
        is_own || self.claude.accept("", payload, to)
    }

    fn start(&mut self, index: u64, start: Json<'_>, to: &mut Assembler<'_, '_>) {
        let Some(call) = start.get("toolUse") else { return };
        let [id, name, kind, input] = call.fields(["toolUseId", "name", "type", "input"]);
        let is_server = text(kind).as_deref() == Some("server_tool_use");
        let kind = if is_server { CallKind::Server } else { CallKind::Function };
        let (id, name) = (text(id), text(name).unwrap_or_default());
        let opening = Opening { id: id.as_deref(), name: &name, kind, ..Opening::default() };
        open_block(&mut self.blocks, index, &opening, input, to);
    }

    fn delta(&mut self, index: u64, delta: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [call, said, thought] = delta.fields(["toolUse", "text", "reasoningContent"]);
        if let Some(call) = call {
            let slot = self.blocks.get_or(index, || to.orphan(0));
            if let Some(input) = call.get("input") {
                to.arguments(slot, input);
            }
        }
        if let Some(said) = said {
            to.text(0, TextKind::Text, said);
        }
        if let Some(thought) = thought.and_then(|thought| thought.get("text")) {
            to.text(0, TextKind::Reasoning, thought);
        }
    }
}
