//! From bytes to a judged result: a run over any number of pieces, and the one-shot calls.

mod analyze;
mod place;
mod repairer;

pub use analyze::{Decision, Plan, analyze, analyze_bytes};
pub use repairer::{Outcome, Repairer};

use crate::engine::Engine;
use crate::engine::options::{DuplicateKeys, MultiRoot};
use crate::error::{Code, Error, Result};
use crate::event::Sink;
use crate::gate::{Gate, ProviderEnd, Window, retry_hint};
use crate::json::Object;
use crate::options::Options;
use crate::repair::{Completeness, Exactness, Repair};
use crate::scan::utf8::into_string;
use crate::schema::{Checker, Verdict};
use crate::view::dedup::Dedup;
use crate::view::{Layout, Output, Reusable, WriteOptions, Writer, record};
use place::Finder;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::num::NonZero;

/// One document on its way through engine, gate and output.
#[derive(Debug)]
pub struct Run<O> {
    engine: Engine,
    dedup: Option<Dedup>,
    /// Hears the engine itself, so that it can answer for the place where the engine is.
    checker: Option<Checker>,
    /// Finds where that became certain that the checker refuses.
    finder: Finder,
    sink: (Gate, O),
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

/// A repaired text and what was done to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// The text; a strict parser accepts it.
    pub text: String,
    /// The repairs and notes, in the order of the input.
    pub repairs: Vec<Repair>,
    /// Whether there were more of them than are kept.
    pub repairs_truncated: bool,
    /// The worst of the repairs.
    pub exactness: Exactness,
    /// Whether something has two readings.
    pub ambiguous: bool,
    /// Whether the document was all there.
    pub completeness: Completeness,
}

/// A repaired text and its value.
///
/// A [`Value`] is a convenience: it rounds large numbers and keeps the last of duplicate members.
/// The text does neither.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed {
    /// The value.
    pub value: Value,
    /// The text it was parsed from.
    pub repaired: Repaired,
}

/// Repairs a text.
///
/// # Errors
/// What cannot be repaired and what the options refuse.
pub fn repair(text: &str, options: &Options) -> Result<Repaired> {
    repair_pieces(text, None, options)
}

/// As [`repair`], read so many bytes at a time; that changes nothing.
///
/// # Errors
/// As [`repair`].
pub fn repair_pieces(
    text: &str,
    chunk: Option<NonZero<usize>>,
    options: &Options,
) -> Result<Repaired> {
    options.check()?;
    if options.write.keep_layout {
        let layout = Layout::new(options.write.ensure_ascii);
        Repairer::new(options, chunk, layout).repair_last(text)
    } else {
        let mut writer = writer(options);
        writer.buffer().reserve(text.len());
        Repairer::new(options, chunk, writer).repair_last(text)
    }
}

/// Repairs a text and parses the result.
///
/// # Errors
/// As [`repair`], and E070 for what a tree of values cannot hold.
pub fn parse(text: &str, options: &Options) -> Result<Parsed> {
    let repaired = repair(text, options)?;
    let value = decode(&repaired.text)?;
    Ok(Parsed { value, repaired })
}

/// Repairs a text and makes a `T` of the result.
///
/// # Errors
/// As [`repair`], and E070 where the value is no `T`.
pub fn from_str<T: DeserializeOwned>(text: &str, options: &Options) -> Result<T> {
    decode(&repair(text, options)?.text)
}

/// The writer that the options ask for.
#[must_use]
pub fn writer(options: &Options) -> Writer {
    Writer::new(&write_options(options))
}

/// How the text is written. Roots that share a stream stand on one line each.
#[must_use]
pub fn write_options(options: &Options) -> WriteOptions {
    let indent = options.write.indent.filter(|_| options.engine.multi_root != MultiRoot::Lines);
    WriteOptions { indent, ..options.write }
}

impl Repaired {
    /// What became of a document, by the gate it has passed.
    #[must_use]
    pub fn new(gate: Gate, text: String, completeness: Completeness) -> Repaired {
        Repaired {
            text,
            repairs_truncated: gate.repairs_truncated(),
            exactness: gate.exactness(),
            ambiguous: gate.is_ambiguous(),
            completeness,
            repairs: gate.into_records(),
        }
    }

    /// The value as JSON; `None` where there is none, or more than one.
    #[must_use]
    pub fn value(&self) -> Option<&str> {
        only_value(&self.text)
    }

    /// Writes the result of a repair into an object.
    pub fn fill(&self, object: &mut Object<'_>) {
        object.string("text", &self.text);
        object.word("exactness", self.exactness.name());
        object.bool("ambiguous", self.ambiguous);
        object.word("completeness", self.completeness.name());
        object.array("repairs", &self.repairs, record::repair);
        object.bool("repairs_truncated", self.repairs_truncated);
    }

    /// As [`Repaired::fill`], and the value.
    pub fn fill_with_value(&self, object: &mut Object<'_>) {
        self.fill(object);
        match self.value() {
            Some(value) => object.raw("value", value),
            None => object.null("value"),
        }
    }
}

/// The text, if it is one value. Inside a compact value no line ends.
fn only_value(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty() && memchr::memchr(b'\n', text.as_bytes()).is_none())
}

/// The whole text of an output that nobody drained, without the line end behind the last root
/// unless the input's layout is kept.
fn text_of(mut output: impl Output, keep_layout: bool) -> Result<String> {
    let mut text = std::mem::take(output.buffer());
    if !keep_layout && text.last() == Some(&b'\n') {
        text.pop();
    }
    into_string(text).ok_or_else(|| Error::new(Code::E099))
}

/// Reads JSON text that is known to be valid, so what fails is the target.
fn decode<T: DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| {
        Error::new(Code::E070).with_detail(if error.is_data() {
            "the value does not fit the type"
        } else {
            "the value is too deep, too large or not the only one"
        })
    })
}

#[cfg(test)]
mod tests;
