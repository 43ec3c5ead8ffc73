//! What a framer finds in a stream of events.

/// One thing that a stream holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A payload, and what its event is called; "" where it has no name.
    Payload {
        /// The name of the event.
        name: &'a str,
        /// The payload, as far as the framer can tell JSON.
        text: &'a str,
    },
    /// An event that has a name and no payload.
    Bare(&'a str),
    /// The mark that ends a response, `[DONE]`.
    Done,
    /// An error told beside the events: an `error:` field, a page of a proxy.
    Error(&'a str),
    /// A frame that tells of an exception: its kind, and a payload.
    Exception {
        /// What the exception is called.
        kind: &'a str,
        /// The payload.
        text: &'a str,
    },
    /// The status of an HTTP head.
    Status(u16),
    /// A comment.
    Comment,
    /// A line that means nothing.
    Unknown {
        /// Whether it is text.
        is_text: bool,
    },
    /// Something is wrong with the stream.
    Fault(Fault),
}

/// What is wrong with a stream; the rest of it is read all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Two events that no empty line parts.
    Separator,
    /// A payload that is cut, or broken in a way that the framer sees; it is dropped.
    Garbled,
    /// Bytes of the next frame that are no text, replaced by U+FFFD.
    BadUtf8,
    /// An event beyond the limit; it is dropped.
    TooLong,
}

/// Who takes the frames.
pub type Frames<'a> = dyn FnMut(Frame<'_>) + 'a;

/// Hands over bytes as text; what is no text in them is replaced, and told before.
pub(super) fn with_text(
    bytes: &[u8],
    out: &mut Frames<'_>,
    give: impl FnOnce(&str, &mut Frames<'_>),
) {
    match std::str::from_utf8(bytes) {
        Ok(text) => give(text, out),
        Err(_) => {
            out(Frame::Fault(Fault::BadUtf8));
            give(&String::from_utf8_lossy(bytes), out);
        }
    }
}
