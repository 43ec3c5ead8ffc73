//! A repair that may not pass, and the error that says so.

use crate::error::{Cause, Code, Error};
use crate::position::Position;
use crate::repair::{Ambiguity, Rule};

/// A repair that may not pass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    pub(super) at: Position,
    pub(super) rule: Rule,
    pub(super) ambiguity: Option<Ambiguity>,
    pub(super) detail: Option<&'static str>,
}

impl Refusal {
    /// The error that names it.
    pub(super) fn error(self, code: Code) -> Error {
        let error = Error::at(code, self.at).with_cause(Cause {
            code: self.rule.code(),
            name: self.rule.name(),
            class: self.ambiguity.map(Ambiguity::name),
            reason: self.ambiguity.map(Ambiguity::reason),
        });
        match self.detail {
            Some(detail) => error.with_detail(detail),
            None => error,
        }
    }
}

/// The first of several in the order of the input; they come in the order of decision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct First(Option<Refusal>);

impl First {
    /// Keeps `refusal` if it stands before the one that is kept.
    pub(super) fn offer(&mut self, refusal: Refusal) {
        if self.0.is_none_or(|known| refusal.at.byte < known.at.byte) {
            self.0 = Some(refusal);
        }
    }

    /// The first so far.
    pub(super) fn get(self) -> Option<Refusal> {
        self.0
    }
}
