//! The methods of a provider's stream: its events, and the calls that they touch.

use super::Connection;
use super::message::Failure;
use super::method::Method;
use super::params::{Params, takes};
use crate::error::{Code, Error, Result};
use crate::json::Object;
use crate::options::Options;
use crate::provider::{
    Call, CallEnd, Demux, DemuxOptions, Diagnostics, Limits, Provider, StreamEnd, Tools, Update,
};
use crate::watch::PartialParser;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The most bytes that the calls of one stream may take in an answer.
const MAX_CALLS: usize = 64 << 20;

/// A stream that is open.
#[derive(Debug)]
pub(super) struct Stream {
    demux: Demux,
    calls: Calls,
    is_fed: bool,
}

/// The calls so far.
#[derive(Debug)]
struct Calls {
    /// How what grows is read.
    options: Options,
    tools: Tools,
    growing: BTreeMap<u64, Growing>,
    /// What there is to say of those that are over, as JSON.
    done: BTreeMap<u64, Vec<u8>>,
    /// How long that is.
    size: usize,
    /// Those that the last event has touched.
    touched: BTreeSet<u64>,
    error: Option<String>,
    ignored: u64,
    /// What was odd or lost of the stream.
    diagnostics: Diagnostics,
}

/// A call whose response is not over.
#[derive(Debug)]
struct Growing {
    id: Option<String>,
    name: String,
    /// Reads the arguments, unless they are free text.
    parser: Option<PartialParser>,
}

pub(super) fn open(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    if connection.llm.is_some() {
        return Err(Failure::misplaced("a stream is open"));
    }
    connection.llm = Some(Box::new(Stream::new(connection, method, &params)?));
    result.bool("ok", true);
    Ok(())
}

pub(super) fn feed(
    connection: &mut Connection,
    _: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let stream = connection.llm.as_mut().ok_or_else(|| Failure::misplaced(NOTHING_OPEN))?;
    let event = params.required("event")?;
    if let Err(error) = stream.event(&event) {
        connection.llm = None;
        return Err(error.into());
    }
    let touched = &stream.calls.touched;
    result.array("calls", touched, |out, number| stream.calls.write(*number, out));
    Ok(())
}

pub(super) fn close(
    connection: &mut Connection,
    _: &Method,
    _: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let stream = connection.llm.take().ok_or_else(|| Failure::misplaced(NOTHING_OPEN))?;
    Ok(stream.finish(result)?)
}

pub(super) fn run(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let mut stream = Stream::new(connection, method, &params)?;
    params.list("events")?.iter().try_for_each(|event| stream.event(event))?;
    Ok(stream.finish(result)?)
}

const NOTHING_OPEN: &str = "no stream is open";

/// Whose stream it is; `None` where that is to be found out.
fn provider(params: &Params<'_>) -> Result<Option<Provider>> {
    let Some(name) = params.string("provider")? else { return Ok(Some(Provider::Anthropic)) };
    let found = Provider::choices().find(|(known, _)| *known == name);
    found.map(|(_, provider)| provider).ok_or_else(|| {
        let names: Vec<_> = Provider::choices().map(|(known, _)| known).collect();
        takes("provider", &names.join(", "))
    })
}

impl Stream {
    fn new(connection: &Connection, method: &Method, params: &Params<'_>) -> Result<Stream> {
        let mut options = params.settings(connection.defaults.of(method.profile).clone())?;
        let common = options.schema.take().map_or(Tools::Any, Tools::One);
        let tools = params.tools()?.unwrap_or(common);
        let mut limits = Limits::default();
        if let Some(length) = options.engine.max_length.take() {
            limits.arguments = usize::try_from(length).unwrap_or(usize::MAX);
        }
        let of_demux = DemuxOptions {
            provider: provider(params)?,
            limits,
            tools: tools.clone(),
            ..DemuxOptions::default()
        };
        Ok(Stream {
            demux: Demux::new(of_demux),
            calls: Calls {
                options,
                tools,
                growing: BTreeMap::new(),
                done: BTreeMap::new(),
                size: 0,
                touched: BTreeSet::new(),
                error: None,
                ignored: 0,
                diagnostics: Diagnostics::default(),
            },
            is_fed: false,
        })
    }

    /// Takes an event.
    ///
    /// # Errors
    /// E021 for calls that do not fit into an answer.
    fn event(&mut self, payload: &str) -> Result<()> {
        self.is_fed = true;
        self.calls.touched.clear();
        self.demux.event(payload, &mut |update| self.calls.take(update));
        match self.calls.size > MAX_CALLS {
            true => Err(Error::new(Code::E021).with_detail("the calls of the stream are too long")),
            false => Ok(()),
        }
    }

