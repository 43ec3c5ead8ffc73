//! jm-repair: repaired JSON on standard output.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::repair::TOOL)
}
