//! Whether fixtures come out: what is expected of an answer, and the laws that hold for every one.

use super::super::store::token;
use super::derived::{as_it_is, huge};
use crate::json::{Object, string};
use crate::reduce::failure;
use crate::reduce::host::Reducer;
use crate::reduce::request::Request;
use crate::reduce::response::Response;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The fixtures beside the rules that are part of the program.
static FIXTURES: &[&str] = &[
    include_str!("../../rules/git.fixture.json"),
    include_str!("../../rules/search.fixture.json"),
    include_str!("../../rules/tests.fixture.json"),
    include_str!("../../rules/build.fixture.json"),
    include_str!("../../rules/lint.fixture.json"),
    include_str!("../../rules/install.fixture.json"),
    include_str!("../../rules/devops.fixture.json"),
    include_str!("../../rules/system.fixture.json"),
    include_str!("../../rules/tools.fixture.json"),
    include_str!("../../rules/generic.fixture.json"),
];

/// All of them.
#[must_use]
pub fn built_in_fixtures() -> Vec<Value> {
    FIXTURES.iter().flat_map(|text| list(text)).collect()
}

/// The fixtures of a file: one, or an array of them.
fn list(text: &str) -> Vec<Value> {
    match serde_json::from_str(text) {
        Ok(Value::Array(fixtures)) => fixtures,
        Ok(fixture) => vec![fixture],
        Err(_) => vec![Value::Null],
    }
}

/// How fixtures fared.
#[derive(Debug, Default)]
pub struct FixtureReport {
    seen: u64,
    failures: Vec<Failure>,
    shows: bool,
}

/// A fixture that did not come out.
#[derive(Debug)]
struct Failure {
    file: String,
    rule: String,
    message: String,
    response: Box<Response>,
}

/// Runs the fixtures in folders.
#[must_use]
pub fn fixtures(reducer: &Reducer, folders: &[PathBuf], shows: bool) -> FixtureReport {
    let mut report = FixtureReport { shows, ..FixtureReport::default() };
    for folder in folders {
        let mut files = Vec::new();
        walk(folder, &mut files);
        files.sort();
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let name = file.strip_prefix(folder).unwrap_or(&file).display().to_string();
            list(&text).iter().for_each(|fixture| report.run(reducer, &name, fixture));
        }
    }
    report
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, files),
            Ok(kind) if kind.is_file() && path.to_string_lossy().ends_with(".fixture.json") => {
                files.push(path)
            }
            _ => {}
        }
    }
}

impl FixtureReport {
    fn run(&mut self, reducer: &Reducer, file: &str, fixture: &Value) {
        self.seen += 1;
        let rule = fixture["ruleId"].as_str().unwrap_or_default().to_owned();
        match check(reducer, fixture) {
            Ok(()) => {}
            Err((message, response)) => {
                self.failures.push(Failure { file: file.to_owned(), rule, message, response });
            }
        }
    }

    /// Whether all came out, and there were some.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.failures.is_empty() && self.seen > 0
    }

    /// The report as JSON; texts only if wanted.
    #[must_use]
    pub fn json(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut object = Object::new(&mut out);
        object.number("seen", self.seen);
        object.number("passed", self.seen - self.failures.len() as u64);
        object.array("failures", &self.failures, |out, failure| {
            let mut object = Object::new(out);
            object.string("file", &failure.file);
            object.string("ruleId", &failure.rule);
            object.string("message", &failure.message);
            object.string("hash", &token(failure.response.inline_text.as_bytes()));
            object.number("chars", failure.response.stats.reduced_chars);
            if self.shows {
                string(object.name("inlineText"), &failure.response.inline_text);
            }
            object.end();
        });
        object.end();
        out
    }
}

/// Runs a fixture; one that says which lines are `kept` among others, also with those others.
///
/// # Errors
/// What did not come out as expected, and what came out.
pub fn check(reducer: &Reducer, fixture: &Value) -> Result<(), (String, Box<Response>)> {
    check_form(reducer, &as_it_is(fixture))?;
    let is_among_others = fixture["expect"]["kept"].is_array();
    if is_among_others { check_form(reducer, &huge(fixture)) } else { Ok(()) }
}

fn check_form(reducer: &Reducer, fixture: &Value) -> Result<(), (String, Box<Response>)> {
    let nothing = || Box::new(Response::default());
    let request = request(fixture).map_err(|message| (message, nothing()))?;
    let response = reducer.reduce(&request);
    let faults = expected(fixture, &response).or_else(|| broken_law(&request, &response));
    match faults {
        None => Ok(()),
        Some(fault) => Err((fault, Box::new(response))),
    }
}

/// The request of a fixture.
fn request(fixture: &Value) -> Result<Request, String> {
    let mut envelope =
        serde_json::json!({"input": fixture["input"], "options": fixture["options"]});
    let input = &mut envelope["input"];
    if input["toolName"].is_null() {
        input["toolName"] = "shell".into();
    }
    Request::from_value(&envelope, true).map_err(|rejection| rejection.message)
}

