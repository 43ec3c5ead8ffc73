//! What an engine says about each line: how much it matters, and in which form it is shown.

/// How much a line matters; what comes first is shown first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// The first failure, the last result.
    First,
    /// A failure in one line.
    Headline,
    /// A result or a summary.
    Result,
    /// What explains a failure.
    Body,
    /// A warning.
    Warning,
    /// Standard error of a command that failed.
    Stderr,
    /// What helps to understand the rest.
    Context,
    /// The beginning and the end.
    Edge,
    /// Everything else that may be shown.
    Rest,
    /// What is left out even where there is room.
    Noise,
}

/// In which form a line is shown. There is one for each line, so other lines and texts are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As it is.
    Verbatim,
    /// In other words, which are pieces of the text and fixed labels: the how manieth of the texts.
    Rewritten(u32),
    /// Together with another line, without any loss.
    Folded(u32),
    /// Left out of the text of another line, which says so itself.
    Elided(u32),
}

/// What is said about a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) rank: Rank,
    pub(super) form: Form,
    /// Lines of the same group are alike, so that one may stand for others; 0 is none.
    pub(super) group: u64,
    /// Whether the line only quotes something, a file or a name, and tells of no event.
    pub(super) is_quote: bool,
    /// Whether the words in which it is shown are not all of it.
    pub(super) is_partial: bool,
}

impl Mark {
    pub(super) fn new(rank: Rank) -> Mark {
        Mark { rank, form: Form::Verbatim, group: 0, is_quote: false, is_partial: false }
    }
}

/// What an engine says about a text.
#[derive(Clone, Debug)]
pub(super) struct Labels {
    /// One for each line.
    pub(super) marks: Vec<Mark>,
    /// What rewritten lines are shown as.
    pub(super) texts: Vec<String>,
    /// What was counted.
    pub(super) facts: Vec<(String, u64)>,
    /// For the trace: fixed texts.
    pub(super) notes: Vec<&'static str>,
    /// What a line is clipped to before all else is shown.
    pub(super) long: usize,
    /// How many warnings of a group are shown before the others.
    pub(super) per_group: usize,
}

/// What a line is clipped to unless a rule says otherwise.
const LONG: usize = 400;

/// How many warnings of a kind are shown first unless a rule says otherwise.
const PER_GROUP: usize = 3;

impl Labels {
    /// The same rank for all of `count` lines.
    pub(super) fn all(count: usize, rank: Rank) -> Labels {
        Labels {
            marks: vec![Mark::new(rank); count],
            texts: Vec::new(),
            facts: Vec::new(),
            notes: Vec::new(),
            long: LONG,
            per_group: PER_GROUP,
        }
    }

    pub(super) fn rank(&mut self, line: usize, rank: Rank) {
        self.marks[line].rank = rank;
    }

    /// Shows the line at least as soon as `rank` says.
    pub(super) fn raise(&mut self, line: usize, rank: Rank) {
        let mark = &mut self.marks[line];
        mark.rank = mark.rank.min(rank);
    }

    /// Shows `text` for the line.
    pub(super) fn rewrite(&mut self, line: usize, text: String) {
        self.marks[line].form = Form::Rewritten(small(self.texts.len()));
        self.texts.push(text);
    }

    /// Takes the line for shown where `holder` is.
    pub(super) fn fold(&mut self, line: usize, holder: usize) {
        self.marks[line].form = Form::Folded(small(holder));
    }

    /// Takes the line for left out by the text of `holder`.
    pub(super) fn elide(&mut self, line: usize, holder: usize) {
        self.marks[line].form = Form::Elided(small(holder));
    }

    /// Adds to a count; nothing is said about none.
    pub(super) fn count(&mut self, name: &str, times: u64) {
        if times == 0 {
            return;
        }
        match self.facts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += times,
            None => self.facts.push((name.to_owned(), times)),
        }
    }
}

/// A number of a line, or of a text; none has more than 32 bits of them.
pub(super) fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A number that is the same for lines that differ only in numbers, hexadecimal words and paths, but
/// not in the names that these are given; never 0.
pub(super) fn template(line: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for word in line.split_ascii_whitespace() {
        let bytes = word.as_bytes();
        add(b' ');
        // Words are short: a search of vectors would take longer.
        if let Some(slash) = bytes.iter().position(|byte| matches!(byte, b'/' | b'\\')) {
            // A path with a place behind it, `src/a.rs:3:5`, is a path; in `HOME=/root` it has a name.
            let name = bytes[..slash].iter().rposition(|byte| *byte == b'=').unwrap_or(0);
            bytes[..name].iter().for_each(|&byte| add(byte));
            add(b'/');
            continue;
        }
        let is_hex = bytes.len() >= 7
            && bytes.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-')
            && bytes.iter().any(u8::is_ascii_digit);
        if is_hex {
            add(b'#');
            continue;
        }
        let mut in_number = false;
        for &byte in bytes {
            let is_digit = byte.is_ascii_digit();
            if !is_digit {
                add(byte);
            } else if !in_number {
                add(b'#');
            }
            in_number = is_digit;
        }
    }
    hash | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_one_template_differ_in_numbers_and_paths() {
        for (one, other, is_same) in [
            ("src/a.ts(3,5): error TS2322: bad", "src/b/c.ts(30,1): error TS2322: bad", true),
            ("took 12 ms", "took 7 ms", true),
            ("id 3f9a2bc1 gone", "id aa01ffee00 gone", true),
            ("error: a", "error: b", false),
            ("PATH=/usr/bin", "HOME=/root", false),
            ("open path=/a/b", "open path=/c", true),
        ] {
            assert_eq!(template(one) == template(other), is_same, "{one}");
        }
    }
}
