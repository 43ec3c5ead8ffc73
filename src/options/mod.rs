//! Everything a caller may set: how input is read, what is permitted, how the result is written.

pub mod flags;

use crate::engine::EngineOptions;
use crate::engine::options::{DuplicateKeys, MultiRoot};
use crate::error::{Code, Error, Result};
use crate::gate::{GateOptions, Knobs, PROFILES, Profile};
use crate::repair::{Rule, RuleSet};
use crate::schema::Schema;
use crate::view::{SnapshotOptions, WriteOptions};
use std::sync::Arc;

/// The options of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How input is read.
    pub engine: EngineOptions,
    /// What has to hold for the result to pass.
    pub gate: GateOptions,
    /// How the result is written.
    pub write: WriteOptions,
    /// What is shown of a document that is not whole.
    pub snapshot: SnapshotOptions,
    /// What the result has to be (E070).
    pub schema: Option<Arc<Schema>>,
}

impl Options {
    /// The profile for what will be executed.
    #[must_use]
    pub fn for_execution() -> Options {
        Options::default().with_profile(Profile::Execution)
    }

    /// The profile for the arguments of a tool call.
    #[must_use]
    pub fn for_agent() -> Options {
        Options::default().with_profile(Profile::Agent)
    }

    /// Sets the safety knobs as `profile` has them; other options stay.
    #[must_use]
    pub fn with_profile(mut self, profile: Profile) -> Options {
        let Knobs { max_loss, reject_ambiguous, duplicate_keys, root, complete_end } =
            profile.knobs();
        self.engine.duplicate_keys = duplicate_keys;
        self.gate = GateOptions { max_loss, reject_ambiguous, root, complete_end, ..self.gate };
        self
    }

    /// Refuses what has two readings, duplicate keys too unless something else is to be done with
    /// them.
    #[must_use]
    pub fn reject_ambiguous(mut self) -> Options {
        self.gate.reject_ambiguous = true;
        if self.engine.duplicate_keys == DuplicateKeys::Pass {
            self.engine.duplicate_keys = DuplicateKeys::Flag;
        }
        self
    }

    /// Refuses every input that needs `rule`.
    #[must_use]
    pub fn without(mut self, rule: Rule) -> Options {
        self.engine.disabled = self.engine.disabled.with(rule);
        self
    }

    /// Whether a result can be refused: its text has to be held back until the verdict then.
    #[must_use]
    pub fn can_refuse(&self) -> bool {
        self.gate.can_refuse()
            || self.engine.disabled != RuleSet::default()
            || self.schema.is_some()
    }

    /// Finds options that contradict each other.
    ///
    /// # Errors
    /// E050 with the reason.
    pub fn check(&self) -> Result<()> {
        let contradiction = if !self.write.keep_layout {
            None
        } else if self.write.indent.is_some() {
            Some("the layout cannot be kept and indented")
        } else if self.engine.multi_root == MultiRoot::Array {
            Some("the layout cannot be kept inside the array that wraps the roots")
        } else {
            None
        };
        contradiction.map_or(Ok(()), |detail| Err(Error::new(Code::E050).with_detail(detail)))
    }

    /// The safety knobs as they are set.
    fn knobs(&self) -> Knobs {
        Knobs {
            max_loss: self.gate.max_loss,
            reject_ambiguous: self.gate.reject_ambiguous,
            duplicate_keys: self.engine.duplicate_keys,
            root: self.gate.root,
            complete_end: self.gate.complete_end,
        }
    }
}

impl Profile {
    /// The profile that `options` amount to, if they are one.
    #[must_use]
    pub fn of(options: &Options) -> Option<Profile> {
        let knobs = options.knobs();
        let row = PROFILES.iter().find(|row| row.2 == knobs && !options.gate.strict)?;
        Some(row.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_recognized_until_a_knob_is_turned() {
        for (profile, name, _) in PROFILES {
            let options = Options::default().with_profile(*profile);
            assert_eq!(Profile::of(&options), Some(*profile), "{name}");

            let mut strict = options.clone();
            strict.gate.strict = true;
            assert_eq!(Profile::of(&strict), None, "{name}");

            let mut last = options;
            last.engine.duplicate_keys = DuplicateKeys::Last;
            assert_eq!(Profile::of(&last), None, "{name}");
        }
    }

    #[test]
    fn a_profile_leaves_other_options_alone() {
        let mut options = Options::default().without(Rule::StripFence);
        options.engine.skip_prose = true;
        options.gate.max_repairs = 3;
        let agent = options.clone().with_profile(Profile::Agent);
        assert_eq!(agent.with_profile(Profile::Permissive), options);
    }

    #[test]
    fn a_kept_layout_can_be_neither_indented_nor_wrapped() {
        let mut options = Options::default();
        options.write.keep_layout = true;
        assert_eq!(options.check(), Ok(()));
        options.engine.multi_root = MultiRoot::Array;
        assert_eq!(options.check().map_err(|error| error.code()), Err(Code::E050));
        options.engine.multi_root = MultiRoot::First;
        options.write.indent = Some(2);
        assert_eq!(options.check().map_err(|error| error.code()), Err(Code::E050));
    }
}
