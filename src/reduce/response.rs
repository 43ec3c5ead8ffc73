//! What is answered: the short text, what was left out of it, and how that was decided.

use super::request::Id;
use crate::json::{Object, number, string};
use std::collections::BTreeMap;

/// An answer. The order of the fields is that of its JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    /// The id of the request.
    pub id: Option<Id>,
    /// The text for the model.
    pub inline_text: String,
    /// Sizes, in graphemes of the text without escapes.
    pub stats: Stats,
    /// What the text was taken for.
    pub classification: Classification,
    /// What was counted: `failed` → 3. No zeros.
    pub facts: BTreeMap<String, u64>,
    /// What was left out, if anything was.
    pub omitted: Option<Omitted>,
    /// What became of requests that concern the host.
    pub metadata: Option<Metadata>,
    /// How the answer came about, if asked.
    pub trace: Option<Trace>,
}

/// Sizes in graphemes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Of the text of the tool.
    pub raw_chars: u64,
    /// Of the answer.
    pub reduced_chars: u64,
}

/// What the text was taken for, and why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Classification {
    /// The family of the rule.
    pub family: String,
    /// The id of the rule, if one applied.
    pub matched_reducer: Option<String>,
    /// How sure that is.
    pub confidence: Confidence,
    /// Why; from a closed list.
    pub reasons: Vec<&'static str>,
}

/// How sure a classification is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confidence {
    /// Forced, or program and shape agree.
    High,
    /// Only partly confirmed, or behind a wrapper.
    Medium,
    /// A guess, or nothing.
    #[default]
    Low,
}

/// What was left out of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Omitted {
    /// Lines that are not shown.
    pub lines: u64,
    /// Their graphemes, and those clipped from lines that are shown.
    pub chars: u64,
    /// Distinct failure lines that are not shown verbatim.
    pub failures: u64,
    /// Places where something is missing.
    pub gaps: u64,
}

/// What became of requests that concern the host.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Whether the original was to be kept.
    pub store_requested: bool,
    /// Whether nothing was to be left out.
    pub no_omit_requested: bool,
    /// Whether a line of statistics was asked for.
    pub record_stats_requested: bool,
    /// Where the original is: its token, and its graphemes.
    pub kept: Option<(String, u64)>,
    /// Why it was not kept.
    pub store_error: Option<&'static str>,
    /// Whether the request named a folder that it may not name.
    pub store_dir_ignored: bool,
}

/// How an answer came about; no text, no arguments, no paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The host's name for the tool.
    pub tool_name: String,
    /// The program that was really run.
    pub argv0: Option<String>,
    /// Whether the text was passed as it is.
    pub raw_mode: bool,
    /// The cap that applied, if one did.
    pub max_inline_chars: Option<u64>,
    /// The family of the rule.
    pub family: String,
    /// Its id.
    pub matched_reducer: Option<String>,
    /// The layer that the rule is from.
    pub rule_source: Option<&'static str>,
    /// The policy.
    pub policy: &'static str,
    /// What it decided.
    pub policy_decision: &'static str,
    /// Lines after each stage.
    pub stages: Vec<(&'static str, u64)>,
    /// What of a rule was not applied, and facts that were contradicted.
    pub notes: Vec<&'static str>,
    /// How often an encoding was mended.
    pub encoding_fixes: u64,
}

impl Stats {
    /// What part of the text is left; 1 if there was none.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.raw_chars == 0 { 1.0 } else { self.reduced_chars as f64 / self.raw_chars as f64 }
    }
}

impl Confidence {
    /// As it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Confidence::High => "high",
            Confidence::Medium => "medium",
            Confidence::Low => "low",
        }
    }
}

impl Response {
    /// Appends the answer as JSON on one line, without its end.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::new(out);
        self.fill(&mut object);
        object.end();
    }

    /// Writes the answer into an object.
    pub fn fill(&self, object: &mut Object<'_>) {
        if let Some(id) = &self.id {
            id.write(object.name("id"));
        }
        object.string("inlineText", &self.inline_text);
        object.object("stats", |stats| {
            stats.number("rawChars", self.stats.raw_chars);
            stats.number("reducedChars", self.stats.reduced_chars);
            stats.raw("ratio", &ratio(self.stats.ratio()));
        });
        object.object("classification", |classification| self.classification.write(classification));
        if !self.facts.is_empty() {
            object.object("facts", |facts| {
                for (name, count) in &self.facts {
                    number(facts.entry(name), *count);
                }
            });
        }
        if let Some(omitted) = self.omitted {
            object.object("omitted", |object| omitted.write(object));
        }
        if let Some(metadata) = &self.metadata {
            object.object("metadata", |object| metadata.write(object));
        }
        if let Some(trace) = &self.trace {
            object.object("trace", |object| trace.write(object));
        }
    }
}

/// The number as JSON, with a digit behind the point.
fn ratio(ratio: f64) -> String {
    format!("{ratio:?}")
}

impl Classification {
    fn write(&self, object: &mut Object<'_>) {
        object.string("family", &self.family);
        if let Some(id) = &self.matched_reducer {
            object.string("matchedReducer", id);
        }
        object.word("confidence", self.confidence.name());
        object.array("reasons", &self.reasons, |out, reason| string(out, reason));
    }
}

impl Omitted {
    fn write(self, object: &mut Object<'_>) {
        object.number("lines", self.lines);
        object.number("chars", self.chars);
        object.number("failures", self.failures);
        object.number("gaps", self.gaps);
    }
}

impl Metadata {
    fn write(&self, object: &mut Object<'_>) {
        object.bool("storeRequested", self.store_requested);
        object.bool("noOmitRequested", self.no_omit_requested);
        object.bool("recordStatsRequested", self.record_stats_requested);
        if let Some((token, chars)) = &self.kept {
            object.object("ccr", |ccr| {
                ccr.string("token", token);
                ccr.number("originalChars", *chars);
            });
        }
        if let Some(error) = self.store_error {
            object.string("storeError", error);
        }
        if self.store_dir_ignored {
            object.bool("storeDirIgnored", true);
        }
    }
}

impl Trace {
    fn write(&self, object: &mut Object<'_>) {
        object.string("toolName", &self.tool_name);
        object.string_or_null("argv0", self.argv0.as_deref());
        object.bool("rawMode", self.raw_mode);
        match self.max_inline_chars {
            Some(cap) => object.number("maxInlineChars", cap),
            None => object.raw("maxInlineChars", "null"),
        }
        object.string("family", &self.family);
        object.string_or_null("matchedReducer", self.matched_reducer.as_deref());
        object.string_or_null("ruleSource", self.rule_source);
        object.string("policy", self.policy);
        object.string("policyDecision", self.policy_decision);
        object.array("stages", &self.stages, |out, (name, lines)| {
            let mut stage = Object::new(out);
            stage.string("name", name);
            stage.number("lines", *lines);
            stage.end();
        });
        if !self.notes.is_empty() {
            object.array("notes", &self.notes, |out, note| string(out, note));
        }
        object.number("encodingFixes", self.encoding_fixes);
    }
}
