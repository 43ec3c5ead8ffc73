//! A root as a tree of values, for judging only: it rounds numbers and keeps the last of members
//! of one name.

use super::{MAX_DEPTH, numeral};
use crate::event::{Container, Event, Role};
use serde_json::{Map, Value};

/// A root in the making.
#[derive(Debug, Default)]
pub(in crate::schema) struct Tree {
    open: Vec<Open>,
    text: String,
    whole: Option<Value>,
    is_too_deep: bool,
}

/// A container that is not closed.
#[derive(Debug)]
enum Open {
    /// The members so far, and the key of the next.
    Object(Map<String, Value>, String),
    Array(Vec<Value>),
}

impl Tree {
    /// Takes the next event.
    pub(in crate::schema) fn event(&mut self, event: Event<'_>) {
        if self.is_too_deep {
            return;
        }
        match event {
            Event::Start(_) if self.open.len() == MAX_DEPTH => self.is_too_deep = true,
            Event::Start(Container::Object) => {
                self.open.push(Open::Object(Map::new(), String::new()));
            }
            Event::Start(Container::Array) => self.open.push(Open::Array(Vec::new())),
            Event::End(_) => self.end(),
            Event::StringStart(_) | Event::RootEnd => {}
            Event::Text(text) => self.text.push_str(text),
            Event::Escape { decoded, .. } => self.text.push(decoded),
            Event::StringEnd(role) => self.end_string(role),
            Event::Number(text) => self.add(Value::Number(numeral::number(text).0)),
            Event::Bool(bool) => self.add(Value::Bool(bool)),
            Event::Null => self.add(Value::Null),
        }
    }

    /// Whether the root is nested more deeply than a judge may go that calls itself on each level.
    pub(in crate::schema) fn is_too_deep(&self) -> bool {
        self.is_too_deep
    }

    /// The root that is complete; `None` if it is too deep. The next one begins.
    pub(in crate::schema) fn take(&mut self) -> Option<Value> {
        std::mem::take(self).whole
    }

    fn add(&mut self, value: Value) {
        match self.open.last_mut() {
            Some(Open::Object(members, key)) => {
                members.insert(std::mem::take(key), value);
            }
            Some(Open::Array(elements)) => elements.push(value),
            None => self.whole = Some(value),
        }
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(Open::Object(members, _)) => self.add(Value::Object(members)),
            Some(Open::Array(elements)) => self.add(Value::Array(elements)),
            // Of an array around the roots that is no part of the document.
            None => {}
        }
    }

    fn end_string(&mut self, role: Role) {
        let text = std::mem::take(&mut self.text);
        match (role, self.open.last_mut()) {
            (Role::Key, Some(Open::Object(_, key))) => *key = text,
            _ => self.add(Value::String(text)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, EngineOptions};
    use crate::error::Result;
    use crate::event::Sink;
    use serde_json::json;

    struct Grow(Tree);

    impl Sink for Grow {
        fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
            self.0.event(event);
            Ok(())
        }
    }

    fn tree(text: &str) -> Option<Value> {
        let mut grow = Grow(Tree::default());
        let mut engine = Engine::new(EngineOptions::default());
        engine.feed(text.as_bytes(), &mut grow).expect("a tree takes every event");
        engine.finish(&mut grow).expect("a tree takes every event");
        grow.0.take()
    }

    #[test]
    fn a_tree_is_what_a_parser_makes_of_the_text() {
        for text in [
            "null",
            r#"{"a":[1,-2,18446744073709551615,1.5,{}],"b\n":{"":"é\ud83d\ude00"},"c":[[],true,false]}"#,
        ] {
            assert_eq!(tree(text), Some(serde_json::from_str(text).expect("the case is JSON")));
        }
        assert_eq!(tree(r#"{"a":[1],"a":2}"#), Some(json!({"a": 2})));
    }

    #[test]
    fn a_number_that_is_too_large_becomes_the_largest() {
        assert_eq!(tree("[1e400,-1e400]"), Some(json!([f64::MAX, f64::MIN])));
    }

    #[test]
    fn what_is_too_deep_to_be_judged_has_no_tree() {
        let nested = |depth| tree(&("[".repeat(depth) + &"]".repeat(depth)));
        assert!(nested(MAX_DEPTH).is_some());
        assert_eq!(nested(MAX_DEPTH + 1), None);
    }
}
