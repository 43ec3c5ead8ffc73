//! One alternative of an open container: what it is so far, and what is wrong with it.

use super::Schema;
use super::node::{Node, NodeId};
use crate::view::Path;

/// How many faults are listed of what a declaration does not bound: elements, undeclared members.
pub(super) const MAX_FAULTS: usize = 100;

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A required member is not there.
    Missing(String),
    /// A value is not what it has to be, or may not be there.
    Mismatched(String),
}

impl Fault {
    /// Where it is.
    pub(super) fn pointer(&self) -> &str {
        match self {
            Fault::Missing(pointer) | Fault::Mismatched(pointer) => pointer,
        }
    }
}

/// Whether `pointer` is `above` or stands below it.
pub(super) fn is_within(pointer: &str, above: &str) -> bool {
    pointer.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// A container as the declaration would have it.
#[derive(Debug)]
pub(super) struct Thread {
    pub(super) node: NodeId,
    /// The threads one level up whose value this is.
    parents: Vec<usize>,
    /// What the declared members are so far.
    slots: Vec<Slot>,
    /// The faults of all else.
    loose: Vec<Fault>,
    /// What the value at hand may be, if that is declared.
    pub(super) expected: Option<NodeId>,
    /// The slot it goes to.
    slot: Option<usize>,
    /// Whether the text at hand, which is not whole, is known not to fit.
    pub(super) is_refuted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Slot {
    Absent,
    Fits,
    Faulty(Vec<Fault>),
}

impl Thread {
    /// The thread of the level that holds the root.
    pub(super) fn root(root: NodeId) -> Thread {
        Thread {
            node: root,
            parents: Vec::new(),
            slots: vec![Slot::Absent],
            loose: Vec::new(),
            expected: Some(root),
            slot: Some(0),
            is_refuted: false,
        }
    }

    pub(super) fn new(id: NodeId, node: &Node, parent: usize) -> Thread {
        let (slots, expected) = match node {
            Node::Object(object) => (object.members().len(), None),
            Node::Array(element) => (0, *element),
            _ => (0, None),
        };
        Thread {
            node: id,
            parents: vec![parent],
            slots: vec![Slot::Absent; slots],
            loose: Vec::new(),
            expected,
            slot: None,
            is_refuted: false,
        }
    }

    /// The value of the member `name` comes next; false if it may not be there.
    pub(super) fn begin_member(&mut self, node: &Node, name: &str, path: &Path) -> bool {
        let Node::Object(object) = node else { return true };
        self.slot = object.place(name);
        self.expected = self.slot.map_or(object.others, |place| Some(object.members()[place].node));
        // Of several members of one name the last counts.
        match self.slot {
            Some(place) => self.slots[place] = Slot::Absent,
            None => self.forget(path),
        }
        self.slot.is_some() || !object.closed
    }

    /// Forgets what is wrong with a member that is given again, if all faults are known.
    fn forget(&mut self, path: &Path) {
        if !self.loose.is_empty() && self.loose.len() < MAX_FAULTS {
            let member = path.pointer();
            self.loose.retain(|fault| !is_within(fault.pointer(), &member));
        }
    }

    /// The faults of the value at hand, which is forgotten.
    pub(super) fn take(&mut self) -> Vec<Fault> {
        let slot = self.slot.and_then(|place| self.slots.get_mut(place));
        match slot.map(|slot| std::mem::replace(slot, Slot::Absent)) {
            Some(Slot::Faulty(faults)) => faults,
            Some(Slot::Fits | Slot::Absent) | None => Vec::new(),
        }
    }

    /// The value at hand is complete, with these faults.
    pub(super) fn settle(&mut self, faults: Vec<Fault>) {
        match self.slot {
            Some(place) if faults.is_empty() => self.slots[place] = Slot::Fits,
            Some(place) => self.slots[place] = Slot::Faulty(faults),
            None => {
                let room = MAX_FAULTS - self.loose.len();
                self.loose.extend(faults.into_iter().take(room));
            }
        }
    }

    /// The value at hand is not what it has to be, or may not be there.
    pub(super) fn mismatch(&mut self, path: &Path) {
        if self.slot.is_some() || self.loose.len() < MAX_FAULTS {
            self.settle(vec![Fault::Mismatched(path.pointer())]);
        }
    }

    pub(super) fn is_faultless(&self) -> bool {
        self.loose.is_empty() && !self.slots.iter().any(|slot| matches!(slot, Slot::Faulty(_)))
    }

    /// It is the value of the thread at `index` one level up, too.
    pub(super) fn serve(&mut self, index: usize) {
        self.parents.push(index);
    }

    /// Whether it is the value of the thread at `index` one level up.
    pub(super) fn serves(&self, index: usize) -> bool {
        self.parents.contains(&index)
    }

    /// What is wrong with the container, which is closed and stands at the end of `path`.
    pub(super) fn faults(&self, schema: &Schema, path: &Path) -> Vec<Fault> {
        let mut faults = Vec::new();
        if let Node::Object(object) = schema.node(self.node) {
            for (member, slot) in object.members().iter().zip(&self.slots) {
                match slot {
                    Slot::Absent if member.required => {
                        faults.push(Fault::Missing(path.pointer_to(&member.name)));
                    }
                    Slot::Faulty(inner) => faults.extend_from_slice(inner),
                    Slot::Fits | Slot::Absent => {}
                }
            }
        }
        faults.extend_from_slice(&self.loose);
        faults
    }
}
