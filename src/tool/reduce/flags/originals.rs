//! The flags about originals that are kept.

use super::super::config::{Config, Mode, Part, StoreOptions};
use super::{mode, number};
use crate::cli::flag::{Flag, Kind};
use crate::reduce::Options;

pub(super) static KEEP: &[Flag<Options>] = &[Flag {
    name: "store",
    kind: Kind::Switch(|o| o.store = Some(true)),
    short: "keep the original where something is left out",
    long: "The response names its token; with --text, standard error does.",
}];

pub(super) static STORE: &[Flag<StoreOptions>] = &[
    Flag {
        name: "store-dir",
        kind: Kind::Folder(|s, folder| s.folder = Some(folder.into())),
        short: "where originals are kept",
        long: "$JSONMEND_STORE unless given.",
    },
    Flag {
        name: "no-store",
        kind: Kind::Switch(|s| s.is_off = true),
        short: "keep nothing, whatever a request says",
        long: "",
    },
    Flag {
        name: "allow-request-store-dir",
        kind: Kind::Switch(|s| s.allows_request = true),
        short: "a request may name any folder",
        long: "",
    },
];

pub(super) static RETRIEVE: &[Flag<Config>] = &[Flag {
    name: "retrieve",
    kind: Kind::Text("TOKEN", |c, token| {
        c.mode = Mode::Retrieve;
        c.store.token = token.to_owned();
        Ok(())
    }),
    short: "print an original, byte for byte",
    long: "",
}];

pub(super) static PARTS: &[Flag<StoreOptions>] = &[
    Flag {
        name: "lines",
        kind: Kind::Text("A:B", |s, text| {
            let lines = range(text).filter(|(from, to)| *from > 0 && from <= to);
            let (from, to) = lines.ok_or("two line numbers from 1 on, as 10:20")?;
            s.part = Part::Lines(from, to);
            Ok(())
        }),
        short: "only these lines, counted from 1",
        long: "The last is included.",
    },
    Flag {
        name: "bytes",
        kind: Kind::Text("A:B", |s, text| {
            let bytes = range(text).filter(|(from, to)| from <= to);
            let (from, to) = bytes.ok_or("two offsets, as 0:4096")?;
            s.part = Part::Bytes(from, to);
            Ok(())
        }),
        short: "only these bytes, counted from 0",
        long: "The last is not included.",
    },
    Flag {
        name: "match",
        kind: Kind::Text("TEXT", |s, text| {
            s.part = Part::Match(text.to_owned());
            Ok(())
        }),
        short: "only the lines that hold TEXT, with their numbers",
        long: "",
    },
    Flag {
        name: "context",
        kind: number("N", 0, |s, n| s.context = usize::try_from(n).unwrap_or(usize::MAX)),
        short: "N lines around them too",
        long: "",
    },
    Flag {
        name: "max-age",
        kind: number("SECS", 0, |s, n| s.max_age = Some(n)),
        short: "the age from which originals go",
        long: "Seven days unless given.",
    },
    Flag {
        name: "max-bytes",
        kind: number("N", 0, |s, n| s.max_bytes = Some(n)),
        short: "the size of all originals, beyond which the oldest go",
        long: "256 MiB unless given.",
    },
];

pub(super) static STORE_MODES: &[Flag<Config>] = &[
    mode("gc", "take old originals away", |c| c.mode = Mode::Sweep),
    mode("store-list", "list the originals", |c| c.mode = Mode::StoreList),
    mode("store-stats", "count the originals", |c| c.mode = Mode::StoreStats),
];

fn range(text: &str) -> Option<(u64, u64)> {
    let (from, to) = text.split_once(':')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}
