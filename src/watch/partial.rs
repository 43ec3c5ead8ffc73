//! Parses a document in pieces and shows it at any moment.

use crate::engine::options::MultiRoot;
use crate::error::{Error, Result};
use crate::gate::{Gate, ProviderEnd};
use crate::options::Options;
use crate::plan::{Repaired, Run};
use crate::repair::Completeness;
use crate::schema::{Needs, Verdict};
use crate::view::{Delta, Growing, Placed, Segment, Snapshot};

/// A document in the making. What a piece costs depends on that piece, not on what came before.
#[derive(Debug)]
pub struct PartialParser {
    run: Run<(Option<Needs>, Growing)>,
}

impl PartialParser {
    /// A parser that has read nothing yet.
    #[must_use]
    pub fn new(options: &Options) -> PartialParser {
        PartialParser::with_output(options, |growing| growing)
    }

    /// As [`PartialParser::new`], and keeps what changes for [`PartialParser::drain_deltas`].
    #[must_use]
    pub fn with_deltas(options: &Options) -> PartialParser {
        PartialParser::with_output(options, Growing::with_deltas)
    }

    /// As [`PartialParser::with_deltas`], and keeps the repairs with their places.
    pub(super) fn with_repairs(options: &Options) -> PartialParser {
        let room = options.gate.max_repairs;
        PartialParser::with_output(options, |growing| growing.with_deltas().with_repairs(room))
    }

    fn with_output(options: &Options, make: impl FnOnce(Growing) -> Growing) -> PartialParser {
        let wrapped = options.engine.multi_root == MultiRoot::Array;
        let needs = options.schema.clone().map(|schema| Needs::new(schema, wrapped));
        let growing = make(Growing::new(&options.write, options.snapshot, wrapped));
        PartialParser { run: Run::new(options, (needs, growing)) }
    }

    /// Keeps what [`PartialParser::retry_hint`] will need of the input.
    #[must_use]
    pub fn with_hints(mut self) -> PartialParser {
        self.run = self.run.with_hints();
        self
    }

    /// Reads the next piece of text.
    ///
    /// # Errors
    /// What cannot be repaired or exceeds a limit; it ends the document.
    pub fn feed(&mut self, text: &str) -> Result<()> {
        self.feed_bytes(text.as_bytes())
    }

    /// As [`PartialParser::feed`]; a piece may end inside a character.
    ///
    /// # Errors
    /// As [`PartialParser::feed`], and E040 and E041 for bytes that are no text.
    #[inline]
    pub fn feed_bytes(&mut self, chunk: &[u8]) -> Result<()> {
        self.run.feed(chunk)
    }

