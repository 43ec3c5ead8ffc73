//! Rules from folders: those of the user, and those of the project that a command ran in.

use crate::reduce::members::Fault;
use crate::reduce::rule::{Rule, Source};
use crate::reduce::rules::decode_file;
use std::collections::HashMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use std::time::SystemTime;

/// The most bytes of a rule file.
pub const MAX_FILE: u64 = 256 << 10;

/// The most rule files of a folder, and how deep they may be.
const MOST: (usize, usize) = (4096, 8);

/// What is in the rule files of a folder.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    /// The rules that can be used.
    pub rules: Vec<Rule>,
    /// Files that cannot be read as rules: the name inside the folder, and why.
    pub errors: Vec<(String, String)>,
    /// What is wrong with single rules: the id, and what.
    pub faults: Vec<(String, Fault)>,
    /// How many rules there are, with those that have a fault.
    pub seen: u64,
}

impl Folder {
    /// What of it is not used, and why: files that cannot be read, rules that have a fault, rules with a
    /// pattern that is none.
    pub fn unused(&self) -> impl Iterator<Item = String> {
        let files = self.errors.iter().map(|(name, why)| format!("{name}: {why}"));
        let rules = self.faults.iter().map(|(id, fault)| format!("rule {id}: {}", fault.message()));
        let broken = self.rules.iter().filter_map(|rule| {
            let (field, fault) = rule.broken()?;
            Some(format!("rule {}: {field}: {fault}", rule.id))
        });
        files.chain(rules).chain(broken)
    }
}

/// Where the user's rules are, unless told otherwise. `variable` gives what the environment says.
#[must_use]
pub fn user_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| value.is_absolute());
    let own = set("JSONMEND_CONFIG").map(|folder| folder.join("reduce/rules"));
    let xdg = || set("XDG_CONFIG_HOME").map(|folder| folder.join("jsonmend/reduce/rules"));
    let home = || set("HOME").map(|folder| folder.join(".config/jsonmend/reduce/rules"));
    own.or_else(xdg).or_else(home)
}

/// Reads the rules below a folder, in the order of their names; symbolic links are not followed.
#[must_use]
pub fn read(folder: &Path, source: Source) -> Folder {
    let mut files = Vec::new();
    walk(folder, 0, &mut files);
    files.sort();
    let mut found = Folder::default();
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        match text(&path) {
            Err(why) => found.errors.push((name, why)),
            Ok(text) => {
                let file = decode_file(&text, source);
                found.errors.extend(file.error.map(|error| (name, error)));
                found.faults.extend(file.faults);
                found.seen += file.seen;
                found.rules.extend(file.rules);
            }
        }
    }
    found
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_rule = name.ends_with(".json")
            && !name.ends_with(".fixture.json")
            && !name.ends_with(".schema.json");
        if kind.is_dir() && depth < MOST.1 {
            walk(&path, depth + 1, files);
        } else if kind.is_file() && is_rule && files.len() < MOST.0 {
            files.push(path);
        }
    }
}

fn text(path: &Path) -> Result<String, String> {
    let file = fs::File::open(path).map_err(|error| error.kind().to_string())?;
    let mut text = String::new();
    let read = file.take(MAX_FILE + 1).read_to_string(&mut text);
    match read.map_err(|error| error.kind().to_string())? as u64 {
        length if length > MAX_FILE => Err(format!("longer than {MAX_FILE} bytes")),
        _ => Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
    }
}

/// The rules of the project that `folder` is in: the nearest folder upwards that has some, not above
/// the one that holds `.git`.
#[must_use]
pub fn project(folder: &Path) -> Vec<Rule> {
    match project_folder(folder) {
        Some(folder) => cached(&folder),
        None => Vec::new(),
    }
}

/// Where those rules are.
#[must_use]
pub fn project_folder(folder: &Path) -> Option<PathBuf> {
    if !folder.is_absolute() {
        return None;
    }
    for folder in folder.ancestors() {
        let rules = folder.join(".jsonmend/reduce/rules");
        let is_link =
            |path: &Path| fs::symlink_metadata(path).is_ok_and(|m| m.file_type().is_symlink());
        let is_linked = [".jsonmend", ".jsonmend/reduce", ".jsonmend/reduce/rules"]
            .iter()
            .any(|part| is_link(&folder.join(part)));
        if rules.is_dir() && !is_linked {
            return Some(rules);
        }
        if folder.join(".git").exists() {
            return None;
        }
    }
    None
}

/// The names, times and sizes of rule files: what they are known by.
type Stamp = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// The rules of folders, and the stamps of their files when they were read.
type Cache = HashMap<PathBuf, (Stamp, Vec<Rule>)>;

static CACHE: LazyLock<Mutex<Cache>> = LazyLock::new(Mutex::default);

/// How many folders are remembered.
const REMEMBERED: usize = 64;

fn cached(folder: &Path) -> Vec<Rule> {
    let mut files = Vec::new();
    walk(folder, 0, &mut files);
    files.sort();
    let stamp = |path: PathBuf| {
        let metadata = fs::metadata(&path).ok();
        let (time, size) = metadata.map_or((None, 0), |m| (m.modified().ok(), m.len()));
        (path, time, size)
    };
    let stamp: Stamp = files.into_iter().map(stamp).collect();
    let Ok(mut cache) = CACHE.lock() else { return read(folder, Source::Project).rules };
    if let Some((known, rules)) = cache.get(folder)
        && *known == stamp
    {
        return rules.clone();
    }
    if cache.len() >= REMEMBERED {
        cache.clear();
    }
    let rules = read(folder, Source::Project).rules;
    cache.insert(folder.to_owned(), (stamp, rules.clone()));
    rules
}
