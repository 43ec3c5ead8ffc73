//! One document from its input to its output.

use super::config::Config;
use super::narrate::{Narrated, Story};
use crate::cli::Console;
use crate::cli::io::{READ_SIZE, Source, Stop, pump};
use crate::cli::target::Target;
use crate::engine::options::MultiRoot;
use crate::plan::{Run, writer};
use crate::repair::Exactness;
use crate::view::{Layout, Output};
use std::io::Read;

/// A document to repair, and where to tell of it.
pub(super) struct Document<'a> {
    pub(super) config: &'a Config,
    pub(super) source: &'a Source,
    pub(super) console: &'a mut Console,
    /// Whether the output takes the place of the input, so that nobody else will have the original.
    pub(super) is_replaced: bool,
}

impl Document<'_> {
    /// Repairs `input` and gives the exit status.
    ///
    /// # Errors
    /// What cannot be read, repaired or written, and what is refused; nothing more is written then.
    pub(super) fn repair(self, input: &mut dyn Read, target: &mut Target) -> Result<u8, Stop> {
        let options = &self.config.options;
        if options.write.keep_layout {
            self.repair_to(Layout::new(options.write.ensure_ascii), input, target)
        } else {
            self.repair_to(writer(options), input, target)
        }
    }

    fn repair_to<O: Output>(
        self,
        output: O,
        input: &mut dyn Read,
        target: &mut Target,
    ) -> Result<u8, Stop> {
        let Document { config, source, console, is_replaced } = self;
        let story = Story::wanted(config, source);
        let output = Narrated::new(output, story).with_losses(is_replaced);
        let mut run = Run::new(&config.options, output).without_records();
        if config.handling.retry_hint {
            run = run.with_hints();
        }
        // On a terminal what is told of the document would stand in the middle of it.
        let told = config.result.explain || config.result.report;
        let hold = config.options.can_refuse() && !target.is_all_or_nothing()
            || told && matches!(target, Target::Terminal(_));
        // What a read yields is no longer than it, as a rule: one reservation.
        run.output().buffer().reserve(READ_SIZE);
        let read = pump(input, |piece| {
            for part in piece.chunks(config.handling.chunk.map_or(piece.len(), usize::from)) {
                let fed = run.feed(part);
                run.output().tell(console);
                fed?;
            }
            if hold { Ok(()) } else { drain(&mut run, target, config.options.engine.multi_root) }
        });
        let end = read.and_then(|()| run.finish().map_err(Stop::from));
        run.output().tell(console);
        if let (Err(Stop::Document(error)), true) = (&end, config.handling.retry_hint) {
            console.terminal.lines(&run.retry_hint(error));
        }
        let completeness = end?;
        target.write(run.output().buffer())?;
        run.output().conclude(source, console, completeness);
        let repaired = run.gate().exactness() > Exactness::Exact;
        Ok(u8::from(config.result.check && repaired))
    }
}

/// Writes what is ready: of lines only whole ones, so that none is left half if the run is ended.
fn drain<O: Output>(
    run: &mut Run<O>,
    target: &mut Target,
    multi_root: MultiRoot,
) -> Result<(), Stop> {
    let ready = run.output().buffer();
    let end = match multi_root {
        MultiRoot::Lines => memchr::memrchr(b'\n', ready).map_or(0, |end| end + 1),
        _ => ready.len(),
    };
    target.write(&ready[..end])?;
    ready.drain(..end);
    Ok(())
}
