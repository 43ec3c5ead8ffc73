//! The options of jm-repair and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer, Rejected};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::framing::record::Pattern;
use crate::options::Options;
use crate::tool::flags;
use std::ffi::OsString;
use std::num::NonZero;

/// The options of jm-repair.
#[derive(Clone, Debug, Default)]
pub struct Config {
    common: Common,
    /// How a document is read, judged and written.
    pub(super) options: Options,
    /// What becomes of the result.
    pub(super) result: ResultOptions,
    /// How lines are answered.
    pub(super) batch: BatchOptions,
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
    /// A refusal as a prompt on standard error.
    pub(super) retry_hint: bool,
    /// A unified diff instead of the text.
    pub(super) diff: bool,
    /// No output; the exit status says whether a repair was needed.
    pub(super) check: bool,
    /// Each file gets its own result.
    pub(super) in_place: bool,
    /// Where the output goes instead of standard output.
    pub(super) output: Option<OsString>,
    /// How many bytes the engine is fed at a time.
    pub(super) chunk: Option<NonZero<usize>>,
}

/// How lines are answered.
#[derive(Clone, Debug, Default)]
pub(super) struct BatchOptions {
    /// Whether the input is lines at all.
    pub(super) on: bool,
    /// Where in a record the text is.
    pub(super) place: Place,
    /// Whether the record goes back with its text repaired.
    pub(super) in_line: bool,
    /// How many lines are worked on at once; 0 is as many as there are cores.
    pub(super) jobs: Option<usize>,
}

/// Where in a record the text is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// In a member of the root; a string.
    Field(String),
    /// Wherever the pattern matches.
    At(Pattern),
}

impl Default for Place {
    fn default() -> Self {
        Place::Field("input".to_owned())
    }
}

/// All flags of jm-repair.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &layer("Result", RESULT, |c| &mut c.result),
    &layer("Result", FORM, |c| &mut c.options),
    &Layer { presets: true, ..layer("What may pass", flags::PROFILES, |c| &mut c.options) },
    &layer("What may pass", flags::SAFETY, |c| &mut c.options),
    &layer("Lines of JSON", BATCH, |c| &mut c.batch),
    &Layer { brief: true, ..layer("Reading", flags::READING, |c| &mut c.options) },
    &Layer { brief: true, ..layer("Limits", flags::LIMITS, |c| &mut c.options) },
    &Layer { brief: true, ..layer("Limits", CHUNK, |c| &mut c.result) },
    &Layer { brief: true, ..layer("General", COMMON, |c| &mut c.common) },
];

const fn layer<L>(
    title: &'static str,
    flags: &'static [Flag<L>],
    of: fn(&mut Config) -> &mut L,
) -> Layer<Config, L> {
    Layer { title, brief: false, presets: false, flags, of }
}

/// Which of them go together.
pub(super) const RULES: Rules = Rules {
    conflicts: &[
        ("indent", &["keep-layout"]),
        ("check", &["diff", "in-place", "o"]),
        ("in-place", &["diff", "o"]),
        ("batch", &["diff", "in-place", "report", "explain", "chunk"]),
        ("input-field", &["at"]),
        ("in-line", &["indent"]),
    ],
    needs: &[(&["input-field", "at", "in-line", "jobs"], "batch")],
};

const RESULT: &[Flag<ResultOptions>] = &[
    Flag {
        name: "o",
        kind: Kind::File(|r, file| r.output = Some(file)),
        short: "write to FILE, as a whole or not at all",
        long: "The file is written beside FILE and renamed; nothing is written when an input is \
               refused or cannot be read. FILE may be one of the inputs; - is standard \
               output.",
    },
    Flag {
        name: "in-place",
        kind: Kind::Switch(|r| r.in_place = true),
        short: "repair each file itself",
        long: "The layout is kept unless --indent is given. A file that is refused or needs no \
               repair is not touched.",
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
        long: "",
    },
    Flag {
        name: "report",
        kind: Kind::Switch(|r| r.report = true),
        short: "list the repairs on standard error, as JSON lines",
        long: "They come as they are decided.",
    },
    Flag {
        name: "retry-hint",
        kind: Kind::Switch(|r| r.retry_hint = true),
        short: "a refusal as a prompt on standard error",
        long: "The prompt says to a model what was wrong and what to send instead.",
    },
];

const CHUNK: &[Flag<ResultOptions>] = &[Flag {
    name: "chunk",
    kind: Kind::Number {
        metavar: "BYTES",
        min: 1,
        max: u32::MAX as u64,
        set: |r, n| r.chunk = usize::try_from(n).ok().and_then(NonZero::new),
    },
    short: "read so many bytes at a time",
    long: "The result is the same; this is for tests.",
}];

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
    Flag {
        name: "ensure-ascii",
        kind: Kind::Switch(|o| o.write.ensure_ascii = true),
        short: "escape every character beyond ASCII",
        long: "",
    },
];

const BATCH: &[Flag<BatchOptions>] = &[
    Flag {
        name: "batch",
        kind: Kind::Switch(|b| b.on = true),
        short: "answer each line {\"id\":…,\"input\":\"…\"}",
        long: "Every line gets one line of answer, in order. A line that is bad is answered with an \
               error, and the run goes on. A caller has to read while it writes: pipes hold little.",
    },
    Flag {
        name: "input-field",
        kind: Kind::Text("NAME", |b, name| {
            b.place = Place::Field(name.to_owned());
            Ok(())
        }),
        short: "the member that holds the text",
        long: "input unless given.",
    },
    Flag {
        name: "at",
        kind: Kind::Text("POINTER", set_pattern),
        short: "a JSON Pointer to the texts; * is any step",
        long: "As /choices/*/message/content. Each match gets an answer, with its path; a line \
               without one is answered with \"matches\":0. A match that is no string is taken as \
               the JSON it is.",
    },
    Flag {
        name: "in-line",
        kind: Kind::Switch(|b| b.in_line = true),
        short: "write the record back with its text repaired",
        long: "A line that has no answer goes out as it came, is named on standard error, and the \
               run exits 5.",
    },
    Flag {
        name: "jobs",
        kind: Kind::Number {
            metavar: "N",
            min: 0,
            max: 1024,
            set: |b, n| b.jobs = usize::try_from(n).ok(),
        },
        short: "work on so many lines at once; 0 is all cores",
        long: "1 unless given. The order is kept.",
    },
];

fn set_pattern(batch: &mut BatchOptions, text: &str) -> Result<(), Rejected> {
    let pattern = Pattern::new(text).ok_or("a JSON Pointer, such as /a/*/b")?;
    batch.place = Place::At(pattern);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::PROFILES;

    fn names() -> Vec<&'static str> {
        GROUPS.iter().flat_map(|group| group.specs()).map(|spec| spec.name).collect()
    }

    #[test]
    fn a_flag_has_one_row_and_rules_name_flags() {
        let names = names();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
        }
        let conflicts =
            RULES.conflicts.iter().flat_map(|(name, others)| others.iter().chain([name]));
        let needs = RULES.needs.iter().flat_map(|(names, other)| names.iter().chain([other]));
        for name in conflicts.chain(needs) {
            assert!(names.contains(name), "{name}");
        }
    }

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
