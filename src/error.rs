//! What can go wrong: one code, one message, one exit status each.

use crate::position::Position;
use std::borrow::Cow;
use std::fmt;

/// The result of everything that can fail here.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A row of the error table.
#[derive(Debug)]
pub struct Row {
    /// The code as users see it, `E001`.
    pub code: Code,
    /// The fixed English message.
    pub message: &'static str,
    /// The exit status of a command that ends with it.
    pub exit: u8,
}

/// An error's code. The order is that of the table, not of precedence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "ERRORS says what each means")]
pub enum Code {
    E001,
    E002,
    E003,
    E004,
    E005,
    E010,
    E011,
    E012,
    E013,
    E020,
    E021,
    E022,
    E040,
    E041,
    E050,
    E051,
    E060,
    E070,
    E071,
    E080,
    E099,
}

/// Every error, in the order of its code.
pub static ERRORS: &[Row] = &[
    Row { code: Code::E001, message: "the input is empty", exit: 3 },
    Row { code: Code::E002, message: "no JSON value found", exit: 3 },
    Row { code: Code::E003, message: "the structure cannot be repaired", exit: 3 },
    Row { code: Code::E004, message: "text after the value", exit: 3 },
    Row { code: Code::E005, message: "a policy set to error was hit", exit: 3 },
    Row { code: Code::E010, message: "the repair needed is not permitted", exit: 5 },
    Row { code: Code::E011, message: "the input has two readings", exit: 5 },
    Row { code: Code::E012, message: "the provider did not end the text itself", exit: 5 },
    Row { code: Code::E013, message: "the root is of another kind than asked for", exit: 5 },
    Row { code: Code::E020, message: "nested too deeply", exit: 4 },
    Row { code: Code::E021, message: "the input is too long", exit: 4 },
    Row { code: Code::E022, message: "a single token is too long", exit: 4 },
    Row { code: Code::E040, message: "the input is not valid UTF-8", exit: 3 },
    Row { code: Code::E041, message: "the input is UTF-16 or UTF-32", exit: 3 },
    Row { code: Code::E050, message: "usage", exit: 2 },
    Row { code: Code::E051, message: "input or output failed", exit: 2 },
    Row { code: Code::E060, message: "the request line is malformed", exit: 3 },
    Row { code: Code::E070, message: "the value does not fit the schema", exit: 5 },
    Row { code: Code::E071, message: "the schema declaration is invalid", exit: 2 },
    Row { code: Code::E080, message: "no event stream of a provider recognized", exit: 3 },
    Row { code: Code::E099, message: "internal error", exit: 70 },
];

impl Code {
    /// The row of the table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &ERRORS[self as usize]
    }

    /// The name, `E001`.
    #[must_use]
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 21] = [
            "E001", "E002", "E003", "E004", "E005", "E010", "E011", "E012", "E013", "E020", "E021",
            "E022", "E040", "E041", "E050", "E051", "E060", "E070", "E071", "E080", "E099",
        ];
        NAMES[self as usize]
    }

    /// The exit status of a command that ends with it.
    #[must_use]
    pub fn exit(self) -> u8 {
        self.row().exit
    }
}

/// The repair that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The rule's code, `R006`.
    pub code: &'static str,
    /// The rule's name, `InsertComma`.
    pub name: &'static str,
    /// The class of the ambiguity, where there is one.
    pub class: Option<&'static str>,
    /// The sentence that names both readings, where there are two.
    pub reason: Option<&'static str>,
}

/// A failure: its code, its place where there is one, and what caused it.
///
/// It is one word, so that what usually succeeds returns in a register.
#[derive(Clone, PartialEq, Eq)]
pub struct Error(Box<Failure>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Failure {
    code: Code,
    detail: Option<Cow<'static, str>>,
    at: Option<Position>,
    cause: Option<Cause>,
}

impl Error {
    /// An error without a place.
    #[must_use]
    pub fn new(code: Code) -> Error {
        Error(Box::new(Failure { code, detail: None, at: None, cause: None }))
    }

    /// An error at a place of the input.
    #[must_use]
    pub fn at(code: Code, at: Position) -> Error {
        Error(Box::new(Failure { code, detail: None, at: Some(at), cause: None }))
    }

    /// Says more than the fixed message; must hold no text of the input.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<Cow<'static, str>>) -> Error {
        self.0.detail = Some(detail.into());
        self
    }

    /// Says where it is, if that is known.
    #[must_use]
    pub fn with_place(mut self, at: Option<Position>) -> Error {
        self.0.at = at;
        self
    }

    /// Names the repair that was refused.
    #[must_use]
    pub fn with_cause(mut self, cause: Cause) -> Error {
        self.0.cause = Some(cause);
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The exit status of a command that ends with it.
    #[must_use]
    pub fn exit(&self) -> u8 {
        self.0.code.exit()
    }

    /// The place, where there is one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.at
    }

    /// The repair that was refused, where one was.
    #[must_use]
    pub fn cause(&self) -> Option<&Cause> {
        self.0.cause.as_ref()
    }

    /// The message, without code and place.
    #[must_use]
    pub fn message(&self) -> Cow<'static, str> {
        match &self.0.detail {
            Some(detail) => detail.clone(),
            None => Cow::Borrowed(self.0.code.row().message),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Error {
    /// `E020: nested too deeply at line 1 column 1025 (byte 1024)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.0.code.name(), self.message())?;
        if let Some(cause) = &self.0.cause {
            write!(f, " ({} {}", cause.code, cause.name)?;
            if let Some(class) = cause.class {
                write!(f, ", {class}")?;
            }
            f.write_str(")")?;
        }
        match self.0.at {
            Some(at) => write!(f, " at {at}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_codes() {
        for (index, row) in ERRORS.iter().enumerate() {
            assert_eq!(row.code as usize, index);
            assert_eq!(format!("{:?}", row.code), row.code.name());
        }
    }
}
