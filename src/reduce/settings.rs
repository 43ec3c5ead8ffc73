//! Settings that have names: what may be made short, and how far the rules of a project are trusted.

/// What may be shortened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// All but exact contents of files, mixed commands and unsafe inventories.
    #[default]
    SafeInventory,
    /// All but the output of retrieval.
    CompactAll,
    /// All but contents of files and the output of retrieval.
    SkipFileContent,
    /// Nothing.
    SkipAll,
}

/// All policies, by name.
static POLICIES: &[(&str, Policy)] = &[
    ("safe-inventory", Policy::SafeInventory),
    ("compact-all", Policy::CompactAll),
    ("skip-file-content", Policy::SkipFileContent),
    ("skip-all", Policy::SkipAll),
];

impl Policy {
    /// The policy of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Policy> {
        POLICIES.iter().find(|(known, _)| *known == name).map(|(_, policy)| *policy)
    }

    /// The names of all.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        POLICIES.iter().map(|(name, _)| *name).collect()
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        POLICIES.iter().find(|(_, policy)| *policy == self).map_or("", |(name, _)| name)
    }
}

/// How far the rules of a project are trusted, which come from whatever was checked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// They are not read.
    Off,
    /// They may shape, but not put words of their own into the text, nor replace what guards tests,
    /// lints, builds and git.
    #[default]
    Limited,
    /// They are as good as a user's.
    Full,
}
