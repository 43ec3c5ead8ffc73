//! Google Gemini: whole calls among the parts of a candidate, arguments in pieces by their paths, and
//! the steps of interactions.

mod interactions;
mod partial;

use super::assemble::{Assembler, Opening, Slot};
use super::diagnostic::Diagnostic;
use super::end::Class;
use super::fragment::TextKind;
use super::response::MAX_CHOICES;
use super::{Adapter, entries, text};
use crate::framing::value::Json;
use interactions::Interactions;
use partial::Partial;
use std::collections::BTreeMap;

/// The calls of the current response.
#[derive(Debug, Default)]
pub(super) struct Gemini {
    interactions: Interactions,
    /// The call of each candidate whose arguments come in pieces.
    open: BTreeMap<u64, (Slot, Partial)>,
    /// The id of the response.
    id: String,
}

impl Adapter for Gemini {
    fn accept(&mut self, name: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool {
        if payload.get("event_type").is_some() {
            return self.interactions.accept(name, payload, to);
        }
        let [candidates, feedback, usage, id] =
            payload.fields(["candidates", "promptFeedback", "usageMetadata", "responseId"]);
        if candidates.is_none() && feedback.is_none() && usage.is_none() {
            return false;
        }
        self.part(id, to);
        to.usage(usage);
        for (place, candidate) in candidates.into_iter().flat_map(Json::items).enumerate() {
            self.candidate(place as u64, candidate, to);
        }
        if let Some(reason) = feedback.and_then(|feedback| text(feedback.get("blockReason"))) {
            to.stop_anew(0, &reason);
        }
        true
    }
}

impl Gemini {
    /// Another response begins where the id changes, whether or not the one before has ended.
    fn part(&mut self, id: Option<Json<'_>>, to: &mut Assembler<'_, '_>) {
        let Some(id) = id.and_then(Json::filled) else { return };
        if !self.id.is_empty() && self.id != id {
            self.open.clear();
            to.begin();
        }
        self.id = id.into_owned();
    }

    fn candidate(&mut self, place: u64, candidate: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [index, content, reason] = candidate.fields(["index", "content", "finishReason"]);
        // No response has more alternatives; a hostile one shares the last.
        let number = index.and_then(Json::number).unwrap_or(place).min(MAX_CHOICES as u64);
        let parts = content.and_then(|content| content.get("parts"));
        for part in parts.into_iter().flat_map(Json::items) {
            let [said, thought, call] = part.fields(["text", "thought", "functionCall"]);
            if let Some(said) = said {
                let is_thought = thought.is_some_and(Json::is_true);
                let kind = if is_thought { TextKind::Reasoning } else { TextKind::Text };
                to.text(number, kind, said);
            }
            match call {
                Some(call) if call.is_object() => self.call(number, call, to),
                Some(_) => to.lose(Diagnostic::BadEventJson),
                None => {}
            }
        }
        if let Some(reason) = text(reason) {
            // Whatever else ends a response cuts a call that is open, and closes nothing.
            if Class::of(&reason) == Class::Whole {
                self.close(number, to);
            }
            to.stop_anew(number, &reason);
        }
    }

    fn call(&mut self, number: u64, call: Json<'_>, to: &mut Assembler<'_, '_>) {
        let [id, name, whole, pieces, goes_on] =
            call.fields(["id", "name", "args", "partialArgs", "willContinue"]);
        let goes_on = goes_on.is_some_and(Json::is_true);
        if let Some(name) = name.and_then(Json::filled) {
            self.close(number, to);
            let id = text(id);
            let opening =
                Opening { id: id.as_deref(), name: &name, choice: number, ..Opening::default() };
            let slot = to.open(&opening);
            to.announce(slot);
            if let Some(whole) = whole {
                to.arguments(slot, whole);
                return to.close(slot);
            }
            self.open.insert(number, (slot, Partial::default()));
        } else if let Some(whole) = whole {
            let slot = to.orphan(number);
            return to.arguments(slot, whole);
        }
        if pieces.is_some() {
            let (slot, partial) =
                self.open.entry(number).or_insert_with(|| (to.orphan(number), Partial::default()));
            for piece in entries(pieces) {
                match partial.push(piece) {
                    Some(text) => to.generated(*slot, &text),
                    None => to.note(*slot, Diagnostic::BadEventJson),
                }
                if partial.is_altered() {
                    to.note(*slot, Diagnostic::InvalidUtf8);
                }
            }
        }
        if !goes_on {
            self.close(number, to);
        }
    }

    /// The call whose arguments come in pieces is whole.
    fn close(&mut self, number: u64, to: &mut Assembler<'_, '_>) {
        if let Some((slot, partial)) = self.open.remove(&number) {
            to.generated(slot, &partial.close());
            to.close(slot);
        }
    }
}
