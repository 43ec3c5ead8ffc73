//! One document that is watched.

use super::Desk;
use super::config::Config;
use crate::cli::io::Stop;
use crate::cli::term::Style;
use crate::error::Error;
use crate::gate::ProviderEnd;
use crate::watch::{Ended, Fate, Final, SemanticWatcher};

/// A document, and what is known of its fate.
#[derive(Debug)]
pub(super) struct Document {
    call: Option<u64>,
    watcher: Option<SemanticWatcher>,
    /// Whether bytes have come.
    begun: bool,
    /// Whether a look at it is due.
    changed: bool,
    /// Whether it cannot be read any further.
    is_broken: bool,
    fate: Fate,
}

impl Document {
    /// A document that has not begun; `call` is the call that it belongs to.
    pub(super) fn new(config: &Config, call: Option<u64>) -> Document {
        let watcher = SemanticWatcher::new(&config.options).with_hints();
        Document {
            call,
            watcher: Some(watcher),
            begun: false,
            changed: false,
            is_broken: false,
            fate: Fate::Open,
        }
    }

    /// Reads more of it.
    pub(super) fn feed(&mut self, bytes: &[u8], Desk { lines, .. }: &mut Desk<'_>) {
        let Some(watcher) = &mut self.watcher else { return };
        if self.is_broken {
            return;
        }
        self.begun |= !bytes.is_empty();
        self.changed = true;
        let call = self.call;
        let fed = watcher.feed(bytes, |delta, at| lines.delta(call, &delta, at));
        watcher.events().for_each(|event| lines.event(call, &event));
        self.is_broken = fed.is_err();
        self.fate = watcher.fate();
    }

    /// Shows it as it is, if anything has come since the last time.
    pub(super) fn show(&mut self, desk: &mut Desk<'_>) {
        let (true, Some(watcher)) = (std::mem::take(&mut self.changed), &self.watcher) else {
            return;
        };
        desk.lines.snapshot(self.call, watcher.parser());
        if let Some(screen) = &mut desk.screen {
            screen.draw(watcher.parser());
        }
    }

    /// Says that it is over, and how its stream has ended where that is known. Gives the exit status,
    /// and what was certain of it.
    pub(super) fn finish(&mut self, end: Option<ProviderEnd>, desk: &mut Desk<'_>) -> (u8, Fate) {
        let Some(watcher) = self.watcher.take() else { return (0, self.fate) };
        let (call, lines) = (self.call, &mut desk.lines);
        let Ended { result, events, hint, fate, .. } =
            watcher.finish(end, |delta, at| lines.delta(call, &delta, at));
        events.iter().for_each(|event| lines.event(call, event));
        lines.last(call, &result, hint.as_deref());
        if let Some(screen) = &mut desk.screen {
            screen.finish(&result);
        }
        match result.outcome {
            Ok(repaired) => {
                if repaired.repairs_truncated {
                    let note = "further repairs are not listed";
                    desk.console.message(Some(desk.source), Style::Warning, note);
                }
                (0, fate)
            }
            Err(error) => {
                if let Some(hint) = hint.filter(|_| desk.config.handling.retry_hint) {
                    desk.console.terminal.lines(&hint);
                }
                (desk.console.stopped(Some(desk.source), &Stop::from(error)), fate)
            }
        }
    }

    /// What is known of it.
    pub(super) fn fate(&self) -> Fate {
        self.fate
    }

    /// Whether it cannot be read any further.
    pub(super) fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Says that it is lost, for a piece of it could not be read.
    pub(super) fn lose(&mut self, error: Error, desk: &mut Desk<'_>) {
        self.watcher = None;
        self.is_broken = true;
        self.fate = Fate::Refused(error.exit());
        let result = Final { outcome: Err(error), schema: None };
        desk.lines.last(self.call, &result, None);
    }

    /// Whether bytes have come.
    pub(super) fn has_begun(&self) -> bool {
        self.begun
    }
}
