//! How early a document, its members and what was declared of it were ready.

use super::field::{Field, FieldTracker};
use super::partial::PartialParser;
use super::watcher::{Ended, SemanticWatcher};
use crate::error::Result;
use crate::json::{self, Object};
use crate::options::Options;
use crate::position::utf16_len;
use crate::schema::Verdict;
use std::num::NonZero;

/// When a document was ready; points are UTF-16 units, shares are permille of its length, and -1
/// stands for what never happened or was not declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Readiness {
    /// The length of the input in UTF-16 units.
    pub length: u64,
    /// How many units were read between two looks; 0 where the pieces came as they came.
    pub step: u64,
    /// Where the root was whole.
    pub syntax: Option<u64>,
    /// Where every required member was there and of the right kind.
    pub schema: Option<u64>,
    /// Where the last of them was final.
    pub settled: Option<u64>,
    /// Each member and when it was final, in that order.
    pub fields: FieldTracker,
    /// How the document and the declaration go together, where there is one.
    pub verdict: Option<Verdict>,
}

/// How early a text was ready, looked at after every UTF-16 unit.
///
/// # Errors
/// What cannot be repaired, and what the options refuse.
pub fn readiness(text: &str, options: &Options) -> Result<Readiness> {
    readiness_bytes(text.as_bytes(), NonZero::<usize>::MIN, options)
}

/// As [`readiness`], for bytes that need not be text, looked at every so many UTF-16 units.
///
/// # Errors
/// As [`readiness`], and E040 and E041 for bytes that are no text.
pub fn readiness_bytes(input: &[u8], step: NonZero<usize>, options: &Options) -> Result<Readiness> {
    let mut watcher = SemanticWatcher::new(options).with_readiness();
    for piece in pieces(input, step.get()) {
        watcher.feed(piece, |_, _| ())?;
        watcher.events().for_each(drop);
    }
    let Ended { result, readiness, closed_at, .. } = watcher.finish(None, |_, _| ());
    result.outcome?;
    let mut readiness = readiness.unwrap_or_default();
    readiness.step = step.get() as u64;
    let closed = closed_at.and_then(|byte| input.get(..usize::try_from(byte).ok()?));
    if let Some(closed) = closed {
        readiness.clamp(utf16_len(String::from_utf8_lossy(closed).as_bytes()));
    }
    Ok(readiness)
}

/// Cuts text every `step` UTF-16 units, or after the character that crosses such a place.
fn pieces(input: &[u8], step: usize) -> impl Iterator<Item = &[u8]> {
    let mut rest = input;
    std::iter::from_fn(move || {
        let mut units = 0;
        let end = rest.iter().position(|byte| {
            let is_full = units >= step && (*byte as i8) >= -0x40;
            units += utf16_len(&[*byte]) as usize;
            is_full
        });
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

impl Readiness {
    /// Notes what is there by now.
    #[inline]
    pub(super) fn look(&mut self, parser: &PartialParser) {
        let at = || parser.units();
        if let Some(needs) = parser.needs()
            && parser.refuted_by().is_none()
        {
            if needs.are_present() {
                self.schema.get_or_insert_with(at);
            }
            if needs.are_settled() {
                self.settled.get_or_insert_with(at);
            }
        }
        if parser.is_whole() {
            self.syntax.get_or_insert_with(at);
        }
    }

    /// Notes that the input is over; a root that only the end of the input closed was never whole.
    pub(super) fn end(&mut self, parser: &PartialParser, is_cut: bool) {
        self.syntax = self.syntax.filter(|_| !is_cut);
        self.length = parser.units();
        self.fields.finish();
        self.verdict = parser.schema_verdict();
    }

    /// Takes the place after the root for the end: what stands there tells that the root was closed,
    /// and is not waited for here.
    fn clamp(&mut self, closed: u64) {
        for point in [&mut self.syntax, &mut self.schema, &mut self.settled] {
            *point = point.map(|at| at.min(closed));
        }
        self.fields.clamp(closed);
    }

    /// A point as permille of the length; -1 if it was never reached.
    #[must_use]
    pub fn permille(&self, at: Option<u64>) -> i64 {
        at.map_or(-1, |at| (at * 1000 / self.length.max(1)) as i64)
    }

    /// The share of members that were final after each tenth of the input.
    #[must_use]
    pub fn deciles(&self) -> [i64; 11] {
        self.fields.deciles(self.length)
    }

    /// Writes what there is to say beside the members into an object.
    pub fn fill(&self, object: &mut Object<'_>) {
        object.number("length", self.length);
        object.integer("syntax_permille", self.permille(self.syntax));
        object.integer("schema_permille", self.permille(self.schema));
        object.integer("settled_permille", self.permille(self.settled));
        object.array("deciles", self.deciles(), json::integer);
        match &self.verdict {
            Some(verdict) => object.object("verdict", |object| verdict.fill(object)),
            None => object.null("verdict"),
        }
    }

    /// Writes a member and when it was final into an object.
    pub fn fill_field(&self, field: &Field<'_>, object: &mut Object<'_>) {
        object.string("path", field.path);
        object.integer("ready_at", field.ready_at.map_or(-1, |at| at as i64));
        object.integer("permille", self.permille(field.ready_at));
    }
}
