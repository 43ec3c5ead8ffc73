//! The framer: finds out what a body is, takes off its codings, and gives the frames in it.

use super::aws::{self, Messages};
use super::chunked::{Chunks, Part};
use super::frame::{Fault, Frame, Frames};
use super::sse::Text;
use flate2::write::GzDecoder;
use std::io::Write as _;

/// How deep codings nest: chunks around gzip around text.
const MAX_CODINGS: usize = 3;

/// Bytes of a stream of events in, frames out, whatever the framing.
#[derive(Debug)]
pub struct Framer {
    max: usize,
    /// Whether the caller knows that it is text, with server-sent events in it.
    sse: bool,
    /// How many codings may still be taken off.
    codings: usize,
    body: Body,
}

/// What is being read.
#[derive(Debug)]
enum Body {
    /// The first bytes, which do not yet tell what they are.
    Start {
        /// What has come.
        held: Vec<u8>,
        /// Whether an LF first would belong to what was before.
        skip_lf: bool,
    },
    /// Text with events.
    Text(Box<Text>),
    /// Something compressed.
    Gzip(Box<Gzip>),
    /// Something in chunks.
    Chunked(Chunks, Box<Framer>),
    /// Binary messages.
    Aws(Messages),
    /// What cannot be read on.
    Dead,
}

/// A compressed body.
#[derive(Debug)]
struct Gzip {
    /// `None` after a member: another may follow.
    decoder: Option<GzDecoder<Vec<u8>>>,
    inner: Framer,
}

/// What the first bytes of a body show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Nothing,
    Mark,
    Text,
    Gzip,
    Chunked,
    Aws,
}

impl Framer {
    /// A framer for events of at most `max` bytes. With `sse` it looks for server-sent events alone.
    #[must_use]
    pub fn new(max: usize, sse: bool) -> Framer {
        Framer { max, sse, codings: MAX_CODINGS, body: Body::start() }
    }

    /// Reads the next piece of input.
    pub fn feed(&mut self, mut bytes: &[u8], out: &mut Frames<'_>) {
        while !bytes.is_empty() {
            let read = match &mut self.body {
                Body::Start { .. } => self.start(bytes, out),
                Body::Text(text) => {
                    let read = text.feed(bytes, out);
                    if read < bytes.len() || text.is_over() {
                        let skip_lf = text.skips_lf();
                        text.finish(out);
                        self.body = Body::Start { held: Vec::new(), skip_lf };
                    }
                    read
                }
                Body::Gzip(_) => self.gzip(bytes, out),
                Body::Chunked(chunks, inner) => match chunks.next(bytes) {
                    Part::Skip(length) => length,
                    Part::Content(length) => {
                        inner.feed(&bytes[..length], out);
                        length
                    }
                    Part::End(length) => {
                        inner.finish(out);
                        self.body = Body::start();
                        length
                    }
                },
                Body::Aws(messages) => {
                    let read = messages.feed(bytes, self.max, out);
                    if messages.is_over() {
                        let held = messages.take_held();
                        self.after_messages(held, out);
                    }
                    read
                }
                Body::Dead => return,
            };
            bytes = &bytes[read..];
        }
    }

    /// Says that the input is over.
    pub fn finish(&mut self, out: &mut Frames<'_>) {
        match std::mem::replace(&mut self.body, Body::start()) {
            Body::Start { held, .. } => {
                let mut text = Text::new(self.max, !self.sse);
                text.feed(&held, out);
                text.finish(out);
            }
            Body::Text(mut text) => text.finish(out),
            Body::Gzip(mut gzip) => gzip.inner.finish(out),
            Body::Chunked(_, mut inner) => inner.finish(out),
            Body::Aws(mut messages) => {
                if !messages.take_held().is_empty() {
                    out(Frame::Fault(Fault::Garbled));
                }
            }
            Body::Dead => {}
        }
    }

    /// Looks at the first bytes, one more at a time.
    fn start(&mut self, bytes: &[u8], out: &mut Frames<'_>) -> usize {
        let Body::Start { held, skip_lf } = &mut self.body else { return 0 };
        if std::mem::take(skip_lf) && bytes[0] == b'\n' {
            return 1;
        }
        held.push(bytes[0]);
        let shown = shown(held);
        if shown == Shown::Nothing {
            return 1;
        }
        let mut held = std::mem::take(held);
        self.body = match shown {
            Shown::Nothing | Shown::Mark => {
                held.clear();
                Body::start()
            }
            Shown::Gzip if self.codings > 0 => {
                let decoder = Some(GzDecoder::new(Vec::new()));
                Body::Gzip(Box::new(Gzip { decoder, inner: self.inner() }))
            }
            Shown::Chunked if self.codings > 0 => {
                Body::Chunked(Chunks::new(), Box::new(self.inner()))
            }
            Shown::Aws if !self.sse => Body::Aws(Messages::default()),
            _ => Body::Text(Box::new(Text::new(self.max, !self.sse))),
        };
        // A text has no part that could end within so few bytes.
        self.feed(&held, out);
        1
    }

    fn inner(&self) -> Framer {
        Framer { codings: self.codings - 1, ..Framer::new(self.max, self.sse) }
    }

    fn gzip(&mut self, bytes: &[u8], out: &mut Frames<'_>) -> usize {
        let Body::Gzip(gzip) = &mut self.body else { return 0 };
        let Some(decoder) = &mut gzip.decoder else {
            // Another member goes on where the last one ended, as in any file of gzip.
            if bytes[0] == 0x1f {
                gzip.decoder = Some(GzDecoder::new(Vec::new()));
            } else {
                gzip.inner.finish(out);
                self.body = Body::start();
            }
            return 0;
        };
        // A byte at a time: what a broken body held before the break is then the same however it is cut,
        // and no piece becomes much at once.
        let written = decoder.write(&bytes[..1]).and_then(|length| {
            if length > 0 { decoder.flush() } else { decoder.try_finish() }.map(|()| length)
        });
        let content = std::mem::take(decoder.get_mut());
        gzip.inner.feed(&content, out);
        match written {
            Ok(0) => {
                gzip.decoder = None;
                0
            }
            Ok(length) => length,
            Err(_) => {
                gzip.inner.finish(out);
                out(Frame::Fault(Fault::Garbled));
                self.body = Body::Dead;
                bytes.len()
            }
        }
    }

    /// After the last message comes something else; `held` is how it begins.
    fn after_messages(&mut self, held: Vec<u8>, out: &mut Frames<'_>) {
        if held.first() == Some(&0) {
            out(Frame::Fault(Fault::Garbled));
        }
        // It is as long as the cut made it; what it shows has to be asked a byte at a time.
        self.body = Body::start();
        self.feed(&held, out);
    }
}

impl Body {
    fn start() -> Body {
        Body::Start { held: Vec::new(), skip_lf: false }
    }
}

/// What `bytes` show; asked again with each byte more.
fn shown(bytes: &[u8]) -> Shown {
    let is = |shown, is: Option<bool>| match is {
        None => Shown::Nothing,
        Some(true) => shown,
        Some(false) => Shown::Text,
    };
    match bytes {
        [] | [0x1f] | [0xef] | [0xef, 0xbb] => Shown::Nothing,
        [0x1f, 0x8b, ..] => Shown::Gzip,
        [0xef, 0xbb, 0xbf] => Shown::Mark,
        [0, ..] => is(Shown::Aws, aws::begins(bytes)),
        [first, ..] if first.is_ascii_hexdigit() => is(Shown::Chunked, Chunks::begin(bytes)),
        _ => Shown::Text,
    }
}
