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

/// The way from the root to the value at hand, as a JSON Pointer that is kept, so that naming a place
/// costs no more than its last step.
#[derive(Debug, Default)]
pub struct Path {
    /// The pointer of the innermost container, behind which the step to the value at hand may stand.
    pointer: String,
    /// Where that step begins.
    container: usize,
    /// Whether the step is still to be written: that of an element is when it is asked for.
    is_due: bool,
    steps: Vec<Step>,
}

/// An open container.
#[derive(Debug)]
struct Step {
    /// The length of the pointer of what the container stands in.
    outer: usize,
    /// How many elements have begun, in an array.
    elements: Option<u64>,
}

impl Path {
    /// A container opens.
    pub fn enter(&mut self, container: Container) {
        let outer = self.container;
        self.container = self.value().len();
        let elements = (container == Container::Array).then_some(0);
        self.steps.push(Step { outer, elements });
    }

    /// The innermost container closes; it is the value at hand now.
    pub fn leave(&mut self) {
        if let Some(step) = self.steps.pop() {
            // What stood behind is the step to the container that closes.
            self.pointer.truncate(self.container);
            self.container = step.outer;
            self.is_due = false;
        }
    }

    /// The value of the member `name` comes next.
    pub fn begin_member(&mut self, name: &str) {
        if self.is_member() {
            self.pointer.truncate(self.container);
            pointer::push(&mut self.pointer, name);
        }
    }

    /// The name of that member goes on.
    pub fn extend_member(&mut self, text: &str) {
        if self.is_member() {
            pointer::extend(&mut self.pointer, text);
        }
    }

    /// A value begins.
    #[inline]
    pub fn begin_value(&mut self) {
        if let Some(Step { elements: Some(count), .. }) = self.steps.last_mut() {
            *count += 1;
            self.is_due = true;
        }
    }

    /// Whether the next value is an element.
    #[must_use]
    pub fn is_in_array(&self) -> bool {
        matches!(self.steps.last(), Some(Step { elements: Some(_), .. }))
    }

    /// Whether the value at hand is that of a member.
    #[inline]
    #[must_use]
    pub fn is_member(&self) -> bool {
        matches!(self.steps.last(), Some(Step { elements: None, .. }))
    }

    /// The pointer of the value at hand, in the buffer that is kept.
    #[inline]
    pub fn value(&mut self) -> &str {
        if self.is_due {
            self.name();
        }
        &self.pointer
    }

    /// Writes the step to the element at hand.
    fn name(&mut self) {
        if let Some(Step { elements: Some(count), .. }) = self.steps.last() {
            self.pointer.truncate(self.container);
            pointer::push_index(&mut self.pointer, count.saturating_sub(1));
        }
        self.is_due = false;
    }

    /// The pointer of the value at hand.
    #[must_use]
    pub fn pointer(&self) -> String {
        match self.steps.last() {
            Some(Step { elements: Some(count), .. }) if self.is_due => {
                let mut pointer = self.pointer[..self.container].to_owned();
                pointer::push_index(&mut pointer, count.saturating_sub(1));
                pointer
            }
            _ => self.pointer.clone(),
        }
    }

    /// The pointer of a member of the value at hand.
    #[must_use]
    pub fn pointer_to(&self, name: &str) -> String {
        pointer::join(&self.pointer(), name)
    }
}
