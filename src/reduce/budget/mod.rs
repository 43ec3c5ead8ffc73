//! Spends the budget: the most important lines that fit, in their order, with a marker for each gap.
//!
//! What is shown is always a prefix of one fixed list of steps, and a step only ever adds lines. So a
//! larger budget shows what a smaller one does and more.

mod gaps;
mod print;
mod units;

use super::guard::Failures;
use super::marks::{Labels, Rank};
use super::response::Omitted;
use super::text::Document;
use gaps::Gaps;
use print::Printer;
use std::collections::HashSet;
use units::{Unit, units};

/// What was made of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rendered {
    pub(super) text: String,
    /// Its graphemes.
    pub(super) chars: usize,
    pub(super) omitted: Omitted,
}

/// Renders the lines in at most `most` graphemes; the labels are used up. With `keep_all`, noise is shown too, behind the rest.
pub(super) fn render(
    document: &Document<'_>,
    mut labels: Labels,
    failures: &Failures,
    most: usize,
    keep_all: bool,
) -> Rendered {
    let marks = std::mem::take(&mut labels.marks);
    let units = units(document, marks, &labels.texts, failures);
    let mut plan = Plan::new(&units, &labels, failures.distinct, most);
    if plan.run(keep_all) == 0 {
        return Printer::new(document, &plan, &HashSet::new()).bare(most);
    }
    let standing = plan.standing();
    plan.fill(&standing);
    Printer::new(document, &plan, &standing).print()
}

/// All lines as they are.
pub(super) fn verbatim(document: &Document<'_>) -> Rendered {
    let lines: Vec<&str> = document.lines.iter().map(|line| line.text).collect();
    let is_blank = |line: &&&str| line.trim().is_empty();
    let start = lines.iter().take_while(is_blank).count();
    let end = lines.len() - lines.iter().rev().take_while(is_blank).count();
    let text = lines[start.min(end)..end].join("\n");
    let chars = document.count(&text);
    Rendered { text, chars, omitted: Omitted::default() }
}

/// What says that a line stands for so many.
fn suffix(times: usize) -> String {
    if times > 1 { format!(" [x{times}]") } else { String::new() }
}

/// The marker of a gap.
pub(super) fn marker(lines: u64, failures: u64) -> String {
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    match failures {
        0 => format!("[... {lines} line{} omitted]", plural(lines)),
        _ => format!(
            "[... {lines} line{} omitted, {failures} failure{}]",
            plural(lines),
            plural(failures)
        ),
    }
}

/// Which units of a rank a step is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Heads,
    Members,
    All,
}

/// What a headline is clipped to before all headlines are shown.
const SHORT: usize = 160;

/// What any line is clipped to before all else is shown; the labels say how much that is.
const LONG: usize = usize::MAX - 1;

const WHOLE: usize = usize::MAX;

/// Everything that may be shown, in the order in which it is: ranks, which units, clipped to what.
static STEPS: &[(Rank, Rank, Which, usize)] = &[
    (Rank::First, Rank::First, Which::All, LONG),
    (Rank::Headline, Rank::Headline, Which::Heads, SHORT),
    (Rank::Result, Rank::Result, Which::Heads, SHORT),
    (Rank::Headline, Rank::Headline, Which::Heads, LONG),
    (Rank::Headline, Rank::Headline, Which::Members, LONG),
    (Rank::Result, Rank::Result, Which::Heads, LONG),
    (Rank::Body, Rank::Body, Which::Heads, LONG),
    (Rank::Warning, Rank::Warning, Which::Heads, LONG),
    (Rank::Stderr, Rank::Stderr, Which::Heads, LONG),
    (Rank::Context, Rank::Context, Which::Heads, LONG),
    (Rank::Edge, Rank::Edge, Which::Heads, LONG),
    (Rank::Rest, Rank::Rest, Which::Heads, LONG),
    (Rank::Result, Rank::Rest, Which::Members, LONG),
    (Rank::First, Rank::Rest, Which::All, WHOLE),
    (Rank::Noise, Rank::Noise, Which::All, WHOLE),
];

/// How much of a unit is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    No,
    /// So many graphemes of it.
    Clipped(u32),
    Whole,
}

/// Which units are shown.
struct Plan<'a, 'b> {
    units: &'b [Unit<'a>],
    shown: Vec<Shown>,
    gaps: Gaps,
    /// Graphemes of what is shown, with a line end for each unit, and of markers for all gaps.
    cost: usize,
    most: usize,
    distinct: usize,
    /// What `LONG` stands for here, and how many warnings of a group come first.
    long: usize,
    per_group: usize,
}

