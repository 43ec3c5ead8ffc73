//! The Model Context Protocol over HTTP: each message is a request of its own.

use super::answer::Answer;
use super::rules::MAX_BODY;
use crate::framing::record::Record;
use crate::protocol::Defaults;
use crate::protocol::mcp::{Arguments, Handler};
use crate::tool::serve::mcp::guard::{Heard, hear};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{ACCEPT, CONTENT_TYPE, HeaderValue};
use hyper::http::request::Parts;
use rmcp::model::{ErrorCode, ErrorData, ProtocolVersion};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;

/// The server behind `POST /mcp`.
#[derive(Clone)]
pub(super) struct Mcp(StreamableHttpService<Handler, NeverSessionManager>);

impl Mcp {
    pub(super) fn new(defaults: &Defaults) -> Mcp {
        let handler = Handler::new(defaults.clone());
        // Hosts and origins have been looked at before a request comes here.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_BODY)
            .disable_allowed_hosts();
        let sessions = Arc::new(NeverSessionManager::default());
        Mcp(StreamableHttpService::new(move || Ok(handler.clone()), sessions, config))
    }

    /// Answers a message.
    pub(super) async fn answer(&self, mut head: Parts, body: Bytes) -> Answer {
        let Some(record) = std::str::from_utf8(&body).ok().and_then(Record::new) else {
            let text =
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#;
            return Answer::json(400, text.into());
        };
        match hear(&body) {
            Some(Heard::Fault(line)) => return Answer::json(400, line.bytes().to_vec()),
            None => return Answer::json(202, Vec::new()),
            Some(Heard::Request(_)) => {}
        }
        // An answer is one message, which every client of the protocol reads.
        let both = HeaderValue::from_static("application/json, text/event-stream");
        head.headers.insert(ACCEPT, both);
        let version = head.headers.get("mcp-protocol-version").cloned();
        let (message, arguments) = Arguments::take(&record);
        if let Some(arguments) = arguments {
            head.extensions.insert(arguments);
        }
        let message = Full::new(Bytes::from(message.into_owned()));
        let response = self.0.handle(Request::from_parts(head, message)).await;
        let (head, body) = response.into_parts();
        let media = head.headers.get(CONTENT_TYPE).cloned();
        let media = media.unwrap_or(HeaderValue::from_static("text/plain"));
        let Ok(body) = body.collect().await;
        if head.status.is_client_error() && media != "application/json" {
            let id = record.member("id").map_or("null", |span| record.text(span));
            return refused(head.status.as_u16(), id, version.as_ref(), &body.to_bytes());
        }
        Answer::of(head.status.as_u16(), media, body.to_bytes())
    }
}

/// What the SDK refuses as text, as an error of the protocol.
fn refused(status: u16, id: &str, version: Option<&HeaderValue>, text: &[u8]) -> Answer {
    let known = ProtocolVersion::KNOWN_VERSIONS;
    let is_known = |named: &str| known.iter().any(|version| version.as_str() == named);
    let named = version.map(|named| String::from_utf8_lossy(named.as_bytes()));
    let error = match named.filter(|named| !is_known(named)) {
        Some(named) => {
            let supported: Vec<_> = known.iter().map(ProtocolVersion::as_str).collect();
            let data = serde_json::json!({"requested": named, "supported": supported});
            let message = "Unsupported protocol version";
            ErrorData::new(ErrorCode::UNSUPPORTED_PROTOCOL_VERSION, message, Some(data))
        }
        None => ErrorData::invalid_request(String::from_utf8_lossy(text).into_owned(), None),
    };
    let error = serde_json::to_string(&error).unwrap_or_default();
    let body = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"error\":{error}}}\n");
    Answer::json(status, body.into_bytes())
}
