//! What a rule is: a row of data that says what it applies to, which engine reads it and how.

use super::engines::{self, Engine};
use super::members::{Fault, Kind, Member, plain, put, read};
use super::pattern::{LineTests, Pattern};
use serde_json::{Map, Value};

/// The layer that a rule is from; a later one replaces the rules of an earlier one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// It is part of the program.
    #[default]
    BuiltIn,
    /// It is from the user's folder.
    User,
    /// It is from the project that the command ran in.
    Project,
}

impl Source {
    /// As it is written in a trace.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Source::BuiltIn => "builtin",
            Source::User => "user",
            Source::Project => "project",
        }
    }
}

/// A rule.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    /// Its name, `git/status`.
    pub id: String,
    /// What kind of output it is for, `git-status`.
    pub family: String,
    /// For people.
    pub description: String,
    /// The layer it is from.
    pub source: Source,
    /// The rule as it was read, as JSON.
    pub text: String,
    /// Whether it only takes away a rule of an earlier layer.
    pub disabled: bool,
    pub(super) priority: i64,
    pub(super) matching: Matching,
    pub(super) exclude_flags: Vec<String>,
    pub(super) expect: Expect,
    pub(super) engine: Option<&'static Engine>,
    pub(super) params: Params,
    pub(super) filters: Filters,
    pub(super) summarize: Option<Edges>,
    pub(super) failure: Failure,
    pub(super) counters: Vec<Counter>,
    /// Whether the counters look only at what the filters left.
    pub(super) counts_kept: bool,
    /// Whether lines that are the same stay apart.
    pub(super) keeps_repeats: bool,
    /// What of it is understood and has no effect here.
    pub(super) inert: Vec<&'static str>,
    pub(super) on_empty: Option<String>,
    pub(super) match_output: Vec<Canned>,
    /// What of it is not applied, as its layer is not trusted with it.
    pub(super) is_limited: bool,
}

/// What a rule applies to. All criteria given must hold; of the alternatives of one, one.
#[derive(Clone, Debug, Default)]
pub(super) struct Matching {
    pub(super) tool_names: Vec<String>,
    pub(super) argv0: Vec<String>,
    pub(super) subcommands: Vec<String>,
    /// Each a list of words that must all be there.
    pub(super) argv_includes: Vec<Vec<String>>,
    /// The same, of which one list must be.
    pub(super) argv_includes_any: Vec<Vec<String>>,
    pub(super) command_includes: Vec<String>,
    pub(super) command_includes_any: Vec<String>,
}

/// What the text has to look like.
#[derive(Clone, Debug, Default)]
pub(super) struct Expect {
    pub(super) any: Vec<Pattern>,
    pub(super) none: Vec<Pattern>,
}

/// What a rule tells its engine. Line tests are `prefix`, `\dprefix` behind a
/// number, `*part` or `=whole line`.
#[derive(Clone, Debug, Default)]
pub(super) struct Params {
    pub(super) context_lines: Option<usize>,
    /// What a line is clipped to before all else is shown.
    pub(super) max_line_chars: Option<usize>,
    /// How many warnings of a kind are shown before the others.
    pub(super) per_group: Option<usize>,
    /// How many lines of the beginning and the end matter.
    pub(super) head: Option<usize>,
    pub(super) tail: Option<usize>,
    /// Lines that are left out.
    pub(super) noise: LineTests,
    /// Lines that are results.
    pub(super) results: LineTests,
    pub(super) warnings: LineTests,
    /// Lines that tell of a failure in their own words.
    pub(super) failures: LineTests,
    /// Lines behind which those that are indented explain a failure.
    pub(super) blocks: LineTests,
    /// Lines that help to understand the rest.
    pub(super) context: LineTests,
    /// Lines that only quote what somebody wrote, as long as the command did not fail.
    pub(super) quotes: LineTests,
    /// Lines to be counted: what they are called, and how they look.
    pub(super) counts: Vec<(String, LineTests)>,
}

