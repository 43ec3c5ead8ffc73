//! The parameters of a call: the options of the command line under other names, and what it works on.

use crate::error::{Code, Error, Result};
use crate::flag::{Flag, Kind};
use crate::framing::record::{Record, unquote};
use crate::options::{Options, flags};
use crate::provider::Tools;
use crate::schema::Schema;
use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::{Arc, LazyLock};

/// The tables whose options are parameters; presets first, so that single ones override them.
pub const TABLES: &[&[Flag<Options>]] =
    &[flags::PROFILES, flags::SAFETY, flags::READING, flags::LIMITS, flags::SNAPSHOT];

/// What calls work on, beside the options and a declaration.
pub const OWN: &[&str] = &["text", "chunk", "step", "provider", "event", "events"];

/// What declares how a value has to be.
pub const DECLARATIONS: &[&str] = &["schema", "schema_json", "tool"];

/// The names of all parameters. Whatever else there is in an object is never looked at again.
static NAMES: LazyLock<Vec<Cow<'static, str>>> = LazyLock::new(|| {
    let options = TABLES.iter().copied().flatten().map(|flag| match flag.name.contains('-') {
        true => Cow::Owned(flag.name.replace('-', "_")),
        false => Cow::Borrowed(flag.name),
    });
    options.chain([OWN, DECLARATIONS].concat().into_iter().map(Cow::Borrowed)).collect()
});

/// The parameters of a call, as written.
#[derive(Clone, Debug)]
pub struct Params<'a> {
    written: &'a str,
    /// The values of those that have a name, found in one pass.
    known: Vec<(&'static str, &'a str)>,
}

impl Default for Params<'_> {
    fn default() -> Self {
        Params { written: "{}", known: Vec::new() }
    }
}

impl<'a> Params<'a> {
    /// The parameters that a text is, if it is a JSON object. Of several with the same name the last
    /// counts; null is as good as none.
    #[must_use]
    pub fn new(text: &'a str) -> Option<Params<'a>> {
        let record = Record::new(text).filter(Record::is_object)?;
        let mut known: Vec<(&str, &str)> = Vec::new();
        for (name, value) in record.parts() {
            let Some(name) = NAMES.iter().find(|known| **known == name) else { continue };
            known.retain(|(other, _)| other != name);
            known.extend(Some((&**name, value)).filter(|(_, text)| *text != "null"));
        }
        Some(Params { written: record.whole(), known })
    }

    /// The object as written.
    #[must_use]
    pub fn written(&self) -> &'a str {
        self.written
    }

