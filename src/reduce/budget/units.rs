//! Lines that are shown together or not at all.

use super::super::guard::Failures;
use super::super::marks::{Form, Mark, Rank, small};
use super::super::text::Document;
use super::suffix;
use std::collections::HashMap;

/// A line with those that it stands for. There is one for nearly every line, so its numbers are small:
/// no text has more lines or graphemes than they hold.
#[derive(Debug)]
pub(super) struct Unit<'a> {
    pub(super) text: &'a str,
    pub(super) group: u64,
    /// What most units do not have.
    extra: Option<Box<Extra>>,
    /// Graphemes of the text, with what says how often it came.
    cost: u32,
    /// How many lines it stands for, and their graphemes with line ends.
    lines: u32,
    chars: u32,
    /// How often the very same line came in a row.
    times: u32,
    /// The first of the distinct failures that its lines tell of.
    failure: u32,
    /// The how manieth of its group it is, as far as anybody counts.
    nth: u16,
    pub(super) rank: Rank,
}

/// No failure.
const NONE: u32 = u32::MAX;

/// What else is known of a unit.
#[derive(Debug, Default)]
struct Extra {
    /// Further failures that its lines tell of.
    failures: Vec<u32>,
    /// What its text leaves out and says so itself.
    elided: Elided,
}

/// Lines that the text of a unit leaves out, their graphemes and their failures.
#[derive(Debug, Default)]
pub(super) struct Elided {
    pub(super) lines: usize,
    pub(super) chars: usize,
    failures: Vec<u32>,
}

impl Elided {
    pub(super) fn failures(&self) -> impl Iterator<Item = usize> {
        self.failures.iter().map(|&id| id as usize)
    }
}

impl<'a> Unit<'a> {
    fn new(text: &'a str, cost: usize, mark: &Mark, group: u64, nth: u16) -> Unit<'a> {
        Unit {
            text,
            group,
            extra: None,
            cost: small(cost),
            lines: 0,
            chars: 0,
            times: 0,
            failure: NONE,
            nth,
            rank: mark.rank,
        }
    }

    pub(super) fn cost(&self) -> usize {
        self.cost as usize
    }

    pub(super) fn lines(&self) -> usize {
        self.lines as usize
    }

    pub(super) fn chars(&self) -> usize {
        self.chars as usize
    }

    pub(super) fn times(&self) -> usize {
        self.times as usize
    }

    /// Whether it is the first of its group.
    pub(super) fn is_first(&self) -> bool {
        self.nth == 0
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether it stands for others of its group, of which so many warnings do.
    pub(super) fn is_head(&self, per_group: usize) -> bool {
        let heads = if self.rank == Rank::Warning { per_group } else { 1 };
        self.group == 0 || usize::from(self.nth) < heads
    }

    /// The distinct failures that its lines tell of.
    pub(super) fn failures(&self) -> impl Iterator<Item = usize> {
        let more = self.extra.iter().flat_map(|extra| &extra.failures);
        let first = (self.failure != NONE).then_some(&self.failure);
        first.into_iter().chain(more).map(|&id| id as usize)
    }

    /// What its text leaves out.
    pub(super) fn elided(&self) -> Option<&Elided> {
        self.extra.as_ref().map(|extra| &extra.elided)
    }

    fn take(&mut self, line: &str, chars: usize) {
        self.lines = self.lines.saturating_add(1);
        self.chars = self.chars.saturating_add(small(chars));
        self.times += u32::from(self.text == line);
    }

    fn tell(&mut self, id: usize) {
        let id = small(id);
        if self.failure == NONE {
            self.failure = id;
        } else if self.failure != id {
            push_other(&mut self.extra.get_or_insert_default().failures, id);
        }
    }
}

fn push_other(list: &mut Vec<u32>, id: u32) {
    if list.last() != Some(&id) {
        list.push(id);
    }
}

/// The units of a text. The marks are used up, as they are as large.
pub(super) fn units<'a>(
    document: &Document<'a>,
    marks: Vec<Mark>,
    texts: &'a [String],
    failures: &Failures,
) -> Vec<Unit<'a>> {
    let mut units: Vec<Unit<'a>> = Vec::with_capacity(marks.len());
    let mut of_line = vec![NONE; document.lines.len()];
    let mut groups: HashMap<u64, u16> = HashMap::new();
    for (place, (line, mark)) in document.lines.iter().zip(&marks).enumerate() {
        let text = match mark.form {
            Form::Verbatim => line.text,
            Form::Rewritten(text) => &*texts[text as usize],
            Form::Folded(_) | Form::Elided(_) => continue,
        };
        of_line[place] = small(units.len());
        // Blank lines are alike and stand for nothing.
        let group = if text.trim().is_empty() { 0 } else { mark.group };
        let nth = match group {
            0 => 0,
            group => {
                let next = groups.entry(group).or_default();
                std::mem::replace(next, next.saturating_add(1))
            }
        };
        let cost = document.count(text);
        units.push(Unit::new(text, cost, mark, group, nth));
    }
    for (place, (line, mark)) in document.lines.iter().zip(&marks).enumerate() {
        let holder = match mark.form {
            Form::Folded(holder) | Form::Elided(holder) => holder as usize,
            _ => place,
        };
        let Some(unit) = units.get_mut(of_line[holder] as usize) else { continue };
        let chars = document.count(line.text) + 1;
        unit.take(line.text, chars);
        let is_elided = matches!(mark.form, Form::Elided(_));
        if is_elided {
            let elided = &mut unit.extra.get_or_insert_default().elided;
            elided.lines += 1;
            elided.chars += chars;
        }
        // What is elided is the line's; the other list may hold the same failure.
        let Some(id) = failures.of_line(place) else { continue };
        if is_elided || mark.is_partial {
            push_other(&mut unit.extra.get_or_insert_default().elided.failures, small(id));
        } else {
            unit.tell(id);
        }
    }
    for unit in &mut units {
        unit.cost += small(suffix(unit.times()).len());
    }
    units
}
