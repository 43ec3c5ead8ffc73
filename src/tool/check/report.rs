//! Puts a report together out of what is said about each text.

use super::config::Config;
use super::format::{Format, Item, Order};
use super::tally::Tally;
use crate::cli::io::Stop;
use crate::cli::target::Target;
use std::cmp::Reverse;

/// A report on its way to standard output.
#[derive(Debug)]
pub(super) struct Report {
    format: &'static Format,
    target: Target,
    /// What waits for the end.
    kept: Vec<Item>,
    has_head: bool,
    has_items: bool,
}

impl Report {
    /// A report that says nothing yet.
    ///
    /// # Errors
    /// There is no standard output.
    pub(super) fn new(config: &Config) -> Result<Report, Stop> {
        let format = config.report.format;
        let target = if format.paints { Target::painted_stdout() } else { Target::stdout() }?;
        Ok(Report { format, target, kept: Vec::new(), has_head: false, has_items: false })
    }

    /// Adds what is said about further texts, which are in `tally`. It is written at once where the
    /// format permits.
    ///
    /// # Errors
    /// A write that fails.
    pub(super) fn add(&mut self, mut items: Vec<Item>, tally: &Tally) -> Result<(), Stop> {
        if self.format.order == Order::AsFound {
            let out = self.joined(items, tally);
            self.target.write(&out)
        } else {
            self.kept.append(&mut items);
            Ok(())
        }
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// A write that fails.
    pub(super) fn end(mut self, tally: &Tally) -> Result<(), Stop> {
        let mut items = std::mem::take(&mut self.kept);
        if self.format.order == Order::GravestFirst {
            items.sort_by_key(|item| Reverse(item.level));
        }
        let mut out = self.joined(items, tally);
        (self.format.tail)(&mut out, tally);
        self.target.write(&out)
    }

    /// The items as they are written, behind the head if nothing was said before.
    fn joined(&mut self, items: Vec<Item>, tally: &Tally) -> Vec<u8> {
        let mut out = Vec::new();
        if !std::mem::replace(&mut self.has_head, true) {
            (self.format.head)(&mut out, tally);
        }
        for item in items {
            if std::mem::replace(&mut self.has_items, true) {
                out.extend_from_slice(self.format.separator);
            }
            // The first is the whole document, as a rule.
            if out.is_empty() {
                out = item.text;
            } else {
                out.extend_from_slice(&item.text);
            }
        }
        out
    }
}
