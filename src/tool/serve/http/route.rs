//! What is at which path, and the way of a request from its head to its answer.

use super::answer::{Answer, Header, Refusal};
use super::heads::Head;
use super::limits::Limits;
#[cfg(feature = "mcp")]
use super::mcp::Mcp;
use super::page::Asset;
use super::rules::{MAX_BODY, Rules, check_body, too_long};
use crate::error::{Code, Error};
use crate::protocol::{self, Connection, Defaults, Method, Params, openapi, status};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Request, Response};
use std::net::SocketAddr;
use tokio::time::{Instant, timeout, timeout_at};

/// From where on work is not done on the thread that hears all connections, in bytes.
const LONG: usize = 64 << 10;

/// What is served, and to whom.
pub(super) struct Site {
    pub(super) limits: Limits,
    rules: Rules,
    /// What holds where a request says nothing.
    defaults: Defaults,
    #[cfg(feature = "mcp")]
    mcp: Mcp,
}

/// What a request came by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Where it came to.
    pub(super) local: SocketAddr,
    pub(super) head: Head,
}

/// What is at a path.
#[derive(Clone, Copy, Debug)]
enum Place {
    Page(&'static Asset),
    Health,
    Description,
    Method(&'static Method),
    #[cfg(feature = "mcp")]
    Mcp,
}

impl Place {
    fn at(path: &str) -> Option<Place> {
        if let Some(asset) = Asset::at(path) {
            return Some(Place::Page(asset));
        }
        match path {
            "/healthz" => Some(Place::Health),
            "/openapi.json" => Some(Place::Description),
            #[cfg(feature = "mcp")]
            "/mcp" => Some(Place::Mcp),
            path => {
                let name = path.strip_prefix("/v1/")?;
                // What ends a connection over stdio is nothing that a page could ask of all others.
                Method::named(name).filter(|_| name != "shutdown").map(Place::Method)
            }
        }
    }

    /// The methods of HTTP that it takes.
    fn verbs(self) -> &'static str {
        match self {
            Place::Page(_) | Place::Health | Place::Description => "GET, HEAD",
            Place::Method(_) => "POST",
            #[cfg(feature = "mcp")]
            Place::Mcp => "POST",
        }
    }
}

impl Site {
    pub(super) fn new(limits: Limits, rules: Rules, defaults: Defaults) -> Site {
        Site {
            limits,
            rules,
            #[cfg(feature = "mcp")]
            mcp: Mcp::new(&defaults),
            defaults,
        }
    }

    /// Answers a request.
    pub(super) async fn answer(
        &self,
        request: Request<Incoming>,
        meeting: Meeting,
    ) -> Response<Full<Bytes>> {
        let (head, mut body) = request.into_parts();
        let body_ends = Instant::now() + self.limits.body;
        let answer = timeout(self.limits.request, self.heard(&head, &mut body, meeting)).await;
        let late = |_| Err(Refusal::new(503, "the answer took too long"));
        let mut answer = answer.unwrap_or_else(late).unwrap_or_else(Answer::from);
        if !body.is_end_stream() && !head.headers.contains_key(header::EXPECT) {
            tokio::spawn(timeout_at(body_ends, pass_over(body)));
        }
        if meeting.head != Head::Plain {
            answer = answer.with((header::CONNECTION, HeaderValue::from_static("close")));
        }
        for line in self.shared(&head) {
            answer = answer.with(line);
        }
        answer.response()
    }

    /// The headers that tell browsers who may read the answer.
    fn shared(&self, head: &Parts) -> Vec<Header> {
        let Some(origin) = &self.rules.allow_origin else { return Vec::new() };
        let mut lines = vec![(header::VARY, HeaderValue::from_static("Origin"))];
        if self.rules.is_permitted(head) {
            let origin = HeaderValue::from_str(origin).ok();
            lines.extend(origin.map(|value| (header::ACCESS_CONTROL_ALLOW_ORIGIN, value)));
        }
        lines
    }

