//! Where in a document the value at hand stands.

use crate::event::Container;
#[cfg(feature = "json-schema")]
use crate::event::{Event, Role};
use crate::pointer;

/// The way from the root to the value at hand. The pointer of the innermost container is kept, so
/// that naming a place costs no more than its name.
#[derive(Debug, Default)]
pub(super) struct Path {
    pointer: String,
    steps: Vec<Step>,
}

/// An open container.
#[derive(Debug)]
struct Step {
    /// The length of the pointer of what the container stands in.
    outer: usize,
    at: At,
}

#[derive(Debug)]
enum At {
    Member(String),
    /// How many elements have begun.
    Element(u64),
}

impl Path {
    /// A container opens.
    pub(super) fn enter(&mut self, container: Container) {
        let outer = self.pointer.len();
        if let Some(step) = self.steps.last() {
            step.at.name(&mut self.pointer);
        }
        let at = match container {
            Container::Object => At::Member(String::new()),
            Container::Array => At::Element(0),
        };
        self.steps.push(Step { outer, at });
    }

    /// The innermost container closes; it is the value at hand now.
    pub(super) fn leave(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.pointer.truncate(step.outer);
        }
    }

    /// The value of the member `name` comes next.
    pub(super) fn begin_member(&mut self, name: &str) {
        if let Some(Step { at: At::Member(key), .. }) = self.steps.last_mut() {
            name.clone_into(key);
        }
    }

    /// A value begins.
    pub(super) fn begin_value(&mut self) {
        if let Some(Step { at: At::Element(count), .. }) = self.steps.last_mut() {
            *count += 1;
        }
    }

    /// Whether the next value is an element.
    pub(super) fn is_in_array(&self) -> bool {
        matches!(self.steps.last(), Some(Step { at: At::Element(_), .. }))
    }

    /// The pointer of the value at hand.
    pub(super) fn pointer(&self) -> String {
        let mut pointer = self.pointer.clone();
        if let Some(step) = self.steps.last() {
            step.at.name(&mut pointer);
        }
        pointer
    }

    /// The pointer of a member of the value at hand.
    pub(super) fn pointer_to(&self, name: &str) -> String {
        pointer::join(&self.pointer(), name)
    }
}

/// The same, for who hears every event.
#[cfg(feature = "json-schema")]
#[derive(Debug, Default)]
pub(super) struct Trail {
    path: Path,
    key: String,
    is_in_key: bool,
}

#[cfg(feature = "json-schema")]
impl Trail {
    /// Takes the next event.
    pub(super) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(container) => {
                self.path.begin_value();
                self.path.enter(container);
            }
            Event::End(_) => self.path.leave(),
            Event::StringStart(Role::Key) => {
                self.key.clear();
                self.is_in_key = true;
            }
            Event::Text(text) if self.is_in_key => self.key.push_str(text),
            Event::Escape { decoded, .. } if self.is_in_key => self.key.push(decoded),
            Event::StringEnd(Role::Key) => {
                self.is_in_key = false;
                self.path.begin_member(&self.key);
            }
            Event::StringStart(Role::Value) | Event::Number(_) | Event::Bool(_) | Event::Null => {
                self.path.begin_value();
            }
            _ => {}
        }
    }

    /// The key that was read last.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The pointer of the value at hand.
    pub(super) fn pointer(&self) -> String {
        self.path.pointer()
    }
}

impl At {
    /// Appends the step to the value at hand.
    fn name(&self, pointer: &mut String) {
        match self {
            At::Member(name) => pointer::push(pointer, name),
            At::Element(count) => pointer::push(pointer, &count.saturating_sub(1).to_string()),
        }
    }
}
