//! jm-check: may this be acted on.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::check::TOOL)
}
