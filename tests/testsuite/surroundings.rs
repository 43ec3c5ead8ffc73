//! Every tool when its surroundings fail: a closed or full output, a signal, input that comes byte by byte, a read that fails.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixDatagram;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command};
use std::thread;

use crate::support::process::{Done, code, command, done, run};

/// A way to run a tool, and an input that may go on for ever.
struct Row {
    binary: &'static str,
    arguments: &'static [&'static str],
    /// What the input begins with.
    head: &'static str,
    /// What it may go on with, again and again.
    unit: &'static str,
    answers: Answers,
}

/// When a tool writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// As soon as it has read a unit: so many lines for each.
    Live(usize),
    /// When the input is over.
    AtTheEnd,
}

const RECORD: &str = "{\"id\":1,\"input\":\"[1,]\"}\n";

const TABLE: &[Row] = &[
    Row {
        binary: env!("CARGO_BIN_EXE_jm-repair"),
        arguments: &["--multi-root=lines"],
        head: "",
        unit: "[1,]\n",
        answers: Answers::Live(1),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-repair"),
        arguments: &["--batch"],
        head: "",
        unit: RECORD,
        answers: Answers::Live(1),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-repair"),
        arguments: &["--reject-ambiguous"],
        head: "[0",
        unit: ",1",
        answers: Answers::AtTheEnd,
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-check"),
        arguments: &["--batch"],
        head: "",
        unit: RECORD,
        answers: Answers::Live(1),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-check"),
        arguments: &[],
        head: "[0",
        unit: ",1",
        answers: Answers::AtTheEnd,
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-watch"),
        arguments: &[],
        head: "[0",
        unit: ",[]",
        answers: Answers::Live(2),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-readiness"),
        arguments: &[],
        head: "{\"a\":1",
        unit: ",\"b\":1",
        answers: Answers::AtTheEnd,
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-llm"),
        arguments: &["--follow"],
        head: "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"x\",\"function\":{\"name\":\"f\",\"arguments\":\"[0\"}}]},\"finish_reason\":null}]}\n\n",
        unit: "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\",1\"}}]},\"finish_reason\":null}]}\n\n",
        answers: Answers::Live(1),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-serve"),
        arguments: &[],
        head: "",
        unit: "{\"id\":1,\"method\":\"repair\",\"params\":{\"text\":\"[1,]\"}}\n",
        answers: Answers::Live(1),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-reduce"),
        arguments: &["--batch"],
        head: "",
        unit: "{\"toolName\":\"bash\",\"argv\":[\"make\"],\"stdout\":\"ok\"}\n",
        answers: Answers::Live(1),
    },
    Row {
        binary: env!("CARGO_BIN_EXE_jm-reduce"),
        arguments: &["--text"],
        head: "",
        unit: "line\n",
        answers: Answers::AtTheEnd,
    },
];

impl Row {
    fn name(&self) -> String {
        let tool = self.binary.rsplit('/').next().unwrap_or(self.binary);
        format!("{tool} {}", self.arguments.join(" "))
    }

    fn command(&self) -> Command {
        command(self.binary, self.arguments)
    }

    fn input(&self, units: usize) -> String {
        format!("{}{}", self.head, self.unit.repeat(units))
    }
}

