//! Tables: the header, the rows that want attention, the ends.

use super::super::marks::{Labels, Rank};
use super::super::rule::Edges;
use super::Case;

/// Words in a cell that say that a row wants attention.
static ATTENTION: &[&str] = &[
    "Pending",
    "Evicted",
    "Error",
    "CrashLoopBackOff",
    "ImagePullBackOff",
    "ErrImagePull",
    "OOMKilled",
    "Exited",
    "Terminating",
    "Unknown",
    "NotReady",
    "failed",
    "inactive",
    "dead",
    "Restarting",
    "Dead",
    "unhealthy",
    "(unhealthy)",
    "Failed",
    "Unhealthy",
    "pending-install",
    "Z",
    "Z+",
    "<defunct>",
    "degraded",
    "errored",
    "stopped",
    "fail",
    "X",
    "lost",
    "Paused",
];

/// Labels a table.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    let header =
        case.lines().find(|(_, text)| !text.trim().is_empty()).map_or(0, |(place, _)| place);
    let columns: Vec<&str> =
        if case.len() > 0 { case.text(header).split_whitespace().collect() } else { Vec::new() };
    let restarts = columns.iter().position(|column| *column == "RESTARTS");
    let mut rows = 0;
    for (place, text) in case.lines() {
        if text.trim().is_empty() {
            continue;
        }
        squeeze(&mut labels, place, text);
        if place == header {
            labels.raise(place, Rank::Result);
            continue;
        }
        rows += 1;
        let cells: Vec<&str> = text.split_whitespace().collect();
        let restarted = restarts.and_then(|at| cells.get(at)).is_some_and(|cell| {
            cell.bytes().all(|byte| byte.is_ascii_digit()) && cell.bytes().any(|byte| byte != b'0')
        });
        // What only quotes somebody's words may hold any.
        let is_quote = labels.marks[place].is_quote;
        if restarted || !is_quote && cells.iter().any(|cell| wants_attention(cell, &cells)) {
            labels.raise(place, Rank::Result);
            labels.count("attention row", 1);
        }
    }
    labels.count("row", rows);
    case.edges(&mut labels, Edges { head: 6, tail: 4 });
    labels
}

/// Drops blanks between columns.
fn squeeze(labels: &mut Labels, place: usize, text: &str) {
    if !text.contains("   ") {
        return;
    }
    let cells = text.trim_end().split("  ").map(str::trim).enumerate();
    let cells = cells.filter(|(nth, cell)| *nth == 0 || !cell.is_empty()).map(|(_, cell)| cell);
    let squeezed = cells.collect::<Vec<_>>().join("  ");
    if squeezed.len() < text.len() {
        labels.rewrite(place, squeezed);
    }
}

/// A bad word, `1/2` where nothing is completed, `95%`.
fn wants_attention(cell: &str, row: &[&str]) -> bool {
    let is_short = cell.split_once('/').is_some_and(|(ready, all)| {
        let number = |text: &str| text.parse::<u64>().ok();
        matches!((number(ready), number(all)), (Some(ready), Some(all)) if ready < all)
    });
    let is_full =
        cell.strip_suffix('%').and_then(|text| text.parse::<f64>().ok()).is_some_and(|n| n >= 90.0);
    let is_done = row.contains(&"Completed");
    ATTENTION.contains(&cell) || cell.starts_with("Init:") || is_full || is_short && !is_done
}
