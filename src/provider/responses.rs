//! OpenAI Responses: output items, keyed by their place, by their id only where that is missing.

use super::assemble::{Assembler, Opening, Slot};
use super::call::CallKind;
use super::diagnostic::Diagnostic;
use super::end::Class;
use super::fault::Failure;
use super::fragment::TextKind;
use super::slots::Slots;
use super::{Adapter, entries, text};
use crate::framing::value::Json;

/// The calls among the items of the current response.
#[derive(Debug, Default)]
pub(super) struct Responses {
    places: Slots<u64>,
    ids: Slots<String>,
    /// The number of the last event.
    sequence: Option<u64>,
}

/// A kind of item that is a call.
struct Item {
    /// Its type.
    name: &'static str,
    kind: CallKind,
    /// The member that holds its arguments.
    arguments: &'static str,
    /// Whether they are free text.
    is_text: bool,
    /// The events that stream them.
    stream: &'static str,
}

/// The items that are calls and stream their arguments; whatever else ends in `_call` has them whole
/// when it is done.
const ITEMS: &[Item] = &[
    Item {
        name: "function_call",
        kind: CallKind::Function,
        arguments: "arguments",
        is_text: false,
        stream: "function_call_arguments",
    },
    Item {
        name: "mcp_call",
        kind: CallKind::Mcp,
        arguments: "arguments",
        is_text: false,
        stream: "mcp_call_arguments",
    },
    Item {
        name: "custom_tool_call",
        kind: CallKind::Custom,
        arguments: "input",
        is_text: true,
        stream: "custom_tool_call_input",
    },
    Item {
        name: "code_interpreter_call",
        kind: CallKind::Server,
        arguments: "code",
        is_text: true,
        stream: "code_interpreter_call_code",
    },
    Item {
        name: "apply_patch_call",
        kind: CallKind::Server,
        arguments: "diff",
        is_text: true,
        stream: "apply_patch_call_operation_diff",
    },
    Item {
        name: "shell_call",
        kind: CallKind::Server,
        arguments: "command",
        is_text: true,
        stream: "shell_call_command",
    },
];

/// Where text comes from.
const TEXTS: &[(&str, TextKind)] = &[
    ("response.output_text.delta", TextKind::Text),
    ("response.refusal.delta", TextKind::Refusal),
    ("response.reasoning_text.delta", TextKind::Reasoning),
    ("response.reasoning_summary_text.delta", TextKind::Reasoning),
];

/// The same in a response that is no stream: the parts of its items.
const PARTS: &[(&str, TextKind)] = &[
    ("output_text", TextKind::Text),
    ("refusal", TextKind::Refusal),
    ("reasoning_text", TextKind::Reasoning),
    ("summary_text", TextKind::Reasoning),
];

impl Adapter for Responses {
    fn accept(&mut self, _: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let [object, kind, sequence, place, id, item, delta, response] = payload.fields([
            "object",
            "type",
            "sequence_number",
            "output_index",
            "item_id",
            "item",
            "delta",
            "response",
        ]);
        if text(object).as_deref() == Some("response") {
            self.whole(payload, to);
            return true;
        }
        let Some(kind) = text(kind).filter(|kind| kind.starts_with("response.")) else {
            self.follow(sequence, to);
            return false;
        };
        if kind == "response.created" {
            to.begin();
            *self = Responses::default();
        }
        self.follow(sequence, to);
        let place = place.and_then(Json::number);
        let at = Place { place, id: id.and_then(Json::filled).map(String::from) };
        match &*kind {
            "response.output_item.added" | "response.output_item.done" => {
                if let Some(item) = item {
                    self.item(&at, item, kind.ends_with(".done"), to);
                }
            }
            "response.completed"
            | "response.incomplete"
            | "response.failed"
            | "response.cancelled" => end(&kind["response.".len()..], response, to),
            _ => self.other(&kind, &at, delta, payload, to),
        }
        true
    }
}

/// What an event is about.
struct Place {
    place: Option<u64>,
    id: Option<String>,
}

impl Responses {
    /// A response that was not asked for as a stream.
    fn whole(&mut self, response: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [output, status] = response.fields(["output", "status"]);
        to.begin();
        *self = Responses::default();
        for (place, item) in (0..).zip(entries(output)) {
            self.item(&Place { place: Some(place), id: None }, item, true, to);
            let [content, summary] = item.fields(["content", "summary"]);
            for part in entries(content).chain(entries(summary)) {
                let [kind, said, refusal] = part.fields(["type", "text", "refusal"]);
                let kind = text(kind).unwrap_or_default();
                let told = PARTS.iter().find(|row| row.0 == kind);
                if let (Some((_, kind)), Some(said)) = (told, said.or(refusal)) {
                    to.text(0, *kind, said);
                }
            }
        }
        end(&text(status).unwrap_or_default(), Some(response), to);
    }

    /// Looks whether events are missing.
    fn follow(&mut self, sequence: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
        let Some(sequence) = sequence.and_then(Json::number) else { return };
        if self.sequence.replace(sequence).is_some_and(|last| last.checked_add(1) != Some(sequence))
        {
            to.note_stream(Diagnostic::SequenceGap);
        }
    }

