//! What waits: the one bounded place where undecided bytes are looked at, each of them once.
//!
//! A decision is ordinary code that asks [`Look::scan`] for what follows. Where the input has not
//! come yet, the scan answers [`Halt::More`], the engine keeps the bytes from the token on, and runs
//! the same code again when more has come. Scans are remembered in the order in which they were
//! asked, so a decision that runs again is answered from memory and reads on where it stopped.

use crate::error::Error;

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
    scans: Vec<Scan>,
    /// How many of them the running decision has asked for.
    asked: usize,
}

impl Memo {
    /// The same with nothing remembered.
    pub(crate) fn emptied(mut self) -> Memo {
        self.clear();
        self
    }

    /// Whether a scan of this decision stopped at the limit.
    pub(crate) fn hit_limit(&self) -> bool {
        let asked = self.scans.iter().take(self.asked);
        asked.filter_map(|scan| scan.stop).any(|stop| matches!(stop, Stop::Limit(_)))
    }

    /// Whether a scan of this decision came to the end of the input.
    pub(crate) fn hit_end(&self) -> bool {
        let asked = self.scans.iter().take(self.asked);
        asked.filter_map(|scan| scan.stop).any(|stop| matches!(stop, Stop::End(_)))
    }

    /// A decision is made anew: its scans are answered from memory.
    pub(crate) fn replay(&mut self) {
        self.asked = 0;
    }

    /// Whether a decision has been put off.
    pub(crate) fn waits(&self) -> bool {
        !self.scans.is_empty()
    }

    /// A decision is over; what comes next is another.
    pub(crate) fn clear(&mut self) {
        self.scans.clear();
        self.asked = 0;
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
    pub(crate) fn scan(
        &self,
        memo: &mut Memo,
        from: usize,
        mut pass: impl FnMut(&mut Cell, usize, char) -> bool,
    ) -> Ask<(Stop, Cell)> {
        let slot = memo.asked;
        memo.asked += 1;
        if memo.scans.len() == slot {
            memo.scans.push(Scan { next: from, cell: Cell::default(), stop: None });
        }
        let Some(scan) = memo.scans.get_mut(slot) else { return Err(Halt::More) };
        if let Some(stop) = scan.stop {
            return Ok((stop, scan.cell));
        }
        for c in self.text[scan.next.min(self.text.len())..].chars() {
            if scan.next > self.limit {
                break;
            }
            if !pass(&mut scan.cell, scan.next, c) {
                return Ok(scan.settle(Stop::At(scan.next, c)));
            }
            scan.next += c.len_utf8();
        }
        if scan.next > self.limit {
            return Ok(scan.settle(Stop::Limit(scan.next)));
        }
        if self.eof {
            return Ok(scan.settle(Stop::End(scan.next)));
        }
        Err(Halt::More)
    }
}

impl Scan {
    fn settle(&mut self, stop: Stop) -> (Stop, Cell) {
        self.stop = Some(stop);
        (stop, self.cell)
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
