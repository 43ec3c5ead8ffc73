//! The Model Context Protocol: the methods that need no stream as tools of a model.

use super::shape::{self, Field};
use super::signature::Signature;
use super::{Connection, Defaults, Failure, Method, Params};
use crate::framing::record::{Match, Pattern, Record};
use crate::gate::Profile;
use crate::json::Object;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest,
    CustomResult, Implementation, JsonObject, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

/// A method as a tool.
#[derive(Debug)]
pub struct Row {
    /// The name of the tool.
    pub name: &'static str,
    /// The method that it calls.
    pub method: &'static str,
    /// A title for people.
    pub title: &'static str,
    /// What it is for, for models.
    pub about: &'static str,
    /// The profile that judges where nobody names one, if it is not the method's own.
    pub profile: Option<Profile>,
}

/// Every tool, in the order in which they are listed.
pub static TOOLS: &[Row] = &[
    Row {
        name: "gate",
        method: "analyze",
        title: "May this JSON be acted on",
        about: "Judge JSON that a language model wrote before anything acts on it: whether it may be \
                executed, what it is once repaired, every repair, and where it may not be executed a \
                prompt to send back to the model. A text that is refused or unreadable is an answer, \
                not an error. The value is in `text`, with its numbers as they were written.",
        profile: Some(Profile::Execution),
    },
    Row {
        name: "repair",
        method: "repair",
        title: "Repair JSON",
        about: "Repair almost-JSON (cut off, single-quoted, fenced, with comments or trailing commas) \
                and list every change. A text that cannot be repaired or that the options refuse is \
                an error with a prompt to send back to the model.",
        profile: None,
    },
    Row {
        name: "validate",
        method: "validate",
        title: "Is this legal JSON",
        about: "Say whether a text is legal JSON exactly as written and, where a schema is given, \
                whether the value fits it. Otherwise say what is wrong and what a repair would take.",
        profile: None,
    },
    Row {
        name: "readiness",
        method: "readiness",
        title: "How early was each member final",
        about: "Say how early in a streamed JSON text each member was final and the required ones of \
                a schema were all there, in permille of its length.",
        profile: None,
    },
    Row {
        name: "reduce",
        method: "reduce",
        title: "Make the output of a tool short",
        about: "Make the output of a command or tool short before a model reads it. Every line that tells \
                of a failure is shown or counted, and what is left out is marked. Nothing is written or run.",
        profile: None,
    },
];

/// What clients are told about all tools.
const INSTRUCTIONS: &str = "Stands between a language model and the code that acts on the JSON it wrote. Call gate before \
     executing arguments and execute only if `executable` is true; otherwise send `retry.prompt` back.";

impl Row {
    /// The tool of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Row> {
        TOOLS.iter().find(|row| row.name == name)
    }

    /// What is said of it to clients.
    fn tool(&self) -> Tool {
        let signature = Signature::of(self.method);
        let params = signature.map(|signature| object(|schema| signature.fill_params(schema)));
        let members = signature.map_or(&[][..], |signature| signature.result);
        let result = object(|schema| {
            shape::fill_object(members.iter().filter(|field| is_told(field)), schema);
        });
        let annotations = ToolAnnotations::with_title(self.title)
            .read_only(true)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Tool::new(self.name, self.about, params.unwrap_or_default())
            .with_title(self.title)
            .with_raw_output_schema(result.into())
            .with_annotations(annotations)
    }

    /// Calls it.
    fn call(&self, defaults: &Defaults, arguments: &str) -> CallToolResult {
        let method = Method::named(self.method);
        let called = method.zip(Params::new(arguments)).map(|(row, params)| {
            let method = Method { profile: self.profile.unwrap_or(row.profile), ..*row };
            Connection::new(defaults.clone()).without_values().run(&method, params)
        });
        match called {
            Some(Ok(result)) => succeeded(&result),
            Some(Err(failure)) => failed(&failure),
            // Each row names a method, and what was parsed is an object.
            None => CallToolResult::error(Vec::new()),
        }
    }
}

/// Whether results have the member: a value would come back with its numbers rounded.
fn is_told(field: &Field) -> bool {
    field.name != "value"
}

