//! Where a text that was cut breaks off.

use crate::engine::{Engine, EngineOptions};
use crate::repair::Completeness;
use crate::view::{Growing, SnapshotOptions, WriteOptions, pointer_to};
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
        let mut growing = Growing::new(&WriteOptions::default(), SnapshotOptions::default(), false);
        let mut engine = Engine::new(EngineOptions::default());
        engine.feed(text.as_bytes(), &mut growing).ok()?;
        // The close of a root waits for the token after it; only the end tells whether it was there.
        if engine.finish(&mut ()) == Ok(Completeness::Complete) {
            return None;
        }
        let container = growing.open_container()?;
        let mut rest = Vec::new();
        growing.snapshot("").write_rest_to(&mut rest);
        // So does the close of a string: it was there if nothing but the containers has to be closed.
        let in_string = rest.strip_prefix(b"\"").is_some_and(|closers| {
            let closed = [text.as_bytes(), closers].concat();
            serde_json::from_slice::<IgnoredAny>(&closed).is_err()
        });
        let steps = if in_string { growing.open_path()? } else { container };
        Some(Cut { path: pointer_to(&steps), in_string })
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
