//! Puts calls together: adapters say which fragment belongs where, this keeps them until their
//! response is over and tells what becomes of them.

use super::call::{Call, CallKind};
use super::diagnostic::Diagnostic;
use super::end::{Class, Stop};
use super::fault::Failure;
use super::fragment::{TextKind, Update};
use super::halves::Halves;
use super::response::{Lasting, MAX_CHOICES, Response};
use crate::framing::value::Json;

/// A call of the response, for an adapter: of no other use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot(usize);

impl Slot {
    /// What stands for a call that there is no room for.
    const DROPPED: Slot = Slot(usize::MAX);

    /// Whether it stands for no call.
    pub(super) fn is_dropped(self) -> bool {
        self == Slot::DROPPED
    }
}

/// What opens a call.
#[derive(Clone, Debug, Default)]
pub(super) struct Opening<'a> {
    pub(super) id: Option<&'a str>,
    pub(super) name: &'a str,
    pub(super) kind: CallKind,
    pub(super) choice: u64,
    /// Whether its arguments are free text.
    pub(super) is_text: bool,
}

/// The way of an adapter to the response.
pub(super) struct Assembler<'a, 'o> {
    pub(super) response: &'a mut Response,
    pub(super) lasting: &'a mut Lasting,
    pub(super) out: &'a mut (dyn FnMut(Update<'_>) + 'o),
}

impl Assembler<'_, '_> {
    /// A response begins; the one before it is over, whatever it lacks.
    pub(super) fn begin(&mut self) {
        if self.response.is_opened {
            let provider = self.response.provider;
            self.end();
            self.response.provider = provider;
        }
        self.response.is_opened = true;
    }

    /// The response is over by what the provider says.
    pub(super) fn over(&mut self) {
        self.response.is_over = true;
    }

    /// The mark that ends a response came, without a reason.
    pub(super) fn done(&mut self) {
        self.response.is_done = true;
    }

    /// Opens a call. Above the limit there is none, and what is said of it has no effect.
    pub(super) fn open(&mut self, opening: &Opening<'_>) -> Slot {
        let calls = &mut self.response.calls;
        if calls.len() >= self.lasting.limits.calls {
            self.response.diagnostics.add(Diagnostic::TooManyCalls);
            self.response.lost.add(Diagnostic::TooManyCalls);
            return Slot::DROPPED;
        }
        calls.push(Call {
            number: self.lasting.next,
            id: opening.id.filter(|id| !id.is_empty()).map(str::to_owned),
            name: opening.name.to_owned(),
            kind: opening.kind,
            choice: opening.choice,
            is_text: opening.is_text,
            ..Call::default()
        });
        self.lasting.next += 1;
        self.response.choice(opening.choice);
        Slot(self.response.calls.len() - 1)
    }

    /// Opens a call that a fragment without one belongs to.
    pub(super) fn orphan(&mut self, choice: u64) -> Slot {
        let slot = self.open(&Opening { choice, ..Opening::default() });
        self.note(slot, Diagnostic::OrphanFragment);
        slot
    }

    /// Looks at a call.
    pub(super) fn call(&self, slot: Slot) -> Option<&Call> {
        self.response.calls.get(slot.0)
    }

    /// The calls of the response as it is now.
    pub(super) fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.response.calls.len()).map(Slot)
    }

    /// A call that more is known of.
    pub(super) fn call_mut(&mut self, slot: Slot) -> Option<&mut Call> {
        self.response.calls.get_mut(slot.0)
    }

    /// Changes what is known of a call.
    pub(super) fn change(&mut self, slot: Slot, change: impl FnOnce(&mut Call)) {
        if let Some(call) = self.call_mut(slot) {
            change(call);
        }
    }

    /// Says that something about a call is odd.
    pub(super) fn note(&mut self, slot: Slot, diagnostic: Diagnostic) {
        self.change(slot, |call| call.diagnostics.add(diagnostic));
    }

    /// Tells that the call is there, once.
    pub(super) fn announce(&mut self, slot: Slot) {
        if let Some(call) = self.response.calls.get_mut(slot.0)
            && !std::mem::replace(&mut call.is_announced, true)
        {
            (self.out)(Update::Open(call));
        }
    }

    /// The call is closed.
    pub(super) fn close(&mut self, slot: Slot) {
        self.take_initial(slot);
        self.change(slot, |call| call.is_closed = true);
    }

    /// Takes text of the response that is no call.
    pub(super) fn text(&mut self, choice: u64, kind: TextKind, text: Json<'_>) {
        self.response.choice(choice);
        let Some(units) = text.units().filter(|units| !units.is_empty()) else { return };
        let texts = &mut self.response.texts;
        let place = texts.iter().position(|text| (text.0, text.1) == (choice, kind));
        let place = place.unwrap_or_else(|| {
            if texts.len() < MAX_CHOICES {
                texts.push((choice, kind, Halves::default()));
            }
            texts.len() - 1
        });
        let text = texts[place].2.join(&units);
        if !text.is_empty() {
            (self.out)(Update::Text { choice, kind, text: &text });
        }
    }

    /// Takes the reason why a choice ended. The first one counts, unless a later one says that it failed.
    pub(super) fn stop(&mut self, choice: u64, reason: &str, native: Option<&str>) {
        if reason.is_empty() {
            return;
        }
        let native = native.filter(|native| !native.is_empty()).map(str::to_owned);
        let stop = Stop { reason: reason.to_owned(), native };
        let known = self.response.choice(choice);
        match &known.stop {
            Some(first) if first.reason == reason => {}
            Some(_) => {
                known.has_conflict = true;
                known.has_failed |= stop.class() == Class::Failed;
            }
            None => known.stop = Some(stop.clone()),
        }
        // A call is ended by a reason that comes after all that there is of it.
        let calls = self.response.calls.iter_mut().filter(|call| call.choice == choice);
        for call in calls.filter(|call| call.stop.is_none()) {
            call.stop = Some(stop.clone());
        }
    }

    /// Takes the reason why a choice ended. The last one counts.
    pub(super) fn stop_anew(&mut self, choice: u64, reason: &str) {
        if reason.is_empty() {
            return;
        }
        let stop = Stop { reason: reason.to_owned(), native: None };
        for call in self.response.calls.iter_mut().filter(|call| call.choice == choice) {
            call.stop = Some(stop.clone());
        }
        self.response.choice(choice).stop = Some(stop);
    }

    /// Whether every choice that has been seen has ended.
    pub(super) fn is_stopped(&self) -> bool {
        let choices = &self.response.choices;
        !choices.is_empty() && choices.iter().all(|choice| choice.stop.is_some())
    }

    /// Something failed. What was told first counts.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.response.is_begun = true;
        self.response.failure.get_or_insert(failure);
    }

    /// Takes the count of tokens. What was told last counts.
    pub(super) fn usage(&mut self, usage: Option<Json<'_>>) {
        if let Some(usage) = usage {
            self.response.usage = Some(usage.compact());
        }
    }

    /// Says that something about the stream is odd.
    pub(super) fn note_stream(&mut self, diagnostic: Diagnostic) {
        self.response.diagnostics.add(diagnostic);
    }

    /// An event, or a part of one, was dropped: it may have belonged to any call of the response, and
    /// have opened any that seems to begin later.
    pub(super) fn lose(&mut self, why: Diagnostic) {
        self.note_stream(why);
        self.response.lost.add(why);
    }

    /// An event of the response was taken.
    pub(super) fn opened(&mut self) {
        self.response.is_opened = true;
    }
}
