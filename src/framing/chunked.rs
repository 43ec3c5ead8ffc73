//! The chunks of HTTP/1.1, where a capture still has them.

/// Where in the chunks the next byte stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In the line with the size of a chunk.
    Size,
    /// In a chunk of which so much is to come.
    Data(usize),
    /// After a chunk, before its line end.
    After,
    /// In the lines after the last chunk; whether the current one is empty so far.
    Trailer(bool),
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// So many bytes that are no content.
    Skip(usize),
    /// So many bytes of content.
    Content(usize),
    /// The body ends before this many bytes more.
    End(usize),
}

/// Takes chunks apart.
#[derive(Debug)]
pub(super) struct Chunks {
    state: State,
    size: Vec<u8>,
}

/// The most digits of a size.
const DIGITS: usize = 8;

/// How much of the first line is looked at, which may hold more than a size.
const FIRST_LINE: usize = 256;

/// The digits that a line begins with, and what follows them and blanks.
fn split(line: &[u8]) -> (&[u8], &[u8]) {
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let (digits, more) = line.split_at(digits);
    let blanks = more.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    (digits, &more[blanks..])
}

/// The size that a line gives. What a server says of the chunk behind it is no part of that.
fn size(line: &[u8]) -> Option<usize> {
    let (digits, more) = split(line);
    let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.len() <= DIGITS)?;
    matches!(more, [] | [b';', ..]).then(|| usize::from_str_radix(digits, 16).ok())?
}

impl Chunks {
    pub(super) fn new() -> Chunks {
        Chunks { state: State::Size, size: Vec::new() }
    }

    /// Whether bytes begin with the size of a chunk; `None` until it shows.
    pub(super) fn begin(bytes: &[u8]) -> Option<bool> {
        let (digits, more) = split(bytes);
        match more {
            _ if digits.is_empty() || digits.len() > DIGITS => Some(false),
            [b'\r', b'\n', ..] => Some(true),
            [] | [b'\r'] | [b';', ..] => match memchr::memchr(b'\n', more) {
                Some(end) => Some(more[..end].ends_with(b"\r")),
                None if bytes.len() > FIRST_LINE => Some(false),
                None => None,
            },
            _ => Some(false),
        }
    }

    /// What stands at the start of `bytes`, which are not empty.
    pub(super) fn next(&mut self, bytes: &[u8]) -> Part {
        let line = memchr::memchr(b'\n', bytes).map(|end| end + 1);
        match self.state {
            State::Size => {
                let end = line.unwrap_or(bytes.len());
                let room = (DIGITS + 2).saturating_sub(self.size.len());
                self.size.extend_from_slice(&bytes[..end.min(room)]);
                if line.is_none() {
                    return Part::Skip(end);
                }
                let line = std::mem::take(&mut self.size);
                self.state = match size(line.trim_ascii_end()) {
                    Some(0) => State::Trailer(true),
                    Some(size) => State::Data(size),
                    // Some of the line may be gone already: it goes as a whole.
                    None => return Part::End(end),
                };
                Part::Skip(end)
            }
            State::Data(left) => {
                let length = left.min(bytes.len());
                self.state = if length == left { State::After } else { State::Data(left - length) };
                Part::Content(length)
            }
            State::After => match bytes[0] {
                b'\r' => Part::Skip(1),
                b'\n' => {
                    self.state = State::Size;
                    Part::Skip(1)
                }
                _ => Part::End(0),
            },
            State::Trailer(empty) => {
                let end = line.unwrap_or(bytes.len());
                let empty = empty && bytes[..end].trim_ascii().is_empty();
                self.state = State::Trailer(empty || line.is_some());
                if line.is_some() && empty { Part::End(end) } else { Part::Skip(end) }
            }
        }
    }
}
