//! The protocol from outside: what a connection answers to each line, and that nothing ends it.

mod cases;
mod endurance;
mod page;
mod twins;

use std::process::Command;

use crate::support::process::command;

/// A server on pipes.
fn serve<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    command(env!("CARGO_BIN_EXE_jm-serve"), arguments)
}
