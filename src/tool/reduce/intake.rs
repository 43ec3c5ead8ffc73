//! Reads input with a bound on what is held of it.

use crate::cli::io::{Source, Stop, pump};
use crate::reduce::is_failure;
use std::collections::VecDeque;

/// What is kept of the beginning of a text that is too long.
const HEAD: usize = 8 << 20;

/// What is kept of its end.
const TAIL: usize = 24 << 20;

/// What is kept of the failure lines between.
const BETWEEN: usize = 4 << 20;

/// Reads a request; `None` if it is longer than `max`.
pub(super) fn request(source: &Source, max: u64) -> Result<Option<Vec<u8>>, Stop> {
    let mut bytes = Vec::new();
    let mut is_long = false;
    pump(&mut source.open()?, |chunk| {
        is_long |= (bytes.len() + chunk.len()) as u64 > max;
        if !is_long {
            bytes.extend_from_slice(chunk);
        }
        Ok(())
    })?;
    Ok((!is_long).then_some(bytes))
}

/// A text, or what was kept of it.
#[derive(Debug, Default)]
pub(super) struct Intake {
    /// The text, or its beginning and the failure lines behind that.
    pub(super) head: Vec<u8>,
    /// The end, where something between was left out.
    pub(super) tail: Vec<u8>,
    /// Lines that were left out.
    pub(super) lines: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// How many of them tell of a failure.
    pub(super) failures: u64,
}

/// Reads a text. Of one that is longer than `max` the beginning, the end and the failure lines between
/// are kept, so that any length can be read.
pub(super) fn text(source: &Source, max: u64) -> Result<Intake, Stop> {
    let mut whole = Vec::new();
    let mut split: Option<Split> = None;
    pump(&mut source.open()?, |chunk| {
        match &mut split {
            Some(split) => split.feed(chunk),
            None => {
                whole.extend_from_slice(chunk);
                if whole.len() as u64 > max {
                    let mut long = Split::default();
                    long.feed(&std::mem::take(&mut whole));
                    split = Some(long);
                }
            }
        }
        Ok(())
    })?;
    // What growing left over is as much as half of the text.
    whole.shrink_to_fit();
    Ok(match split {
        None => Intake { head: whole, ..Intake::default() },
        Some(split) => split.finish(),
    })
}

/// A long text in parts.
#[derive(Default)]
struct Split {
    head: Vec<u8>,
    between: Vec<u8>,
    tail: VecDeque<u8>,
    lines: u64,
    bytes: u64,
    failures: u64,
}

impl Split {
    fn feed(&mut self, mut chunk: &[u8]) {
        let is_open = self.head.len() < HEAD || !self.head.ends_with(b"\n");
        if is_open && self.tail.is_empty() && self.lines == 0 {
            let room = HEAD.saturating_sub(self.head.len()).min(chunk.len());
            // A line that is longer than all of the room is cut there.
            let end = memchr::memchr(b'\n', &chunk[room..]).map(|end| room + end + 1);
            let end = end.unwrap_or(if self.head.len() > 2 * HEAD { room } else { chunk.len() });
            let (head, rest) = chunk.split_at(end);
            self.head.extend_from_slice(head);
            chunk = rest;
        }
        self.tail.extend(chunk);
        while self.tail.len() > TAIL {
            self.drop_line();
        }
    }

    /// Takes the first line out of the tail.
    fn drop_line(&mut self) {
        let end =
            self.tail.iter().position(|&byte| byte == b'\n').map_or(self.tail.len(), |at| at + 1);
        let line: Vec<u8> = self.tail.drain(..end).collect();
        let tells = is_failure(&String::from_utf8_lossy(&line));
        if tells && self.between.len() + line.len() <= BETWEEN {
            self.between.extend_from_slice(&line);
            return;
        }
        self.lines += 1;
        self.bytes += line.len() as u64;
        self.failures += u64::from(tells);
    }

    fn finish(mut self) -> Intake {
        self.head.append(&mut self.between);
        Intake {
            head: self.head,
            tail: self.tail.into(),
            lines: self.lines,
            bytes: self.bytes,
            failures: self.failures,
        }
    }
}
