//! What jm-llm writes of what it is told, and the exit status that follows from it.

use super::Wanted;
use crate::cli::io::Stop;
use crate::cli::target::Target;
use crate::error::Code;
use crate::gate::ProviderEnd;
use crate::provider::{Diagnostic, Diagnostics, TextKind, Update};

/// The output of one stream.
#[derive(Debug)]
pub(super) struct Output {
    wanted: Wanted,
    ready: Vec<u8>,
    status: u8,
    /// How the first response ended that did not come to its end.
    broken: Option<ProviderEnd>,
}

impl Output {
    pub(super) fn new(wanted: Wanted) -> Output {
        Output { wanted, ready: Vec::new(), status: 0, broken: None }
    }

    /// Takes what is told.
    pub(super) fn take(&mut self, update: &Update<'_>) {
        let (sound, diagnostics) = match update {
            Update::End(end) => (end.is_sound(), end.call.diagnostics),
            Update::StreamEnd(end) => (end.is_sound(), end.diagnostics),
            _ => (true, Diagnostics::default()),
        };
        self.status = self.status.max(u8::from(!sound));
        if let Update::StreamEnd(end) = update
            && end.end != ProviderEnd::Complete
        {
            self.broken.get_or_insert(end.end);
        }
        if diagnostics.iter().any(Diagnostic::is_limit) {
            self.status = self.status.max(Code::E021.exit());
        }
        let is_line = match (self.wanted, update) {
            (Wanted::Text, Update::Text { choice: 0, kind: TextKind::Text, text }) => {
                self.ready.extend_from_slice(text.as_bytes());
                false
            }
            (Wanted::Text, _) => false,
            (Wanted::Texts, Update::Text { .. }) => true,
            (Wanted::Texts, _) | (_, Update::Text { .. }) => false,
            (Wanted::Fragments, _) => true,
            (Wanted::Ends, Update::End(_) | Update::StreamEnd(_)) => true,
            (Wanted::StreamEnds, Update::StreamEnd(_)) => true,
            (Wanted::Ends | Wanted::StreamEnds, _) => false,
        };
        if is_line {
            update.write(&mut self.ready);
        }
    }

    /// Writes what is ready.
    ///
    /// # Errors
    /// A write that fails.
    pub(super) fn drain(&mut self, target: &mut Target) -> Result<(), Stop> {
        target.write(&self.ready)?;
        self.ready.clear();
        Ok(())
    }

    /// How a response ended whose text is not whole, where no line says it.
    pub(super) fn unsaid(&self) -> Option<ProviderEnd> {
        self.broken.filter(|_| matches!(self.wanted, Wanted::Text | Wanted::Texts))
    }

    /// The exit status so far.
    pub(super) fn status(&self) -> u8 {
        self.status
    }
}
