//! Long sound documents of three kinds, the same every time, and one with a fault in each kilobyte.

use std::fmt::Write as _;

use super::random::Random;

/// A kind of document.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// The most instructions that a byte may take: what was measured, and a tenth of room at most.
    pub(crate) gate: f64,
    entry: fn(&mut Random, usize, &mut String),
}

/// The kinds, as data for parsers is in practice: text, structure, numbers.
pub(crate) const KINDS: &[Kind] = &[
    Kind { name: "posts", gate: 21.5, entry: post },
    Kind { name: "catalog", gate: 18.5, entry: seat },
    Kind { name: "outline", gate: 19.0, entry: point },
];

const WORDS: &[&str] = &[
    "the",
    "quick",
    "brown",
    "fox",
    "naïve",
    "über",
    "東京",
    "から",
    "слово",
    "lazy",
    "dog",
    "é",
    "and",
    "so",
    "on",
    "longer-word",
    "emoji 😀",
    "line",
];

impl Kind {
    /// An array of entries, about so many bytes long.
    pub(crate) fn document(&self, bytes: usize) -> String {
        let mut random = Random::new(1);
        let mut text = String::from("[\n");
        for index in 0.. {
            (self.entry)(&mut random, index, &mut text);
            if text.len() >= bytes {
                break;
            }
            text.push_str(",\n");
        }
        text + "\n]\n"
    }
}

fn sentence(random: &mut Random, words: usize) -> String {
    (0..words).map(|_| random.pick(WORDS)).collect::<Vec<_>>().join(" ")
}

/// A record with much text, indented.
fn post(random: &mut Random, index: usize, out: &mut String) {
    let length = 6 + random.below(20);
    let (text, name) = (sentence(random, length), sentence(random, 2));
    let (id, count) = (1_000_000 + index * 37, random.below(5000));
    let verified = random.one_in(3);
    write!(
        out,
        r#"  {{
    "id": {id},
    "created_at": "2024-03-0{day}T12:{minute:02}:00Z",
    "text": "{text}\nhttps:\/\/example.org\/{id}",
    "user": {{
      "name": "{name}",
      "screen_name": "user_{id}",
      "followers_count": {count},
      "verified": {verified},
      "description": null
    }},
    "entities": {{ "hashtags": [], "indices": [0, {length}] }},
    "lang": "en"
  }}"#,
        day = 1 + index % 9,
        minute = index % 60,
    )
    .expect("a string takes every write");
}

/// A record of small values, deeply indented.
fn seat(random: &mut Random, index: usize, out: &mut String) {
    let price = 10_000 + random.below(90_000);
    write!(
        out,
        r#"    {{
        "areas": [
            {{
                "areaId": {area},
                "blockIds": []
            }},
            {{
                "areaId": {next},
                "blockIds": []
            }}
        ],
        "name": null,
        "prices": {{
            "amount": {price},
            "category": {index}
        }},
        "seatCategoryId": {index}
    }}"#,
        area = 205_705_000 + index,
        next = 205_706_000 + index,
    )
    .expect("a string takes every write");
}

/// A pair of coordinates with all digits of a double.
fn point(random: &mut Random, _: usize, out: &mut String) {
    let mut degrees = |most: f64| (random.next() >> 11) as f64 / (1_u64 << 53) as f64 * most;
    let (x, y) = (-degrees(140.0), degrees(80.0));
    write!(out, "[{x:.15},{y:.15}]").expect("a string takes every write");
}

/// The document with a fault about every kilobyte: a comma too many before a closer.
pub(crate) fn with_faults(document: &str) -> String {
    let mut out = String::with_capacity(document.len() + document.len() / 512);
    let mut last = 0;
    for (at, c) in document.char_indices() {
        if c == '}' && at - last > 1024 {
            last = at;
            out.push(',');
        }
        out.push(c);
    }
    out
}
