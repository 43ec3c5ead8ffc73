//! The options of jm-llm and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::provider::{DemuxOptions, Provider};
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags::{self, Handling};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// How each call and each response ended.
    Ends,
    /// The fragments too.
    Fragments,
    /// How each response ended.
    StreamEnds,
    /// The text of the first choice, as it is.
    Text,
    /// All text, in lines.
    Texts,
}

/// The options of jm-llm.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub(super) common: Common,
    /// How a stream is read.
    pub(super) options: DemuxOptions,
    /// What the calls have to be.
    pub(super) declaration: Declaration,
    pub(super) handling: Handling,
    /// Whether fragments are written as they come.
    follow: bool,
    /// Whether nothing is written but how each response ended.
    stops_only: bool,
}

impl Config {
    /// What is written, whatever the order of the flags.
    pub(super) fn wanted(&self) -> Wanted {
        match (self.options.text, self.follow) {
            _ if self.stops_only => Wanted::StreamEnds,
            (true, true) => Wanted::Texts,
            (true, false) => Wanted::Text,
            (false, true) => Wanted::Fragments,
            (false, false) => Wanted::Ends,
        }
    }
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-llm.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Input", INPUT, |c| &mut c.options),
    &Flags::new("Output", OUTPUT, |c| c),
    &Flags::new("What the arguments must be", declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Limits", LIMITS, |c| &mut c.options),
    &Flags::new("Limits", flags::CHUNK, |c| &mut c.handling).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: Rules = Rules {
    one_of: &[declaration::ONE_OF],
    conflicts: &[("stop-reason-only", &["text", "follow"])],
    needs: &[],
};

const INPUT: &[Flag<DemuxOptions>] = &[
    Flag {
        name: "provider",
        kind: Kind::Choice(
            "NAME",
            &[
                ("auto", |o| o.provider = None),
                ("anthropic", |o| o.provider = Some(Provider::Anthropic)),
                ("openai", |o| o.provider = Some(Provider::OpenAi)),
                ("openai_compat", |o| o.provider = Some(Provider::OpenAi)),
                ("responses", |o| o.provider = Some(Provider::Responses)),
                ("gemini", |o| o.provider = Some(Provider::Gemini)),
                ("bedrock", |o| o.provider = Some(Provider::Bedrock)),
                ("cohere", |o| o.provider = Some(Provider::Cohere)),
                ("ollama", |o| o.provider = Some(Provider::Ollama)),
            ],
        ),
        short: "whose stream it is",
        long: "auto, the default, takes it from the first event that shows it. openai is Chat \
               Completions, whoever speaks them; responses is OpenAI Responses.",
    },
    Flag {
        name: "sse",
        kind: Kind::Switch(|o| o.sse = true),
        short: "the input is server-sent events",
        long: "Without it the framing is found out.",
    },
];

const OUTPUT: &[Flag<Config>] = &[
    Flag {
        name: "follow",
        kind: Kind::Switch(|c| c.follow = true),
        short: "write each fragment as soon as it is there",
        long: "Lines call.open, call.delta, and call.reset where the fragments so far are void.",
    },
    Flag {
        name: "text",
        kind: Kind::Switch(|c| c.options.text = true),
        short: "write the text of the answer instead of the calls",
        long: "The text of the first choice as it is, never its reasoning; with --follow all text, \
               refusals and reasoning, as lines of JSON.",
    },
    Flag {
        name: "stop-reason-only",
        kind: Kind::Switch(|c| c.stops_only = true),
        short: "write only how each stream ended",
        long: "",
    },
];

const LIMITS: &[Flag<DemuxOptions>] = &[
    Flag {
        name: "max-event",
        kind: flags::number("BYTES", 1, |o, n| o.limits.event = flags::size(n)),
        short: "the size of one event; 16 MiB unless given",
        long: "A longer one is dropped, and the calls that are open then may not be executed.",
    },
    Flag {
        name: "max-length",
        kind: flags::number("BYTES", 1, |o, n| o.limits.arguments = flags::size(n)),
        short: "the size of a call's arguments; 16 MiB unless given",
        long: "What exceeds it is dropped, and the call may not be executed.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flag::words;
    use std::collections::BTreeMap;

    #[test]
    fn the_flag_takes_every_name_of_a_provider() {
        let Kind::Choice(_, choices) = &INPUT[0].kind else { unreachable!("it is a choice") };
        assert_eq!(words(choices).len(), Provider::choices().count());
        let meant: BTreeMap<_, _> = Provider::choices().collect();
        for name in words(choices) {
            let mut options = DemuxOptions::default();
            INPUT[0].kind.set(&mut options, name.into()).expect("it takes its words");
            assert_eq!(Some(&options.provider), meant.get(name), "{name}");
        }
    }
}
