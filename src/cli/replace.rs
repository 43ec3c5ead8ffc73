//! A file that takes the place of another only when it is whole.

use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, BufReader, Read, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file written beside its target. Dropped before [`Replacement::commit`], it leaves no trace.
#[derive(Debug)]
pub struct Replacement {
    temporary: NamedTempFile,
    target: PathBuf,
}

impl Replacement {
    /// Begins a file that is to be `target`; through a link it will be the file that the link leads to.
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
        // What is the matter with a folder is said as the system says it.
        fs::metadata(folder)?;
        let temporary = Builder::new()
            .prefix(".jsonmend-")
            .permissions(Permissions::from_mode(mode & 0o777))
            .tempfile_in(folder)
            // The reason alone: the name of the temporary file says nothing to anybody.
            .map_err(|error| io::Error::from(error.kind()))?;
        Ok(Replacement { temporary, target })
    }

    /// Whether `file` is the one whose place it takes.
    #[must_use]
    pub fn replaces(&self, file: &File) -> bool {
        let place = |metadata: Metadata| (metadata.dev(), metadata.ino());
        let (Ok(file), Ok(target)) = (file.metadata(), fs::metadata(&self.target)) else {
            return false;
        };
        place(file) == place(target)
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
            keep_owner(temporary.as_file(), &metadata)?;
        }
        temporary.as_file().sync_all()?;
        temporary.persist(target).map(drop).map_err(|error| error.error)
    }
}

/// Gives a file the owner and the mode of the one whose place it takes. Where it cannot have the
/// owner, it must not run as another than the old one would have.
fn keep_owner(file: &File, old: &Metadata) -> io::Result<()> {
    const RUNS_AS_OWNER: u32 = 0o6000;
    let new = file.metadata()?;
    let same = (new.uid(), new.gid()) == (old.uid(), old.gid());
    let kept = same || fchown(file, Some(old.uid()), Some(old.gid())).is_ok();
    let mode = old.permissions().mode() & if kept { !0 } else { !RUNS_AS_OWNER };
    file.set_permissions(Permissions::from_mode(mode))
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
