//! A response of any provider: what is known of it while it comes, and how it and its calls ended.

use super::assemble::Assembler;
use super::call::{Call, CallEnd, Tools};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::end::{Class, Signals, Stop};
use super::fault::Failure;
use super::fragment::{Ignored, StreamEnd, TextKind, Update};
use super::halves::Halves;
use super::{Limits, Provider};
use crate::gate::ProviderEnd;
use crate::options::Options;
use crate::plan::repair;

/// How many alternatives of a response are kept apart.
pub(super) const MAX_CHOICES: usize = 1024;

/// One alternative of a response.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) number: u64,
    pub(super) stop: Option<Stop>,
    pub(super) has_conflict: bool,
    /// Whether a later reason says that it failed.
    pub(super) has_failed: bool,
}

/// All that is known of the response that is being read.
#[derive(Debug, Default)]
pub(super) struct Response {
    pub(super) provider: Option<Provider>,
    /// Whether anything of it has come.
    pub(super) is_begun: bool,
    /// Whether the adapter saw its beginning.
    pub(super) is_opened: bool,
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
    pub(super) calls: Vec<Call>,
    pub(super) choices: Vec<Choice>,
    pub(super) texts: Vec<(u64, TextKind, Halves)>,
    pub(super) failure: Option<Failure>,
    pub(super) usage: Option<String>,
}

impl Response {
    /// The calls, in the order of appearance.
    pub(super) fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// The alternative of this number.
    pub(super) fn choice(&mut self, number: u64) -> &mut Choice {
        let choices = &mut self.choices;
        let place = choices.iter().position(|choice| choice.number == number);
        let place = place.unwrap_or_else(|| {
            // No response has so many; a hostile one shares the last.
            if choices.len() < MAX_CHOICES {
                choices.push(Choice { number, stop: None, has_conflict: false, has_failed: false });
            }
            choices.len() - 1
        });
        &mut choices[place]
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

impl Assembler<'_, '_> {
    /// The response is over: tells how its calls ended, and how it did.
    pub(super) fn end(&mut self) {
        for slot in self.slots() {
            self.settle(slot);
        }
        let response = std::mem::take(self.response);
        let signals = |stop: Option<&Stop>, choice: Option<&Choice>| Signals {
            class: stop.map(Stop::class),
            is_done: response.is_done,
            has_failed: response.failure.is_some() || choice.is_some_and(|it| it.has_failed),
        };
        let mut is_cut = false;
        for mut call in response.calls {
            let choice = response.choices.iter().find(|choice| choice.number == call.choice);
            call.is_closed |= call.stop.is_some();
            call.diagnostics.extend(response.lost);
            if choice.is_some_and(|choice| choice.has_conflict) {
                call.diagnostics.add(Diagnostic::FinishReasonConflict);
            }
            let signals = signals(call.stop.as_ref(), choice).with(call.verdict);
            let end = CallEnd::of(call, signals, &self.lasting.tools);
            is_cut |= end.end == ProviderEnd::Interrupted;
            (self.out)(Update::End(&end));
        }
        let first = response.choices.iter().min_by_key(|choice| choice.number);
        let first = first.and_then(|choice| choice.stop.clone());
        let ends = response.choices.iter();
        let ends = ends.map(|choice| signals(choice.stop.as_ref(), Some(choice)));
        let ends = ends.map(|signals| signals.end(!is_cut && signals.class != Some(Class::Limit)));
        let none = signals(None, None).end(!is_cut);
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