impl<'a, 'b> Plan<'a, 'b> {
    fn new(units: &'b [Unit<'a>], labels: &Labels, distinct: usize, most: usize) -> Plan<'a, 'b> {
        let gaps = Gaps::new(units);
        Plan {
            units,
            shown: vec![Shown::No; units.len()],
            cost: gaps.cost(0, units.len()),
            gaps,
            most,
            distinct,
            long: labels.long,
            per_group: labels.per_group,
        }
    }

    /// Takes steps while they fit, and says how many units are shown then.
    fn run(&mut self, keep_all: bool) -> usize {
        let mut count = 0;
        let mut by_rank: Vec<Vec<u32>> = vec![Vec::new(); Rank::Noise as usize + 1];
        for (place, unit) in self.units.iter().enumerate() {
            let is_gap_only = unit.is_blank() && unit.rank != Rank::Context;
            let rank = if is_gap_only { Rank::Noise } else { unit.rank };
            by_rank[rank as usize].push(u32::try_from(place).unwrap_or(u32::MAX));
        }
        let steps = STEPS.iter().filter(|(rank, ..)| keep_all || *rank != Rank::Noise);
        for &(first, last, which, clip) in steps {
            let places = by_rank[first as usize..=last as usize].iter().flatten();
            for place in places.map(|&place| place as usize) {
                let is_meant = match which {
                    Which::All => true,
                    Which::Heads => self.units[place].is_head(self.per_group),
                    Which::Members => !self.units[place].is_head(self.per_group),
                };
                if !is_meant {
                    continue;
                }
                let clip = if clip == LONG { self.long } else { clip };
                let clip = if first == Rank::First { clip.max(self.most / 2) } else { clip };
                let before = self.shown[place];
                if !self.show(place, clip) {
                    return count;
                }
                count += usize::from(before == Shown::No);
            }
        }
        count
    }

    /// Shows so much of a unit, if that fits.
    fn show(&mut self, place: usize, clip: usize) -> bool {
        let unit = &self.units[place];
        let (now, next) = (self.shown[place], amount(unit, clip));
        let paid = match now {
            Shown::No => 0,
            Shown::Clipped(length) => length as usize,
            Shown::Whole => return true,
        };
        let length = match next {
            Shown::Clipped(length) => length as usize,
            _ => unit.cost(),
        };
        if length <= paid {
            return true;
        }
        let mut cost = self.cost + length - paid;
        if now == Shown::No {
            let is_group = unit.group != 0 && unit.is_first();
            cost += 1 + if is_group { suffix(self.units.len()).len() } else { 0 };
            cost = cost + self.gaps.split_cost(place) - self.gaps.cost_around(place);
        }
        if cost > self.most.saturating_add(1) {
            return false;
        }
        if now == Shown::No {
            self.gaps.split(place);
        }
        self.cost = cost;
        self.shown[place] = next;
        true
    }
}

impl Plan<'_, '_> {
    /// The groups whose first line stands for what is not shown of them. Where others of a run are
    /// shown too, nobody would know which are missing: a marker says where. How many there are of a
    /// kind of failures is worth more.
    fn standing(&self) -> HashSet<u64> {
        let is_shown = |(_, shown): &(_, &Shown)| **shown != Shown::No;
        let shown = || self.units.iter().zip(&self.shown).filter(is_shown).map(|(unit, _)| unit);
        let firsts = shown().filter(|unit| unit.group != 0 && unit.is_first());
        let mut groups: HashSet<u64> = firsts.map(|unit| unit.group).collect();
        let is_member = |unit: &&Unit<'_>| !unit.is_head(self.per_group);
        for member in shown().filter(is_member).filter(|unit| unit.rank >= Rank::Edge) {
            groups.remove(&member.group);
        }
        groups
    }

    /// Shows what is in a gap where its own text is no longer than the marker. What another line
    /// stands for needs none.
    fn fill(&mut self, standing: &HashSet<u64>) {
        let mut start = 0;
        for end in 0..=self.units.len() {
            if self.shown.get(end).is_some_and(|&shown| shown == Shown::No) {
                continue;
            }
            let places = (start..end).filter(|&place| !standing.contains(&self.units[place].group));
            let gap: Vec<&Unit<'_>> = places.clone().map(|place| &self.units[place]).collect();
            let lines: usize = gap.iter().map(|unit| unit.lines()).sum();
            let cost: usize = gap.iter().map(|unit| unit.cost() + 1).sum();
            if !gap.iter().all(|unit| unit.is_blank()) && cost <= marker(lines as u64, 0).len() + 1
            {
                places.for_each(|place| self.shown[place] = Shown::Whole);
            }
            start = end + 1;
        }
    }
}

/// What is shown of a unit that may have `clip` graphemes.
fn amount(unit: &Unit<'_>, clip: usize) -> Shown {
    if unit.cost() <= clip {
        Shown::Whole
    } else {
        Shown::Clipped(u32::try_from(clip).unwrap_or(u32::MAX))
    }
}
