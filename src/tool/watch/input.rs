//! What comes in: a document, or the lines of jm-llm.

use super::Desk;
use super::calls::Calls;
use super::config::{Config, From};
use super::document::Document;
use crate::watch::Fate;

/// How every line of jm-llm begins: `type` is its first key.
const CALL_LINES: &[&str] =
    &["{\"type\":\"call.", "{\"type\":\"stream.end\"", "{\"type\":\"text.delta\""];

/// An input on its way.
#[derive(Debug)]
pub(super) enum Input {
    /// The first bytes, which are too few to tell.
    Unknown(Vec<u8>),
    /// A document.
    Text(Box<Document>),
    /// The lines of jm-llm.
    Calls(Box<Calls>),
}

impl Input {
    /// An input of which nothing has come.
    pub(super) fn new(config: &Config) -> Input {
        match config.watch.from {
            From::Auto => Input::Unknown(Vec::new()),
            From::Text => Input::Text(Box::new(Document::new(config, None))),
            From::Calls => Input::Calls(Box::default()),
        }
    }

    /// Reads more of it.
    pub(super) fn feed(&mut self, bytes: &[u8], desk: &mut Desk<'_>) {
        match self {
            Input::Text(document) => document.feed(bytes, desk),
            Input::Calls(calls) => calls.feed(bytes, desk),
            Input::Unknown(first) => {
                first.extend_from_slice(bytes);
                if let Some(kind) = kind_of(first) {
                    self.settle(kind, desk);
                }
            }
        }
    }

    /// Shows what has changed.
    pub(super) fn show(&mut self, desk: &mut Desk<'_>) {
        match self {
            Input::Unknown(_) => {}
            Input::Text(document) => document.show(desk),
            Input::Calls(calls) => calls.show(desk),
        }
    }

    /// What is certain: of several calls the first counts of which anything is.
    pub(super) fn fate(&self) -> Fate {
        match self {
            Input::Unknown(_) => Fate::Open,
            Input::Text(document) => document.fate(),
            Input::Calls(calls) => calls.fate(),
        }
    }

    /// Whether nothing of it can be read any more.
    pub(super) fn is_broken(&self) -> bool {
        matches!(self, Input::Text(document) if document.is_broken())
    }

    /// Says that no more comes, and gives the exit status and what is certain.
    pub(super) fn finish(&mut self, desk: &mut Desk<'_>) -> (u8, Fate) {
        match self {
            Input::Text(document) => document.finish(None, desk),
            Input::Calls(calls) => calls.finish(desk),
            Input::Unknown(_) => {
                self.settle(From::Text, desk);
                self.finish(desk)
            }
        }
    }

    /// Begins with what has come, now that it is known what it is.
    fn settle(&mut self, kind: From, desk: &mut Desk<'_>) {
        let Input::Unknown(first) = self else { return };
        let first = std::mem::take(first);
        *self = match kind {
            From::Calls => Input::Calls(Box::default()),
            From::Auto | From::Text => Input::Text(Box::new(Document::new(desk.config, None))),
        };
        self.feed(&first, desk);
    }
}

/// What an input is that begins so, as soon as it is certain.
fn kind_of(first: &[u8]) -> Option<From> {
    // A mark in front and the spaces of another writer of JSON make no difference.
    let first = first.strip_prefix("\u{feff}".as_bytes()).unwrap_or(first);
    let first: Vec<u8> =
        first.iter().copied().filter(|byte| !matches!(byte, b' ' | b'\t')).collect();
    let common = |line: &str| line.bytes().zip(&first).all(|(a, b)| a == *b);
    let alike = CALL_LINES.iter().filter(|line| common(line)).min_by_key(|line| line.len());
    match alike {
        None => Some(From::Text),
        Some(line) => (first.len() >= line.len()).then_some(From::Calls),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_tell_a_document_from_the_lines_of_calls() {
        for (first, kind) in [
            ("", None),
            ("{\"type\":\"", None),
            ("{\"type\":\"call", None),
            ("{\"type\":\"call.", Some(From::Calls)),
            ("{\"type\":\"stream.end\",", Some(From::Calls)),
            ("{\"type\":\"stream.e", None),
            ("{\"type\":\"stream.x", Some(From::Text)),
            ("{\"type\":\"text.delta\"", Some(From::Calls)),
            ("{\"type\": ", None),
            ("\u{feff}{ \"type\": \"call.", Some(From::Calls)),
            ("{\"kind\"", Some(From::Text)),
            ("[", Some(From::Text)),
        ] {
            assert_eq!(kind_of(first.as_bytes()), kind, "{first}");
        }
    }
}
