//! The options of jm-watch and the flags that set them.

use crate::cli::flag::{Flag, Group, Kind, Layer, Rejected};
use crate::cli::parse::Rules;
use crate::cli::{COMMON, Common};
use crate::options::Options;
use crate::tool::declaration::{self, Declaration};
use crate::tool::flags::{self, Handling};

/// The options of jm-watch.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub(super) common: Common,
    /// How a document is read and judged.
    pub(super) options: Options,
    /// What a document has to be.
    pub(super) declaration: Declaration,
    pub(super) handling: Handling,
    pub(super) watch: WatchOptions,
    /// How many inputs there are.
    pub(super) sources: usize,
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// What is watched and what is told.
#[derive(Clone, Debug, Default)]
pub(super) struct WatchOptions {
    pub(super) from: From,
    pub(super) snapshots: bool,
    /// The lines that are wanted, where not all are.
    pub(super) only: Option<Kinds>,
    pub(super) until_ready: bool,
    pub(super) follow_view: bool,
}

/// What the input is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum From {
    /// What its first bytes say.
    #[default]
    Auto,
    /// A document.
    Text,
    /// The lines of jm-llm.
    Calls,
}

/// Kinds of lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    pub(super) deltas: bool,
    pub(super) events: bool,
    pub(super) snapshots: bool,
    pub(super) last: bool,
}

impl WatchOptions {
    /// The lines that are to be written.
    pub(super) fn kinds(&self) -> Kinds {
        let usual = Kinds { deltas: true, events: true, snapshots: self.snapshots, last: true };
        match self.only {
            // A picture takes the place of all lines.
            _ if self.follow_view => Kinds::default(),
            Some(only) => only,
            None => usual,
        }
    }
}

type Flags<L> = Layer<Config, L>;

/// All flags of jm-watch.
pub(super) static GROUPS: &[&dyn Group<Config>] = &[
    &Flags::new("Watching", WATCH, |c| &mut c.watch),
    &Flags::new("Watching", flags::RETRY, |c| &mut c.handling),
    &Flags::new("What may pass", flags::PROFILES, |c| &mut c.options).presets(),
    &Flags::new("What may pass", flags::SAFETY, |c| &mut c.options),
    &Flags::new("What may pass", declaration::FLAGS, |c| &mut c.declaration),
    &Flags::new("Snapshots", flags::SNAPSHOT, |c| &mut c.options).brief(),
    &Flags::new("Schema", declaration::TOOL, |c| &mut c.declaration).brief(),
    &Flags::new("Reading", flags::READING, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::LIMITS, |c| &mut c.options).brief(),
    &Flags::new("Limits", flags::CHUNK, |c| &mut c.handling).brief(),
    &Flags::new("General", COMMON, |c| &mut c.common).brief(),
];

/// Which of them go together.
pub(super) const RULES: Rules = Rules {
    one_of: &[declaration::ONE_OF],
    conflicts: &[("follow-view", &["snapshots", "only"])],
    needs: &[declaration::NEED],
};

const WATCH: &[Flag<WatchOptions>] = &[
    Flag {
        name: "until-ready",
        kind: Kind::Switch(|w| w.until_ready = true),
        short: "exit as soon as all that is required is there and final",
        long: "Without a schema: as soon as the root is closed, which for an object shows in the token \
               after it. The exit status is 0 then, 1 where the input ends first or can no longer \
               be what was declared, and that of the error where it is refused. With several calls, \
               the first of them for which one of these is certain decides. What feeds the pipe is stopped by \
               its end.",
    },
    Flag {
        name: "only",
        kind: Kind::Text("LIST", only),
        short: "which lines are written, as deltas,final",
        long: "The words are deltas, events, snapshots and final.",
    },
    Flag {
        name: "snapshots",
        kind: Kind::Switch(|w| w.snapshots = true),
        short: "write the document so far after every read",
        long: "",
    },
    Flag {
        name: "follow-view",
        kind: Kind::Switch(|w| w.follow_view = true),
        short: "show the growing document on the terminal instead",
        long: "It is redrawn in place, which TERM=dumb cannot; the place where it grows is marked.",
    },
    Flag {
        name: "from",
        kind: Kind::Choice(
            "WHAT",
            &[
                ("auto", |w| w.from = From::Auto),
                ("text", |w| w.from = From::Text),
                ("calls", |w| w.from = From::Calls),
            ],
        ),
        short: "whether the input is a document or the lines of jm-llm",
        long: "auto, the default, tells by the first line.",
    },
];

fn only(watch: &mut WatchOptions, list: &str) -> Result<(), Rejected> {
    let mut kinds = Kinds::default();
    for word in list.split(',') {
        match word {
            "deltas" => kinds.deltas = true,
            "events" => kinds.events = true,
            "snapshots" => kinds.snapshots = true,
            "final" => kinds.last = true,
            _ => return Err("a list of deltas, events, snapshots, final".into()),
        }
    }
    watch.only = Some(kinds);
    Ok(())
}
