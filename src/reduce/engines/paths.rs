//! Lists of files: grouped by folder, some names of each folder first.

use super::super::failure::{self, Strength};
use super::super::marks::{Labels, Rank};
use super::super::rule::Edges;
use super::Case;
use std::collections::HashMap;

/// How many names stand on one line.
const CHUNK: usize = 8;

/// From how many entries on they are grouped.
const MANY: usize = 12;

/// Labels a list of files.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    let is_entry =
        |text: &str| !text.trim().is_empty() && failure::strength(text) != Some(Strength::Strong);
    let entries: Vec<usize> =
        case.lines().filter(|(_, text)| is_entry(text)).map(|(place, _)| place).collect();
    labels.count("entry", entries.len() as u64);
    let is_name = |place: &&usize| {
        let text = case.text(**place);
        !text.contains(char::is_whitespace) && !text.ends_with(':')
    };
    let names = entries.iter().filter(is_name).count();
    if names < MANY || names < entries.len() {
        case.edges(&mut labels, Edges { head: 20, tail: 10 });
        return labels;
    }
    let mut folders: HashMap<&str, Vec<usize>> = HashMap::new();
    for &place in &entries {
        labels.marks[place].is_quote = true;
        folders.entry(folder(case.text(place)).0).or_default().push(place);
    }
    labels.count("directory", folders.keys().filter(|folder| !folder.is_empty()).count() as u64);
    for (folder, places) in folders {
        group(case, &mut labels, folder, &places);
    }
    labels
}

/// The folder with its slash, and the name.
fn folder(path: &str) -> (&str, &str) {
    let inner = path.strip_suffix('/').unwrap_or(path);
    path.split_at(inner.rfind('/').map_or(0, |at| at + 1))
}

/// Writes the names of a folder behind it, some on a line.
fn group(case: &Case<'_>, labels: &mut Labels, path: &str, places: &[usize]) {
    for (nth, chunk) in places.chunks(CHUNK).enumerate() {
        let Some((&first, rest)) = chunk.split_first() else { continue };
        let names: Vec<&str> = chunk.iter().map(|&place| folder(case.text(place)).1).collect();
        let names = names.join(" ");
        let text = match nth {
            _ if path.is_empty() => names,
            0 if places.len() > 1 => format!("{path} ({}): {names}", places.len()),
            0 => format!("{path}{names}"),
            _ => format!("{path}: {names}"),
        };
        labels.rewrite(first, text);
        labels.rank(first, if nth == 0 { Rank::Context } else { Rank::Rest });
        rest.iter().for_each(|&place| labels.fold(place, first));
    }
}
