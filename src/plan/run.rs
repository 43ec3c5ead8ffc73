//! One document on its way through engine, gate and output, in any number of pieces.

use super::place::Finder;
use crate::engine::Engine;
use crate::engine::options::{DuplicateKeys, MultiRoot};
use crate::error::{Error, Result};
use crate::event::Sink;
use crate::gate::{Gate, ProviderEnd, Window, retry_hint};
use crate::options::Options;
use crate::repair::Completeness;
use crate::schema::{Checker, Verdict};
use crate::view::dedup::Dedup;
use crate::view::{Output, Reusable};

/// One document on its way through engine, gate and output.
#[derive(Debug)]
pub struct Run<O> {
    engine: Engine,
    dedup: Option<Dedup>,
    /// Hears the engine itself, so that it can answer for the place where the engine is.
    checker: Option<Checker>,
    /// Finds where that became certain that the checker refuses.
    finder: Finder,
    pub(super) sink: (Gate, O),
    window: Option<Window>,
}

impl<O: Output> Run<O> {
    /// A run that has read nothing yet.
    #[must_use]
    pub fn new(options: &Options, output: O) -> Run<O> {
        Run {
            engine: Engine::new(options.engine.clone()),
            // Every other policy is the engine's own.
            dedup: (options.engine.duplicate_keys == DuplicateKeys::Last).then(Dedup::default),
            checker: new_checker(options),
            finder: Finder::default(),
            sink: (Gate::new(&options.gate, &options.engine), output),
            window: None,
        }
    }

    /// Begins another document, as [`Run::new`] with the same options does.
    pub fn restart(&mut self, options: &Options)
    where
        O: Reusable,
    {
        let Run { engine, dedup, checker, finder, sink: (gate, output), window } = self;
        engine.restart();
        dedup.iter_mut().for_each(|dedup| *dedup = Dedup::default());
        if checker.is_some() {
            (*checker, *finder) = (new_checker(options), Finder::default());
        }
        gate.restart(&options.gate, &options.engine);
        output.restart();
        window.iter_mut().for_each(|window| *window = Window::default());
    }

    /// Keeps what [`Run::retry_hint`] will need of the input.
    #[must_use]
    pub fn with_hints(mut self) -> Run<O> {
        self.window = Some(Window::default());
        self
    }

    /// Keeps no records: nobody will ask for them.
    #[must_use]
    pub fn without_records(mut self) -> Run<O> {
        self.sink.0 = self.sink.0.without_records();
        self
    }

    /// Reads the next piece of input.
    ///
    /// # Errors
    /// What the engine cannot read.
    pub fn feed(&mut self, chunk: &[u8]) -> Result<()> {
        self.input(chunk);
        self.run(|engine, sink| engine.feed(chunk, sink), |engine, sink| engine.feed(chunk, sink))?;
        self.pass();
        Ok(())
    }

