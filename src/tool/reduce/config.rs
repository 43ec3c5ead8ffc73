//! The options of jm-reduce.

use crate::cli::io::Source;
use crate::cli::term::Style;
use crate::cli::{Common, Console};
use crate::reduce::layers::{self, Folder};
use crate::reduce::store::{Limits, Store};
use crate::reduce::{Options, Reducer, Rules, Trust, stats};
use crate::tool::batch::BatchOptions;
use crate::tool::rules::{self, UserRules};
use std::path::PathBuf;
use std::time::Duration;

/// What is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// A request is answered.
    #[default]
    Single,
    /// Text is made short.
    Text,
    /// Each line is a request.
    Batch,
    /// It is found out for which programs there is no rule.
    Discover,
    /// An original is printed.
    Retrieve,
    /// Old originals are taken away.
    Sweep,
    /// Originals are listed.
    StoreList,
    /// They are counted.
    StoreStats,
    /// Rules are checked.
    VerifyRules,
    /// Fixtures are run.
    VerifyFixtures,
    /// Rules are listed.
    ListRules,
    /// A rule is printed.
    ShowRule,
}

impl Mode {
    /// Whether there is an input.
    pub(super) fn reads_input(self) -> bool {
        matches!(self, Mode::Single | Mode::Text | Mode::Batch | Mode::Discover)
    }
}

/// The options of jm-reduce.
#[derive(Clone, Debug, Default)]
pub struct Config {
    pub(super) common: Common,
    pub(super) mode: Mode,
    pub(super) batch: BatchOptions,
    /// What holds where a request says nothing.
    pub(super) options: Options,
    /// What the input of `--text` is.
    pub(super) text: TextOptions,
    pub(super) host: HostOptions,
    pub(super) store: StoreOptions,
    pub(super) rules: UserRules,
    /// The rule of `--show-rule`.
    pub(super) rule: String,
    /// The folders of `--rules` and `--verify-fixtures`.
    pub(super) folders: Vec<PathBuf>,
    /// Whether `--verify-fixtures` shows texts.
    pub(super) shows: bool,
}

impl AsRef<Common> for Config {
    fn as_ref(&self) -> &Common {
        &self.common
    }
}

/// What is known about a text.
#[derive(Clone, Debug, Default)]
pub(super) struct TextOptions {
    pub(super) command: Option<String>,
    pub(super) exit_code: Option<i64>,
    pub(super) tool: Option<String>,
}

/// What concerns the machine and the caller.
#[derive(Clone, Debug, Default)]
pub(super) struct HostOptions {
    pub(super) max_length: Option<u64>,
    pub(super) indent: Option<usize>,
    pub(super) strict_request: bool,
    pub(super) explain: bool,
    pub(super) stats_file: Option<PathBuf>,
    pub(super) stats_time: bool,
    pub(super) trust: Trust,
}

/// What concerns the originals.
#[derive(Clone, Debug, Default)]
pub(super) struct StoreOptions {
    pub(super) folder: Option<PathBuf>,
    pub(super) is_off: bool,
    pub(super) allows_request: bool,
    pub(super) token: String,
    pub(super) part: Part,
    pub(super) context: usize,
    pub(super) max_age: Option<u64>,
    pub(super) max_bytes: Option<u64>,
}

/// Which part of an original is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// All of it.
    #[default]
    Whole,
    /// Lines, counted from 1, the last included.
    Lines(u64, u64),
    /// Bytes, counted from 0, the last not included.
    Bytes(u64, u64),
    /// The lines that hold a text.
    Match(String),
}

impl Config {
    /// What answers requests; projects have rules if `reads_projects`. What of the user's rules is not
    /// used is told.
    pub(super) fn reducer(&self, reads_projects: bool, console: &mut Console) -> Reducer {
        let folder = self.user_rules();
        rules::warn(&folder, console);
        if let Some(file) = &self.host.stats_file
            && let Err(error) = stats::open(file)
        {
            let source = Source::File(file.into());
            let text = format!("no statistics are kept: {error}");
            console.message(Some(&source), Style::Warning, &text);
        }
        Reducer {
            rules: Rules::default().with(folder.rules, Trust::Full),
            defaults: self.options.clone(),
            store: self.store(),
            allows_store_dir: self.store.allows_request && !self.store.is_off,
            stats_file: self.host.stats_file.clone(),
            stats_time: self.host.stats_time,
            trust: self.host.trust,
            reads_projects,
        }
    }

    /// The rules of the user.
    pub(super) fn user_rules(&self) -> Folder {
        let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
        self.rules.read(layers::user_folder(variable))
    }

    /// Whether the folders of rules that were named are there.
    ///
    /// # Errors
    /// The exit status, once the reason has been said.
    pub(super) fn check_folders(&self, console: &mut Console) -> Result<(), u8> {
        self.rules.check(console)?;
        let mut folders = self.folders.iter();
        let missing = folders.find(|folder| !folder.is_dir());
        missing.map_or(Ok(()), |folder| Err(rules::missing(folder, console)))
    }

    /// Where originals are kept.
    pub(super) fn store(&self) -> Option<Store> {
        let variable = || std::env::var_os("JSONMEND_STORE").filter(|name| !name.is_empty());
        let folder = self.store.folder.clone().or_else(|| variable().map(PathBuf::from));
        folder.filter(|_| !self.store.is_off).map(Store::new)
    }

    /// How long originals are kept, and how much of them.
    pub(super) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            max_age: self.store.max_age.map_or(default.max_age, Duration::from_secs),
            max_bytes: self.store.max_bytes.unwrap_or(default.max_bytes),
        }
    }
}
