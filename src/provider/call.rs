//! A tool call while it grows, and what there is to say about it when its response is over.

use super::cut::Cut;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::end::{Class, Signals, Stop};
use super::halves::Halves;
use crate::gate::ProviderEnd;
use crate::options::Options;
use crate::plan::{Plan, analyze};
use crate::repair::Exactness;
use crate::schema::{Schema, Verdict};
use serde::de::IgnoredAny;
use std::sync::Arc;

/// Who runs a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CallKind {
    /// The caller: a function that it declared.
    #[default]
    Function,
    /// The provider: search, code execution and the like.
    Server,
    /// A server of the Model Context Protocol, at the provider's side.
    Mcp,
    /// The caller: a tool that takes free text.
    Custom,
}

impl CallKind {
    /// `function`, `server`, `mcp`, `custom`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            CallKind::Function => "function",
            CallKind::Server => "server",
            CallKind::Mcp => "mcp",
            CallKind::Custom => "custom",
        }
    }
}

/// What the arguments of a call are, read strictly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonState {
    /// One JSON value.
    Valid,
    /// Something else.
    Invalid,
    /// Nothing.
    Empty,
    /// Free text by nature, code for example; nobody looks whether it is JSON.
    Text,
}

impl JsonState {
    /// `valid`, `invalid`, `empty`, `text`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            JsonState::Valid => "valid",
            JsonState::Invalid => "invalid",
            JsonState::Empty => "empty",
            JsonState::Text => "text",
        }
    }
}

/// A tool call whose response is not over.
#[derive(Clone, Debug, Default)]
pub struct Call {
    /// Its number, from 0 in the order of appearance.
    pub number: u64,
    /// What the provider calls it.
    pub id: Option<String>,
    /// The tool.
    pub name: String,
    /// Who runs it.
    pub kind: CallKind,
    /// The alternative of the response that it belongs to.
    pub choice: u64,
    /// Whether its arguments are free text.
    pub is_text: bool,
    /// The arguments so far.
    pub arguments: String,
    /// Whether the provider closed it.
    pub is_closed: bool,
    /// What is odd about it.
    pub diagnostics: Diagnostics,
    /// Whether it has been told.
    pub(super) is_announced: bool,
    /// Whether the provider itself says that its text is whole, where text alone does not show it.
    pub(super) is_settled: bool,
    /// The reason that ended its choice, if nothing of it came after that.
    pub(super) stop: Option<Stop>,
    /// What the provider says of the call itself, where that is not that it is whole.
    pub(super) verdict: Option<Class>,
    /// The arguments that came with its opening: they count where no others come.
    pub(super) initial: Option<Initial>,
    pub(super) halves: Halves,
    pub(super) repeats: Repeats,
}

/// Arguments that came with the opening of a call.
#[derive(Clone, Debug)]
pub(super) struct Initial {
    pub(super) text: String,
    /// Whether they came as an object.
    pub(super) is_object: bool,
}

/// Whether each fragment repeats the ones before it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Repeats {
    /// How many fragments there were.
    count: usize,
    /// Where in the arguments the last one begins.
    last: usize,
    /// The length of the first one.
    first: usize,
    /// Whether one did not begin as its predecessor.
    is_broken: bool,
}

impl Repeats {
    /// Takes a fragment that is about to be put after `before`.
    pub(super) fn push(&mut self, before: &str, fragment: &str) {
        if fragment.is_empty() {
            return;
        }
        if self.count == 0 {
            self.first = fragment.len();
        } else {
            self.is_broken = self.is_broken || !fragment.starts_with(&before[self.last..]);
        }
        self.count += 1;
        self.last = before.len();
    }
}

impl Call {
    /// The last fragment, if it stands for all: the fragments together are no JSON, each repeats
    /// those before it, and the last one is JSON.
    pub(super) fn repeated(&self) -> Option<String> {
        let Repeats { count, last, first, is_broken } = self.repeats;
        let fragment = self.arguments.get(last..)?;
        let is_repeat = count > 1 && !is_broken && fragment.len() > first && !self.is_text;
        (is_repeat && !is_json(&self.arguments) && is_json(fragment)).then(|| fragment.to_owned())
    }

    /// Says that the arguments are those that came with the opening.
    pub(super) fn note_initial(&mut self, initial: &Initial) {
        self.diagnostics.add(Diagnostic::InitialInput);
        if initial.is_object {
            self.diagnostics.add(Diagnostic::FromObject);
        }
    }

    /// Whether something of it was lost or replaced, so that nobody should act on it.
    fn is_spoiled(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_loss)
    }

    fn json(&self) -> JsonState {
        if self.is_text {
            JsonState::Text
        } else if self.arguments.is_empty() && self.is_spoiled() {
            // What is left of arguments that were lost is no sign that there were none.
            JsonState::Invalid
        } else if self.arguments.trim_ascii().is_empty() {
            JsonState::Empty
        } else if is_json(&self.arguments) {
            JsonState::Valid
        } else {
            JsonState::Invalid
        }
    }
}

/// What the calls of a stream may be: the declared tools, if any are.
#[derive(Clone, Debug, Default)]
pub enum Tools {
    /// Nothing is declared.
    #[default]
    Any,
    /// All calls take the same.
    One(Arc<Schema>),
    /// Each tool takes its own; others do not exist.
    Named(Vec<(String, Arc<Schema>)>),
}

