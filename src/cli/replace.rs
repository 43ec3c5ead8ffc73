//! A file that takes the place of another only when it is whole.

use std::fs::{self, File, Permissions};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file written beside its target. Dropped before [`Replacement::commit`], it leaves no trace.
#[derive(Debug)]
pub struct Replacement {
    temporary: NamedTempFile,
    target: PathBuf,
}

impl Replacement {
    /// Begins a file that is to be `target`; behind a link it will be the file that the link leads to.
    ///
    /// # Errors
    /// The target is something else than a file, or its folder cannot be written to.
    pub fn of(target: &Path) -> io::Result<Replacement> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mode = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_file() => metadata.permissions().mode(),
            Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file")),
            Err(_) => 0o666,
        };
        let temporary = Builder::new()
            .prefix(".jsonmend-")
            .permissions(Permissions::from_mode(mode & 0o777))
            .tempfile_in(folder)?;
        Ok(Replacement { temporary, target })
    }

    /// Puts the file in place of its target, with the target's mode; one that holds the same bytes
    /// stays untouched.
    ///
    /// # Errors
    /// The file cannot be written or renamed; the target is as it was then.
    pub fn commit(self) -> io::Result<()> {
        let Replacement { temporary, target } = self;
        if is_same(temporary.path(), &target)? {
            return Ok(());
        }
        if let Ok(metadata) = fs::metadata(&target) {
            temporary.as_file().set_permissions(metadata.permissions())?;
        }
        temporary.as_file().sync_all()?;
        temporary.persist(target).map(drop).map_err(|error| error.error)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.temporary.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.temporary.flush()
    }
}

/// Whether both files hold the same bytes; a target that cannot be read holds others.
fn is_same(one: &Path, target: &Path) -> io::Result<bool> {
    let (one, Ok(other)) = (File::open(one)?, File::open(target)) else { return Ok(false) };
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    let mut others = BufReader::new(other).bytes();
    for byte in BufReader::new(one).bytes() {
        let (byte, other) = (byte?, others.next().transpose()?);
        if Some(byte) != other {
            return Ok(false);
        }
    }
    Ok(true)
}
