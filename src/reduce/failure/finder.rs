//! Finds the words in a line: those of letters by the runs of letters that it has, others by a search.

use super::Strength;
use super::words::{Sense, WORDS};
use aho_corasick::{AhoCorasick, AhoCorasickBuilder};
use std::sync::LazyLock;

/// A word that is looked for.
pub(super) struct Word {
    pub(super) text: &'static str,
    /// What of the text stands before its first run of letters, and the length of that run.
    lead: usize,
    run: usize,
    pub(super) strength: Strength,
    pub(super) sense: Sense,
}

/// A word where it was found, from and to which byte.
pub(super) struct Hit<'a> {
    pub(super) word: &'a Word,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// How many lists the words are spread over, by a hash of their first run; a power of two.
const LISTS: usize = 1024;

/// No first run is longer, so that a text without spaces is not looked at again and again.
const LONGEST: usize = 32;

struct Finder {
    /// In each list the longest words first.
    lists: Vec<Vec<Word>>,
    foreign: Vec<Word>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(|| {
    let mut finder = Finder { lists: Vec::new(), foreign: Vec::new() };
    finder.lists.resize_with(LISTS, Vec::new);
    for &(strength, sense, words) in WORDS {
        for &text in words {
            let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
            let lead = text.bytes().position(|byte| is_letter(&byte)).unwrap_or(0);
            let run = text.as_bytes()[lead..].iter().take_while(|byte| is_letter(byte)).count();
            let word = Word { text, lead, run, strength, sense };
            match sense {
                Sense::Anywhere => finder.foreign.push(word),
                _ => finder.lists[hash(&text.as_bytes()[lead..lead + run])].push(word),
            }
        }
    }
    for list in &mut finder.lists {
        list.sort_by_key(|word| std::cmp::Reverse(word.text.len()));
    }
    finder
});

/// Built for the first line that is not ASCII.
static FOREIGN: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let mut builder = AhoCorasickBuilder::new();
    builder.ascii_case_insensitive(true).build(FINDER.foreign.iter().map(|word| word.text)).ok()
});

fn hash(run: &[u8]) -> usize {
    let add = |hash: usize, byte: &u8| {
        hash.wrapping_mul(31).wrapping_add(usize::from(byte.to_ascii_lowercase()))
    };
    run.iter().fold(0, add) % LISTS
}

/// Hands over the words of `line` until one is taken.
pub(super) fn find(line: &str, mut takes: impl FnMut(Hit<'_>) -> bool) {
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(skipped) = bytes[at..].iter().position(u8::is_ascii_alphabetic) {
        let mut start = at + skipped;
        let run = bytes[start..].iter().position(|byte| !byte.is_ascii_alphabetic());
        let end = run.map_or(bytes.len(), |length| start + length);
        loop {
            let next = hump(bytes, start, end);
            // `noSuchElement`: a word may be two of those in a name, or one.
            let pair = next.and_then(|next| hump(bytes, next, end));
            for end in [Some(end), pair, next].into_iter().flatten() {
                if words_at(bytes, start, end).any(&mut takes) {
                    return;
                }
            }
            match next {
                Some(next) => start = next,
                None => break,
            }
        }
        at = end;
    }
    if !line.is_ascii()
        && let Some(foreign) = FOREIGN.as_ref()
    {
        let hits = foreign.find_iter(line).map(|hit| Hit {
            word: &FINDER.foreign[hit.pattern().as_usize()],
            start: hit.start(),
            end: hit.end(),
        });
        let _ = hits.into_iter().any(takes);
    }
}

/// The words whose first run of letters is the one between `start` and `end`.
fn words_at(bytes: &[u8], start: usize, end: usize) -> impl Iterator<Item = Hit<'static>> {
    let is_short = end - start <= LONGEST;
    let list = is_short.then(|| &FINDER.lists[hash(&bytes[start..end])]);
    list.into_iter().flatten().filter_map(move |word| {
        let start = start.checked_sub(word.lead)?;
        let found = bytes.get(start..start + word.text.len())?;
        let is_it =
            start + word.lead + word.run == end && found.eq_ignore_ascii_case(word.text.as_bytes());
        is_it.then_some(Hit { word, start, end: start + word.text.len() })
    })
}

/// Where the next word in a run begins: `Error` in `ValueError` and `IOError`.
fn hump(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let is_lower = |at: usize| at < end && bytes[at].is_ascii_lowercase();
    (start + 1..end)
        .find(|&at| bytes[at].is_ascii_uppercase() && (is_lower(at - 1) || is_lower(at + 1)))
}