    /// Text, and fragments of arguments.
    fn other(
        &mut self,
        kind: &str,
        at: &Place,
        delta: Option<Json<'_>>,
        payload: Json<'_>,
        to: &mut Assembler<'_, '_>,
    ) {
        if let (Some((_, kind)), Some(delta)) = (TEXTS.iter().find(|row| row.0 == kind), delta) {
            return to.text(0, *kind, delta);
        }
        let Some((stream, step)) = kind["response.".len()..].rsplit_once('.') else { return };
        let Some(item) = ITEMS.iter().find(|item| item.stream == stream) else { return };
        let slot = self.find_known(at).unwrap_or_else(|| {
            let slot = to.orphan(0);
            to.change(slot, |call| (call.kind, call.is_text) = (item.kind, item.is_text));
            self.keep(at, slot)
        });
        match (step, delta) {
            ("delta", Some(delta)) => to.arguments(slot, delta),
            ("delta", None) => to.note(slot, Diagnostic::BadEventJson),
            ("done", _) => {
                let [whole, name] = payload.fields([item.arguments, "name"]);
                name_call(slot, text(name).as_deref(), to);
                if let Some(whole) = whole {
                    to.whole(slot, whole);
                }
            }
            _ => {}
        }
    }

    /// An item begins, or is done.
    fn item(&mut self, at: &Place, item: Json<'_>, is_done: bool, to: &mut Assembler<'_, '_>) {
        let [kind, id, call_id, name, status] =
            item.fields(["type", "id", "call_id", "name", "status"]);
        let kind = text(kind).unwrap_or_default();
        if !kind.ends_with("_call") {
            return;
        }
        let row = ITEMS.iter().find(|row| row.name == kind);
        let id = text(id).map(String::from);
        let at = Place { place: at.place, id: at.id.clone().or(id.clone()) };
        let name = text(name);
        let known = if is_done { self.find_known(&at) } else { self.find(&at) };
        let slot = known.unwrap_or_else(|| {
            let slot = to.open(&Opening {
                id: text(call_id).as_deref().or(id.as_deref()),
                name: name.as_deref().unwrap_or(&kind),
                kind: row.map_or(CallKind::Server, |row| row.kind),
                is_text: row.is_some_and(|row| row.is_text),
                ..Opening::default()
            });
            to.announce(slot);
            self.keep(&at, slot)
        });
        let arguments = arguments(item, row);
        if !is_done {
            if let Some(arguments) = arguments {
                to.initial(slot, arguments);
            }
            return;
        }
        name_call(slot, name.as_deref(), to);
        let id = text(call_id).map(String::from).or(id);
        to.change(slot, |call| call.id = call.id.take().or(id));
        let is_empty = to.call(slot).is_some_and(|call| call.arguments.is_empty());
        match arguments {
            Some(whole) if !whole.is_object() && !whole.is_array() => {
                to.whole(slot, whole);
            }
            Some(whole) if is_empty => {
                to.change(slot, |call| call.is_text = false);
                to.arguments(slot, whole);
            }
            _ => {}
        }
        let status = text(status);
        to.change(slot, |call| {
            call.is_settled = status.as_deref().is_none_or(|status| status == "completed");
            call.verdict = status.as_deref().filter(|status| is_bad(status)).map(Class::of);
        });
        to.close(slot);
    }

    /// The call that more is said of: where its place is of none, its id tells.
    fn find_known(&self, at: &Place) -> Option<Slot> {
        self.find(at).or_else(|| self.find(&Place { place: None, id: at.id.clone() }))
    }

    fn find(&self, at: &Place) -> Option<Slot> {
        match at.place {
            Some(place) => self.places.get(&place),
            None => at.id.as_ref().and_then(|id| self.ids.get(id.as_str())),
        }
    }

    fn keep(&mut self, at: &Place, slot: Slot) -> Slot {
        if let Some(place) = at.place {
            self.places.keep(place, slot);
        }
        if let Some(id) = &at.id {
            self.ids.keep(id.clone(), slot);
        }
        slot
    }
}

/// Where an item keeps its arguments.
fn arguments<'a>(item: Json<'a>, row: Option<&Item>) -> Option<Json<'a>> {
    let [action, arguments, operation] = item.fields(["action", "arguments", "operation"]);
    match row {
        Some(row) => {
            let own = item.get(row.arguments);
            own.or(operation.and_then(|operation| operation.get(row.arguments))).or(action)
        }
        None => action.or(arguments),
    }
}

/// Gives a call the name that it lacks.
fn name_call(slot: Slot, name: Option<&str>, to: &mut Assembler<'_, '_>) {
    to.change(slot, |call| {
        if call.name.is_empty() {
            name.unwrap_or_default().clone_into(&mut call.name);
        }
    });
}

/// Whether a status says that something is not whole.
fn is_bad(status: &str) -> bool {
    matches!(status, "incomplete" | "failed" | "cancelled")
}

/// The response is over.
fn end(status: &str, response: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
    let [details, error, usage, told] = response
        .map(|response| response.fields(["incomplete_details", "error", "usage", "status"]))
        .unwrap_or_default();
    let told = text(told).filter(|told| is_bad(told));
    let status = told.as_deref().unwrap_or(status);
    let reason = details.and_then(|details| text(details.get("reason")));
    to.usage(usage);
    if let Some(error) = error {
        to.fail(Failure::of(error));
    }
    to.stop(0, reason.as_deref().unwrap_or(status), None);
    to.over();
}
