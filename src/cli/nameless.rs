//! A file without a name: nothing is left of it however the process ends.

use std::fs::File;
use std::io;
use std::path::Path;

/// A file without a name in `folder`, where the file system has such and they can be given one.
pub(super) fn create(folder: &Path, mode: u32) -> Option<File> {
    system::create(folder, mode)
}

/// Gives a file without a name one that is not taken.
///
/// # Errors
/// The name is taken, or cannot be given.
pub(super) fn name(file: &File, name: &Path) -> io::Result<()> {
    system::name(file, name)
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    pub(super) fn create(folder: &Path, mode: u32) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(mode)).ok()?);
        way(&file).exists().then_some(file)
    }

    pub(super) fn name(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(CWD, way(file), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    /// The way to an open file, where /proc is there.
    fn way(file: &File) -> PathBuf {
        PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_: &Path, _: u32) -> Option<File> {
        None
    }

    pub(super) fn name(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
