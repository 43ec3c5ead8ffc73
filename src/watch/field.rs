//! When each member of a document was final.

use crate::view::{Delta, Op};

/// A member and when it was final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The JSON Pointer of the member.
    pub path: &'a str,
    /// UTF-16 units that had been read by then; `None` if it never was.
    pub ready_at: Option<u64>,
}

/// Learns from the deltas of a document when each of its members was final, in any depth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldTracker {
    /// The pointers of the members, one behind the other.
    paths: String,
    /// Where the pointer of each ends, and when it was final.
    fields: Vec<(usize, Option<u64>)>,
    /// The members that have begun and are not final, from the outermost inwards: how much each is of the
    /// pointer of the innermost, for each stands in the one before it.
    open: Vec<usize>,
    innermost: String,
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
    pub fn delta(&mut self, delta: &Delta<'_>, at: u64) -> Option<Field<'_>> {
        // Most are text, which neither begins a member nor ends one.
        let is_text = matches!(delta.op, Op::Append(_));
        if delta.is_member && !is_text { self.member(*delta, at) } else { None }
    }

    #[inline(never)]
    fn member(&mut self, delta: Delta<'_>, at: u64) -> Option<Field<'_>> {
        match delta.op {
            Op::Close => drop(self.open.pop()?),
            Op::Set(_) if delta.is_final => {}
            Op::Set(_) => {
                self.innermost.clear();
                self.innermost.push_str(delta.path);
                self.open.push(delta.path.len());
                return None;
            }
            Op::Append(_) => return None,
        }
        self.push(delta.path, Some(at));
        self.fields().next_back()
    }

    fn push(&mut self, path: &str, ready_at: Option<u64>) {
        self.paths.push_str(path);
        self.fields.push((self.paths.len(), ready_at));
    }

    /// Says that the input is over: what is open was never final.
    pub fn finish(&mut self) {
        let innermost = std::mem::take(&mut self.innermost);
        while let Some(len) = self.open.pop() {
            self.push(innermost.get(..len).unwrap_or_default(), None);
        }
    }

    /// The members in the order in which they were final, after them those that never were.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = Field<'_>> + DoubleEndedIterator {
        self.fields.iter().enumerate().map(|(index, &(end, ready_at))| {
            let start = index.checked_sub(1).map_or(0, |before| self.fields[before].0);
            Field { path: &self.paths[start..end], ready_at }
        })
    }

    /// Counts nothing after `closed` as waited for: there the root was closed.
    pub(super) fn clamp(&mut self, closed: u64) {
        for (_, ready_at) in &mut self.fields {
            *ready_at = ready_at.map(|at| at.min(closed));
        }
    }

    /// How many of the members were final when so many tenths of `length` had been read, in
    /// permille: eleven figures, the first for nothing, the last for all.
    #[must_use]
    pub fn deciles(&self, length: u64) -> [i64; 11] {
        std::array::from_fn(|tenth| {
            let read = length * tenth as u64;
            let is_ready = |field: &Field<'_>| field.ready_at.is_some_and(|at| at * 10 <= read);
            let ready = self.fields().filter(is_ready).count();
            match self.fields.len() {
                0 => -1,
                all => (ready * 1000 / all) as i64,
            }
        })
    }
}
