//! One stream from bytes to updates: frames it, finds out whose it is, and hands each payload on.

use super::assemble::Assembler;
use super::call::Tools;
use super::detect::{Evidence, evidence};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::fault::{Failure, failure};
use super::fragment::Update;
use super::response::{Lasting, Response};
use super::{Adapter, Limits, Provider};
use crate::error::{Code, Error, Result};
use crate::framing::value::{Index, Json};
use crate::framing::{Fault, Frame, Framer};

/// How a stream is read.
#[derive(Clone, Debug, Default)]
pub struct DemuxOptions {
    /// Whose it is, where the caller knows.
    pub provider: Option<Provider>,
    /// Whether the caller knows that it is server-sent events.
    pub sse: bool,
    /// Whether old interfaces, which have text and no calls, are read too.
    pub text: bool,
    /// What it may ask of the machine.
    pub limits: Limits,
    /// What the calls may be.
    pub tools: Tools,
    /// The number of the first call.
    pub first_call: u64,
}

/// Takes calls out of a stream of events, which may hold several responses one after the other.
#[derive(Debug)]
pub struct Demux {
    framer: Framer,
    router: Router,
}

impl Demux {
    /// A reader that has read nothing yet.
    #[must_use]
    pub fn new(options: DemuxOptions) -> Demux {
        let DemuxOptions { provider, sse, text, limits, tools, first_call } = options;
        Demux {
            framer: Framer::new(limits.event, sse),
            router: Router {
                forced: provider,
                text,
                adapter: None,
                response: Response::default(),
                index: Index::default(),
                lasting: Lasting { limits, tools, next: first_call, first: first_call },
                status: None,
                waiting: Waiting::default(),
                notes: Diagnostics::default(),
                is_altered: false,
                saw_bytes: false,
                is_recognized: false,
                reason: None,
            },
        }
    }

