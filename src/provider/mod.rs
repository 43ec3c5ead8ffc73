//! Tool calls out of the event streams of language-model providers. No I/O: bytes in, updates out.
//!
//! ```
//! use jsonmend::provider::{Demux, DemuxOptions, Update};
//!
//! let stream = br#"data: {"choices":[{"delta":{"tool_calls":[{"id":"c","function":{"name":"now",
//! data: "arguments":"{}"}}]},"finish_reason":"tool_calls"}]}
//!
//! data: [DONE]
//! "#;
//! let mut ends = 0;
//! let mut demux = Demux::new(DemuxOptions::default());
//! let mut listen = |update: Update<'_>| ends += u32::from(matches!(update, Update::End(_)));
//! demux.feed(stream, &mut listen);
//! demux.finish(&mut listen)?;
//! assert_eq!(ends, 1);
//! # Ok::<(), jsonmend::Error>(())
//! ```
//!
//! An adapter maps a payload to calls and fragments; [`PROVIDERS`] lists them. One assembler keeps the
//! calls, whoever sent them, and judges each when its response is over: what closed it, why the response
//! ended, and whether its text is JSON are three separate facts.

mod anthropic;
mod arguments;
mod assemble;
mod bedrock;
mod call;
mod chat;
mod cohere;
mod cut;
mod demux;
mod detect;
mod diagnostic;
mod end;
mod fault;
mod fragment;
mod gemini;
mod halves;
mod ollama;
mod response;
mod responses;
mod seam;
mod slots;

pub use call::{Call, CallEnd, CallKind, JsonState, Tools};
pub use demux::{Demux, DemuxOptions};
pub use detect::Sign;
pub use diagnostic::{Diagnostic, Diagnostics};
pub use end::{Class, Stop};
pub use fault::Failure;
pub use fragment::{Ignored, StreamEnd, TextKind, Update};

use crate::framing::value::Json;
use assemble::Assembler;

/// A provider whose streams are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provider {
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Chat Completions, and whoever speaks them.
    OpenAi,
    /// OpenAI Responses, and whoever speaks them.
    Responses,
    /// Google Gemini: generated content and interactions.
    Gemini,
    /// AWS Bedrock: Converse, and what InvokeModel wraps.
    Bedrock,
    /// Cohere.
    Cohere,
    /// Ollama's own interface.
    Ollama,
}

/// A row of the table of providers.
#[derive(Debug)]
pub struct Row {
    /// The provider.
    pub provider: Provider,
    /// Its name, as options and answers have it.
    pub name: &'static str,
    /// What shows that a payload is its.
    pub signs: &'static [Sign],
    /// What shows that a payload is of its old interface, which has text and no calls.
    pub text_signs: &'static [Sign],
    adapter: fn() -> Box<dyn Adapter>,
}

