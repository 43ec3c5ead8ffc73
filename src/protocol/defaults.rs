//! What holds where a request says nothing.

use crate::gate::{PROFILES, Profile};
use crate::options::Options;
use crate::reduce::{Request, Response, Rule, Rules, Trust, reduce_by};
use crate::schema::Schema;
use std::sync::{Arc, OnceLock};

/// The defaults of a connection. Each method begins with a profile of its own, and what a command line
/// sets is set beside it: so there is one set of options for every profile to begin with.
#[derive(Clone, Debug)]
pub struct Defaults {
    options: Vec<Options>,
    /// Rules for outputs of tools, beside those of the program.
    rules: Arc<[Rule]>,
    /// All of them, made when they are first asked for: reading them takes longer than a repair.
    all_rules: Arc<OnceLock<Rules>>,
}

impl Default for Defaults {
    fn default() -> Defaults {
        let options = |profile| Options::default().with_profile(profile);
        let options = PROFILES.iter().map(|row| options(row.0)).collect();
        Defaults { options, rules: Arc::new([]), all_rules: Arc::default() }
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

    /// Makes the output of a tool short. It keeps no originals and reads no files.
    #[must_use]
    pub fn reduce(&self, request: &Request) -> Response {
        let make = || Rules::default().with(self.rules.to_vec(), Trust::Full);
        reduce_by(self.all_rules.get_or_init(make), request)
    }

    /// Sets the rules that it has beside those of the program.
    pub fn set_rules(&mut self, layer: Vec<Rule>) {
        (self.rules, self.all_rules) = (layer.into(), Arc::default());
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