/// What is wrong with any row, all of it at once.
fn check_all(check: impl Fn(&Row) -> Result<(), String>) {
    let broken: Vec<String> = TABLE
        .iter()
        .filter_map(|row| check(row).err().map(|why| format!("{}: {why}", row.name())))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn ensure(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

/// A run that was stopped by its surroundings says so and exits with 2.
fn is_named(done: &Done) -> Result<(), String> {
    let is_named = done.status == 2 && done.stderr.contains("E051");
    ensure(is_named, || format!("exit {}, {:?}", done.status, done.stderr))
}

#[test]
fn a_full_disk_is_named_by_every_tool() {
    check_all(|row| {
        let full = File::options().write(true).open("/dev/full").expect("the device is there");
        is_named(&run(row.command().stdout(full), row.input(3).as_bytes()))
    });
}

#[test]
fn every_tool_goes_quietly_when_nobody_reads() {
    check_all(|row| {
        let mut child = row.command().spawn().expect("the binary starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        // What answers at the end notices at the end; the others on the way, however long that is.
        let most = if row.answers == Answers::AtTheEnd { 3 } else { usize::MAX };
        let fed = stdin.write_all(row.head.as_bytes()).is_ok();
        let mut units = 0;
        while fed && units < most && stdin.write_all(row.unit.as_bytes()).is_ok() {
            units += 1;
        }
        drop(stdin);
        let output = child.wait_with_output().expect("the child can be waited for");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        ensure(code(output.status) == 141 && told.is_empty(), || {
            format!("{}, {told}", output.status)
        })
    });
}

#[test]
fn sigterm_ends_every_tool_and_leaves_no_half_line() {
    check_all(|row| {
        let mut child = row.command().spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let mut stdout = BufReader::new(child.stdout.take().expect("stdout is a pipe"));
        // The last unit is cut in its midst.
        let input = row.input(4);
        let cut = input.len() - row.unit.len() / 2;
        stdin.write_all(&input.as_bytes()[..cut]).expect("the child reads");
        let mut output = String::new();
        if let Answers::Live(lines) = row.answers {
            // What is held back for the next byte is not waited for.
            for _ in 0..lines {
                stdout.read_line(&mut output).expect("output is UTF-8");
            }
        }
        terminate(&child);
        let status = child.wait().expect("the child can be waited for");
        stdout.read_to_string(&mut output).expect("output is UTF-8");
        ensure(status.signal() == Some(15), || status.to_string())?;
        ensure(output.is_empty() || output.ends_with('\n'), || format!("{output:?}"))
    });
}

fn terminate(child: &Child) {
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()), "a signal can be sent");
}

#[test]
fn input_that_comes_byte_by_byte_gives_the_same() {
    check_all(|row| {
        let input = row.input(3);
        let whole = run(&mut row.command(), input.as_bytes());
        // A read of a datagram gives that one; an empty one is the end.
        let (ours, theirs) = UnixDatagram::pair().expect("a pair of sockets");
        let child = row.command().stdin(OwnedFd::from(theirs)).spawn().expect("the binary starts");
        let bytes = input.into_bytes();
        let writer = thread::spawn(move || {
            for byte in bytes.chunks(1).chain([&[][..]]) {
                if ours.send(byte).is_err() {
                    break;
                }
            }
        });
        let cut = done(child);
        writer.join().expect("the writer does not panic");
        let plain = |done: Done| (done.status, without_reads(&done.stdout), done.stderr);
        let (cut, whole) = (plain(cut), plain(whole));
        ensure(cut == whole, || format!("{cut:?}, whole {whole:?}"))
    });
}

/// Lines without how much had been read when they were told.
fn without_reads(lines: &str) -> String {
    let plain = |line: &str| match line.split_once(",\"at\":") {
        Some((head, tail)) => {
            head.to_owned() + tail.trim_start_matches(|c: char| c.is_ascii_digit())
        }
        None => line.to_owned(),
    };
    lines.lines().map(plain).collect::<Vec<_>>().join("\n")
}

/// The end of a connection that gives these bytes and then fails.
fn failing(bytes: &[u8]) -> OwnedFd {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let mut theirs = TcpStream::connect(address).expect("somebody listens");
    let (mut ours, _) = listener.accept().expect("somebody connects");
    // Who closes a connection without having read what came resets it.
    theirs.write_all(b"?").expect("there is room");
    ours.peek(&mut [0]).expect("it comes");
    ours.write_all(bytes).expect("there is room");
    theirs.into()
}

#[test]
fn a_read_that_fails_is_named_and_what_was_read_before_is_answered() {
    check_all(|row| {
        let input = row.input(3);
        let units = (0..=3).map(|units| row.input(units).len());
        let places = units.chain([0, 1, input.len() / 2, input.len() - 1]);
        for place in places {
            let failed = failing(&input.as_bytes()[..place]);
            let child = row.command().stdin(failed).spawn().expect("the binary starts");
            let done = done(child);
            is_named(&done).map_err(|why| format!("after {place} bytes: {why}"))?;
            let Answers::Live(lines) = row.answers else { continue };
            let whole = place.saturating_sub(row.head.len()) / row.unit.len();
            // The last one may wait for what follows.
            let wanted = whole.saturating_sub(1) * lines;
            let count = done.stdout.lines().count();
            ensure(count >= wanted && done.stdout.lines().all(|line| !line.is_empty()), || {
                format!("{count} lines after {place} bytes: {}", done.stdout)
            })?;
        }
        Ok(())
    });
}
