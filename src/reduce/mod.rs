//! Tool output made short for a model, and nothing bad hidden.
//!
//! An engine labels every line, a guard that no rule can switch off takes back what would hide a
//! failure, and the budget is spent by rank, in the original order, with a marker for each gap.
//!
//! ```
//! use jsonmend::reduce::{Request, reduce};
//!
//! let request = br#"{"toolName":"bash","argv":["git","status"],"stdout":"On branch main\n\nChanges not staged for commit:\n\tmodified:   src/lib.rs\n"}"#;
//! let response = reduce(&Request::decode(request, false)?);
//! assert_eq!(response.inline_text, "Changes not staged:\nM: src/lib.rs");
//! # Ok::<(), jsonmend::reduce::Rejection>(())
//! ```
//!
//! The way of a text: request → identity and policy → terminal and text → classify → engines → guard →
//! budget. Only [`store`], [`stats`] and [`layers`] do I/O.

mod budget;
mod classify;
mod engines;
mod failure;
mod graphemes;
mod guard;
mod identity;
pub mod layers;
mod marks;
mod members;
mod pattern;
mod pipeline;
mod policy;
mod rejection;
mod request;
mod response;
mod rule;
mod rules;
mod settings;
mod shell;
pub mod stats;
pub mod store;
mod tables;
mod terminal;
pub mod text;
pub mod verify;

pub use graphemes::count as grapheme_count;
pub use members::Fault;
pub use rejection::{Reason, Rejection};
pub use request::{Id, Input, Options, Request, Skipped};
pub use response::{Classification, Confidence, Metadata, Omitted, Response, Stats, Trace};
pub use rule::{Rule, Source};
pub use rules::Rules;
pub use settings::{Policy, Trust};
pub use terminal::normalise;

use std::path::PathBuf;
use store::Store;

/// Answers a request with the rules that are part of the program, and without I/O.
#[must_use]
pub fn reduce(request: &Request) -> Response {
    Reducer::default().reduce(request)
}

/// Whether a line tells of a failure, so that it is never lost without being counted.
#[must_use]
pub fn is_failure(line: &str) -> bool {
    failure::is_failure(line)
}

/// Answers requests.
#[derive(Debug, Default)]
pub struct Reducer {
    /// The rules, without those of projects.
    pub rules: Rules,
    /// What holds where a request says nothing.
    pub defaults: Options,
    /// Where originals are kept; without it nothing is.
    pub store: Option<Store>,
    /// Whether a request may name a folder for the original.
    pub allows_store_dir: bool,
    /// Where statistics go.
    pub stats_file: Option<PathBuf>,
    /// Whether they tell the time.
    pub stats_time: bool,
    /// How far the rules of projects are trusted.
    pub trust: Trust,
    /// Whether projects have rules at all: those of the folder of an input.
    pub reads_projects: bool,
}

impl Reducer {
    /// Answers a request. What happens in the store and in the statistics never fails it.
    #[must_use]
    pub fn reduce(&self, request: &Request) -> Response {
        let options = request.options.clone().or(&self.defaults);
        let reduced = pipeline::run(&self.rules_for(request, &options), request, &options);
        let mut response = reduced.response;
        let original = request.original.as_deref().unwrap_or(reduced.original.as_bytes());
        self.keep(&options, original, &mut response);
        if options.record_stats == Some(true) {
            let failed = request.input.exit_code.is_some_and(|code| code != 0);
            stats::record(
                self.stats_file.as_deref(),
                self.stats_time,
                &response,
                reduced.decision,
                failed,
            );
        }
        response
    }

    fn rules_for(&self, request: &Request, options: &Options) -> Rules {
        let folder = request.input.cwd.as_ref().or(options.cwd.as_ref());
        match folder.filter(|_| self.reads_projects && self.trust != Trust::Off) {
            None => self.rules.clone(),
            Some(folder) => {
                let layer = layers::project(std::path::Path::new(folder));
                self.rules.clone().with(layer, self.trust)
            }
        }
    }

    /// Keeps the original where it was asked for and something was left out.
    fn keep(&self, options: &Options, original: &[u8], response: &mut Response) {
        let Some(metadata) = &mut response.metadata else { return };
        let named = options.store_dir.as_deref().map(std::path::Path::new);
        let own = self.store.as_ref();
        let may_name = |folder: &&std::path::Path| {
            self.allows_store_dir || own.is_some_and(|store| store.contains(folder))
        };
        let allowed = named.filter(may_name);
        metadata.store_dir_ignored = named.is_some() && allowed.is_none();
        if !metadata.store_requested || response.omitted.is_none() {
            return;
        }
        let named = allowed.map(|folder| Store::new(folder.to_owned()));
        let kept = match named.as_ref().or(own) {
            None => Err("no_store"),
            Some(store) => store.put(original).map_err(|error| error.code()),
        };
        match kept {
            Ok(token) => {
                let chars = grapheme_count(&text::decode(original).0) as u64;
                metadata.kept = Some((token, chars));
            }
            Err(code) => metadata.store_error = Some(code),
        }
    }
}
