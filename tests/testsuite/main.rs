//! What JSONMend promises, checked from outside.

mod batch;
mod check;
mod choose;
mod cmd;
mod conformance;
mod encoding;
mod examples;
mod features;
mod fuzz;
mod generated;
#[cfg(feature = "http")]
mod http;
mod instructions;
#[cfg(feature = "json-schema")]
mod json_schema;
mod jsontestsuite;
mod layers;
mod limits;
mod linear;
mod links;
mod llm;
#[cfg(feature = "mcp")]
mod mcp;
mod plan;
mod process;
mod props;
#[cfg(feature = "json-schema")]
mod protocol;
mod readme;
mod reduce;
#[cfg(feature = "json-schema")]
mod schema;
#[cfg(any(feature = "http", feature = "mcp"))]
mod shape;
mod support;
mod surroundings;
mod watch;
