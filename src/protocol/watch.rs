//! The methods of a document that is watched while it grows.

use super::Connection;
use super::message::Failure;
use super::method::Method;
use super::params::Params;
use crate::json::{List, Object};
use crate::watch::SemanticWatcher;

pub(super) fn start(
    connection: &mut Connection,
    method: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    if connection.watch.is_some() {
        return Err(Failure::misplaced("a document is being watched"));
    }
    let options = method.options(connection, &params)?;
    result.bool("ok", true);
    let schema = options.schema.as_ref().map(ToString::to_string);
    result.string("schema", &schema.unwrap_or_default());
    let watcher = SemanticWatcher::new(&options).with_hints();
    connection.watch = Some(match options.schema {
        Some(_) => watcher.with_readiness(),
        None => watcher,
    });
    Ok(())
}

pub(super) fn feed(
    connection: &mut Connection,
    _: &Method,
    params: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let watcher = connection.watch.as_mut().ok_or_else(|| Failure::misplaced(NOTHING_WATCHED))?;
    let chunk = params.required("chunk")?;
    let mut deltas = List::new(result.name("deltas"));
    let fed = watcher.feed(chunk.as_bytes(), |delta, at| {
        deltas.object(|object| delta.fill(at, object));
    });
    deltas.end();
    if let Err(error) = fed {
        // What cannot be read any further is over.
        let hint = Some(watcher.parser().retry_hint(&error));
        connection.watch = None;
        return Err(Failure { error, hint });
    }
    let mut events = List::new(result.name("events"));
    watcher.events().for_each(|event| events.object(|object| event.fill(object)));
    events.end();
    result.number("bytes", watcher.parser().units());
    Ok(())
}

pub(super) fn finish(
    connection: &mut Connection,
    _: &Method,
    _: Params<'_>,
    result: &mut Object<'_>,
) -> Result<(), Failure> {
    let watcher = connection.watch.take().ok_or_else(|| Failure::misplaced(NOTHING_WATCHED))?;
    let mut deltas = List::new(result.name("deltas"));
    let ended = watcher.finish(None, |delta, at| deltas.object(|object| delta.fill(at, object)));
    deltas.end();
    let repaired = ended.result.outcome.map_err(|error| Failure { error, hint: ended.hint })?;
    result.object("final", |object| {
        repaired.fill_with_value(object);
        if let Some(verdict) = &ended.result.schema {
            object.object("schema", |object| verdict.fill(object));
        }
    });
    let mut events = List::new(result.name("events"));
    ended.events.iter().for_each(|event| events.object(|object| event.fill(object)));
    events.end();
    match ended.readiness {
        Some(readiness) => result.object("watcher_final", |object| readiness.fill(object)),
        None => result.null("watcher_final"),
    }
    Ok(())
}

const NOTHING_WATCHED: &str = "no document is being watched";
