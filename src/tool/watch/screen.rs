//! The growing document on a terminal, redrawn in place.

use crate::cli::term::{self, Color, Span, Style, Terminal};
use crate::repair::Exactness;
use crate::view::Snapshot;
use crate::watch::{Final, PartialParser};
use console::{Term, truncate_str};
use std::io;

/// Where the document grows.
const MARK: &str = "▌";

/// A place on the terminal.
#[derive(Debug)]
pub(super) struct Screen {
    term: Term,
    color: bool,
    /// How many lines have been drawn and may be drawn over.
    drawn: usize,
    failure: Option<io::Error>,
}

impl Screen {
    pub(super) fn new(color: Color) -> Screen {
        let color = color.wanted(|name| std::env::var(name).ok(), true);
        Screen { term: Term::buffered_stdout(), color, drawn: 0, failure: None }
    }

    /// Draws a document over what was drawn before.
    pub(super) fn draw(&mut self, parser: &PartialParser) {
        let (rows, columns) = self.term.size();
        let (rows, columns) = (usize::from(rows).max(4), usize::from(columns).max(20));
        let mut lines = Vec::new();
        let room = rows - 3;
        let (grown, rest) = halves(&parser.snapshot());
        let grown: Vec<&str> = grown.lines().collect();
        let hidden = grown.len().saturating_sub(room);
        if hidden > 0 {
            lines.push(self.paint(&[(Style::Faint, &format!("… {hidden} lines above"))], columns));
        }
        if let Some((tip, whole)) = grown[hidden..].split_last() {
            lines.extend(whole.iter().map(|line| self.paint(&[(Style::Plain, line)], columns)));
            lines.push(self.tip(tip, &rest, columns));
        }
        lines.push(self.paint(&[(Style::Faint, &status(parser))], columns));
        self.replace(&lines, lines.len());
    }

    /// Draws what became of the document, to stay.
    pub(super) fn finish(&mut self, result: &Final) {
        let lines: Vec<String> = match &result.outcome {
            Ok(repaired) => repaired.text.lines().map(str::to_owned).collect(),
            Err(_) => return self.replace_nothing(),
        };
        let lines: Vec<_> =
            lines.iter().map(|line| self.paint(&[(Style::Plain, line)], usize::MAX)).collect();
        self.replace(&lines, 0);
    }

    /// Brings it out.
    ///
    /// # Errors
    /// The terminal is gone.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.failure.take().map_or_else(|| self.term.flush(), Err)
    }

    /// What has been drawn stays as it is.
    fn replace_nothing(&mut self) {
        self.drawn = 0;
    }

    /// Draws lines over those before, of which `fluid` may be drawn over again.
    fn replace(&mut self, lines: &[String], fluid: usize) {
        let mut done = self.term.clear_last_lines(self.drawn);
        for line in lines {
            done = done.and_then(|()| self.term.write_line(line));
        }
        self.drawn = fluid;
        self.failure = self.failure.take().or(done.err());
    }

    /// The line on which the document grows: its end is what counts.
    fn tip(&self, tip: &str, rest: &str, columns: usize) -> String {
        let shown = term::tail(tip, columns.saturating_sub(8));
        let gap = if shown.len() < tip.len() { "…" } else { "" };
        let spans = [
            (Style::Faint, gap),
            (Style::Plain, shown),
            (Style::Hint, MARK),
            (Style::Faint, rest.trim_start()),
        ];
        self.paint(&spans, columns)
    }

    /// A line that a terminal shows and does not obey, cut to its width.
    fn paint(&self, spans: &[Span<'_>], columns: usize) -> String {
        let mut terminal = Terminal::new(Vec::new(), self.color);
        terminal.line(spans);
        let line = String::from_utf8_lossy(&terminal.into_inner()).into_owned();
        truncate_str(line.trim_end_matches('\n'), columns - 1, "…").into_owned()
    }
}

/// The certain part of a document, and what closes it, on one line.
fn halves(snapshot: &Snapshot<'_>) -> (String, String) {
    let mut rest = Vec::new();
    snapshot.write_rest_to(&mut rest);
    let rest = String::from_utf8_lossy(&rest).split_whitespace().collect();
    (String::from_utf8_lossy(snapshot.stable()).into_owned(), rest)
}

/// What there is to say beside the document.
fn status(parser: &PartialParser) -> String {
    let mut status = match parser.open_pointer() {
        Some(path) if path.is_empty() => "at the root".to_owned(),
        Some(path) => format!("at {path}"),
        None => "nothing is open".to_owned(),
    };
    status += &format!(" · {} units", parser.units());
    let gate = parser.gate();
    if gate.exactness() > Exactness::Exact {
        status += &format!(" · {} ({})", gate.exactness().name(), gate.seen());
    }
    if let Some(needs) = parser.needs() {
        status += &format!(" · {}% of what is required", needs.permille() / 10);
        if parser.refuted_by().is_some() {
            status += ", not as declared";
        }
    }
    status
}