    /// The value of a parameter as written.
    #[must_use]
    pub fn raw(&self, name: &str) -> Option<&'a str> {
        self.known.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }

    /// A text.
    ///
    /// # Errors
    /// E050 where the value is no string, or holds half a surrogate pair.
    pub fn string(&self, name: &str) -> Result<Option<Cow<'a, str>>> {
        let read = |raw: &'a str| {
            let accepted = match raw.starts_with('"') {
                true => "a string without half a surrogate pair",
                false => "a string",
            };
            unquote(raw).ok_or_else(|| takes(name, accepted))
        };
        self.raw(name).map(read).transpose()
    }

    /// A text that has to be there.
    ///
    /// # Errors
    /// As [`Params::string`], and where it is missing.
    pub fn required(&self, name: &str) -> Result<Cow<'a, str>> {
        self.string(name)?.ok_or_else(|| takes(name, "a string, which is missing"))
    }

    /// A list of texts that has to be there.
    ///
    /// # Errors
    /// E050 where it is missing or something else.
    pub fn list(&self, name: &str) -> Result<Vec<String>> {
        self.raw(name).map_or_else(|| Err(takes(name, LIST)), |raw| strings(raw, name))
    }

    /// A whole number from 1.
    ///
    /// # Errors
    /// E050 where the value is none.
    pub fn count(&self, name: &str) -> Result<Option<std::num::NonZero<usize>>> {
        let count = |raw: &str| raw.parse().map_err(|_| takes(name, "a whole number from 1"));
        self.raw(name).map(count).transpose()
    }

    /// The options that they amount to, beside what is set already.
    ///
    /// # Errors
    /// E050 for a value that an option does not take, E071 for an invalid declaration.
    pub fn options(&self, options: Options) -> Result<Options> {
        let mut options = self.settings(options)?;
        if let Some(schema) = self.schema()? {
            options.schema = Some(Arc::new(schema));
        }
        Ok(options)
    }

    /// The same but for what is declared.
    ///
    /// # Errors
    /// E050 for a value that an option does not take.
    pub fn settings(&self, mut options: Options) -> Result<Options> {
        for (flag, name) in TABLES.iter().copied().flatten().zip(NAMES.iter()) {
            if let Some(raw) = self.raw(name) {
                set(flag, name, raw, &mut options)?;
            }
        }
        options.check()?;
        Ok(options)
    }

    /// What the calls of a stream may be, if that is declared.
    ///
    /// # Errors
    /// E050 and E071, as [`Params::options`].
    pub fn tools(&self) -> Result<Option<Tools>> {
        #[cfg(feature = "json-schema")]
        if let (Some(json), None, None) =
            (self.raw("schema_json"), self.raw("schema"), self.raw("tool"))
        {
            let declared = Schema::all_of_json_text(&self.declaration(json)?)?;
            return Ok(Some(Tools::from_declared(declared)));
        }
        Ok(self.schema()?.map(|schema| Tools::One(Arc::new(schema))))
    }

    /// What is declared, if anything is.
    fn schema(&self) -> Result<Option<Schema>> {
        let json = self.raw("schema_json");
        if json.is_none() && self.string("tool")?.is_some() {
            return Err(takes("tool", "effect only beside schema_json"));
        }
        match (self.string("schema")?, json) {
            (Some(_), Some(_)) => Err(takes("schema", "no schema_json beside it")),
            (Some(skeleton), None) => Schema::parse(&skeleton).map(Some),
            (None, Some(json)) => self.json_schema(json).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The declaration that a JSON value is, or the text of one.
    #[cfg(feature = "json-schema")]
    fn json_schema(&self, json: &'a str) -> Result<Schema> {
        Schema::from_json_text(&self.declaration(json)?, self.string("tool")?.as_deref())
    }

    /// The JSON of a declaration that is given as it is, or as text.
    #[cfg(feature = "json-schema")]
    fn declaration(&self, json: &'a str) -> Result<Cow<'a, str>> {
        match json.starts_with('"') {
            true => self.required("schema_json"),
            false => Ok(Cow::Borrowed(json)),
        }
    }

    #[cfg(not(feature = "json-schema"))]
    fn json_schema(&self, _: &str) -> Result<Schema> {
        Err(takes("schema_json", "nothing: the feature json-schema is not built in"))
    }
}

/// Sets an option from JSON text.
fn set(flag: &Flag<Options>, name: &str, raw: &str, options: &mut Options) -> Result<()> {
    let value = match (&flag.kind, raw) {
        (Kind::Toggle(set), "true" | "false") => {
            set(options, raw == "true");
            return Ok(());
        }
        (Kind::Switch(_), "true") => Cow::Borrowed(""),
        // What it stands for is turned off by the single options.
        (Kind::Switch(_), "false") => return Ok(()),
        (Kind::Switch(_) | Kind::Toggle(_), _) => return Err(takes(name, "true or false")),
        (Kind::Number { .. }, _) => Cow::Borrowed(raw),
        (Kind::Text(..), _) if raw.starts_with('[') => match strings(raw, name)?.as_slice() {
            [] => return Ok(()),
            strings => Cow::Owned(strings.join(",")),
        },
        (
            Kind::Choice(..)
            | Kind::Text(..)
            | Kind::Optional(..)
            | Kind::File(_)
            | Kind::Folder(_),
            _,
        ) => unquote(raw).ok_or_else(|| takes(name, "a string"))?,
    };
    let set = flag.kind.set(options, OsString::from(value.into_owned()));
    set.map_err(|accepted| takes(name, &accepted))
}

const LIST: &str = "an array of strings";

/// The strings of an array.
fn strings(array: &str, name: &str) -> Result<Vec<String>> {
    serde_json::from_str(array).map_err(|_| takes(name, LIST))
}

/// A parameter is not what it has to be.
pub(super) fn takes(name: &str, accepted: &str) -> Error {
    Error::new(Code::E050).with_detail(format!("{name} takes {accepted}"))
}
