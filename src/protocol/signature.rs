//! What the methods take and give: read from the tables that they work by.

use super::params::TABLES;
use super::shape::{Field, Shape, always, fill_option, sometimes};
use crate::error::ERRORS;
use crate::json::{self, Object};
use crate::plan::Decision;
use crate::provider::{Diagnostic, Provider};
use crate::reduce::Policy;
use crate::repair::AMBIGUITIES;

/// What a method takes beside the options, and what it gives.
#[derive(Debug)]
pub struct Signature {
    /// The name of the method.
    pub method: &'static str,
    /// Its own parameters.
    pub params: &'static [Field],
    /// Whether the options of engine and gate, and a declaration, are parameters too.
    pub takes_options: bool,
    /// Its result.
    pub result: &'static [Field],
}

const COUNT: Shape = Shape::Whole(Some(0));

/// A place, or -1 for what never happened.
const POINT: Shape = Shape::Whole(Some(-1));

/// Every method that needs no stream.
pub static SIGNATURES: &[Signature] = &[
    Signature { method: "hello", params: &[], takes_options: false, result: HELLO },
    Signature { method: "repair", params: &[TEXT], takes_options: true, result: REPAIRED },
    Signature { method: "analyze", params: &[TEXT], takes_options: true, result: PLAN },
    Signature { method: "validate", params: &[TEXT], takes_options: true, result: VALIDATION },
    Signature {
        method: "readiness",
        params: &[TEXT, STEP],
        takes_options: true,
        result: READINESS,
    },
    Signature { method: "llm.run", params: EVENTS, takes_options: true, result: CALLS },
    Signature { method: "reduce", params: ENVELOPE, takes_options: false, result: REDUCED },
];

/// The answer to a call that failed, without its envelope.
pub static ERROR: Shape = Shape::Object(&[
    always("code", Shape::Words(codes), "which error it is"),
    always("message", Shape::Text, "the error in a sentence"),
    always("exit", COUNT, "the exit status of a command that ends with it"),
    sometimes("offset", COUNT, "where it is, in UTF-16 units from 0"),
    sometimes("byte", COUNT, "where it is, in bytes from 0"),
    sometimes("line", COUNT, "its line, from 1"),
    sometimes("column", COUNT, "its column in UTF-16 units, from 1"),
    sometimes("retry_hint", Shape::Text, "a prompt for the model that wrote the text"),
]);

const TEXT: Field = always("text", Shape::Text, "the text to work on");
const STEP: Field =
    sometimes("step", Shape::Whole(Some(1)), "look only every so many UTF-16 units");

/// What a declaration adds to the parameters.
const DECLARATION: &[Field] = &[
    sometimes("schema", Shape::Text, "what the value must be, as {!query:string,!limit:integer}"),
    #[cfg(feature = "json-schema")]
    sometimes(
        "schema_json",
        Shape::Either(&[
            Shape::Object(&[]),
            Shape::Text,
            Shape::List(&Shape::Object(&[])),
            Shape::Flag,
        ]),
        "the same as a JSON Schema or the declaration of a tool, as JSON or as its text",
    ),
    #[cfg(feature = "json-schema")]
    sometimes("tool", Shape::Text, "which tool, where schema_json declares several"),
];

const HELLO: &[Field] = &[
    always("name", Shape::Text, "jsonmend"),
    always("engine", Shape::Text, "the version of the engine"),
    always("registry", Shape::Text, "the version of the package"),
    always("protocol", COUNT, "the version of the protocol"),
    always("capabilities", Shape::List(&Shape::Text), "the groups of methods"),
    always("streams", COUNT, "how many streams a connection may have open"),
];

const REPAIRED: &[Field] = &[
    always("text", Shape::Text, "the repaired text"),
    EXACTNESS,
    AMBIGUOUS,
    COMPLETENESS,
    REPAIRS,
    REPAIRS_TRUNCATED,
];