/// The object that `fill` writes.
fn object(fill: impl FnOnce(&mut Object<'_>)) -> JsonObject {
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    fill(&mut object);
    object.end();
    serde_json::from_slice(&out).unwrap_or_default()
}

/// The result as it was written, and as content of which programs take parts.
fn succeeded(result: &[u8]) -> CallToolResult {
    let mut answer = CallToolResult::structured(serde_json::from_slice(result).unwrap_or_default());
    answer.content = vec![ContentBlock::text(String::from_utf8_lossy(result))];
    answer
}

/// An error that a model may answer: the prompt, where there is one.
fn failed(failure: &Failure) -> CallToolResult {
    let said = failure.hint.clone().unwrap_or_else(|| failure.error.to_string());
    CallToolResult::error(vec![ContentBlock::text(said)])
}

/// The arguments of a call as they were written. They travel beside their message: the SDK would hold them
/// as a tree, which rounds numbers, sorts members and has no half of a surrogate pair.
#[derive(Clone, Debug)]
pub struct Arguments(Arc<str>);

/// Where they stand in a message.
static PLACE: LazyLock<Option<Pattern>> = LazyLock::new(|| Pattern::new("/params/arguments"));

impl Arguments {
    /// Takes them out of a message: what the SDK is given of it, and they, if there are some.
    #[must_use]
    pub fn take<'a>(message: &Record<'a>) -> (Cow<'a, str>, Option<Arguments>) {
        let whole = message.whole();
        let found = PLACE.iter().flat_map(|place| message.matches(place)).next();
        match found.filter(|found| whole[found.span.clone()].starts_with('{')) {
            None => (Cow::Borrowed(whole), None),
            Some(Match { span, .. }) => {
                let rest = [&whole[..span.start], "{}", &whole[span.end..]].concat();
                (Cow::Owned(rest), Some(Arguments(whole[span].into())))
            }
        }
    }

    /// Those that came with a request, over HTTP beside its head.
    fn of(context: &RequestContext<RoleServer>) -> Option<&Arguments> {
        let extensions = &context.extensions;
        #[cfg(feature = "http")]
        let head = extensions.get::<hyper::http::request::Parts>();
        #[cfg(feature = "http")]
        if let Some(arguments) = head.and_then(|head| head.extensions.get()) {
            return Some(arguments);
        }
        extensions.get()
    }
}

/// The server, whatever carries its messages.
#[derive(Clone, Debug)]
pub struct Handler {
    /// What holds where a call says nothing.
    defaults: Defaults,
}

/// From where on work does not hold up other messages, in bytes of its arguments.
const LONG: usize = 64 << 10;

impl Handler {
    /// A server with these defaults for the arguments of its calls.
    #[must_use]
    pub fn new(defaults: Defaults) -> Handler {
        Handler { defaults }
    }
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let about = "Repairs, judges and gates the JSON that language models write";
        let itself = Implementation::new("jsonmend", env!("CARGO_PKG_VERSION"))
            .with_title("JSONMend")
            .with_description(about);
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_server_info(itself)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(Row::tool).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Row::named(name).map(Row::tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let unknown = || ErrorData::invalid_params(format!("Unknown tool: {}", request.name), None);
        let row = Row::named(&request.name).ok_or_else(unknown)?;
        let arguments =
            Arguments::of(&context).map_or_else(|| "{}".into(), |found| found.0.clone());
        let is_long = arguments.len() > LONG;
        let defaults = self.defaults.clone();
        let work = move || row.call(&defaults, &arguments);
        let result = if is_long {
            let done = tokio::task::spawn_blocking(work).await;
            done.map_err(|_| ErrorData::internal_error("internal error", None))?
        } else {
            work()
        };
        Ok(result.into())
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // A request that is known comes here where its parameters are of another form.
        Err(match &*request.method {
            "tools/call" => ErrorData::invalid_params("tools/call takes name and arguments", None),
            "tools/list" => ErrorData::invalid_params("tools/list takes a cursor at most", None),
            "initialize" => ErrorData::invalid_params(
                "initialize takes protocolVersion, capabilities and clientInfo",
                None,
            ),
            method => ErrorData::new(
                rmcp::model::ErrorCode::METHOD_NOT_FOUND,
                format!("Method not found: {method}"),
                None,
            ),
        })
    }
}
