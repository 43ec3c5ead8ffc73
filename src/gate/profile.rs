//! The profiles: named settings of the knobs that decide what is safe.

use crate::engine::options::DuplicateKeys;
use crate::event::Container;
use crate::repair::Exactness;

/// A named setting of the safety knobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// Everything passes.
    #[default]
    Permissive,
    /// Everything passes, and duplicate keys are seen.
    Interactive,
    /// What may be executed: no loss, no second reading.
    Execution,
    /// Arguments of a tool call: as execution, and an object from a stream that ended well.
    Agent,
    /// Only what needs no repair.
    Strict,
}

/// The options that a profile sets; it touches no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// The worst exactness that passes.
    pub max_loss: Exactness,
    /// Refuse what has two readings.
    pub reject_ambiguous: bool,
    /// What to do with duplicate keys; a flagged one has two readings.
    pub duplicate_keys: DuplicateKeys,
    /// The container that the root must be.
    pub root: Option<Container>,
    /// Refuse a text whose stream is known to have ended badly.
    pub complete_end: bool,
}

/// What a profile that refuses has in common with the others that do.
const GUARDED: Knobs = Knobs {
    max_loss: Exactness::Cosmetic,
    reject_ambiguous: true,
    duplicate_keys: DuplicateKeys::Flag,
    root: None,
    complete_end: false,
};

const OPEN: Knobs = Knobs { max_loss: Exactness::Lossy, reject_ambiguous: false, ..GUARDED };

/// Every profile with its name and its knobs, in the order of [`Profile`].
pub static PROFILES: &[(Profile, &str, Knobs)] = &[
    (Profile::Permissive, "permissive", Knobs { duplicate_keys: DuplicateKeys::Pass, ..OPEN }),
    (Profile::Interactive, "interactive", OPEN),
    (Profile::Execution, "execution", GUARDED),
    (
        Profile::Agent,
        "agent",
        Knobs { root: Some(Container::Object), complete_end: true, ..GUARDED },
    ),
    (Profile::Strict, "strict", Knobs { max_loss: Exactness::Exact, ..GUARDED }),
];

impl Profile {
    /// `permissive`, `interactive`, `execution`, `agent`, `strict`.
    #[must_use]
    pub fn name(self) -> &'static str {
        PROFILES[self as usize].1
    }

    /// The profile of a name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Profile> {
        PROFILES.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// What it sets.
    #[must_use]
    pub fn knobs(self) -> Knobs {
        PROFILES[self as usize].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_profiles_and_no_two_are_the_same() {
        for (index, (profile, name, knobs)) in PROFILES.iter().enumerate() {
            assert_eq!(*profile as usize, index);
            assert_eq!(Profile::from_name(name), Some(*profile));
            assert!(PROFILES[..index].iter().all(|(.., other)| other != knobs), "{name}");
        }
    }
}
