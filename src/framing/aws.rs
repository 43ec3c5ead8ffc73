//! Binary event streams of AWS (`application/vnd.amazon.eventstream`): lengths, checksums, headers.

use super::frame::{Fault, Frame, Frames, with_text};

/// Total length, length of the headers, their checksum.
const PRELUDE: usize = 12;
/// The checksum at the end of a message.
const CHECKSUM: usize = 4;

/// Whether bytes are the prelude of a message; `None` until there are enough.
pub(super) fn begins(bytes: &[u8]) -> Option<bool> {
    if bytes.len() < PRELUDE {
        return if bytes.first() == Some(&0) { None } else { Some(false) };
    }
    let (total, headers) = (number(bytes), number(&bytes[4..]));
    let fits = total as usize >= PRELUDE + CHECKSUM + headers as usize;
    Some(fits && crc32fast::hash(&bytes[..8]) == number(&bytes[8..]))
}

/// Takes messages apart.
#[derive(Debug, Default)]
pub(super) struct Messages {
    held: Vec<u8>,
    /// How much of an over-long message is to come.
    skip: usize,
    /// Whether no message begins where one should.
    is_over: bool,
}

impl Messages {
    /// Reads the next piece and says how much of it it took: where no message begins, something else
    /// does, or the next one is broken, and no length leads after it.
    pub(super) fn feed(&mut self, bytes: &[u8], max: usize, out: &mut Frames<'_>) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let rest = &bytes[at..];
            if self.skip > 0 {
                let length = self.skip.min(rest.len());
                self.skip -= length;
                at += length;
                continue;
            }
            let wanted = match self.held.len() {
                0..PRELUDE => PRELUDE,
                _ => number(&self.held) as usize,
            };
            let length = (wanted - self.held.len()).min(rest.len());
            self.held.extend_from_slice(&rest[..length]);
            at += length;
            if begins(&self.held) == Some(false) {
                self.is_over = true;
                break;
            }
            if self.held.len() < wanted {
                break;
            }
            let total = number(&self.held) as usize;
            if total > max.saturating_add(PRELUDE + CHECKSUM) {
                self.skip = total - self.held.len();
                self.held.clear();
                out(Frame::Fault(Fault::TooLong));
            } else if self.held.len() == total {
                message(&self.held, out);
                self.held.clear();
            }
        }
        at
    }

    /// Whether what it holds is no message.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// What it holds of a message that did not come whole.
    pub(super) fn take_held(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.held)
    }
}

/// Reads one message.
fn message(bytes: &[u8], out: &mut Frames<'_>) {
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    let headers = PRELUDE + number(&bytes[4..]) as usize;
    if crc32fast::hash(content) != number(checksum) {
        out(Frame::Fault(Fault::Garbled));
        return;
    }
    let (mut kind, mut event, mut exception, mut code, mut says) = ("", "", "", "", "");
    let mut rest = &content[PRELUDE..headers];
    while let Some((name, value, after)) = header(rest) {
        match name {
            b":message-type" => kind = value,
            b":event-type" => event = value,
            b":exception-type" => exception = value,
            b":error-code" => code = value,
            b":error-message" => says = value,
            _ => {}
        }
        rest = after;
    }
    with_text(&content[headers..], out, |text, out| match kind {
        "exception" => out(Frame::Exception { kind: exception, text }),
        "error" => out(Frame::Exception { kind: code, text: says }),
        _ if text.trim().is_empty() => out(Frame::Bare(event)),
        _ => out(Frame::Payload { name: event, text }),
    });
}

/// The first header: its name, its value if that is a string, and what follows.
fn header(bytes: &[u8]) -> Option<(&[u8], &str, &[u8])> {
    let (&length, rest) = bytes.split_first()?;
    let (name, rest) = rest.split_at_checked(length.into())?;
    let (&kind, rest) = rest.split_first()?;
    let size = match kind {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        4 => 4,
        5 | 8 => 8,
        9 => 16,
        6 | 7 => {
            let (length, rest) = rest.split_at_checked(2)?;
            let (value, rest) =
                rest.split_at_checked(usize::from(length[0]) << 8 | usize::from(length[1]))?;
            let text = std::str::from_utf8(value).unwrap_or_default();
            return Some((name, if kind == 7 { text } else { "" }, rest));
        }
        _ => return None,
    };
    Some((name, "", rest.get(size..)?))
}

/// The number that the first four bytes are; 0 where there are fewer.
fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes))
}
