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
    /// Lists of names that objects have had, at a place that the first name tells.
    lists: Vec<List>,
    /// What fingerprints are made with, from the first one on.
    seeds: Option<[RandomState; 2]>,
}

/// The most names that a list has.
const FEW: usize = u64::BITS as usize;

/// How many lists there are.
const LISTS: usize = 64;

/// An open object.
#[derive(Debug, Default)]
struct Object {
    /// The list of its names, from the first key on.
    list: usize,
    /// Which of them it has had, a bit each.
    had: u64,
    /// The place of the name that comes next, if all is as in the object before.
    next: usize,
    /// All of its names, where the list has no room for one of them.
    many: Option<HashSet<Name>>,
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

/// Different names that objects have had as keys. Most come in the same order each time: then one
/// comparison a key is enough.
#[derive(Debug, Default)]
struct List {
    names: Vec<Name>,
    /// How many open objects have names of it.
    users: usize,
    /// It had no room for a name, and begins anew when no object uses it.
    is_full: bool,
}

/// A key: its text and how long that is, or the fingerprint of one that is longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Name([u128; 2]);

/// The longest key that is its own name.
const SHORT: usize = 31;

/// For the length of a key, which bytes of a name's halves are its text, and what says how many.
static LENGTHS: [[u128; 3]; SHORT + 1] = {
    let mut lengths = [[0; 3]; SHORT + 1];
    let mut len = 0;
    while len <= SHORT {
        let bits = 8 * len as u32;
        lengths[len] = match bits.checked_sub(u128::BITS) {
            None => [(1 << bits) - 1, 0, 0],
            Some(bits) => [u128::MAX, (1 << bits) - 1, 0],
        };
        lengths[len][2] = (len as u128) << 120;
        len += 1;
    }
    lengths
};

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
        self.lists.iter_mut().for_each(|list| list.users = 0);
        self
    }

    /// Takes down a key of the innermost object, the first `len` bytes of `text`; false, and nothing
    /// is taken down, if it had it.
    #[inline]
    fn is_new(&mut self, text: &[u8], len: usize) -> bool {
        let name = Name::short(text, len).unwrap_or_else(|| self.long_name(&text[..len]));
        let Keys { open, lists, .. } = self;
        let Some(object) = open.last_mut() else { return true };
        if let Some(many) = &mut object.many {
            return many.insert(name);
        }
        if object.had == 0 {
            object.begin(name, lists);
        }
        let Some(list) = lists.get_mut(object.list) else { return true };
        match list.place(name, object.next) {
            Some(place) => object.takes(place),
            None => {
                object.outgrow(list, name);
                true
            }
        }
    }

    /// The name of a key that is longer than those that are their own names.
    #[cold]
    fn long_name(&mut self, key: &[u8]) -> Name {
        Name([self.fingerprint(key), u128::MAX])
    }

    /// Two keyed 64-bit hashes, so that nobody who writes keys can make two of them meet.
    fn fingerprint(&mut self, key: &[u8]) -> u128 {
        let [low, high] = self.seeds.get_or_insert_default().each_ref().map(|seed| {
            let mut hasher = seed.build_hasher();
            hasher.write(key);
            u128::from(hasher.finish())
        });
        high << 64 | low
    }

    #[inline]
    fn close(&mut self) {
        let Some(object) = self.open.pop() else { return };
        if object.had == 0 {
            return;
        }
        if let Some(list) = self.lists.get_mut(object.list) {
            list.users -= 1;
            if list.is_full && list.users == 0 {
                *list = List::default();
            }
        }
    }
}

impl Object {
    /// Its first key is here.
    #[inline]
    fn begin(&mut self, name: Name, lists: &mut Vec<List>) {
        if lists.is_empty() {
            lists.resize_with(LISTS, List::default);
        }
        self.list = name.place();
        lists[self.list].users += 1;
    }

    /// Takes down the name at a place of its list; false if it had it.
    #[inline]
    fn takes(&mut self, place: usize) -> bool {
        let bit = 1 << place;
        let is_new = self.had & bit == 0;
        self.had |= bit;
        self.next = place + 1;
        is_new
    }

    /// The list has no room for this name: from now on the object has its own.
    #[cold]
    fn outgrow(&mut self, list: &mut List, name: Name) {
        list.is_full = true;
        let names = list.names.iter().enumerate();
        let had = names.filter(|(place, _)| self.had >> place & 1 == 1).map(|(_, name)| *name);
        self.many = Some(had.chain([name]).collect());
        // It goes on to use the list, if only to say so when it closes.
        self.had |= 1;
    }
}

impl List {
    /// The place of a name, which is added if it is not there; `None` where there is no room. It is
    /// looked for at `next` first.
    #[inline]
    fn place(&mut self, name: Name, next: usize) -> Option<usize> {
        if self.names.get(next) == Some(&name) { Some(next) } else { self.find(name) }
    }

    #[inline(never)]
    fn find(&mut self, name: Name) -> Option<usize> {
        let found = self.names.iter().position(|other| *other == name);
        if found.is_none() && self.names.len() < FEW {
            self.names.push(name);
            return Some(self.names.len() - 1);
        }
        found
    }
}

impl Name {
    /// The name of a short key, the first `len` bytes of `text`.
    #[inline]
    fn short(text: &[u8], len: usize) -> Option<Name> {
        if len > SHORT {
            return None;
        }
        let bytes = match text.first_chunk::<32>() {
            Some(bytes) => *bytes,
            None => padded(&text[..len]),
        };
        let (low, high) = bytes.split_at(16);
        let half = |bytes: &[u8]| bytes.first_chunk().map_or(0, |half| u128::from_le_bytes(*half));
        // What stands behind the key is none of it.
        let [low_mask, high_mask, len] = LENGTHS[len];
        Some(Name([half(low) & low_mask, half(high) & high_mask | len]))
    }

    /// Where its list is, if it is the first of an object.
    fn place(self) -> usize {
        let [low, high] = self.0;
        (low as usize & 0xff).wrapping_add(7 * (high >> 120) as usize) % LISTS
    }
}

#[cold]
fn padded(key: &[u8]) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[..key.len()].copy_from_slice(key);
    bytes
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

    /// Whether the object has not had this key before, the first `len` bytes of `text` without any
    /// escape; it has from now on.
    #[inline]
    pub(crate) fn is_new_key(&mut self, text: &[u8], len: usize) -> bool {
        self.options.duplicate_keys == DuplicateKeys::Pass || self.keys.is_new(text, len)
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
        let key = key.as_bytes();
        let is_new = self.m.keys.is_new(key, key.len());
        let earlier = match policy {
            DuplicateKeys::Last => {
                let key = self.m.keys.fingerprint(key);
                self.begin_member(key)
            }
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
                    // What stands behind a key is none of it.
                    let text = format!("{key}{}", &"\": {\"key1\": "[..random(12) as usize]);
                    assert_eq!(keys.is_new(text.as_bytes(), key.len()), is_new, "{key}");
                    told_twice += usize::from(!is_new);
                    most = most.max(known.len());
                }
            }
        }
        assert!(told_twice > 100 && most > FEW, "{told_twice} twice, at most {most}");
    }
}
