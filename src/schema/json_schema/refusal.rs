//! Why a JSON Schema cannot be used, with the place in it.

use super::{MAX_DEPTH, invalid};
use crate::error::Error;
use crate::{json, pointer};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

/// What holds values and no schemas.
const DATA: &[&str] = &["enum", "const", "default", "examples"];

/// The refusal of a schema.
pub(super) fn explain(schema: &Value, error: &ValidationError<'_>) -> Error {
    match error.kind() {
        ValidationErrorKind::Referencing(jsonschema::ReferencingError::UnknownSpecification {
            ..
        }) => invalid("the draft that $schema names is not known"),
        ValidationErrorKind::Referencing(_) => match unresolved(schema, schema, "", 0) {
            Some((path, true)) => {
                invalid(format!("the reference at {} leads out of the file", quoted(&path)))
            }
            Some((path, false)) => {
                invalid(format!("the reference at {} leads nowhere", quoted(&path)))
            }
            None => invalid("a reference leads nowhere"),
        },
        _ => {
            let path = error.instance_path().as_str();
            invalid(format!("the JSON Schema is invalid at {}", quoted(path)))
        }
    }
}

/// The pointer of the first reference that does not lead to anything, and whether it leads out.
fn unresolved(root: &Value, value: &Value, path: &str, depth: usize) -> Option<(String, bool)> {
    if depth > MAX_DEPTH {
        return None;
    }
    match value {
        Value::Object(members) => members.iter().find_map(|(name, inner)| {
            let path = pointer::join(path, name);
            match inner.as_str().filter(|_| matches!(name.as_str(), "$ref" | "$dynamicRef")) {
                Some(reference) => {
                    leads_nowhere(root, reference).map(|is_remote| (path, is_remote))
                }
                None if DATA.contains(&name.as_str()) => None,
                None => unresolved(root, inner, &path, depth + 1),
            }
        }),
        Value::Array(elements) => elements.iter().enumerate().find_map(|(index, inner)| {
            unresolved(root, inner, &pointer::join(path, &index.to_string()), depth + 1)
        }),
        _ => None,
    }
}

/// Whether a reference leads out of the file; `None` if it leads to a place in it.
fn leads_nowhere(root: &Value, reference: &str) -> Option<bool> {
    match reference.strip_prefix('#') {
        None => Some(true),
        Some(fragment) if fragment.is_empty() || fragment.starts_with('/') => {
            root.pointer(fragment).is_none().then_some(false)
        }
        Some(_) => Some(false),
    }
}

pub(super) fn quoted(path: &str) -> String {
    let mut out = Vec::new();
    json::string_without(&mut out, path, json::is_unseen);
    String::from_utf8_lossy(&out).into_owned()
}