/// Patterns for single lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Filters {
    pub(super) skip: Vec<Pattern>,
    pub(super) keep: Vec<Pattern>,
    pub(super) must_keep: Vec<Pattern>,
    pub(super) failure: Vec<Pattern>,
}

/// How many lines of the beginning and the end are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Edges {
    pub(super) head: usize,
    pub(super) tail: usize,
}

/// What else is kept when the command failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) preserve: bool,
    pub(super) edges: Edges,
}

impl Default for Failure {
    fn default() -> Failure {
        Failure { preserve: true, edges: Edges { head: 20, tail: 20 } }
    }
}

/// Lines to be counted.
#[derive(Clone, Debug, Default)]
pub(super) struct Counter {
    pub(super) name: String,
    pub(super) pattern: Pattern,
}

/// A sentence for a whole output.
#[derive(Clone, Debug, Default)]
pub(super) struct Canned {
    pub(super) pattern: Pattern,
    pub(super) message: String,
}

/// The most patterns of a rule.
const MAX_PATTERNS: usize = 128;

/// The most characters of an id.
const MAX_ID: usize = 80;

impl Rule {
    /// Reads a rule, and says what is wrong with it. Unknown members are named and ignored.
    pub(super) fn decode(value: &Value, source: Source, faults: &mut Vec<Fault>) -> Option<Rule> {
        let Value::Object(members) = value else {
            faults.push(Fault::wrong("rule", "object", value));
            return None;
        };
        let mut rule = Rule { source, text: value.to_string(), ..Rule::default() };
        read(&mut rule, members, RULE, "", faults);
        for (name, is_missing) in [
            ("id", rule.id.is_empty()),
            ("family", rule.family.is_empty()),
            ("match", !members.contains_key("match") && !rule.disabled),
        ] {
            if is_missing && (name == "id" || !rule.disabled) {
                faults.push(Fault::missing(name));
            }
        }
        if !rule.id.is_empty() && !is_id(&rule.id) {
            faults.push(Fault::wrong("id", "letters and digits with a slash", &Value::Null));
        }
        if rule.patterns().count() > MAX_PATTERNS {
            faults.push(Fault::wrong("filters", "at most 128 patterns", &Value::Null));
        }
        let is_usable = faults.iter().all(|fault| matches!(fault, Fault::Unknown(_)));
        is_usable.then_some(rule)
    }

    /// The first of its patterns that cannot be used, with its member and why. All are compiled.
    pub(super) fn broken(&self) -> Option<(&'static str, &str)> {
        self.patterns().find_map(|(field, pattern)| Some((field, pattern.fault()?)))
    }

    /// All its patterns, each with the member it is in.
    pub(super) fn patterns(&self) -> impl Iterator<Item = (&'static str, &Pattern)> {
        let filters = &self.filters;
        let lists = [
            ("expect.any", &self.expect.any),
            ("expect.none", &self.expect.none),
            ("filters.skipPatterns", &filters.skip),
            ("filters.keepPatterns", &filters.keep),
            ("filters.mustKeepPatterns", &filters.must_keep),
            ("filters.failurePatterns", &filters.failure),
        ];
        let counters = self.counters.iter().map(|counter| ("counters", &counter.pattern));
        let canned = self.match_output.iter().map(|canned| ("matchOutput", &canned.pattern));
        let lists = lists.into_iter().flat_map(|(name, list)| list.iter().map(move |p| (name, p)));
        lists.chain(counters).chain(canned)
    }

    /// The name of the engine that reads its texts.
    #[must_use]
    pub fn engine_name(&self) -> &'static str {
        self.engine().name
    }

    /// The engine that reads its texts.
    pub(super) fn engine(&self) -> &'static Engine {
        self.engine.unwrap_or(engines::window())
    }
}

/// `[a-z0-9_.-]+(/[a-z0-9_.-]+)+`, at most 80 characters.
fn is_id(id: &str) -> bool {
    let is_part = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_.-".contains(&b))
    };
    id.len() <= MAX_ID && id.contains('/') && id.split('/').all(is_part)
}

