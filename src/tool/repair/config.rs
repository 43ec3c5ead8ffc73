//! The options of jm-repair and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::options::Options;
use crate::tool::batch::{self, BatchOptions};
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags::{self, Handling};
use std::ffi::OsString;

/// The options of jm-repair.
#[derive(Clone, Debug, Default)]
pub struct Config {
    common: Common,
    /// How a document is read, judged and written.
    pub(super) options: Options,
    /// What a document has to be.
    pub(super) declaration: Declaration,
    pub(super) handling: Handling,
    /// What becomes of the result.
    pub(super) result: ResultOptions,
    /// How lines are answered.
    pub(super) batch: BatchOptions,
    /// Whether there are several inputs, so that each has to be named.
    pub(super) names_inputs: bool,
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// What becomes of a result, and what is said about it.
#[derive(Clone, Debug, Default)]
pub(super) struct ResultOptions {
    /// Records as JSON lines on standard error.
    pub(super) report: bool,
    /// Records for people on standard error.
    pub(super) explain: bool,
    /// A unified diff instead of the text.
    pub(super) diff: bool,
    /// No output; the exit status says whether a repair was needed.
    pub(super) check: bool,
    /// Each file gets its own result.
    pub(super) in_place: bool,
    /// Where the output goes instead of standard output.
    pub(super) output: Option<OsString>,
    /// Of lines, each record goes back with its text repaired.
    pub(super) in_line: bool,
}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-repair.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Result", RESULT, |c| &mut c.result),
    &Flags::new("Result", flags::RETRY, |c| &mut c.handling),
    &Flags::new("Result", FORM, |c| &mut c.options),
    &Flags::new("What may pass", flags::PROFILES, |c| &mut c.options).presets(),
    &Flags::new("What may pass", flags::SAFETY, |c| &mut c.options),
    &Flags::new("What may pass", declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Lines of JSON", batch::FLAGS, |c| &mut c.batch),
    &Flags::new("Lines of JSON", batch::JOBS, |c| &mut c.batch),
    &Flags::new("Lines of JSON", IN_LINE, |c| &mut c.result),
    &Flags::new("Writing", ENCODING, |c| &mut c.options).brief(),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &Flags::new("Reading", flags::READING, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::LIMITS, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::CHUNK, |c| &mut c.handling).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: Rules = Rules {
    one_of: &[&["indent", "keep-layout"], batch::TEXTS, declaration::ONE_OF],
    conflicts: &[
        ("check", &["diff", "in-place", "o"]),
        ("in-place", &["diff", "o"]),
        ("batch", &["diff", "in-place", "report", "explain"]),
        ("in-line", &["indent"]),
    ],
    needs: &[declaration::NEED, (&["input-field", "at", "in-line", "jobs"], "batch")],
};

const RESULT: &[Flag<ResultOptions>] = &[
    Flag {
        name: "o",
        kind: Kind::File(|r, file| r.output = Some(file)),
        short: "write to FILE, as a whole or not at all",
        long: "The file is written beside FILE and renamed; nothing is written when an input is \
               refused or cannot be read. FILE may be one of the inputs, of which is told what \
               --in-place tells; - is standard output.",
    },
    Flag {
        name: "in-place",
        kind: Kind::Switch(|r| r.in_place = true),
        short: "repair each file itself",
        long: "The layout is kept unless --indent is given. A file that is refused or needs no \
               repair is not touched. What is lost or guessed is told on standard error, as the \
               original is gone.",
    },
    Flag {
        name: "diff",
        kind: Kind::Switch(|r| r.diff = true),
        short: "a unified diff instead of the text",
        long: "The layout is kept unless --indent is given.",
    },
    Flag {
        name: "check",
        kind: Kind::Switch(|r| r.check = true),
        short: "no output; exit 1 if a repair was needed",
        long: "With --batch the answers are written all the same.",
    },
    Flag {
        name: "explain",
        kind: Kind::Switch(|r| r.explain = true),
        short: "show each repair on standard error, for people",
        long: "On a terminal the output is held until it is explained; sent into one pipe (2>&1) the two \
               may interleave.",
    },
    Flag {
        name: "report",
        kind: Kind::Switch(|r| r.report = true),
        short: "list the repairs on standard error, as JSON lines",
        long: "They come as they are decided.",
    },
];

const FORM: &[Flag<Options>] = &[
    Flag {
        name: "indent",
        kind: Kind::Number {
            metavar: "N",
            min: 0,
            max: 16,
            set: |o, n| o.write.indent = u8::try_from(n).ok(),
        },
        short: "indent by N spaces instead of compact output",
        long: "",
    },
    Flag {
        name: "keep-layout",
        kind: Kind::Switch(|o| o.write.keep_layout = true),
        short: "change nothing but what is repaired",
        long: "White space stays as it is, too.",
    },
];

const ENCODING: &[Flag<Options>] = &[Flag {
    name: "ensure-ascii",
    kind: Kind::Switch(|o| o.write.ensure_ascii = true),
    short: "escape every character beyond ASCII",
    long: "",
}];

const IN_LINE: &[Flag<ResultOptions>] = &[Flag {
    name: "in-line",
    kind: Kind::Switch(|r| r.in_line = true),
    short: "write the record back with its text repaired",
    long: "A line that has no answer goes out as it came, is named on standard error, and the run \
           exits 5.",
}];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::PROFILES;

    #[test]
    fn every_profile_can_be_asked_for_and_sets_what_it_says() {
        for (profile, name, _) in PROFILES {
            let group = GROUPS.iter().find(|group| group.find("profile").is_some());
            let group = group.expect("the flag has a row");
            let index = group.find("profile").expect("the flag has a row");
            let mut config = Config::default();
            assert_eq!(group.set(index, name.into(), &mut config), Ok(()));
            assert_eq!(config.options, Options::default().with_profile(*profile), "{name}");
        }
    }
}
