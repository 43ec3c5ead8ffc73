//! What the SDK is not given: lines that are no message are answered here, and what needs no answer
//! ends here.

use crate::framing::record::Record;
use crate::json;
use crate::protocol::MAX_LINE;
use crate::protocol::mcp::Arguments;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, ErrorCode, ErrorData, GetExtensions, GetMeta,
    JsonRpcMessage, NumberOrString, ProtocolVersion, ServerJsonRpcMessage,
};

/// What a line is.
#[derive(Debug)]
pub(in crate::tool::serve) enum Heard {
    /// A request.
    Request(Box<ClientJsonRpcMessage>),
    /// Nothing that can be handed on, and its answer.
    Fault(Line),
}

/// A line that goes out, with its end.
#[derive(Debug)]
pub(in crate::tool::serve) struct Line(Vec<u8>);

impl Line {
    /// A message as a line.
    pub(super) fn of(message: &ServerJsonRpcMessage) -> Line {
        let mut line = Vec::new();
        // Nothing in a message can fail to be written.
        json::embed(&mut line, &serde_json::to_vec(message).unwrap_or_default());
        line.push(b'\n');
        Line(line)
    }

    pub(in crate::tool::serve) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The answer to what is no message, with its id as far as one can be read.
    fn fault(code: ErrorCode, message: &str, id: &str) -> Line {
        let mut line =
            format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{{\"code\":{},", code.0);
        line.push_str(&format!("\"message\":\"{message}\"}}}}\n"));
        Line(line.into_bytes())
    }
}

impl Heard {
    /// A line that holds more than is read.
    pub(super) fn too_long() -> Heard {
        let message = format!("Parse error: a message holds at most {MAX_LINE} bytes");
        Heard::Fault(Line::fault(ErrorCode::PARSE_ERROR, &message, "null"))
    }
}

/// What a line is; nothing where it needs no answer. This server asks for nothing, so answers are
/// none of its business, and no notification changes what it does: requests are answered one after
/// the other, so that there is none to cancel.
pub(in crate::tool::serve) fn hear(line: &[u8]) -> Option<Heard> {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let fault = |code, message, id| Some(Heard::Fault(Line::fault(code, message, id)));
    let Some(record) = std::str::from_utf8(line).ok().and_then(Record::new) else {
        return fault(ErrorCode::PARSE_ERROR, "Parse error", "null");
    };
    let (message, arguments) = Arguments::take(&record);
    match serde_json::from_str::<ClientJsonRpcMessage>(&message) {
        Ok(JsonRpcMessage::Request(mut request)) => {
            if let Some(arguments) = arguments {
                request.request.extensions_mut().insert(arguments);
            }
            Some(Heard::Request(Box::new(JsonRpcMessage::Request(request))))
        }
        Ok(_) => None,
        Err(_) if record.is_notification() => None,
        Err(_) => {
            let id = record.member("id").map_or("null", |span| record.text(span));
            let is_id = id.starts_with('"') || id.parse::<i64>().is_ok();
            let id = if is_id { id } else { "null" };
            fault(ErrorCode::INVALID_REQUEST, "Invalid Request", id)
        }
    }
}

/// Whether a request begins with a version of the protocol that holds for all that follow.
pub(super) fn is_handshake(message: &ClientJsonRpcMessage) -> bool {
    matches!(message, JsonRpcMessage::Request(request)
        if matches!(request.request, ClientRequest::InitializeRequest(_)))
}

/// Whether a request says which version of the protocol its client speaks.
///
/// # Errors
/// The answer where it does not, and none before it has.
pub(super) fn opening(message: &ClientJsonRpcMessage, has_begun: bool) -> Result<bool, Line> {
    let JsonRpcMessage::Request(request) = message else { return Ok(false) };
    let names_version = request.request.get_meta().protocol_version().is_some();
    let begins = match &request.request {
        // Only a connection that begins with a handshake has it.
        ClientRequest::PingRequest(_) if names_version && !has_begun => {
            let message = "Method not found: ping";
            let error = ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None);
            return Err(Line::of(&JsonRpcMessage::error(error, Some(request.id.clone()))));
        }
        _ if is_handshake(message) => true,
        ClientRequest::PingRequest(_) => return Ok(false),
        ClientRequest::DiscoverRequest(_) if names_version => return Ok(false),
        _ => names_version,
    };
    if begins || has_begun {
        return Ok(begins);
    }
    Err(Line::of(&unversioned(request.id.clone())))
}

fn unversioned(id: NumberOrString) -> ServerJsonRpcMessage {
    let versions = ProtocolVersion::KNOWN_VERSIONS.iter().map(ProtocolVersion::as_str);
    let versions = versions.collect::<Vec<_>>().join(", ");
    let message = format!(
        "begin with initialize, or name the version of the protocol in _meta; supported are {versions}"
    );
    JsonRpcMessage::error(ErrorData::invalid_params(message, None), Some(id))
}
