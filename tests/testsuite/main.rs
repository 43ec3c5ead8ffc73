//! What JSONMend promises, checked from outside.

mod choose;
mod cmd;
mod conformance;
mod encoding;
mod fuzz;
mod generated;
mod jsontestsuite;
mod layers;
mod limits;
mod linear;
mod process;
mod props;
mod readme;
mod support;
