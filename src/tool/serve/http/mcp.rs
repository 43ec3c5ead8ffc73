//! The Model Context Protocol over HTTP: each message is a request of its own.

use super::answer::Answer;
use super::rules::MAX_BODY;
use crate::framing::record::Record;
use crate::protocol::Defaults;
use crate::protocol::mcp::{Arguments, Handler};
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::http::request::Parts;
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
        Answer::of(head.status.as_u16(), media, body.to_bytes())
    }
}
