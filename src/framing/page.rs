//! A page of HTML where events should be: a proxy's way to tell of an error.

use super::frame::{Frame, Frames, with_text};

/// How much of a page is told.
const TOLD: usize = 200;

/// A page that is being read.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: Vec<u8>,
    is_told: bool,
}

impl Page {
    /// Whether a line begins a page.
    pub(super) fn begins(line: &[u8]) -> bool {
        matches!(line, [b'<', second, ..] if second.is_ascii_alphabetic() || *second == b'!')
    }

    /// Whether a line cannot be of a page: it begins a head of HTTP or an event.
    pub(super) fn is_left(line: &[u8]) -> bool {
        let starts: [&[u8]; 5] = [b"HTTP/", b"data: {", b"data:{", b"data: [DONE]", b"event: "];
        starts.iter().any(|start| line.starts_with(start))
    }

    /// Takes a line; whether it is the last.
    pub(super) fn line(&mut self, line: &[u8], out: &mut Frames<'_>) -> bool {
        if !self.is_told {
            self.text.extend_from_slice(&line[..line.len().min(TOLD)]);
            self.text.push(b'\n');
        }
        let is_last = line.to_ascii_lowercase().trim_ascii_end().ends_with(b"</html>");
        if is_last || self.text.len() > TOLD {
            self.tell(out);
        }
        is_last
    }

    /// Tells how it begins, once.
    pub(super) fn tell(&mut self, out: &mut Frames<'_>) {
        if !std::mem::replace(&mut self.is_told, true) {
            let text = self.text.trim_ascii();
            let mut end = text.len().min(TOLD);
            while end < text.len() && text[end] & 0xc0 == 0x80 {
                end -= 1;
            }
            with_text(&text[..end], out, |text, out| out(Frame::Error(text)));
        }
    }
}
