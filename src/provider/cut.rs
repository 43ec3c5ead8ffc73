//! Where a text that was cut breaks off.

use crate::engine::{Engine, EngineOptions};
use crate::error::Result;
use crate::event::{Container, Event, Role, Sink};
use crate::pointer;
use crate::repair::Completeness;
use serde::de::IgnoredAny;

/// Where a text breaks off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The JSON Pointer of the innermost value that is open.
    pub(super) path: String,
    /// Whether that is a string.
    pub(super) in_string: bool,
}

impl Cut {
    /// Where `text` breaks off; `None` if its root is closed or never opened, or it cannot be read.
    pub(super) fn of(text: &str) -> Option<Cut> {
        let mut follower = Follower::default();
        let mut engine = Engine::new(EngineOptions::default());
        engine.feed(text.as_bytes(), &mut follower).ok()?;
        // The close of a root waits for the token behind it; only the end tells whether it was there.
        let is_whole = engine.finish(&mut ()) == Ok(Completeness::Complete);
        if is_whole || !follower.is_open {
            return None;
        }
        // So does the close of a string: it was there if nothing but the containers has to be closed.
        let closers = follower.open.iter().rev().map(Level::closer);
        let closed: String = text.chars().chain(closers).collect();
        follower.in_string &= serde_json::from_str::<IgnoredAny>(&closed).is_err();
        let mut path = String::new();
        let inner = follower.open.len().saturating_sub(usize::from(!follower.in_string));
        for level in &follower.open[..inner] {
            match level {
                Level::Object(key) => pointer::push(&mut path, key),
                Level::Array(index) => pointer::push(&mut path, &index.to_string()),
            }
        }
        Some(Cut { path, in_string: follower.in_string })
    }
}

/// A container that is open, and which of its values is the current one.
#[derive(Debug)]
enum Level {
    /// An object, and the key of the member.
    Object(String),
    /// An array, and the index of the element.
    Array(usize),
}

impl Level {
    fn closer(&self) -> char {
        match self {
            Level::Object(_) => '}',
            Level::Array(_) => ']',
        }
    }
}

/// Follows what is open.
#[derive(Debug, Default)]
struct Follower {
    open: Vec<Level>,
    in_string: bool,
    in_key: bool,
    is_open: bool,
}

impl Sink for Follower {
    fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
        match event {
            Event::Start(Container::Object) => self.open.push(Level::Object(String::new())),
            Event::Start(Container::Array) => self.open.push(Level::Array(0)),
            Event::StringStart(Role::Key) => {
                self.in_key = true;
                if let Some(Level::Object(key)) = self.open.last_mut() {
                    key.clear();
                }
            }
            Event::StringStart(Role::Value) => self.in_string = true,
            Event::Text(text) if self.in_key => self.key(text),
            Event::Escape { decoded, .. } if self.in_key => {
                self.key(decoded.encode_utf8(&mut [0; 4]));
            }
            Event::StringEnd(Role::Key) => self.in_key = false,
            Event::StringEnd(Role::Value) => self.in_string = false,
            Event::End(_) => {
                self.open.pop();
            }
            _ => {}
        }
        if event.ends_value()
            && let Some(Level::Array(index)) = self.open.last_mut()
        {
            *index += 1;
        }
        self.is_open = self.in_string || !self.open.is_empty();
        Ok(())
    }
}

impl Follower {
    fn key(&mut self, text: &str) {
        if let Some(Level::Object(key)) = self.open.last_mut() {
            key.push_str(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_open_value_is_named() {
        for (text, cut) in [
            (r#"{"a":[1,{"b/c":"x y"#, Some(("/a/1/b~1c", true))),
            (r#"{"a":[1, 2"#, Some(("/a", false))),
            (r#"{"a":1,"b"#, Some(("", false))),
            (r#"{"a":1}"#, None),
            ("{'a':1}", None),
            (r#"{"a":{}"#, Some(("", false))),
            (r#"{"a":"b","c":"d""#, Some(("", false))),
            (r#"{"a":["b""#, Some(("/a", false))),
            (r#"{"a":""#, Some(("/a", true))),
            ("", None),
            ("12", None),
        ] {
            let found = Cut::of(text);
            let found = found.as_ref().map(|cut| (cut.path.as_str(), cut.in_string));
            assert_eq!(found, cut, "{text}");
        }
    }
}
