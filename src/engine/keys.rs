//! Keys that an object holds twice.

use super::escape;
use super::hold::Ask;
use super::machine::{Machine, PendingComma};
use super::options::DuplicateKeys;
use super::run::{Run, delete};
use crate::error::{Code, Error};
use crate::event::Sink;
use crate::repair::{Ambiguity, Edit, Rule, Severity};
use crate::scan::classes::Delimiter;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::Range;

/// The keys of each open object.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    open: Vec<Object>,
    /// Lists of keys that objects have had, at a place that the first key tells.
    lists: Vec<List>,
    seeds: [RandomState; 2],
}

/// The most keys that are compared one by one, and the most text that they may have.
const FEW: usize = 32;
const SHORT: usize = 2 << 10;

/// How many lists are remembered.
const LISTS: usize = 64;

/// An open object.
#[derive(Debug, Default)]
struct Object {
    list: List,
    /// All of its keys, once they are many, as fingerprints: two keyed 64-bit hashes each, so that
    /// nobody who writes keys can make two of them meet.
    many: HashSet<u128>,
    /// The latest member of each key, where it goes when the key comes again.
    members: HashMap<u128, Member>,
    /// The key of the member that is being read, and where it begins.
    current: Option<(u128, u64)>,
}

/// Different keys in their order. Behind the first `seen` stand those that another object had there:
/// objects often have the same keys in the same order, and then one comparison a key is enough.
#[derive(Debug, Default)]
struct List {
    names: String,
    /// Where each name ends.
    ends: Vec<usize>,
    seen: usize,
    /// Where the list is remembered.
    place: usize,
}

/// Where a member stands in the input.
#[derive(Debug)]
struct Member {
    text: Range<u64>,
    /// The comma behind it; empty where it is missing.
    comma: Range<u64>,
}

impl Keys {
    fn innermost(&mut self) -> Option<&mut Object> {
        self.open.last_mut()
    }

    /// Takes down a key of the innermost object; false, and nothing is taken down, if it had it.
    fn is_new(&mut self, key: &str) -> bool {
        let Keys { open, lists, seeds } = self;
        let Some(object) = open.last_mut() else { return true };
        if object.list.seen == 0 && object.many.is_empty() {
            lists.resize_with(LISTS, List::default);
            let first = key.as_bytes().first().copied().unwrap_or_default();
            let place = (usize::from(first) + 7 * key.len()) % LISTS;
            object.list = List { place, seen: 0, ..std::mem::take(&mut lists[place]) };
        }
        object.is_new(key, seeds)
    }

    fn close(&mut self) {
        if let Some(Object { list, .. }) = self.open.pop()
            && list.seen > 0
        {
            let place = list.place;
            self.lists[place] = list;
        }
    }
}

impl Object {
    fn is_new(&mut self, key: &str, seeds: &[RandomState; 2]) -> bool {
        if !self.many.is_empty() {
            return self.many.insert(fingerprint(key, seeds));
        }
        if self.list.is_next(key) {
            return true;
        }
        if self.list.seen().any(|name| name == key) {
            return false;
        }
        if !self.list.add(key) {
            self.many =
                self.list.seen().chain([key]).map(|name| fingerprint(name, seeds)).collect();
        }
        true
    }
}

impl List {
    /// Whether the key is the one that the other object had in its place.
    #[inline]
    fn is_next(&mut self, key: &str) -> bool {
        let start = self.seen.checked_sub(1).map_or(0, |before| self.ends[before]);
        let is_next = self.ends.get(self.seen).is_some_and(|&end| &self.names[start..end] == key);
        self.seen += usize::from(is_next);
        is_next
    }

    /// The names of this object so far.
    fn seen(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends[..self.seen]
            .iter()
            .map(move |&end| &self.names[std::mem::replace(&mut start, end)..end])
    }

    /// Adds a name and forgets those of the other object, if there is room.
    fn add(&mut self, key: &str) -> bool {
        self.ends.truncate(self.seen);
        self.names.truncate(self.ends.last().copied().unwrap_or_default());
        let has_room = self.seen < FEW && self.names.len() + key.len() <= SHORT;
        if has_room {
            self.names.push_str(key);
            self.ends.push(self.names.len());
            self.seen += 1;
        }
        has_room
    }
}

fn fingerprint(key: &str, seeds: &[RandomState; 2]) -> u128 {
    let [low, high] = seeds.each_ref().map(|seed| {
        let mut hasher = seed.build_hasher();
        hasher.write(key.as_bytes());
        u128::from(hasher.finish())
    });
    high << 64 | low
}

