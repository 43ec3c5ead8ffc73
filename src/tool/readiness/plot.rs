//! Readiness for a terminal: a bar for each member, and the curve.

use crate::cli::term::escaped;
use crate::watch::Readiness;
use std::fmt::Write as _;

/// How wide bars and curve are, in columns.
const WIDTH: usize = 48;

/// How high the curve is, in lines.
const HEIGHT: usize = 4;

/// The widest name of a member, in characters.
const NAME: usize = 28;

/// Parts of a block, in eighths.
const ACROSS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const UP: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// Draws it.
pub(super) fn plot(ready: &Readiness) -> Vec<u8> {
    let mut out = String::new();
    let fields = ready.fields.fields();
    let names: Vec<String> = fields.iter().map(|field| name(&field.path)).collect();
    let room = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(8);
    for (field, name) in fields.iter().zip(&names) {
        let share = ready.permille(Some(field.ready_at));
        row(&mut out, room, name, &bar(share), &percent(share));
    }
    if !fields.is_empty() {
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
    let line = format!("{name:<room$}  {middle:<WIDTH$}  {end:>6}");
    writeln!(out, "{}", line.trim_end()).expect("a string takes every write");
}

/// A pointer as there is room for it: its end says most.
fn name(path: &str) -> String {
    let path = escaped(path);
    let over = path.chars().count().saturating_sub(NAME);
    match over {
        0 => path,
        _ => std::iter::once('…').chain(path.chars().skip(over + 1)).collect(),
    }
}

/// A bar of so many permille.
fn bar(share: i64) -> String {
    let eighths = usize::try_from(share).unwrap_or(0) * WIDTH * 8 / 1000;
    format!("{}{}", "█".repeat(eighths / 8), ACROSS[eighths % 8])
}

fn percent(share: i64) -> String {
    if share < 0 { "–".to_owned() } else { format!("{}.{}%", share / 10, share % 10) }
}

/// The share of members that are final, over the share of the input that has been read.
fn curve(ready: &Readiness) -> Vec<String> {
    let fields = ready.fields.fields();
    let heights: Vec<usize> = (1..=WIDTH)
        .map(|column| {
            let read = ready.length * column as u64 / WIDTH as u64;
            let done = fields.iter().filter(|field| field.ready_at <= read).count();
            done * HEIGHT * 8 / fields.len().max(1)
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
        for (share, columns, percents) in
            [(-1, 0, "–"), (0, 0, "0.0%"), (5, 1, "0.5%"), (500, 24, "50.0%"), (1000, 48, "100.0%")]
        {
            assert_eq!(bar(share).chars().count(), columns, "{share}");
            assert_eq!(percent(share), percents);
        }
    }

    #[test]
    fn a_long_name_is_cut_in_front_and_obeyed_by_no_terminal() {
        assert_eq!(name("/a"), "/a");
        assert_eq!(name(&"/abc".repeat(10)).chars().count(), NAME);
        assert!(name(&"/abc".repeat(10)).ends_with("/abc/abc"));
        assert_eq!(name("/\u{1b}[2J"), "/\\u001b[2J");
    }
}
