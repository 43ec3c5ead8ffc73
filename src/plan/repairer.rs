//! Repairs one text after the other.

use super::{Repaired, Run, text_of};
use crate::error::Result;
use crate::gate::Gate;
use crate::options::Options;
use crate::repair::Completeness;
use crate::view::Reusable;
use std::num::NonZero;

/// Repairs texts under the same options, each in the room that the one before it took.
#[derive(Debug)]
pub struct Repairer<'o, O> {
    options: &'o Options,
    chunk: Option<NonZero<usize>>,
    run: Run<O>,
}

/// What became of a text.
#[derive(Debug)]
pub struct Outcome<'a, O> {
    /// Where it stands repaired.
    pub output: &'a mut O,
    /// The gate that it has passed, with the repairs in the order of the input.
    pub gate: &'a Gate,
    /// Whether the document was all there.
    pub completeness: Completeness,
}

impl<'o, O: Reusable> Repairer<'o, O> {
    /// One whose texts go to `output`, and are read so many bytes at a time; that changes nothing.
    /// [`Options::check`] has found no fault with the options.
    pub fn new(options: &'o Options, chunk: Option<NonZero<usize>>, output: O) -> Repairer<'o, O> {
        Repairer { options, chunk, run: Run::new(options, output) }
    }

    /// Keeps no records: nobody will ask for them.
    #[must_use]
    pub fn without_records(mut self) -> Repairer<'o, O> {
        self.run = self.run.without_records();
        self
    }

    /// Repairs a text.
    ///
    /// # Errors
    /// What cannot be repaired and what the options refuse.
    pub fn repair(&mut self, text: &str) -> Result<Outcome<'_, O>> {
        self.run.restart(self.options);
        let completeness = self.read(text)?;
        let Run { sink: (gate, output), .. } = &mut self.run;
        gate.sort_records();
        Ok(Outcome { output, gate, completeness })
    }

    /// Repairs a text, and no other.
    ///
    /// # Errors
    /// As [`Repairer::repair`].
    pub fn repair_last(mut self, text: &str) -> Result<Repaired> {
        let completeness = self.read(text)?;
        let (gate, output) = self.run.into_parts();
        let text = text_of(output, self.options.write.keep_layout)?;
        Ok(Repaired::new(gate, text, completeness))
    }

    fn read(&mut self, text: &str) -> Result<Completeness> {
        let completeness = match self.chunk {
            Some(size) => {
                text.as_bytes().chunks(size.get()).try_for_each(|piece| self.run.feed(piece))?;
                self.run.end()?
            }
            None => self.run.read(text)?,
        };
        self.run.verdict()?;
        Ok(completeness)
    }
}
