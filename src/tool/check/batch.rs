//! Checks the texts in the lines of logs: `--batch`.

use super::config::Config;
use super::format::{Item, Manner};
use super::judged::{Judged, Outcome, Place, unread};
use super::report::Report;
use super::tally::Tally;
use crate::cli::Console;
use crate::cli::io::{Source, Stop};
use crate::error::{Code, Error};
use crate::plan::analyze_bytes;
use crate::tool::batch::{self, Block, Bytes, Kind, Text, Texts};
use std::sync::Arc;

/// What was found in the lines of a block.
struct Found {
    items: Vec<Item>,
    tally: Tally,
}

/// Checks every line of the inputs and gives the exit status of those that cannot be read.
///
/// # Errors
/// What ends the report.
pub(super) fn run(
    config: Config,
    sources: Vec<Source>,
    report: &mut Report,
    tally: &mut Tally,
    console: &mut Console,
) -> Result<u8, Stop> {
    let config = Arc::new(config);
    let worker = Arc::clone(&config);
    batch::run(
        &config.batch,
        config.options.engine.max_length,
        sources,
        console,
        move |block, found: &mut Option<Found>| *found = Some(check(&worker, block)),
        |found, _| {
            let Some(found) = found.take() else { return Ok(()) };
            tally.add(&found.tally);
            report.add(found.items, tally)
        },
    )
}

fn check(config: &Config, block: &Block) -> Found {
    let mut finder = Finder {
        config,
        manner: Manner::of(config),
        texts: Texts::default(),
        found: Found { items: Vec::new(), tally: Tally::new(config.report.fail_on) },
    };
    finder.block(block);
    finder.found
}

/// Looks for texts in lines, and at what they are.
struct Finder<'a> {
    config: &'a Config,
    manner: Manner,
    texts: Texts,
    found: Found,
}

impl Finder<'_> {
    fn block(&mut self, block: &Block) {
        for (number, kind, text) in block.pieces() {
            let place = Place { line: Some(number), ..Place::whole(block.source()) };
            match kind {
                Kind::Line => self.line(place, text),
                Kind::LongStart => self.unread(place, Error::new(Code::E021)),
                Kind::LongMore | Kind::LongEnd => {}
            }
        }
        if let Some(stop) = block.stopped() {
            self.unread(Place::whole(block.source()), unread(stop));
        }
    }

    fn line(&mut self, place: Place<'_>, line: Bytes<'_>) {
        let mut texts = std::mem::take(&mut self.texts);
        match texts.open(line, &self.config.batch.place) {
            Err(error) => self.unread(place, error),
            Ok(opened) => {
                let place = Place { id: opened.id, ..place };
                let count = opened.each(|text| {
                    self.text(place, text);
                    Ok(())
                });
                match count {
                    Err(error) => self.unread(place, error),
                    Ok(0) => self.add(place, "", Outcome::NoMatch),
                    Ok(_) => {}
                }
            }
        }
        self.texts = texts;
    }

    fn text(&mut self, place: Place<'_>, text: &Text<'_>) {
        let place = Place { path: text.path, ..place };
        let chunk = self.config.handling.chunk;
        let judged =
            text.guarded(|text| Ok(analyze_bytes(text.as_bytes(), chunk, &self.config.options)));
        match judged {
            Ok(plan) => {
                let text = text.text.as_deref().unwrap_or_default();
                self.add(place, text, Outcome::Plan(Box::new(plan)));
            }
            Err(error) => self.unread(place, error),
        }
    }

    fn unread(&mut self, place: Place<'_>, error: Error) {
        self.add(place, "", Outcome::Unread(error));
    }

    fn add(&mut self, place: Place<'_>, text: &str, outcome: Outcome) {
        let judged = Judged { place, text: text.as_bytes(), outcome };
        self.found.tally.count(&judged);
        (self.config.report.format.say)(&mut self.found.items, &judged, &self.manner);
    }
}
