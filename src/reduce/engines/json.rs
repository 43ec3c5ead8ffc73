//! A JSON text: without white space, and where that is not enough without the middle of long arrays
//! and strings. Numbers and the order of members stay as they are.

use super::super::failure;
use super::super::graphemes::clip_marker;
use super::super::marks::{Labels, Rank};
use super::Case;
use crate::json::string_end;
use serde::de::IgnoredAny;
use std::collections::HashSet;

/// How many elements of an array and characters of a string are shown, from most to least.
static LEVELS: &[(usize, usize)] =
    &[(usize::MAX, usize::MAX), (64, 400), (24, 200), (8, 120), (3, 80), (1, 40)];

/// Whether a text is one JSON value that is worth reading as such.
pub(in crate::reduce) fn is_json(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(['{', '['])
        && !is_deep(text.as_bytes())
        && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// Whether a text is nested deeper than what is read by calls within calls may be.
fn is_deep(text: &[u8]) -> bool {
    const DEEPEST: usize = 128;
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => {
                at = string_end(text, at).max(at + 1);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEEPEST {
            return true;
        }
        at += 1;
    }
    false
}

/// Labels a text that is one JSON value: all of it is shown on the first line.
pub(super) fn label(case: &Case<'_>) -> Labels {
    let mut labels = case.sorted(Rank::Rest);
    let text: Vec<&str> = case.lines().map(|(_, text)| text).collect();
    let text = text.join("\n");
    let first = case.lines().find(|(_, line)| !line.trim().is_empty()).map(|(place, _)| place);
    // What is no JSON is shown as the lines that it is.
    let Some(first) = first.filter(|_| is_json(&text)) else { return labels };
    let node = Reader { text: text.as_bytes(), at: 0 }.node();
    if let Node::Array(items) = &node {
        labels.count("element", items.len() as u64);
    }
    let printed = LEVELS.iter().map(|&(items, chars)| {
        let mut out = String::new();
        print(&mut out, &text, &node, items, chars);
        out
    });
    let mut shown = String::new();
    for (level, printed) in printed.enumerate() {
        shown = printed;
        if case.document.count(&shown) <= case.most || level + 1 == LEVELS.len() {
            break;
        }
    }
    fold(case, &mut labels, first, shown);
    labels
}

/// Shows `shown` on the first line; the others are in it, or it says that they are not.
fn fold(case: &Case<'_>, labels: &mut Labels, first: usize, shown: String) {
    let whole = shown.find("[... ").is_none();
    // Without its white space a line that is left is a piece of what is shown.
    let pieces: HashSet<&str> = if whole { HashSet::new() } else { pieces(&shown).collect() };
    for (place, text) in case.lines() {
        let mark = &mut labels.marks[place];
        mark.is_quote = true;
        let is_shown = whole || self::pieces(text).all(|piece| pieces.contains(piece));
        mark.rank = Rank::Result;
        if is_shown {
            labels.fold(place, first);
        } else {
            labels.elide(place, first);
        }
    }
    labels.rewrite(first, shown);
    labels.marks[first].is_partial = !whole && case.len() == 1;
}

/// The tokens of a JSON text that are not punctuation.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || "{}[],:".contains(c));
        let first = rest.bytes().next()?;
        let end = if first == b'"' {
            string_end(rest.as_bytes(), 0)
        } else {
            rest.find(|c: char| c.is_ascii_whitespace() || "{}[],:".contains(c))
                .unwrap_or(rest.len())
        };
        let (piece, after) = rest.split_at(end.min(rest.len()));
        rest = after;
        Some(piece)
    })
}

/// A value: the range of its text, or its parts.
enum Node {
    Atom(usize, usize),
    Array(Vec<Node>),
    /// Keys, as ranges, and values.
    Object(Vec<((usize, usize), Node)>),
}

