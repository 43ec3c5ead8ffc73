//! What people read: colour where it is wanted, and nothing of the input that a terminal obeys.

use crate::json;
use console::measure_text_width;
use owo_colors::{OwoColorize, Style as Ansi};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On a terminal, unless the environment says otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether to colour a stream. The flag counts first, then `NO_COLOR`, `CLICOLOR_FORCE`,
    /// `TERM=dumb`, then what the stream is.
    #[must_use]
    pub fn wanted(self, variable: impl Fn(&str) -> Option<String>, is_terminal: bool) -> bool {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto if set("NO_COLOR").is_some() => false,
            Color::Auto if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") => true,
            Color::Auto => is_terminal && set("TERM").is_none_or(|value| value != "dumb"),
        }
    }
}

/// Whether a stream is a terminal on which what was drawn can be drawn over.
#[must_use]
pub fn can_redraw(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// What a piece of a line is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Nothing special.
    Plain,
    /// A name, a title.
    Strong,
    /// Something went wrong.
    Error,
    /// Something may be wrong.
    Warning,
    /// Something to do or to know.
    Hint,
    /// What is there for orientation only.
    Faint,
}

impl Style {
    fn ansi(self) -> Ansi {
        let ansi = Ansi::new();
        match self {
            Style::Plain => ansi,
            Style::Strong => ansi.bold(),
            Style::Error => ansi.red().bold(),
            Style::Warning => ansi.yellow().bold(),
            Style::Hint => ansi.cyan(),
            Style::Faint => ansi.dimmed(),
        }
    }
}

/// A piece of a line.
pub type Span<'a> = (Style, &'a str);

/// Standard error, or what stands for it. Every line passes through [`Terminal::line`], so nothing
/// unescaped gets out; a line leaves in one write.
#[derive(Debug)]
pub struct Terminal<W> {
    to: W,
    color: bool,
    /// What each line begins with, behind which nothing of it is seen.
    begin: &'static str,
    line: String,
    failure: Option<io::Error>,
}

impl Terminal<io::Stderr> {
    /// Standard error.
    #[must_use]
    pub fn stderr(color: Color) -> Terminal<io::Stderr> {
        let to = io::stderr();
        let wanted = color.wanted(|name| std::env::var(name).ok(), to.is_terminal());
        Terminal::new(to, wanted)
    }
}

impl<W: Write> Terminal<W> {
    /// Writes to `to`.
    pub fn new(to: W, color: bool) -> Terminal<W> {
        Terminal { to, color, begin: "", line: String::new(), failure: None }
    }

    /// Begins each line so: with what takes away another that may stand there.
    pub fn begin_with(&mut self, begin: &'static str) {
        self.begin = begin;
    }

    /// Writes a line. A line feed in a span begins a further line only here: in the text it is escaped.
    pub fn line(&mut self, spans: &[Span<'_>]) {
        self.line.clear();
        self.line.push_str(self.begin);
        for (style, text) in spans {
            let text = escaped(text);
            if self.color && *style != Style::Plain && !text.is_empty() {
                self.line.push_str(&text.style(style.ansi()).to_string());
            } else {
                self.line.push_str(&text);
            }
        }
        self.line.push('\n');
        if let Err(error) = self.to.write_all(self.line.as_bytes()) {
            self.failure.get_or_insert(error);
        }
    }

    /// Writes each line of a text whose line ends are our own.
    pub fn lines(&mut self, text: &str) {
        for line in text.lines() {
            self.line(&[(Style::Plain, line)]);
        }
    }

    /// What it wrote to.
    pub fn into_inner(self) -> W {
        self.to
    }

    /// The first write that failed, once.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}

/// The text with everything escaped that a terminal obeys instead of showing it, and what the logs
/// of a workflow runner obey anywhere in a line.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    json::shown(text.as_bytes()).map_or(Cow::Borrowed(text), |shown| Cow::Owned(text_of(shown)))
}

/// The text of several lines with everything escaped but their ends and tabs.
#[must_use]
pub fn escaped_lines(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len());
    json::escaped(&mut out, text, |c| json::is_unseen(c) && !matches!(c, '\n' | '\r' | '\t'));
    text_of(out)
}

