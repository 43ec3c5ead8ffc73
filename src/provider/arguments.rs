//! The arguments of a call: fragments put together, values that come instead of text, and what replaces
//! what was there.

use super::assemble::{Assembler, Slot};
use super::call::{Initial, Repeats};
use super::diagnostic::Diagnostic;
use super::fragment::Update;
use super::halves::{Halves, has_lonely_half, written};
use super::is_blank;
use crate::framing::value::Json;

impl Assembler<'_, '_> {
    /// Takes arguments that come with the opening: they count where no others come.
    pub(super) fn initial(&mut self, slot: Slot, arguments: Json<'_>) {
        if is_blank(arguments) {
            return;
        }
        let Some(text) = written(arguments) else {
            return self.note(slot, Diagnostic::BadEventJson);
        };
        let is_object = arguments.str().is_none();
        self.change(slot, |call| call.initial = Some(Initial { text, is_object }));
    }

    /// Takes what comes of the arguments: the next fragment of their text, or all of them as a value.
    pub(super) fn arguments(&mut self, slot: Slot, arguments: Json<'_>) {
        if let Some(units) = arguments.units() {
            self.fragment(slot, &units);
        } else if self.call(slot).is_some_and(|call| call.arguments.is_empty()) {
            self.object(slot, arguments);
        } else {
            self.whole(slot, arguments);
        }
    }

    fn fragment(&mut self, slot: Slot, units: &[u8]) {
        let Some(call) = self.call_mut(slot).filter(|_| !units.is_empty()) else {
            return;
        };
        let joined = call.halves.join(units);
        call.initial = None;
        call.stop = None;
        if call.halves.is_altered() {
            call.diagnostics.add(Diagnostic::InvalidUtf8);
        }
        self.append(slot, &joined, false);
    }

    /// Takes arguments that come as a value instead of text.
    fn object(&mut self, slot: Slot, value: Json<'_>) {
        let Some(text) = written(value) else {
            return self.note(slot, Diagnostic::BadEventJson);
        };
        self.note(slot, Diagnostic::FromObject);
        self.change(slot, |call| call.initial = None);
        self.generated(slot, &text);
    }

    /// Takes text that the provider did not write.
    pub(super) fn generated(&mut self, slot: Slot, text: &str) {
        self.change(slot, |call| call.stop = None);
        self.append(slot, text, true);
    }

    /// Takes the whole of the arguments: it counts, whatever the fragments made.
    pub(super) fn whole(&mut self, slot: Slot, arguments: Json<'_>) {
        let Some(text) = written(arguments) else {
            return self.note(slot, Diagnostic::BadEventJson);
        };
        let Some(call) = self.call_mut(slot) else { return };
        // Half a pair that waits is a part of what this replaces.
        call.halves = Halves::default();
        let text = text.as_str();
        if call.arguments == text {
            return;
        }
        call.stop = None;
        if has_lonely_half(arguments) {
            call.diagnostics.add(Diagnostic::InvalidUtf8);
        }
        if let Some(initial) = call.initial.take().filter(|initial| initial.text == text) {
            call.note_initial(&initial);
        }
        if call.arguments.is_empty() {
            self.append(slot, text, false);
        } else {
            call.diagnostics.add(Diagnostic::DoneDiffers);
            self.replace(slot, text);
        }
    }

    /// Whatever a call still waited for does not come any more.
    pub(super) fn settle(&mut self, slot: Slot) {
        self.take_initial(slot);
        self.announce(slot);
        let mut rest = "";
        let mut repeated = None;
        self.change(slot, |call| {
            rest = call.halves.finish();
            if !rest.is_empty() {
                call.diagnostics.add(Diagnostic::InvalidUtf8);
            }
            repeated = call.repeated();
        });
        self.append(slot, rest, false);
        if let Some(last) = repeated {
            self.note(slot, Diagnostic::CumulativeArguments);
            self.replace(slot, &last);
        }
    }

    /// Puts text after the arguments.
    fn append(&mut self, slot: Slot, text: &str, generated: bool) {
        let is_altered = self.response.is_altered;
        let max = self.lasting.limits.arguments;
        let Some(call) = self.call_mut(slot).filter(|_| !text.is_empty()) else {
            return;
        };
        if is_altered {
            call.diagnostics.add(Diagnostic::InvalidUtf8);
        }
        if call.arguments.len() + text.len() > max
            || call.diagnostics.contains(Diagnostic::ArgumentsTooLong)
        {
            call.diagnostics.add(Diagnostic::ArgumentsTooLong);
            return;
        }
        call.repeats.push(&call.arguments, text);
        call.arguments.push_str(text);
        let number = call.number;
        self.announce(slot);
        (self.out)(Update::Delta { call: number, text, generated });
    }

    /// Puts text in the place of the arguments.
    fn replace(&mut self, slot: Slot, text: &str) {
        let Some(call) = self.call_mut(slot) else { return };
        call.arguments.clear();
        call.repeats = Repeats::default();
        let number = call.number;
        (self.out)(Update::Reset { call: number });
        self.append(slot, text, false);
    }

    /// Takes the arguments that came with the opening, where no others did.
    pub(super) fn take_initial(&mut self, slot: Slot) {
        let Some(call) = self.call_mut(slot) else { return };
        if let Some(initial) = call.initial.take() {
            call.note_initial(&initial);
            self.append(slot, &initial.text, initial.is_object);
        }
    }
}
