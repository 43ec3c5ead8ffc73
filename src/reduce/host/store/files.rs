//! The files of a store: written whole, read without following a link.

use super::StoreError;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// Makes a folder and those inside of it, of which none may be a link.
pub(super) fn make_folders(root: &Path, inside: &[&Path]) -> Result<(), StoreError> {
    let make = |folder: &Path| DirBuilder::new().mode(0o700).recursive(true).create(folder);
    make(root).map_err(StoreError::Io)?;
    for folder in inside {
        match fs::symlink_metadata(folder) {
            Ok(known) if !known.is_dir() => return Err(StoreError::Corrupt),
            Ok(_) => {}
            Err(_) => make(folder).map_err(StoreError::Io)?,
        }
    }
    Ok(())
}

/// What is in a file; a link or a pipe is none.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    let seen = fs::symlink_metadata(path)?;
    // Opening a pipe would wait for somebody who writes to it.
    if !seen.is_file() {
        return Err(StoreError::Corrupt);
    }
    let mut file = File::open(path)?;
    let opened = file.metadata().map_err(StoreError::Io)?;
    // A file that was put in the place of what was looked at is not what was kept.
    if (seen.dev(), seen.ino()) != (opened.dev(), opened.ino()) {
        return Err(StoreError::Corrupt);
    }
    let mut content = Vec::new();
    file.read_to_end(&mut content).map_err(StoreError::Io)?;
    Ok(content)
}

/// Writes a file so that it is there as a whole or not at all.
pub(super) fn write_whole(folder: &Path, path: &Path, content: &[u8]) -> io::Result<()> {
    // The crate makes it with O_EXCL, a random name and mode 0600.
    let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()
}

/// The plain folders, or plain files, in a folder; nothing if it is not there.
pub(super) fn plain(folder: &Path, folders: bool) -> Result<Vec<PathBuf>, StoreError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StoreError::Io(error)),
    };
    let is_wanted = |entry: &fs::DirEntry| {
        entry.file_type().is_ok_and(|kind| if folders { kind.is_dir() } else { kind.is_file() })
    };
    Ok(entries.flatten().filter(is_wanted).map(|entry| entry.path()).collect())
}
