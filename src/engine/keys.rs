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

/// The most names that a list has, and the most text.
const FEW: usize = u64::BITS as usize;
const SHORT: usize = 4 << 10;

/// How many lists are remembered.
const LISTS: usize = 64;

/// An open object.
#[derive(Debug, Default)]
struct Object {
    list: List,
    /// All of its keys, where the list has no room for one of them, as fingerprints: two keyed 64-bit
    /// hashes each, so that nobody who writes keys can make two of them meet.
    many: Option<HashSet<u128>>,
    /// Where the members stand, if the last of a key is to be kept.
    latest: Option<Box<Latest>>,
}

/// The members of an object.
#[derive(Debug, Default)]
struct Latest {
    /// The latest of each key, which goes when the key comes again.
    members: HashMap<u128, Member>,
    /// The key of the member that is being read, and where it begins.
    current: Option<(u128, u64)>,
}

/// Different names that objects like this one have had as keys. Most come in the same order each
/// time: then one comparison a key is enough.
#[derive(Debug, Default)]
struct List {
    names: String,
    /// Where each name ends.
    ends: Vec<usize>,
    /// The names that this object has had, a bit each.
    had: u64,
    /// The place of the name that comes next, if all is as before.
    next: usize,
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
    /// The same with no object open.
    pub(super) fn emptied(mut self) -> Keys {
        self.open.clear();
        self
    }

    /// Takes down a key of the innermost object; false, and nothing is taken down, if it had it.
    fn is_new(&mut self, key: &str) -> bool {
        let Keys { open, lists, seeds } = self;
        let Some(object) = open.last_mut() else { return true };
        if let Some(many) = &mut object.many {
            return many.insert(fingerprint(key, seeds));
        }
        if object.list.had == 0 {
            lists.resize_with(LISTS, List::default);
            let first = key.as_bytes().first().copied().unwrap_or_default();
            let place = (usize::from(first) + 7 * key.len()) % LISTS;
            object.list = List { place, next: 0, had: 0, ..std::mem::take(&mut lists[place]) };
        }
        match object.list.take(key) {
            Some(is_new) => is_new,
            None => {
                let names = object.list.had().chain([key]);
                let many = names.map(|name| fingerprint(name, seeds)).collect();
                object.many = Some(many);
                true
            }
        }
    }

    fn close(&mut self) {
        // A list that was full begins anew.
        if let Some(Object { list, many: None, .. }) = self.open.pop()
            && list.had != 0
        {
            let place = list.place;
            self.lists[place] = list;
        }
    }
}

impl List {
    /// Takes down a key, and gives whether it is new; `None` where there is no room for its name.
    #[inline]
    fn take(&mut self, key: &str) -> Option<bool> {
        let start = self.next.checked_sub(1).map_or(0, |before| self.ends[before]);
        let place = match self.ends.get(self.next) {
            Some(&end) if &self.names[start..end] == key => self.next,
            _ => self.place_of(key)?,
        };
        let bit = 1 << place;
        let is_new = self.had & bit == 0;
        self.had |= bit;
        self.next = place + 1;
        Some(is_new)
    }

    /// The place of a name, which is added if it is not there and there is room.
    #[inline(never)]
    fn place_of(&mut self, key: &str) -> Option<usize> {
        if let Some(place) = self.names().position(|name| name == key) {
            return Some(place);
        }
        if self.ends.len() == FEW || self.names.len() + key.len() > SHORT {
            return None;
        }
        self.names.push_str(key);
        self.ends.push(self.names.len());
        Some(self.ends.len() - 1)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.names[std::mem::replace(&mut start, end)..end])
    }

    /// The names that this object has had.
    fn had(&self) -> impl Iterator<Item = &str> {
        self.names()
            .enumerate()
            .filter(|(place, _)| self.had >> place & 1 == 1)
            .map(|(_, name)| name)
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
        let Latest { members, current } =
            &mut **self.m.keys.open.last_mut()?.latest.get_or_insert_default();
        if let Some((before, start)) = current.replace((key, here)) {
            members.insert(before, Member { text: start..behind, comma });
        }
        members.remove(&key)
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
