//! What the tests share: seeded randomness, generators, a sink that checks what it hears, the laws.

pub(crate) mod console;
pub(crate) mod corpus;
pub(crate) mod documents;
pub(crate) mod faults;
pub(crate) mod flags;
pub(crate) mod fold;
pub(crate) mod generate;
pub(crate) mod growth;
pub(crate) mod laws;
pub(crate) mod oracle;
pub(crate) mod prefix;
pub(crate) mod process;
pub(crate) mod random;
pub(crate) mod run;
#[cfg(feature = "http")]
pub(crate) mod server;
pub(crate) mod streams;
pub(crate) mod text;
