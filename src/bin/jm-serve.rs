//! jm-serve: the protocol on standard input and output.

fn main() -> std::process::ExitCode {
    jsonmend::cli::main(&jsonmend::tool::serve::TOOL)
}
