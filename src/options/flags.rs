//! The options of engine and gate as rows: what the flags of the tools and the parameters of the
//! protocol are called, take and set.

use super::Options;
use crate::engine::options::{DuplicateKeys, MultiRoot, NonFinite};
use crate::event::Container;
use crate::flag::{Flag, Kind, Rejected};
use crate::gate::{Profile, ProviderEnd};
use crate::repair::{Exactness, Rule, RuleSet, Severity};
use crate::view::{IncompleteNumber, PendingKey};

/// What sets several safety options at once.
pub static PROFILES: &[Flag<Options>] = &[
    Flag {
        name: "profile",
        kind: Kind::Choice(
            "NAME",
            &[
                ("permissive", |o| adopt(o, Profile::Permissive)),
                ("interactive", |o| adopt(o, Profile::Interactive)),
                ("execution", |o| adopt(o, Profile::Execution)),
                ("agent", |o| adopt(o, Profile::Agent)),
                ("strict", |o| adopt(o, Profile::Strict)),
            ],
        ),
        short: "what may pass",
        long: "A profile sets the loss and ambiguity that pass, the root, and whether duplicate keys \
               are looked for; single options override it wherever they stand.",
    },
    Flag {
        name: "for-execution",
        kind: Kind::Switch(|o| adopt(o, Profile::Execution)),
        short: "the profile for what will be executed",
        long: "The same as --profile execution.",
    },
];

/// What has to hold for a result to pass.
pub static SAFETY: &[Flag<Options>] = &[
    Flag {
        name: "max-loss",
        kind: Kind::Choice(
            "LEVEL",
            &[
                ("exact", |o| o.gate.max_loss = Exactness::Exact),
                ("cosmetic", |o| o.gate.max_loss = Exactness::Cosmetic),
                ("lossy", |o| o.gate.max_loss = Exactness::Lossy),
            ],
        ),
        short: "the worst repair that passes",
        long: "A worse one is refused with E010.",
    },
    Flag {
        name: "reject-ambiguous",
        kind: Kind::Toggle(|o, on| match on {
            true => *o = std::mem::take(o).reject_ambiguous(),
            false => o.gate.reject_ambiguous = false,
        }),
        short: "refuse what has two readings",
        long: "It is refused with E011.",
    },
    Flag {
        name: "strict",
        kind: Kind::Toggle(|o, on| o.gate.strict = on),
        short: "refuse what needs any repair",
        long: "It is refused with E010; duplicate keys, which are valid JSON, pass.",
    },
    Flag {
        name: "disable",
        kind: Kind::Text("RULES", disable),
        short: "refuse what needs these rules, as R005,R018",
        long: "The rules are listed in jm-rules(7). May be given more than once.",
    },
    Flag {
        name: "root",
        kind: Kind::Choice(
            "KIND",
            &[
                ("object", |o| o.gate.root = Some(Container::Object)),
                ("array", |o| o.gate.root = Some(Container::Array)),
                ("any", |o| o.gate.root = None),
            ],
        ),
        short: "what the root must be",
        long: "Another root is refused with E013.",
    },
    Flag {
        name: "end",
        kind: Kind::Choice(
            "HOW",
            &[
                ("complete", |o| o.gate.end = Some(ProviderEnd::Complete)),
                ("max_tokens", |o| o.gate.end = Some(ProviderEnd::MaxTokens)),
                ("interrupted", |o| o.gate.end = Some(ProviderEnd::Interrupted)),
                ("provider_error", |o| o.gate.end = Some(ProviderEnd::ProviderError)),
            ],
        ),
        short: "how the model's stream ended",
        long: "The profile agent refuses all but complete with E012; no other profile refuses by it. Without this option the \
               end is not checked.",
    },
];

