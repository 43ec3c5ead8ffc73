//! What a result has to be for the gate to let it pass.

use crate::event::Container;
use crate::repair::Exactness;

/// How a provider's stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProviderEnd {
    /// The model came to its end.
    Complete,
    /// The limit of tokens cut it.
    MaxTokens,
    /// The stream broke off.
    Interrupted,
    /// The provider reported an error.
    ProviderError,
}

impl ProviderEnd {
    /// Every end with its name, in the order of [`ProviderEnd`].
    pub const ALL: &[(ProviderEnd, &str)] = &[
        (ProviderEnd::Complete, "complete"),
        (ProviderEnd::MaxTokens, "max_tokens"),
        (ProviderEnd::Interrupted, "interrupted"),
        (ProviderEnd::ProviderError, "provider_error"),
    ];

    /// `complete`, `max_tokens`, `interrupted`, `provider_error`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The end of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<ProviderEnd> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// What a result has to be for the gate to let it pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GateOptions {
    /// Refuse the first repair (E010).
    pub strict: bool,
    /// The worst exactness that passes (E010).
    pub max_loss: Exactness,
    /// Refuse what has two readings (E011).
    pub reject_ambiguous: bool,
    /// The container that every root must be (E013).
    pub root: Option<Container>,
    /// How the provider's stream ended, where that is known.
    pub end: Option<ProviderEnd>,
    /// Refuse where it is known to have ended otherwise than complete (E012).
    pub complete_end: bool,
    /// How many records are kept; the others only count.
    pub max_repairs: usize,
}

impl Default for GateOptions {
    fn default() -> Self {
        GateOptions {
            strict: false,
            max_loss: Exactness::Lossy,
            reject_ambiguous: false,
            root: None,
            end: None,
            complete_end: false,
            max_repairs: 10_000,
        }
    }
}

impl GateOptions {
    /// Whether a result can be refused for these options.
    #[must_use]
    pub fn can_refuse(&self) -> bool {
        self.strict
            || self.max_loss < Exactness::Lossy
            || self.reject_ambiguous
            || self.root.is_some()
            || self.ends_badly()
    }

    /// Whether the stream is known to have ended otherwise than complete.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.end.is_some_and(|end| end != ProviderEnd::Complete)
    }

    /// Whether there are repairs that are refused.
    pub(super) fn refuse_repairs(&self) -> bool {
        self.strict || self.reject_ambiguous || self.max_loss < Exactness::Lossy
    }

    /// Whether the end alone refuses every result.
    pub(super) fn ends_badly(&self) -> bool {
        self.complete_end && self.is_cut()
    }
}
