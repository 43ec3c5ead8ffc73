//! The Interactions API: steps, keyed by their index.

use crate::framing::value::Json;
use crate::provider::assemble::{Assembler, Opening};
use crate::provider::call::CallKind;
use crate::provider::fragment::TextKind;
use crate::provider::slots::Slots;
use crate::provider::text;

/// The calls among the steps of the current interaction.
#[derive(Debug, Default)]
pub(super) struct Interactions {
    steps: Slots<u64>,
}

impl Interactions {
    pub(super) fn accept(
        &mut self,
        _: &str,
        payload: Json<'_>,
        to: &mut Assembler<'_, '_>,
    ) -> bool {
        let [event, index, step, delta, interaction] =
            payload.fields(["event_type", "index", "step", "delta", "interaction"]);
        let index = index.and_then(Json::number).unwrap_or_default();
        match text(event).as_deref() {
            Some("interaction.created") => {
                to.begin();
                self.steps.clear();
            }
            Some("step.start") => {
                if let Some(step) = step {
                    self.start(index, step, to);
                }
            }
            Some("step.delta") => {
                if let Some(delta) = delta {
                    self.delta(index, delta, to);
                }
            }
            Some("step.stop") => {
                if let Some(slot) = self.steps.get(&index) {
                    to.close(slot);
                }
            }
            Some("interaction.completed") => {
                let fields = interaction.map(|it| it.fields(["status", "usage"]));
                let [status, usage] = fields.unwrap_or_default();
                to.usage(usage);
                to.stop(0, text(status).as_deref().unwrap_or("completed"), None);
                to.over();
            }
            Some(event) => return event.starts_with("interaction.") || event.starts_with("step."),
            None => return false,
        }
        true
    }

    fn start(&mut self, index: u64, step: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [kind, id, name, arguments] = step.fields(["type", "id", "name", "arguments"]);
        let type_name = text(kind).unwrap_or_default();
        let kind = match &*type_name {
            "function_call" => CallKind::Function,
            kind if kind.starts_with("mcp_") && kind.ends_with("_call") => CallKind::Mcp,
            kind if kind.ends_with("_call") => CallKind::Server,
            _ => return,
        };
        let (id, name) = (text(id), text(name).unwrap_or(type_name));
        let slot = to.open(&Opening { id: id.as_deref(), name: &name, kind, ..Opening::default() });
        to.announce(slot);
        self.steps.keep(index, slot);
        if let Some(arguments) = arguments {
            to.initial(slot, arguments);
        }
    }

    fn delta(&mut self, index: u64, delta: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [kind, arguments, said, content] =
            delta.fields(["type", "arguments", "text", "content"]);
        let kind = text(kind).unwrap_or_default();
        match (&*kind, arguments) {
            ("arguments_delta", Some(arguments)) => {
                let slot = self.steps.get_or(index, || to.orphan(0));
                to.arguments(slot, arguments);
            }
            _ => {
                let is_thought = kind.starts_with("thought");
                let kind = if is_thought { TextKind::Reasoning } else { TextKind::Text };
                let said = said.or(content.and_then(|content| content.get("text")));
                if let Some(said) = said {
                    to.text(0, kind, said);
                }
            }
        }
    }
}
