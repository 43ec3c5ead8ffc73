//! Readiness for a terminal: a bar for each member, and the curve.

use super::{NAME, percent, short};
use crate::watch::Readiness;
use console::measure_text_width;
use std::fmt::Write as _;

/// How wide bars and curve are, in columns, where there is room, and how wide they are at least.
const WIDTH: usize = 48;
const LEAST: usize = 8;

/// The columns of a name that there is always room for, `settled` and a space.
const SHORTEST: usize = 8;

/// The columns of what stands beside a name and its bar: gaps and the share.
const BESIDE: usize = 2 + 2 + 6;

/// How high the curve is, in lines.
const HEIGHT: usize = 4;

/// Parts of a block, in eighths.
const ACROSS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const UP: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws it, on a terminal with so many columns.
pub(super) fn plot(ready: &Readiness, columns: Option<usize>) -> Vec<u8> {
    let mut out = String::new();
    let longest = columns.map_or(NAME, |columns| (columns / 3).clamp(SHORTEST, NAME));
    let fields = ready.fields.fields();
    let names: Vec<String> = fields.map(|field| short(field.path, longest)).collect();
    let room = names.iter().map(|name| measure_text_width(name)).max().unwrap_or(0).max(SHORTEST);
    let left = columns.map_or(WIDTH, |columns| columns.saturating_sub(room + BESIDE));
    let rows = Rows { room, width: left.clamp(LEAST, WIDTH) };
    for (field, name) in ready.fields.fields().zip(&names) {
        rows.share(&mut out, name, ready.permille(field.ready_at));
    }
    if !names.is_empty() {
        out.push('\n');
        for line in curve(ready, rows.width) {
            rows.row(&mut out, "", &line, "");
        }
        rows.row(&mut out, "", &axis(rows.width), "");
        out.push('\n');
    }
    for (name, at) in
        [("syntax", ready.syntax), ("schema", ready.schema), ("settled", ready.settled)]
    {
        rows.share(&mut out, name, ready.permille(at));
    }
    out.into_bytes()
}

/// The columns of a drawing.
struct Rows {
    /// Those of the names.
    room: usize,
    /// Those of bars and curve.
    width: usize,
}

impl Rows {
    /// A name with the bar of its share.
    fn share(&self, out: &mut String, name: &str, share: i64) {
        self.row(out, name, &bar(share, self.width), &percent(share));
    }

    /// A line, without white space at its end.
    fn row(&self, out: &mut String, name: &str, middle: &str, end: &str) {
        let Rows { room, width } = *self;
        // By columns: some characters take two.
        let gap = " ".repeat(room.saturating_sub(measure_text_width(name)));
        let line = format!("{name}{gap}  {middle:<width$}  {end:>6}");
        writeln!(out, "{}", line.trim_end()).expect("a string takes every write");
    }
}

/// What the columns of the curve stand for.
fn axis(width: usize) -> String {
    const ROOM_FOR_ALL: usize = "0%  50%  100%".len();
    let half = if width < ROOM_FOR_ALL { 0 } else { width / 2 };
    let middle = if half == 0 { "" } else { "50%" };
    format!("0%{middle:>half$}{:>rest$}", "100%", rest = width - half - 2)
}

/// A bar of so many permille.
fn bar(share: i64, width: usize) -> String {
    let eighths = usize::try_from(share).unwrap_or(0) * width * 8 / 1000;
    format!("{}{}", "█".repeat(eighths / 8), ACROSS[eighths % 8])
}

/// The share of members that are final, over the share of the input that has been read.
fn curve(ready: &Readiness, width: usize) -> Vec<String> {
    let fields = || ready.fields.fields();
    let heights: Vec<usize> = (1..=width)
        .map(|column| {
            let read = ready.length * column as u64 / width as u64;
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
    use crate::options::Options;
    use crate::watch::readiness;

    #[test]
    fn a_bar_is_as_long_as_its_share() {
        for (share, columns) in [(-1, 0), (0, 0), (5, 1), (500, 24), (1000, 48)] {
            assert_eq!(bar(share, WIDTH).chars().count(), columns, "{share}");
        }
    }

    #[test]
    fn a_plot_is_no_wider_than_its_terminal() {
        let text = r#"{"a":1,"日本語の長い名前":{"the longest name of all of them":[1,2]}}"#;
        let ready = readiness(text, &Options::default());
        let ready = ready.expect("the text is JSON");
        for columns in [26, 27, 40, 60, 80, 81, 200] {
            let plot = String::from_utf8(plot(&ready, Some(columns))).expect("a plot is text");
            let widest = plot.lines().map(measure_text_width).max();
            assert!(widest.is_some_and(|widest| widest <= columns), "{columns}: {plot}");
        }
        assert_eq!([axis(LEAST), axis(14)], ["0%  100%", "0%    50% 100%"]);
    }
}
