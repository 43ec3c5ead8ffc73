//! Names that objects have had as keys.

use crate::block::BLOCK;
use crate::scan::classes::is_hidden;
use crate::scan::runs;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};
use wide::u8x16;

/// Lists of different names, one behind the other.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// `SIZE` places for each.
    places: Vec<Place>,
    /// The tag of the name at each place.
    tags: Vec<[u8; SIZE]>,
    /// How many names each has.
    lens: Vec<usize>,
    /// The latest list of objects whose first name is of this [`Name::kind`].
    latest: Vec<Option<usize>>,
    /// [`Place::inner`] of those that are no value of a key with a place.
    inner: Option<u16>,
}

/// The places of a list.
pub(super) const SIZE: usize = u64::BITS as usize;

/// The most lists there are.
const LISTS: usize = 128;

/// No place.
pub(super) const NOWHERE: u16 = u16::MAX;

/// A name in a list, and what was seen of it last.
#[derive(Clone, Copy, Debug)]
struct Place {
    name: Name,
    /// Whether a key in double quotes that is it stands as it reads, and there is nothing to say of it.
    is_plain: bool,
    /// The place of the name that came behind it, if that is plain.
    after: u16,
    /// The same of the first name of the object that was its value.
    inner: u16,
}

impl Place {
    const EMPTY: Place =
        Place { name: Name::NONE, is_plain: false, after: NOWHERE, inner: NOWHERE };
}

impl Lists {
    /// The list that a place is in.
    pub(super) fn of(place: u16) -> usize {
        usize::from(place) / SIZE
    }

    /// If the key that `text` begins with, a quote behind it, is the name at a place: its length, and where
    /// the name is that is likely to come behind it.
    #[inline]
    pub(super) fn likely(&self, place: u16, text: &[u8]) -> Option<(usize, u16)> {
        let place = self.places.get(usize::from(place))?;
        place.name.begins(text).then(|| (place.name.len(), place.after))
    }

    /// The place in a list of the name that `key` has, and that of the name that is likely behind it. It is
    /// added if it is not there; `None` where there is no room.
    pub(super) fn place(&mut self, name: &Name, key: &str, list: usize) -> Option<(u16, u16)> {
        let (start, tag) = (list * SIZE, name.tag());
        let (tags, len) = (self.tags.get_mut(list)?, self.lens.get_mut(list)?);
        let mut alike = which(tags, tag);
        while alike != 0 {
            let place = start + alike.trailing_zeros() as usize;
            if self.places[place].name.is(name) {
                return Some((place as u16, self.places[place].after));
            }
            alike &= alike - 1;
        }
        let place = start + *len;
        *tags.get_mut(*len)? = tag;
        *len += 1;
        self.places[place] = Place { name: *name, is_plain: is_plain(key), ..Place::EMPTY };
        Some((place as u16, NOWHERE))
    }

    /// The names of a list that `had` has bits for.
    pub(super) fn names(&self, list: usize, had: u64) -> impl Iterator<Item = Name> {
        let places = self.places.iter().skip(list * SIZE).take(SIZE);
        let names = places.map(|place| place.name).enumerate();
        names.filter(move |(place, _)| had >> place & 1 == 1).map(|(_, name)| name)
    }

    /// The list for an object with this first name. One that is full is left to those who use it, as long
    /// as there may be more.
    pub(super) fn begin(&mut self, name: &Name) -> usize {
        self.latest.resize(KINDS, None);
        let latest = &mut self.latest[name.kind()];
        if self.lens.len() < LISTS && latest.is_none_or(|list| self.lens[list] == SIZE) {
            *latest = Some(self.lens.len());
            self.lens.push(0);
            self.tags.push([0; SIZE]);
            self.places.resize(self.lens.len() * SIZE, Place::EMPTY);
        }
        latest.unwrap_or_default()
    }

    /// Where the first name is likely to be of an object that is the value of the key at `place`, or of none
    /// that has one.
    #[inline]
    pub(super) fn inner(&self, place: u16) -> u16 {
        match self.places.get(usize::from(place)) {
            Some(place) => place.inner,
            None => self.inner.unwrap_or(NOWHERE),
        }
    }

    /// Notes that an object there began with the name at `inner`.
    pub(super) fn set_inner(&mut self, place: u16, inner: u16) {
        let inner = self.if_plain(inner);
        match self.places.get_mut(usize::from(place)) {
            Some(place) => place.inner = inner,
            None => self.inner = Some(inner),
        }
    }

    /// Notes that the name at `after` came behind the one at `place`.
    pub(super) fn set_after(&mut self, place: u16, after: u16) {
        let after = self.if_plain(after);
        if let Some(place) = self.places.get_mut(usize::from(place)) {
            place.after = after;
        }
    }

