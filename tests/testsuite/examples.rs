//! The examples say what they are there to show.

use std::fs;

use crate::support::corpus::project;

#[allow(dead_code, reason = "an example has a main of its own")]
#[path = "../../examples/agent_loop/main.rs"]
mod agent_loop;

#[test]
fn an_agent_heals_itself_or_gives_up() {
    let file = project("examples/agent_loop/script.txt");
    let script = agent_loop::play();
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::write(&file, &script).expect("the file can be written");
    }
    assert_eq!(script, fs::read_to_string(&file).unwrap_or_default());
}
