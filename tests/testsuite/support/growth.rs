//! Whether a document that grows is at every moment what it will have been.

use jsonmend::engine::EngineOptions;
use jsonmend::engine::options::MultiRoot;
use jsonmend::plan::Run;
use jsonmend::view::{Delta, Deltas, IncompleteNumber, Op, PendingKey, SnapshotOptions};
use jsonmend::{Options, PartialParser};

use super::fold::{Fold, normal};
use super::run::Outcome;
use super::text::is_json;

/// Everything a parser has said, piece by piece.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    /// The operations, neighbouring appends joined.
    deltas: Vec<(String, bool, Step)>,
    fold: Fold,
}

#[derive(Debug, PartialEq, Eq)]
enum Step {
    Set(String),
    Append(String),
    Close,
}

impl Told {
    fn hear(&mut self, delta: &Delta<'_>) -> Result<(), String> {
        self.fold.apply(delta)?;
        let step = match (delta.op, self.deltas.last_mut()) {
            (Op::Append(more), Some((_, _, Step::Append(text)))) => {
                text.push_str(more);
                return Ok(());
            }
            (Op::Append(text), _) => Step::Append(text.to_owned()),
            (Op::Set(value), _) => Step::Set(value.to_owned()),
            (Op::Close, _) => Step::Close,
        };
        self.deltas.push((delta.path.to_owned(), delta.is_member, step));
        Ok(())
    }
}

/// Feeds `pieces` and checks the document after each; `outcome` is what became of it as a whole.
pub(crate) fn check<'a>(
    pieces: impl Iterator<Item = &'a [u8]> + Clone,
    engine: &EngineOptions,
    outcome: &Outcome,
) -> Result<(), String> {
    let plain = Options { engine: engine.clone(), ..Options::default() };
    let told = grow(pieces.clone(), &plain, outcome)?;
    if engine.multi_root != MultiRoot::Lines
        && outcome.end.is_ok()
        && told.fold.text() != normal(outcome.document())
    {
        return Err(format!("the deltas make {}", told.fold.text()));
    }
    let snapshot = SnapshotOptions {
        incomplete_number: IncompleteNumber::TrimToValid,
        pending_key: PendingKey::NullKey,
    };
    let indented = Options { snapshot, ..plain.clone() };
    if grow(pieces.clone(), &indented, outcome)? != told {
        return Err("the options of the snapshot change the deltas".to_owned());
    }
    let mut ascii = plain.clone();
    ascii.write.ensure_ascii = true;
    ascii.write.indent = Some(1);
    if grow(pieces.clone(), &ascii, outcome)? != told {
        return Err("the way of writing changes the deltas".to_owned());
    }
    if bare(pieces.clone(), &plain)? != told {
        return Err("without the document the deltas are others".to_owned());
    }
    let joined: Vec<u8> = pieces.flatten().copied().collect();
    if grow([&joined[..]].into_iter(), &plain, outcome)? != told {
        return Err("the deltas of the whole are others".to_owned());
    }
    Ok(())
}

/// What a run says that keeps nothing of the document.
fn bare<'a>(pieces: impl Iterator<Item = &'a [u8]>, options: &Options) -> Result<Told, String> {
    let mut run = Run::new(options, Deltas::default());
    let (mut told, mut heard) = (Told::default(), Ok(()));
    let mut look = |run: &mut Run<Deltas>| {
        run.output().drain(|delta| heard = heard.clone().and_then(|()| told.hear(&delta)));
    };
    for piece in pieces {
        let fed = run.feed(piece);
        look(&mut run);
        if fed.is_err() {
            return heard.map(|()| told);
        }
    }
    if run.end().is_ok() {
        look(&mut run);
    }
    heard.map(|()| told)
}

fn grow<'a>(
    pieces: impl Iterator<Item = &'a [u8]>,
    options: &Options,
    outcome: &Outcome,
) -> Result<Told, String> {
    let mut parser = PartialParser::with_deltas(options);
    let mut told = Told::default();
    let mut stable = String::new();
    let is_plain = options.snapshot == SnapshotOptions::default() && options.write.indent.is_none();
    let mut look = |parser: &PartialParser, told: &Told| -> Result<(), String> {
        let snapshot = parser.snapshot();
        let text = snapshot.to_string();
        if !snapshot.is_empty() && !is_json(text.as_bytes()) {
            return Err(format!("a snapshot is no JSON: {text:?}"));
        }
        if is_plain && told.fold.text() != normal(&text) {
            return Err(format!("the deltas make {}, the snapshot is {text}", told.fold.text()));
        }
        let now = String::from_utf8_lossy(snapshot.stable()).into_owned();
        let is_new_root = options.engine.multi_root == MultiRoot::Lines;
        if !now.starts_with(&stable) && !is_new_root {
            return Err(format!("{stable:?} was certain, now it is {now:?}"));
        }
        if options.write.indent.is_none() && !outcome.text.contains(&now) {
            return Err(format!("{now:?} was certain, it became {:?}", outcome.text));
        }
        stable = now;
        Ok(())
    };
    let mut heard = Ok(());
    for piece in pieces {
        let hear = |delta: Delta<'_>| heard = heard.clone().and_then(|()| told.hear(&delta));
        let fed = parser.feed_with(piece, hear);
        heard.clone()?;
        look(&parser, &told)?;
        if fed.is_err() {
            return Ok(told);
        }
    }
    if parser.end().is_ok() {
        parser.drain_deltas(|delta| heard = heard.clone().and_then(|()| told.hear(&delta)));
        heard?;
        look(&parser, &told)?;
    }
    Ok(told)
}
