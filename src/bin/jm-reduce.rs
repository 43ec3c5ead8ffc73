//! jm-reduce: tool output made short for a model.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::reduce::TOOL)
}
