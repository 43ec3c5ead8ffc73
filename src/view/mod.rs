//! What becomes of events: JSON text, the input with its edits, lines about repairs.

pub mod dedup;
pub mod layout;
pub mod output;
pub mod record;
pub mod write;

pub use layout::Layout;
pub use output::Output;
pub use write::{WriteOptions, Writer};