/// A member that is an object of its own.
const fn nested<T>(
    name: &'static str,
    set: fn(&mut T, &Map<String, Value>, &str, &mut Vec<Fault>),
) -> Member<T> {
    Member { name, kind: Kind::Object(set) }
}

static RULE: &[Member<Rule>] = &[
    plain("schema", "the number 1", |_, v| (v.as_u64()? == 1).then_some(())),
    plain("id", "string", |r, v| put(&mut r.id, string(v))),
    plain("family", "string", |r, v| put(&mut r.family, string(v))),
    plain("description", "string", |r, v| put(&mut r.description, string(v))),
    plain("priority", "integer", |r, v| put(&mut r.priority, v.as_i64())),
    plain("disabled", "boolean", |r, v| put(&mut r.disabled, v.as_bool())),
    nested("match", |r, v, path, faults| read(&mut r.matching, v, MATCH, path, faults)),
    nested("exclude", |r, v, path, faults| read(r, v, EXCLUDE, path, faults)),
    nested("expect", |r, v, path, faults| read(&mut r.expect, v, EXPECT, path, faults)),
    plain("engine", "the name of an engine", |r, v| {
        put(&mut r.engine, engines::by_name(v.as_str()?).map(Some))
    }),
    nested("params", |r, v, path, faults| read(&mut r.params, v, PARAMS, path, faults)),
    nested("transforms", |r, v, path, faults| read(r, v, TRANSFORMS, path, faults)),
    nested("filters", |r, v, path, faults| read(&mut r.filters, v, FILTERS, path, faults)),
    nested("summarize", |r, v, path, faults| {
        read(r.summarize.get_or_insert_default(), v, EDGES, path, faults);
    }),
    nested("failure", |r, v, path, faults| read(&mut r.failure, v, FAILURE, path, faults)),
    plain("counters", "array of {name, pattern, flags}", |r, v| {
        let counter = |value: &Value| {
            let pattern = Pattern::from_member(value)?;
            Some(Counter { name: value["name"].as_str()?.to_owned(), pattern })
        };
        put(&mut r.counters, v.as_array()?.iter().map(counter).collect())
    }),
    plain("counterSource", "preKeep or postKeep", |r, v| match v.as_str()? {
        "preKeep" => put(&mut r.counts_kept, Some(false)),
        "postKeep" => put(&mut r.counts_kept, Some(true)),
        _ => None,
    }),
    plain("onEmpty", "string", |r, v| put(&mut r.on_empty, string(v).map(Some))),
    plain("matchOutput", "array of {pattern, message, flags}", |r, v| {
        let canned = |value: &Value| {
            let pattern = Pattern::from_member(value)?;
            Some(Canned { pattern, message: value["message"].as_str()?.to_owned() })
        };
        put(&mut r.match_output, v.as_array()?.iter().map(canned).collect())
    }),
];

static MATCH: &[Member<Matching>] = &[
    plain("toolNames", STRINGS, |m, v| put(&mut m.tool_names, strings(v))),
    plain("argv0", STRINGS, |m, v| put(&mut m.argv0, strings(v))),
    plain("subcommands", STRINGS, |m, v| put(&mut m.subcommands, strings(v))),
    plain("gitSubcommands", STRINGS, |m, v| put(&mut m.subcommands, strings(v))),
    plain("argvIncludes", LISTS, |m, v| put(&mut m.argv_includes, lists(v))),
    plain("argvIncludesAny", LISTS, |m, v| put(&mut m.argv_includes_any, lists(v))),
    plain("commandIncludes", STRINGS, |m, v| put(&mut m.command_includes, strings(v))),
    plain("commandIncludesAny", STRINGS, |m, v| put(&mut m.command_includes_any, strings(v))),
];

static EXCLUDE: &[Member<Rule>] =
    &[plain("flags", STRINGS, |r, v| put(&mut r.exclude_flags, strings(v)))];

static EXPECT: &[Member<Expect>] = &[
    plain("any", STRINGS, |e, v| put(&mut e.any, patterns(v))),
    plain("none", STRINGS, |e, v| put(&mut e.none, patterns(v))),
];

