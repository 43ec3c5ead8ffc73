//! Input in, output out: 64 KiB a read, and what a read yields leaves in one write before the next.

use crate::error::{Code, Error};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;

/// How much one read asks for.
pub const READ_SIZE: usize = 64 << 10;

/// Why a run ends before its input does.
#[derive(Debug)]
pub enum Stop {
    /// Nobody reads the output any more.
    ClosedPipe,
    /// The output cannot be written.
    Write(io::Error),
    /// The input cannot be read.
    Read(io::Error),
    /// The document is at fault.
    Document(Box<Error>),
}

/// The exit status of a filter that nobody reads from, as a shell reports SIGPIPE.
pub const CLOSED_PIPE: u8 = 141;

impl Stop {
    /// A write that failed.
    #[must_use]
    pub fn write(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
            _ => Stop::Write(error),
        }
    }

    /// The exit status.
    #[must_use]
    pub fn exit(&self) -> u8 {
        match self {
            Stop::ClosedPipe => CLOSED_PIPE,
            Stop::Write(_) | Stop::Read(_) => Code::E051.exit(),
            Stop::Document(error) => error.exit(),
        }
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Document(Box::new(error))
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Code::E051.name();
        match self {
            Stop::ClosedPipe => f.write_str("nobody reads the output"),
            Stop::Write(error) => write!(f, "{name}: the output cannot be written: {error}"),
            Stop::Read(error) => write!(f, "{name}: the input cannot be read: {error}"),
            Stop::Document(error) => error.fmt(f),
        }
    }
}

/// Where input comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    #[default]
    Stdin,
    /// A file.
    File(OsString),
}

impl Source {
    /// The inputs that operands name: nothing and `-` are standard input.
    #[must_use]
    pub fn of(operands: Vec<OsString>) -> Vec<Source> {
        if operands.is_empty() {
            return vec![Source::Stdin];
        }
        operands
            .into_iter()
            .map(|name| if name == "-" { Source::Stdin } else { Source::File(name) })
            .collect()
    }

    /// The name of the file, where it is one.
    #[must_use]
    pub fn file(&self) -> Option<&OsStr> {
        match self {
            Source::Stdin => None,
            Source::File(name) => Some(name),
        }
    }

    /// The name for people. A line of a log that begins with it must not be taken for a command of
    /// a workflow, so a name with `::` in front is given as a path.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.file().map_or("stdin".into(), OsStr::to_string_lossy);
        match &*name {
            "" => "''".to_owned(),
            name if name.trim_start().starts_with("::") => format!("./{name}"),
            name => name.to_owned(),
        }
    }

    /// Opens it, without a buffer of its own.
    ///
    /// # Errors
    /// It cannot be opened, or is a folder.
    pub fn open(&self) -> Result<File, Stop> {
        match self {
            Source::Stdin => io::stdin().as_fd().try_clone_to_owned().map(File::from),
            Source::File(name) => File::open(name),
        }
        .map_err(Stop::Read)
    }

    /// All of it, as far as its length may be: one byte more shows that there is more.
    ///
    /// # Errors
    /// As [`Source::open`], and a read that fails.
    pub fn read(&self, max_length: Option<u64>) -> Result<Vec<u8>, Stop> {
        let most = max_length.map_or(u64::MAX, |max| max.saturating_add(1));
        let mut text = Vec::new();
        self.open()?.take(most).read_to_end(&mut text).map_err(Stop::Read)?;
        Ok(text)
    }

    /// All of its text, without a byte order mark before it.
    ///
    /// # Errors
    /// As [`Source::open`], and text that is no UTF-8.
    pub fn text(&self) -> Result<String, Stop> {
        let mut text = String::new();
        self.open()?.read_to_string(&mut text).map_err(Stop::Read)?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// Reads `input` to its end and hands over each piece before it reads the next.
///
/// # Errors
/// A read that fails, and what `feed` returns.
pub fn pump(
    input: &mut dyn Read,
    mut feed: impl FnMut(&[u8]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    pump_while(input, |piece| feed(piece).map(|()| true))
}

/// As [`pump`], until `feed` says that it wants no more.
///
/// # Errors
/// As [`pump`].
pub fn pump_while(
    input: &mut dyn Read,
    mut feed: impl FnMut(&[u8]) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let mut buffer = vec![0; READ_SIZE];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(length) => {
                if !feed(&buffer[..length])? {
                    return Ok(());
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Stop::Read(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fails as told before each piece it gives.
    struct Faulty<'a>(Vec<Result<&'a [u8], io::ErrorKind>>);

    impl Read for Faulty<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0)?;
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn an_interrupted_read_is_repeated_and_another_fault_ends_the_run() {
        let mut seen = Vec::new();
        let mut input = Faulty(vec![
            Err(io::ErrorKind::Interrupted),
            Ok(b"a"),
            Err(io::ErrorKind::Interrupted),
            Ok(b"b"),
            Err(io::ErrorKind::ConnectionReset),
            Ok(b"c"),
        ]);
        let end = pump(&mut input, |piece| {
            seen.extend_from_slice(piece);
            Ok(())
        });
        assert!(matches!(end, Err(Stop::Read(_))));
        assert_eq!(seen, b"ab");
    }

    #[test]
    fn only_a_closed_pipe_is_quiet() {
        assert_eq!(Stop::write(io::ErrorKind::BrokenPipe.into()).exit(), 141);
        assert_eq!(Stop::write(io::ErrorKind::StorageFull.into()).exit(), 2);
    }
}
