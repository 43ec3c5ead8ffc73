//! The flags that declare what a document has to be, and what they declare.

use crate::cli::Console;
use crate::cli::flag::{Flag, Kind};
#[cfg(feature = "json-schema")]
use crate::cli::io::Source;
#[cfg(not(feature = "json-schema"))]
use crate::cli::parse::Usage;
use crate::provider::Tools;
use crate::schema::Schema;
use std::ffi::{OsStr, OsString};
use std::sync::Arc;

/// What a command line declares.
#[derive(Clone, Debug, Default)]
pub(super) struct Declaration {
    skeleton: Option<String>,
    file: Option<OsString>,
    tool: Option<String>,
}

/// The flags that declare.
pub(super) static FLAGS: &[Flag<Declaration>] = &[
    Flag {
        name: "schema",
        kind: Kind::Text("SKELETON", |d, text| {
            d.skeleton = Some(text.to_owned());
            Ok(())
        }),
        short: "what the value must be, as {!query:string}",
        long: "! is required, [] a list, | or, ,! at the end of an object means no other members. \
               Types are string, integer, number, boolean, null, any, object and array, with \
               constraints as number(minimum=0) or string(enum=\"a\"|\"b\"). Another value is \
               refused with E070; where exactly one reading of an ambiguity fits, it is chosen.",
    },
    Flag {
        name: "schema-json",
        kind: Kind::File(|d, file| d.file = Some(file)),
        short: "the same from a JSON Schema or the declaration of a tool",
        long: "FILE holds a JSON Schema, or tools or answer formats as MCP, OpenAI, Anthropic, Gemini \
               and Bedrock declare them, alone, in a list or in a request. Nothing is fetched.",
    },
];

/// The flag that says which of several declarations is meant.
pub(super) static TOOL: &[Flag<Declaration>] = &[Flag {
    name: "tool",
    kind: Kind::Text("NAME", |d, name| {
        d.tool = Some(name.to_owned());
        Ok(())
    }),
    short: "which tool, where the file of --schema-json declares several",
    long: "",
}];

/// Which of them exclude each other, and which is of no use without another.
pub(super) const ONE_OF: &[&str] = &["schema", "schema-json"];
pub(super) const NEED: (&[&str], &str) = (&["tool"], "schema-json");

impl Declaration {
    /// What is declared, if anything is.
    ///
    /// # Errors
    /// The exit status, once the reason has been said: E071 for an invalid declaration, E051 for a
    /// file that cannot be read, E050 where JSON Schema is not built in.
    pub(super) fn load(&self, console: &mut Console) -> Result<Option<Arc<Schema>>, u8> {
        if let Some(skeleton) = &self.skeleton {
            let parsed = Schema::parse(skeleton);
            return match parsed {
                Ok(schema) => Ok(Some(Arc::new(schema))),
                Err(error) => {
                    console.failure(&format!("--schema: {error}"));
                    Err(error.exit())
                }
            };
        }
        self.file.as_ref().map(|file| self.read(file, console).map(Arc::new)).transpose()
    }

    /// What is declared, for calls that choose their tool by name.
    ///
    /// # Errors
    /// As [`Declaration::load`].
    pub(super) fn load_tools(&self, console: &mut Console) -> Result<Tools, u8> {
        #[cfg(feature = "json-schema")]
        if let Some(file) = &self.file {
            let source = Source::File(file.clone());
            let tools = source.text().and_then(|text| Ok(Schema::all_of_json_text(&text)?));
            return tools
                .map(Tools::from_declared)
                .map_err(|stop| console.stopped(Some(&source), &stop));
        }
        Ok(self.load(console)?.map_or(Tools::Any, Tools::One))
    }

    #[cfg(feature = "json-schema")]
    fn read(&self, file: &OsStr, console: &mut Console) -> Result<Schema, u8> {
        let source = Source::File(file.to_owned());
        let schema =
            source.text().and_then(|text| Ok(Schema::from_json_text(&text, self.tool.as_deref())?));
        schema.map_err(|stop| console.stopped(Some(&source), &stop))
    }

    #[cfg(not(feature = "json-schema"))]
    fn read(&self, _: &OsStr, console: &mut Console) -> Result<Schema, u8> {
        Err(console
            .usage(&Usage::new("--schema-json is not built in: it is the feature json-schema")))
    }
}