    async fn heard(
        &self,
        head: &Parts,
        body: &mut Incoming,
        Meeting { local, head: framing }: Meeting,
    ) -> Result<Answer, Refusal> {
        if framing == Head::Unclear {
            return Err(Refusal::new(400, "the length of the body is given twice or too long"));
        }
        self.rules.check_host(head, local)?;
        self.rules.check_origin(head, local)?;
        let verb = head.method.as_str();
        if verb == "OPTIONS" && self.rules.is_permitted(head) {
            return Ok(preflight());
        }
        let place = Place::at(head.uri.path());
        let place = place.ok_or_else(|| Refusal::new(404, "there is nothing at this path"))?;
        if !place.verbs().split(", ").any(|permitted| permitted == verb) {
            let allow = (header::ALLOW, HeaderValue::from_static(place.verbs()));
            return Err(Refusal::new(405, format!("this path takes {}", place.verbs())).with(allow));
        }
        // A browser bears no token to a page, which is the same for everybody.
        if !matches!(place, Place::Page(_)) {
            self.rules.check_token(head)?;
        }
        match place {
            Place::Page(asset) => Ok(asset.answer()),
            Place::Health => Ok(Answer::json(200, b"{\"ok\":true}\n".to_vec())),
            Place::Description => Ok(Answer::json(200, openapi::document())),
            Place::Method(method) => self.call(method, head, body).await,
            #[cfg(feature = "mcp")]
            Place::Mcp => {
                check_body(head)?;
                let body = self.read(body).await?;
                Ok(self.mcp.answer(head.clone(), body).await)
            }
        }
    }

    /// Calls a method with the parameters that the body is.
    async fn call(
        &self,
        method: &'static Method,
        head: &Parts,
        body: &mut Incoming,
    ) -> Result<Answer, Refusal> {
        check_body(head)?;
        if method.needs_stream {
            return Err(Refusal::new(501, "the method needs a stream, as over stdio"));
        }
        let body = self.read(body).await?;
        let defaults = self.defaults.clone();
        let is_long = body.len() > LONG;
        let work = move || called(method, &body, defaults);
        let (status, text) = if is_long {
            let done = tokio::task::spawn_blocking(work).await;
            done.map_err(|_| Refusal::new(500, Code::E099.row().message))?
        } else {
            work()
        };
        Ok(Answer::json(status, text))
    }

    /// Reads a body.
    async fn read(&self, body: &mut Incoming) -> Result<Bytes, Refusal> {
        match timeout(self.limits.body, Limited::new(body, MAX_BODY).collect()).await {
            Ok(Ok(body)) => Ok(body.to_bytes()),
            Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_long()),
            Ok(Err(_)) => Err(Refusal::new(400, "the body is broken off")),
            Err(_) => Err(Refusal::new(408, "the body did not come in time")),
        }
    }
}

/// Takes in what is left of a body that was answered before its end. Many clients read no answer before they have
/// written all, and find none where the connection was closed meanwhile. One that waits to be told to write needs
/// none of that, and writes nothing.
async fn pass_over(mut body: Incoming) {
    while let Some(Ok(_)) = body.frame().await {}
}

/// What a call gives: a status and the envelope.
fn called(method: &Method, body: &[u8], defaults: Defaults) -> (u16, Vec<u8>) {
    let text = std::str::from_utf8(body).ok().map(|text| match text.trim() {
        "" => "{}",
        text => text,
    });
    let result = match text.and_then(Params::new) {
        Some(params) => Connection::new(defaults).run(method, params),
        None => Err(Error::new(Code::E060).with_detail("the body is no JSON object").into()),
    };
    let status = result.as_ref().map_or_else(|failure| status::of(failure.error.code()), |_| 200);
    let mut out = Vec::new();
    protocol::answer(&mut out, None, false, result);
    (status, out)
}

/// What a page of the other origin may ask.
fn preflight() -> Answer {
    const LINES: &[(HeaderName, &str)] = &[
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
        (
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            "authorization, content-type, mcp-method, mcp-name, mcp-protocol-version",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    let line = |(name, value): &(HeaderName, &'static str)| {
        (name.clone(), HeaderValue::from_static(value))
    };
    LINES.iter().map(line).fold(Answer::json(204, Vec::new()), Answer::with)
}
