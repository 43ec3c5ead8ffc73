//! From bytes to what they carry: lines, the parts of a record, the payloads of an event stream.

mod aws;
mod balance;
mod body;
mod chunked;
mod event;
mod frame;
pub mod lines;
mod page;
pub mod record;
mod sse;
pub mod value;

pub use body::Framer;
pub use frame::{Fault, Frame, Frames};