const PLAN: &[Field] = &[
    always("decision", Shape::Words(decisions), "what the text is, from the text alone"),
    always("label", Shape::Text, "the decision as a word for people"),
    EXACTNESS,
    AMBIGUOUS,
    COMPLETENESS,
    always("valid_json", Shape::Flag, "whether the text is legal JSON as it was written"),
    always("normalized", Shape::Flag, "whether the text given differs in more than white space"),
    always("ambiguity", AMBIGUITY, "the class of the first place with two readings"),
    always("execution", Shape::Words(|| vec!["allowed", "refused"]), "what the options say of it"),
    always("profile", Shape::Maybe(&Shape::Text), "the profile that judged, where it is one"),
    always("executable", Shape::Flag, "whether it may be acted on"),
    always("schema_total", COUNT, "how many members are required"),
    always("schema_satisfied", COUNT, "how many of them are there and of the right kind"),
    always("schema_missing", POINTERS, "those that are not there"),
    always("schema_mismatched", POINTERS, "what is not as it was declared"),
    always("error", Shape::Maybe(&ERROR), "why it is refused or cannot be read"),
    REPAIRS,
    REPAIRS_TRUNCATED,
    always("retry", Shape::Maybe(&RETRY), "what to answer the model that wrote it"),
    always("value", Shape::Any, "the value; null where there is none"),
    always("text", Shape::Maybe(&Shape::Text), "the repaired text; null where there is none"),
];

const VALIDATION: &[Field] = &[
    always("valid", Shape::Flag, "whether the text is legal JSON as it was written"),
    always("error", Shape::Maybe(&ERROR), "the first thing that is wrong with it"),
    sometimes("schema", VERDICT, "how a valid text and the declaration go together"),
    sometimes("repaired", Shape::Text, "what it would be, repaired"),
    sometimes("exactness", Shape::Words(exactness), "what the repair would cost"),
    sometimes("repairs", Shape::List(&REPAIR), "what it would take"),
    sometimes("repairs_truncated", Shape::Flag, "whether it would take more than is listed"),
];

const READINESS: &[Field] = &[
    always("step", COUNT, "how many UTF-16 units were read between two looks"),
    always("length", COUNT, "the length of the text in UTF-16 units"),
    always("syntax_permille", POINT, "where the root was whole, in permille of the length"),
    always("schema_permille", POINT, "where all that is required was there"),
    always("settled_permille", POINT, "where all that is required was final"),
    always("deciles", Shape::List(&POINT), "the share of members final at each tenth"),
    always("verdict", Shape::Maybe(&VERDICT), "how the text and the declaration go together"),
    always("fields", Shape::List(&READY), "each member, and when it was final"),
];

const EVENTS: &[Field] = &[
    sometimes("provider", Shape::Words(providers), "whose stream it is; anthropic unless named"),
    always("events", Shape::List(&Shape::Text), "the payload of each event, as JSON text"),
];

const CALLS: &[Field] = &[
    always("calls", Shape::List(&CALL), "every call of the stream, in order"),
    always("error", Shape::Text, "what the provider says went wrong; empty where nothing did"),
    always("ignored_events", COUNT, "how many events meant nothing to a call"),
    always("diagnostics", DIAGNOSTICS, "what was odd or lost of the stream"),
];

static CALL: Shape = Shape::Object(&[
    always("index", COUNT, "its number in the stream, from 0"),
    always("id", Shape::Maybe(&Shape::Text), "the provider's id"),
    always("name", Shape::Text, "the tool"),
    always("done", Shape::Flag, "whether its response is over"),
    always("exactness", Shape::Maybe(&Shape::Words(exactness)), "the worst of the repairs"),
    always("end", Shape::Words(ends), "how it ended"),
    always("stop_reason", Shape::Maybe(&Shape::Text), "why, as the provider says it"),
    sometimes("value", Shape::Any, "the arguments, as far as they go"),
    always("open_path", Shape::Maybe(&Shape::Text), "the pointer of the value that is open"),
    always("executable", Shape::Flag, "whether it may be acted on"),
    sometimes("schema", VERDICT, "how the arguments and their declaration go together"),
    sometimes("diagnostics", DIAGNOSTICS, "what was odd or lost of it, once it is over"),
]);

