//! The methods: what each is called, what it needs and what it gives.

use super::message::Failure;
use super::params::Params;
use super::reduce::reduced;
use super::{Connection, PROTOCOL, llm, watch};
use crate::gate::Profile;
use crate::json::{self, Object};
use crate::options::Options;
use crate::plan::{analyze, repair};
use crate::view::record;
use crate::watch::readiness_bytes;
use std::num::NonZero;

/// What a method does: writes its result into an object.
pub type Run = fn(&mut Connection, &Method, Params<'_>, &mut Object<'_>) -> Result<(), Failure>;

/// A method.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The name that a request calls it by.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// The profile that judges where neither the request nor the command line names one.
    pub profile: Profile,
    /// Whether it belongs to a stream, and so needs a connection that lasts.
    pub needs_stream: bool,
    /// Its work.
    pub run: Run,
}

/// Every method.
pub static METHODS: &[Method] = &[
    Method {
        name: "hello",
        about: "Says what serves, which protocol it speaks and what it can do.",
        profile: Profile::Permissive,
        needs_stream: false,
        run: hello,
    },
    Method {
        name: "repair",
        about: "Repairs a text.",
        profile: Profile::Permissive,
        needs_stream: false,
        run: repaired,
    },
    Method {
        name: "analyze",
        about: "Judges a text and says everything about it; never fails for what the text is.",
        profile: Profile::Interactive,
        needs_stream: false,
        run: analyzed,
    },
    Method {
        name: "validate",
        about: "Says whether a text is legal JSON as it is written, and what it would take.",
        profile: Profile::Permissive,
        needs_stream: false,
        run: validated,
    },
    Method {
        name: "readiness",
        about: "Says how early each member of a text was final.",
        profile: Profile::Permissive,
        needs_stream: false,
        run: ready,
    },
    Method {
        name: "watch.start",
        about: "Begins to watch a document.",
        profile: Profile::Permissive,
        needs_stream: true,
        run: watch::start,
    },
    Method {
        name: "watch.feed",
        about: "Gives more of the document that is watched.",
        profile: Profile::Permissive,
        needs_stream: true,
        run: watch::feed,
    },
    Method {
        name: "watch.finish",
        about: "Says that the document is over.",
        profile: Profile::Permissive,
        needs_stream: true,
        run: watch::finish,
    },
    Method {
        name: "llm.open",
        about: "Begins to read the stream of a provider.",
        profile: Profile::Agent,
        needs_stream: true,
        run: llm::open,
    },
    Method {
        name: "llm.feed",
        about: "Gives the next event of the stream, and takes the calls that it touched.",
        profile: Profile::Agent,
        needs_stream: true,
        run: llm::feed,
    },
    Method {
        name: "llm.close",
        about: "Says that the stream is over, and takes how every call has ended.",
        profile: Profile::Agent,
        needs_stream: true,
        run: llm::close,
    },
    Method {
        name: "llm.run",
        about: "Takes the calls out of all events of a stream.",
        profile: Profile::Agent,
        needs_stream: false,
        run: llm::run,
    },
    Method {
        name: "reduce",
        about: "Makes the output of a tool short for a model, and hides nothing bad.",
        profile: Profile::Permissive,
        needs_stream: false,
        run: reduced,
    },
    Method {
        name: "shutdown",
        about: "Ends the connection.",
        profile: Profile::Permissive,
        needs_stream: true,
        run: shutdown,
    },
];

/// The groups of methods, as `hello` lists them.
const CAPABILITIES: &[&str] =
    &["repair", "analyze", "validate", "readiness", "watch", "llm", "reduce"];

impl Method {
    /// The method of this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Method> {
        METHODS.iter().find(|method| method.name == name)
    }

    /// The options of a call: what the request says beside the defaults of the connection.
    pub(super) fn options(
        &self,
        connection: &Connection,
        params: &Params<'_>,
    ) -> Result<Options, Failure> {
        Ok(params.options(connection.defaults.of(self.profile).clone())?)
    }
}

fn hello(
    _: &mut Connection,
    _: &Method,
    _: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let version = env!("CARGO_PKG_VERSION");
    result.string("name", "jsonmend");
    result.string("engine", version);
    result.string("registry", version);
    result.number("protocol", PROTOCOL);
    result.array("capabilities", CAPABILITIES, |out, name| json::string(out, name));
    result.number("streams", 1);
    Ok(())
}

fn shutdown(
    _: &mut Connection,
    _: &Method,
    _: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    result.bool("ok", true);
    result.bool("bye", true);
    Ok(())
}

fn repaired(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let text = params.required("text")?;
    let options = method.options(connection, &params)?;
    let repaired = repair(&text, &options).map_err(|error| Failure::of(error, &text))?;
    repaired.fill(result);
    Ok(())
}

fn analyzed(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let text = params.required("text")?;
    let plan = analyze(&text, &method.options(connection, &params)?);
    match connection.leaves_values_out {
        true => plan.fill_without_value(result),
        false => plan.fill(result),
    }
    Ok(())
}

fn validated(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let text = params.required("text")?;
    let options = method.options(connection, &params)?;
    let plan = analyze(&text, &options);
    result.bool("valid", plan.valid_json);
    if plan.valid_json {
        result.null("error");
        if let Some(verdict) = &plan.schema {
            result.object("schema", |schema| verdict.fill(schema));
        }
        return Ok(());
    }
    let mut strict = options;
    strict.schema = None;
    strict.gate.strict = true;
    match repair(&text, &strict) {
        Err(error) => record::error(result.name("error"), &error, Some(&error.retry_hint(&text))),
        Ok(_) => result.null("error"),
    }
    if let Some(repaired) = &plan.text {
        result.string("repaired", repaired);
        result.word("exactness", plan.exactness.name());
        result.array("repairs", &plan.repairs, record::repair);
        result.bool("repairs_truncated", plan.repairs_truncated);
    }
    Ok(())
}

fn ready(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let text = params.required("text")?;
    let step = params.count("step")?.unwrap_or(NonZero::<usize>::MIN);
    let options = method.options(connection, &params)?;
    let found = readiness_bytes(text.as_bytes(), step, &options)
        .map_err(|error| Failure::of(error, &text))?;
    result.number("step", found.step);
    found.fill(result);
    result.array("fields", found.fields.fields(), |out, field| {
        let mut object = Object::new(out);
        found.fill_field(&field, &mut object);
        object.end();
    });
    Ok(())
}
