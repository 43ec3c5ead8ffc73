//! How responses end: the reasons that providers give, and what they mean for a call.

use crate::gate::ProviderEnd;

/// What a reason says about the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The model came to its end.
    Whole,
    /// A limit of tokens cut it.
    Limit,
    /// The provider cut it, or something failed.
    Failed,
}

/// The reasons that say that the model came to its end, in lower case.
const WHOLE: &[&str] = &[
    "stop",
    "end_turn",
    "tool_use",
    "tool_call",
    "tool_calls",
    "function_call",
    "stop_sequence",
    "pause_turn",
    "complete",
    "completed",
    "requires_action",
    "compaction",
    "eos",
    "eos_token",
    "load",
    "unload",
];

/// The reasons that say that a limit of tokens cut it, in lower case.
const LIMIT: &[&str] = &[
    "length",
    "max_tokens",
    "model_length",
    "max_output_tokens",
    "model_context_window_exceeded",
    "incomplete",
];

impl Class {
    /// What `reason` says. One that nobody has heard of is no sign that all is well.
    #[must_use]
    pub fn of(reason: &str) -> Class {
        let is = |known: &&str| known.eq_ignore_ascii_case(reason);
        if WHOLE.iter().any(is) {
            Class::Whole
        } else if LIMIT.iter().any(is) {
            Class::Limit
        } else {
            Class::Failed
        }
    }
}

/// Why a choice ended, as the provider put it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The reason, verbatim.
    pub reason: String,
    /// The reason of the model's own provider, verbatim, where a router tells it too.
    pub native: Option<String>,
}

impl Stop {
    /// What it says. A router may call a response finished that its model's provider calls cut.
    #[must_use]
    pub fn class(&self) -> Class {
        let native = self.native.as_deref().map(Class::of);
        match Class::of(&self.reason) {
            Class::Whole if native == Some(Class::Limit) => Class::Limit,
            class => class,
        }
    }
}

/// What is known when a response is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Signals {
    /// What the reason says, where one was given.
    pub(super) class: Option<Class>,
    /// Whether the mark that ends a response was there.
    pub(super) is_done: bool,
    /// Whether an error was told.
    pub(super) has_failed: bool,
}

impl Signals {
    /// What is known of a call of which the provider itself says more: it weighs more than a reason
    /// that calls the response whole.
    #[must_use]
    pub(super) fn with(self, verdict: Option<Class>) -> Signals {
        match self.class {
            Some(Class::Whole) => Signals { class: verdict.or(self.class), ..self },
            _ => self,
        }
    }

    /// How a call ended whose text is whole or not.
    #[must_use]
    pub(super) fn end(self, is_whole: bool) -> ProviderEnd {
        match self.class {
            _ if self.has_failed => ProviderEnd::ProviderError,
            Some(Class::Failed) => ProviderEnd::ProviderError,
            Some(Class::Limit) if !is_whole => ProviderEnd::MaxTokens,
            Some(Class::Limit | Class::Whole) => ProviderEnd::Complete,
            None if self.is_done && is_whole => ProviderEnd::Complete,
            None => ProviderEnd::Interrupted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_reason_or_a_mark_behind_whole_text_completes_a_call() {
        use ProviderEnd::{Complete, Interrupted, MaxTokens, ProviderError};
        for (reason, is_done, has_failed, whole, cut) in [
            (Some("tool_calls"), true, false, Complete, Complete),
            (Some("STOP"), false, false, Complete, Complete),
            (Some("length"), true, false, Complete, MaxTokens),
            (Some("MAX_TOKENS"), false, false, Complete, MaxTokens),
            (Some("refusal"), true, false, ProviderError, ProviderError),
            (Some("never_heard_of"), true, false, ProviderError, ProviderError),
            (Some("stop"), true, true, ProviderError, ProviderError),
            (None, true, false, Complete, Interrupted),
            (None, false, false, Interrupted, Interrupted),
            (None, false, true, ProviderError, ProviderError),
        ] {
            let signals = Signals { class: reason.map(Class::of), is_done, has_failed };
            assert_eq!((signals.end(true), signals.end(false)), (whole, cut), "{reason:?}");
        }
    }

    #[test]
    fn a_limit_that_the_models_own_provider_names_counts() {
        let stop = |reason: &str, native: Option<&str>| {
            Stop { reason: reason.into(), native: native.map(str::to_owned) }.class()
        };
        assert_eq!(stop("tool_calls", Some("max_output_tokens")), Class::Limit);
        assert_eq!(stop("tool_calls", Some("tool_use")), Class::Whole);
        assert_eq!(stop("tool_calls", Some("whatever")), Class::Whole);
        assert_eq!(stop("content_filter", Some("length")), Class::Failed);
    }
}