/// How the input is read.
pub static READING: &[Flag<Options>] = &[
    Flag {
        name: "multi-root",
        kind: Kind::Choice(
            "POLICY",
            &[
                ("first", |o| o.engine.multi_root = MultiRoot::First),
                ("array", |o| o.engine.multi_root = MultiRoot::Array),
                ("lines", |o| o.engine.multi_root = MultiRoot::Lines),
                ("error", |o| o.engine.multi_root = MultiRoot::Error),
            ],
        ),
        short: "what becomes of more than one value",
        long: "first takes the first and drops the others, array wraps them, a single one too, lines \
               writes one a line, error refuses them (E005).",
    },
    Flag {
        name: "skip-prose",
        kind: Kind::Toggle(|o, on| o.engine.skip_prose = on),
        short: "skip the text around the value",
        long: "",
    },
    Flag {
        name: "quote-lookahead",
        kind: Kind::Toggle(|o, on| o.engine.quote_lookahead = on),
        short: "a comma ends a string only if a key or value follows it",
        long: "",
    },
    Flag {
        name: "unwrap-string",
        kind: Kind::Toggle(|o, on| o.engine.unwrap_string = on),
        short: "read a root string that holds JSON as that JSON",
        long: "",
    },
    Flag {
        name: "duplicate-keys",
        kind: Kind::Choice(
            "POLICY",
            &[
                ("pass", |o| o.engine.duplicate_keys = DuplicateKeys::Pass),
                ("flag", |o| o.engine.duplicate_keys = DuplicateKeys::Flag),
                ("first", |o| o.engine.duplicate_keys = DuplicateKeys::First),
                ("last", |o| o.engine.duplicate_keys = DuplicateKeys::Last),
                ("error", |o| o.engine.duplicate_keys = DuplicateKeys::Error),
            ],
        ),
        short: "what becomes of a member given twice",
        long: "pass does not look; flag keeps both and notes it.",
    },
    Flag {
        name: "non-finite",
        kind: Kind::Choice(
            "POLICY",
            &[
                ("null", |o| o.engine.non_finite = NonFinite::Null),
                ("string", |o| o.engine.non_finite = NonFinite::String),
                ("error", |o| o.engine.non_finite = NonFinite::Error),
            ],
        ),
        short: "what becomes of NaN and Infinity",
        long: "",
    },
    Flag {
        name: "decode-entities",
        kind: Kind::Toggle(|o, on| o.engine.decode_entities = on),
        short: "know HTML entities such as &quot; as delimiters",
        long: "",
    },
    Flag {
        name: "replace-bytes",
        kind: Kind::Toggle(|o, on| o.engine.replace_bytes = on),
        short: "replace invalid UTF-8 by U+FFFD instead of refusing it",
        long: "",
    },
];

/// What the input may ask of the machine.
pub static LIMITS: &[Flag<Options>] = &[
    Flag {
        name: "max-depth",
        kind: number("N", 1, |o, n| o.engine.max_depth = size(n)),
        short: "how deep containers may nest",
        long: "1024 unless given.",
    },
    Flag {
        name: "max-length",
        kind: number("BYTES", 1, |o, n| o.engine.max_length = Some(n)),
        short: "the size of one input",
        long: "None for a document, 64 MiB for a line of a log unless given.",
    },
    Flag {
        name: "max-token",
        kind: number("BYTES", 1, |o, n| {
            o.engine.max_token = n;
            o.engine.max_string = Some(n);
        }),
        short: "the size of one key, number, word or string",
        long: "16 MiB unless given for what has to be held; strings, which stream, have a limit only \
               if it is given.",
    },
    Flag {
        name: "max-repairs",
        kind: number("N", 0, |o, n| o.gate.max_repairs = size(n)),
        short: "how many repairs are listed",
        long: "10000 unless given.",
    },
];

/// What snapshots show of what is not decided.
pub static SNAPSHOT: &[Flag<Options>] = &[
    Flag {
        name: "incomplete-number",
        kind: Kind::Choice(
            "HOW",
            &[
                ("drop", |o| o.snapshot.incomplete_number = IncompleteNumber::Drop),
                ("trim", |o| o.snapshot.incomplete_number = IncompleteNumber::TrimToValid),
            ],
        ),
        short: "whether snapshots show a number that may grow",
        long: "drop, the default, leaves it out; trim shows as much of it as is a number.",
    },
    Flag {
        name: "pending-key",
        kind: Kind::Choice(
            "HOW",
            &[
                ("omit", |o| o.snapshot.pending_key = PendingKey::OmitKey),
                ("null", |o| o.snapshot.pending_key = PendingKey::NullKey),
            ],
        ),
        short: "whether snapshots show a key without a value",
        long: "omit, the default, leaves it out; null shows it with null.",
    },
];

/// Sets the safety options of a profile.
fn adopt(options: &mut Options, profile: Profile) {
    *options = std::mem::take(options).with_profile(profile);
}

/// A number without an upper bound of its own.
pub(crate) const fn number<L>(metavar: &'static str, min: u64, set: fn(&mut L, u64)) -> Kind<L> {
    Kind::Number { metavar, min, max: u64::MAX, set }
}

/// The number as a size in memory; what exceeds that is no limit.
pub(crate) fn size(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn disable(options: &mut Options, codes: &str) -> Result<(), Rejected> {
    let rules = codes.split(',').map(|code| {
        Rule::from_code(code).filter(|rule| rule.row().severity != Severity::Note.name())
    });
    let rules = rules.collect::<Option<Vec<_>>>().ok_or("codes of rules, such as R005,R018")?;
    options.engine.disabled = rules.into_iter().fold(options.engine.disabled, RuleSet::with);
    Ok(())
}
