//! What waits: the one bounded place where undecided bytes are looked at, however they are cut twice at
//! most.
//!
//! A decision is ordinary code that asks [`Look::scan`] for what follows. Where the input has not
//! come yet, the scan answers [`Halt::More`], the engine keeps the bytes from the token on, and runs
//! the same code again when more has come. Most decisions are made at once; the scans of one that
//! runs again are remembered in the order in which they were asked, so that it is answered from
//! memory and reads on where it stopped.

use crate::error::Error;
use crate::scan::classes::plain;

/// How many bytes a decision may wait for, from the first byte that waits; at the limit the default
/// of its kind holds.
pub(crate) const WINDOW: usize = 4096;

/// Why a step did not happen.
#[derive(Debug)]
pub(crate) enum Halt {
    /// What follows decides, and has not come yet; nothing was changed.
    More,
    /// The input, a limit or a sink ends the run.
    Fail(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Fail(error)
    }
}

/// What a step or a decision comes to.
pub(crate) type Ask<T> = Result<T, Halt>;

/// Where a scan stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// At this character.
    At(usize, char),
    /// At the end of the input.
    End(usize),
    /// At the window's limit: what follows is not looked at, whether it has come or not.
    Limit(usize),
}

impl Stop {
    /// The index at which the scan stopped.
    pub(crate) fn index(self) -> usize {
        match self {
            Stop::At(index, _) | Stop::End(index) | Stop::Limit(index) => index,
        }
    }

    /// The character at which it stopped, if it did at one.
    pub(crate) fn char(self) -> Option<char> {
        match self {
            Stop::At(_, c) => Some(c),
            Stop::End(_) | Stop::Limit(_) => None,
        }
    }

    /// The punctuation that this character is, or stands for.
    pub(crate) fn plain(self) -> Option<char> {
        self.char().map(plain)
    }
}

/// What a scan remembers between two characters; what the fields mean is the scan's own business.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cell {
    /// A small state.
    pub(crate) state: u32,
    /// A place seen on the way, counted from the first byte that waits.
    pub(crate) mark: usize,
}

/// One scan, from the first byte that waits.
#[derive(Clone, Copy, Debug)]
struct Scan {
    /// The next byte to read.
    next: usize,
    cell: Cell,
    stop: Option<Stop>,
}

/// The scans of the decision that is being made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memo {
    /// The decision has been put off once: what its scans come to is remembered.
    waits: bool,
    scans: Vec<Scan>,
    /// How many of them the running decision has asked for.
    asked: usize,
    /// Whether one of those stopped at the limit, or at the end of the input.
    hit_limit: bool,
    hit_end: bool,
}

impl Memo {
    /// The same with nothing remembered.
    pub(crate) fn emptied(mut self) -> Memo {
        self.clear();
        self
    }

    /// Whether a scan of this decision stopped at the limit.
    pub(crate) fn hit_limit(&self) -> bool {
        self.hit_limit
    }

    /// Whether a scan of this decision came to the end of the input.
    pub(crate) fn hit_end(&self) -> bool {
        self.hit_end
    }

    /// A decision is made, perhaps anew.
    pub(crate) fn replay(&mut self) {
        (self.asked, self.hit_limit, self.hit_end) = (0, false, false);
    }

    /// The decision will be made anew when more has come.
    pub(crate) fn put_off(&mut self) {
        self.waits = true;
    }

    /// Whether a decision has been put off.
    pub(crate) fn waits(&self) -> bool {
        self.waits
    }

    /// A decision is over; what comes next is another.
    pub(crate) fn clear(&mut self) {
        self.waits = false;
        self.scans.clear();
        self.replay();
    }

    /// The next scan that the decision asks for, as far as it has come, or from `from` on.
    fn next(&self, from: usize) -> Scan {
        let known = if self.waits { self.scans.get(self.asked) } else { None };
        known.copied().unwrap_or(Scan { next: from, cell: Cell::default(), stop: None })
    }

    /// Takes note of how far that scan has come.
    fn asked(&mut self, scan: Scan) {
        match scan.stop {
            Some(Stop::Limit(_)) => self.hit_limit = true,
            Some(Stop::End(_)) => self.hit_end = true,
            Some(Stop::At(..)) | None => {}
        }
        if self.waits {
            match self.scans.get_mut(self.asked) {
                Some(known) => *known = scan,
                None => self.scans.push(scan),
            }
        }
        self.asked += 1;
    }
}

/// The text from the first byte that waits on.
pub(crate) struct Look<'a> {
    /// What has come of it.
    pub(crate) text: &'a str,
    /// Whether that is all there is.
    pub(crate) eof: bool,
    /// How many bytes may wait: what stands behind so many may be looked at, and nothing further.
    pub(crate) limit: usize,
}

impl Look<'_> {
    /// Passes over characters from `from` on while `pass` says so.
    #[inline]
    pub(crate) fn scan(
        &self,
        memo: &mut Memo,
        from: usize,
        pass: impl FnMut(&mut Cell, usize, char) -> bool,
    ) -> Ask<(Stop, Cell)> {
        let mut scan = memo.next(from);
        if scan.stop.is_none() {
            self.read(&mut scan, pass);
        }
        memo.asked(scan);
        scan.stop.map(|stop| (stop, scan.cell)).ok_or(Halt::More)
    }

    /// Reads on to where the scan stops, or to the end of what has come.
    #[inline]
    fn read(&self, scan: &mut Scan, mut pass: impl FnMut(&mut Cell, usize, char) -> bool) {
        for c in self.text[scan.next.min(self.text.len())..].chars() {
            if scan.next > self.limit {
                break;
            }
            if !pass(&mut scan.cell, scan.next, c) {
                scan.stop = Some(Stop::At(scan.next, c));
                return;
            }
            scan.next += c.len_utf8();
        }
        if scan.next > self.limit {
            scan.stop = Some(Stop::Limit(scan.next));
        } else if self.eof {
            scan.stop = Some(Stop::End(scan.next));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(look: &Look<'_>, memo: &mut Memo) -> Ask<Stop> {
        memo.replay();
        let (first, _) = look.scan(memo, 0, |_, _, c| c.is_alphabetic())?;
        let (second, cell) = look.scan(memo, first.index() + 1, |cell, _, c| {
            cell.state += 1;
            c.is_alphabetic()
        })?;
        assert!(cell.state > 0 || second.char().is_none());
        Ok(second)
    }

    #[test]
    fn a_decision_run_again_reads_on_where_it_stopped() {
        let text = "ab cd.";
        let mut memo = Memo::default();
        for cut in 0..text.len() {
            let look = Look { text: &text[..cut], eof: false, limit: 99 };
            assert!(matches!(letters(&look, &mut memo), Err(Halt::More)), "cut at {cut}");
            memo.put_off();
        }
        let look = Look { text, eof: false, limit: 99 };
        assert!(matches!(letters(&look, &mut memo), Ok(Stop::At(5, '.'))));
    }

    #[test]
    fn the_limit_counts_bytes_and_hides_what_lies_behind_it() {
        for (text, limit, expected) in [
            ("ab cde.", 4, Stop::Limit(5)),
            ("ab cé.", 4, Stop::Limit(6)),
            ("ab cd", 5, Stop::End(5)),
            ("ab cd.", 5, Stop::At(5, '.')),
            ("ab cd.", 4, Stop::Limit(5)),
        ] {
            let look = Look { text, eof: true, limit };
            assert!(matches!(letters(&look, &mut Memo::default()), Ok(s) if s == expected));
        }
    }
}