const DIAGNOSTICS: Shape = Shape::List(&Shape::Words(diagnostics));

fn diagnostics() -> Vec<&'static str> {
    Diagnostic::ALL.iter().map(|row| row.1).collect()
}

fn providers() -> Vec<&'static str> {
    Provider::choices().map(|(name, _)| name).collect()
}

fn ends() -> Vec<&'static str> {
    vec!["open", "complete", "max_tokens", "interrupted", "provider_error"]
}

/// What the host of a tool asks.
const ENVELOPE: &[Field] = &[
    sometimes("id", ID, "comes back in the answer"),
    always("input", Shape::Object(OUTPUT), "what was called, and what it wrote"),
    sometimes("options", Shape::Object(HOW), "how it is made short"),
];

const ID: Shape = Shape::Either(&[Shape::Text, Shape::Whole(None)]);

const OUTPUT: &[Field] = &[
    always("toolName", Shape::Text, "the host's name for the tool, such as bash"),
    sometimes("command", Shape::Text, "the command line"),
    sometimes("argv", Shape::List(&Shape::Text), "the command as arguments"),
    sometimes("stdout", Shape::Text, "what it wrote on standard output"),
    sometimes("stderr", Shape::Text, "what it wrote on standard error"),
    sometimes("combinedText", Shape::Text, "both, where they came as one"),
    sometimes("exitCode", Shape::Number, "its exit status"),
    sometimes("partial", Shape::Flag, "whether more is to come"),
];

const HOW: &[Field] = &[
    sometimes("maxInlineChars", COUNT, "the most characters of the answer"),
    sometimes("classifier", Shape::Text, "the rule to use, by its id"),
    sometimes("raw", Shape::Flag, "the text as it is"),
    sometimes("noOmit", Shape::Flag, "nothing may be left out"),
    sometimes("trace", Shape::Flag, "say how the answer came about"),
    sometimes("policy", Shape::Words(Policy::names), "what may be made short"),
];

const REDUCED: &[Field] = &[
    sometimes("id", ID, "that of the request"),
    always("inlineText", Shape::Text, "the text for the model"),
    always("stats", Shape::Object(SIZES), "what became of its size"),
    always("classification", Shape::Object(CLASS), "what the text was taken for"),
    sometimes("facts", Shape::Object(&[]), "what was counted, by what it is"),
    sometimes("omitted", Shape::Object(OMITTED), "what was left out"),
    sometimes("metadata", Shape::Object(&[]), "what became of wishes that concern the host"),
    sometimes("trace", Shape::Object(&[]), "how the answer came about"),
];

const SIZES: &[Field] = &[
    always("rawChars", COUNT, "characters of the text"),
    always("reducedChars", COUNT, "characters of the answer"),
    always("ratio", Shape::Number, "what part is left"),
];

const CLASS: &[Field] = &[
    always("family", Shape::Text, "the family of the rule"),
    sometimes("matchedReducer", Shape::Text, "its id"),
    always("confidence", Shape::Words(|| vec!["high", "medium", "low"]), "how sure that is"),
    always("reasons", Shape::List(&Shape::Text), "why"),
];

const OMITTED: &[Field] = &[
    always("lines", COUNT, "lines that are not shown"),
    always("chars", COUNT, "their characters"),
    always("failures", COUNT, "distinct failures that are not shown as they were"),
    always("gaps", COUNT, "places where something is missing"),
];

static READY: Shape = Shape::Object(&[
    always("path", Shape::Text, "its JSON Pointer"),
    always("ready_at", POINT, "where it was final, in UTF-16 units"),
    always("permille", POINT, "the same in permille of the length"),
]);

