//! The options of jm-check and the flags that set them.

use super::format::{self, Format};
use super::tally::FailOn;
use crate::cli::flag::{Flag, Group, Kind, Layer};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::gate::Profile;
use crate::options::Options;
use crate::tool::batch::{self, BatchOptions};
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags::{self, Handling};

/// The options of jm-check.
#[derive(Clone, Debug)]
pub struct Config {
    pub(super) common: Common,
    /// How a text is read and judged.
    pub(super) options: Options,
    /// What a text has to be.
    pub(super) declaration: Declaration,
    pub(super) handling: Handling,
    /// What becomes of what is found.
    pub(super) report: ReportOptions,
    /// Where the texts are.
    pub(super) batch: BatchOptions,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            common: Common::default(),
            options: Options::default().with_profile(Profile::Interactive),
            declaration: Declaration::default(),
            handling: Handling::default(),
            report: ReportOptions::default(),
            batch: BatchOptions::default(),
        }
    }
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// What becomes of what is found.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportOptions {
    pub(super) format: &'static Format,
    pub(super) fail_on: FailOn,
}

impl Default for ReportOptions {
    fn default() -> Self {
        ReportOptions { format: &format::JSONL, fail_on: FailOn::Repair }
    }
}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-check.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Report", REPORT, |c| &mut c.report),
    &Flags::new("Report", flags::RETRY, |c| &mut c.handling),
    &Flags::new("What may pass", flags::PROFILES, |c| &mut c.options).presets(),
    &Flags::new("What may pass", flags::SAFETY, |c| &mut c.options),
    &Flags::new("What may pass", declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Lines of JSON", batch::FLAGS, |c| &mut c.batch),
    &Flags::new("Lines of JSON", batch::JOBS, |c| &mut c.batch),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &Flags::new("Reading", flags::READING, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::LIMITS, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::CHUNK, |c| &mut c.handling).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: Rules = Rules {
    one_of: &[batch::TEXTS, declaration::ONE_OF],
    conflicts: &[],
    needs: &[declaration::NEED, (&["input-field", "at", "jobs"], "batch")],
};

const REPORT: &[Flag<ReportOptions>] = &[
    Flag {
        name: "format",
        kind: Kind::Choice(
            "FORMAT",
            &[
                ("jsonl", |r| r.format = &format::JSONL),
                ("human", |r| r.format = &format::HUMAN),
                ("github", |r| r.format = &format::GITHUB),
                ("sarif", |r| r.format = &format::SARIF),
                ("junit", |r| r.format = &format::JUNIT),
            ],
        ),
        short: "how it is said",
        long: "jsonl, the default, is one object a text; human shows the places; github writes \
               workflow commands, the gravest first; sarif is SARIF 2.1.0 with fixes; junit is XML, \
               one test case a text.",
    },
    Flag {
        name: "fail-on",
        kind: Kind::Choice(
            "WHAT",
            &[
                ("repair", |r| r.fail_on = FailOn::Repair),
                ("lossy", |r| r.fail_on = FailOn::Lossy),
                ("ambiguous", |r| r.fail_on = FailOn::Ambiguous),
                ("invalid", |r| r.fail_on = FailOn::Invalid),
                ("schema", |r| r.fail_on = FailOn::Schema),
            ],
        ),
        short: "the mildest finding that exits 1",
        long: "repair unless given; each word includes the graver ones after it. A text that does not \
               fit the schema exits 1 with every word; schema names nothing but that.",
    },
];
