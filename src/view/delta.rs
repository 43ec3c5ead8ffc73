//! What has changed in a document since the last look: operations that a consumer plays back on a
//! copy of its own.

use super::output::Output;
use super::path::Path;
use crate::error::Result;
use crate::event::{Container, Event, Interest, Role, Sink};
use crate::json::Object;

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

/// Makes changes of what the engine tells and keeps them until they are looked at. It keeps nothing of
/// the document: what it takes is what comes between two looks, and the path.
///
/// ```
/// use jsonmend::plan::Run;
/// use jsonmend::view::Deltas;
/// let mut run = Run::new(&jsonmend::Options::default(), Deltas::default());
/// let mut told = Vec::new();
/// for piece in [&b"{'to': 'an"[..], b"n'}"] {
///     run.feed(piece)?;
///     run.output().drain(|delta| told.push(format!("{} {:?}", delta.path, delta.op)));
/// }
/// run.finish()?;
/// assert_eq!(told[..3], [" Set(\"{}\")", "/to Set(\"\\\"\\\"\")", "/to Append(\"an\")"]);
/// # Ok::<(), jsonmend::error::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Deltas {
    marks: Vec<Mark>,
    /// The texts of the marks, one behind the other, as they read and not as they are written.
    text: String,
    path: Path,
    /// Whether a key is being told.
    in_key: bool,
    /// The output, which stays empty.
    nothing: Vec<u8>,
}

/// Something told, and how long its text is.
#[derive(Clone, Copy, Debug)]
struct Mark {
    tag: Tag,
    len: usize,
}

/// What was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tag {
    Start(Container),
    End,
    /// A key begins, with text of it.
    Key,
    /// More text of the key.
    KeyText,
    /// A string value begins.
    String,
    /// Text of a string value.
    Text,
    StringEnd,
    /// A number or literal.
    Scalar,
}

impl Deltas {
    /// Notes what was told, and its text.
    #[inline]
    fn push(&mut self, tag: Tag, text: &str) {
        self.text.push_str(text);
        self.marks.push(Mark { tag, len: text.len() });
    }

    /// Notes text of a string. Of a value, what comes between two looks is one change.
    #[inline(always)]
    fn text(&mut self, text: &str) {
        if self.in_key {
            self.push(Tag::KeyText, text);
        } else if let Some(Mark { tag: Tag::Text, len }) = self.marks.last_mut() {
            self.text.push_str(text);
            *len += text.len();
        } else {
            self.push(Tag::Text, text);
        }
    }

    fn begin_key(&mut self) {
        self.in_key = true;
        self.push(Tag::Key, "");
    }

    /// Whether all that has changed has been handed over.
    #[inline]
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.marks.is_empty()
    }

    /// What text of the string value at hand changes, where all before it has been handed over.
    #[inline]
    pub fn grow<'a>(&'a mut self, text: &'a str) -> Delta<'a> {
        let is_member = self.path.is_member();
        Delta { path: self.path.value(), is_member, op: Op::Append(text), is_final: false }
    }

    /// Hands over what has changed since the last call.
    #[inline]
    pub fn drain(&mut self, mut each: impl FnMut(Delta<'_>)) {
        let Deltas { marks, text, path, .. } = self;
        let mut rest = text.as_str();
        for &Mark { tag, len } in &*marks {
            let said;
            (said, rest) = rest.split_at(len);
            let (op, is_final) = match tag {
                Tag::Key => {
                    path.begin_member(said);
                    continue;
                }
                Tag::KeyText => {
                    path.extend_member(said);
                    continue;
                }
                Tag::Text => (Op::Append(said), false),
                Tag::StringEnd => (Op::Close, true),
                Tag::End => {
                    path.leave();
                    (Op::Close, true)
                }
                Tag::String => {
                    path.begin_value();
                    (Op::Set("\"\""), false)
                }
                Tag::Scalar => {
                    path.begin_value();
                    (Op::Set(said), true)
                }
                Tag::Start(container) => {
                    path.begin_value();
                    (Op::Set(container.empty()), false)
                }
            };
            let is_member = path.is_member();
            each(Delta { path: path.value(), is_member, op, is_final });
            if let Tag::Start(container) = tag {
                path.enter(container);
            }
        }
        marks.clear();
        text.clear();
    }
}

impl Sink for Deltas {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
        match event {
            Event::Text(text) => self.text(text),
            Event::Escape { decoded, .. } => self.text(decoded.encode_utf8(&mut [0; 4])),
            Event::StringStart(Role::Key) => self.begin_key(),
            Event::StringEnd(Role::Key) => self.in_key = false,
            Event::StringStart(Role::Value) => self.push(Tag::String, ""),
            Event::StringEnd(Role::Value) => self.push(Tag::StringEnd, ""),
            Event::Number(text) => self.push(Tag::Scalar, text),
            Event::Bool(true) => self.push(Tag::Scalar, "true"),
            Event::Bool(false) => self.push(Tag::Scalar, "false"),
            Event::Null => self.push(Tag::Scalar, "null"),
            Event::Start(container) => self.push(Tag::Start(container), ""),
            Event::End(_) => self.push(Tag::End, ""),
            Event::RootEnd => {}
        }
        Ok(())
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, _: u64) -> Result<()> {
        match role {
            Role::Key => self.push(Tag::Key, text),
            Role::Value => {
                self.push(Tag::String, "");
                if !text.is_empty() {
                    self.push(Tag::Text, text);
                }
                self.push(Tag::StringEnd, "");
            }
        }
        Ok(())
    }

    fn interest(&self) -> Interest {
        Interest::Nothing
    }
}

impl Output for Deltas {
    fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.nothing
    }
}
