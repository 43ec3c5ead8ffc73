//! Any text as a declaration, any bytes as its document: the same verdict in any pieces, and a skeleton that reads as it is written.
//!
//! `cargo +nightly fuzz run schema`. The declaration ends at the first LF; the byte before it all is the size of the pieces.
#![no_main]

use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::{Checker, Schema, Verdict};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

fuzz_target!(|data: &[u8]| {
    let [size, rest @ ..] = data else { return };
    let Some(end) = rest.iter().position(|byte| *byte == b'\n') else { return };
    let (declaration, document) = (&rest[..end], &rest[end + 1..]);
    let Ok(declaration) = std::str::from_utf8(declaration) else { return };
    let skeleton = Schema::parse(declaration).ok();
    if let Some(schema) = &skeleton {
        let canonical = schema.to_string();
        let again = Schema::parse(&canonical).map(|again| again.to_string());
        assert_eq!(again.as_ref(), Ok(&canonical));
    }
    let json = serde_json::from_str(declaration).ok();
    let json = json.and_then(|json| Schema::from_json_schema(&json, None).ok());
    for schema in skeleton.into_iter().chain(json).map(Arc::new) {
        let whole = verdict(&schema, [document]);
        let pieces = document.chunks(usize::from(*size).max(1));
        assert_eq!(verdict(&schema, pieces), whole);
    }
});

/// The verdict on what the document becomes; `None` where it cannot be read.
fn verdict<'a>(
    schema: &Arc<Schema>,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Option<Verdict> {
    let mut checker = Checker::new(Arc::clone(schema), false);
    let mut engine = Engine::new(EngineOptions::default());
    pieces.into_iter().try_for_each(|piece| engine.feed(piece, &mut checker)).ok()?;
    engine.finish(&mut checker).ok()?;
    Some(checker.verdict())
}
