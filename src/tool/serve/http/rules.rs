//! Who may ask: which hosts, pages and tokens are accepted.

use super::answer::Refusal;
use hyper::header::{
    AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST, ORIGIN, TRANSFER_ENCODING,
};
use hyper::http::HeaderMap;
use hyper::http::header::{AsHeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::http::uri::Authority;
use std::net::SocketAddr;
use subtle::ConstantTimeEq;

/// The longest body, in bytes.
pub(super) const MAX_BODY: usize = crate::protocol::MAX_LINE;

/// What the command line permits.
#[derive(Debug)]
pub(super) struct Rules {
    /// What every request has to bear, where a token is wanted.
    pub(super) token: Option<Vec<u8>>,
    /// Whether the address that a connection came to is a host too.
    pub(super) allow_remote: bool,
    /// The one origin that may ask beside the own one.
    pub(super) allow_origin: Option<String>,
}

impl Rules {
    /// Whether the request names a host that this is. Another name that leads here is a page's way
    /// around the rules of browsers.
    pub(super) fn check_host(&self, head: &Parts, local: SocketAddr) -> Result<(), Refusal> {
        let named = only(&head.headers, HOST).and_then(|host| host.parse().ok());
        let is_named = named.is_some_and(|host| self.is_own(&host, local));
        let is_asked = head.uri.authority().is_none_or(|host| self.is_own(host, local));
        if is_named && is_asked {
            Ok(())
        } else {
            Err(Refusal::new(403, "the host is not this one"))
        }
    }

    fn is_own(&self, named: &Authority, local: SocketAddr) -> bool {
        let host = named.host().to_ascii_lowercase();
        let is_local = matches!(&*host, "localhost" | "127.0.0.1" | "[::1]");
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let is_bound = self.allow_remote && bare.parse() == Ok(local.ip());
        (is_local || is_bound) && !named.as_str().contains('@')
    }

    /// Whether the page that asks, if it is one, is the own one or the one that may.
    pub(super) fn check_origin(&self, head: &Parts, local: SocketAddr) -> Result<(), Refusal> {
        let refusal = Refusal::new(403, "the page is of another origin");
        if !head.headers.contains_key(ORIGIN) {
            return Ok(());
        }
        let origin = only(&head.headers, ORIGIN).ok_or_else(|| refusal.clone())?;
        let own = origin.strip_prefix("http://").and_then(|host| host.parse::<Authority>().ok());
        let is_own = own.is_some_and(|host| {
            host.port_u16().unwrap_or(80) == local.port() && self.is_own(&host, local)
        });
        if is_own || self.is_permitted(head) { Ok(()) } else { Err(refusal) }
    }

    /// Whether the request comes from a page of the one other origin that may ask.
    pub(super) fn is_permitted(&self, head: &Parts) -> bool {
        self.allow_origin.is_some() && only(&head.headers, ORIGIN) == self.allow_origin.as_deref()
    }

    /// Whether the request bears the token, where one is wanted.
    pub(super) fn check_token(&self, head: &Parts) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        let words = only(&head.headers, AUTHORIZATION).and_then(|value| value.split_once(' '));
        let borne = words.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let is_right = borne.is_some_and(|(_, borne)| token.ct_eq(borne.trim().as_bytes()).into());
        if is_right {
            return Ok(());
        }
        let header = (hyper::header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        Err(Refusal::new(401, "the token is missing or wrong").with(header))
    }
}

/// Whether the body is said to be JSON, which no page of another origin may say unasked, and no
/// longer than is read.
pub(super) fn check_body(head: &Parts) -> Result<(), Refusal> {
    let media = only(&head.headers, CONTENT_TYPE).and_then(|value| value.split(';').next());
    if !media.is_some_and(|media| media.trim().eq_ignore_ascii_case("application/json")) {
        return Err(Refusal::new(415, "the body has to be application/json"));
    }
    for (name, plain) in [(CONTENT_ENCODING, "identity"), (TRANSFER_ENCODING, "chunked")] {
        let mut values = head.headers.get_all(name).iter();
        if !values.all(|value| value.as_bytes().eq_ignore_ascii_case(plain.as_bytes())) {
            return Err(Refusal::new(415, "the body has to come uncompressed"));
        }
    }
    let length = only(&head.headers, CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > MAX_BODY as u64) {
        return Err(too_long());
    }
    Ok(())
}

/// The body is longer than is read.
pub(super) fn too_long() -> Refusal {
    Refusal::new(413, format!("a body holds at most {MAX_BODY} bytes"))
}

/// The value of a header that is there once, as text.
fn only(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    values.next().is_none().then(|| value.to_str().ok())?
}
