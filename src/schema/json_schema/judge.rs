//! The judge of whole values: it holds the root as a tree and asks the crate `jsonschema`, if that is
//! not too much to ask.

use super::Definition;
use super::load::Load;
use super::tree::Tree;
use crate::event::Event;
use crate::pointer;
use crate::schema::room::with_room;
use crate::schema::thread::{Fault, MAX_FAULTS};
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

    /// Judges the root that is complete. The next one begins.
    pub(in crate::schema) fn judge(&mut self) -> Judged {
        let fresh = Load::new(Arc::clone(&self.definition.graph));
        let load = std::mem::replace(&mut self.load, fresh);
        let Some(value) = self.tree.take() else { return Judged::Unknown(TOO_DEEP) };
        if load.is_too_much() {
            return Judged::Unknown(TOO_MUCH);
        }
        let ask = || self.definition.judge(&value, &load);
        let judged = if load.depth() < DEEP { Ok(ask()) } else { with_room(ask) };
        judged.unwrap_or(Judged::Unknown(TOO_DEEP))
    }
}

impl Definition {
    /// What is wrong with a value.
    fn judge(&self, value: &Value, load: &Load) -> Judged {
        if self.validator.is_valid(value) {
            return Judged::Faults(load.unheld().to_vec());
        }
        if load.is_much() {
            return Judged::Unfit;
        }
        let mut faults = Vec::new();
        let errors = self.validator.iter_errors(value);
        errors.take(MAX_FAULTS).for_each(|error| list(&error, &mut faults));
        faults.truncate(MAX_FAULTS);
        // None at all would say that it fits.
        if faults.is_empty() { Judged::Unfit } else { Judged::Faults(faults) }
    }
}

/// Adds what an error says.
fn list(error: &ValidationError<'_>, faults: &mut Vec<Fault>) {
    let at = error.instance_path().as_str();
    let new: Vec<Fault> = match error.kind() {
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            vec![Fault::Missing(pointer::join(at, name))]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let names = unexpected.iter().take(MAX_FAULTS);
            names.map(|name| Fault::Mismatched(pointer::join(at, name))).collect()
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            let alternatives = context.iter().map(|errors| {
                let mut inner = Vec::new();
                errors.iter().for_each(|error| list(error, &mut inner));
                inner
            });
            // The alternative that comes nearest: of the right kind, and with the fewest faults.
            let itself = Fault::Mismatched(at.to_owned());
            let nearest =
                alternatives.min_by_key(|faults| (faults.contains(&itself), faults.len()));
            nearest.unwrap_or_default()
        }
        _ => vec![Fault::Mismatched(at.to_owned())],
    };
    // Several keywords may say so of one place.
    faults.extend(new.into_iter().filter(|fault| !faults.contains(fault)).collect::<Vec<_>>());
}
