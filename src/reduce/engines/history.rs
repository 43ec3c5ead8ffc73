//! `git log`: a line for each commit, where not all of it fits.

use super::super::budget::marker;
use super::super::marks::{Labels, Rank};
use super::Case;

/// Characters of a commit's name that are shown.
const ID: usize = 10;

/// What one line shows of a commit.
#[derive(Default)]
struct Commit<'a> {
    /// The line of its name.
    place: usize,
    id: &'a str,
    author: &'a str,
    date: &'a str,
    /// The first lines of its message and of what follows that.
    subject: &'a str,
    body: &'a str,
    /// How many lines of the message are left out, and how many of them tell of a failure.
    more: u64,
    failures: u64,
}

/// Labels a history. What stands between commits and is no message, as the files of `--stat`, stays.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    let is_small =
        case.lines().map(|(_, text)| case.document.count(text) + 1).sum::<usize>() <= case.most;
    let mut commit: Option<Commit<'_>> = None;
    for (place, text) in case.lines() {
        if let Some(id) = text.strip_prefix("commit ") {
            show(&mut labels, commit.take());
            labels.count("commit", 1);
            labels.rank(place, Rank::Context);
            commit = (!is_small).then(|| Commit { place, id, ..Commit::default() });
        } else if let Some(commit) = &mut commit {
            // What is not quoted is shown whatever is said of it here.
            let is_quote = labels.marks[place].is_quote;
            let tells = is_quote && case.document.strength(place).is_some();
            commit.read(&mut labels, place, text, tells);
        }
    }
    show(&mut labels, commit);
    labels
}

fn show(labels: &mut Labels, commit: Option<Commit<'_>>) {
    if let Some(commit) = commit {
        labels.rewrite(commit.place, commit.line());
    }
}

impl<'a> Commit<'a> {
    /// Takes the line below, if it is about this commit; `tells` if it is one of a failure.
    fn read(&mut self, labels: &mut Labels, place: usize, text: &'a str, tells: bool) {
        let is_trailer = labels.marks[place].rank == Rank::Noise;
        match text.strip_prefix("    ") {
            _ if text.trim().is_empty() => {}
            None if !self.subject.is_empty() || !self.head(text) => return,
            None => {}
            Some(text) if self.subject.is_empty() => self.subject = text.trim(),
            Some(text) if self.body.is_empty() && !is_trailer => self.body = text.trim(),
            Some(_) => {
                self.more += 1;
                self.failures += u64::from(tells);
                return labels.elide(place, self.place);
            }
        }
        labels.fold(place, self.place);
    }

    /// Takes a line above the message, if it is one.
    fn head(&mut self, text: &'a str) -> bool {
        let Some((name, value)) = text.split_once(':') else { return false };
        match name {
            "Author" => self.author = value.split(" <").next().unwrap_or(value).trim(),
            "Date" | "AuthorDate" => self.date = value.trim(),
            "Commit" | "CommitDate" | "Merge" | "Reflog" | "Reflog message" => {}
            _ => return false,
        }
        true
    }

    /// The beginning of its name and what is named so, no address, the message in short.
    fn line(&self) -> String {
        let (id, names) = self.id.split_once(' ').unwrap_or((self.id, ""));
        let words = [id.get(..ID).unwrap_or(id), names, self.date, self.author];
        let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let mut line = words.join(" ");
        for (between, text) in [(": ", self.subject), (" / ", self.body)] {
            if !text.is_empty() {
                line += between;
                line += text;
            }
        }
        if self.more > 0 {
            line.push(' ');
            line += &marker(self.more, self.failures);
        }
        line
    }
}
