//! Pure functions over bytes and characters; no state.

pub(crate) mod classes;
pub(crate) mod runs;
pub(crate) mod strict;
pub(crate) mod utf8;
