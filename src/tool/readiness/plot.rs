//! Readiness for a terminal: a bar for each member, and the curve.

use super::{percent, short};
use crate::watch::Readiness;
use console::measure_text_width;
use std::fmt::Write as _;

/// How wide bars and curve are, in columns.
const WIDTH: usize = 48;

/// How high the curve is, in lines.
const HEIGHT: usize = 4;

/// Parts of a block, in eighths.
const ACROSS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const UP: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws it.
pub(super) fn plot(ready: &Readiness) -> Vec<u8> {
    let mut out = String::new();
    let fields = ready.fields.fields();
    let names: Vec<String> = fields.map(|field| short(field.path)).collect();
    let room = names.iter().map(|name| measure_text_width(name)).max().unwrap_or(0).max(8);
    for (field, name) in ready.fields.fields().zip(&names) {
        let share = ready.permille(field.ready_at);
        row(&mut out, room, name, &bar(share), &percent(share));
    }
    if !names.is_empty() {
        out.push('\n');
        for line in curve(ready) {
            row(&mut out, room, "", &line, "");
        }
        let axis =
            format!("0%{:>half$}{:>rest$}", "50%", "100%", half = WIDTH / 2, rest = WIDTH / 2 - 2);
        row(&mut out, room, "", &axis, "");
        out.push('\n');
    }
    for (name, at) in
        [("syntax", ready.syntax), ("schema", ready.schema), ("settled", ready.settled)]
    {
        let share = ready.permille(at);
        row(&mut out, room, name, &bar(share), &percent(share));
    }
    out.into_bytes()
}

/// A line, without white space at its end.
fn row(out: &mut String, room: usize, name: &str, middle: &str, end: &str) {
    // By columns: some characters take two.
    let gap = " ".repeat(room.saturating_sub(measure_text_width(name)));
    let line = format!("{name}{gap}  {middle:<WIDTH$}  {end:>6}");
    writeln!(out, "{}", line.trim_end()).expect("a string takes every write");
}

/// A bar of so many permille.
fn bar(share: i64) -> String {
    let eighths = usize::try_from(share).unwrap_or(0) * WIDTH * 8 / 1000;
    format!("{}{}", "█".repeat(eighths / 8), ACROSS[eighths % 8])
}

/// The share of members that are final, over the share of the input that has been read.
fn curve(ready: &Readiness) -> Vec<String> {
    let fields = || ready.fields.fields();
    let heights: Vec<usize> = (1..=WIDTH)
        .map(|column| {
            let read = ready.length * column as u64 / WIDTH as u64;
            let done = fields().filter(|field| field.ready_at.is_some_and(|at| at <= read)).count();
            done * HEIGHT * 8 / fields().len().max(1)
        })
        .collect();
    let line = |floor: usize| {
        heights.iter().map(|height| UP[height.saturating_sub(floor * 8).min(8)]).collect()
    };
    (0..HEIGHT).rev().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        for (share, columns) in [(-1, 0), (0, 0), (5, 1), (500, 24), (1000, 48)] {
            assert_eq!(bar(share).chars().count(), columns, "{share}");
        }
    }
}
