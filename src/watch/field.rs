//! When each member of a document was final.

use crate::view::{Delta, Op};

/// A member and when it was final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The JSON Pointer of the member.
    pub path: String,
    /// UTF-16 units that had been read by then; `None` if it never was.
    pub ready_at: Option<u64>,
}

/// Learns from the deltas of a document when each of its members was final, in any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldTracker {
    fields: Vec<Field>,
    /// The members that have begun and are not final, from the outermost inwards.
    open: Vec<String>,
}

impl FieldTracker {
    /// A tracker that has heard nothing yet.
    #[must_use]
    pub fn new() -> FieldTracker {
        FieldTracker::default()
    }

    /// Takes the next delta; `at` is how many UTF-16 units have been read. Gives the member that is
    /// final with it.
    #[inline]
    pub fn delta(&mut self, delta: &Delta<'_>, at: u64) -> Option<&Field> {
        // Most are text, which neither begins a member nor ends one.
        let is_text = matches!(delta.op, Op::Append(_));
        if delta.is_member && !is_text { self.member(delta, at) } else { None }
    }

    fn member(&mut self, delta: &Delta<'_>, at: u64) -> Option<&Field> {
        let path = match delta.op {
            Op::Close => self.open.pop()?,
            Op::Set(_) if delta.is_final => delta.path.to_owned(),
            Op::Set(_) => {
                self.open.push(delta.path.to_owned());
                return None;
            }
            Op::Append(_) => return None,
        };
        self.fields.push(Field { path, ready_at: Some(at) });
        self.fields.last()
    }

    /// Says that the input is over: what is open was never final.
    pub fn finish(&mut self) {
        let never = self.open.drain(..).rev().map(|path| Field { path, ready_at: None });
        self.fields.extend(never);
    }

    /// The members in the order in which they were final, after them those that never were.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Counts nothing after `closed` as waited for: there the root was closed.
    pub(super) fn clamp(&mut self, closed: u64) {
        for field in &mut self.fields {
            field.ready_at = field.ready_at.map(|at| at.min(closed));
        }
    }

    /// How many of the members were final when so many tenths of `length` had been read, in
    /// permille: eleven figures, the first for nothing, the last for all.
    #[must_use]
    pub fn deciles(&self, length: u64) -> [i64; 11] {
        std::array::from_fn(|tenth| {
            let read = length * tenth as u64;
            let is_ready = |field: &&Field| field.ready_at.is_some_and(|at| at * 10 <= read);
            let ready = self.fields.iter().filter(is_ready).count();
            match self.fields.len() {
                0 => -1,
                all => (ready * 1000 / all) as i64,
            }
        })
    }
}
