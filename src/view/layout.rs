//! Keeps the input as it stands and makes only the edits.

use super::output::{Output, Reusable};
use crate::error::Result;
use crate::event::{Event, Interest, Sink};
use crate::json;
use crate::repair::{Edit, Repair};
use simdutf8::basic::from_utf8;
use std::collections::VecDeque;

/// Repeats the input with the edits of its repairs. Holds what may still be edited, no more.
#[derive(Debug, Default)]
pub struct Layout {
    out: Vec<u8>,
    ensure_ascii: bool,
    /// The input from byte `start` on.
    held: Vec<u8>,
    start: u64,
    /// What is to be changed there, in the order of `byte`; at one byte in the order of arrival.
    edits: VecDeque<Edit>,
}

impl Layout {
    /// A layout that has seen nothing yet; `ensure_ascii` escapes what the edits leave.
    #[must_use]
    pub fn new(ensure_ascii: bool) -> Layout {
        Layout { ensure_ascii, ..Layout::default() }
    }

    /// Adds a change of input that is still held.
    fn edit(&mut self, edit: &Edit) {
        let place = self.edits.partition_point(|known| known.byte <= edit.byte);
        self.edits.insert(place, edit.clone());
    }

    /// Repeats the input before byte `end`, edited. Edits at `end` itself wait for what may come
    /// to stand in front of them.
    fn release(&mut self, end: u64) {
        let mut done = self.start;
        let later = self.edits.split_off(self.edits.partition_point(|edit| edit.byte < end));
        for edit in std::mem::replace(&mut self.edits, later) {
            self.copy(done, edit.byte);
            self.insert(&edit.insert);
            done = done.max(edit.byte + edit.delete);
        }
        self.copy(done, end);
        let done = done.max(end).min(self.start + self.held.len() as u64);
        self.held.drain(..(done - self.start) as usize);
        self.start = done;
    }

    /// Appends the input from byte `from` to byte `to`, as far as it is held.
    fn copy(&mut self, from: u64, to: u64) {
        let index = |byte: u64| (byte.saturating_sub(self.start) as usize).min(self.held.len());
        let Some(text) = self.held.get(index(from)..index(to)) else { return };
        if self.ensure_ascii
            && let Ok(text) = from_utf8(text)
        {
            json::escaped(&mut self.out, text, beyond_ascii);
        } else {
            self.out.extend_from_slice(text);
        }
    }

    fn insert(&mut self, text: &str) {
        if self.ensure_ascii {
            json::escaped(&mut self.out, text, beyond_ascii);
        } else {
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    /// The last byte at or before `settled` that does not cut a character.
    fn boundary(&self, settled: u64) -> u64 {
        let end = (settled.saturating_sub(self.start) as usize).min(self.held.len());
        let mut at = end;
        while at > 0 && end - at < 4 && self.held.get(at).is_none_or(|&byte| byte as i8 <= -0x41) {
            at -= 1;
        }
        self.start + at as u64
    }
}

fn beyond_ascii(c: char) -> bool {
    !c.is_ascii()
}

impl Sink for Layout {
    fn event(&mut self, _: Event<'_>, _: u64) -> Result<()> {
        Ok(())
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        repair.edits.iter().for_each(|edit| self.edit(edit));
        Ok(())
    }

    fn interest(&self) -> Interest {
        Interest::Bytes
    }
}

impl Output for Layout {
    fn input(&mut self, chunk: &[u8]) {
        self.held.extend_from_slice(chunk);
    }

    fn keeps_input(&self) -> bool {
        true
    }

    fn settle(&mut self, settled: u64) {
        self.release(if self.ensure_ascii { self.boundary(settled) } else { settled });
    }

    fn finish(&mut self) {
        self.release(u64::MAX);
    }

    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }
}

/// The input with all `edits` made; several at one byte are made in the order given.
#[must_use]
pub fn apply<'a>(input: &[u8], edits: impl IntoIterator<Item = &'a Edit>) -> Vec<u8> {
    let mut layout = Layout::default();
    layout.input(input);
    edits.into_iter().for_each(|edit| layout.edit(edit));
    layout.finish();
    layout.out
}

impl Reusable for Layout {
    fn restart(&mut self) {
        self.out.clear();
        self.held.clear();
        self.start = 0;
        self.edits.clear();
    }

    fn text(&self) -> &str {
        from_utf8(&self.out).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(byte: u64, delete: u64, insert: &'static str) -> Edit {
        Edit { byte, delete, insert: insert.into() }
    }

    #[test]
    fn edits_are_made_at_their_byte_whatever_their_order() {
        for (input, edits, text) in [
            ("", vec![edit(0, 0, "null")], "null"),
            ("[1 2", vec![edit(4, 0, "]"), edit(2, 0, ",")], "[1, 2]"),
            ("{a:1,}", vec![edit(1, 0, "\""), edit(2, 0, "\""), edit(4, 1, "")], "{\"a\":1}"),
            ("[[x", vec![edit(3, 0, "\""), edit(3, 0, "]"), edit(3, 0, "]")], "[[x\"]]"),
            ("1abc", vec![edit(1, 3, ""), edit(1, 0, "!")], "1!"),
            ("1abc", vec![edit(1, 3, ""), edit(2, 1, "")], "1"),
            ("ab", vec![edit(7, 9, "z")], "abz"),
        ] {
            assert_eq!(String::from_utf8_lossy(&apply(input.as_bytes(), &edits)), text);
        }
    }

    /// Feeds `input` in pieces of `size`, each settled up to where the next edit may come.
    fn streamed(input: &str, edits: &[Edit], size: usize, ensure_ascii: bool) -> String {
        let mut layout = Layout::new(ensure_ascii);
        let mut fed = 0;
        for chunk in input.as_bytes().chunks(size) {
            layout.input(chunk);
            fed += chunk.len() as u64;
            layout.settle(edits.iter().map(|edit| edit.byte).min().unwrap_or(fed).min(fed));
        }
        edits.iter().for_each(|edit| layout.edit(edit));
        layout.finish();
        String::from_utf8(layout.out).expect("edits do not cut characters")
    }

    #[test]
    fn pieces_give_what_the_whole_gives() {
        let input = "[ \"é😀\" , tru , ]";
        let edits = [edit(16, 0, "e"), edit(17, 1, "")];
        for size in 1..=input.len() {
            assert_eq!(streamed(input, &edits, size, false), "[ \"é😀\" , true  ]");
            assert_eq!(
                streamed(input, &edits, size, true),
                "[ \"\\u00e9\\ud83d\\ude00\" , true  ]"
            );
        }
    }

    #[test]
    fn what_is_settled_is_out_and_no_longer_held() {
        let mut layout = Layout::new(false);
        layout.input(b"[1, 2");
        layout.edit(&edit(5, 0, "]"));
        layout.settle(5);
        assert_eq!(layout.buffer(), b"[1, 2");
        assert!(layout.held.is_empty());
        layout.finish();
        assert_eq!(layout.buffer(), b"[1, 2]");
    }
}
