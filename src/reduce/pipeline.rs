//! From a request to its answer: one function a stage, and what happens where a stage fails.

use super::adjust;
use super::budget::{self, Rendered};
use super::classify::{Chosen, FALLBACK, Subject};
use super::engines::{self, Case, Engine};
use super::guard::{self, Failures};
use super::identity::Identity;
use super::marks::{Labels, Rank};
use super::policy::{Decision, decide};
use super::request::{Input, Options, Request};
use super::response::{Classification, Confidence, Metadata, Omitted, Response, Stats, Trace};
use super::rule::{Params, Rule};
use super::rules::Rules;
use super::terminal::normalise;
use super::text::{Document, Stream};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The cap where nothing was said.
const CAP: u64 = 1200;

/// The cap where nothing was said and the command failed.
const CAP_FAILED: u64 = 4000;

/// A text of so many graphemes is left as it is, but for what loses nothing.
const SMALL: usize = 240;

/// What is shown where a text is blank.
const NO_OUTPUT: &str = "(no output)";

/// An answer, and what the host may want to do about it.
#[cfg_attr(not(unix), expect(dead_code, reason = "there is no host"))]
pub(super) struct Reduced<'a> {
    pub(super) response: Response,
    /// The text as it came.
    pub(super) original: Cow<'a, str>,
    pub(super) decision: &'static str,
}

/// What is known about a request before its text is read.
struct Run<'a> {
    input: &'a Input,
    options: &'a Options,
    subject: Subject<'a>,
    decision: Decision,
    /// The most graphemes of the answer; nothing where there is no cap.
    cap: Option<u64>,
    /// Whether noise is to be shown.
    keep_all: bool,
}

/// Answers a request.
pub(super) fn run<'a>(rules: &Rules, request: &'a Request, options: &Options) -> Reduced<'a> {
    let input = &request.input;
    let identity = Identity::of(input.command.as_deref(), input.argv.as_deref());
    let policy = options.policy.unwrap_or_default();
    let decision = decide(policy, options.raw == Some(true), &input.tool_name, &identity);
    let command = match (&input.command, &input.argv) {
        (Some(command), _) => command.clone(),
        (None, argv) => argv.as_deref().unwrap_or_default().join(" "),
    };
    let by_words = input.command.is_none();
    let subject = Subject { tool: &input.tool_name, command, identity: &identity, by_words };
    let keep_all = options.no_omit == Some(true);
    let failed = input.failed();
    let default = (!keep_all).then_some(if failed { CAP_FAILED } else { CAP });
    let cap = options.max_inline_chars.or(default);
    let run = Run { input, options, subject, decision, cap, keep_all };
    let original = input.text();
    let mut response = match decision {
        Decision::Compact => run.compact(rules),
        _ => run.exact(&original),
    };
    response.id = request.id.clone();
    let is_short = response.omitted.is_some();
    if let Some(metadata) = &mut response.metadata {
        // There is no store here; a host that has one says so instead.
        let is_lost = metadata.store_requested && is_short;
        metadata.store_error = is_lost.then_some("no_store");
        metadata.store_dir_ignored = options.store_dir.is_some();
    }
    if let Some(trace) = &mut response.trace {
        trace.encoding_fixes = request.encoding_fixes;
    }
    Reduced { response, original, decision: decision.name() }
}

impl Input {
    /// Whether the command is known to have failed.
    pub(super) fn failed(&self) -> bool {
        self.exit_code.is_some_and(|code| code != 0)
    }

    /// The streams, in the order in which they are shown.
    fn streams(&self) -> Vec<(&str, Stream)> {
        if self.combined.is_empty() {
            vec![(&self.stdout, Stream::Stdout), (&self.stderr, Stream::Stderr)]
        } else {
            vec![(&self.combined, Stream::Combined)]
        }
    }

