//! The vocabulary of repair: rules, severities, ambiguity classes, edits and records.

use crate::position::Position;
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

/// Every rule, in the order of [`Rule`].
pub static CATALOG: &[RuleRow] = &[
    RuleRow {
        rule: Rule::NormalizeQuotes,
        code: "R001",
        name: "NormalizeQuotes",
        severity: "cosmetic",
        ambiguity: "a pair that does not match, doubled or tripled: string_end; guillemets, backticks with ${}: bare_word",
        example: "{'a':'b'}",
        message: "string delimiters replaced by double quotes",
    },
    RuleRow {
        rule: Rule::QuoteKey,
        code: "R002",
        name: "QuoteKey",
        severity: "cosmetic",
        ambiguity: "a key with a space: bare_word",
        example: "{a:1}",
        message: "quotes added around an object key",
    },
    RuleRow {
        rule: Rule::QuoteBareValue,
        code: "R003",
        name: "QuoteBareValue",
        severity: "cosmetic",
        ambiguity: "always bare_word; with # or // in it comment_or_text",
        example: "[fast]",
        message: "quotes added around an unquoted value",
    },
    RuleRow {
        rule: Rule::RemoveComma,
        code: "R004",
        name: "RemoveComma",
        severity: "cosmetic; lossy as the last token of the input",
        ambiguity: "a gap in an array: elided_value",
        example: "[1,2,]",
        message: "redundant comma removed",
    },
    RuleRow {
        rule: Rule::NormalizeColon,
        code: "R005",
        name: "NormalizeColon",
        severity: "cosmetic",
        ambiguity: "a string directly behind a key, => in brackets: set_or_object",
        example: "{\"a\" 1}",
        message: "colon inserted or normalized",
    },
    RuleRow {
        rule: Rule::InsertComma,
        code: "R006",
        name: "InsertComma",
        severity: "cosmetic",
        ambiguity: "two strings, the second no key: adjacent_strings; three digits behind a number: adjacent_numbers",
        example: "[1 2]",
        message: "comma inserted between two values",
    },
    RuleRow {
        rule: Rule::CloseContainer,
        code: "R007",
        name: "CloseContainer",
        severity: "lossy",
        ambiguity: "more than one place fits: closer_placement",
        example: "{\"a\":[1,2",
        message: "missing closing bracket added",
    },
    RuleRow {
        rule: Rule::FillNull,
        code: "R008",
        name: "FillNull",
        severity: "lossy",
        ambiguity: "a lone key: set_or_object; a key on the next line: string_end",
        example: "{\"a\":}",
        message: "missing member value filled with null",
    },
    RuleRow {
        rule: Rule::InsertQuote,
        code: "R009",
        name: "InsertQuote",
        severity: "lossy",
        ambiguity: "not at the end of the input, or before closers there: string_end",
        example: "{\"a\":\"b",
        message: "missing quote added",
    },
    RuleRow {
        rule: Rule::NormalizeLiteral,
        code: "R010",
        name: "NormalizeLiteral",
        severity: "cosmetic; lossy when a prefix is completed",
        ambiguity: "a prefix before the end, nil: bare_word",
        example: "[True,None]",
        message: "literal spelling normalized or completed",
    },
    RuleRow {
        rule: Rule::TrimNumber,
        code: "R011",
        name: "TrimNumber",
        severity: "lossy",
        ambiguity: "none",
        example: "[1.",
        message: "incomplete number trimmed to its longest valid prefix",
    },
    RuleRow {
        rule: Rule::NormalizeNumber,
        code: "R012",
        name: "NormalizeNumber",
        severity: "cosmetic",
        ambiguity: "007: leading_zero; 1,000: digit_group; 10L: bare_word",
        example: "[+1,.5,0x1F]",
        message: "number spelling normalized",
    },
    RuleRow {
        rule: Rule::ReplaceNonFinite,
        code: "R013",
        name: "ReplaceNonFinite",
        severity: "lossy",
        ambiguity: "inf, nan: bare_word",
        example: "[NaN]",
        message: "value that JSON cannot express replaced",
    },
    RuleRow {
        rule: Rule::EscapeControl,
        code: "R014",
        name: "EscapeControl",
        severity: "cosmetic",
        ambiguity: "none",
        example: "[\"a\tb\"]",
        message: "raw control character escaped",
    },
    RuleRow {
        rule: Rule::RepairEscape,
        code: "R015",
        name: "RepairEscape",
        severity: "cosmetic",
        ambiguity: "an escape that JavaScript or Python would read otherwise: backslash",
        example: "[\"it\\'s\"]",
        message: "invalid escape sequence repaired",
    },
    RuleRow {
        rule: Rule::EscapeInnerQuote,
        code: "R016",
        name: "EscapeInnerQuote",
        severity: "cosmetic",
        ambiguity: "always string_end",
        example: "[\"a 24\" tv\"]",
        message: "quote inside a string escaped",
    },
    RuleRow {
        rule: Rule::StripComment,
        code: "R017",
        name: "StripComment",
        severity: "cosmetic; lossy if a block is unterminated",
        ambiguity: "# behind a bare word: comment_or_text",
        example: "[1 /* one */]",
        message: "comment removed",
    },
    RuleRow {
        rule: Rule::StripFence,
        code: "R018",
        name: "StripFence",
        severity: "cosmetic",
        ambiguity: "two JSON fences: multi_root",
        example: "```json\n{}\n```",
        message: "Markdown fence removed",
    },
    RuleRow {
        rule: Rule::SkipProse,
        code: "R019",
        name: "SkipProse",
        severity: "cosmetic before the value; lossy behind it or with another candidate in it",
        ambiguity: "other candidates: multi_root",
        example: "Here: {\"a\":1}",
        message: "text outside the value skipped",
    },
    RuleRow {
        rule: Rule::DropEllipsis,
        code: "R020",
        name: "DropEllipsis",
        severity: "lossy",
        ambiguity: "a spread: bare_word",
        example: "[1,2,...]",
        message: "ellipsis placeholder removed",
    },
    RuleRow {
        rule: Rule::SelectRoot,
        code: "R021",
        name: "SelectRoot",
        severity: "lossy (first), cosmetic (array, lines)",
        ambiguity: "always multi_root",
        example: "{\"a\":1} {\"b\":2}",
        message: "more than one root value",
    },
    RuleRow {
        rule: Rule::DuplicateKey,
        code: "R022",
        name: "DuplicateKey",
        severity: "note (flag), lossy (first, last)",
        ambiguity: "always duplicate_key",
        example: "{\"a\":1,\"a\":2}",
        message: "object key given more than once",
    },
    RuleRow {
        rule: Rule::DropCloser,
        code: "R023",
        name: "DropCloser",
        severity: "cosmetic behind the root, else lossy",
        ambiguity: "a comma, key or value follows: closer_placement",
        example: "{\"a\":1}}",
        message: "unmatched closing bracket removed",
    },
    RuleRow {
        rule: Rule::ConcatStrings,
        code: "R024",
        name: "ConcatStrings",
        severity: "cosmetic; lossy with another operand than a string",
        ambiguity: "always string_concat",
        example: "[\"a\"+\"b\"]",
        message: "string concatenation folded",
    },
    RuleRow {
        rule: Rule::UnwrapCall,
        code: "R025",
        name: "UnwrapCall",
        severity: "lossy",
        ambiguity: "arguments dropped: bare_word",
        example: "ObjectId(\"x\")",
        message: "call removed, its argument kept",
    },
    RuleRow {
        rule: Rule::NormalizeSeparator,
        code: "R026",
        name: "NormalizeSeparator",
        severity: "cosmetic",
        ambiguity: "none",
        example: "{\"a\"：1}",
        message: "non-JSON space or punctuation normalized",
    },
    RuleRow {
        rule: Rule::UnescapeDocument,
        code: "R027",
        name: "UnescapeDocument",
        severity: "cosmetic",
        ambiguity: "only one delimiter escaped: string_end",
        example: "{\\\"a\\\":1}",
        message: "escaped document unescaped",
    },
    RuleRow {
        rule: Rule::ConvertTuple,
        code: "R028",
        name: "ConvertTuple",
        severity: "cosmetic",
        ambiguity: "(5): paren; {\"a\",\"b\"}: set_or_object",
        example: "(1,2)",
        message: "tuple or set converted to an array",
    },
    RuleRow {
        rule: Rule::InsertOpener,
        code: "R029",
        name: "InsertOpener",
        severity: "lossy",
        ambiguity: "always missing_opener",
        example: "\"a\":1}",
        message: "missing opening bracket added",
    },
    RuleRow {
        rule: Rule::StripTag,
        code: "R030",
        name: "StripTag",
        severity: "cosmetic; lossy if it carried a name or is unclosed",
        ambiguity: "two calls: multi_root",
        example: "<tool_call>{}</tool_call>",
        message: "wrapper tag removed",
    },
    RuleRow {
        rule: Rule::ReplaceSurrogate,
        code: "R031",
        name: "ReplaceSurrogate",
        severity: "lossy",
        ambiguity: "none",
        example: "[\"\\ud800\"]",
        message: "unpaired surrogate replaced",
    },
    RuleRow {
        rule: Rule::DropStray,
        code: "R032",
        name: "DropStray",
        severity: "lossy; one semicolon at the end cosmetic",
        ambiguity: "beside a string: string_end; a word before a key: bare_word; a doubled brace: closer_placement; |: adjacent_strings",
        example: "{\"a\":1 @ \"b\":2}",
        message: "unexpected text removed",
    },
    RuleRow {
        rule: Rule::DecodeEntity,
        code: "R033",
        name: "DecodeEntity",
        severity: "cosmetic",
        ambiguity: "a raw quote also present: string_end",
        example: "{&quot;a&quot;:1}",
        message: "HTML entity used as a delimiter decoded",
    },
    RuleRow {
        rule: Rule::ReplaceBytes,
        code: "R034",
        name: "ReplaceBytes",
        severity: "lossy",
        ambiguity: "none",
        example: "invalid UTF-8 in a string",
        message: "invalid byte sequence replaced",
    },
    RuleRow {
        rule: Rule::SuspiciousEscape,
        code: "N001",
        name: "SuspiciousEscape",
        severity: "note",
        ambiguity: "none",
        example: "[\"C:\\temp\"]",
        message: "valid escape that may have been meant as a backslash",
    },
    RuleRow {
        rule: Rule::InexactNumber,
        code: "N002",
        name: "InexactNumber",
        severity: "note",
        ambiguity: "none",
        example: "[12345678901234567890]",
        message: "number beyond the exactness of IEEE 754 doubles",
    },
    RuleRow {
        rule: Rule::HiddenCharacter,
        code: "N003",
        name: "HiddenCharacter",
        severity: "note",
        ambiguity: "none",
        example: "a bidi or zero-width character in a key",
        message: "bidi or zero-width character inside a key",
    },
    RuleRow {
        rule: Rule::WindowLimit,
        code: "N004",
        name: "WindowLimit",
        severity: "note",
        ambiguity: "none",
        example: "5,000 spaces between a quote and the text behind it",
        message: "decided at the window's limit; what came later points the other way",
    },
];

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
    /// The set with `rule` in it.
    #[must_use]
    pub fn with(self, rule: Rule) -> RuleSet {
        RuleSet(self.0 | 1 << rule as u32)
    }

    /// Whether `rule` is in it.
    #[must_use]
    pub fn contains(self, rule: Rule) -> bool {
        self.0 >> (rule as u32) & 1 == 1
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
    pub edits: Vec<Edit>,
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
        }
        for (index, row) in AMBIGUITIES.iter().enumerate() {
            assert_eq!(row.0 as usize, index);
        }
    }
}
