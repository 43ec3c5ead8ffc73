//! The flags of jm-reduce.

mod originals;

use super::config::{Config, HostOptions, Mode, TextOptions};
use crate::cli::COMMON;
use crate::cli::flag::{Flag, Group, Kind, Layer, Rejected};
use crate::cli::parse::Rules as FlagRules;
use crate::reduce::{Options, Policy, Trust};
use crate::tool::{batch, rules};

type Flags<L> = Layer<Config, L>;

/// All flags of jm-reduce.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Input", MODES, |c| c),
    &Flags::new("Input", batch::JOBS, |c| &mut c.batch),
    &Flags::new("Input", TEXT, |c| &mut c.text),
    &Flags::new("Answer", ANSWER, |c| &mut c.options),
    &Flags::new("Answer", EXPLAIN, |c| &mut c.host),
    &Flags::new("Originals", originals::KEEP, |c| &mut c.options),
    &Flags::new("Originals", originals::RETRIEVE, |c| c),
    &Flags::new("Kept originals", originals::STORE, |c| &mut c.store).brief(),
    &Flags::new("Kept originals", originals::PARTS, |c| &mut c.store).brief(),
    &Flags::new("Kept originals", originals::STORE_MODES, |c| c).brief(),
    &Flags::new("Rules", RULE_MODES, |c| c).brief(),
    &Flags::new("Rules", rules::FLAGS, |c| &mut c.rules).brief(),
    &Flags::new("Rules", RULE_LAYERS, |c| &mut c.host).brief(),
    &Flags::new("Host", HOST, |c| &mut c.host).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: FlagRules = FlagRules {
    one_of: &[
        // What is done; else a request is answered.
        &[
            "text",
            "batch",
            "discover",
            "retrieve",
            "gc",
            "store-list",
            "store-stats",
            "verify-rules",
            "verify-fixtures",
            "list-rules",
            "show-rule",
        ],
        &["lines", "bytes", "match"],
        &["store", "no-store"],
    ],
    conflicts: &[],
    needs: &[
        (&["command", "exit-code", "tool-name"], "text"),
        (&["jobs"], "batch"),
        (&["lines", "bytes", "match"], "retrieve"),
        (&["context"], "match"),
        (&["max-age", "max-bytes"], "gc"),
        (&["show"], "verify-fixtures"),
        (&["rules"], "verify-rules"),
        (&["stats-time"], "stats-file"),
    ],
};

static MODES: &[Flag<Config>] = &[
    Flag {
        name: "text",
        kind: Kind::Switch(|c| c.mode = Mode::Text),
        short: "the input is the output of a tool, any bytes",
        long: "What is written is the short text. Of more than --max-length, the beginning, the end and \
               the failure lines between are read.",
    },
    Flag {
        name: "batch",
        kind: Kind::Switch(|c| {
            c.mode = Mode::Batch;
            c.batch.on = true;
        }),
        short: "each line is a request and gets a line of answer",
        long: "A line that is bad is answered with an error, and the run goes on.",
    },
];

static TEXT: &[Flag<TextOptions>] = &[
    Flag {
        name: "command",
        kind: Kind::Text("CMD", |t, text| {
            t.command = Some(text.to_owned());
            Ok(())
        }),
        short: "the command that put out the text",
        long: "",
    },
    Flag {
        name: "exit-code",
        kind: Kind::Text("N", |t, text| {
            t.exit_code = Some(text.parse().map_err(|_| "a whole number")?);
            Ok(())
        }),
        short: "the exit status of the command",
        long: "Unknown unless given. In a pipe it is not known yet: keep the output first, out=$(CMD 2>&1); s=$?",
    },
    Flag {
        name: "tool-name",
        kind: Kind::Text("T", |t, text| {
            t.tool = Some(text.to_owned());
            Ok(())
        }),
        short: "the host's name for the tool",
        long: "shell unless given.",
    },
];