static PARAMS: &[Member<Params>] = &[
    plain("contextLines", "integer", |p, v| put(&mut p.context_lines, size(v).map(Some))),
    plain("maxLineChars", "integer", |p, v| put(&mut p.max_line_chars, size(v).map(Some))),
    plain("perGroup", "integer", |p, v| put(&mut p.per_group, size(v).map(Some))),
    plain("head", "integer", |p, v| put(&mut p.head, size(v).map(Some))),
    plain("tail", "integer", |p, v| put(&mut p.tail, size(v).map(Some))),
    plain("noise", STRINGS, |p, v| put(&mut p.noise, tests(v))),
    plain("results", STRINGS, |p, v| put(&mut p.results, tests(v))),
    plain("warnings", STRINGS, |p, v| put(&mut p.warnings, tests(v))),
    plain("failures", STRINGS, |p, v| put(&mut p.failures, tests(v))),
    plain("blocks", STRINGS, |p, v| put(&mut p.blocks, tests(v))),
    plain("context", STRINGS, |p, v| put(&mut p.context, tests(v))),
    plain("quotes", STRINGS, |p, v| put(&mut p.quotes, tests(v))),
    plain("counts", "object of strings", |p, v| {
        let one = |(name, test): (&String, &Value)| {
            Some((name.clone(), LineTests::default().with(test.as_str()?)))
        };
        put(&mut p.counts, v.as_object()?.iter().map(one).collect())
    }),
];

/// Escapes always go, edges are always trimmed, and JSON is the business of an engine: where a rule
/// wants it otherwise it is told that it has no effect.
static TRANSFORMS: &[Member<Rule>] = &[
    plain("stripAnsi", "boolean", |r, v| inert(r, "transforms.stripAnsi", !v.as_bool()?)),
    plain("trimEmptyEdges", "boolean", |r, v| inert(r, "transforms.trimEmptyEdges", !v.as_bool()?)),
    plain("dedupeAdjacent", "boolean", |r, v| put(&mut r.keeps_repeats, v.as_bool().map(|is| !is))),
    plain("prettyPrintJson", "boolean", |r, v| {
        inert(r, "transforms.prettyPrintJson", v.as_bool()?)
    }),
];

fn inert(rule: &mut Rule, field: &'static str, is_so: bool) -> Option<()> {
    rule.inert.extend(is_so.then_some(field));
    Some(())
}

static FILTERS: &[Member<Filters>] = &[
    plain("skipPatterns", STRINGS, |f, v| put(&mut f.skip, patterns(v))),
    plain("keepPatterns", STRINGS, |f, v| put(&mut f.keep, patterns(v))),
    plain("mustKeepPatterns", STRINGS, |f, v| put(&mut f.must_keep, patterns(v))),
    plain("failurePatterns", STRINGS, |f, v| put(&mut f.failure, patterns(v))),
];

static EDGES: &[Member<Edges>] = &[
    plain("head", "integer", |e, v| put(&mut e.head, size(v))),
    plain("tail", "integer", |e, v| put(&mut e.tail, size(v))),
];

static FAILURE: &[Member<Failure>] = &[
    plain("preserveOnFailure", "boolean", |f, v| put(&mut f.preserve, v.as_bool())),
    plain("head", "integer", |f, v| put(&mut f.edges.head, size(v))),
    plain("tail", "integer", |f, v| put(&mut f.edges.tail, size(v))),
];

const STRINGS: &str = "array of strings";
const LISTS: &str = "array of arrays of strings";

fn string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn strings(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(string).collect()
}

fn lists(value: &Value) -> Option<Vec<Vec<String>>> {
    value.as_array()?.iter().map(strings).collect()
}

fn patterns(value: &Value) -> Option<Vec<Pattern>> {
    Some(strings(value)?.into_iter().map(|text| Pattern::new(&text, "")).collect())
}

fn tests(value: &Value) -> Option<LineTests> {
    Some(strings(value)?.iter().fold(LineTests::default(), |tests, text| tests.with(text)))
}

fn size(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}
