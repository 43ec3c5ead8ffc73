//! jm-watch: what changes in a growing document.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::watch::TOOL)
}
