//! Why a request is not answered: a code and a message that quotes nothing of it.

use super::request::Id;
use crate::json::{Object, string};
use std::fmt;

/// The code of a rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is no JSON, or not of the shape of a request.
    InvalidJson,
    /// It holds a NUL byte, or a NUL character where none may be.
    NulByte,
    /// It is longer than the limit.
    TooLarge,
    /// Something went wrong here.
    Internal,
}

impl Reason {
    /// The code as it is written.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::InvalidJson => "invalid_json",
            Reason::NulByte => "nul_byte",
            Reason::TooLarge => "too_large",
            Reason::Internal => "internal",
        }
    }

    /// The exit status of a command that ends with it.
    #[must_use]
    pub fn exit(self) -> u8 {
        match self {
            Reason::InvalidJson | Reason::NulByte => 3,
            Reason::TooLarge => 4,
            Reason::Internal => 70,
        }
    }
}

/// A request that is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The code.
    pub reason: Reason,
    /// What was expected where; holds no text of the request.
    pub message: String,
}

impl Rejection {
    /// A rejection.
    #[must_use]
    pub fn new(reason: Reason, message: impl Into<String>) -> Rejection {
        Rejection { reason, message: message.into() }
    }

    /// More than `max` bytes.
    #[must_use]
    pub fn too_large(max: u64) -> Rejection {
        Rejection::new(Reason::TooLarge, format!("longer than {max} bytes"))
    }

    /// A NUL where none may be.
    #[must_use]
    pub fn nul(place: &str) -> Rejection {
        Rejection::new(Reason::NulByte, format!("{place}: a NUL byte"))
    }

    /// Appends it as an object: `id` and `line` say which request of a batch it was.
    pub fn write(&self, out: &mut Vec<u8>, id: Option<&Id>, line: Option<u64>) {
        let mut object = Object::new(out);
        object.word("code", self.reason.name());
        object.string("message", &self.message);
        if let Some(id) = id {
            id.write(object.name("id"));
        }
        if let Some(line) = line {
            object.number("line", line);
        }
        object.end();
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason.name(), self.message)
    }
}

impl Id {
    /// Appends it as it was given.
    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Id::Text(text) => string(out, text),
            Id::Number(digits) => out.extend_from_slice(digits.as_bytes()),
        }
    }
}
