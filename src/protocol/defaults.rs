//! What holds where a request says nothing.

use crate::gate::{PROFILES, Profile};
use crate::options::Options;
use crate::schema::Schema;
use std::sync::Arc;

/// The defaults of a connection. Each method begins with a profile of its own, and what a command line
/// sets is set beside it: so there is one set of options for every profile to begin with.
#[derive(Clone, Debug)]
pub struct Defaults(Vec<Options>);

impl Default for Defaults {
    fn default() -> Defaults {
        let options = |profile| Options::default().with_profile(profile);
        Defaults(PROFILES.iter().map(|row| options(row.0)).collect())
    }
}

impl Defaults {
    /// The options of a method that begins with `profile`.
    #[must_use]
    pub fn of(&self, profile: Profile) -> &Options {
        &self.0[profile as usize]
    }

    /// All sets of options, to set the same in each.
    pub fn each(&mut self) -> impl Iterator<Item = &mut Options> {
        self.0.iter_mut()
    }

    /// Sets what a value has to be.
    pub fn declare(&mut self, schema: Option<Arc<Schema>>) {
        self.each().for_each(|options| options.schema.clone_from(&schema));
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
