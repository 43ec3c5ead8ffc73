//! The vocabulary of repair: rules, severities, ambiguity classes, edits and records.

mod catalog;
mod rule;

use crate::position::Position;
pub use catalog::CATALOG;
pub use rule::{Rule, RuleRow, RuleSet};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Was a byte of data dropped, invented or guessed?
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing changed.
    Note,
    /// Only the notation changed.
    Cosmetic,
    /// Data was dropped, invented or guessed.
    Lossy,
}

impl Severity {
    /// `note`, `cosmetic`, `lossy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Cosmetic => "cosmetic",
            Severity::Lossy => "lossy",
        }
    }
}

/// How true a result is to its input: the worst of its repairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Exactness {
    /// No repair.
    #[default]
    Exact,
    /// Only the notation changed.
    Cosmetic,
    /// Data was dropped, invented or guessed.
    Lossy,
}

impl Exactness {
    /// `exact`, `cosmetic`, `lossy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Exactness::Exact => "exact",
            Exactness::Cosmetic => "cosmetic",
            Exactness::Lossy => "lossy",
        }
    }
}

impl From<Severity> for Exactness {
    fn from(severity: Severity) -> Exactness {
        match severity {
            Severity::Note => Exactness::Exact,
            Severity::Cosmetic => Exactness::Cosmetic,
            Severity::Lossy => Exactness::Lossy,
        }
    }
}

/// Whether the document was all there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Completeness {
    /// No value has begun.
    #[default]
    Empty,
    /// The input shows signs of having been cut.
    Partial,
    /// Nothing says that anything is missing.
    Complete,
}

impl Completeness {
    /// `empty`, `partial`, `complete`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Completeness::Empty => "empty",
            Completeness::Partial => "partial",
            Completeness::Complete => "complete",
        }
    }
}

/// Why an equally good reader could have read another value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the reason sentence of each says what it means")]
pub enum Ambiguity {
    AdjacentStrings,
    StringConcat,
    BareWord,
    MultiRoot,
    StringEnd,
    DuplicateKey,
    CloserPlacement,
    MissingOpener,
    SetOrObject,
    ElidedValue,
    LeadingZero,
    DigitGroup,
    AdjacentNumbers,
    Backslash,
    CommentOrText,
    Paren,
}

/// Each class with its name and the sentence that names both readings, in the order of [`Ambiguity`].
pub static AMBIGUITIES: &[(Ambiguity, &str, &str)] = &[
    (
        Ambiguity::AdjacentStrings,
        "adjacent_strings",
        "two adjacent strings may be two elements or one concatenated string",
    ),
    (
        Ambiguity::StringConcat,
        "string_concat",
        "a plus between strings may be a concatenation or a mistyped comma",
    ),
    (
        Ambiguity::BareWord,
        "bare_word",
        "an unquoted word may be a string, a variable or a misspelt literal",
    ),
    (
        Ambiguity::MultiRoot,
        "multi_root",
        "the text holds more than one value, only one can be meant",
    ),
    (Ambiguity::StringEnd, "string_end", "a quote may end the string or belong to its text"),
    (Ambiguity::DuplicateKey, "duplicate_key", "a member is given twice"),
    (
        Ambiguity::CloserPlacement,
        "closer_placement",
        "a closing bracket is missing or extra and more than one place fits",
    ),
    (Ambiguity::MissingOpener, "missing_opener", "the start of the value may be lost"),
    (Ambiguity::SetOrObject, "set_or_object", "braces may hold members or a plain list"),
    (Ambiguity::ElidedValue, "elided_value", "an empty slot may be a slip or a missing element"),
    (
        Ambiguity::LeadingZero,
        "leading_zero",
        "a number with a leading zero may be decimal, octal or a code",
    ),
    (
        Ambiguity::DigitGroup,
        "digit_group",
        "a comma between digits may group, mark decimals or separate",
    ),
    (
        Ambiguity::AdjacentNumbers,
        "adjacent_numbers",
        "a space between digits may group or separate",
    ),
    (Ambiguity::Backslash, "backslash", "a backslash may be text or start an escape"),
    (
        Ambiguity::CommentOrText,
        "comment_or_text",
        "a # or // may start a comment or belong to the value",
    ),
    (Ambiguity::Paren, "paren", "parentheses may group a value or make a one-element list"),
];

