//! What the markers of the gaps cost while a plan is made.

use super::marker;
use super::units::{Elided, Unit};
use std::collections::BTreeSet;

/// Units that are shown, and what is between them.
pub(super) struct Gaps {
    shown: BTreeSet<usize>,
    /// Before each unit: how many lines there are, how many failures they tell of, how many units with text.
    before: Vec<(u32, u32, u32)>,
}

impl Gaps {
    pub(super) fn new(units: &[Unit<'_>]) -> Gaps {
        let mut sums = (0, 0, 0);
        let small = |sum: usize| u32::try_from(sum).unwrap_or(u32::MAX);
        let mut before = Vec::with_capacity(units.len() + 1);
        before.push((0, 0, 0));
        for unit in units {
            let elided = unit.elided().into_iter().flat_map(Elided::failures);
            let failures = unit.failures().chain(elided).count();
            sums.0 += unit.lines();
            sums.1 += failures;
            sums.2 += usize::from(!unit.is_blank());
            before.push((small(sums.0), small(sums.1), small(sums.2)));
        }
        Gaps { shown: BTreeSet::new(), before }
    }

    /// The most that the marker of a gap and its line end take.
    pub(super) fn cost(&self, start: usize, end: usize) -> usize {
        let (from, to) = (self.before[start], self.before[end]);
        match to.2 - from.2 {
            _ if start == end => 0,
            0 => 1,
            _ => marker(u64::from(to.0 - from.0), u64::from(to.1 - from.1)).len() + 1,
        }
    }

    /// The gap that a unit is in.
    fn around(&self, place: usize) -> (usize, usize) {
        let start = self.shown.range(..place).next_back().map_or(0, |&left| left + 1);
        let end = self.shown.range(place..).next().copied();
        (start, end.unwrap_or(self.before.len() - 1))
    }

    /// What the marker of the gap costs that a unit is in.
    pub(super) fn cost_around(&self, place: usize) -> usize {
        let (start, end) = self.around(place);
        self.cost(start, end)
    }

    /// What the markers before and behind a unit cost if it is shown.
    pub(super) fn split_cost(&self, place: usize) -> usize {
        let (start, end) = self.around(place);
        self.cost(start, place) + self.cost(place + 1, end)
    }

    /// Notes that a unit is shown.
    pub(super) fn split(&mut self, place: usize) {
        self.shown.insert(place);
    }
}
