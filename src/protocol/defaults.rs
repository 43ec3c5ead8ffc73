//! What holds where a request says nothing.

use crate::gate::{PROFILES, Profile};
use crate::options::Options;
use crate::reduce::{Reducer, Rule, Rules, Trust};
use crate::schema::Schema;
use std::sync::{Arc, OnceLock};

/// The defaults of a connection. Each method begins with a profile of its own, and what a command line
/// sets is set beside it: so there is one set of options for every profile to begin with.
#[derive(Clone, Debug)]
pub struct Defaults {
    options: Vec<Options>,
    /// Rules for outputs of tools, beside those of the program.
    rules: Arc<[Rule]>,
    /// Made when it is first asked for: reading all rules takes longer than a repair.
    reducer: Arc<OnceLock<Reducer>>,
}

impl Default for Defaults {
    fn default() -> Defaults {
        let options = |profile| Options::default().with_profile(profile);
        let options = PROFILES.iter().map(|row| options(row.0)).collect();
        Defaults { options, rules: Arc::new([]), reducer: Arc::default() }
    }
}

impl Defaults {
    /// The options of a method that begins with `profile`.
    #[must_use]
    pub fn of(&self, profile: Profile) -> &Options {
        &self.options[profile as usize]
    }

    /// All sets of options, to set the same in each.
    pub fn each(&mut self) -> impl Iterator<Item = &mut Options> {
        self.options.iter_mut()
    }

    /// Sets what a value has to be.
    pub fn declare(&mut self, schema: Option<Arc<Schema>>) {
        self.each().for_each(|options| options.schema.clone_from(&schema));
    }

    /// What makes outputs of tools short. It keeps no originals and reads no files.
    #[must_use]
    pub fn reducer(&self) -> &Reducer {
        self.reducer.get_or_init(|| {
            let rules = Rules::default().with(self.rules.to_vec(), Trust::Full);
            Reducer { rules, ..Reducer::default() }
        })
    }

    /// Sets the rules that it has beside those of the program.
    pub fn set_rules(&mut self, layer: Vec<Rule>) {
        (self.rules, self.reducer) = (layer.into(), Arc::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_profile_has_its_options() {
        let defaults = Defaults::default();
        for (profile, name, _) in PROFILES {
            assert_eq!(Profile::of(defaults.of(*profile)), Some(*profile), "{name}");
        }
    }
}