static ANSWER: &[Flag<Options>] = &[
    Flag {
        name: "max-inline-chars",
        kind: number("N", 0, |o, n| o.max_inline_chars = Some(n)),
        short: "the most characters of the text",
        long: "Graphemes, markers included. 1200 unless given, 4000 when the command failed.",
    },
    Flag {
        name: "classifier",
        kind: Kind::Text("ID", |o, text| {
            o.classifier = Some(text.to_owned());
            Ok(())
        }),
        short: "the rule to use, whatever the command is",
        long: "",
    },
    Flag {
        name: "policy",
        kind: Kind::Text("NAME", set_policy),
        short: "what may be made short",
        long: "One of safe-inventory, which is the default, compact-all, skip-file-content, skip-all.",
    },
    Flag {
        name: "raw",
        kind: Kind::Switch(|o| o.raw = Some(true)),
        short: "the text as it is",
        long: "",
    },
    Flag {
        name: "no-omit",
        kind: Kind::Switch(|o| o.no_omit = Some(true)),
        short: "shorten only where nothing is lost",
        long: "Escapes go, repeated lines become [xN]; --max-inline-chars still caps.",
    },
    Flag {
        name: "trace",
        kind: Kind::Switch(|o| o.trace = Some(true)),
        short: "the response says how it came about",
        long: "",
    },
];

static EXPLAIN: &[Flag<HostOptions>] = &[Flag {
    name: "explain",
    kind: Kind::Switch(|h| h.explain = true),
    short: "how the text came about, for people, on standard error",
    long: "Never text of the input.",
}];

static RULE_MODES: &[Flag<Config>] = &[
    mode("list-rules", "list the rules that apply", |c| c.mode = Mode::ListRules),
    Flag {
        name: "show-rule",
        kind: Kind::Text("ID", |c, id| {
            c.mode = Mode::ShowRule;
            c.rule = id.to_owned();
            Ok(())
        }),
        short: "print a rule",
        long: "",
    },
    mode("verify-rules", "check all rules, and those of --rules", |c| c.mode = Mode::VerifyRules),
    Flag {
        name: "verify-fixtures",
        kind: Kind::Folder(|c, folder| {
            c.mode = Mode::VerifyFixtures;
            c.folders.push(folder.into());
        }),
        short: "run the fixtures in a folder",
        long: "",
    },
    mode("discover", "for which programs of a log of inputs there is no rule", |c| {
        c.mode = Mode::Discover
    }),
    Flag {
        name: "rules",
        kind: Kind::Folder(|c, folder| c.folders.push(folder.into())),
        short: "a folder of rules to check",
        long: "May be given more than once.",
    },
    mode("show", "show the texts of fixtures that fail", |c| c.shows = true),
];

static RULE_LAYERS: &[Flag<HostOptions>] = &[Flag {
    name: "project-rules",
    kind: Kind::Choice(
        "TRUST",
        &[
            ("off", |h| h.trust = Trust::Off),
            ("limited", |h| h.trust = Trust::Limited),
            ("full", |h| h.trust = Trust::Full),
        ],
    ),
    short: "how far the rules of a project are trusted",
    long: "limited, the default, lets them shape a text, but not say things of their own nor \
               replace the rules for tests, lints, builds and git.",
}];

static HOST: &[Flag<HostOptions>] = &[
    Flag {
        name: "max-length",
        kind: number("BYTES", 1, |h, n| h.max_length = Some(n)),
        short: "the size of the input",
        long: "8 MiB for a request, 64 MiB for a text and 1 GiB for a log of --discover unless given.",
    },
    Flag {
        name: "indent",
        kind: Kind::Number {
            metavar: "N",
            min: 0,
            max: 16,
            set: |h, n| h.indent = usize::try_from(n).ok(),
        },
        short: "indent the response",
        long: "",
    },
    Flag {
        name: "strict-request",
        kind: Kind::Switch(|h| h.strict_request = true),
        short: "unknown members of a request are errors",
        long: "",
    },
    Flag {
        name: "stats-file",
        kind: Kind::File(|h, file| h.stats_file = Some(file.into())),
        short: "append a line of sizes for requests that ask for it",
        long: "No text, arguments or paths.",
    },
    Flag {
        name: "stats-time",
        kind: Kind::Switch(|h| h.stats_time = true),
        short: "add the time to each line of sizes",
        long: "",
    },
];

const fn mode(name: &'static str, short: &'static str, set: fn(&mut Config)) -> Flag<Config> {
    Flag { name, kind: Kind::Switch(set), short, long: "" }
}

const fn number<L>(metavar: &'static str, min: u64, set: fn(&mut L, u64)) -> Kind<L> {
    Kind::Number { metavar, min, max: u64::MAX, set }
}

fn set_policy(options: &mut Options, name: &str) -> Result<(), Rejected> {
    let policy = Policy::from_name(name);
    let policy = policy.ok_or("safe-inventory, compact-all, skip-file-content, skip-all")?;
    options.policy = Some(policy);
    Ok(())
}