    /// As [`PartialParser::feed_bytes`], and hands over what has changed. The parser must have been
    /// made [with deltas](PartialParser::with_deltas).
    ///
    /// # Errors
    /// As [`PartialParser::feed_bytes`]; what had changed before the fault is handed over.
    pub fn feed_with(&mut self, chunk: &[u8], mut each: impl FnMut(Delta<'_>)) -> Result<()> {
        if self.grow(chunk, |delta, _| each(delta)) {
            return Ok(());
        }
        let fed = self.feed_bytes(chunk);
        self.drain_deltas(each);
        fed
    }

    /// Reads a piece that does nothing but make the string value at hand longer, as most do that a model
    /// writes, and hands over just that and how many units have been read. Whether it was such a piece and
    /// all before it had been handed over; else nothing has been read.
    #[inline]
    pub(super) fn grow(&mut self, piece: &[u8], each: impl FnOnce(Delta<'_>, u64)) -> bool {
        if !self.growing().is_drained() {
            return false;
        }
        let Some(text) = self.run.goes_on(piece) else { return false };
        let at = self.run.units();
        let (_, growing) = self.run.output();
        if let Some(delta) = growing.grow(text) {
            each(delta, at);
        }
        true
    }

    /// Hands over what has changed since the last call, if the parser was made
    /// [with deltas](PartialParser::with_deltas).
    pub fn drain_deltas(&mut self, mut each: impl FnMut(Delta<'_>)) {
        self.drain_beside(|delta, _, _| each(delta));
    }

    /// The same, beside how many units have been read and what is required.
    #[inline]
    pub(super) fn drain_beside(&mut self, mut each: impl FnMut(Delta<'_>, u64, Option<&Needs>)) {
        if self.growing().is_drained() {
            return;
        }
        let at = self.units();
        let (needs, growing) = self.run.output();
        growing.drain_deltas(|delta| each(delta, at, needs.as_ref()));
    }

    /// Whether there are repairs for [`PartialParser::take_repaired`].
    #[inline]
    pub(super) fn has_repaired(&self) -> bool {
        self.growing().has_repaired()
    }

    /// The repairs since the last call, with their places.
    pub(super) fn take_repaired(&mut self) -> Vec<Placed> {
        self.run.output().1.take_repaired()
    }

    /// The document as far as it is known. What is certain never changes, and what is not decided
    /// is not shown, unless the options say so.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<'_> {
        self.growing().snapshot(self.run.waiting())
    }

    /// Whether the root is whole: what [`Snapshot::is_whole`] says.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.growing().is_whole()
    }

    /// The steps to the value that is being built; `None` before the first value and when the root
    /// is whole.
    #[must_use]
    pub fn open_path(&self) -> Option<Vec<Segment>> {
        self.growing().open_path()
    }

    /// As [`PartialParser::open_path`], as a JSON Pointer.
    #[must_use]
    pub fn open_pointer(&self) -> Option<String> {
        self.growing().open_pointer()
    }

    /// The byte of the input after the closer of the root, if that is a container.
    #[must_use]
    pub fn closed_at(&self) -> Option<u64> {
        self.growing().closed_at()
    }

    /// UTF-16 code units read.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.run.units()
    }

    /// The input that is not decided yet.
    #[must_use]
    pub fn waiting(&self) -> &str {
        self.run.waiting()
    }

    /// Says that the input is over, and gives the result.
    ///
    /// # Errors
    /// What cannot be repaired, what the options refuse, and E070 for what is not as declared.
    pub fn finish(mut self) -> Result<Repaired> {
        let completeness = self.end()?;
        self.run.verdict()?;
        Ok(self.into_repaired(completeness))
    }

    /// Says that the input is over: what waits is decided. Nothing is judged.
    ///
    /// # Errors
    /// What cannot be repaired.
    pub fn end(&mut self) -> Result<Completeness> {
        self.run.end()
    }

    /// Learns how the stream that the document came in has ended.
    pub fn ended(&mut self, end: ProviderEnd) {
        self.run.ended(end);
    }

    /// The records so far and what follows from them.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        self.run.gate()
    }

    /// The required members so far, where something is declared.
    #[must_use]
    pub fn needs(&self) -> Option<&Needs> {
        self.run.view().0.as_ref()
    }

    /// Where it became certain that the document is not as it was declared, if it has.
    #[must_use]
    pub fn refuted_by(&self) -> Option<&str> {
        self.run.refuted_by()
    }

    /// How what is whole and the declaration go together, where there is one.
    #[must_use]
    pub fn schema_verdict(&self) -> Option<Verdict> {
        self.run.schema_verdict()
    }

    /// An error of this document as a prompt.
    #[must_use]
    pub fn retry_hint(&self, error: &Error) -> String {
        self.run.retry_hint(error)
    }

    /// What became of the document, once it has [ended](PartialParser::end).
    #[must_use]
    pub fn into_repaired(self, completeness: Completeness) -> Repaired {
        let (gate, (_, growing)) = self.run.into_parts();
        Repaired::new(gate, growing.into_text(), completeness)
    }

    fn growing(&self) -> &Growing {
        &self.run.view().1
    }
}
