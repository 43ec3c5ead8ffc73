//! What a request is answered with: a status, headers that hold for all, a body.

use crate::error::{Code, Error};
use crate::protocol;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use hyper::{Response, StatusCode};
use std::borrow::Cow;

/// A header line.
pub(super) type Header = (HeaderName, HeaderValue);

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    status: u16,
    media: HeaderValue,
    body: Bytes,
    headers: Vec<Header>,
}

/// Why a request is not heard.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: u16,
    detail: Cow<'static, str>,
    headers: Vec<Header>,
}

impl Refusal {
    pub(super) fn new(status: u16, detail: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal { status, detail: detail.into(), headers: Vec::new() }
    }

    /// The same, with a header.
    pub(super) fn with(mut self, header: Header) -> Refusal {
        self.headers.push(header);
        self
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Answer {
        let code =
            if refusal.status < 500 || refusal.status == 501 { Code::E050 } else { Code::E099 };
        let error = Error::new(code).with_detail(refusal.detail);
        let mut body = Vec::new();
        protocol::answer(&mut body, None, false, Err(error.into()));
        Answer { headers: refusal.headers, ..Answer::json(refusal.status, body) }
    }
}

impl Answer {
    /// JSON.
    pub(super) fn json(status: u16, body: Vec<u8>) -> Answer {
        Answer::of(status, HeaderValue::from_static("application/json"), body.into())
    }

    /// A body of another type.
    pub(super) fn of(status: u16, media: HeaderValue, body: Bytes) -> Answer {
        Answer { status, media, body, headers: Vec::new() }
    }

    /// The same, with a header.
    pub(super) fn with(mut self, header: Header) -> Answer {
        self.headers.push(header);
        self
    }

    /// The response: nobody is to guess its type or to keep it.
    pub(super) fn response(self) -> Response<Full<Bytes>> {
        let mut response = Response::new(Full::new(self.body));
        // All numbers that are answered with stand in a table.
        *response.status_mut() = StatusCode::from_u16(self.status).unwrap_or_default();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, self.media);
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.headers.into_iter().map(|(name, value)| (Some(name), value)));
        response
    }
}