const VERDICT: Shape = Shape::Object(&[
    always("total", COUNT, "how many members are required"),
    always("satisfied", COUNT, "how many of them are there and of the right kind"),
    always("missing", POINTERS, "those that are not there"),
    always("mismatched", POINTERS, "what is not as it was declared"),
    sometimes("unjudged", Shape::Text, "why that is not known"),
    always("ok", Shape::Flag, "whether it is what it has to be"),
]);

static REPAIR: Shape = Shape::Object(&[
    always("code", Shape::Text, "the rule's code"),
    always("threshold", Shape::Text, "the rule's name"),
    always("action", Shape::Words(|| vec!["insert", "delete", "replace", "note"]), "what it does"),
    always("severity", Shape::Words(|| vec!["note", "cosmetic", "lossy"]), "what it costs"),
    always("confidence", Shape::Words(|| vec!["certain", "likely", "guess"]), "how sure it is"),
    always(
        "loss",
        Shape::Words(|| vec!["none", "truncated", "dropped", "invented"]),
        "what became of data",
    ),
    always("ambiguity", AMBIGUITY, "the class, where there are two readings"),
    always("offset", COUNT, "where it is, in UTF-16 units from 0"),
    always("byte", COUNT, "where it is, in bytes from 0"),
    always("line", COUNT, "its line, from 1"),
    always("column", COUNT, "its column in UTF-16 units, from 1"),
    always("message", Shape::Text, "the repair in a sentence"),
    always("edits", Shape::List(&EDIT), "what is changed in the text"),
    sometimes("resolved_by", Shape::Words(|| vec!["schema"]), "what settled the ambiguity"),
]);

static EDIT: Shape = Shape::Object(&[
    always("byte", COUNT, "where"),
    always("delete", COUNT, "how many bytes go"),
    always("insert", Shape::Text, "what comes in their place"),
]);

static RETRY: Shape = Shape::Object(&[always("prompt", Shape::Text, "the refusal as a prompt")]);

const EXACTNESS: Field = always("exactness", Shape::Words(exactness), "the worst of the repairs");
const AMBIGUOUS: Field = always("ambiguous", Shape::Flag, "whether something has two readings");
const COMPLETENESS: Field = always(
    "completeness",
    Shape::Words(|| vec!["empty", "partial", "complete"]),
    "whether the text was all there",
);
const REPAIRS: Field = always("repairs", Shape::List(&REPAIR), "what was done, in order");
const REPAIRS_TRUNCATED: Field =
    always("repairs_truncated", Shape::Flag, "whether there were more repairs than are listed");
const AMBIGUITY: Shape = Shape::Maybe(&Shape::Words(ambiguities));
const POINTERS: Shape = Shape::List(&Shape::Text);

fn codes() -> Vec<&'static str> {
    ERRORS.iter().map(|row| row.code.name()).collect()
}

fn decisions() -> Vec<&'static str> {
    Decision::ALL.iter().map(|(_, name, _)| *name).collect()
}

fn ambiguities() -> Vec<&'static str> {
    AMBIGUITIES.iter().map(|(_, name, _)| *name).collect()
}

fn exactness() -> Vec<&'static str> {
    vec!["exact", "cosmetic", "lossy"]
}

impl Signature {
    /// The signature of the method of this name; a stream's methods have none.
    #[must_use]
    pub fn of(method: &str) -> Option<&'static Signature> {
        SIGNATURES.iter().find(|row| row.method == method)
    }

    /// Writes the schema of its parameters into an object.
    pub fn fill_params(&self, schema: &mut Object<'_>) {
        let declared = if self.takes_options { DECLARATION } else { &[] };
        schema.string("type", "object");
        schema.object("properties", |members| {
            self.params.iter().chain(declared).for_each(|field| field.fill_member(members));
            if self.takes_options {
                TABLES.iter().copied().flatten().for_each(|flag| fill_option(flag, members));
            }
        });
        let required = self.params.iter().filter(|field| field.is_required);
        schema.array("required", required, |out, field| json::string(out, field.name));
    }
}
