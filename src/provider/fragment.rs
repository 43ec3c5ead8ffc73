//! What is told of a stream while it runs, and the lines that say it.

use super::Provider;
use super::call::{Call, CallEnd};
use super::diagnostic::Diagnostics;
use super::end::Stop;
use super::fault::Failure;
use crate::gate::ProviderEnd;
use crate::json::Object;

/// What a text of a response is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// The answer.
    Text,
    /// What the model thought on the way.
    Reasoning,
    /// Why it does not answer.
    Refusal,
}

impl TextKind {
    /// `text`, `reasoning`, `refusal`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TextKind::Text => "text",
            TextKind::Reasoning => "reasoning",
            TextKind::Refusal => "refusal",
        }
    }
}

/// How many things there were that mean nothing to a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ignored {
    /// Signs of life.
    pub ping: u64,
    /// Comments.
    pub comment: u64,
    /// Whatever else.
    pub unknown: u64,
}

/// The end of one response.
#[derive(Clone, Debug)]
pub struct StreamEnd {
    /// Whose it was; `None` where nothing but an error came.
    pub provider: Option<Provider>,
    /// How it ended.
    pub end: ProviderEnd,
    /// Why its first choice ended, verbatim.
    pub stop_reason: Option<String>,
    /// What went wrong, where that was told.
    pub failure: Option<Failure>,
    /// What was left aside.
    pub ignored: Ignored,
    /// How many calls it had.
    pub calls: u64,
    /// The count of tokens, as JSON, as it came.
    pub usage: Option<String>,
    /// What is odd about it.
    pub diagnostics: Diagnostics,
    /// Whether something of it was dropped that may have been of a call.
    pub is_lossy: bool,
}

impl StreamEnd {
    /// Whether it came to its end, neither an error nor a break ended it, and nothing was dropped.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        matches!(self.end, ProviderEnd::Complete | ProviderEnd::MaxTokens) && !self.is_lossy
    }
}

/// One thing that is told while a stream runs, in the order in which it becomes known.
#[derive(Clone, Copy, Debug)]
pub enum Update<'a> {
    /// A call is there.
    Open(&'a Call),
    /// A fragment of its arguments.
    Delta {
        /// The number of the call.
        call: u64,
        /// The fragment.
        text: &'a str,
        /// Whether the provider sent no text, and this was written for it.
        generated: bool,
    },
    /// The fragments of a call so far are void.
    Reset {
        /// The number of the call.
        call: u64,
    },
    /// A call is over.
    End(&'a CallEnd),
    /// Text that is no call.
    Text {
        /// The alternative that it belongs to.
        choice: u64,
        /// What it is.
        kind: TextKind,
        /// The fragment.
        text: &'a str,
    },
    /// A response is over.
    StreamEnd(&'a StreamEnd),
}

impl Update<'_> {
    /// Appends it as one line of JSON.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut line = Object::new(out);
        match self {
            Update::Open(call) => {
                line.string("type", "call.open");
                open(&mut line, call);
            }
            Update::Delta { call, text, generated } => {
                line.string("type", "call.delta");
                line.number("call", *call);
                line.string("text", text);
                if *generated {
                    line.bool("generated", true);
                }
            }
            Update::Reset { call } => {
                line.string("type", "call.reset");
                line.number("call", *call);
            }
            Update::End(end) => call_end(&mut line, end),
            Update::Text { choice, kind, text } => {
                line.string("type", "text.delta");
                line.number("choice", *choice);
                line.word("kind", kind.name());
                line.string("text", text);
            }
            Update::StreamEnd(end) => stream_end(&mut line, end),
        }
        line.end();
        out.push(b'\n');
    }
}

fn open(line: &mut Object<'_>, call: &Call) {
    line.number("call", call.number);
    line.string_or_null("id", call.id.as_deref());
    line.string("name", &call.name);
    line.word("kind", call.kind.name());
    line.number("choice", call.choice);
}

fn call_end(line: &mut Object<'_>, end: &CallEnd) {
    line.string("type", "call.end");
    open(line, &end.call);
    line.string("arguments", &end.call.arguments);
    line.word("json", end.json.name());
    if let Some(value) = &end.value {
        line.raw("value", value);
    }
    line.string_or_null("exactness", end.exactness.map(|exactness| exactness.name()));
    line.word("end", end.end.name());
    line.string_or_null("stop_reason", end.stop.as_ref().map(|stop| stop.reason.as_str()));
    if let Some(Stop { native: Some(native), .. }) = &end.stop {
        line.string("native_stop_reason", native);
    }
    line.bool("closed", end.call.is_closed);
    line.string_or_null("open_path", end.open_path.as_deref());
    line.bool("executable", end.executable);
    if let Some(verdict) = &end.schema {
        line.object("schema", |object| verdict.fill(object));
    }
    end.call.diagnostics.fill(line);
}

fn stream_end(line: &mut Object<'_>, end: &StreamEnd) {
    line.string("type", "stream.end");
    line.word_or_null("provider", end.provider.map(Provider::name));
    line.word("end", end.end.name());
    line.string_or_null("stop_reason", end.stop_reason.as_deref());
    line.raw("error", end.failure.as_ref().map_or("null", |failure| failure.object.as_str()));
    line.object("ignored", |ignored| {
        ignored.number("ping", end.ignored.ping);
        ignored.number("comment", end.ignored.comment);
        ignored.number("unknown", end.ignored.unknown);
    });
    line.number("calls", end.calls);
    line.raw("usage", end.usage.as_deref().unwrap_or("null"));
    end.diagnostics.fill(line);
}
