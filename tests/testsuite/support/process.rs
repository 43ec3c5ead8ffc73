//! Runs a tool as a process.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;

/// How a process ended, and what it wrote.
pub(crate) struct Done {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A binary with these arguments, its streams piped.
pub(crate) fn command<S: AsRef<OsStr>>(
    binary: &str,
    arguments: impl IntoIterator<Item = S>,
) -> Command {
    let mut command = Command::new(binary);
    // A filter depends on no variable; Spark starts it without any.
    command.env_clear().args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs a command with this input, written by a thread of its own.
pub(crate) fn run(command: &mut Command, input: &[u8]) -> Done {
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_vec();
    // A child that ends early closes its end; that is its business.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let done = done(child);
    writer.join().expect("the writer does not panic");
    done
}

/// What becomes of a process that has its input.
pub(crate) fn done(child: Child) -> Done {
    let output = child.wait_with_output().expect("the child can be waited for");
    Done {
        status: code(output.status),
        stdout: String::from_utf8(output.stdout).expect("output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// The exit status of a process that was not killed.
pub(crate) fn code(status: ExitStatus) -> i32 {
    status.code().expect("the process was not killed")
}

/// The most memory that a process has held, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn peak(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let digits = line.and_then(|line| line.trim().strip_suffix(" kB"));
    digits.and_then(|digits| digits.parse().ok()).expect("the peak is a number of KiB")
}
