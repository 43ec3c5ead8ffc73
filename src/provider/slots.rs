//! Which call a key of the provider's stands for.

use super::assemble::Slot;
use std::borrow::Borrow;
use std::collections::BTreeMap;

/// Calls by their keys. What was dropped because there are too many calls is not remembered, so a
/// stream without end needs no memory without end.
#[derive(Debug)]
pub(super) struct Slots<K>(BTreeMap<K, Slot>);

impl<K> Default for Slots<K> {
    fn default() -> Self {
        Slots(BTreeMap::new())
    }
}

impl<K: Ord> Slots<K> {
    /// The call of this key.
    pub(super) fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<Slot>
    where
        K: Borrow<Q>,
    {
        self.0.get(key).copied()
    }

    /// Remembers a call; whether its key was that of another.
    pub(super) fn keep(&mut self, key: K, slot: Slot) -> bool {
        if slot.is_dropped() {
            return self.0.remove(&key).is_some();
        }
        self.0.insert(key, slot).is_some()
    }

    /// The call of this key, or a new one.
    pub(super) fn get_or(&mut self, key: K, open: impl FnOnce() -> Slot) -> Slot {
        self.get(&key).unwrap_or_else(|| {
            let slot = open();
            self.keep(key, slot);
            slot
        })
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}