    /// All of the output as one text: a line end stands between the streams.
    fn text(&self) -> Cow<'_, str> {
        match self.streams().as_slice() {
            [(text, _)] | [(text, _), ("", _)] | [("", _), (text, _)] => Cow::Borrowed(text),
            [(out, _), (err, _)] if out.ends_with('\n') => Cow::Owned(format!("{out}{err}")),
            [(out, _), (err, _)] => Cow::Owned(format!("{out}\n{err}")),
            _ => Cow::Borrowed(""),
        }
    }
}

/// What was made of a text, and what for.
struct Made {
    rendered: Rendered,
    facts: Vec<(String, u64)>,
    notes: Vec<&'static str>,
}

impl Run<'_> {
    /// The text as it is.
    fn exact(&self, text: &str) -> Response {
        let chars = super::graphemes::count(&normalise(text)) as u64;
        let reasons = match self.decision {
            Decision::SkipMixed => vec!["mixed command", "policy pass-through"],
            _ => vec!["policy pass-through"],
        };
        let classification = Classification {
            family: "generic".to_owned(),
            matched_reducer: None,
            confidence: Confidence::Low,
            reasons,
        };
        self.response(
            text.to_owned(),
            Stats { raw_chars: chars, reduced_chars: chars },
            classification,
        )
    }

    fn response(
        &self,
        inline_text: String,
        stats: Stats,
        classification: Classification,
    ) -> Response {
        Response {
            inline_text,
            stats,
            metadata: self.metadata(),
            trace: (self.options.trace == Some(true)).then(|| self.trace(&classification)),
            classification,
            ..Response::default()
        }
    }

    fn metadata(&self) -> Option<Metadata> {
        let asked = |option: Option<bool>| option == Some(true);
        let metadata = Metadata {
            store_requested: asked(self.options.store),
            no_omit_requested: asked(self.options.no_omit),
            record_stats_requested: asked(self.options.record_stats),
            ..Metadata::default()
        };
        (metadata != Metadata::default()).then_some(metadata)
    }

    fn trace(&self, classification: &Classification) -> Trace {
        Trace {
            tool_name: self.input.tool_name.clone(),
            argv0: self.subject.program().0.map(|program| program.name.clone()),
            raw_mode: self.decision == Decision::Raw,
            max_inline_chars: self.cap.filter(|_| self.decision == Decision::Compact),
            family: classification.family.clone(),
            matched_reducer: classification.matched_reducer.clone(),
            policy: self.options.policy.unwrap_or_default().name(),
            policy_decision: self.decision.name(),
            ..Trace::default()
        }
    }

    /// The text made short.
    fn compact(&self, rules: &Rules) -> Response {
        let streams = self.input.streams();
        let streams: Vec<(Cow<'_, str>, Stream)> =
            streams.iter().map(|(text, stream)| (normalise(text), *stream)).collect();
        let parts: Vec<(&str, Stream)> =
            streams.iter().map(|(text, stream)| (&**text, *stream)).collect();
        let document = Document::new(&parts);
        let raw_chars = self.raw_chars(&document, &parts);
        let text =
            parts.iter().find(|(text, _)| !text.trim().is_empty()).map_or("", |(text, _)| *text);
        let mut chosen =
            self.subject.choose(rules.active(), self.options.classifier.as_deref(), text);
        let header =
            self.input.exit_code.filter(|&code| code != 0).map(|code| format!("exit {code}"));
        let is_blank = document.lines.iter().all(|line| line.text.trim().is_empty());
        let made = if is_blank {
            self.blank(&chosen)
        } else {
            self.make(&document, &mut chosen, raw_chars, header.as_deref())
        };
        let (inline_text, chars) = with_header(header.as_deref(), &made.rendered, self.most());
        let stats = Stats { raw_chars: raw_chars as u64, reduced_chars: chars as u64 };
        let mut response = self.response(inline_text, stats, classification(&chosen));
        response.facts = self.facts(made.facts);
        let mut omitted = made.rendered.omitted;
        if let Some(skipped) = self.input.skipped {
            omitted.lines += skipped.lines;
            omitted.chars += skipped.chars;
            omitted.failures += skipped.failures;
            omitted.gaps += 1;
        }
        response.omitted = Some(omitted).filter(|omitted| *omitted != Omitted::default());
        if let Some(trace) = &mut response.trace {
            trace.rule_source = chosen.rule.as_ref().map(|rule| rule.source.name());
            let shown = response.inline_text.lines().count() as u64;
            trace.stages = vec![("normalise", document.lines.len() as u64), ("render", shown)];
            trace.notes = made.notes;
            if chosen.rule.as_ref().is_some_and(|rule| rule.is_limited) {
                trace.notes.push("project rule limited");
            }
        }
        response
    }

    fn most(&self) -> usize {
        self.cap.map_or(usize::MAX / 4, |cap| {
            usize::try_from(cap).unwrap_or(usize::MAX / 4).min(usize::MAX / 4)
        })
    }

    /// Graphemes of all streams, and of the line end that joins them.
    fn raw_chars(&self, document: &Document<'_>, parts: &[(&str, Stream)]) -> usize {
        let texts: Vec<&str> =
            parts.iter().map(|(text, _)| *text).filter(|text| !text.is_empty()).collect();
        let joint = usize::from(texts.len() == 2 && !texts[0].ends_with('\n'));
        texts.iter().map(|text| document.count(text)).sum::<usize>() + joint
    }

    /// What is shown of nothing.
    fn blank(&self, chosen: &Chosen) -> Made {
        let message = chosen.rule.as_ref().and_then(|rule| rule.on_empty.clone());
        let message = message.filter(|_| self.may_say_so(&Failures::default()));
        let text =
            message.filter(|text| text.len() <= NO_OUTPUT.len()).unwrap_or(NO_OUTPUT.to_owned());
        let chars = super::graphemes::count(&text);
        let rendered = Rendered { text, chars, omitted: Omitted::default() };
        Made { rendered, facts: Vec::new(), notes: Vec::new() }
    }

    /// Whether a rule may say in its own words that all is well.
    fn may_say_so(&self, failures: &Failures) -> bool {
        let is_part = self.input.partial || self.subject.program().1;
        !self.input.failed() && !is_part && failures.is_empty()
    }

    /// Labels, guards and renders; where that fails, with the next safer engine.
    fn make(
        &self,
        document: &Document<'_>,
        chosen: &mut Chosen,
        raw: usize,
        header: Option<&str>,
    ) -> Made {
        let room = self.most().saturating_sub(header.map_or(0, |header| header.len() + 1));
        let rule = chosen.rule.clone();
        for engine in [chosen.engine, engines::window()] {
            let made = catch_unwind(AssertUnwindSafe(|| {
                self.render(document, engine, rule.as_deref(), raw, room)
            }));
            if let Ok(made) = made {
                return made;
            }
            chosen.reasons = vec!["guard fallback"];
            chosen.confidence = Confidence::Low;
        }
        let mut labels = Labels::all(document.lines.len(), Rank::Rest);
        let failures = guard::raise(document, &mut labels, self.input.failed());
        let rendered = budget::render(document, labels, &failures, room, true);
        Made { rendered, facts: Vec::new(), notes: Vec::new() }
    }

    fn render(
        &self,
        document: &Document<'_>,
        engine: &Engine,
        rule: Option<&Rule>,
        raw: usize,
        room: usize,
    ) -> Made {
        let no_params = Params::default();
        let case = Case {
            document,
            params: rule.map_or(&no_params, |rule| &rule.params),
            summarize: rule.and_then(|rule| rule.summarize),
            failed: self.input.failed(),
            most: room,
        };
        let mut labels = (engine.label)(&case);
        // Only a rule of our own, for a program that ran, knows what is quoted.
        let is_own = rule.is_none_or(|rule| rule.source == super::rule::Source::BuiltIn);
        if !is_own {
            labels.marks.iter_mut().for_each(|mark| mark.is_quote = false);
        }
        if let Some(rule) = rule {
            labels.long = rule.params.max_line_chars.unwrap_or(labels.long);
            labels.per_group = rule.params.per_group.unwrap_or(labels.per_group);
            adjust::filter(rule, document, &mut labels, self.input.failed());
        }
        if engine.folds_repeats {
            if !rule.is_some_and(|rule| rule.keeps_repeats) {
                adjust::fold_repeats(document, &mut labels);
            }
            adjust::thin_results(document, &mut labels);
        }
        if raw <= SMALL || self.keep_all {
            adjust::keep_noise(&mut labels, self.keep_all);
        }
        if let Some(skipped) = self.input.skipped {
            let marker = skipped.marker();
            let lines = document.lines.iter().enumerate();
            lines
                .filter(|(_, line)| line.text == marker)
                .for_each(|(place, _)| labels.rank(place, Rank::First));
        }
        let failures = guard::raise(document, &mut labels, self.input.failed());
        if let Some(rule) = rule {
            adjust::count(rule, document, &mut labels);
        }
        let (facts, notes) = (std::mem::take(&mut labels.facts), std::mem::take(&mut labels.notes));
        let mut rendered = budget::render(document, labels, &failures, room, self.keep_all);
        if let Some(said) = rule.and_then(|rule| self.said(rule, document, &rendered, &failures)) {
            rendered = said;
        }
        // What is not shorter is of no use; it fits, as the other did.
        if rendered.chars > raw {
            rendered = budget::verbatim(document);
        }
        Made { rendered, facts, notes }
    }

    /// What the rule says for the whole text, if it may and that is no longer.
    fn said(
        &self,
        rule: &Rule,
        document: &Document<'_>,
        rendered: &Rendered,
        failures: &Failures,
    ) -> Option<Rendered> {
        if !self.may_say_so(failures) || self.keep_all {
            return None;
        }
        let has = |canned: &&super::rule::Canned| {
            document.lines.iter().any(|line| canned.pattern.is_in(line.text))
        };
        let canned = rule.match_output.iter().find(has).map(|canned| &canned.message);
        let text = canned?;
        let chars = super::graphemes::count(text);
        let lines = document.lines.len() as u64;
        let all: usize = document.lines.iter().map(|line| document.count(line.text) + 1).sum();
        let omitted = Omitted { lines, chars: all as u64, failures: 0, gaps: 1 };
        (chars <= rendered.chars).then(|| Rendered { text: text.clone(), chars, omitted })
    }

    /// Facts are claims about a whole run, so nothing is claimed of a part.
    fn facts(&self, facts: Vec<(String, u64)>) -> BTreeMap<String, u64> {
        let is_part = self.input.partial || self.subject.program().1;
        if is_part { BTreeMap::new() } else { facts.into_iter().filter(|(_, n)| *n > 0).collect() }
    }
}

fn classification(chosen: &Chosen) -> Classification {
    let rule = chosen.rule.as_ref();
    let is_fallback = |rule: &&Arc<Rule>| rule.id == FALLBACK;
    Classification {
        family: rule.map_or("generic", |rule| &rule.family).to_owned(),
        matched_reducer: rule.filter(|rule| !is_fallback(rule)).map(|rule| rule.id.clone()),
        confidence: chosen.confidence,
        reasons: chosen.reasons.clone(),
    }
}

/// The text below what says how the command ended, within the cap.
fn with_header(header: Option<&str>, rendered: &Rendered, most: usize) -> (String, usize) {
    match header {
        None if rendered.chars > most => (String::new(), 0),
        None => (rendered.text.clone(), rendered.chars),
        // Half a number would be another one.
        Some(header) if header.len() > most => (String::new(), 0),
        Some(header) if rendered.text.is_empty() || header.len() + 1 + rendered.chars > most => {
            (header.to_owned(), header.len())
        }
        Some(header) => (format!("{header}\n{}", rendered.text), header.len() + 1 + rendered.chars),
    }
}
