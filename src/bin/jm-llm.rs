//! jm-llm: tool calls out of a provider's event stream.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::llm::TOOL)
}
