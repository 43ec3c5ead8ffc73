//! jm-readiness: when each member of a document was final.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::readiness::TOOL)
}
