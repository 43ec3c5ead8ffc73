//! Which rule reads a text: what was run decides, then what the text looks like.

use super::engines::{self, Engine, json};
use super::identity::{Identity, Program};
use super::policy::is_filter;
use super::response::Confidence;
use super::rule::Rule;
use super::tables::SHELL_TOOLS;
use std::sync::Arc;

/// How much of the beginning and of the end of a text is looked at for its shape.
const SAMPLE: (usize, usize) = (64 << 10, 16 << 10);

/// What a text was taken for.
pub(super) struct Chosen {
    pub(super) rule: Option<Arc<Rule>>,
    pub(super) engine: &'static Engine,
    pub(super) confidence: Confidence,
    pub(super) reasons: Vec<&'static str>,
}

/// What was run, as rules look at it.
pub(super) struct Subject<'a> {
    pub(super) tool: &'a str,
    /// The command line, or its words joined.
    pub(super) command: String,
    pub(super) identity: &'a Identity,
    /// Whether the program was named by words, not by a line.
    pub(super) by_words: bool,
}

/// The fallback's id.
pub(super) const FALLBACK: &str = "generic/fallback";

impl<'a> Subject<'a> {
    /// The program whose output it is, and whether only part of that is seen.
    pub(super) fn program(&self) -> (Option<&'a Program>, bool) {
        let Identity::Pipeline(programs) = self.identity else { return (None, false) };
        let Some(last) = programs.len().checked_sub(1) else { return (None, false) };
        // What is behind the source only passes on lines of it, and perhaps not all.
        let source = (1..=last).rev().find(|&at| !is_filter(&programs[at])).unwrap_or(0);
        (programs.get(source), source < last)
    }

    /// Chooses among `rules`, which are one of each id.
    pub(super) fn choose(&self, rules: &[Arc<Rule>], forced: Option<&str>, text: &str) -> Chosen {
        let mut reasons = Vec::new();
        if let Some(id) = forced {
            if let Some(rule) = rules.iter().find(|rule| rule.id == id && rule.broken().is_none()) {
                return Chosen {
                    rule: Some(Arc::clone(rule)),
                    engine: rule.engine(),
                    confidence: Confidence::High,
                    reasons: vec!["classifier forced"],
                };
            }
            reasons.push("classifier unknown");
        }
        match self.identity {
            Identity::Mixed => reasons.push("mixed command"),
            Identity::Inconsistent(_) => reasons.push("identity inconsistent"),
            _ => {}
        }
        let mut candidates: Vec<(Score, &Arc<Rule>)> =
            rules.iter().filter_map(|rule| Some((self.matched(rule)?, rule))).collect();
        candidates.sort_by(|(one, a), (other, b)| {
            let order = (b.priority, other.specificity).cmp(&(a.priority, one.specificity));
            order.then_with(|| a.id.cmp(&b.id))
        });
        let sample = sample(text);
        for (score, rule) in candidates {
            if rule.broken().is_some() {
                continue;
            }
            if !has_shape(rule, &sample) {
                reasons.push("shape mismatch");
                continue;
            }
            return self.chosen(rule, &score, reasons);
        }
        fallback(rules, reasons, text)
    }

    fn chosen(&self, rule: &Arc<Rule>, score: &Score, mut reasons: Vec<&'static str>) -> Chosen {
        reasons.dedup();
        reasons.push(score.reason);
        let (program, is_part) = self.program();
        let is_wrapped = program.is_some_and(|program| program.is_wrapped);
        if is_wrapped {
            reasons.push("wrapper removed");
        }
        if !rule.expect.any.is_empty() {
            reasons.push("output shape matched");
        }
        let is_sure = score.specificity >= 4 && !is_part && !is_wrapped;
        let confidence = if is_sure { Confidence::High } else { Confidence::Medium };
        Chosen { rule: Some(Arc::clone(rule)), engine: rule.engine(), confidence, reasons }
    }