impl Tools {
    /// The tools that a file declares. A schema without a name is that of every call.
    #[must_use]
    pub fn from_declared(declared: Vec<(Option<String>, Schema)>) -> Tools {
        let mut named = Vec::new();
        for (name, schema) in declared {
            match name {
                Some(name) => named.push((name, Arc::new(schema))),
                None => return Tools::One(Arc::new(schema)),
            }
        }
        Tools::Named(named)
    }

    /// What a call of this name takes.
    ///
    /// # Errors
    /// There is no such tool.
    #[expect(clippy::result_unit_err, reason = "that there is none is all there is to say")]
    pub fn find(&self, name: &str) -> Result<Option<&Arc<Schema>>, ()> {
        match self {
            Tools::Any => Ok(None),
            Tools::One(schema) => Ok(Some(schema)),
            Tools::Named(tools) => {
                let found = tools.iter().find(|tool| tool.0 == name);
                found.map(|tool| Some(&tool.1)).ok_or(())
            }
        }
    }
}

/// A tool call whose response is over.
#[derive(Clone, Debug)]
pub struct CallEnd {
    /// The call: what it is called, its arguments, what is odd about it.
    pub call: Call,
    /// What the arguments are, read strictly.
    pub json: JsonState,
    /// The repaired value as compact JSON; `{}` where nothing came and nothing was to come.
    pub value: Option<String>,
    /// How the repaired value differs, where there is one.
    pub exactness: Option<Exactness>,
    /// How the call ended.
    pub end: ProviderEnd,
    /// Why its choice ended, where that was told.
    pub stop: Option<Stop>,
    /// The JSON Pointer of the value that is open, where one is.
    pub open_path: Option<String>,
    /// Whether it may be acted on.
    pub executable: bool,
    /// How the value and the declaration of the tool go together, where there is one.
    pub schema: Option<Verdict>,
}

impl CallEnd {
    /// Judges a call.
    pub(super) fn of(mut call: Call, signals: Signals, tools: &Tools) -> CallEnd {
        let json = call.json();
        let end = signals.end(is_whole(&call, json));
        if json == JsonState::Invalid && has_extra_value(&call.arguments) {
            call.diagnostics.add(Diagnostic::ExtraValue);
        }
        if signals.class.is_none() && signals.is_done {
            call.diagnostics.add(Diagnostic::NoFinishReason);
        }
        let cut = if json == JsonState::Invalid { Cut::of(&call.arguments) } else { None };
        let tool = tools.find(&call.name);
        let judged = judged(&call, json, end, cut.as_ref());
        let plan = judged.map(|text| plan(text, end, tool.ok().flatten()));
        let plan = plan.filter(|plan| plan.value().is_some());
        CallEnd {
            json,
            end,
            stop: call.stop.take(),
            value: plan.as_ref().and_then(Plan::value).map(str::to_owned),
            exactness: plan.as_ref().map(|plan| plan.exactness),
            open_path: cut.map(|cut| cut.path),
            executable: !call.is_spoiled()
                && !call.name.is_empty()
                && tool.is_ok()
                && end == ProviderEnd::Complete
                && plan.as_ref().is_some_and(Plan::is_executable),
            schema: plan.and_then(|plan| plan.schema),
            call,
        }
    }

    /// Whether all is well with it: complete, nothing lost, its arguments valid or free text, and
    /// as its tool takes them.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.end == ProviderEnd::Complete
            && self.json != JsonState::Invalid
            && !self.call.is_spoiled()
            && self.schema.as_ref().is_none_or(|verdict| verdict.ok)
    }
}

/// Whether nothing can follow the text. A number could go on; and an object that came with the opening
/// was closed by whoever wrote the message, wherever the model was cut.
fn is_whole(call: &Call, json: JsonState) -> bool {
    let has = |oddity| call.diagnostics.contains(oddity);
    match json {
        JsonState::Valid if has(Diagnostic::InitialInput) && has(Diagnostic::FromObject) => false,
        JsonState::Valid => {
            !call.arguments.trim_ascii_start().starts_with(|c: char| c == '-' || c.is_ascii_digit())
        }
        JsonState::Text => call.is_settled,
        JsonState::Invalid | JsonState::Empty => false,
    }
}

/// The text that the value is made of. A number or word that was cut is withheld: what there is of
/// it looks like another one.
fn judged<'a>(
    call: &'a Call,
    json: JsonState,
    end: ProviderEnd,
    cut: Option<&Cut>,
) -> Option<&'a str> {
    let is_complete = end == ProviderEnd::Complete;
    match json {
        JsonState::Text => None,
        JsonState::Empty => is_complete.then_some("{}"),
        JsonState::Invalid if !is_complete && cut.is_some_and(|cut| !cut.in_string) => {
            let in_token = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
            Some(call.arguments.trim_end_matches(in_token))
        }
        JsonState::Valid | JsonState::Invalid => Some(&call.arguments),
    }
}

fn plan(text: &str, end: ProviderEnd, schema: Option<&Arc<Schema>>) -> Plan {
    let mut options = Options::for_agent();
    options.gate.end = Some(end);
    options.schema = schema.cloned();
    analyze(text, &options)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Whether a second value follows a first one.
fn has_extra_value(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    if !matches!(values.next(), Some(Ok(_))) {
        return false;
    }
    let rest = text.get(values.byte_offset()..).unwrap_or_default().trim_ascii_start();
    rest.starts_with(|c: char| matches!(c, '{' | '[' | '"' | '-' | 't' | 'f' | 'n' | '0'..='9'))
}
