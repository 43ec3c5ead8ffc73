//! From bytes to a judged result: a run over any number of pieces, and the one-shot calls.

mod analyze;
mod place;
mod repairer;
mod run;

pub use analyze::{Decision, Plan, analyze, analyze_bytes};
pub use repairer::{Outcome, Repairer};
pub use run::Run;

use crate::engine::options::MultiRoot;
use crate::error::{Code, Error, Result};
use crate::gate::Gate;
use crate::json::Object;
use crate::options::Options;
use crate::repair::{Completeness, Exactness, Repair};
use crate::scan::utf8::into_string;
use crate::view::{Layout, Output, WriteOptions, Writer, record};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::num::NonZero;

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
