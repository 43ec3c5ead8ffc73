//! A file that takes the place of another only when it is whole.

use super::nameless;
use std::fs::{self, File, Metadata, Permissions};
use std::io::{self, BufReader, Read, Seek, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file written beside its target. Dropped before [`Replacement::commit`], it leaves no trace.
#[derive(Debug)]
pub struct Replacement {
    written: Written,
    folder: PathBuf,
    target: PathBuf,
}

/// A file that has not taken its place yet.
#[derive(Debug)]
enum Written {
    /// It has no name, so that nothing is left of it however the process ends.
    Nameless(File),
    /// The system or the file system wants a name.
    Named(NamedTempFile),
}

impl Replacement {
    /// Begins a file that is to be `target`; through a link it will be the file that the link leads to.
    ///
    /// # Errors
    /// The target is something else than a file, or its folder cannot be written to.
    pub fn of(target: &Path) -> io::Result<Replacement> {
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let folder = match target.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        };
        let mode = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_file() => metadata.permissions().mode(),
            Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file")),
            Err(_) => 0o666,
        };
        // What is the matter with a folder is said as the system says it.
        fs::metadata(&folder)?;
        let written = match nameless::create(&folder, mode & 0o777) {
            Some(file) => Written::Nameless(file),
            None => names()
                .permissions(Permissions::from_mode(mode & 0o777))
                .tempfile_in(&folder)
                .map(Written::Named)
                // The reason alone: the name of the temporary file says nothing to anybody.
                .map_err(|error| io::Error::from(error.kind()))?,
        };
        Ok(Replacement { written, folder, target })
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
        let file = self.file();
        if is_same(file, &self.target)? {
            return Ok(());
        }
        if let Ok(metadata) = fs::metadata(&self.target) {
            keep_owner(file, &metadata)?;
        }
        file.sync_all()?;
        let Replacement { written, folder, target } = self;
        match written {
            // A link cannot take the place of a file; only what has a name can be renamed.
            Written::Nameless(file) => names()
                .make_in(folder, |name| nameless::name(&file, name))?
                .persist(target)
                .map_err(|error| error.error),
            Written::Named(file) => file.persist(target).map(drop).map_err(|error| error.error),
        }
    }

    fn file(&self) -> &File {
        match &self.written {
            Written::Nameless(file) => file,
            Written::Named(file) => file.as_file(),
        }
    }
}

/// How temporary files are called.
fn names() -> Builder<'static, 'static> {
    let mut names = Builder::new();
    names.prefix(".jsonmend-");
    names
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
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// Whether both files hold the same bytes; a target that cannot be read holds others.
fn is_same(mut one: &File, target: &Path) -> io::Result<bool> {
    let Ok(other) = File::open(target) else { return Ok(false) };
    if one.metadata()?.len() != other.metadata()?.len() {
        return Ok(false);
    }
    one.rewind()?;
    let mut others = BufReader::new(other).bytes();
    for byte in BufReader::new(one).bytes() {
        let (byte, other) = (byte?, others.next().transpose()?);
        if Some(byte) != other {
            return Ok(false);
        }
    }
    Ok(true)
}
