//! Text of inputs in a Markdown page: code on one line, cells, tables.

/// The longest text that is shown whole, in characters.
const SHOWN: usize = 100;

/// Text as inline code in a cell of a table: on one line, what cannot be seen spelt out, shortened.
pub(super) fn code(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).map(sign).collect();
    if text.chars().count() > SHOWN {
        shown.push_str(" …");
    }
    let mut fence = "``".to_owned();
    while shown.contains(&fence) || fence.len() == 2 && at_an_end(&shown) {
        fence.push('`');
    }
    format!("{fence} {shown} {fence}")
}

/// A fence that touches a backtick would be longer than it is.
fn at_an_end(shown: &str) -> bool {
    shown.starts_with('`') || shown.ends_with('`')
}

fn sign(c: char) -> String {
    match c {
        '\n' => "⏎".to_owned(),
        '\t' => "⇥".to_owned(),
        '|' => "\\|".to_owned(),
        ' ' => " ".to_owned(),
        c if c.is_whitespace() || c.is_control() || is_hidden(c) => {
            format!("<U+{:04X}>", c as u32)
        }
        c => c.to_string(),
    }
}

/// Characters without width, and those that turn the direction of text.
fn is_hidden(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Text without its marks.
pub(super) fn plain(text: &str) -> String {
    text.replace(['*', '`'], "")
}

/// A table.
pub(super) fn table(
    head: &[&str],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = String>>,
) -> String {
    let mut out = row(head.iter().map(|cell| (*cell).to_owned()));
    out.push_str(&row(head.iter().map(|_| "---".to_owned())));
    for cells in rows {
        out.push_str(&row(cells));
    }
    out
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<String> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}

#[test]
fn code_is_one_line_that_shows_all() {
    assert_eq!(code("a\n|\u{200b}"), "`` a⏎\\|<U+200B> ``");
    assert_eq!(code("`x`"), "``` `x` ```");
    assert_eq!(code("```json"), "```` ```json ````");
}
