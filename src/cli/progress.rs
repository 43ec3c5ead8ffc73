//! How far a long work is, for whoever looks on.

use super::term::{can_redraw, head};
use console::Term;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// One line on standard error that is written over itself; nothing where nobody looks on or the end
/// is not known. Whoever works and whoever writes share it.
///
/// Whole numbers are enough for it, and keep libm out of tools that start for
/// every document.
#[derive(Clone, Debug)]
pub struct Progress(Option<Arc<Mutex<Line>>>);

/// What is known of the work.
#[derive(Debug)]
struct Line {
    /// Bytes of input, and how many of them are read.
    total: u64,
    read: u64,
    begun: Instant,
    /// When it was drawn, and whether it stands there.
    drawn: Instant,
    is_shown: bool,
    /// Whether standard output goes to a terminal too, so that the two would mix.
    is_shared: bool,
}

/// The least time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);

/// Columns of the bar.
const WIDTH: u64 = 40;

/// What takes the line away, and does nothing where there is none.
pub const CLEAR: &str = "\r\u{1b}[K";

impl Progress {
    /// The progress of a work on so many bytes, if their number is known.
    #[must_use]
    pub fn new(total: Option<u64>) -> Progress {
        let total = total.filter(|_| can_redraw(&std::io::stderr()));
        let begun = Instant::now();
        let is_shared = std::io::stdout().is_terminal();
        let line = |total| Line { total, read: 0, begun, drawn: begun, is_shown: false, is_shared };
        Progress(total.map(|total| Arc::new(Mutex::new(line(total)))))
    }

    /// So many bytes more are read.
    pub fn add(&self, bytes: usize) {
        let Some(mut line) = self.lock() else { return };
        line.read += bytes as u64;
        if line.drawn.elapsed() >= PAUSE {
            (line.drawn, line.is_shown) = (Instant::now(), true);
            // A line that is folded can be taken away only in part.
            let room =
                Term::stderr().size_checked().map_or(usize::MAX, |(_, columns)| columns.into());
            let text = line.text(line.begun.elapsed());
            show(&format!("{CLEAR}{}", head(&text, room.saturating_sub(1))));
        }
    }

    /// Whether anything is shown.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Takes the line away until `work` is done, where what that writes to standard output would stand in it.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        let line = self.lock().filter(|line| line.is_shared).map(Line::clear);
        let done = work();
        drop(line);
        done
    }

    /// Takes the line away; it comes back if more bytes are read.
    pub fn clear(&self) {
        drop(self.lock().map(Line::clear));
    }

    fn lock(&self) -> Option<MutexGuard<'_, Line>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What cannot be shown was not asked for.
fn show(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

impl Line {
    fn clear(mut line: MutexGuard<'_, Line>) -> MutexGuard<'_, Line> {
        if std::mem::take(&mut line.is_shown) {
            show(CLEAR);
        }
        line
    }

    /// `[####    ] 12 of 48 MiB, 3 s left`.
    fn text(&self, elapsed: Duration) -> String {
        let Line { total, read, .. } = *self;
        let filled = u128::from(WIDTH) * u128::from(read.min(total)) / u128::from(total.max(1));
        let column = |column| if u128::from(column) < filled { '#' } else { ' ' };
        let bar: String = (0..WIDTH).map(column).collect();
        let left =
            elapsed.as_millis() * u128::from(total.saturating_sub(read)) / u128::from(read.max(1));
        let mebibytes = |bytes: u64| bytes >> 20;
        let (read, total, left) = (mebibytes(read), mebibytes(total), left / 1000);
        format!("[{bar}] {read} of {total} MiB, {left} s left")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_how_much_is_read_and_when_all_will_be() {
        let now = Instant::now();
        for (read, total, seconds, expected) in [
            (0, 0, 0, "[                                        ] 0 of 0 MiB, 0 s left"),
            (
                12 << 20,
                48 << 20,
                2,
                "[##########                              ] 12 of 48 MiB, 6 s left",
            ),
            (
                48 << 20,
                48 << 20,
                9,
                "[########################################] 48 of 48 MiB, 0 s left",
            ),
            // A file that has grown since.
            (
                50 << 20,
                48 << 20,
                9,
                "[########################################] 50 of 48 MiB, 0 s left",
            ),
        ] {
            let line =
                Line { total, read, begun: now, drawn: now, is_shown: false, is_shared: false };
            assert_eq!(line.text(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn nothing_is_shown_where_the_end_is_not_known() {
        let progress = Progress::new(None);
        progress.add(7);
        assert_eq!(progress.aside(|| 3), 3);
        assert!(progress.0.is_none());
    }
}
