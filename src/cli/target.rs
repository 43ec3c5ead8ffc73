//! Where a tool's output goes, and when it is final.

use super::io::Stop;
use super::replace::Replacement;
use super::term::escaped_lines;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::os::fd::AsFd;
use std::path::Path;

/// Where output goes. It has no buffer: each write leaves at once.
#[derive(Debug)]
pub enum Target {
    /// Nobody wants it.
    Nowhere,
    /// To an open file.
    Direct(File),
    /// To a terminal, which would obey some characters if they came as they are.
    Terminal(File),
    /// To a file that is there only when it is whole.
    Replacement(Replacement),
    /// To memory, for something else to be made of it.
    Memory(Vec<u8>),
}

impl Target {
    /// Standard output, past the buffer that would cut a write at its last line end.
    ///
    /// # Errors
    /// The process has no file descriptor left.
    pub fn stdout() -> Result<Target, Stop> {
        let stdout = io::stdout();
        let file = File::from(stdout.as_fd().try_clone_to_owned().map_err(Stop::write)?);
        Ok(if stdout.is_terminal() { Target::Terminal(file) } else { Target::Direct(file) })
    }

    /// Standard output, for lines that a [`Terminal`](super::term::Terminal) made: nothing in them
    /// is left to escape but their colours.
    ///
    /// # Errors
    /// The process has no file descriptor left.
    pub fn painted_stdout() -> Result<Target, Stop> {
        Ok(match Target::stdout()? {
            Target::Terminal(file) => Target::Direct(file),
            target => target,
        })
    }

    /// The file of this name: replaced as a whole if it is one, written to if it is a device or pipe;
    /// `-` is standard output.
    ///
    /// # Errors
    /// It cannot be written to.
    pub fn file(name: &Path) -> Result<Target, Stop> {
        if name == Path::new("-") {
            return Target::stdout();
        }
        // What /dev/stdout leads to may be a file, but one that is open already.
        let is_device = name.starts_with("/dev")
            || fs::metadata(name).is_ok_and(|metadata| !metadata.is_file());
        let target = if is_device {
            OpenOptions::new().write(true).open(name).map(Target::Direct)
        } else {
            Replacement::of(name).map(Target::Replacement)
        };
        target.map_err(Stop::write)
    }

    /// The file of this name, replaced as a whole.
    ///
    /// # Errors
    /// It is no file, or its folder cannot be written to.
    pub fn replacement(name: &Path) -> Result<Target, Stop> {
        Replacement::of(name).map(Target::Replacement).map_err(Stop::write)
    }

    /// Whether what is written is void until [`Target::commit`].
    #[must_use]
    pub fn is_all_or_nothing(&self) -> bool {
        !matches!(self, Target::Direct(_) | Target::Terminal(_))
    }

    /// Whether `input` is the file whose place it takes.
    #[must_use]
    pub fn replaces(&self, input: &File) -> bool {
        matches!(self, Target::Replacement(replacement) if replacement.replaces(input))
    }

    /// What was written to memory.
    #[must_use]
    pub fn memory(&self) -> &[u8] {
        match self {
            Target::Memory(bytes) => bytes,
            _ => &[],
        }
    }

    /// Writes all of `bytes` at once; nothing where there is nothing.
    ///
    /// # Errors
    /// A write that fails.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        if bytes.is_empty() {
            return Ok(());
        }
        match self {
            Target::Nowhere => Ok(()),
            Target::Memory(memory) => memory.write_all(bytes),
            Target::Direct(file) => file.write_all(bytes),
            Target::Replacement(replacement) => replacement.write_all(bytes),
            Target::Terminal(file) => {
                let text = String::from_utf8_lossy(bytes);
                file.write_all(escaped_lines(&text).as_bytes())
            }
        }
        .map_err(Stop::write)
    }

    /// Says that all has been written and shall stay. What was written to a replacement is void
    /// without this.
    ///
    /// # Errors
    /// The file cannot take its place.
    pub fn commit(self) -> Result<(), Stop> {
        match self {
            Target::Replacement(replacement) => replacement.commit().map_err(Stop::write),
            _ => Ok(()),
        }
    }
}
