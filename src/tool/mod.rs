//! The tools: what each is called, which flags it takes, what it does.

mod batch;
pub mod check;
mod declaration;
mod explain;
mod flags;
pub mod llm;
pub mod readiness;
pub mod reduce;
pub mod repair;
mod rules;
pub mod serve;
pub mod watch;

use crate::cli::help::Page;

/// What is said about every tool, for the man pages and completions.
#[must_use]
pub fn pages() -> Vec<Page> {
    vec![
        repair::TOOL.page(),
        check::TOOL.page(),
        watch::TOOL.page(),
        llm::TOOL.page(),
        readiness::TOOL.page(),
        serve::TOOL.page(),
        reduce::TOOL.page(),
    ]
}