/// The beginning of a text that fits into so many columns. Some characters take two of them, some none.
#[must_use]
pub fn head(text: &str, columns: usize) -> &str {
    let over = text.trim_start_matches(fitting(columns));
    &text[..text.len() - over.len()]
}

/// The end of a text that fits into so many columns.
#[must_use]
pub fn tail(text: &str, columns: usize) -> &str {
    let over = text.trim_end_matches(fitting(columns));
    let tail = &text[over.len()..];
    // What stands on the character before it stands on nothing once that is cut off.
    if over.is_empty() { tail } else { tail.trim_start_matches(|c| width(c) == 0) }
}

/// Whether there is room for one more character, as long as there was for all before it.
fn fitting(mut room: usize) -> impl FnMut(char) -> bool {
    move |c| {
        let left = room.checked_sub(width(c));
        room = left.unwrap_or_default();
        left.is_some()
    }
}

/// The columns of a character.
fn width(c: char) -> usize {
    measure_text_width(c.encode_utf8(&mut [0; 4]))
}

fn text_of(escaped: Vec<u8>) -> String {
    String::from_utf8(escaped).expect("text with escapes is text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_counts_before_the_environment_and_that_before_the_stream() {
        for (color, environment, is_terminal, wanted) in [
            (Color::Always, &[("NO_COLOR", "1")][..], false, true),
            (Color::Never, &[("CLICOLOR_FORCE", "1")], true, false),
            (Color::Auto, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true, false),
            (Color::Auto, &[("NO_COLOR", "")], true, true),
            (Color::Auto, &[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], false, true),
            (Color::Auto, &[("CLICOLOR_FORCE", "0")], false, false),
            (Color::Auto, &[("TERM", "dumb")], true, false),
            (Color::Auto, &[("TERM", "xterm")], true, true),
            (Color::Auto, &[], false, false),
        ] {
            let variable = |name: &str| {
                let found = environment.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(color.wanted(variable, is_terminal), wanted, "{color:?} {environment:?}");
        }
    }

    #[test]
    fn nothing_a_terminal_obeys_passes() {
        let obeyed = |c: char| {
            c.is_control()
                || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2066}'..='\u{2069}')
        };
        for c in (0..0x3000).filter_map(char::from_u32) {
            let text = format!("a{c}é");
            let text = escaped(&text);
            assert!(!text.chars().any(obeyed), "{c:?}");
            assert!(!escaped_lines(&text).chars().any(obeyed), "{c:?}");
        }
        assert_eq!(escaped("\u{1b}[2J\n\u{202e}é"), "\\u001b[2J\\n\\u202eé");
        assert_eq!(escaped("###[group]"), "#\\u0023#[group]");
        assert_eq!(escaped_lines("\u{1b}[2J\r\n\t"), "\\u001b[2J\r\n\t");
    }

    #[test]
    fn a_text_is_cut_by_columns_and_not_by_characters() {
        for (text, columns, first, last) in [
            ("abc", 0, "", ""),
            ("abc", 2, "ab", "bc"),
            ("abc", 9, "abc", "abc"),
            ("日本語", 3, "日", "語"),
            ("日本語", 4, "日本", "本語"),
            ("e\u{301}x", 1, "e\u{301}", "x"),
            ("e\u{301}x", 2, "e\u{301}x", "e\u{301}x"),
        ] {
            assert_eq!(
                (head(text, columns), tail(text, columns)),
                (first, last),
                "{text} {columns}"
            );
        }
    }

    #[test]
    fn a_line_is_coloured_only_when_asked() {
        for (color, expected) in [(false, "ab\n"), (true, "a\u{1b}[31;1mb\u{1b}[0m\n")] {
            let mut terminal = Terminal::new(Vec::new(), color);
            terminal.line(&[(Style::Plain, "a"), (Style::Error, "b")]);
            assert_eq!(String::from_utf8_lossy(&terminal.to), expected);
        }
    }
}
