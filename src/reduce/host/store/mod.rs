//! Originals by the hash of their content: written whole or not at all, read only if unharmed.

mod files;

use sha2::{Digest, Sha256};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How many hexadecimal digits a token has.
const TOKEN: usize = 32;

/// After how many writes old originals are looked for.
const WRITES_A_SWEEP: u64 = 128;

/// A folder of originals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
    limits: Limits,
}

/// How long originals are kept, and how much of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The age from which they go.
    pub max_age: Duration,
    /// The bytes of all; beyond that the oldest go.
    pub max_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_age: Duration::from_secs(7 * 24 * 60 * 60), max_bytes: 256 << 20 }
    }
}

/// Why an original is not there.
#[derive(Debug)]
pub enum StoreError {
    /// It is no token: 32 small hexadecimal digits.
    BadToken,
    /// There is none of this token.
    NotFound,
    /// The content is not that of the token.
    Corrupt,
    /// The folder cannot be read or written.
    Io(io::Error),
}

impl StoreError {
    /// The code as it is written.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            StoreError::BadToken => "bad_token",
            StoreError::NotFound => "not_found",
            StoreError::Corrupt => "store_corrupt",
            StoreError::Io(_) => "store_io",
        }
    }
}

impl From<io::Error> for StoreError {
    fn from(error: io::Error) -> StoreError {
        match error.kind() {
            io::ErrorKind::NotFound => StoreError::NotFound,
            _ => StoreError::Io(error),
        }
    }
}

/// An original that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its token.
    pub token: String,
    /// Its length in bytes.
    pub bytes: u64,
    /// When it was last written.
    pub modified: SystemTime,
    path: PathBuf,
}

/// What a sweep took away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// How many originals.
    pub removed: u64,
    /// How many bytes.
    pub removed_bytes: u64,
    /// How many are left.
    pub kept: u64,
    /// How many bytes are left.
    pub kept_bytes: u64,
}

/// The token of a content.
#[must_use]
pub fn token(content: &[u8]) -> String {
    let hash = Sha256::digest(content);
    let digits = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.take(TOKEN).filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

fn is_token(text: &str) -> bool {
    text.len() == TOKEN && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

impl Store {
    /// The store in this folder, which need not exist yet.
    #[must_use]
    pub fn new(folder: PathBuf) -> Store {
        Store { folder, limits: Limits::default() }
    }

    /// Whether `folder` is this store's or inside of it.
    #[must_use]
    pub fn contains(&self, folder: &Path) -> bool {
        let is_plain = folder.components().all(|part| !matches!(part, Component::ParentDir));
        let inside = folder.strip_prefix(&self.folder).ok().filter(|_| is_plain);
        // A link inside may lead out again.
        let is_link = |at: &Path| fs::symlink_metadata(at).is_ok_and(|known| known.is_symlink());
        inside.is_some_and(|inside| {
            let steps = inside.ancestors().filter(|step| !step.as_os_str().is_empty());
            !steps.map(|step| self.folder.join(step)).any(|at| is_link(&at))
        })
    }

    /// Keeps a content and gives its token.
    ///
    /// # Errors
    /// The folder cannot be written, or something in it is no plain folder.
    pub fn put(&self, content: &[u8]) -> Result<String, StoreError> {
        let token = token(content);
        let path = self.path(&token)?;
        let folder = path.parent().unwrap_or(&self.folder);
        files::make_folders(&self.folder, &[&self.folder.join("v1"), folder])?;
        match files::read(&path) {
            Ok(known) if known == content => {
                let file = OpenOptions::new().append(true).open(&path).map_err(StoreError::Io)?;
                file.set_modified(SystemTime::now()).map_err(StoreError::Io)?;
                return Ok(token);
            }
            // What takes the place of a file is not ours to write over.
            Err(StoreError::Corrupt) => return Err(StoreError::Corrupt),
            // What was changed is healed: the content is at hand.
            _ => {}
        }
        files::write_whole(folder, &path, content).map_err(StoreError::Io)?;
        if self.is_sweep_due() {
            // The original is kept whatever becomes of the old ones.
            let _ = self.sweep(self.limits, Some(&token));
        }
        Ok(token)
    }

    /// The content of a token.
    ///
    /// # Errors
    /// The token is none, nothing is kept under it, it was changed, or it cannot be read.
    pub fn get(&self, token: &str) -> Result<Vec<u8>, StoreError> {
        if !is_token(token) {
            return Err(StoreError::BadToken);
        }
        let path = self.path(token)?;
        for folder in [path.parent(), path.parent().and_then(Path::parent)].into_iter().flatten() {
            if !fs::symlink_metadata(folder)?.is_dir() {
                return Err(StoreError::Corrupt);
            }
        }
        let content = files::read(&path)?;
        if self::token(&content) == token { Ok(content) } else { Err(StoreError::Corrupt) }
    }

    /// All that is kept, the oldest first; other files are not looked at.
    ///
    /// # Errors
    /// The folder is there and cannot be read.
    pub fn list(&self) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        for folder in files::plain(&self.folder.join("v1"), true)? {
            for path in files::plain(&folder, false)? {
                entries.extend(entry(&folder, path));
            }
        }
        entries
            .sort_by(|one, other| (one.modified, &one.token).cmp(&(other.modified, &other.token)));
        Ok(entries)
    }

    /// Takes away what is too old, then the oldest until the rest is small enough; never `keep`.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn sweep(&self, limits: Limits, keep: Option<&str>) -> Result<Swept, StoreError> {
        let entries = self.list()?;
        let now = SystemTime::now();
        let mut bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
        let mut swept = Swept::default();
        for entry in entries {
            let age = now.duration_since(entry.modified).unwrap_or_default();
            let goes =
                (age >= limits.max_age || bytes > limits.max_bytes) && keep != Some(&*entry.token);
            if goes && fs::remove_file(&entry.path).is_ok() {
                bytes -= entry.bytes;
                swept.removed += 1;
                swept.removed_bytes += entry.bytes;
            } else {
                swept.kept += 1;
                swept.kept_bytes += entry.bytes;
            }
        }
        Ok(swept)
    }

    /// Where the content of a token is; the token is checked before a path is made of it.
    fn path(&self, token: &str) -> Result<PathBuf, StoreError> {
        if !is_token(token) {
            return Err(StoreError::BadToken);
        }
        Ok(self.folder.join("v1").join(&token[..2]).join(&token[2..]))
    }

    /// Counts a write, and says whether the count is full. Each write appends a byte, which two
    /// processes can do at once.
    fn is_sweep_due(&self) -> bool {
        let path = self.folder.join("v1/writes");
        let is_link = fs::symlink_metadata(&path).is_ok_and(|known| !known.is_file());
        let open = || OpenOptions::new().append(true).create(true).mode(0o600).open(&path);
        let Some(mut file) = (!is_link).then(open).and_then(Result::ok) else { return false };
        let counted = file.write_all(b".").and_then(|()| file.metadata());
        let is_due = counted.is_ok_and(|known| known.len() >= WRITES_A_SWEEP);
        is_due && file.set_len(0).is_ok()
    }
}

