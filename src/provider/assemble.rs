//! Puts calls together: adapters say which fragment belongs where, this keeps them until their
//! response is over and tells what becomes of them.

use super::call::{Call, CallEnd, CallKind, Initial, Repeats, Tools};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::end::{Class, Signals, Stop};
use super::fault::Failure;
use super::fragment::{Ignored, StreamEnd, TextKind, Update};
use super::halves::{Halves, has_lonely_half, written};
use super::{Limits, Provider, is_blank};
use crate::framing::value::Json;
use crate::gate::ProviderEnd;
use crate::options::Options;
use crate::plan::repair;

/// How many alternatives of a response are kept apart.
pub(super) const MAX_CHOICES: usize = 1024;

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

/// One alternative of a response.
#[derive(Debug)]
struct Choice {
    number: u64,
    stop: Option<Stop>,
    has_conflict: bool,
}

/// All that is known of the response that is being read.
#[derive(Debug, Default)]
pub(super) struct Response {
    pub(super) provider: Option<Provider>,
    /// Whether anything of it has come.
    pub(super) is_begun: bool,
    /// Whether the adapter saw its beginning.
    is_opened: bool,
    /// Whether the adapter saw its end.
    pub(super) is_over: bool,
    /// Whether the mark that ends a response was there.
    pub(super) is_done: bool,
    /// Whether bytes of the current payload were replaced.
    pub(super) is_altered: bool,
    pub(super) ignored: Ignored,
    pub(super) diagnostics: Diagnostics,
    /// How something of it was lost that may have been of any call.
    pub(super) lost: Diagnostics,
    calls: Vec<Call>,
    choices: Vec<Choice>,
    texts: Vec<(u64, TextKind, Halves)>,
    failure: Option<Failure>,
    usage: Option<String>,
}

impl Response {
    /// The calls, in the order of appearance.
    pub(super) fn calls(&self) -> &[Call] {
        &self.calls
    }
}

/// What outlives a response.
#[derive(Debug, Default)]
pub(super) struct Lasting {
    pub(super) limits: Limits,
    pub(super) tools: Tools,
    /// The number of the next call, and of the first one of the response.
    pub(super) next: u64,
    pub(super) first: u64,
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
        self.choice(opening.choice);
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

