//! OpenAI Chat Completions, and the dialects of those who speak them: which call a fragment belongs to
//! is found by its id, then its index, then the order.

use super::assemble::{Assembler, Opening, Slot};
use super::call::CallKind;
use super::diagnostic::Diagnostic;
use super::fragment::TextKind;
use super::response::MAX_CHOICES;
use super::seam::{Chunk, Progress, Seam};
use super::slots::Slots;
use super::{Adapter, entries, text};
use crate::framing::value::Json;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The calls of the current response.
#[derive(Debug, Default)]
pub(super) struct Chat {
    choices: BTreeMap<u64, Choice>,
    seam: Seam,
}

/// The calls of one alternative.
#[derive(Debug, Default)]
struct Choice {
    ids: Slots<String>,
    indexes: Slots<u64>,
    last: Option<Slot>,
    /// The one call of the interface before there were several.
    function: Option<Slot>,
    /// Whether something has come in pieces, and whether a whole message has been taken.
    has_delta: bool,
    has_message: bool,
}

/// How the calls of a choice come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// In fragments that refer to the call that they are of.
    Pieces,
    /// Each in one entry: what two entries have in common makes them no single call.
    Whole,
}

impl Adapter for Chat {
    fn accept(&mut self, _: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        let [choices, usage, id, object] = payload.fields(["choices", "usage", "id", "object"]);
        if choices.is_none() && text(object).is_none_or(|it| !it.starts_with("chat.completion")) {
            return false;
        }
        self.part(id, choices, to);
        to.usage(usage);
        for (place, choice) in choices.into_iter().flat_map(Json::items).enumerate() {
            self.choice(place as u64, choice, to);
        }
        true
    }
}

impl Chat {
    /// Another response may begin that no mark parts from the one before.
    fn part(
        &mut self,
        id: Option<Json<'_>>,
        choices: Option<Json<'_>>,
        to: &mut Assembler<'_, '_>,
    ) {
        let Some(first) = entries(choices).next() else { return };
        let Some(id) = id.and_then(Json::filled) else { return };
        let progress = if to.is_stopped() {
            Progress::Stopped
        } else if self.choices.values().any(Choice::has_call) {
            Progress::Calls
        } else {
            Progress::Text
        };
        if self.seam.parts(id, &Chunk::of(first), progress) {
            self.choices.clear();
            to.begin();
        }
    }

    fn choice(&mut self, place: u64, choice: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [index, delta, message, reason, native, usage, said] = choice.fields([
            "index",
            "delta",
            "message",
            "finish_reason",
            "native_finish_reason",
            "usage",
            "text",
        ]);
        let number = index.and_then(Json::number).unwrap_or(place);
        if let Some(said) = said {
            to.text(number, TextKind::Text, said);
        }
        if self.choices.len() >= MAX_CHOICES && !self.choices.contains_key(&number) {
            to.note_stream(Diagnostic::TooManyCalls);
            return;
        }
        let state = self.choices.entry(number).or_default();
        if let Some(delta) = delta.filter(|delta| !delta.is_empty()) {
            state.has_delta = true;
            state.told(number, delta, Form::Pieces, to);
        } else if let Some(message) = message.filter(|_| !state.has_message) {
            state.has_message = true;
            if !state.has_delta {
                state.told(number, message, Form::Whole, to);
            } else if !state.has_call() {
                // The text of it has been told; calls have not.
                let [calls, function] = message.fields(["tool_calls", "function_call"]);
                state.calls(number, calls, function, Form::Whole, to);
            }
        }
        to.usage(usage);
        if let Some(reason) = text(reason) {
            to.stop(number, &reason, text(native).as_deref());
        }
    }
}

impl Choice {
    /// Takes what was said: a message, or a piece of one.
    fn told(&mut self, number: u64, said: Json<'_>, form: Form, to: &mut Assembler<'_, '_>) {
        let [content, refusal, thought, reasoning, details, calls, function] = said.fields([
            "content",
            "refusal",
            "reasoning_content",
            "reasoning",
            "reasoning_details",
            "tool_calls",
            "function_call",
        ]);
        match thought.or(reasoning) {
            Some(thought) => to.text(number, TextKind::Reasoning, thought),
            None => details.into_iter().flat_map(Json::items).for_each(|detail| {
                let [said, summary] = detail.fields(["text", "summary"]);
                parts(number, TextKind::Reasoning, said.or(summary), to);
            }),
        }
        parts(number, TextKind::Text, content, to);
        if let Some(refusal) = refusal {
            to.text(number, TextKind::Refusal, refusal);
        }
        self.calls(number, calls, function, form, to);
    }

    fn calls(
        &mut self,
        number: u64,
        calls: Option<Json<'_>>,
        function: Option<Json<'_>>,
        form: Form,
        to: &mut Assembler<'_, '_>,
    ) {
        for call in entries(calls) {
            self.call(number, call, form, to);
        }
        if let Some(function) = function {
            self.function(number, function, to);
        }
    }

    /// Whether any call has begun.
    fn has_call(&self) -> bool {
        self.last.or(self.function).is_some()
    }