fn entry(folder: &Path, path: PathBuf) -> Option<Entry> {
    let name = |path: &Path| Some(path.file_name()?.to_str()?.to_owned());
    let token = name(folder)? + &name(&path)?;
    let metadata = fs::symlink_metadata(&path).ok()?;
    let is_well_formed = is_token(&token) && name(folder)?.len() == 2;
    let modified = metadata.modified().ok()?;
    is_well_formed.then_some(Entry { token, bytes: metadata.len(), modified, path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{MetadataExt, symlink};

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::new(folder.path().join("s"));
        (folder, store)
    }

    #[test]
    fn what_is_kept_comes_back_byte_for_byte() {
        let (_folder, store) = store();
        for content in [&b""[..], b"a\r\nb\0c\xff", &vec![b'x'; 1 << 20]] {
            let token = store.put(content).expect("it is kept");
            assert_eq!(store.put(content).expect("it is kept again"), token);
            assert_eq!(store.get(&token).expect("it is there"), content);
        }
        assert_eq!(store.list().expect("a list").len(), 3);
        assert_eq!(token(b"abc"), "ba7816bf8f01cfea414140de5dae2223");
    }

    #[test]
    fn a_token_is_checked_before_a_path_is_made_of_it() {
        let (_folder, store) = store();
        for token in [
            "",
            "../../../../etc/passwd",
            &"A".repeat(32),
            &"a".repeat(33),
            &format!("..{}", "a".repeat(30)),
        ] {
            assert!(matches!(store.get(token), Err(StoreError::BadToken)), "{token}");
        }
        assert!(matches!(store.get(&"a".repeat(32)), Err(StoreError::NotFound)));
    }

    #[test]
    fn what_was_changed_or_linked_is_not_given_out() {
        let (folder, store) = store();
        let token = store.put(b"original").expect("it is kept");
        let path = store.path(&token).expect("a token");
        fs::write(&path, b"0riginal").expect("a change");
        assert!(matches!(store.get(&token), Err(StoreError::Corrupt)));
        let elsewhere = folder.path().join("elsewhere");
        fs::write(&elsewhere, b"original").expect("a file");
        fs::remove_file(&path).expect("a removal");
        symlink(&elsewhere, &path).expect("a link");
        assert!(matches!(store.get(&token), Err(StoreError::Corrupt)));
        assert!(matches!(store.put(b"original"), Err(StoreError::Corrupt)));
        assert_eq!(store.list().expect("a list"), []);
    }

    #[test]
    fn what_was_changed_is_healed_where_the_same_is_kept_again() {
        let (_folder, store) = store();
        let token = store.put(b"original").expect("it is kept");
        let path = store.path(&token).expect("a token");
        for change in [&b"0riginal"[..], b"short", b"longer than it was"] {
            fs::write(&path, change).expect("a change");
            assert!(matches!(store.get(&token), Err(StoreError::Corrupt)));
            assert_eq!(store.put(b"original").expect("it is kept again"), token);
            assert_eq!(store.get(&token).expect("it is there"), b"original");
        }
        assert_eq!(fs::metadata(&path).expect("it is there").mode() & 0o777, 0o600);
    }

    #[test]
    fn files_are_for_their_owner_alone() {
        let (_folder, store) = store();
        let token = store.put(b"secret").expect("it is kept");
        let path = store.path(&token).expect("a token");
        let mode = |path: &Path| fs::metadata(path).expect("it is there").mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        assert_eq!(path.parent().map(mode), Some(0o700));
    }

    #[test]
    fn writers_of_the_same_content_do_not_harm_each_other() {
        let (_folder, store) = store();
        let content = vec![b'y'; 1 << 18];
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..10 {
                        let token = store.put(&content).expect("it is kept");
                        assert_eq!(store.get(&token).expect("it is there"), content);
                    }
                });
            }
        });
        assert_eq!(store.list().expect("a list").len(), 1);
    }

    #[test]
    fn a_sweep_takes_the_old_then_the_oldest_and_nothing_else() {
        let (_folder, store) = store();
        let tokens: Vec<_> = (0..4u8).map(|n| store.put(&[n; 100]).expect("it is kept")).collect();
        for (token, hours) in tokens.iter().zip([100, 3, 2, 1]) {
            let file = OpenOptions::new().append(true).open(store.path(token).expect("a token"));
            let then = SystemTime::now() - Duration::from_secs(hours * 3600);
            file.and_then(|file| file.set_modified(then)).expect("a time");
        }
        let other = store.folder.join("v1/zz");
        fs::create_dir(&other).expect("a folder");
        fs::write(other.join("note"), b"x").expect("a file");
        let limits = Limits { max_age: Duration::from_secs(50 * 3600), max_bytes: 200 };
        let swept = store.sweep(limits, Some(&tokens[1])).expect("a sweep");
        assert_eq!((swept.removed, swept.kept), (2, 2));
        assert!(store.get(&tokens[1]).is_ok() && store.get(&tokens[3]).is_ok());
        assert!(other.join("note").exists());
        let none = Limits { max_age: Duration::ZERO, max_bytes: 0 };
        assert_eq!(store.sweep(none, None).expect("a sweep").kept, 0);
    }

    #[test]
    fn many_writes_cause_a_sweep_that_spares_the_newest() {
        let (_folder, mut store) = store();
        store.limits = Limits { max_age: Duration::from_secs(3600), max_bytes: 1 };
        let count = WRITES_A_SWEEP as usize;
        let tokens: Vec<_> =
            (0..count).map(|n| store.put(n.to_string().as_bytes()).expect("it is kept")).collect();
        let left = store.list().expect("a list");
        assert_eq!(left.iter().map(|entry| &entry.token).collect::<Vec<_>>(), [&tokens[count - 1]]);
    }

    #[test]
    fn a_request_may_name_a_folder_inside_only() {
        let store = Store::new(PathBuf::from("/srv/store"));
        assert!(store.contains(Path::new("/srv/store/a")));
        assert!(!store.contains(Path::new("/srv/store/../x")));
        assert!(!store.contains(Path::new("/srv/storehouse")));
    }

    #[test]
    fn no_link_in_the_store_leads_out_of_it() {
        let (folder, store) = store();
        fs::create_dir_all(store.folder.join("in")).expect("folders");
        symlink(folder.path(), store.folder.join("out")).expect("a link");
        assert!(store.contains(&store.folder.join("in/new")));
        assert!(!store.contains(&store.folder.join("out")));
        assert!(!store.contains(&store.folder.join("out/elsewhere")));
    }
}