    /// Changes what is known of a call.
    pub(super) fn change(&mut self, slot: Slot, change: impl FnOnce(&mut Call)) {
        if let Some(call) = self.response.calls.get_mut(slot.0) {
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
        let Some(call) = self.response.calls.get_mut(slot.0).filter(|_| !units.is_empty()) else {
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
        let Some(call) = self.response.calls.get_mut(slot.0) else { return };
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

    /// The call is closed.
    pub(super) fn close(&mut self, slot: Slot) {
        self.take_initial(slot);
        self.change(slot, |call| call.is_closed = true);
    }

    /// Takes text of the response that is no call.
    pub(super) fn text(&mut self, choice: u64, kind: TextKind, text: Json<'_>) {
        self.choice(choice);
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

    /// Takes the reason why a choice ended. The first one counts.
    pub(super) fn stop(&mut self, choice: u64, reason: &str, native: Option<&str>) {
        if reason.is_empty() {
            return;
        }
        let native = native.filter(|native| !native.is_empty()).map(str::to_owned);
        let stop = Stop { reason: reason.to_owned(), native };
        let known = self.choice(choice);
        match &known.stop {
            Some(first) => known.has_conflict |= first.reason != reason,
            None => known.stop = Some(stop.clone()),
        }
        // A call is ended by a reason that comes behind all that there is of it.
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
        self.choice(choice).stop = Some(stop);
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

    /// The response is over: tells how its calls ended, and how it did.
    pub(super) fn end(&mut self) {
        for place in 0..self.response.calls.len() {
            self.settle(Slot(place));
        }
        let response = std::mem::take(self.response);
        let signals = |stop: Option<&Stop>| Signals {
            class: stop.map(Stop::class),
            is_done: response.is_done,
            has_failed: response.failure.is_some(),
        };
        let mut is_cut = false;
        for mut call in response.calls {
            let choice = response.choices.iter().find(|choice| choice.number == call.choice);
            call.is_closed |= call.stop.is_some();
            call.diagnostics.extend(response.lost);
            if choice.is_some_and(|choice| choice.has_conflict) {
                call.diagnostics.add(Diagnostic::FinishReasonConflict);
            }
            let signals = signals(call.stop.as_ref()).with(call.verdict);
            let end = CallEnd::of(call, signals, &self.lasting.tools);
            is_cut |= end.end == ProviderEnd::Interrupted;
            (self.out)(Update::End(&end));
        }
        let first = response.choices.iter().min_by_key(|choice| choice.number);
        let first = first.and_then(|choice| choice.stop.clone());
        let ends = response.choices.iter().map(|choice| signals(choice.stop.as_ref()));
        let ends = ends.map(|signals| signals.end(!is_cut && signals.class != Some(Class::Limit)));
        let none = signals(None).end(!is_cut);
        let ends = ends.chain(is_cut.then_some(ProviderEnd::Interrupted));
        let end = ends.max_by_key(|end| gravity(*end)).unwrap_or(none);
        (self.out)(Update::StreamEnd(&StreamEnd {
            provider: response.provider,
            end,
            stop_reason: first.map(|stop| stop.reason),
            failure: response.failure.map(Failure::sound),
            ignored: response.ignored,
            calls: self.lasting.next - self.lasting.first,
            usage: response.usage.and_then(|usage| sound(&usage)),
            diagnostics: response.diagnostics,
            is_lossy: response.lost.iter().next().is_some(),
        }));
        self.lasting.first = self.lasting.next;
    }

    /// Whatever a call still waited for does not come any more.
    fn settle(&mut self, slot: Slot) {
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

    /// Puts text behind the arguments.
    fn append(&mut self, slot: Slot, text: &str, generated: bool) {
        let is_altered = self.response.is_altered;
        let max = self.lasting.limits.arguments;
        let Some(call) = self.response.calls.get_mut(slot.0).filter(|_| !text.is_empty()) else {
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
        let Some(call) = self.response.calls.get_mut(slot.0) else { return };
        call.arguments.clear();
        call.repeats = Repeats::default();
        let number = call.number;
        (self.out)(Update::Reset { call: number });
        self.append(slot, text, false);
    }

    /// Takes the arguments that came with the opening, where no others did.
    fn take_initial(&mut self, slot: Slot) {
        let Some(call) = self.response.calls.get_mut(slot.0) else { return };
        if let Some(initial) = call.initial.take() {
            call.note_initial(&initial);
            self.append(slot, &initial.text, initial.is_object);
        }
    }

    fn choice(&mut self, number: u64) -> &mut Choice {
        let choices = &mut self.response.choices;
        let place = choices.iter().position(|choice| choice.number == number);
        let place = place.unwrap_or_else(|| {
            // No response has so many; a hostile one shares the last.
            if choices.len() < MAX_CHOICES {
                choices.push(Choice { number, stop: None, has_conflict: false });
            }
            choices.len() - 1
        });
        &mut choices[place]
    }
}

/// JSON as it came, but with every escape a character: half a surrogate pair is none. `None` for what
/// is too deep.
pub(super) fn sound(json: &str) -> Option<String> {
    repair(json, &Options::default()).ok().map(|repaired| repaired.text)
}

/// Which of the ends of several choices is the end of all.
fn gravity(end: ProviderEnd) -> u8 {
    match end {
        ProviderEnd::Complete => 0,
        ProviderEnd::MaxTokens => 1,
        ProviderEnd::Interrupted => 2,
        ProviderEnd::ProviderError => 3,
    }
}
