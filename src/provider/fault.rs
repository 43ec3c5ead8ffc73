//! The shapes in which providers tell of an error inside a stream.

use super::response::sound;
use crate::framing::value::{Index, Json};

/// What a provider says went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The message, for people.
    pub message: String,
    /// All that was told, as one JSON object.
    pub object: String,
}

impl Failure {
    /// What an error object says, or a text.
    #[must_use]
    pub fn of(error: Json<'_>) -> Failure {
        match error.str() {
            Some(text) => Failure::told(&text),
            None if error.is_object() => {
                let message = error.fields(["message", "detail", "code", "type"]);
                let message = message.into_iter().flatten().find_map(Json::str);
                Failure {
                    message: message.map(Into::into).unwrap_or_else(|| error.compact()),
                    object: error.compact(),
                }
            }
            None => Failure::told(error.text()),
        }
    }

    /// The same, and its object is such that every reader of JSON takes it.
    pub(super) fn sound(self) -> Failure {
        match sound(&self.object) {
            Some(object) => Failure { object, ..self },
            None => Failure::told(&self.message),
        }
    }

    /// An error of which there is only a text.
    #[must_use]
    pub fn told(text: &str) -> Failure {
        let mut object = Vec::new();
        let mut members = crate::json::Object::new(&mut object);
        members.string("message", text);
        members.end();
        let object = String::from_utf8_lossy(&object).into_owned();
        Failure { message: text.to_owned(), object }
    }

    /// An error of this kind with a payload.
    #[must_use]
    pub fn of_kind(kind: &str, payload: &str) -> Failure {
        let message = Index::default()
            .parse(payload)
            .and_then(|payload| {
                let [upper, lower] = payload.fields(["Message", "message"]);
                lower.or(upper)?.str().map(String::from)
            })
            .unwrap_or_else(|| payload.to_owned());
        let mut object = Vec::new();
        let mut members = crate::json::Object::new(&mut object);
        members.string("type", kind);
        members.string("message", &message);
        members.end();
        Failure { object: String::from_utf8_lossy(&object).into_owned(), message }
    }
}

/// The error that a payload tells of, if it does: whatever an event called `error` holds, an object
/// of the type `error`, a member `error`.
#[must_use]
pub(super) fn failure(name: &str, payload: Json<'_>) -> Option<Failure> {
    let [kind, error] = payload.fields(["type", "error"]);
    let is_error = name == "error" || kind.and_then(Json::str).as_deref() == Some("error");
    match error.filter(|error| !matches!(error.text(), "false" | "\"\"" | "[]")) {
        Some(error) => Some(Failure::of(error)),
        None => is_error.then(|| Failure::of(payload)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_gives_its_message() {
        for (name, payload, message) in [
            (
                "",
                r#"{"type":"error","error":{"type":"overloaded_error","message":"m"}}"#,
                Some("m"),
            ),
            ("", r#"{"type":"error","code":"c","message":"m","param":null}"#, Some("m")),
            ("", r#"{"error":{"message":"m","type":"server_error","code":null}}"#, Some("m")),
            ("", r#"{"error":{"code":400,"message":"m","status":"S"}}"#, Some("m")),
            ("", r#"{"error":"m"}"#, Some("m")),
            ("", r#"{"error":500}"#, Some("500")),
            ("", r#"{"error":false}"#, None),
            ("", r#"{"id":"c","choices":[],"error":{"code":502,"message":"m"}}"#, Some("m")),
            ("error", r#"{"anything":1}"#, Some(r#"{"anything":1}"#)),
            ("", r#"{"response":{"error":null},"error":null}"#, None),
            ("", r#"{"delta":{"text":"\"error\""}}"#, None),
        ] {
            let mut index = Index::default();
            let payload = index.parse(payload).expect("the case is JSON");
            let found = failure(name, payload).map(|failure| failure.message);
            assert_eq!(found.as_deref(), message, "{}", payload.text());
        }
        let generated = r#"{"error":{"message":"m","failed_generation":"{\"a\":"}}"#;
        let mut index = Index::default();
        let payload = index.parse(generated).expect("the case is JSON");
        let object = failure("error", payload).map(|failure| failure.object);
        assert_eq!(object.as_deref(), Some(r#"{"message":"m","failed_generation":"{\"a\":"}"#));
        let exception = Failure::of_kind("throttlingException", r#"{"Message":"m"}"#);
        assert_eq!(exception.object, r#"{"type":"throttlingException","message":"m"}"#);
    }
}
