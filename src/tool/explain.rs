//! A repair or an error for people: the source line with a caret, the rule, the edits.

use crate::cli::term::{self, Span, Style, Terminal, escaped};
use crate::error::Error;
use crate::position::Position;
use crate::repair::{Edit, Repair, Severity};
use console::measure_text_width;
use std::io::Write;

/// How many bytes before and behind a place may be shown.
pub(super) const REACH: usize = 320;

/// How many columns of the source line are shown before the caret, and in all.
const BEFORE: usize = 50;
const WIDTH: usize = 74;

/// How many edits are spelt out.
const EDITS: usize = 4;

/// What stands before the lines below the first: a log's reader may obey a line that begins with
/// text of the input, even behind spaces.
const MARGIN: &str = "    | ";

/// Explains a repair; `around` is what is known of the input before its place and from there on.
pub(super) fn repair<W: Write>(
    terminal: &mut Terminal<W>,
    source: &str,
    repair: &Repair,
    around: (&[u8], &[u8]),
) {
    let row = repair.rule.row();
    let style = match repair.severity {
        Severity::Note => Style::Hint,
        Severity::Cosmetic => Style::Warning,
        Severity::Lossy => Style::Error,
    };
    let title = format!("{} {}", row.code, row.name);
    let word = (style, repair.severity.name());
    head(terminal, source, Some(repair.at), word, &title, row.message);
    caret(terminal, style, around);
    if !repair.edits.is_empty() {
        terminal.line(&[(Style::Plain, MARGIN), (Style::Hint, &edits(&repair.edits))]);
    }
    if let Some(class) = repair.ambiguity.filter(|_| repair.is_ambiguous()) {
        let class = format!("ambiguous ({}): {}", class.name(), class.reason());
        terminal.line(&[(Style::Plain, MARGIN), (Style::Warning, &class)]);
    }
}

/// Explains why a text cannot be read or is refused.
pub(super) fn error<W: Write>(
    terminal: &mut Terminal<W>,
    source: &str,
    error: &Error,
    around: Option<(&[u8], &[u8])>,
) {
    let word = (Style::Error, "error");
    head(terminal, source, error.position(), word, error.code().name(), &error.message());
    if let Some(around) = around {
        caret(terminal, Style::Error, around);
    }
}

/// Says what is the matter, and where.
fn head<W: Write>(
    terminal: &mut Terminal<W>,
    source: &str,
    at: Option<Position>,
    word: Span<'_>,
    title: &str,
    message: &str,
) {
    let at = at.map(|at| format!("{}:{}:", at.line, at.column)).unwrap_or_default();
    terminal.line(&[
        (Style::Strong, &format!("{source}:{at} ")),
        word,
        (Style::Plain, " "),
        (Style::Strong, title),
        (Style::Plain, &format!(": {message}")),
    ]);
}

/// Shows the line of a place with a caret below it.
fn caret<W: Write>(terminal: &mut Terminal<W>, style: Style, (before, behind): (&[u8], &[u8])) {
    let (line, column) = excerpt(before, behind);
    terminal.line(&[(Style::Plain, MARGIN), (Style::Plain, &line)]);
    terminal.line(&[(Style::Plain, MARGIN), (style, &format!("{:column$}^", ""))]);
}

/// The line of the input around a place, escaped and cut to [`WIDTH`], and the column of the place.
fn excerpt(before: &[u8], behind: &[u8]) -> (String, usize) {
    let before = &before[before.len().saturating_sub(REACH)..];
    // At the end of the input the last line that holds something says more than an empty one.
    let before = if behind.is_empty() { before.trim_ascii_end() } else { before };
    let before = &before[memchr::memrchr(b'\n', before).map_or(0, |end| end + 1)..];
    let behind = &behind[..behind.len().min(REACH)];
    let behind = &behind[..memchr::memchr(b'\n', behind).unwrap_or(behind.len())];
    let (before, behind) = (String::from_utf8_lossy(before), String::from_utf8_lossy(behind));
    let (before, behind) = (escaped(&before), escaped(&behind));
    let before = term::tail(&before, BEFORE);
    let column = measure_text_width(before);
    let behind = term::head(behind.trim_end_matches("\\r"), WIDTH - column);
    (format!("{before}{behind}"), column)
}

/// The edits in words.
fn edits(edits: &[Edit]) -> String {
    let mut words: Vec<String> = edits.iter().take(EDITS).map(edit).collect();
    if edits.len() > EDITS {
        words.push(format!("{} more", edits.len() - EDITS));
    }
    words.join("; ")
}

fn edit(Edit { byte, delete, insert }: &Edit) -> String {
    let bytes = if *delete == 1 { "byte" } else { "bytes" };
    match (*delete, insert.as_ref()) {
        (0, insert) => format!("insert `{insert}` at byte {byte}"),
        (_, "") => format!("delete {delete} {bytes} at byte {byte}"),
        (_, insert) => format!("replace {delete} {bytes} at byte {byte} by `{insert}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_one_line_with_the_place_in_sight() {
        let long = "x".repeat(400);
        for (before, behind, line, column) in [
            ("", "", "", 0),
            ("{\n  é:", "1}\r\n", "  é:1}", 4),
            ("[1\n", "", "[1", 2),
            ("a\u{1b}", "b", "a\\u001bb", 7),
            // The caret stands below the place, whose column on a terminal is another than its number.
            ("[\"日本\", 1", ",]", "[\"日本\", 1,]", 10),
            (long.as_str(), long.as_str(), &long[..WIDTH], BEFORE),
        ] {
            let expected = (line.to_owned(), column);
            assert_eq!(excerpt(before.as_bytes(), behind.as_bytes()), expected, "{before:?}");
        }
    }
}
