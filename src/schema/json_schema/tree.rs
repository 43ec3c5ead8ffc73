//! A root as a tree of values, for judging only: it rounds numbers and keeps the last of members
//! of one name.

use crate::error::{Code, Error, Result};
use crate::event::{Container, Event, Role};
use serde_json::{Map, Number, Value};

/// How deep a document may nest that a JSON Schema judges: the judge calls itself on each level.
const MAX_DEPTH: usize = 128;

/// A root in the making.
#[derive(Debug, Default)]
pub(in crate::schema) struct Tree {
    open: Vec<Open>,
    text: String,
    whole: Value,
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
    ///
    /// # Errors
    /// E020 for what is too deep to be judged.
    pub(in crate::schema) fn event(&mut self, event: Event<'_>) -> Result<()> {
        match event {
            Event::Start(_) if self.open.len() == MAX_DEPTH => {
                let detail = "nested too deeply to be judged by a JSON Schema";
                return Err(Error::new(Code::E020).with_detail(detail));
            }
            Event::Start(Container::Object) => {
                self.open.push(Open::Object(Map::new(), String::new()));
            }
            Event::Start(Container::Array) => self.open.push(Open::Array(Vec::new())),
            Event::End(_) => self.end(),
            Event::StringStart(_) | Event::RootEnd => {}
            Event::Text(text) => self.text.push_str(text),
            Event::Escape { decoded, .. } => self.text.push(decoded),
            Event::StringEnd(role) => self.end_string(role),
            Event::Number(text) => self.add(Value::Number(number(text))),
            Event::Bool(bool) => self.add(Value::Bool(bool)),
            Event::Null => self.add(Value::Null),
        }
        Ok(())
    }

    /// The root that is complete.
    pub(in crate::schema) fn take(&mut self) -> Value {
        self.whole.take()
    }

    fn add(&mut self, value: Value) {
        match self.open.last_mut() {
            Some(Open::Object(members, key)) => {
                members.insert(std::mem::take(key), value);
            }
            Some(Open::Array(elements)) => elements.push(value),
            None => self.whole = value,
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

/// The nearest number that the judge can hold.
fn number(text: &str) -> Number {
    let whole = text.parse::<u64>().map(Number::from);
    let whole = whole.or_else(|_| text.parse::<i64>().map(Number::from));
    whole.unwrap_or_else(|_| {
        let float: f64 = text.parse().unwrap_or(0.0);
        Number::from_f64(float.clamp(f64::MIN, f64::MAX)).unwrap_or_else(|| Number::from(0))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, EngineOptions};
    use crate::event::Sink;
    use serde_json::json;

    struct Grow(Tree);

    impl Sink for Grow {
        fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
            self.0.event(event)
        }
    }

    fn tree(text: &str) -> Result<Value> {
        let mut grow = Grow(Tree::default());
        let mut engine = Engine::new(EngineOptions::default());
        engine.feed(text.as_bytes(), &mut grow)?;
        engine.finish(&mut grow)?;
        Ok(grow.0.take())
    }

    #[test]
    fn a_tree_is_what_a_parser_makes_of_the_text() {
        for text in [
            "null",
            r#"{"a":[1,-2,18446744073709551615,1.5,{}],"b\n":{"":"é\ud83d\ude00"},"c":[[],true,false]}"#,
        ] {
            assert_eq!(tree(text), Ok(serde_json::from_str(text).expect("the case is JSON")));
        }
        assert_eq!(tree(r#"{"a":[1],"a":2}"#), Ok(json!({"a": 2})));
    }

    #[test]
    fn a_number_that_is_too_large_becomes_the_largest() {
        assert_eq!(tree("[1e400,-1e400]"), Ok(json!([f64::MAX, f64::MIN])));
    }

    #[test]
    fn what_is_too_deep_to_be_judged_is_refused() {
        assert!(tree(&("[".repeat(MAX_DEPTH) + &"]".repeat(MAX_DEPTH))).is_ok());
        let error = tree(&"[".repeat(MAX_DEPTH + 1)).expect_err("too deep");
        assert_eq!(error.code(), Code::E020);
    }
}
