//! The text of a declaration: strict JSON, whose numbers are kept as they are written.

use super::trail::Trail;
use super::tree::Tree;
use super::{invalid, numeral};
use crate::engine::{Engine, EngineOptions};
use crate::error::{Code, Error, Result};
use crate::event::{Event, Sink};
use crate::position::Position;
use crate::repair::{Repair, Severity};
use crate::schema::decimal::Decimal;
use serde_json::Value;
use std::collections::HashMap;

/// The numbers that a [`Value`] rounds, by their pointers.
pub(super) type Numerals = HashMap<String, Decimal>;

/// Reads a declaration.
///
/// # Errors
/// E071 with the place: no JSON, or nested too deeply.
pub(super) fn read(text: &str) -> Result<(Value, Numerals)> {
    let mut reader = Reader::default();
    let mut engine = Engine::new(EngineOptions::default());
    let done = engine
        .feed(text.as_bytes(), &mut reader)
        .and_then(|()| engine.finish(&mut reader).map(|_| ()));
    let at = |byte: u64| {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX).min(text.len());
        Position::START.after(&text.as_bytes()[..byte])
    };
    if let Some(byte) = reader.too_deep {
        let error = Error::at(Code::E071, at(byte));
        return Err(error.with_detail("the declaration is nested too deeply"));
    }
    if let Err(error) = done {
        let place = error.position().unwrap_or_else(|| at(text.len() as u64));
        return Err(Error::at(Code::E071, place).with_detail("the declaration is no JSON"));
    }
    match reader.tree.take() {
        Some(value) => Ok((value, reader.numerals)),
        None => Err(invalid("the declaration is no JSON")),
    }
}

#[derive(Default)]
struct Reader {
    tree: Tree,
    trail: Trail,
    numerals: Numerals,
    /// The byte at which the nesting is too deep.
    too_deep: Option<u64>,
}

impl Reader {
    /// Keeps a number that is rounded; of members of one name the last counts.
    fn number(&mut self, text: &str) {
        let (_, is_exact) = numeral::number(text);
        match Decimal::parse(text).filter(|_| !is_exact) {
            Some(decimal) => {
                self.numerals.insert(self.trail.pointer(), decimal);
            }
            None if self.numerals.is_empty() => {}
            None => {
                self.numerals.remove(&self.trail.pointer());
            }
        }
    }
}

impl Sink for Reader {
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        self.trail.event(event);
        self.tree.event(event);
        if let Event::Number(text) = event {
            self.number(text);
        }
        if self.tree.is_too_deep() {
            self.too_deep = Some(at);
            return Err(Error::new(Code::E020));
        }
        Ok(())
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        match repair.severity {
            Severity::Note => Ok(()),
            _ => Err(Error::at(Code::E071, repair.at)),
        }
    }
}

/// The numbers of `inner`, which stands somewhere in `outer`, by their pointers in it.
pub(super) fn within(numerals: &Numerals, outer: &Value, inner: &Value) -> Numerals {
    let relative = |pointer: &str| {
        let starts = pointer.match_indices('/').map(|(start, _)| start).chain([pointer.len()]);
        let mut starts = starts.filter(|start| {
            outer.pointer(&pointer[..*start]).is_some_and(|value| std::ptr::eq(value, inner))
        });
        starts.next().map(|start| pointer[start..].to_owned())
    };
    let found = numerals.iter().filter_map(|(at, number)| Some((relative(at)?, number.clone())));
    found.collect()
}
