//! Protocol v1: a request a line, one answer to each, whatever carries the lines.
//!
//! ```
//! use jsonmend::protocol::Connection;
//!
//! let mut connection = Connection::default();
//! let mut answer = Vec::new();
//! connection.handle(br#"{"id":1,"method":"repair","params":{"text":"{a:1}"}}"#, &mut answer);
//! assert!(answer.starts_with(br#"{"id":1,"ok":true,"result":{"text":"{\"a\":1}""#));
//! ```

mod defaults;
mod llm;
#[cfg(feature = "mcp")]
pub mod mcp;
mod message;
pub mod method;
#[cfg(feature = "http")]
pub mod openapi;
pub mod params;
mod reduce;
#[cfg(any(feature = "http", feature = "mcp"))]
pub mod shape;
#[cfg(any(feature = "http", feature = "mcp"))]
pub mod signature;
#[cfg(feature = "http")]
pub mod status;
mod watch;

pub use defaults::Defaults;
pub use message::{Failure, Request, answer};
pub use method::{METHODS, Method};
pub use params::Params;

use crate::error::{Code, Error};
use crate::json::Object;
use crate::watch::SemanticWatcher;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The version of the protocol.
pub const PROTOCOL: u64 = 1;

/// The longest line of a request, in bytes, its end not counted.
pub const MAX_LINE: usize = 8 << 20;

/// One client: the defaults for its requests, and the streams that it has open.
#[derive(Debug, Default)]
pub struct Connection {
    defaults: Defaults,
    watch: Option<SemanticWatcher>,
    llm: Option<Box<llm::Stream>>,
    /// Whether results have the value only in their text.
    leaves_values_out: bool,
}

/// Whether the connection goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Requests may follow.
    Goes,
    /// The client has asked for the end.
    Ends,
}

impl Connection {
    /// A connection with these defaults for the parameters of its requests.
    #[must_use]
    pub fn new(defaults: Defaults) -> Connection {
        Connection { defaults, ..Connection::default() }
    }

    /// The same, but its results have the value of a document only in their text, for carriers that
    /// would round its numbers.
    #[must_use]
    pub fn without_values(self) -> Connection {
        Connection { leaves_values_out: true, ..self }
    }

    /// Answers a line, which holds no line end; the answer is a line with its end.
    pub fn handle(&mut self, line: &[u8], out: &mut Vec<u8>) -> Flow {
        let request = match Request::read(line) {
            Ok(request) => request,
            Err((id, error)) => {
                message::answer(out, Some(id), false, Err(error.into()));
                return Flow::Goes;
            }
        };
        let result = self.call(request.method(), request.params());
        let is_over = request.method() == "shutdown" && result.is_ok();
        message::answer(out, Some(request.id()), is_over, result);
        if is_over { Flow::Ends } else { Flow::Goes }
    }

    /// Answers a line that is longer than [`MAX_LINE`], of which nothing is known.
    pub fn refuse_long_line(out: &mut Vec<u8>) {
        let detail = format!("a line of a request holds at most {MAX_LINE} bytes");
        let error = Error::new(Code::E050).with_detail(detail);
        message::answer(out, Some("null"), false, Err(error.into()));
    }

    /// The result of the method of this name.
    fn call(&mut self, method: &str, params: Params<'_>) -> Result<Vec<u8>, Failure> {
        let unknown = || Error::new(Code::E050).with_detail("the method is not known");
        self.run(Method::named(method).ok_or_else(unknown)?, params)
    }

    /// The result of a method as JSON; what panics is an error, too. Of the methods that
    /// [need a stream](Method::needs_stream), only the connection that began one has anything to say.
    ///
    /// # Errors
    /// What the method does not take, and what it refuses.
    pub fn run(&mut self, method: &Method, params: Params<'_>) -> Result<Vec<u8>, Failure> {
        let mut out = Vec::new();
        let run = AssertUnwindSafe(|| {
            let mut object = Object::new(&mut out);
            (method.run)(self, method, params, &mut object)?;
            object.end();
            Ok(())
        });
        match catch_unwind(run) {
            Ok(Ok(())) => Ok(out),
            Ok(Err(failure)) => Err(failure),
            Err(_) => {
                // What it worked on is in no state to go on with.
                (self.watch, self.llm) = (None, None);
                Err(Error::new(Code::E099).into())
            }
        }
    }
}

#[cfg(test)]
mod tests;
