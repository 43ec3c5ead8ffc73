//! Where in a declaration the value at hand stands, by the events of reading it.

use crate::event::{Event, Role};
use crate::view::Path;

/// The way to the value at hand, for who hears every event.
#[derive(Debug, Default)]
pub(super) struct Trail {
    path: Path,
    key: String,
    is_in_key: bool,
}

impl Trail {
    /// Takes the next event.
    pub(super) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(container) => {
                self.path.begin_value();
                self.path.enter(container);
            }
            Event::End(_) => self.path.leave(),
            Event::StringStart(Role::Key) => {
                self.key.clear();
                self.is_in_key = true;
            }
            Event::Text(text) if self.is_in_key => self.key.push_str(text),
            Event::Escape { decoded, .. } if self.is_in_key => self.key.push(decoded),
            Event::StringEnd(Role::Key) => {
                self.is_in_key = false;
                self.path.begin_member(&self.key);
            }
            Event::StringStart(Role::Value) | Event::Number(_) | Event::Bool(_) | Event::Null => {
                self.path.begin_value();
            }
            _ => {}
        }
    }

    /// The key that was read last.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The pointer of the value at hand.
    pub(super) fn pointer(&self) -> String {
        self.path.pointer()
    }
}