    /// How well the rule fits what was run; `None` if it does not.
    fn matched(&self, rule: &Rule) -> Option<Score> {
        let matching = &rule.matching;
        let (program, _) = self.program();
        let args = program.map_or(&[][..], |program| &program.args);
        let has = |words: &Vec<String>| {
            words.iter().all(|word| {
                args.contains(word)
                    || program
                        .is_some_and(|program| word.starts_with("--") && program.has_flag(word))
            })
        };
        let subcommand = program.and_then(|program| program.subcommand.as_deref());
        let name = program.map(|program| program.name.as_str());
        let is = |names: &[String], found: Option<&str>| {
            found.is_some_and(|found| names.iter().any(|name| name == found))
        };
        let criteria = [
            (4, matching.argv0.is_empty(), is(&matching.argv0, name)),
            (4, matching.subcommands.is_empty(), is(&matching.subcommands, subcommand)),
            (2, matching.argv_includes.is_empty(), matching.argv_includes.iter().all(has)),
            (2, matching.argv_includes_any.is_empty(), matching.argv_includes_any.iter().any(has)),
            (
                1,
                matching.command_includes.is_empty(),
                matching.command_includes.iter().all(|part| self.command.contains(part)),
            ),
            (
                1,
                matching.command_includes_any.is_empty(),
                matching.command_includes_any.iter().any(|part| self.command.contains(part)),
            ),
            (
                1,
                matching.tool_names.is_empty(),
                matching.tool_names.iter().any(|tool| is_same_tool(tool, self.tool)),
            ),
        ];
        if criteria.iter().any(|(_, is_absent, holds)| !is_absent && !holds) {
            return None;
        }
        let specificity =
            criteria.iter().filter(|(_, is_absent, _)| !is_absent).map(|(n, ..)| n).sum();
        let is_excluded = program
            .is_some_and(|program| rule.exclude_flags.iter().any(|flag| program.has_flag(flag)));
        // A rule without criteria is for the fallback alone.
        if is_excluded || specificity == 0 {
            return None;
        }
        let by_command =
            !matching.command_includes.is_empty() || !matching.command_includes_any.is_empty();
        let reason = match () {
            () if !matching.argv0.is_empty() && self.by_words => "argv0 matched",
            () if !matching.argv0.is_empty() || by_command => "command matched",
            () if matching.tool_names.is_empty() => "command matched",
            () => "tool name matched",
        };
        Some(Score { specificity, reason })
    }
}

/// How well a rule fits.
struct Score {
    specificity: u64,
    reason: &'static str,
}

/// Whether two names are the same tool; all shells are one.
fn is_same_tool(one: &str, other: &str) -> bool {
    let is_shell = |name: &str| SHELL_TOOLS.iter().any(|shell| name.eq_ignore_ascii_case(shell));
    one.eq_ignore_ascii_case(other) || is_shell(one) && is_shell(other)
}

/// The beginning and the end of a text.
fn sample(text: &str) -> String {
    let (head, tail) = SAMPLE;
    if text.len() <= head + tail {
        return text.to_owned();
    }
    let boundary =
        |at: usize| (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    format!("{}\n{}", &text[..boundary(head)], &text[boundary(text.len() - tail)..])
}

fn has_shape(rule: &Rule, sample: &str) -> bool {
    let expect = &rule.expect;
    (expect.any.is_empty() || expect.any.iter().any(|pattern| pattern.is_in(sample)))
        && !expect.none.iter().any(|pattern| pattern.is_in(sample))
}

/// The rule for everything else, with the engine that the text itself asks for.
fn fallback(rules: &[Arc<Rule>], mut reasons: Vec<&'static str>, text: &str) -> Chosen {
    reasons.dedup();
    let find = |id: &str| rules.iter().find(|rule| rule.id == id).cloned();
    if json::is_json(text) {
        reasons.push("output shape matched");
        let engine = engines::by_name("json").unwrap_or(engines::window());
        let rule = find("generic/json").or_else(|| find(FALLBACK));
        return Chosen { rule, engine, confidence: Confidence::Medium, reasons };
    }
    let sniffed = SNIFFERS.iter().find(|(_, sniffs)| sniffs(text));
    reasons.push(if sniffed.is_some() { "output shape matched" } else { "no rule matched" });
    let engine = sniffed.and_then(|(name, _)| engines::by_name(name)).unwrap_or(engines::window());
    Chosen { rule: find(FALLBACK), engine, confidence: Confidence::Low, reasons }
}

/// Whether a text looks like what an engine is for.
type Sniffs = fn(&str) -> bool;

/// Engines that the fallback takes by what the text looks like.
static SNIFFERS: &[(&str, Sniffs)] = &[
    ("diff", |text| {
        let head = text.get(..4096).unwrap_or(text);
        head.starts_with("diff --git ")
            || head.starts_with("--- ") && head.contains("\n+++ ") && head.contains("\n@@ -")
    }),
    ("diag", |text| {
        let lines = text.lines().take(200);
        lines.filter(|line| engines::is_placed_diagnostic(line)).take(3).count() == 3
    }),
    ("log", |text| {
        let lines: Vec<&str> =
            text.lines().filter(|line| !line.trim().is_empty()).take(20).collect();
        let stamped = lines.iter().filter(|line| is_stamped(line)).count();
        lines.len() >= 8 && stamped * 4 >= lines.len() * 3
    }),
];

/// Whether a line begins with a date or a time of day.
fn is_stamped(line: &str) -> bool {
    let start = line.trim_start_matches(['[', '(', '"']).as_bytes();
    let digits = |range: std::ops::Range<usize>| {
        start.get(range).is_some_and(|bytes| bytes.iter().all(u8::is_ascii_digit))
    };
    let is_date = digits(0..4) && matches!(start.get(4), Some(b'-' | b'/')) && digits(5..7);
    let is_time = digits(0..2) && start.get(2) == Some(&b':') && digits(3..5);
    is_date || is_time
}
