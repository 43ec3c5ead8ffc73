//! A document while it grows: what it is by now, what has changed, what of it is final.
//!
//! ```
//! use jsonmend::{Options, PartialParser};
//!
//! let mut parser = PartialParser::new(&Options::default());
//! parser.feed(r#"{"name":"Mo"#)?;
//! assert_eq!(parser.snapshot().to_string(), r#"{"name":"Mo"}"#);
//! parser.feed(r#"n"}"#)?;
//! assert_eq!(parser.finish()?.text, r#"{"name":"Mon"}"#);
//! # Ok::<(), jsonmend::Error>(())
//! ```

mod field;
mod partial;
mod readiness;
mod watcher;

pub use field::{Field, FieldTracker};
pub use partial::PartialParser;
pub use readiness::{Readiness, readiness, readiness_bytes};
pub use watcher::{Ended, Fate, Final, Happening, SemanticWatcher, WatchEvent};
