//! Keys that an object holds twice.

mod names;

use super::escape;
use super::hold::Ask;
use super::machine::{Machine, PendingComma};
use super::options::DuplicateKeys;
use super::run::{Run, delete};
use crate::event::Sink;
use crate::repair::{Ambiguity, Edit, Rule, Severity};
use crate::scan::classes::Delimiter;
use names::{Fingerprints, Lists, NOWHERE, Name, SIZE};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

/// The keys of each open object.
///
/// Objects of one kind have the same keys, most of them in the same order. So the names that objects have
/// had are kept, and which came behind which; a key is compared with the one that is likely: if it is that,
/// and the object has not had it, it is new.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    /// The innermost object, and those around it; around the root is one without keys.
    here: Object,
    outer: Vec<Object>,
    lists: Lists,
    /// All names of objects whose list has no room for one, by how many objects are around them. Those of
    /// an object that has closed go when another needs room.
    many: BTreeMap<usize, HashSet<Name>>,
    /// The members of each open object, if the last of a key is to be kept.
    latest: Vec<Latest>,
    fingerprints: Fingerprints,
}

/// An open object.
#[derive(Clone, Copy, Debug)]
struct Object {
    /// The place of its last name.
    last: u16,
    /// The place of the name that is likely to come next.
    next: u16,
    /// Which names of its list it has had, a bit each.
    had: u64,
}

/// A key that comes where it was likely to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Likely {
    /// Its bytes.
    pub(super) len: usize,
    /// The place of the name that is likely to come behind it.
    after: u16,
}

/// The members of an object.
#[derive(Debug, Default)]
struct Latest {
    /// The latest of each key, which goes when the key comes again.
    members: HashMap<u128, Member>,
    /// The key of the member that is being read, and where it begins.
    current: Option<(u128, u64)>,
}

/// Where a member stands in the input.
#[derive(Debug)]
struct Member {
    text: Range<u64>,
    /// The comma behind it; empty where it is missing.
    comma: Range<u64>,
}

impl Keys {
    /// For an engine in which this becomes of keys that come twice; none where nobody looks for them.
    pub(super) fn of(policy: DuplicateKeys) -> Option<Box<Keys>> {
        (policy != DuplicateKeys::Pass).then(Box::default)
    }

    /// The same with no object open.
    pub(super) fn emptied(mut self: Box<Keys>) -> Box<Keys> {
        self.here = Object::default();
        self.outer.clear();
        self.lists.make_room();
        if !self.many.is_empty() {
            self.many.clear();
        }
        self.latest.clear();
        self
    }

    #[inline]
    fn open(&mut self) {
        self.outer.push(self.here);
        self.here = Object { next: self.lists.inner(self.here.last), ..Object::default() };
    }

    #[inline]
    fn close(&mut self) {
        if let Some(outer) = self.outer.pop() {
            self.here = outer;
        }
        self.latest.pop();
    }

    /// The key that `text` begins with, a quote behind it, if it is the one that is likely in the innermost
    /// object, which has not had it. There is nothing in it that needs to be looked at.
    #[inline]
    pub(super) fn likely(&self, text: &[u8]) -> Option<Likely> {
        let place = self.here.next;
        let (len, after) = self.lists.likely(place, text)?;
        (!self.here.has(place)).then_some(Likely { len, after })
    }

    /// Takes it down.
    #[inline]
    pub(super) fn take(&mut self, likely: Likely) {
        self.here.take(self.here.next, likely.after);
    }

    /// Takes down any key of the innermost object, as it reads; false, and nothing is taken down, if it had
    /// it.
    #[inline(never)]
    pub(super) fn is_new(&mut self, key: &str) -> bool {
        let Keys { here, outer, lists, many, fingerprints, .. } = self;
        let depth = outer.len();
        let Some(outer) = outer.last() else { return true };
        let name = Name::of(key.as_bytes(), fingerprints);
        let is_first = here.had == 0;
        if !is_first && here.last == NOWHERE {
            return many.get_mut(&depth).is_none_or(|names| names.insert(name));
        }
        let list = if is_first { lists.begin(&name) } else { Lists::of(here.last) };
        let Some((place, after)) = lists.place(&name, key, list) else {
            // The next object there looks for another list.
            lists.set_inner(outer.last, NOWHERE);
            many.split_off(&depth);
            let mut names = HashSet::with_capacity(2 * SIZE);
            names.extend(lists.names(list, here.had).chain([name]));
            many.insert(depth, names);
            *here = Object { had: 1, ..Object::default() };
            return true;
        };
        if is_first {
            lists.set_inner(outer.last, place);
        } else {
            lists.set_after(here.last, place);
        }
        let is_new = !here.has(place);
        if is_new {
            here.take(place, after);
        }
        is_new
    }
}