    /// Ends the stream, and says how every call has ended.
    ///
    /// # Errors
    /// E080 where there were events and none of the provider.
    fn finish(mut self, result: &mut Object<'_>) -> Result<()> {
        let end = self.demux.finish(&mut |update| self.calls.take(update));
        if self.is_fed {
            end?;
        }
        let calls = &self.calls;
        result.array("calls", calls.done.keys(), |out, number| calls.write(*number, out));
        result.string("error", calls.error.as_deref().unwrap_or_default());
        result.number("ignored_events", calls.ignored);
        calls.diagnostics.fill(result);
        Ok(())
    }
}

impl Calls {
    fn take(&mut self, update: Update<'_>) {
        match update {
            Update::Open(call) => {
                let growing = self.begin(call);
                self.growing.insert(call.number, growing);
                self.touched.insert(call.number);
            }
            Update::Delta { call, text, .. } => {
                let parser = self.growing.get_mut(&call).and_then(|call| call.parser.as_mut());
                // What cannot be read any further stays as far as it was read; the end says why.
                parser.map(|parser| parser.feed(text));
                self.touched.insert(call);
            }
            Update::Reset { call } => {
                if let Some(growing) = self.growing.get_mut(&call)
                    && growing.parser.is_some()
                {
                    growing.parser = Some(parser(&self.options, &self.tools, &growing.name));
                }
                self.touched.insert(call);
            }
            Update::End(end) => self.end(end),
            Update::StreamEnd(end) => self.stream_end(end),
            Update::Text { .. } => {}
        }
    }

    fn begin(&self, call: &Call) -> Growing {
        let parser = (!call.is_text).then(|| parser(&self.options, &self.tools, &call.name));
        Growing { id: call.id.clone(), name: call.name.clone(), parser }
    }

    fn end(&mut self, end: &CallEnd) {
        let number = end.call.number;
        self.growing.remove(&number);
        let mut said = Vec::new();
        write_end(end, &mut said);
        self.size += said.len();
        self.done.insert(number, said);
        self.touched.insert(number);
    }

    fn stream_end(&mut self, end: &StreamEnd) {
        self.diagnostics.extend(end.diagnostics);
        self.ignored += end.ignored.ping + end.ignored.comment + end.ignored.unknown;
        if let (None, Some(failure)) = (&self.error, &end.failure) {
            self.error = Some(failure.message.clone());
        }
    }

    /// Appends what there is to say of a call.
    fn write(&self, number: u64, out: &mut Vec<u8>) {
        match (self.done.get(&number), self.growing.get(&number)) {
            (Some(said), _) => out.extend_from_slice(said),
            (None, Some(growing)) => growing.write(number, out),
            (None, None) => out.extend_from_slice(b"null"),
        }
    }
}

/// Reads the arguments of a call as its tool takes them.
fn parser(options: &Options, tools: &Tools, name: &str) -> PartialParser {
    let schema = tools.find(name).ok().flatten().map(Arc::clone);
    PartialParser::new(&Options { schema, ..options.clone() })
}

impl Growing {
    fn write(&self, number: u64, out: &mut Vec<u8>) {
        let mut object = Object::new(out);
        object.number("index", number);
        object.string_or_null("id", self.id.as_deref());
        object.string("name", &self.name);
        object.bool("done", false);
        let exactness = self.parser.as_ref().map(|parser| parser.gate().exactness().name());
        object.string_or_null("exactness", exactness);
        object.string("end", "open");
        object.string_or_null("stop_reason", None);
        let shown = self.parser.as_ref().filter(|parser| !parser.snapshot().is_empty());
        if let Some(parser) = shown {
            let value = parser.snapshot().to_string();
            object.raw("value", &value);
        }
        let open_path = self.parser.as_ref().and_then(PartialParser::open_pointer);
        object.string_or_null("open_path", open_path.as_deref());
        object.bool("executable", false);
        object.end();
    }
}

fn write_end(end: &CallEnd, out: &mut Vec<u8>) {
    let mut object = Object::new(out);
    object.number("index", end.call.number);
    object.string_or_null("id", end.call.id.as_deref());
    object.string("name", &end.call.name);
    object.bool("done", true);
    object.string_or_null("exactness", end.exactness.map(|exactness| exactness.name()));
    object.word("end", end.end.name());
    object.string_or_null("stop_reason", end.stop.as_ref().map(|stop| stop.reason.as_str()));
    if let Some(value) = &end.value {
        object.raw("value", value);
    }
    object.string_or_null("open_path", end.open_path.as_deref());
    object.bool("executable", end.executable);
    if let Some(verdict) = &end.schema {
        object.object("schema", |schema| verdict.fill(schema));
    }
    end.call.diagnostics.fill(&mut object);
    object.end();
}
