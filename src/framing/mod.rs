//! From bytes to what they carry: lines, and the parts of a record.

pub mod lines;
pub mod record;
