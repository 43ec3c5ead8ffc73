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

/// The keys of each open object, as fingerprints: two keyed 64-bit hashes each, so that nobody who
/// writes keys can make two of them meet.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    open: Vec<Object>,
    seeds: [RandomState; 2],
}

/// An open object.
#[derive(Debug, Default)]
struct Object {
    keys: HashSet<u128>,
    /// The latest member of each key, where it goes when the key comes again.
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
    #[inline(never)]
    fn is_new(&mut self, key: &str) -> bool {
        let key = self.fingerprint(key);
        self.open.last_mut().is_none_or(|object| object.keys.insert(key))
    }

    fn fingerprint(&self, key: &str) -> u128 {
        let [low, high] = self.seeds.each_ref().map(|seed| {
            let mut hasher = seed.build_hasher();
            hasher.write(key.as_bytes());
            u128::from(hasher.finish())
        });
        high << 64 | low
    }
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
        if self.options.duplicate_keys != DuplicateKeys::Pass {
            self.keys.open.pop();
        }
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
        let key = self.m.keys.fingerprint(&escape::decoded(&self.rest()[from..to], delimiter));
        let Some(object) = self.m.keys.open.last_mut() else { return Ok(()) };
        let is_new = object.keys.insert(key);
        let earlier = if policy == DuplicateKeys::Last { self.begin_member(key) } else { None };
        if is_new { Ok(()) } else { self.duplicate(policy, earlier) }
    }

    /// A member begins here, and so the one before it is known. Gives the earlier member of the
    /// same key.
    fn begin_member(&mut self, key: u128) -> Option<Member> {
        let (here, behind) = (self.byte(0), self.m.behind);
        let comma = self.m.comma.as_ref().map_or(0..0, text);
        let object = self.m.keys.open.last_mut()?;
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
