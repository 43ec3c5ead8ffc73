//! Where in a document the value at hand stands.

use crate::event::Container;
use crate::pointer;

/// One step from a container to what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Segment {
    /// The key of a member.
    Key(String),
    /// The index of an element, from 0.
    Index(u64),
}

impl Segment {
    /// Appends it to a JSON Pointer.
    pub fn push_to(&self, pointer: &mut String) {
        match self {
            Segment::Key(name) => pointer::push(pointer, name),
            Segment::Index(index) => pointer::push_index(pointer, *index),
        }
    }
}

/// The JSON Pointer that these steps are.
#[must_use]
pub fn pointer_to(steps: &[Segment]) -> String {
    let mut pointer = String::new();
    steps.iter().for_each(|step| step.push_to(&mut pointer));
    pointer
}

/// The way from the root to the value at hand. The pointer of the innermost container is kept, so
/// that naming a place costs no more than its name.
#[derive(Debug, Default)]
pub struct Path {
    /// The pointer of the innermost container, behind which one step more may stand.
    pointer: String,
    /// Where that step begins.
    container: usize,
    /// Whether the step there is that to the value at hand.
    is_named: bool,
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
    pub fn enter(&mut self, container: Container) {
        let outer = self.container;
        self.value();
        self.container = self.pointer.len();
        self.is_named = false;
        let at = match container {
            Container::Object => At::Member(String::new()),
            Container::Array => At::Element(0),
        };
        self.steps.push(Step { outer, at });
    }

    /// The innermost container closes; it is the value at hand now.
    pub fn leave(&mut self) {
        if let Some(step) = self.steps.pop() {
            // What stood behind is the step to the container that closes.
            self.pointer.truncate(self.container);
            self.container = step.outer;
            self.is_named = true;
        }
    }

    /// The value of the member `name` comes next.
    pub fn begin_member(&mut self, name: &str) {
        if let Some(Step { at: At::Member(key), .. }) = self.steps.last_mut() {
            name.clone_into(key);
            self.is_named = false;
        }
    }

    /// A value begins.
    pub fn begin_value(&mut self) {
        if let Some(Step { at: At::Element(count), .. }) = self.steps.last_mut() {
            *count += 1;
            self.is_named = false;
        }
    }

    /// Whether the next value is an element.
    #[must_use]
    pub fn is_in_array(&self) -> bool {
        matches!(self.steps.last(), Some(Step { at: At::Element(_), .. }))
    }

    /// Whether the value at hand is that of a member.
    #[must_use]
    pub fn is_member(&self) -> bool {
        matches!(self.steps.last(), Some(Step { at: At::Member(_), .. }))
    }

    /// The pointer of the value at hand.
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = self.pointer[..self.container].to_owned();
        if let Some(step) = self.steps.last() {
            step.at.name(&mut pointer);
        }
        pointer
    }

    /// The pointer of the value at hand, in the buffer that is kept.
    pub fn value(&mut self) -> &str {
        if !self.is_named {
            self.pointer.truncate(self.container);
            if let Some(step) = self.steps.last() {
                step.at.name(&mut self.pointer);
            }
            self.is_named = true;
        }
        &self.pointer
    }

    /// The pointer of a member of the value at hand.
    #[must_use]
    pub fn pointer_to(&self, name: &str) -> String {
        pointer::join(&self.pointer(), name)
    }
}

impl At {
    /// Appends the step to the value at hand.
    fn name(&self, pointer: &mut String) {
        match self {
            At::Member(name) => pointer::push(pointer, name),
            At::Element(count) => pointer::push_index(pointer, count.saturating_sub(1)),
        }
    }
}
