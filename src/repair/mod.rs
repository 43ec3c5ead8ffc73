//! The vocabulary of repair: rules, severities, ambiguity classes, edits and records.

mod catalog;

use crate::position::Position;
pub use catalog::CATALOG;
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
    pub fn name(self) -> &'static str {
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
    pub fn name(self) -> &'static str {
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
    pub fn name(self) -> &'static str {
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

/// A rule: what is repaired, or noted. The codes are stable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "CATALOG says what each does")]
pub enum Rule {
    NormalizeQuotes,
    QuoteKey,
    QuoteBareValue,
    RemoveComma,
    NormalizeColon,
    InsertComma,
    CloseContainer,
    FillNull,
    InsertQuote,
    NormalizeLiteral,
    TrimNumber,
    NormalizeNumber,
    ReplaceNonFinite,
    EscapeControl,
    RepairEscape,
    EscapeInnerQuote,
    StripComment,
    StripFence,
    SkipProse,
    DropEllipsis,
    SelectRoot,
    DuplicateKey,
    DropCloser,
    ConcatStrings,
    UnwrapCall,
    NormalizeSeparator,
    UnescapeDocument,
    ConvertTuple,
    InsertOpener,
    StripTag,
    ReplaceSurrogate,
    DropStray,
    DecodeEntity,
    ReplaceBytes,
    SuspiciousEscape,
    InexactNumber,
    HiddenCharacter,
    WindowLimit,
}

/// A row of the rule table.
#[derive(Debug)]
pub struct RuleRow {
    /// The rule.
    pub rule: Rule,
    /// Its code, `R006`; notes have `N001`.
    pub code: &'static str,
    /// Its name, `InsertComma`; the protocol calls it `threshold`.
    pub name: &'static str,
    /// How severe its repairs are, and when.
    pub severity: &'static str,
    /// What else could have been meant, and the ambiguity class that is recorded then.
    pub ambiguity: &'static str,
    /// An input that needs it, or words for one.
    pub example: &'static str,
    /// The message of its records.
    pub message: &'static str,
}

impl Rule {
    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static RuleRow {
        &CATALOG[self as usize]
    }

    /// The code, `R006`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().code
    }

    /// The name, `InsertComma`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The rule of a code, if there is one; letter case counts.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Rule> {
        CATALOG.iter().find(|row| row.code == code).map(|row| row.rule)
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RuleSet(u64);

impl RuleSet {
    /// The set without rules.
    pub const EMPTY: RuleSet = RuleSet(0);

    /// The set with `rule` in it.
    #[must_use]
    pub const fn with(self, rule: Rule) -> RuleSet {
        RuleSet(self.0 | 1 << rule as u32)
    }

    /// Whether `rule` is in it.
    #[must_use]
    pub fn contains(self, rule: Rule) -> bool {
        self.0 >> (rule as u32) & 1 == 1
    }

    /// Whether all its rules are in `other`.
    #[must_use]
    pub fn is_subset(self, other: RuleSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Its rules, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = Rule> {
        CATALOG.iter().map(|row| row.rule).filter(move |&rule| self.contains(rule))
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
    pub fn name(self) -> &'static str {
        match self {
            Action::Insert => "insert",
            Action::Delete => "delete",
            Action::Replace => "replace",
            Action::Note => "note",
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

    /// `certain` (cosmetic or a note, one reading), `likely` (lossy, one reading), `guess`.
    #[must_use]
    pub fn confidence(&self) -> &'static str {
        match (self.is_ambiguous(), self.severity) {
            (true, _) => "guess",
            (false, Severity::Lossy) => "likely",
            (false, _) => "certain",
        }
    }

    /// `none`, `truncated` (lossy at the end of the input), `dropped` (lossy, an edit deletes),
    /// `invented` (the other lossy ones).
    #[must_use]
    pub fn loss(&self) -> &'static str {
        if self.severity != Severity::Lossy {
            "none"
        } else if self.truncated {
            "truncated"
        } else if self.edits.iter().any(|edit| edit.delete > 0) {
            "dropped"
        } else {
            "invented"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_in_the_order_of_their_enums() {
        for (index, row) in CATALOG.iter().enumerate() {
            assert_eq!(row.rule as usize, index);
            assert_eq!(format!("{:?}", row.rule), row.name);
            assert_eq!(Rule::from_code(row.code), Some(row.rule));
            let words = [row.code, row.name, row.message];
            assert!(!words.concat().contains(['"', '\\']), "{} needs no escapes", row.code);
        }
        for (index, row) in AMBIGUITIES.iter().enumerate() {
            assert_eq!(row.0 as usize, index);
        }
    }
}