/// Every provider, in the order of [`Provider`].
pub static PROVIDERS: &[Row] = &[
    Row {
        provider: Provider::Anthropic,
        name: "anthropic",
        signs: &[
            Sign::Type("message_start"),
            Sign::Type("content_block_"),
            Sign::Type("message_delta"),
            Sign::Type("message_stop"),
            Sign::Members(&["role", "stop_reason"]),
        ],
        text_signs: &[Sign::Type("completion")],
        adapter: || Box::<anthropic::Anthropic>::default(),
    },
    Row {
        provider: Provider::OpenAi,
        name: "openai",
        signs: &[Sign::Object("chat.completion"), Sign::Members(&["choices"])],
        text_signs: &[Sign::Object("text_completion")],
        adapter: || Box::<chat::Chat>::default(),
    },
    Row {
        provider: Provider::Responses,
        name: "responses",
        signs: &[Sign::Type("response."), Sign::Object("response")],
        text_signs: &[],
        adapter: || Box::<responses::Responses>::default(),
    },
    Row {
        provider: Provider::Gemini,
        name: "gemini",
        signs: &[
            Sign::EventType("interaction."),
            Sign::EventType("step."),
            Sign::Members(&["candidates"]),
            Sign::Members(&["promptFeedback"]),
            Sign::Members(&["usageMetadata", "modelVersion"]),
        ],
        text_signs: &[],
        adapter: || Box::<gemini::Gemini>::default(),
    },
    Row {
        provider: Provider::Bedrock,
        name: "bedrock",
        signs: &[
            Sign::Event(bedrock::TELLING_EVENTS),
            Sign::Members(&["messageStart"]),
            Sign::Members(&["contentBlockStart"]),
            Sign::Members(&["contentBlockDelta"]),
            Sign::Members(&["messageStop"]),
            Sign::Members(&["output", "stopReason"]),
            Sign::Members(&["chunk"]),
            Sign::Members(&["bytes"]),
        ],
        text_signs: &[],
        adapter: || Box::<bedrock::Bedrock>::default(),
    },
    Row {
        provider: Provider::Cohere,
        name: "cohere",
        signs: &[
            Sign::Type("message-start"),
            Sign::Type("tool-call-"),
            Sign::Type("tool-plan-delta"),
            Sign::Type("content-"),
            Sign::Type("message-end"),
            Sign::EventType("stream-start"),
            Sign::EventType("text-generation"),
            Sign::EventType("tool-calls-"),
            Sign::Members(&["message", "finish_reason"]),
        ],
        text_signs: &[],
        adapter: || Box::<cohere::Cohere>::default(),
    },
    Row {
        provider: Provider::Ollama,
        name: "ollama",
        signs: &[Sign::Members(&["done", "message"]), Sign::Members(&["done", "response"])],
        text_signs: &[],
        adapter: || Box::<ollama::Ollama>::default(),
    },
];

/// Names that an option takes beside those of the table: the first is found out by what comes.
const OTHER_NAMES: &[(&str, Option<Provider>)] =
    &[("auto", None), ("openai_compat", Some(Provider::OpenAi))];

impl Provider {
    /// Every name that an option takes, and whom it means; `None` is to be found out.
    pub fn choices() -> impl Iterator<Item = (&'static str, Option<Provider>)> {
        let own = PROVIDERS.iter().map(|row| (row.name, Some(row.provider)));
        OTHER_NAMES.iter().copied().chain(own)
    }

    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &PROVIDERS[self as usize]
    }

    /// The name, as options and answers have it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The provider of a name, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Provider> {
        PROVIDERS.iter().find(|row| row.name == name).map(|row| row.provider)
    }
}

/// What a stream may ask of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most bytes of an event.
    pub event: usize,
    /// The most bytes of the arguments of a call.
    pub arguments: usize,
    /// The most calls of a response: all of them are open until it is over.
    pub calls: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { event: 16 << 20, arguments: 16 << 20, calls: 1024 }
    }
}

/// Maps the payloads of one provider to calls and fragments. It is made anew for every response.
trait Adapter: std::fmt::Debug + Send {
    /// Takes a payload, with the name of its event; whether it is one of this provider's.
    fn accept(&mut self, name: &str, payload: Json<'_>, to: &mut Assembler<'_, '_>) -> bool;
}

/// The text of a member, where it is a string.
fn text<'a>(value: Option<Json<'a>>) -> Option<std::borrow::Cow<'a, str>> {
    value.and_then(Json::str)
}

/// The entries of a list; what is no list is an entry of its own, unless there is nothing in it.
fn entries(list: Option<Json<'_>>) -> impl Iterator<Item = Json<'_>> {
    let lone = list.filter(|list| !list.is_array() && !is_blank(*list));
    list.into_iter().flat_map(Json::items).chain(lone)
}

/// Whether it is text, an object or a list with nothing in it.
fn is_blank(value: Json<'_>) -> bool {
    matches!(value.text(), "\"\"") || (value.is_object() || value.is_array()) && value.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_providers() {
        for (index, row) in PROVIDERS.iter().enumerate() {
            assert_eq!(row.provider as usize, index);
            assert_eq!(Provider::from_name(row.name), Some(row.provider));
        }
    }
}
