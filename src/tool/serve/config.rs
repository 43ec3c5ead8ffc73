//! The options of jm-serve and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer, Rejected, Spec};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::options::Options;
use crate::protocol::Defaults;
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags;
use std::ffi::OsString;

/// The options of jm-serve.
#[derive(Clone, Debug, Default)]
pub struct Config {
    common: Common,
    pub(super) serve: ServeOptions,
    /// The defaults for the parameters of a request.
    pub(super) options: Defaults,
    pub(super) declaration: Declaration,
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// How it is spoken to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ServeOptions {}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-serve.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Serving", SERVE, |c| &mut c.serve),
    &EachDefault(default(PASS, flags::PROFILES).presets()),
    &EachDefault(default(PASS, flags::SAFETY)),
    &Flags::new(PASS, declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &EachDefault(default("Reading", flags::READING).brief()),
    &EachDefault(default("Limits", flags::LIMITS).brief()),
    &EachDefault(default("Snapshots", flags::SNAPSHOT).brief()),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

const PASS: &str = "What may pass, unless a request says otherwise";

const fn default(title: &'static str, flags: &'static [Flag<Options>]) -> Layer<Options, Options> {
    Layer::new(title, flags, |options| options)
}

/// Flags that set the same in the defaults of every method.
struct EachDefault(Layer<Options, Options>);

impl Group<Config> for EachDefault {
    fn title(&self) -> &'static str {
        self.0.title
    }

    fn brief(&self) -> bool {
        self.0.brief
    }

    fn specs(&self) -> Vec<Spec> {
        self.0.specs()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.0.find(name)
    }

    fn presets(&self) -> bool {
        self.0.presets
    }

    fn takes_value(&self, index: usize) -> bool {
        self.0.takes_value(index)
    }

    fn set(&self, index: usize, value: OsString, config: &mut Config) -> Result<(), Rejected> {
        config.options.each().try_for_each(|options| self.0.set(index, value.clone(), options))
    }
}

/// Which of them go together.
pub(super) const RULES: Rules =
    Rules { conflicts: &[declaration::CONFLICT], needs: &[declaration::NEED] };

const SERVE: &[Flag<ServeOptions>] = &[Flag {
    name: "stdio",
    kind: Kind::Switch(|_| ()),
    short: "requests on standard input, answers on standard output",
    long: "So it is without this option too.",
}];