    /// Reads the next piece of input, and tells what it says.
    pub fn feed(&mut self, bytes: &[u8], out: &mut dyn FnMut(Update<'_>)) {
        self.framer.feed(bytes, &mut |frame| self.router.frame(frame, out));
    }

    /// Reads one event that somebody else has framed: its payload, or the mark of the end.
    pub fn event(&mut self, payload: &str, out: &mut dyn FnMut(Update<'_>)) {
        let frame = match payload.trim_ascii() {
            "[DONE]" => Frame::Done,
            text => Frame::Payload { name: "", text },
        };
        self.router.frame(frame, out);
    }

    /// Says that the input is over, and tells how what is open ended.
    ///
    /// # Errors
    /// E080 where no stream of a provider was recognized, with the reason; E021 where an event was
    /// dropped for its length and nothing else was there.
    pub fn finish(&mut self, out: &mut dyn FnMut(Update<'_>)) -> Result<()> {
        self.framer.finish(&mut |frame| self.router.frame(frame, out));
        self.router.finish(out)
    }

    /// The number of the next call: for a stream whose calls are counted on.
    #[must_use]
    pub fn next_call(&self) -> u64 {
        self.router.lasting.next
    }
}

/// How many payloads wait for one that shows whose they are.
const MAX_WAITING: usize = 20;

/// Payloads that may be anybody's, kept until one shows whose they are: none is lost until there are too
/// many.
#[derive(Debug, Default)]
struct Waiting {
    payloads: Vec<(String, String)>,
    size: usize,
}

/// Knows whose payloads come, and where they go.
#[derive(Debug)]
struct Router {
    forced: Option<Provider>,
    text: bool,
    adapter: Option<Box<dyn Adapter>>,
    response: Response,
    index: Index,
    lasting: Lasting,
    /// The status of the last HTTP head.
    status: Option<u16>,
    waiting: Waiting,
    /// What is odd about the next payload, and whether bytes of it were replaced.
    notes: Diagnostics,
    is_altered: bool,
    /// Whether there were bytes that are no text.
    saw_bytes: bool,
    /// Whether a response was recognized.
    is_recognized: bool,
    /// Why what has come is no response.
    reason: Option<&'static str>,
}

/// Who listens.
type Out<'a> = dyn FnMut(Update<'_>) + 'a;

impl Router {
    fn frame(&mut self, frame: Frame<'_>, out: &mut Out<'_>) {
        match frame {
            Frame::Payload { name, text } => self.payload(name, text, out),
            Frame::Bare(name) => self.bare(name, out),
            Frame::Done => self.done(out),
            Frame::Unknown { is_text } => {
                self.saw_bytes |= !is_text;
                self.response.ignored.unknown += 1;
            }
            Frame::Error(text) => {
                let mut index = Index::default();
                let told = index.parse(text);
                let told =
                    told.map(|told| failure("error", told).unwrap_or_else(|| Failure::of(told)));
                self.to(out).fail(told.unwrap_or_else(|| Failure::told(text)));
            }
            Frame::Exception { kind, text } => self.to(out).fail(Failure::of_kind(kind, text)),
            Frame::Status(status) => self.head(status, out),
            Frame::Comment => self.response.ignored.comment += 1,
            Frame::Fault(fault) => self.fault(fault, out),
        }
    }

    fn fault(&mut self, fault: Fault, out: &mut Out<'_>) {
        match fault {
            Fault::Separator => self.notes.add(Diagnostic::MissingEventSeparator),
            Fault::Garbled => self.to(out).lose(Diagnostic::BadEventJson),
            Fault::TooLong => self.to(out).lose(Diagnostic::EventTooLong),
            Fault::BadUtf8 => {
                self.is_altered = true;
                self.saw_bytes = true;
                self.notes.add(Diagnostic::InvalidUtf8);
            }
        }
    }

    /// A head of HTTP begins another response.
    fn head(&mut self, status: u16, out: &mut Out<'_>) {
        self.end(out);
        self.status = Some(status);
        if status >= 400 {
            self.to(out).note_stream(Diagnostic::HttpStatus);
        }
    }

    fn payload(&mut self, name: &str, text: &str, out: &mut Out<'_>) {
        self.response.is_altered = std::mem::take(&mut self.is_altered);
        let mut index = std::mem::take(&mut self.index);
        match index.parse(text) {
            Some(payload) => self.event(name, payload, out),
            None => self.no_json(name, text, out),
        }
        self.index = index;
        self.note();
    }

    /// What is odd about a payload is so of the response that it turned out to belong to.
    fn note(&mut self) {
        self.response.diagnostics.take_from(&mut self.notes);
    }

    /// An event of which nothing is told but its name.
    fn bare(&mut self, name: &str, out: &mut Out<'_>) {
        match name {
            "done" => self.done(out),
            "error" => self.to(out).fail(Failure::told("an error without a message")),
            name if PINGS.contains(&name) => self.response.ignored.ping += 1,
            _ => self.response.ignored.unknown += 1,
        }
    }

    /// A payload that is no JSON.
    fn no_json(&mut self, name: &str, text: &str, out: &mut Out<'_>) {
        let text = text.trim_ascii();
        if text.is_empty() {
            self.bare(name, out);
        } else if name == "error" {
            self.to(out).fail(Failure::told(text));
        } else if text.starts_with(['{', '[']) {
            self.to(out).lose(Diagnostic::BadEventJson);
        } else if PINGS.contains(&name) {
            self.response.ignored.ping += 1;
        } else {
            self.to(out).note_stream(Diagnostic::BadEventJson);
        }
    }

    fn event(&mut self, name: &str, payload: Json<'_>, out: &mut Out<'_>) {
        if is_ping(payload) {
            self.response.ignored.ping += 1;
        } else if let Some(failure) = failure(name, payload) {
            if self.adapter.is_none()
                && let Evidence::Calls(provider) = evidence(name, payload)
            {
                self.adopt(provider, out);
            }
            self.to(out).fail(failure);
            self.accept(name, payload, out);
        } else {
            self.route(name, payload, out);
        }
    }

    fn route(&mut self, name: &str, payload: Json<'_>, out: &mut Out<'_>) {
        if let (None, Some(provider)) = (&self.adapter, self.forced) {
            self.adopt(provider, out);
        }
        if self.accept(name, payload, out) {
            return;
        }
        let known = self.adapter.is_some().then_some(self.response.provider).flatten();
        match evidence(name, payload) {
            Evidence::Calls(provider) if self.forced.is_none() && known != Some(provider) => {
                self.switch(provider, out);
                self.accept(name, payload, out);
            }
            Evidence::Text(provider) if self.text && self.forced.is_none() && known.is_none() => {
                self.switch(provider, out);
                self.accept(name, payload, out);
            }
            Evidence::Text(_) if known.is_none() => {
                self.reason = Some("old text completions hold no calls; --text reads them");
            }
            Evidence::Unsupported(reason) if known.is_none() => self.reason = Some(reason),
            _ if known.is_none() => self.wait(name, payload),
            _ => self.response.ignored.unknown += 1,
        }
    }

    /// Hands a payload to the adapter; whether it is one of its own.
    fn accept(&mut self, name: &str, payload: Json<'_>, out: &mut Out<'_>) -> bool {
        let Some(mut adapter) = self.adapter.take() else { return false };
        let is_own = adapter.accept(name, payload, &mut self.to(out));
        self.adapter = Some(adapter);
        if is_own {
            self.note();
            self.response.is_begun = true;
            self.to(out).opened();
        }
        if self.response.is_over {
            self.end(out);
        }
        is_own
    }

    /// Another provider's response begins.
    fn switch(&mut self, provider: Provider, out: &mut Out<'_>) {
        if self.adapter.is_some() {
            self.end(out);
        }
        self.adopt(provider, out);
    }

    /// The response is this provider's, and what waited too.
    fn adopt(&mut self, provider: Provider, out: &mut Out<'_>) {
        self.response.provider = Some(provider);
        self.adapter = Some((provider.row().adapter)());
        let waiting = std::mem::take(&mut self.waiting);
        for (name, text) in &waiting.payloads {
            if let Some(payload) = Index::default().parse(text)
                && !self.accept(name, payload, out)
            {
                self.response.ignored.unknown += 1;
            }
        }
    }

    /// Keeps a payload until another shows whose it is.
    fn wait(&mut self, name: &str, payload: Json<'_>) {
        let Waiting { payloads, size } = &mut self.waiting;
        let length = name.len() + payload.text().len();
        if payloads.len() == MAX_WAITING || *size + length > self.lasting.limits.event {
            self.response.ignored.unknown += 1;
            return;
        }
        *size += length;
        payloads.push((name.to_owned(), payload.text().to_owned()));
    }

    /// The mark that ends a response; after a response that has ended it means nothing.
    fn done(&mut self, out: &mut Out<'_>) {
        self.note();
        self.response.is_done = true;
        self.end(out);
    }

    /// The response is over, if one has begun.
    fn end(&mut self, out: &mut Out<'_>) {
        let failed = self.status.take().filter(|status| *status >= 400);
        if let Some(status) = failed.filter(|_| self.response.calls().is_empty()) {
            self.to(out).fail(Failure::told(&format!("HTTP status {status}")));
        }
        if self.response.is_begun {
            self.is_recognized = true;
            self.to(out).end();
        }
        self.response.is_done = false;
        self.adapter = None;
    }

    fn finish(&mut self, out: &mut Out<'_>) -> Result<()> {
        // What was lost after the last response may have been another.
        self.response.is_begun |=
            self.is_recognized && self.response.lost != Diagnostics::default();
        self.end(out);
        if self.is_recognized {
            return Ok(());
        }
        if self.response.diagnostics.contains(Diagnostic::EventTooLong) {
            return Err(Error::new(Code::E021).with_detail("an event is too long"));
        }
        let detail = match (self.reason, self.forced) {
            (Some(reason), _) => reason.to_owned(),
            (None, Some(provider)) => format!("there is no event of {}", provider.name()),
            (None, None) if self.saw_bytes => {
                "the input is no UTF-8 text; is it compressed? curl --compressed decodes it"
                    .to_owned()
            }
            (None, None) => "no event shows whose stream it is".to_owned(),
        };
        let known = Code::E080.row().message;
        Err(Error::new(Code::E080).with_detail(format!("{known}: {detail}")))
    }

    fn to<'a, 'o>(&'a mut self, out: &'a mut Out<'o>) -> Assembler<'a, 'o> {
        Assembler { response: &mut self.response, lasting: &mut self.lasting, out }
    }
}

/// What events are called that are a sign of life and no more.
const PINGS: &[&str] = &["ping", "keepalive"];

/// Whether a payload is a sign of life and no more.
fn is_ping(payload: Json<'_>) -> bool {
    /// Signs of life are short.
    const LONGEST: usize = 128;
    payload.text().len() <= LONGEST
        && super::text(payload.get("type")).is_some_and(|kind| PINGS.contains(&&*kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Why an input is no stream of a provider.
    fn reason(input: &[u8], provider: Option<Provider>) -> String {
        let mut demux = Demux::new(DemuxOptions { provider, ..DemuxOptions::default() });
        demux.feed(input, &mut |_| ());
        demux
            .finish(&mut |_| ())
            .map_or_else(|error| error.message().into_owned(), |()| String::new())
    }

    #[test]
    fn what_is_no_stream_is_told_why() {
        let cohere = Some(Provider::Cohere);
        for (input, provider, expected) in [
            (&b"Hello.\n"[..], None, "no event shows whose stream it is"),
            (b"Hello.\n", cohere, "there is no event of cohere"),
            (
                b"data: {\"jsonrpc\":\"2.0\"}\n\n",
                None,
                "this is JSON-RPC, not the stream of a model",
            ),
            (b"\x28\xb5\x2f\xfd\x04\x00\xff\xff", None, "is it compressed?"),
            (b"HTTP/1.1 200 OK\r\n\r\n\x8b\x02\n\x80", None, "is it compressed?"),
            (b"\xff\xfed\0a\0t\0a\0:\0", None, "the input is no UTF-8 text"),
        ] {
            let found = reason(input, provider);
            assert!(found.contains(expected), "{}: {found}", input.escape_ascii());
        }
    }
}
