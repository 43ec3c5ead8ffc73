//! What is odd about a call or a stream: a closed list of names.

use crate::json::{self, Object};

/// One oddity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Diagnostic {
    /// The arguments came as an object, not as text.
    FromObject,
    /// The arguments came with the opening of the call.
    InitialInput,
    /// Every fragment repeated the ones before it; the last one counts.
    CumulativeArguments,
    /// There is a second value after the first.
    ExtraValue,
    /// A fragment came that belongs to no call; it is a call of its own.
    OrphanFragment,
    /// The whole text at the end is not what the fragments make; it counts.
    DoneDiffers,
    /// The index of another call was given to this one.
    IndexReused,
    /// The response ended without a reason.
    NoFinishReason,
    /// The response gave two reasons; the first counts.
    FinishReasonConflict,
    /// Arguments beyond the limit were dropped.
    ArgumentsTooLong,
    /// An event beyond the limit was dropped.
    EventTooLong,
    /// Two events that no empty line parts.
    MissingEventSeparator,
    /// A payload is no JSON, or a part of it is of another kind than it should be; nothing of that was
    /// applied.
    BadEventJson,
    /// Bytes that are no text were replaced.
    InvalidUtf8,
    /// More calls were open at once than may be; the further ones were dropped.
    TooManyCalls,
    /// The numbers of the events leave something out, or start again.
    SequenceGap,
    /// An HTTP head has a status of 400 or more.
    HttpStatus,
}

impl Diagnostic {
    /// Every oddity with its name, in the order of [`Diagnostic`].
    pub const ALL: &[(Diagnostic, &str)] = &[
        (Diagnostic::FromObject, "from_object"),
        (Diagnostic::InitialInput, "initial_input"),
        (Diagnostic::CumulativeArguments, "cumulative_arguments"),
        (Diagnostic::ExtraValue, "extra_value"),
        (Diagnostic::OrphanFragment, "orphan_fragment"),
        (Diagnostic::DoneDiffers, "done_differs"),
        (Diagnostic::IndexReused, "index_reused"),
        (Diagnostic::NoFinishReason, "no_finish_reason"),
        (Diagnostic::FinishReasonConflict, "finish_reason_conflict"),
        (Diagnostic::ArgumentsTooLong, "arguments_too_long"),
        (Diagnostic::EventTooLong, "event_too_long"),
        (Diagnostic::MissingEventSeparator, "missing_event_separator"),
        (Diagnostic::BadEventJson, "bad_event_json"),
        (Diagnostic::InvalidUtf8, "invalid_utf8"),
        (Diagnostic::TooManyCalls, "too_many_calls"),
        (Diagnostic::SequenceGap, "sequence_gap"),
        (Diagnostic::HttpStatus, "http_status"),
    ];

    /// The name, `from_object`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The oddity of a name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Diagnostic> {
        Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Whether it says that something of a call was lost or replaced, so that nobody should act on it.
    #[must_use]
    pub fn is_loss(self) -> bool {
        matches!(
            self,
            Diagnostic::OrphanFragment | Diagnostic::BadEventJson | Diagnostic::InvalidUtf8
        ) || self.is_limit()
    }

    /// Whether it says that a limit was exceeded and something was dropped.
    #[must_use]
    pub fn is_limit(self) -> bool {
        matches!(
            self,
            Diagnostic::ArgumentsTooLong | Diagnostic::EventTooLong | Diagnostic::TooManyCalls
        )
    }
}

/// A set of oddities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics(u32);

impl Diagnostics {
    /// Adds one.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        self.0 |= 1 << diagnostic as u32;
    }

    /// Adds those of `other`, and leaves it empty.
    pub(super) fn take_from(&mut self, other: &mut Diagnostics) {
        self.0 |= std::mem::take(other).0;
    }

    /// Adds those of `other`.
    pub fn extend(&mut self, other: Diagnostics) {
        self.0 |= other.0;
    }

    /// Whether it is there.
    #[must_use]
    pub fn contains(self, diagnostic: Diagnostic) -> bool {
        self.0 & 1 << diagnostic as u32 != 0
    }

    /// Writes their names as the member `diagnostics`.
    pub fn fill(self, object: &mut Object<'_>) {
        object.array("diagnostics", self.iter().map(Diagnostic::name), json::string);
    }

    /// Those that are there, in the order of the list.
    pub fn iter(self) -> impl Iterator<Item = Diagnostic> {
        Diagnostic::ALL.iter().map(|row| row.0).filter(move |one| self.contains(*one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_in_the_order_of_the_oddities() {
        let mut all = Diagnostics::default();
        for (index, (diagnostic, name)) in Diagnostic::ALL.iter().enumerate() {
            assert_eq!((*diagnostic as usize, diagnostic.name()), (index, *name));
            all.add(*diagnostic);
        }
        assert_eq!(all.iter().count(), Diagnostic::ALL.len());
    }
}