impl Machine {
    /// An object opens.
    pub(crate) fn open_keys(&mut self) {
        if self.options.duplicate_keys != DuplicateKeys::Pass {
            self.keys.open.push(Object::default());
        }
    }

    /// The innermost object closes.
    pub(crate) fn close_keys(&mut self) {
        self.keys.close();
    }

    /// Whether the object has not had this key, which has no escapes, before; it has from now on.
    #[inline]
    pub(crate) fn is_new_key(&mut self, key: &str) -> bool {
        self.options.duplicate_keys == DuplicateKeys::Pass || self.keys.is_new(key)
    }
}

impl<S: Sink> Run<'_, S> {
    /// R022 if the object has had the key here before; its text goes from `from` to `to`.
    pub(crate) fn look_for_duplicate(
        &mut self,
        delimiter: Delimiter,
        from: usize,
        to: usize,
    ) -> Ask<()> {
        let policy = self.m.options.duplicate_keys;
        if policy == DuplicateKeys::Pass {
            return Ok(());
        }
        let key = escape::decoded(&self.rest()[from..to], delimiter);
        let is_new = self.m.keys.is_new(&key);
        let earlier = match policy {
            DuplicateKeys::Last => self.begin_member(fingerprint(&key, &self.m.keys.seeds)),
            _ => None,
        };
        if is_new { Ok(()) } else { self.duplicate(policy, earlier) }
    }

    /// A member begins here, and so the one before it is known. Gives the earlier member of the
    /// same key.
    fn begin_member(&mut self, key: u128) -> Option<Member> {
        let (here, behind) = (self.byte(0), self.m.behind);
        let comma = self.m.comma.as_ref().map_or(0..0, text);
        let object = self.m.keys.innermost()?;
        if let Some((before, start)) = object.current.replace((key, here)) {
            object.members.insert(before, Member { text: start..behind, comma });
        }
        object.members.remove(&key)
    }

    /// R022: what the policy does with the member that begins here, or with the earlier one.
    fn duplicate(&mut self, policy: DuplicateKeys, earlier: Option<Member>) -> Ask<()> {
        let mut record = self.record(Rule::DuplicateKey, Severity::Lossy, 0);
        record.ambiguity = Some(Ambiguity::DuplicateKey);
        match policy {
            DuplicateKeys::Pass | DuplicateKeys::Flag => {
                record.severity = Severity::Note;
                self.file(record)
            }
            DuplicateKeys::First => {
                // The member goes, with the comma before it, which nobody has told yet.
                let comma = self.m.comma.take();
                record.edits.extend(comma.and_then(|comma| deletion(text(&comma))));
                self.mute(record, self.frames().len(), false);
                Ok(())
            }
            DuplicateKeys::Last => {
                let ranges = earlier.into_iter().flat_map(|member| [member.text, member.comma]);
                record.edits.extend(ranges.filter_map(deletion));
                self.file(record)
            }
            DuplicateKeys::Error => {
                let error = Error::at(Code::E005, record.at);
                Err(error.with_detail("a key is given twice, and duplicate-keys is error").into())
            }
        }
    }
}

/// Where a comma stands; empty where it is missing.
fn text(comma: &PendingComma) -> Range<u64> {
    comma.byte..comma.byte + comma.len
}

/// Deletes what stands there, if anything does.
fn deletion(range: Range<u64>) -> Option<Edit> {
    (!range.is_empty()).then(|| delete(range.start, range.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_new_once_in_its_object_however_many_there_are() {
        let mut keys = Keys::default();
        let mut open: Vec<HashSet<String>> = Vec::new();
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % below
        };
        let (mut told_twice, mut most) = (0, 0);
        for _ in 0..60_000 {
            match random(40) {
                0 | 1 if open.len() < 6 => {
                    keys.open.push(Object::default());
                    open.push(HashSet::new());
                }
                2 => {
                    keys.close();
                    open.pop();
                }
                kind => {
                    let Some(known) = open.last_mut() else { continue };
                    // Most keys come in their order, some at random, some are long.
                    let key = match kind {
                        3 => "x".repeat(random(3000) as usize),
                        4..8 => format!("key{}", random(80)),
                        _ => format!("key{}", known.len()),
                    };
                    let is_new = known.insert(key.clone());
                    assert_eq!(keys.is_new(&key), is_new, "{key}");
                    told_twice += usize::from(!is_new);
                    most = most.max(known.len());
                }
            }
        }
        assert!(told_twice > 100 && most > FEW, "{told_twice} twice, at most {most}");
    }
}