/// The first expectation that does not hold.
fn expected(fixture: &Value, response: &Response) -> Option<String> {
    let expect = &fixture["expect"];
    let text = &response.inline_text;
    let strings = |name: &str| -> Vec<&str> {
        expect[name].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
    };
    let same = |name: &str, found: &str| {
        expect[name]
            .as_str()
            .filter(|wanted| *wanted != found)
            .map(|_| format!("{name} is {found}"))
    };
    let whole = expect["inlineText"].as_str().or(fixture["expectedOutput"].as_str());
    if whole.is_some_and(|whole| whole.trim_end() != text.trim_end()) {
        return Some("inlineText differs".to_owned());
    }
    if let Some(missing) = strings("contains").iter().find(|part| !text.contains(**part)) {
        return Some(format!("contains: not {missing}"));
    }
    if let Some(found) = strings("excludes").iter().find(|part| text.contains(**part)) {
        return Some(format!("excludes: {found}"));
    }
    let kept = expect["kept"].is_array().then(|| kept(fixture, text));
    if kept.is_some_and(|kept| kept != strings("kept")) {
        return Some("kept: other lines".to_owned());
    }
    let most = expect["maxChars"].as_u64().is_some_and(|most| response.stats.reduced_chars > most);
    if most {
        return Some(format!("{} characters", response.stats.reduced_chars));
    }
    for (name, count) in expect["facts"].as_object().into_iter().flatten() {
        let found = response.facts.get(name).copied().unwrap_or(0);
        if Some(found) != count.as_u64() {
            return Some(format!("facts: {name} is {found}"));
        }
    }
    let rule = response.classification.matched_reducer.as_deref().unwrap_or("generic/fallback");
    let wanted = fixture["ruleId"].as_str().filter(|wanted| *wanted != rule);
    if wanted.is_some() && response.classification.reasons != ["policy pass-through"] {
        return Some(format!("matchedReducer is {rule}"));
    }
    same("matchedReducer", rule).or_else(|| same("family", &response.classification.family))
}

/// The lines of a fixture's own output that are shown where it stands among others.
fn kept<'a>(fixture: &'a Value, shown: &str) -> Vec<&'a str> {
    let shown: BTreeSet<&str> = shown.lines().collect();
    let own = fixture["own"].as_str().or(fixture["input"]["stdout"].as_str()).unwrap_or_default();
    own.lines().map(str::trim_end).filter(|line| !line.is_empty() && shown.contains(line)).collect()
}

/// The first law that an answer breaks.
fn broken_law(request: &Request, response: &Response) -> Option<String> {
    let options = &request.options;
    let cap = options.max_inline_chars.unwrap_or(u64::MAX);
    let is_exact = response.classification.reasons.contains(&"policy pass-through");
    if is_exact {
        return None;
    }
    let Sizes { raw, header } = sizes(request, response);
    let reduced = response.stats.reduced_chars;
    if reduced > raw + header || reduced > cap {
        return Some(format!("size: {reduced} of {raw} and {header}"));
    }
    if crate::reduce::grapheme_count(&response.inline_text) as u64 != reduced {
        return Some("size: counted wrongly".to_owned());
    }
    unaccounted(request, response)
}

struct Sizes {
    raw: u64,
    header: u64,
}

fn sizes(request: &Request, response: &Response) -> Sizes {
    let exit = request.input.exit_code.filter(|code| *code != 0);
    let exit = exit.map_or(0, |code| format!("exit {code}\n").len() as u64);
    let is_blank = response.inline_text.ends_with("(no output)");
    Sizes {
        raw: response.stats.raw_chars,
        header: exit + if is_blank { "(no output)".len() as u64 } else { 0 },
    }
}

/// Whether a failure line is neither shown nor counted.
fn unaccounted(request: &Request, response: &Response) -> Option<String> {
    let input = &request.input;
    let texts = if input.combined.is_empty() {
        vec![&input.stdout, &input.stderr]
    } else {
        vec![&input.combined]
    };
    let mut missing = BTreeSet::new();
    for text in texts {
        let text = crate::reduce::normalise(text);
        for line in text.lines().map(str::trim).filter(|line| failure::is_failure(line)) {
            if !response.inline_text.contains(line) && !is_hoisted(line, &response.inline_text) {
                missing.insert(line.to_owned());
            }
        }
    }
    let counted = response.omitted.map_or(0, |omitted| omitted.failures);
    (missing.len() as u64 > counted)
        .then(|| format!("{} failures missing, {counted} counted", missing.len()))
}

/// Whether a line is shown in other words that lose nothing: its file above it, its blanks squeezed.
fn is_hoisted(line: &str, shown: &str) -> bool {
    let behind = line.split_once(':').is_some_and(|(_, rest)| shown.contains(rest));
    let bare = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    behind
        || bare(shown).contains(&bare(line))
        || line
            .split_whitespace()
            .all(|word| shown.contains(word.rsplit('/').next().unwrap_or(word)))
}