    /// This place, if the name there is plain.
    fn if_plain(&self, place: u16) -> u16 {
        let there = self.places.get(usize::from(place));
        if there.is_some_and(|there| there.is_plain) { place } else { NOWHERE }
    }

    /// Forgets all names if they have taken all the room there is.
    pub(super) fn make_room(&mut self) {
        if self.lens.len() == LISTS {
            *self = Lists::default();
        }
    }
}

/// A key: its text and the quote behind it, and a bit for each byte of that; or the fingerprint of one
/// that is longer or has quotes in it, and all bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    text: [u8; BLOCKS * BLOCK],
    bytes: u64,
}

/// How many blocks a name has.
const BLOCKS: usize = 3;

/// The longest key that is its own name.
const SHORT: usize = BLOCKS * BLOCK - 1;

/// How many kinds of name there are.
const KINDS: usize = 64;

impl Name {
    /// None: no key is written with a NUL.
    const NONE: Name = Name { text: [0; BLOCKS * BLOCK], bytes: 1 };

    pub(super) fn of(key: &[u8], fingerprints: &mut Fingerprints) -> Name {
        let mut text = [0; BLOCKS * BLOCK];
        if key.len() > SHORT || key.contains(&b'"') {
            text[..BLOCK].copy_from_slice(&fingerprints.of(key).to_le_bytes());
            return Name { text, bytes: (1 << (BLOCKS * BLOCK)) - 1 };
        }
        text[..key.len()].copy_from_slice(key);
        text[key.len()] = b'"';
        Name { text, bytes: (2 << key.len()) - 1 }
    }

    /// Bytes of the key that is it.
    #[inline]
    fn len(&self) -> usize {
        self.bytes.trailing_ones() as usize - 1
    }

    /// Whether it is `other`. Most that are not differ in their first bytes.
    #[inline]
    fn is(&self, other: &Name) -> bool {
        self.begins(&other.text) && self.bytes == other.bytes
    }

    /// Whether `text` begins with it, as far as that is in sight.
    #[inline]
    fn begins(&self, text: &[u8]) -> bool {
        let Some(text) = text.first_chunk::<{ BLOCKS * BLOCK }>() else { return false };
        // Most names are no longer than a block.
        let others = self.others(text, 0, self.bytes);
        others == 0 || others as u16 == 0 && self.others(text, 2, self.others(text, 1, others)) == 0
    }

    /// Those of the `bytes` that are not the same in a block of `text`; those of other blocks stay.
    #[inline]
    fn others(&self, text: &[u8], block: usize, bytes: u64) -> u64 {
        let at = block * BLOCK..(block + 1) * BLOCK;
        bytes & !(u64::from(equal(&self.text[at.clone()], &text[at])) << (block * BLOCK))
    }

    /// A byte that is another for most other names.
    fn tag(&self) -> u8 {
        let mixed = self.text.as_chunks().0.iter().fold(self.bytes, |mixed, word| {
            (mixed ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        (mixed >> 56) as u8
    }

    /// One of a few kinds, the same for names that are alike.
    fn kind(&self) -> usize {
        (usize::from(self.text[0]) + 7 * self.bytes.count_ones() as usize) % KINDS
    }
}

impl Hash for Name {
    /// By its text alone: names of one text are hardly ever two.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write(&self.text);
    }
}

/// Whether `key` is short, has nothing that JSON would escape, and nothing hidden.
fn is_plain(key: &str) -> bool {
    let (plain, is_ascii) = runs::plain_or_wide(key.as_bytes());
    key.len() <= SHORT && plain == key.len() && (is_ascii || !key.contains(is_hidden))
}

/// Which of the tags are `tag`: a bit each, the first in the lowest.
fn which(tags: &[u8; SIZE], tag: u8) -> u64 {
    let blocks = tags.chunks(BLOCK).enumerate();
    blocks.fold(0, |found, (index, block)| {
        found | u64::from(equal(block, &[tag; BLOCK])) << (index * BLOCK)
    })
}

/// Which bytes of the two blocks are the same: a bit each, the first in the lowest.
#[inline]
fn equal(one: &[u8], other: &[u8]) -> u16 {
    let block = |text: &[u8]| u8x16::new(text.first_chunk().copied().unwrap_or_default());
    block(one).cmp_eq(block(other)).move_mask() as u16
}

/// Makes fingerprints of keys.
#[derive(Debug, Default)]
pub(super) struct Fingerprints(Option<[RandomState; 2]>);

impl Fingerprints {
    /// Two keyed 64-bit hashes, so that nobody who writes keys can make two of them meet.
    pub(super) fn of(&mut self, key: &[u8]) -> u128 {
        let [low, high] = self.0.get_or_insert_default().each_ref().map(|seed| {
            let mut hasher = seed.build_hasher();
            hasher.write(key);
            u128::from(hasher.finish())
        });
        high << 64 | low
    }
}