    /// A fragment of a call, or all of it.
    fn call(&mut self, number: u64, call: Json<'_>, form: Form, to: &mut Assembler<'_, '_>) {
        let [id, index, function, custom] = call.fields(["id", "index", "function", "custom"]);
        let is_text = custom.is_some() && function.is_none();
        // Some have name and arguments in the entry itself.
        let body = function.or(custom).unwrap_or(call);
        if !body.is_object() {
            return to.lose(Diagnostic::BadEventJson);
        }
        let [name, arguments, input] = body.fields(["name", "arguments", "input"]);
        let part = Part {
            id: id.and_then(Json::filled),
            index: index.and_then(Json::number),
            name: text(name).unwrap_or_default(),
            arguments: arguments.or(input),
            is_text,
        };
        let slot = match form {
            Form::Whole => self.open(number, &part, to),
            Form::Pieces => self.find(number, &part, to),
        };
        apply(slot, &part, to);
    }

    /// The call that a fragment belongs to.
    fn find(&mut self, number: u64, part: &Part<'_>, to: &mut Assembler<'_, '_>) -> Slot {
        let at_index = part.index.and_then(|index| self.indexes.get(&index));
        if let Some(id) = &part.id {
            let known = self.ids.get(&**id);
            let lacks_id = |slot: &Slot| to.call(*slot).is_some_and(|call| call.id.is_none());
            if let Some(slot) = known.or(at_index.filter(lacks_id)) {
                to.change(slot, |call| call.id = Some(id.clone().into_owned()));
                return self.keep(slot, part);
            }
            let slot = self.open(number, part, to);
            if at_index.is_some() {
                to.note(slot, Diagnostic::IndexReused);
            }
            return slot;
        }
        let found = match part.index {
            Some(_) => at_index,
            None => self.last.filter(|slot| !part.is_another(to.call(*slot))),
        };
        match found {
            Some(slot) => self.keep(slot, part),
            None => self.open(number, part, to),
        }
    }

    fn open(&mut self, number: u64, part: &Part<'_>, to: &mut Assembler<'_, '_>) -> Slot {
        if let Some(last) = self.last {
            to.announce(last);
            to.close(last);
        }
        let kind = if part.is_text { CallKind::Custom } else { CallKind::Function };
        let slot = to.open(&Opening {
            id: part.id.as_deref(),
            name: "",
            kind,
            choice: number,
            is_text: part.is_text,
        });
        if part.id.is_none() && part.name.is_empty() {
            to.note(slot, Diagnostic::OrphanFragment);
        }
        self.keep(slot, part)
    }

    /// Remembers how a call is referred to.
    fn keep(&mut self, slot: Slot, part: &Part<'_>) -> Slot {
        if let Some(id) = &part.id
            && self.ids.get(&**id).is_none()
        {
            self.ids.keep(id.clone().into_owned(), slot);
        }
        if let Some(index) = part.index {
            self.indexes.keep(index, slot);
        }
        self.last = Some(slot);
        slot
    }

    /// A fragment of the one call that there was before there were several.
    fn function(&mut self, number: u64, function: Json<'_>, to: &mut Assembler<'_, '_>) {
        if !function.is_object() {
            return to.lose(Diagnostic::BadEventJson);
        }
        let [name, arguments] = function.fields(["name", "arguments"]);
        let slot = *self
            .function
            .get_or_insert_with(|| to.open(&Opening { choice: number, ..Opening::default() }));
        let name = text(name).unwrap_or_default();
        apply(slot, &Part { name, arguments, ..Part::default() }, to);
    }
}

/// What one fragment says.
#[derive(Debug, Default)]
struct Part<'a> {
    /// Never empty.
    id: Option<Cow<'a, str>>,
    index: Option<u64>,
    name: Cow<'a, str>,
    arguments: Option<Json<'a>>,
    is_text: bool,
}

impl Part<'_> {
    /// Whether a fragment that refers to no call begins another one than `last`.
    fn is_another(&self, last: Option<&super::Call>) -> bool {
        let has_arguments = self
            .arguments
            .is_some_and(|arguments| arguments.is_object() || arguments.text() != "\"\"");
        last.is_some_and(|last| {
            !self.name.is_empty()
                && !last.name.is_empty()
                && last.name != self.name
                && (has_arguments || !last.arguments.is_empty())
        })
    }
}

/// Puts a fragment into its call.
fn apply(slot: Slot, part: &Part<'_>, to: &mut Assembler<'_, '_>) {
    // A name may come in pieces, late, or again and again.
    to.change(slot, |call| {
        let is_news = !part.name.is_empty() && call.name != part.name;
        if is_news && (call.name.is_empty() || call.arguments.is_empty() && !call.is_announced) {
            call.name.push_str(&part.name);
        } else if is_news {
            // Whoever is called, it is not the one that was told.
            call.diagnostics.add(Diagnostic::BadEventJson);
        }
    });
    if let Some(arguments) = part.arguments {
        to.arguments(slot, arguments);
    }
}

/// Text that is a string, or a list of parts of which some are reasoning.
fn parts(number: u64, kind: TextKind, content: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
    let Some(content) = content else { return };
    if !content.is_array() {
        return to.text(number, kind, content);
    }
    for part in content.items() {
        let [said, thought] = part.fields(["text", "thinking"]);
        match thought {
            Some(thought) => {
                let inner = thought.items().filter_map(|part| part.get("text"));
                let whole = Some(thought).filter(|thought| !thought.is_array());
                inner.chain(whole).for_each(|said| to.text(number, TextKind::Reasoning, said));
            }
            None => {
                if let Some(said) = said {
                    to.text(number, kind, said);
                }
            }
        }
    }
}
