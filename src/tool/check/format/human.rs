//! For people: each remark with the line it is about and a caret, then the decision.

use super::{Format, Item, Manner, Order, nothing};
use crate::cli::term::{Style, Terminal};
use crate::plan::{Decision, Plan};
use crate::tool::check::judged::{Judged, Level, Outcome};
use crate::tool::explain;

/// The format.
pub(in crate::tool::check) static HUMAN: Format = Format {
    order: Order::AsFound,
    paints: true,
    head: nothing,
    say,
    separator: b"",
    tail: nothing,
};

fn say(items: &mut Vec<Item>, judged: &Judged<'_>, manner: &Manner) {
    let name = judged.place.name();
    let mut terminal = Terminal::new(Vec::new(), manner.color);
    if let Some(error) = judged.error() {
        let around = error.position().map(|at| judged.around(at));
        explain::error(&mut terminal, &name, error, around);
    }
    let repairs = judged.plan().map_or(&[][..], |plan| &plan.repairs);
    for repair in repairs {
        explain::repair(&mut terminal, &name, repair, judged.around(repair.at));
    }
    // In a log the sound lines are the rule.
    let is_quiet = judged.place.line.is_some() && repairs.is_empty();
    if let Outcome::Plan(plan) = &judged.outcome
        && !(is_quiet && plan.error.is_none())
    {
        decide(&mut terminal, &name, plan);
    }
    items.push(Item { level: Level::Note, text: terminal.into_inner() });
}

/// Says what it comes to.
fn decide(terminal: &mut Terminal<Vec<u8>>, name: &str, plan: &Plan) {
    let style = match plan.decision() {
        Decision::Safe => Style::Hint,
        Decision::CosmeticRepair => Style::Warning,
        Decision::LossyRepair | Decision::Ambiguous | Decision::Invalid => Style::Error,
    };
    let may = if plan.is_executable() { ", executable" } else { ", not executable" };
    terminal.line(&[
        (Style::Strong, name),
        (Style::Plain, ": "),
        (style, plan.decision().label()),
        (Style::Plain, may),
    ]);
}
