//! Lines and columns in a text that is a whole file.

use super::judged::Judged;
use crate::position::{Lines, Position};

/// Finds lines and columns in a text that is a whole file.
pub(super) struct Regions<'a> {
    text: &'a [u8],
    lines: Lines,
}

impl<'a> Regions<'a> {
    pub(super) fn of(judged: &Judged<'a>) -> Option<Regions<'a>> {
        let is_file = judged.place.line.is_none() && std::str::from_utf8(judged.text).is_ok();
        is_file.then(|| Regions { text: judged.text, lines: Lines::default() })
    }

    /// The place of a byte.
    pub(super) fn find(&mut self, byte: u64) -> Position {
        let index = usize::try_from(byte).unwrap_or(usize::MAX).min(self.text.len());
        self.lines.find(self.text, index)
    }
}
