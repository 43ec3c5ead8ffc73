//! The options of jm-serve and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::options::Options;
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags;

/// The options of jm-serve.
#[derive(Clone, Debug, Default)]
pub struct Config {
    common: Common,
    pub(super) serve: ServeOptions,
    /// The defaults for the parameters of a request.
    pub(super) options: Options,
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
    &Flags::new("What may pass, unless a request says otherwise", flags::PROFILES, |c| {
        &mut c.options
    })
    .presets(),
    &Flags::new("What may pass, unless a request says otherwise", flags::SAFETY, |c| {
        &mut c.options
    }),
    &Flags::new("What may pass, unless a request says otherwise", declaration::FLAGS, |c| {
        &mut c.declaration
    }),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &Flags::new("Reading", flags::READING, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::LIMITS, |c| &mut c.options).brief(),
    &Flags::new("Snapshots", flags::SNAPSHOT, |c| &mut c.options).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: Rules =
    Rules { conflicts: &[declaration::CONFLICT], needs: &[declaration::NEED] };

const SERVE: &[Flag<ServeOptions>] = &[Flag {
    name: "stdio",
    kind: Kind::Switch(|_| ()),
    short: "requests on standard input, answers on standard output",
    long: "So it is without this option too.",
}];
