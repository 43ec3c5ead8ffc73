//! The judge of whole values: it holds the root as a tree and asks the crate `jsonschema`, if that is
//! not too much to ask.

use super::Definition;
use super::load::Load;
use super::tree::Tree;
use crate::event::Event;
use crate::pointer;
use crate::schema::room::with_room;
use crate::schema::thread::{Fault, MAX_FAULTS, is_within};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;
use std::sync::Arc;

/// From this depth on what calls itself gets a stack of its own.
const DEEP: usize = 32;

/// Why a value is not judged.
const TOO_DEEP: &str = "the value is nested too deeply to be judged by this schema";
const TOO_MUCH: &str = "the value is nested too deeply for a schema with such alternatives";

/// Waits for a root to be whole.
#[derive(Debug)]
pub(in crate::schema) struct Judge {
    definition: Arc<Definition>,
    tree: Tree,
    load: Load,
}

/// What is found about a whole root.
pub(in crate::schema) enum Judged {
    /// What is wrong with it.
    Faults(Vec<Fault>),
    /// It does not fit; to say why would take too long.
    Unfit,
    /// Why that cannot be said.
    Unknown(&'static str),
}

impl Judge {
    pub(in crate::schema) fn new(definition: &Arc<Definition>) -> Judge {
        Judge {
            definition: Arc::clone(definition),
            tree: Tree::default(),
            load: Load::new(Arc::clone(&definition.graph)),
        }
    }

    /// Takes the next event.
    pub(in crate::schema) fn event(&mut self, event: Event<'_>) {
        self.tree.event(event);
        if !self.tree.is_too_deep() {
            self.load.event(event);
        }
    }

    /// Judges the root that is complete, which should have the `required` members. The next one begins.
    pub(in crate::schema) fn judge(&mut self, required: &[String]) -> Judged {
        let fresh = Load::new(Arc::clone(&self.definition.graph));
        let load = std::mem::replace(&mut self.load, fresh);
        let Some(value) = self.tree.take() else { return Judged::Unknown(TOO_DEEP) };
        if load.is_too_much() {
            return Judged::Unknown(TOO_MUCH);
        }
        let ask = || self.definition.judge(&value, &load, required);
        let judged = if load.depth() < DEEP { Ok(ask()) } else { with_room(ask) };
        judged.unwrap_or(Judged::Unknown(TOO_DEEP))
    }
}

impl Definition {
    /// What is wrong with a value, and with all of its `required` members.
    fn judge(&self, value: &Value, load: &Load, required: &[String]) -> Judged {
        if self.validator.is_valid(value) {
            return Judged::Faults(load.unheld().to_vec());
        }
        if load.is_much() {
            return Judged::Unfit;
        }
        let mut faults = Faults::new(required);
        self.validator.iter_errors(value).for_each(|error| faults.list(&error));
        // None at all would say that it fits.
        if faults.found.is_empty() { Judged::Unfit } else { Judged::Faults(faults.found) }
    }
}

/// Faults on their way into a list: the first ones, and all of required members.
struct Faults<'a> {
    required: &'a [String],
    found: Vec<Fault>,
}

impl<'a> Faults<'a> {
    fn new(required: &'a [String]) -> Faults<'a> {
        Faults { required, found: Vec::new() }
    }

    /// Adds what an error says.
    fn list(&mut self, error: &ValidationError<'_>) {
        let at = error.instance_path().as_str();
        match error.kind() {
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                self.add(Fault::Missing(pointer::join(at, name)));
            }
            ValidationErrorKind::AdditionalProperties { unexpected }
            | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
                let places = unexpected.iter().map(|name| pointer::join(at, name));
                places.for_each(|place| self.add(Fault::Mismatched(place)));
            }
            ValidationErrorKind::AnyOf { context }
            | ValidationErrorKind::OneOfNotValid { context } => {
                let alternatives = context.iter().map(|errors| {
                    let mut inner = Faults::new(self.required);
                    errors.iter().for_each(|error| inner.list(error));
                    inner.found
                });
                // The alternative that comes nearest: of the right kind, and with the fewest faults.
                let itself = Fault::Mismatched(at.to_owned());
                let nearest =
                    alternatives.min_by_key(|faults| (faults.contains(&itself), faults.len()));
                nearest.into_iter().flatten().for_each(|fault| self.add(fault));
            }
            _ => self.add(Fault::Mismatched(at.to_owned())),
        }
    }

    fn add(&mut self, fault: Fault) {
        let has_room = self.found.len() < MAX_FAULTS || {
            self.required.iter().any(|required| is_within(required, fault.pointer()))
        };
        // Several keywords may say so of one place.
        if has_room && !self.found.contains(&fault) {
            self.found.push(fault);
        }
    }
}
