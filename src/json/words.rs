//! Words of a format that always stand together, put together when the program is built.

/// Up to `N` bytes, 255 at most, of JSON as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Words<const N: usize> {
    bytes: [u8; N],
    len: u8,
}

impl<const N: usize> Words<N> {
    /// None.
    pub const NONE: Words<N> = Words { bytes: [0; N], len: 0 };

    /// These pieces, one behind the other. A program in which there is no room for them is not built.
    #[must_use]
    pub const fn of(pieces: &[&str]) -> Words<N> {
        let mut words = Words::NONE;
        let mut piece = 0;
        while piece < pieces.len() {
            words = words.and(pieces[piece].as_bytes());
            piece += 1;
        }
        words
    }

    /// These, and `bytes` behind them. A program in which there is no room for them is not built.
    #[must_use]
    pub const fn and(mut self, bytes: &[u8]) -> Words<N> {
        let mut at = 0;
        while at < bytes.len() {
            self.bytes[self.len as usize] = bytes[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    /// The digits of a whole number that has at most `N` of them.
    #[must_use]
    pub const fn of_number(value: usize) -> Words<N> {
        let mut words = Words::NONE;
        let mut place = 1;
        while value / place >= 10 {
            place *= 10;
        }
        while place > 0 {
            words.bytes[words.len as usize] = b'0' + (value / place % 10) as u8;
            words.len += 1;
            place /= 10;
        }
        words
    }

    /// Appends them.
    #[inline]
    pub fn write(&self, out: &mut Vec<u8>) {
        // A copy of known length takes less than one as long as the words are.
        out.extend_from_slice(&self.bytes);
        out.truncate(out.len() - (N - usize::from(self.len)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::written;

    #[test]
    fn words_are_written_as_they_stand() {
        static WORDS: Words<8> = Words::of(&["\"a\"", "", ":1"]);
        assert_eq!(written(|out| WORDS.write(out)), "\"a\":1");
        assert_eq!(written(|out| Words::<3>::NONE.write(out)), "");
    }
}