impl Object {
    /// Whether it has had the name at a place of its list.
    #[inline]
    fn has(&self, place: u16) -> bool {
        self.had & Object::bit(place) != 0
    }

    /// Takes down the name at a place, behind which the one at `after` is likely.
    #[inline]
    fn take(&mut self, place: u16, after: u16) {
        *self = Object { last: place, next: after, had: self.had | Object::bit(place) };
    }

    #[inline]
    fn bit(place: u16) -> u64 {
        1 << (usize::from(place) % SIZE)
    }
}

impl Default for Object {
    #[inline]
    fn default() -> Self {
        Object { last: NOWHERE, next: NOWHERE, had: 0 }
    }
}

impl Machine {
    /// An object opens.
    #[inline(always)]
    pub(crate) fn open_keys(&mut self) {
        let Some(keys) = &mut self.keys else { return };
        if self.options.duplicate_keys == DuplicateKeys::Last {
            keys.latest.push(Latest::default());
        }
        keys.open();
    }

    /// The innermost object closes.
    #[inline]
    pub(crate) fn close_keys(&mut self) {
        if let Some(keys) = &mut self.keys {
            keys.close();
        }
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
        let text = &self.text[self.pos..];
        let Some(keys) = &mut self.m.keys else { return Ok(()) };
        let key = escape::decoded(&text[from..to], delimiter);
        let is_new = keys.is_new(&key);
        let earlier = match policy {
            DuplicateKeys::Last => {
                let key = keys.fingerprints.of(key.as_bytes());
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
        let Latest { members, current } = self.m.keys.as_mut()?.latest.last_mut()?;
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
                Err(self.refuse("a key is given twice, and duplicate-keys is error"))
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
        let (mut told_likely, mut told_twice, mut most) = (0, 0, 0);
        for _ in 0..60_000 {
            match random(40) {
                0 | 1 if open.len() < 6 => {
                    keys.open();
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
                        3 => "x".repeat((random(60) * random(60)) as usize),
                        4..8 => format!("key{}", random(80)),
                        _ => format!("key{}", known.len()),
                    };
                    let is_new = known.insert(key.clone());
                    // What stands behind a key is none of it.
                    let behind = ": {\"key1\": ".repeat(6);
                    let text = format!("{key}\"{}", &behind[..random(60) as usize]);
                    match keys.likely(text.as_bytes()) {
                        Some(likely) => {
                            assert_eq!((likely.len, true), (key.len(), is_new), "{key}");
                            keys.take(likely);
                            told_likely += 1;
                        }
                        None => assert_eq!(keys.is_new(&key), is_new, "{key}"),
                    }
                    told_twice += usize::from(!is_new);
                    most = most.max(known.len());
                }
            }
        }
        assert!(
            told_likely > 1000 && told_twice > 100 && most > SIZE,
            "{told_likely} {told_twice} {most}"
        );
    }

    #[test]
    fn a_key_that_needs_to_be_looked_at_is_never_likely() {
        let long = "x".repeat(48);
        for (key, is_likely) in [
            ("a", true),
            ("é", true),
            (&long[1..], true),
            ("a\nb", false),
            ("a\\b", false),
            ("a\"b", false),
            ("a\u{200b}b", false),
            (&long, false),
        ] {
            let text = format!("{key}\"{long}");
            // The first in its object, or behind another; the value of a key, or of none.
            for (before, of) in
                [(None, None), (None, Some("list")), (Some("another"), Some("list"))]
            {
                let mut keys = Keys::default();
                keys.open();
                assert!(of.is_none_or(|of| keys.is_new(of)));
                for was_here in [false, true] {
                    keys.open();
                    assert!(before.is_none_or(|before| keys.is_new(before)));
                    let len = keys.likely(text.as_bytes()).map(|likely| likely.len);
                    assert_eq!(len, (was_here && is_likely).then_some(key.len()), "{key}");
                    assert!(keys.is_new(key));
                    keys.close();
                }
            }
        }
    }
}
