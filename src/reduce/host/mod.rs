//! What jm-reduce needs of its machine: rules in folders, originals that are kept, statistics.

pub mod layers;
pub mod stats;
pub mod store;
pub mod verify;

use super::pipeline;
use super::{Options, Request, Response, Rules, Trust, grapheme_count, text};
use std::path::{Path, PathBuf};
use store::{Store, StoreError};

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
                let layer = layers::project(Path::new(folder));
                self.rules.clone().with(layer, self.trust)
            }
        }
    }

    /// Keeps the original where it was asked for and something was left out.
    fn keep(&self, options: &Options, original: &[u8], response: &mut Response) {
        let Some(metadata) = &mut response.metadata else { return };
        let named = options.store_dir.as_deref().map(Path::new);
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
        let Some(store) = named.as_ref().or(own) else { return };
        let kept = store.put(original);
        metadata.store_error = kept.as_ref().err().map(StoreError::code);
        metadata.kept = kept.ok().map(|token| {
            let chars = grapheme_count(&text::decode(original).0) as u64;
            (token, chars)
        });
    }
}