impl Ambiguity {
    /// The name, `adjacent_strings`.
    #[must_use]
    pub fn name(self) -> &'static str {
        AMBIGUITIES[self as usize].1
    }

    /// The sentence that names both readings.
    #[must_use]
    pub fn reason(self) -> &'static str {
        AMBIGUITIES[self as usize].2
    }
}

/// One change of the input: at `byte`, `delete` bytes go and `insert` comes in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Where, in bytes of the input.
    pub byte: u64,
    /// How many bytes go.
    pub delete: u64,
    /// What comes in their place.
    pub insert: Cow<'static, str>,
}

/// The edits of a record. Most have one or two.
pub type Edits = SmallVec<[Edit; 2]>;

/// Who settled an ambiguity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resolver {
    /// The schema: exactly one reading satisfies it.
    Schema,
}

/// The most edits that one record holds; what needs more has further records of the same rule.
pub const MAX_EDITS: usize = 64;

/// A record: one repair or note, at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The rule.
    pub rule: Rule,
    /// The first unit of the token that triggered it; for an insertion, of the token before which
    /// it goes; at the end of the input, its length.
    pub at: Position,
    /// How severe it is here.
    pub severity: Severity,
    /// Why another value could have been read.
    pub ambiguity: Option<Ambiguity>,
    /// Who settled the ambiguity; it no longer counts then.
    pub resolved_by: Option<Resolver>,
    /// Whether it shows that the input was cut.
    pub truncated: bool,
    /// What it changes, in the order of `byte`; at most [`MAX_EDITS`].
    pub edits: Edits,
}

/// What a repair does to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Only adds.
    Insert,
    /// Only takes away.
    Delete,
    /// Both.
    Replace,
    /// Neither.
    Note,
}

impl Action {
    /// `insert`, `delete`, `replace`, `note`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Action::Insert => "insert",
            Action::Delete => "delete",
            Action::Replace => "replace",
            Action::Note => "note",
        }
    }
}

/// How sure a repair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// Nothing or only the notation changed, and there is one reading.
    Certain,
    /// Data changed, and there is one reading.
    Likely,
    /// There are several readings.
    Guess,
}

impl Confidence {
    /// `certain`, `likely`, `guess`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Confidence::Certain => "certain",
            Confidence::Likely => "likely",
            Confidence::Guess => "guess",
        }
    }
}

/// What a repair loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// Nothing.
    None,
    /// What the end of the input cut off.
    Truncated,
    /// Text of the input.
    Dropped,
    /// Nothing of the input, but what came in is made up.
    Invented,
}

impl Loss {
    /// `none`, `truncated`, `dropped`, `invented`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Loss::None => "none",
            Loss::Truncated => "truncated",
            Loss::Dropped => "dropped",
            Loss::Invented => "invented",
        }
    }
}

impl Repair {
    /// Whether the ambiguity counts: there is one and nobody settled it.
    #[must_use]
    pub fn is_ambiguous(&self) -> bool {
        self.ambiguity.is_some() && self.resolved_by.is_none()
    }

    /// What it does to the text.
    #[must_use]
    pub fn action(&self) -> Action {
        let inserts = self.edits.iter().any(|edit| !edit.insert.is_empty());
        let deletes = self.edits.iter().any(|edit| edit.delete > 0);
        match (inserts, deletes) {
            (true, true) => Action::Replace,
            (true, false) => Action::Insert,
            (false, true) => Action::Delete,
            (false, false) => Action::Note,
        }
    }

    /// How sure the repair is.
    #[must_use]
    pub fn confidence(&self) -> Confidence {
        match (self.is_ambiguous(), self.severity) {
            (true, _) => Confidence::Guess,
            (false, Severity::Lossy) => Confidence::Likely,
            (false, _) => Confidence::Certain,
        }
    }

    /// What was lost by it.
    #[must_use]
    pub fn loss(&self) -> Loss {
        if self.severity != Severity::Lossy {
            Loss::None
        } else if self.truncated {
            Loss::Truncated
        } else if self.edits.iter().any(|edit| edit.delete > 0) {
            Loss::Dropped
        } else {
            Loss::Invented
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_enum() {
        for (index, row) in AMBIGUITIES.iter().enumerate() {
            assert_eq!(row.0 as usize, index);
        }
    }
}
