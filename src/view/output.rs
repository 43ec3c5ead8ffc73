//! What every producer of output text has in common, whichever way it comes by the text.

use crate::event::Sink;
use crate::json;

/// A sink that makes text. Whoever runs the engine hands it the input, drains what is ready and
/// says when it is over.
pub trait Output: Sink {
    /// Takes a piece of input, before the engine reads it.
    fn input(&mut self, chunk: &[u8]) {
        let _ = chunk;
    }

    /// Whether it keeps input until it is settled, and so has to learn that.
    fn keeps_input(&self) -> bool {
        false
    }

    /// Learns that bytes of the input before `settled` get no further edits.
    fn settle(&mut self, settled: u64) {
        let _ = settled;
    }

    /// Learns that the engine is done.
    fn finish(&mut self) {}

    /// The text that is ready and not drained.
    fn buffer(&mut self) -> &mut Vec<u8>;
}

/// An output that takes one document after the other.
pub trait Reusable: Output {
    /// Forgets what it was told and what it has written.
    fn restart(&mut self);

    /// The text of a whole document, of which nothing was drained.
    fn text(&self) -> &str;

    /// Appends that text as a JSON string.
    fn write_string(&self, out: &mut Vec<u8>) {
        json::string(out, self.text());
    }
}

/// A listener beside an output.
impl<S: Sink, O: Output> Output for (S, O) {
    fn input(&mut self, chunk: &[u8]) {
        self.1.input(chunk);
    }

    fn keeps_input(&self) -> bool {
        self.1.keeps_input()
    }

    fn settle(&mut self, settled: u64) {
        self.1.settle(settled);
    }

    fn finish(&mut self) {
        self.1.finish();
    }

    fn buffer(&mut self) -> &mut Vec<u8> {
        self.1.buffer()
    }
}
