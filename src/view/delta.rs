//! What has changed in a document since the last look: operations that a consumer plays back on a
//! copy of its own.

use super::path::Path;
use crate::event::Container;
use crate::json::{self, Object};

/// One change. Played back in order, changes make the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta<'a> {
    /// The JSON Pointer of the value.
    pub path: &'a str,
    /// Whether the value is that of a member, rather than an element or the root.
    pub is_member: bool,
    /// What happens to it.
    pub op: Op<'a>,
    /// Whether the value is final with it.
    pub is_final: bool,
}

/// What happens to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op<'a> {
    /// It begins: JSON text, `{}`, `[]` or `""` for what grows, the whole of anything else.
    Set(&'a str),
    /// A string grows by this text, which is what it says, not how it is written; never empty.
    Append(&'a str),
    /// A string or container is whole.
    Close,
}

impl Delta<'_> {
    /// Writes it into an object; `at` is how many UTF-16 units have been read.
    pub fn fill(&self, at: u64, object: &mut Object<'_>) {
        let op = match self.op {
            Op::Set(_) => "set",
            Op::Append(_) => "append",
            Op::Close => "close",
        };
        object.string("op", op);
        object.string("path", self.path);
        match self.op {
            Op::Set(value) => object.raw("value", value),
            Op::Append(text) => object.string("text", text),
            Op::Close => {}
        }
        object.number("at", at);
    }
}

/// What has been told and not been looked at: marks on the text it was written as.
#[derive(Debug, Default)]
pub(super) struct Tape {
    marks: Vec<Mark>,
    path: Path,
    decoded: String,
}

/// Something told, and where its text stands in what was written.
#[derive(Clone, Copy, Debug)]
struct Mark {
    tag: Tag,
    start: usize,
    end: usize,
}

/// What was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    Start(Container),
    End,
    /// The text of a key, without its quotes.
    Key,
    /// A string value begins.
    String,
    /// Text of a string value.
    Text,
    StringEnd,
    /// A number or literal.
    Scalar,
}

impl Tape {
    /// Notes what was told; its text stands at `start..end`.
    #[inline]
    pub(super) fn push(&mut self, tag: Tag, start: usize, end: usize) {
        if let (Tag::Text, Some(last)) = (tag, self.marks.last_mut())
            && last.tag == Tag::Text
        {
            last.end = end;
        } else {
            self.marks.push(Mark { tag, start, end });
        }
    }

    /// Plays the changes back and forgets them; `text` is all that was written.
    pub(super) fn drain(&mut self, text: &[u8], each: &mut dyn FnMut(Delta<'_>)) {
        let Tape { marks, path, decoded } = self;
        for &Mark { tag, start, end } in &*marks {
            let written = std::str::from_utf8(&text[start..end]).expect("what is written is text");
            let op = match tag {
                Tag::Key => {
                    path.begin_member(unescaped(written, decoded));
                    continue;
                }
                Tag::Start(Container::Object) => Op::Set("{}"),
                Tag::Start(Container::Array) => Op::Set("[]"),
                Tag::String => Op::Set("\"\""),
                Tag::Scalar => Op::Set(written),
                Tag::Text => Op::Append(unescaped(written, decoded)),
                Tag::StringEnd | Tag::End => Op::Close,
            };
            match tag {
                Tag::End => path.leave(),
                Tag::Start(_) | Tag::String | Tag::Scalar => path.begin_value(),
                Tag::Key | Tag::Text | Tag::StringEnd => {}
            }
            let is_final = matches!(tag, Tag::Scalar | Tag::StringEnd | Tag::End);
            let is_member = path.is_member();
            each(Delta { path: path.value(), is_member, op, is_final });
            if let Tag::Start(container) = tag {
                path.enter(container);
            }
        }
        marks.clear();
    }
}

/// The text of a string that is written so between its quotes; `buffer` takes it if need be.
fn unescaped<'a>(written: &'a str, buffer: &'a mut String) -> &'a str {
    if !written.as_bytes().contains(&b'\\') {
        return written;
    }
    buffer.clear();
    json::unescape(buffer, written);
    buffer
}
