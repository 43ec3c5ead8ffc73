//! When each member of a document was final.

use crate::view::Delta;

/// A member and when it was final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The JSON Pointer of the member.
    pub path: String,
    /// UTF-16 units that had been read by then.
    pub ready_at: u64,
}

/// Learns from the deltas of a document when each of its members was final, in any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldTracker {
    fields: Vec<Field>,
}

impl FieldTracker {
    /// A tracker that has heard nothing yet.
    #[must_use]
    pub fn new() -> FieldTracker {
        FieldTracker::default()
    }

    /// Takes the next delta; `at` is how many UTF-16 units have been read. Gives the member that is
    /// final with it.
    pub fn delta(&mut self, delta: &Delta<'_>, at: u64) -> Option<&Field> {
        if !delta.is_member || !delta.settles() {
            return None;
        }
        self.fields.push(Field { path: delta.path.to_owned(), ready_at: at });
        self.fields.last()
    }

    /// The members in the order in which they were final.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// How many of the members were final when so many tenths of `length` had been read, in
    /// permille: eleven figures, the first for nothing, the last for all.
    #[must_use]
    pub fn deciles(&self, length: u64) -> [i64; 11] {
        std::array::from_fn(|tenth| {
            let read = length * tenth as u64;
            let ready = self.fields.iter().filter(|field| field.ready_at * 10 <= read).count();
            match self.fields.len() {
                0 => -1,
                all => (ready * 1000 / all) as i64,
            }
        })
    }
}
