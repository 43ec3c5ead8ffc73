//! Runs the engine on an input in pieces and keeps everything that it said.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use jsonmend::engine::options::DuplicateKeys;
use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::error::{Code, Error};
use jsonmend::event::Interest;
use jsonmend::repair::{Completeness, Exactness, Repair};
use jsonmend::view::dedup::Dedup;

use super::oracle::Oracle;

/// Everything that a run said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The document, compact, a line end after each root.
    pub(crate) text: String,
    /// The records in the order of their place.
    pub(crate) repairs: Vec<Repair>,
    pub(crate) end: Result<Completeness, Error>,
    /// Where the tokens of the events begin.
    pub(crate) places: Vec<u64>,
    /// Promises of the events that were broken.
    pub(crate) faults: Vec<String>,
}

impl Outcome {
    pub(crate) fn exactness(&self) -> Exactness {
        self.repairs.iter().map(|repair| repair.severity.into()).max().unwrap_or_default()
    }

    /// The text without the line end behind the last root.
    pub(crate) fn document(&self) -> &str {
        self.text.strip_suffix('\n').unwrap_or(&self.text)
    }

    /// The codes of the records, each once, in order; notes (`N…`) or all others.
    pub(crate) fn codes(&self, notes: bool) -> Vec<&'static str> {
        let mut codes = Vec::new();
        for code in self.repairs.iter().map(|repair| repair.rule.code()) {
            if code.starts_with('N') == notes && !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes
    }

    pub(crate) fn error(&self) -> Option<&'static str> {
        self.end.as_ref().err().map(|error| error.code().name())
    }
}

/// Makes the engine of a run: [`Engine::new`] or [`Engine::careful`].
pub(crate) type Make = fn(EngineOptions) -> Engine;

/// Feeds the input in one piece.
pub(crate) fn whole(input: &[u8], options: &EngineOptions) -> Outcome {
    pieces([input], options)
}

/// Feeds the input in one piece to an engine whose fast lane is closed.
pub(crate) fn careful(input: &[u8], options: &EngineOptions) -> Outcome {
    pieces_to(Engine::careful, [input], options)
}

/// Feeds the input in pieces of `size` bytes to a sink that has no use for more of records.
pub(crate) fn interested(
    interest: Interest,
    input: &[u8],
    size: usize,
    options: &EngineOptions,
) -> Outcome {
    let mut oracle = Oracle::default();
    oracle.interest = Some(interest);
    told(oracle, Engine::new, input.chunks(size), options)
}

/// Feeds the input in pieces of `size` bytes.
pub(crate) fn chunked(input: &[u8], size: usize, options: &EngineOptions) -> Outcome {
    pieces(input.chunks(size), options)
}

/// Feeds the input cut at `cuts`, which are in order.
pub(crate) fn cut(input: &[u8], cuts: &[usize], options: &EngineOptions) -> Outcome {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([input.len()]);
    pieces(starts.zip(ends).map(|(start, end)| &input[start..end]), options)
}

/// Feeds the pieces and says that the input is over. A panic is a broken promise.
pub(crate) fn pieces<'a>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
    options: &EngineOptions,
) -> Outcome {
    pieces_to(Engine::new, pieces, options)
}

fn pieces_to<'a>(
    make: Make,
    pieces: impl IntoIterator<Item = &'a [u8]>,
    options: &EngineOptions,
) -> Outcome {
    told(Oracle::default(), make, pieces, options)
}

fn told<'a>(
    mut oracle: Oracle,
    make: Make,
    pieces: impl IntoIterator<Item = &'a [u8]>,
    options: &EngineOptions,
) -> Outcome {
    let ran = caught(|| drive(make, pieces, options, &mut oracle));
    let end = ran.unwrap_or_else(|panic| {
        oracle.fault(panic);
        Err(Error::new(Code::E099))
    });
    let Oracle { text, mut repairs, faults, places, .. } = oracle;
    repairs.sort_by_key(|repair| repair.at.byte);
    Outcome { text, repairs, end, places, faults }
}

/// Runs `body` and gives the message and place of a panic instead of printing them.
pub(crate) fn caught<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    thread_local! {
        static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
        static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
    }
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IS_WATCHED.get() {
                PANIC.set(info.to_string().replace('\n', " "));
            } else {
                usual(info);
            }
        }));
    });
    IS_WATCHED.set(true);
    let ran = panic::catch_unwind(AssertUnwindSafe(body));
    IS_WATCHED.set(false);
    ran.map_err(|_| PANIC.take())
}

fn drive<'a>(
    make: Make,
    pieces: impl IntoIterator<Item = &'a [u8]>,
    options: &EngineOptions,
    oracle: &mut Oracle,
) -> Result<Completeness, Error> {
    let mut engine = make(options.clone());
    let mut dedup = (options.duplicate_keys == DuplicateKeys::Last).then(Dedup::default);
    let mut fed = 0;
    for piece in pieces {
        match &mut dedup {
            Some(dedup) => engine.feed(piece, &mut dedup.to(oracle))?,
            None => engine.feed(piece, oracle)?,
        }
        fed += piece.len() as u64;
        let held = dedup.as_ref().map_or(u64::MAX, Dedup::settled);
        let settled = engine.settled().min(held);
        if settled < oracle.settled || settled > fed {
            oracle.fault(format!("settled {settled} after {}, {fed} fed", oracle.settled));
        }
        oracle.settled = settled;
    }
    let completeness = match &mut dedup {
        Some(dedup) => engine.finish(&mut dedup.to(oracle))?,
        None => engine.finish(oracle)?,
    };
    if engine.settled() != fed {
        oracle.fault(format!("settled {} of {fed} at the end", engine.settled()));
    }
    oracle.finish();
    Ok(completeness)
}

/// What has been said when these bytes have been fed one by one and the input is not over.
pub(crate) fn said(input: &[u8], options: &EngineOptions) -> String {
    said_by(Engine::new, input.chunks(1), options)
}

/// What an engine has said of these pieces when the input is not over.
pub(crate) fn said_by<'a>(
    make: Make,
    mut pieces: impl Iterator<Item = &'a [u8]>,
    options: &EngineOptions,
) -> String {
    let mut oracle = Oracle::default();
    let mut engine = make(options.clone());
    // An error or a panic ends the feeding; what was said before it counts.
    let feed = || pieces.try_for_each(|piece| engine.feed(piece, &mut oracle));
    drop(caught(feed));
    oracle.text
}
