//! What becomes of events: JSON text, the input with its edits, a document that grows, lines about
//! repairs.

pub mod dedup;
pub mod delta;
pub mod growing;
pub mod layout;
pub mod output;
pub mod path;
pub mod record;
pub mod snapshot;
pub mod write;

pub use delta::{Delta, Deltas, Op};
pub use growing::{Growing, Placed};
pub use layout::Layout;
pub use output::{Output, Reusable};
pub use path::{Path, Segment, pointer_to};
pub use snapshot::{IncompleteNumber, PendingKey, Snapshot, SnapshotOptions};
pub use write::{WriteOptions, Writer};
