//! The envelope: what a request line holds, and the line that answers it.

use super::params::Params;
use crate::error::{Code, Error};
use crate::framing::record::{Record, unquote};
use crate::json::Object;
use crate::view::record;
use std::borrow::Cow;

/// A request line.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// As written.
    id: &'a str,
    method: Cow<'a, str>,
    params: Params<'a>,
}

/// Why a call has no result.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What is wrong.
    pub error: Error,
    /// The refusal as a prompt, where it is one of a document.
    pub hint: Option<String>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { error, hint: None }
    }
}

impl Failure {
    /// A call that the state of the connection does not permit; the state stays.
    pub(super) fn misplaced(detail: &'static str) -> Failure {
        Error::new(Code::E050).with_detail(detail).into()
    }

    /// Why nothing came of a document.
    pub(super) fn of(error: Error, document: &str) -> Failure {
        let hint = Some(error.retry_hint(document));
        Failure { error, hint }
    }
}

impl<'a> Request<'a> {
    /// The request that `line` is. White space around it is none of it: some clients end their lines as
    /// Windows does.
    ///
    /// # Errors
    /// E060 with the id as far as one can be read; E050 for params that are no object.
    pub fn read(line: &'a [u8]) -> Result<Request<'a>, (&'a str, Error)> {
        let broken = |id, detail: &'static str| (id, Error::new(Code::E060).with_detail(detail));
        let text =
            std::str::from_utf8(line).map_err(|_| broken("null", "the line is not UTF-8"))?;
        let record = Record::new(text)
            .filter(Record::is_object)
            .ok_or_else(|| broken("null", "the line is no JSON object"))?;
        let (mut id, mut method, mut params) = ("null", None, None);
        for (name, value) in record.parts() {
            match &*name {
                "id" => id = value,
                "method" => method = Some(value),
                "params" => params = Some(value),
                _ => {}
            }
        }
        if !matches!(id.as_bytes().first(), Some(b'"' | b'-' | b'0'..=b'9' | b'n')) {
            return Err(broken("null", "the id is neither a number nor a string"));
        }
        let method = method.and_then(unquote);
        let method = method.ok_or_else(|| broken(id, "the request names no method"))?;
        let params = match params.filter(|params| *params != "null") {
            None => Params::default(),
            Some(params) => Params::new(params).ok_or_else(|| {
                let error = Error::new(Code::E050).with_detail("the params are no object");
                (id, error)
            })?,
        };
        Ok(Request { id, method, params })
    }

    /// Its id, as written.
    #[must_use]
    pub fn id(&self) -> &'a str {
        self.id
    }

    /// The method that it calls.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// What the method is given.
    #[must_use]
    pub fn params(&self) -> Params<'a> {
        self.params.clone()
    }
}

/// Appends the line that answers a call: without an id where the call had no envelope, with a farewell
/// where it is the last.
pub fn answer(
    out: &mut Vec<u8>,
    id: Option<&str>,
    is_last: bool,
    result: Result<Vec<u8>, Failure>,
) {
    let mut object = Object::new(out);
    if let Some(id) = id {
        object.raw("id", id);
    }
    object.bool("ok", result.is_ok());
    match result {
        Ok(result) => {
            if is_last {
                object.bool("bye", true);
            }
            object.name("result").extend_from_slice(&result);
        }
        Err(Failure { error, hint }) => {
            record::error(object.name("error"), &error, hint.as_deref());
        }
    }
    object.end();
    out.push(b'\n');
}
