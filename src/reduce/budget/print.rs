//! Prints what a plan shows, with a marker for each gap, and accounts for the rest.

use super::super::graphemes::clip_middle;
use super::super::marks::Rank;
use super::super::response::Omitted;
use super::super::text::Document;
use super::units::{Elided, Unit};
use super::{Plan, Rendered, Shown, marker, suffix};
use std::collections::{HashMap, HashSet};

/// Units in a row that are not shown.
#[derive(Default)]
struct Gap {
    units: Vec<usize>,
    lines: usize,
    is_blank: bool,
}

/// Prints what a plan shows, and accounts for the rest.
pub(super) struct Printer<'a, 'b, 'c> {
    document: &'c Document<'a>,
    plan: &'c Plan<'a, 'b>,
    /// Whether a distinct failure is shown as it is, or counted already.
    told: Vec<bool>,
    /// How many lines of a group are not shown, where one is shown that stands for them.
    merged: HashMap<u64, usize>,
    lines: Vec<String>,
    omitted: Omitted,
}

impl<'a, 'b, 'c> Printer<'a, 'b, 'c> {
    /// `standing` are the groups whose first line stands for what is not shown of them.
    pub(super) fn new(
        document: &'c Document<'a>,
        plan: &'c Plan<'a, 'b>,
        standing: &HashSet<u64>,
    ) -> Printer<'a, 'b, 'c> {
        let mut told = vec![false; plan.distinct];
        let mut merged: HashMap<u64, usize> = standing.iter().map(|&group| (group, 0)).collect();
        let shown = || plan.units.iter().zip(&plan.shown);
        for (unit, _) in shown().filter(|(_, shown)| **shown == Shown::Whole) {
            unit.failures().for_each(|id| told[id] = true);
        }
        for (unit, _) in shown().filter(|(_, shown)| **shown == Shown::No) {
            if let Some(count) = merged.get_mut(&unit.group) {
                *count += unit.lines();
            }
        }
        Printer { document, plan, told, merged, lines: Vec::new(), omitted: Omitted::default() }
    }

    pub(super) fn print(mut self) -> Rendered {
        let mut gap = Gap { is_blank: true, ..Gap::default() };
        for (place, unit) in self.plan.units.iter().enumerate() {
            match self.plan.shown[place] {
                Shown::No => {
                    gap.units.push(place);
                    if !self.merged.contains_key(&unit.group) {
                        gap.lines += unit.lines();
                    }
                    gap.is_blank &= unit.is_blank();
                }
                shown => {
                    self.close(&std::mem::replace(
                        &mut gap,
                        Gap { is_blank: true, ..Gap::default() },
                    ));
                    self.unit(unit, shown);
                }
            }
        }
        if !gap.is_blank {
            self.close(&gap);
        }
        self.finish()
    }

    fn unit(&mut self, unit: &Unit<'_>, shown: Shown) {
        let merged = self.merged.get(&unit.group).copied().filter(|_| unit.is_first()).unwrap_or(0);
        let times = suffix(unit.times().max(1) + merged);
        match shown {
            Shown::Clipped(most) => {
                let most = most as usize;
                let length = self.document.count(unit.text);
                let clipped =
                    clip_middle(unit.text, length, most.saturating_sub(suffix(unit.times()).len()));
                let clipped = clipped.unwrap_or_default();
                self.omitted.chars += (length.saturating_sub(most)) as u64;
                self.omitted.gaps += 1;
                self.account(unit);
                self.lines.push(format!("{clipped}{times}"));
            }
            _ => self.lines.push(format!("{}{times}", unit.text)),
        }
        self.elided(unit);
    }

    /// Accounts for what the text of a unit that is shown leaves out.
    fn elided(&mut self, unit: &Unit<'_>) {
        let Some(elided) = unit.elided() else { return };
        self.omitted.lines += elided.lines as u64;
        self.omitted.chars += elided.chars as u64;
        self.omitted.gaps += u64::from(elided.lines > 0);
        self.omitted.failures += self.tell(elided.failures()) as u64;
    }

    /// How many of these failures are told nowhere; from now on they are.
    fn tell(&mut self, failures: impl Iterator<Item = usize>) -> usize {
        failures.filter(|&id| !std::mem::replace(&mut self.told[id], true)).count()
    }

    /// Counts the failures of a unit that are told nowhere.
    fn account(&mut self, unit: &Unit<'_>) -> usize {
        let elided = unit.elided().into_iter().flat_map(Elided::failures);
        let count = self.tell(unit.failures().chain(elided));
        self.omitted.failures += count as u64;
        count
    }

    /// Writes what stands for a gap: its own text where that is no longer than a marker.
    fn close(&mut self, gap: &Gap) {
        if gap.units.is_empty() {
            return;
        }
        if gap.is_blank {
            if !self.lines.is_empty() {
                self.lines.push(String::new());
            }
            return;
        }
        let units = self.plan.units;
        let mut failures = 0;
        for &place in &gap.units {
            let unit = &units[place];
            let told = self.account(unit);
            if !self.merged.contains_key(&unit.group) {
                failures += told;
            }
            self.omitted.lines += unit.lines() as u64;
            self.omitted.chars += unit.chars() as u64;
        }
        if gap.lines > 0 {
            self.omitted.gaps += 1;
            self.lines.push(marker(gap.lines as u64, failures as u64));
        }
    }

    fn finish(self) -> Rendered {
        let text = self.lines.join("\n");
        let chars = self.document.count(&text);
        Rendered { text, chars, omitted: self.omitted }
    }

    /// Where not one line and the markers around it fit: the line alone if it does, else what fits of
    /// it and a marker for all, else that marker, else nothing.
    pub(super) fn bare(mut self, most: usize) -> Rendered {
        let units = self.plan.units;
        let first = units.iter().position(|unit| unit.rank == Rank::First);
        let is_whole = first.is_some_and(|first| units[first].cost() <= most);
        let shown = first.filter(|_| is_whole);
        if let Some(shown) = shown {
            units[shown].failures().for_each(|id| self.told[id] = true);
        }
        let mut lines = 0;
        for (place, unit) in units.iter().enumerate() {
            if Some(place) != shown {
                self.account(unit);
                lines += unit.lines();
                self.omitted.chars += unit.chars() as u64;
            }
        }
        self.omitted.lines = lines as u64;
        self.omitted.gaps = u64::from(lines > 0);
        let all = marker(lines as u64, self.omitted.failures);
        let mut room = most;
        if let Some(shown) = shown {
            self.lines.push(units[shown].text.to_string());
            room = room.saturating_sub(units[shown].cost() + 1);
        }
        if lines > 0 && all.len() <= room {
            room -= all.len();
            let unit = first.filter(|_| !is_whole).map(|first| &units[first]);
            let clipped = unit.and_then(|unit| {
                let length = self.document.count(unit.text);
                clip_middle(unit.text, length, room.saturating_sub(1))
            });
            self.lines.extend(clipped);
            self.lines.push(all);
        }
        self.finish()
    }
}
