//! Patches: files and hunks first, then the changes, with far context and the middle of long runs last.

use super::super::marks::{Labels, Rank};
use super::Case;

/// How many lines of a run of additions or deletions are shown at its start before others are.
const RUN_HEAD: usize = 12;

/// Files whose changes nobody reads.
static GENERATED: &[&str] = &[
    "package-lock.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "Cargo.lock",
    "poetry.lock",
    "uv.lock",
    "go.sum",
    "Gemfile.lock",
    "composer.lock",
    ".min.js",
    ".min.css",
    ".snap",
    ".map",
];

/// Lines about a file that say more than that it changed.
static FILE_LINES: &[&str] = &[
    "new file mode",
    "deleted file mode",
    "old mode",
    "new mode",
    "rename from",
    "rename to",
    "copy from",
    "copy to",
    "Binary files",
    "GIT binary patch",
    "similarity index",
    "dissimilarity index",
    "Only in ",
];

/// Where in a patch a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the first file: the message of a commit.
    Outside,
    /// Between the line of a file and its first hunk.
    Header,
    /// In a hunk, which has so many lines of the old and of the new file left.
    Hunk(usize, usize),
}

/// Labels a patch.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Context);
    let mut at = Place::Outside;
    let mut file = 0;
    let mut is_generated = false;
    let mut run = 0;
    for (place, text) in case.lines() {
        if let Place::Hunk(old, new) = at
            && let Some(kind) =
                text.chars().next().or(Some(' ')).filter(|kind| " +-\\".contains(*kind))
            && (old > 0 || new > 0 || kind == '\\')
        {
            let (minus, plus) = (usize::from(kind != '+'), usize::from(kind != '-'));
            run = if "+-".contains(kind) { run + 1 } else { 0 };
            if kind != '\\' {
                at = Place::Hunk(old.saturating_sub(minus), new.saturating_sub(plus));
            }
            hunk_line(&mut labels, place, kind, run, is_generated);
            continue;
        }
        run = 0;
        if text.starts_with("diff ") || at != Place::Header && text.starts_with("--- ") {
            at = Place::Header;
            file = place;
            is_generated = GENERATED.iter().any(|name| text.trim_end().ends_with(name));
            labels.rank(place, Rank::Result);
            labels.count("changed file", 1);
        } else if let Some((old, new)) = hunk(text) {
            at = Place::Hunk(old, new);
            labels.rank(place, if is_generated { Rank::Rest } else { Rank::Context });
            // It ends in a line of the file.
            labels.marks[place].is_quote = true;
            labels.count("hunk", 1);
        } else if at == Place::Header {
            header_line(case, &mut labels, place, file);
        } else {
            commit_line(&mut labels, place, text);
        }
    }
    around_changes(case, &mut labels);
    labels
}

fn hunk_line(labels: &mut Labels, place: usize, kind: char, run: usize, is_generated: bool) {
    labels.marks[place].is_quote = true;
    let rank = match kind {
        ' ' | '\\' => Rank::Noise,
        _ if is_generated => Rank::Noise,
        _ if run <= RUN_HEAD => Rank::Context,
        _ => Rank::Rest,
    };
    labels.rank(place, rank);
    labels.count("added line", u64::from(kind == '+'));
    labels.count("removed line", u64::from(kind == '-'));
}

/// The line of a file says what the lines below it repeat.
fn header_line(case: &Case<'_>, labels: &mut Labels, place: usize, file: usize) {
    let (text, named) = (case.text(place), case.text(file));
    let name = ["--- ", "+++ "].iter().find_map(|start| text.strip_prefix(start));
    let is_repeated = name.is_some_and(|name| {
        let name = name.split('\t').next().unwrap_or(name);
        named.starts_with("diff ") && (named.contains(name) || name == "/dev/null")
    });
    if text.starts_with("index ") || is_repeated {
        labels.fold(place, file);
    } else if FILE_LINES.iter().any(|start| text.starts_with(start)) || name.is_some() {
        labels.rank(place, Rank::Result);
    }
}

/// What begins the lines of a commit above its files.
const COMMIT_LINES: &[&str] = &["commit ", "Author:", "Date:", "Merge:", "    "];

fn commit_line(labels: &mut Labels, place: usize, text: &str) {
    if COMMIT_LINES.iter().any(|start| text.starts_with(start)) {
        labels.rank(place, Rank::Result);
        labels.marks[place].is_quote = true;
        labels.count("commit", u64::from(text.starts_with("commit ")));
    }
}

/// `@@ -3,7 +3,8 @@ fn name`: how many lines of the old and of the new file follow.
fn hunk(text: &str) -> Option<(usize, usize)> {
    let (old, rest) = text.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let length =
        |range: &str| range.split_once(',').map_or(Some(1), |(_, length)| length.parse().ok());
    Some((length(old)?, length(new)?))
}

/// Shows the context next to a change.
fn around_changes(case: &Case<'_>, labels: &mut Labels) {
    let is_change = |labels: &Labels, place: usize| {
        labels.marks[place].is_quote
            && case.text(place).starts_with(['+', '-'])
            && labels.marks[place].rank != Rank::Noise
    };
    for place in 0..case.len() {
        let is_context = labels.marks[place].is_quote
            && labels.marks[place].rank == Rank::Noise
            && case.text(place).starts_with([' ', '\\']);
        let before = place > 0 && is_change(labels, place - 1);
        if is_context && (before || place + 1 < case.len() && is_change(labels, place + 1)) {
            labels.rank(place, Rank::Edge);
        }
    }
}
