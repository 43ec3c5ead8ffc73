//! Originals that were kept: printed whole or in part, listed, counted, taken away.

use super::config::{Config, Mode, Part};
use crate::cli::Console;
use crate::cli::io::Stop;
use crate::cli::parse::Usage;
use crate::cli::target::Target;
use crate::json::Object;
use crate::reduce::store::{Store, StoreError};
use std::io::Write as _;
use std::time::UNIX_EPOCH;

/// Does what is asked with the store.
///
/// # Errors
/// The output fails.
pub(super) fn run(config: &Config, console: &mut Console) -> Result<u8, Stop> {
    let Some(store) = config.store() else {
        return Ok(console.usage(&Usage::new("this needs --store-dir")));
    };
    let made = match config.mode {
        Mode::Retrieve => store.get(&config.store.token).map(|content| part(config, &content)),
        Mode::Sweep => sweep(config, &store),
        Mode::StoreList => list(&store),
        _ => stats(&store),
    };
    match made {
        Ok(out) => Target::stdout()?.write(&out).map(|()| 0),
        Err(error) => Ok(refused(&error, console)),
    }
}

/// Names what failed as an object on standard error.
fn refused(error: &StoreError, console: &mut Console) -> u8 {
    let (message, exit) = match error {
        StoreError::BadToken => ("a token is 32 hexadecimal digits in small letters".to_owned(), 2),
        StoreError::NotFound => ("nothing is kept under this token".to_owned(), 1),
        StoreError::Corrupt => ("the content is not what was kept".to_owned(), 2),
        StoreError::Io(error) => (error.to_string(), 2),
    };
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    object.string("code", error.code());
    object.string("message", &message);
    object.end();
    console.terminal.lines(&String::from_utf8_lossy(&out));
    exit
}

/// The part of an original that is wanted.
fn part(config: &Config, content: &[u8]) -> Vec<u8> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    match &config.store.part {
        Part::Whole => content.to_vec(),
        Part::Bytes(from, to) => {
            let to = size(*to).min(content.len());
            content[size(*from).min(to)..to].to_vec()
        }
        Part::Lines(from, to) => {
            let lines = content.split_inclusive(|&byte| byte == b'\n');
            let count = size(to.saturating_sub(*from).saturating_add(1));
            lines.skip(size(from.saturating_sub(1))).take(count).flatten().copied().collect()
        }
        Part::Match(text) => matching(content, text.as_bytes(), config.store.context),
    }
}

/// The lines that hold `text` and those around them, each behind its number.
fn matching(content: &[u8], text: &[u8], context: usize) -> Vec<u8> {
    let lines: Vec<&[u8]> = content.split_inclusive(|&byte| byte == b'\n').collect();
    let finder = memchr::memmem::Finder::new(text);
    let mut out = Vec::new();
    let mut next = 0;
    for (place, _) in lines.iter().enumerate().filter(|(_, line)| finder.find(line).is_some()) {
        let start = place.saturating_sub(context).max(next);
        let end = place.saturating_add(context).min(lines.len() - 1);
        if next > 0 && start > next {
            out.extend_from_slice(b"--\n");
        }
        for (at, line) in lines.iter().enumerate().take(end + 1).skip(start) {
            let mark = if finder.find(line).is_some() { ':' } else { '-' };
            // A vector takes every write.
            let _ = write!(out, "{}{mark}", at + 1);
            out.extend_from_slice(line);
            if !line.ends_with(b"\n") {
                out.push(b'\n');
            }
        }
        next = next.max(end + 1);
    }
    out
}

fn sweep(config: &Config, store: &Store) -> Result<Vec<u8>, StoreError> {
    let swept = store.sweep(config.limits(), None)?;
    Ok(object(|object| {
        object.number("removed", swept.removed);
        object.number("removedBytes", swept.removed_bytes);
        object.number("kept", swept.kept);
        object.number("keptBytes", swept.kept_bytes);
    }))
}

fn list(store: &Store) -> Result<Vec<u8>, StoreError> {
    let lines = store.list()?.into_iter().map(|entry| {
        let seconds = entry.modified.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        object(|object| {
            object.string("token", &entry.token);
            object.number("bytes", entry.bytes);
            object.number("modified", seconds);
        })
    });
    Ok(lines.collect::<Vec<_>>().concat())
}

fn stats(store: &Store) -> Result<Vec<u8>, StoreError> {
    let entries = store.list()?;
    Ok(object(|object| {
        object.number("objects", entries.len() as u64);
        object.number("bytes", entries.iter().map(|entry| entry.bytes).sum());
    }))
}

/// A line with one object.
fn object(fill: impl FnOnce(&mut Object<'_>)) -> Vec<u8> {
    let mut out = Vec::new();
    let mut object = Object::new(&mut out);
    fill(&mut object);
    object.end();
    out.push(b'\n');
    out
}