    /// Reads a piece that is but text of the string value at hand, and gives that text, of which the output
    /// has not been told. Of any other piece, and where somebody else hears of text, nothing is read.
    #[inline(always)]
    pub fn goes_on<'c>(&mut self, piece: &'c [u8]) -> Option<&'c str> {
        if self.dedup.is_some() || self.checker.as_ref().is_some_and(Checker::hears_text) {
            return None;
        }
        let text = self.engine.goes_on(piece)?;
        self.input(piece);
        self.pass();
        Some(text)
    }

    /// Gives a piece of input to all that keep some.
    #[inline]
    fn input(&mut self, chunk: &[u8]) {
        self.sink.1.input(chunk);
        if let Some(window) = &mut self.window {
            window.input(chunk);
        }
        if self.checker.is_some() {
            self.finder.input(chunk);
        }
    }

    /// A piece has been read: tells those that keep input, where there is enough of it.
    #[inline(always)]
    fn pass(&mut self) {
        if self.window.is_some() || self.finder.is_full() || self.sink.1.keeps_input() {
            self.settle_what_is();
        }
    }

    #[inline(never)]
    fn settle_what_is(&mut self) {
        let held = self.dedup.as_ref().map_or(u64::MAX, Dedup::settled);
        let settled = held.min(self.engine.settled());
        self.sink.1.settle(settled);
        self.settle(settled);
    }

    /// Reads a whole document and judges nothing: what [`Run::feed`] and [`Run::end`] do, at once.
    ///
    /// # Errors
    /// What the engine cannot read.
    pub fn read(&mut self, text: &str) -> Result<Completeness> {
        if self.keeps_input() {
            self.feed(text.as_bytes())?;
            return self.end();
        }
        let read = self
            .run(|engine, sink| engine.read(text, sink), |engine, sink| engine.read(text, sink));
        self.sink.1.finish();
        read
    }

    /// Whether anybody has to learn which input is settled.
    fn keeps_input(&self) -> bool {
        self.window.is_some() || self.checker.is_some() || self.sink.1.keeps_input()
    }

    /// Says that the input is over and judges the result.
    ///
    /// # Errors
    /// What the engine cannot read and what the gate refuses.
    pub fn finish(&mut self) -> Result<Completeness> {
        let completeness = self.end()?;
        self.verdict()?;
        Ok(completeness)
    }

    /// Says that the input is over and judges nothing.
    ///
    /// # Errors
    /// What the engine cannot read.
    pub fn end(&mut self) -> Result<Completeness> {
        let completeness =
            self.run(|engine, sink| engine.finish(sink), |engine, sink| engine.finish(sink))?;
        self.sink.1.finish();
        self.settle(0);
        Ok(completeness)
    }

    /// Runs the engine: plainly if gate and output are all that listen, else through pointers, as the
    /// other listeners cost more than that.
    fn run<T>(
        &mut self,
        plainly: impl FnOnce(&mut Engine, &mut (Gate, O)) -> Result<T>,
        beside: impl FnOnce(&mut Engine, &mut (&mut Option<Checker>, &mut dyn Sink)) -> Result<T>,
    ) -> Result<T> {
        let Run { engine, dedup, checker, sink, .. } = self;
        let done = match (dedup, &checker) {
            (None, None) => return plainly(engine, sink),
            (None, Some(_)) => beside(engine, &mut (checker, sink)),
            (Some(dedup), _) => beside(engine, &mut (checker, &mut dedup.to(sink))),
        };
        if let (Err(error), Some(checker)) = (&done, checker) {
            checker.unreadable(error.code());
        }
        done
    }

    /// Keeps the surroundings of the place that would be refused now; what stands before the byte
    /// `settled` will not be named any more, but for what the checker may name.
    fn settle(&mut self, settled: u64) {
        let named =
            self.checker.as_ref().map(|checker| [checker.refuted_at(), checker.string_at()]);
        if let Some(window) = &mut self.window {
            let may_be_named = || {
                let mut bytes = named.into_iter().flatten().flatten();
                bytes.find_map(|byte| self.finder.find(byte))
            };
            window.settle(settled, self.sink.0.refused_at().or_else(may_be_named));
        }
        if let Some(named) = named {
            self.finder.settle(settled, named);
        }
    }

    /// Learns how the stream that the document came in has ended.
    pub fn ended(&mut self, end: ProviderEnd) {
        self.sink.0.ended(end);
    }

    /// UTF-16 code units read.
    #[inline]
    #[must_use]
    pub fn units(&self) -> u64 {
        self.engine.units()
    }

    /// The input that waits for what follows it: nothing has been told of it.
    #[must_use]
    pub fn waiting(&self) -> &str {
        self.engine.waiting()
    }

    /// Says why what was read is refused, if it is.
    ///
    /// # Errors
    /// What the gate refuses, and what is not as it was declared.
    pub fn verdict(&self) -> Result<()> {
        self.sink.0.verdict()?;
        let Some(checker) = &self.checker else { return Ok(()) };
        let place = || checker.refuted_at().and_then(|byte| self.finder.find(byte));
        checker.error().map_or(Ok(()), |error| Err(error.with_place(place())))
    }

    /// The output, to drain its buffer.
    pub fn output(&mut self) -> &mut O {
        &mut self.sink.1
    }

    /// The output, to look at.
    #[must_use]
    pub fn view(&self) -> &O {
        &self.sink.1
    }

    /// The gate, with the records and what follows from them.
    #[must_use]
    pub fn gate(&self) -> &Gate {
        &self.sink.0
    }

    /// How the document and the schema go together, where there is one.
    #[must_use]
    pub fn schema_verdict(&self) -> Option<Verdict> {
        self.checker.as_ref().map(Checker::verdict)
    }

    /// Where it became certain that the document is not as it was declared, if it has.
    #[must_use]
    pub fn refuted_by(&self) -> Option<&str> {
        self.checker.as_ref().and_then(Checker::refuted_by)
    }

    /// Takes the run apart.
    #[must_use]
    pub fn into_parts(self) -> (Gate, O) {
        self.sink
    }

    /// An error of this run as a prompt, with the surroundings of its place if the run keeps them.
    #[must_use]
    pub fn retry_hint(&self, error: &Error) -> String {
        let (input, start) = match (&self.window, error.position()) {
            (Some(window), Some(at)) => window.around(at),
            _ => (&[][..], u64::MAX),
        };
        retry_hint(error, input, start)
    }
}

/// The checker of the schema, where there is one.
fn new_checker(options: &Options) -> Option<Checker> {
    let wrapped = options.engine.multi_root == MultiRoot::Array;
    options.schema.clone().map(|schema| Checker::new(schema, wrapped))
}
