//! Whose stream it is: what the payloads show.

use super::{PROVIDERS, Provider, Row};
use crate::framing::value::Json;

/// Something that shows whose a payload is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The event has one of these names.
    Event(&'static [&'static str]),
    /// `object` begins so.
    Object(&'static str),
    /// `type` begins so.
    Type(&'static str),
    /// `event_type` begins so.
    EventType(&'static str),
    /// It has all of these members, and none of them is null or an empty array.
    Members(&'static [&'static str]),
}

/// What a payload shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    /// It is this provider's.
    Calls(Provider),
    /// It is of this provider's old interface, which has text and no calls.
    Text(Provider),
    /// It is of a kind that is not read, which is said so.
    Unsupported(&'static str),
    /// It may be anybody's.
    None,
}

/// What is known and not read.
const UNSUPPORTED: &[(Sign, &str)] = &[
    (Sign::Object("thread."), "streams of OpenAI Assistants are not read"),
    (Sign::Members(&["jsonrpc"]), "this is JSON-RPC, not the stream of a model"),
];

/// The members by which a payload is told, in the order in which they count.
struct Marks<'a> {
    event: &'a str,
    object: Option<String>,
    kind: Option<String>,
    event_type: Option<String>,
    payload: Json<'a>,
}

/// What the payload of an event of this name shows.
pub(super) fn evidence(event: &str, payload: Json<'_>) -> Evidence {
    let marks = payload.fields(["object", "type", "event_type"]);
    let [object, kind, event_type] = marks.map(|mark| mark?.str().map(String::from));
    let marks = Marks { event, object, kind, event_type, payload };
    for rank in 0..RANKS {
        let shows =
            |signs: &[Sign]| signs.iter().any(|sign| sign.rank() == rank && marks.shows(*sign));
        let row = |signs: fn(&Row) -> &'static [Sign]| {
            PROVIDERS.iter().find(|row| shows(signs(row))).map(|row| row.provider)
        };
        if let Some(provider) = row(|row| row.text_signs) {
            return Evidence::Text(provider);
        }
        if let Some(provider) = row(|row| row.signs) {
            return Evidence::Calls(provider);
        }
        if let Some((_, reason)) = UNSUPPORTED.iter().find(|(sign, _)| shows(&[*sign])) {
            return Evidence::Unsupported(reason);
        }
    }
    Evidence::None
}

/// How many kinds of signs there are.
const RANKS: usize = 5;

impl Sign {
    /// The place of its kind in the order in which they count.
    fn rank(self) -> usize {
        match self {
            Sign::Event(_) => 0,
            Sign::Object(_) => 1,
            Sign::Type(_) => 2,
            Sign::EventType(_) => 3,
            Sign::Members(_) => 4,
        }
    }
}

impl Marks<'_> {
    fn shows(&self, sign: Sign) -> bool {
        let begins =
            |mark: &Option<String>, with| mark.as_ref().is_some_and(|mark| mark.starts_with(with));
        match sign {
            Sign::Event(names) => names.contains(&self.event),
            Sign::Object(with) => begins(&self.object, with),
            Sign::Type(with) => begins(&self.kind, with),
            Sign::EventType(with) => begins(&self.event_type, with),
            Sign::Members(names) => names.iter().all(|name| {
                let member = self.payload.get(name);
                member.is_some_and(|member| !member.is_array() || !member.is_empty())
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::value::Index;

    #[test]
    fn the_first_mark_that_decides_counts() {
        use Evidence::{Calls, None, Text, Unsupported};
        for (event, payload, expected) in [
            ("", r#"{"choices":[],"object":"","prompt_filter_results":[]}"#, None),
            ("", r#"{"choices":[{}],"object":""}"#, Calls(Provider::OpenAi)),
            ("", r#"{"object":"chat.completion.chunk","choices":[]}"#, Calls(Provider::OpenAi)),
            ("", r#"{"object":"text_completion","choices":[{}]}"#, Text(Provider::OpenAi)),
            ("completion", r#"{"type":"completion","completion":"x"}"#, Text(Provider::Anthropic)),
            ("", r#"{"object":"thread.run"}"#, Unsupported(UNSUPPORTED[0].1)),
            ("", r#"{"jsonrpc":"2.0","id":2,"result":{}}"#, Unsupported(UNSUPPORTED[1].1)),
            ("", r#"{"type":"message_start"}"#, Calls(Provider::Anthropic)),
            ("", r#"{"type":"message-start"}"#, Calls(Provider::Cohere)),
            ("", r#"{"type":"response.created"}"#, Calls(Provider::Responses)),
            ("", r#"{"event_type":"step.start"}"#, Calls(Provider::Gemini)),
            ("", r#"{"event_type":"stream-start"}"#, Calls(Provider::Cohere)),
            ("", r#"{"usageMetadata":{},"modelVersion":"g"}"#, Calls(Provider::Gemini)),
            ("", r#"{"usageMetadata":{}}"#, None),
            ("messageStart", r#"{"role":"assistant"}"#, Calls(Provider::Bedrock)),
            ("", r#"{"messageStart":{"role":"assistant"}}"#, Calls(Provider::Bedrock)),
            ("", r#"{"message":{},"done":false}"#, Calls(Provider::Ollama)),
            ("", r#"{"type":"message","role":"a","stop_reason":"x"}"#, Calls(Provider::Anthropic)),
            ("", r#"{"object":"response","status":"completed"}"#, Calls(Provider::Responses)),
            ("", r#"{"output":{},"stopReason":"end_turn"}"#, Calls(Provider::Bedrock)),
            ("", r#"{"message":{},"finish_reason":"COMPLETE"}"#, Calls(Provider::Cohere)),
            ("", r#"{"type":"error","error":{}}"#, None),
            ("", r#"{"type":"ping"}"#, None),
            ("", "[1]", None),
        ] {
            let mut index = Index::default();
            let payload = index.parse(payload).expect("the case is JSON");
            assert_eq!(evidence(event, payload), expected, "{}", payload.text());
        }
    }
}
