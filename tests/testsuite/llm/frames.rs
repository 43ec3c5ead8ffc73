//! What a framer says of a body: for the tests and for the fuzzer.

use jsonmend::framing::Framer;

/// The frames of a body that comes in these pieces, in words.
pub(crate) fn frames<'a>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
    max: usize,
    sse: bool,
) -> Vec<String> {
    let mut framer = Framer::new(max, sse);
    let mut told = Vec::new();
    for piece in pieces {
        framer.feed(piece, &mut |frame| told.push(format!("{frame:?}")));
    }
    framer.finish(&mut |frame| told.push(format!("{frame:?}")));
    told
}
