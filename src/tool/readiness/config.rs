//! The options of jm-readiness and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::options::Options;
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags;
use std::ffi::OsString;
use std::num::NonZero;

/// The options of jm-readiness.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub(super) common: Common,
    /// How a document is read and judged.
    pub(super) options: Options,
    /// What a document has to be.
    pub(super) declaration: Declaration,
    pub(super) show: Show,
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// How often the document is looked at, and how what is found is shown.
#[derive(Clone, Debug)]
pub(super) struct Show {
    /// UTF-16 units between two looks.
    pub(super) step: NonZero<usize>,
    pub(super) plot: bool,
    /// The file that the picture goes to.
    pub(super) svg: Option<OsString>,
}

impl Default for Show {
    fn default() -> Self {
        Show { step: NonZero::<usize>::MIN, plot: false, svg: None }
    }
}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-readiness.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Readiness", SHOW, |c| &mut c.show),
    &Flags::new("What is required", declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &Flags::new("What may pass", flags::PROFILES, |c| &mut c.options).presets().brief(),
    &Flags::new("What may pass", flags::SAFETY, |c| &mut c.options).brief(),
    &Flags::new("Reading", flags::READING, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::LIMITS, |c| &mut c.options).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: Rules =
    Rules { one_of: &[declaration::ONE_OF], conflicts: &[], needs: &[declaration::NEED] };

const SHOW: &[Flag<Show>] = &[
    Flag {
        name: "plot",
        kind: Kind::Switch(|s| s.plot = true),
        short: "a bar a member and the curve instead of lines of JSON",
        long: "The default on a terminal.",
    },
    Flag {
        name: "svg",
        kind: Kind::File(|s, file| s.svg = Some(file)),
        short: "write the same as a picture to FILE",
        long: "With several inputs the picture is that of the last.",
    },
    Flag {
        name: "step",
        kind: Kind::Number {
            metavar: "N",
            min: 1,
            max: u32::MAX as u64,
            set: |s, n| {
                s.step = usize::try_from(n).ok().and_then(NonZero::new).unwrap_or(s.step);
            },
        },
        short: "look every N UTF-16 units",
        long: "1 unless given, which is exact; more is faster and finds everything up to N later.",
    },
];
