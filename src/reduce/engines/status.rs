//! `git status`: what is changed in which state, a short line each.

use super::super::marks::{Labels, Rank};
use super::Case;

/// The headings, and what is shown for them.
static SECTIONS: &[(&str, &str)] = &[
    ("Changes not staged for commit:", "Changes not staged:"),
    ("Changes to be committed:", "Changes to be committed:"),
    ("Untracked files:", "Untracked files:"),
    ("Unmerged paths:", "Unmerged paths:"),
    ("Ignored files:", "Ignored files:"),
    ("Changed but not updated:", "Changes not staged:"),
];

/// What is said of a file, its letter, and what is counted.
static STATES: &[(&str, &str, &str)] = &[
    ("modified:", "M", "modified file"),
    ("new file:", "A", "new file"),
    ("deleted:", "D", "deleted file"),
    ("renamed:", "R", "renamed file"),
    ("copied:", "C", "new file"),
    ("typechange:", "T", "modified file"),
    ("both modified:", "U", "conflicted file"),
    ("both added:", "U", "conflicted file"),
    ("both deleted:", "U", "conflicted file"),
    ("added by us:", "U", "conflicted file"),
    ("added by them:", "U", "conflicted file"),
    ("deleted by us:", "U", "conflicted file"),
    ("deleted by them:", "U", "conflicted file"),
];

/// Lines that say nothing beside the others.
static DECORATION: &[&str] = &[
    "On branch ",
    "  (use ",
    "Your branch is up to date",
    "no changes added to commit",
    "nothing added to commit but untracked",
    "It took ",
    "(use \"git",
    "  (commit or discard",
];

/// The letters of the short form, and what is counted.
static LETTERS: &[(char, &str)] = &[
    ('U', "conflicted file"),
    ('?', "untracked file"),
    ('R', "renamed file"),
    ('D', "deleted file"),
    ('A', "new file"),
    ('M', "modified file"),
    ('T', "modified file"),
];

/// Labels the output of `git status`, long or short.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = Labels::all(case.len(), Rank::Result);
    let mut section = "";
    let mut dropped = Vec::new();
    let mut kept = None;
    for (place, text) in case.lines() {
        let heading = SECTIONS.iter().find(|(heading, _)| text == *heading);
        if text.trim().is_empty() || DECORATION.iter().any(|start| text.starts_with(start)) {
            dropped.push(place);
            continue;
        }
        kept.get_or_insert(place);
        if let Some((_, shown)) = heading {
            section = shown;
            labels.rewrite(place, (*shown).to_owned());
        } else if let Some(file) = text.strip_prefix('\t') {
            entry(&mut labels, place, section, file);
        } else if let Some(counted) = short_form(text) {
            labels.count(counted, 1);
            labels.rank(place, Rank::Rest);
            labels.marks[place].is_quote = true;
        }
    }
    // What is dropped is shown in short by what is kept; where nothing is kept it stays.
    if let Some(kept) = kept {
        dropped.into_iter().for_each(|place| labels.fold(place, kept));
    }
    labels
}

fn entry(labels: &mut Labels, place: usize, section: &str, file: &str) {
    labels.marks[place].is_quote = true;
    labels.rank(place, Rank::Rest);
    let state = STATES.iter().find_map(|row| Some((row, file.strip_prefix(row.0)?)));
    match state {
        Some(((_, letter, counted), name)) => {
            labels.rewrite(place, format!("{letter}: {}", name.trim_start()));
            labels.count(counted, 1);
            if *letter == "U" {
                labels.rank(place, Rank::Headline);
            }
        }
        None if section == "Untracked files:" => {
            labels.rewrite(place, format!("?? {file}"));
            labels.count("untracked file", 1);
        }
        None => {}
    }
}

/// What `XY path` counts as.
fn short_form(text: &str) -> Option<&'static str> {
    let mut letters = text.chars();
    let pair = [letters.next()?, letters.next()?];
    let is_pair = pair.iter().all(|c| " MTADRCU?!".contains(*c)) && letters.next() == Some(' ');
    let is_conflict = ["UU", "AA", "DD"].contains(&&*pair.iter().collect::<String>());
    if !is_pair {
        return None;
    }
    if is_conflict {
        return Some("conflicted file");
    }
    LETTERS.iter().find(|(letter, _)| pair.contains(letter)).map(|(_, counted)| *counted)
}
