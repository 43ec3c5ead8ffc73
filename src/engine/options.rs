//! What a caller may set about reading: limits, rules switched off, roots, prose, quotes, keys.

use crate::repair::{Rule, RuleSet};

/// What to do with more than one root value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MultiRoot {
    /// Keep the first, drop the others (R021, lossy).
    #[default]
    First,
    /// Keep all as the elements of one array; a single root is wrapped too.
    Array,
    /// Keep all, one a line of output; a line end closes a root.
    Lines,
    /// Refuse (E005).
    Error,
}

/// What to do with a key that an object holds twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicateKeys {
    /// Do not look.
    #[default]
    Pass,
    /// Keep both and say so (R022, a note with an ambiguity).
    Flag,
    /// Keep the first member (R022, lossy).
    First,
    /// Keep the last member (R022, lossy).
    Last,
    /// Refuse (E005).
    Error,
}

/// What becomes of a number that JSON cannot express.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NonFinite {
    /// `null`.
    #[default]
    Null,
    /// Its spelling as a string.
    String,
    /// Refuse (E005).
    Error,
}

/// How input is read. What may be done with the result is the gate's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Rules that may not be used: a repair that needs one is E010.
    pub disabled: RuleSet,
    /// What to do with more than one root value.
    pub multi_root: MultiRoot,
    /// Skip text around the value, and know the tags of chat templates.
    pub skip_prose: bool,
    /// A comma ends a string only if what a comma promises follows it.
    pub quote_lookahead: bool,
    /// Read a root string that itself holds JSON as that JSON.
    pub unwrap_string: bool,
    /// What to do with a key that an object holds twice.
    pub duplicate_keys: DuplicateKeys,
    /// What becomes of a number that JSON cannot express.
    pub non_finite: NonFinite,
    /// Know HTML entities as string delimiters.
    pub decode_entities: bool,
    /// Replace invalid UTF-8 by U+FFFD (R034) where it is refused otherwise (E040).
    pub replace_bytes: bool,
    /// How deep containers may nest (E020).
    pub max_depth: usize,
    /// How many bytes the input may have (E021).
    pub max_length: Option<u64>,
    /// How many bytes a string value may have (E022).
    pub max_string: Option<u64>,
    /// How many bytes a token that has to be held may have: a key, a number, a word (E022).
    pub max_token: u64,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            disabled: RuleSet::default(),
            multi_root: MultiRoot::First,
            skip_prose: false,
            quote_lookahead: false,
            unwrap_string: false,
            duplicate_keys: DuplicateKeys::Pass,
            non_finite: NonFinite::Null,
            decode_entities: false,
            replace_bytes: false,
            max_depth: 1024,
            max_length: None,
            max_string: None,
            max_token: 16 << 20,
        }
    }
}

impl EngineOptions {
    /// Whether `rule` may be used.
    #[must_use]
    pub fn permits(&self, rule: Rule) -> bool {
        !self.disabled.contains(rule)
    }
}
