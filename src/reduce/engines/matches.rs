//! Found lines: the file once above its matches, the first match of each file before the others.

use super::super::marks::{Labels, Rank};
use super::Case;
use std::collections::HashMap;

/// A line of a search: the file and what was found in it.
struct Match<'a> {
    file: &'a str,
    found: &'a str,
}

/// Labels the output of a search.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    let matches: Vec<Option<Match<'_>>> = case.lines().map(|(_, text)| matched(text)).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for found in matches.iter().flatten() {
        *counts.entry(found.file).or_default() += 1;
    }
    labels.count("match", matches.iter().flatten().count() as u64);
    labels.count("file", counts.len() as u64);
    let mut previous = "";
    let mut seen = HashMap::new();
    for (place, found) in matches.iter().enumerate() {
        let Some(found) = found else {
            previous = "";
            continue;
        };
        labels.marks[place].is_quote = true;
        let count = counts[found.file];
        let nth = seen.entry(found.file).or_insert(0usize);
        *nth += 1;
        labels.rank(place, if *nth == 1 { Rank::Result } else { Rank::Rest });
        // Only where the matches of a file stand together does its name above say which they are of.
        let is_below = previous == found.file && *nth > 1;
        if count > 1 && *nth == 1 {
            labels.rewrite(place, format!("{} ({count})\n{}", found.file, found.found));
        } else if is_below {
            labels.rewrite(place, found.found.to_owned());
        }
        previous = if is_below || *nth == 1 { found.file } else { "" };
    }
    labels
}

/// `path:12:text`, `path:12:5:text` or `path-11-context`; a path has a dot or a slash in it.
fn matched(text: &str) -> Option<Match<'_>> {
    let (at, separator) = text.char_indices().find(|&(at, c)| {
        matches!(c, ':' | '-') && {
            let rest = text[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
            rest.len() < text.len() - at - 1 && rest.starts_with(c)
        }
    })?;
    let file = &text[..at];
    let is_path =
        file.contains(['.', '/']) && !file.contains(['"', '\'', '\t']) && file.len() < 512;
    let _ = separator;
    is_path.then(|| Match { file, found: &text[at + 1..] })
}
