//! Rules by name and code, and sets of them.

use super::CATALOG;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_enum() {
        for (index, row) in CATALOG.iter().enumerate() {
            assert_eq!(row.rule as usize, index);
            assert_eq!(format!("{:?}", row.rule), row.name);
            assert_eq!(Rule::from_code(row.code), Some(row.rule));
            let words = [row.code, row.name, row.message];
            assert!(!words.concat().contains(['"', '\\']), "{} needs no escapes", row.code);
        }
    }
}