/// Reads a text that is known to be JSON, and not deep.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self) -> u8 {
        while let Some(&byte) = self.text.get(self.at) {
            if !byte.is_ascii_whitespace() && byte != b',' && byte != b':' {
                return byte;
            }
            self.at += 1;
        }
        b'}'
    }

    fn atom(&mut self) -> (usize, usize) {
        let start = self.at;
        self.at = match self.text[start] {
            b'"' => string_end(self.text, start),
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b",:]}".contains(byte);
                self.text[start..].iter().position(ends).map_or(self.text.len(), |end| start + end)
            }
        };
        (start, self.at)
    }

    fn node(&mut self) -> Node {
        match self.skip() {
            b'[' => {
                self.at += 1;
                let mut items = Vec::new();
                while !matches!(self.skip(), b']' | b'}') {
                    items.push(self.node());
                }
                self.at += 1;
                Node::Array(items)
            }
            b'{' => {
                self.at += 1;
                let mut members = Vec::new();
                while self.skip() != b'}' {
                    let key = self.atom();
                    members.push((key, self.node()));
                }
                self.at += 1;
                Node::Object(members)
            }
            _ => {
                let (start, end) = self.atom();
                Node::Atom(start, end)
            }
        }
    }
}

fn print(out: &mut String, text: &str, node: &Node, items: usize, chars: usize) {
    match node {
        Node::Atom(start, end) => atom(out, &text[*start..*end], chars),
        Node::Array(all) => array(out, text, all, items, chars),
        Node::Object(members) => {
            out.push('{');
            for (nth, ((start, end), value)) in members.iter().enumerate() {
                if nth > 0 {
                    out.push(',');
                }
                out.push_str(&text[*start..*end]);
                out.push(':');
                print(out, text, value, items, chars);
            }
            out.push('}');
        }
    }
}

/// The elements of both ends and those that tell of a failure, with a string for each gap.
fn array(out: &mut String, text: &str, all: &[Node], items: usize, chars: usize) {
    out.push('[');
    let tail = items / 3;
    let mut spare = items;
    let (mut omitted, mut failures) = (0, 0);
    let mut is_first = true;
    for (nth, node) in all.iter().enumerate() {
        let is_edge = nth < items - tail || nth + tail >= all.len();
        let fails = !is_edge && tells_of_failure(text, node);
        let is_kept = is_edge || fails && spare > 0;
        spare -= usize::from(fails && spare > 0);
        if !is_kept {
            omitted += 1;
            failures += usize::from(fails);
            if nth + 1 < all.len() {
                continue;
            }
        }
        if omitted > 0 {
            separate(out, &mut is_first);
            out.push_str(&gap(std::mem::take(&mut omitted), std::mem::take(&mut failures)));
        }
        if is_kept {
            separate(out, &mut is_first);
            print(out, text, node, items, chars);
        }
    }
    out.push(']');
}

fn separate(out: &mut String, is_first: &mut bool) {
    if !std::mem::take(is_first) {
        out.push(',');
    }
}

fn gap(elements: usize, failures: usize) -> String {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let told = match failures {
        0 => String::new(),
        _ => format!(", {failures} failure{}", plural(failures)),
    };
    format!("\"[... {elements} element{} omitted{told}]\"", plural(elements))
}

fn tells_of_failure(text: &str, node: &Node) -> bool {
    match node {
        Node::Atom(start, end) => failure::is_failure(&text[*start..*end]),
        Node::Array(items) => items.iter().any(|item| tells_of_failure(text, item)),
        Node::Object(members) => members.iter().any(|((start, _), value)| match value {
            Node::Atom(_, end) => failure::is_failure(&text[*start..*end]),
            value => tells_of_failure(text, value),
        }),
    }
}

/// A string without its end, if it is long; no escape is cut.
fn atom(out: &mut String, raw: &str, chars: usize) {
    if !raw.starts_with('"') || raw.len() <= chars {
        out.push_str(raw);
        return;
    }
    let inner = &raw[1..raw.len() - 1];
    let mut end = 0;
    while end < chars.min(inner.len()) {
        end += match inner.as_bytes()[end..] {
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => inner[end..].chars().next().map_or(1, char::len_utf8),
        };
    }
    let end = end.min(inner.len());
    let left = inner[end..].chars().count();
    if left <= clip_marker(left).len() {
        out.push_str(raw);
        return;
    }
    out.push('"');
    out.push_str(&inner[..end]);
    out.push_str(&clip_marker(left));
    out.push('"');
}
