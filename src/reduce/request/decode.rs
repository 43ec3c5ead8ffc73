//! Reads a request from JSON by hand, so that no message ever quotes it.

use super::super::members::{Fault, Member, plain, put, read};
use super::super::rejection::{Reason, Rejection};
use super::super::settings::Policy;
use super::surrogates::mend;
use super::{Id, Input, Options, Request};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;

/// The most characters of an id.
const MAX_ID: usize = 128;

/// The largest exit status that every reader of JSON has exactly.
const MAX_EXIT: i64 = 1 << 53;

impl Request {
    /// Reads a request: an envelope with `input` and `options`, or the input itself. With `strict`,
    /// unknown members are errors.
    ///
    /// # Errors
    /// It is no JSON, a member has a wrong type, or there is a NUL byte in it.
    pub fn decode(payload: &[u8], strict: bool) -> Result<Request, Rejection> {
        if memchr::memchr(0, payload).is_some() {
            return Err(Rejection::nul("payload"));
        }
        let payload = payload.strip_prefix("\u{feff}".as_bytes()).unwrap_or(payload);
        let (payload, fixes) = mend(payload);
        let mut value: Value = serde_json::from_slice(&payload)
            .map_err(|error| Rejection::new(Reason::InvalidJson, error.to_string()))?;
        let long = take_long_id(&payload, &mut value);
        let mut request = Request::from_value(&value, strict)?;
        request.id = long.or(request.id);
        request.encoding_fixes = fixes;
        Ok(request)
    }

    /// The id of a request that may not be sound otherwise.
    #[must_use]
    pub fn id_of(payload: &[u8]) -> Option<Id> {
        let mut value: Value = serde_json::from_slice(payload).ok()?;
        let long = take_long_id(payload, &mut value);
        long.or_else(|| id(value.get("id")).ok().flatten())
    }

    /// Reads a request that is a JSON value already.
    ///
    /// # Errors
    /// A member has a wrong type, or there is a NUL character where none may be.
    pub fn from_value(value: &Value, strict: bool) -> Result<Request, Rejection> {
        let Value::Object(members) = value else { return Err(wrong("request", "object", value)) };
        let mut request = Request { id: id(members.get("id"))?, ..Request::default() };
        match members.get("input") {
            Some(Value::Object(input)) => {
                read_part(&mut request.input, input, INPUT, ("input", strict))?;
                match members.get("options") {
                    None | Some(Value::Null) => {}
                    Some(Value::Object(options)) => {
                        read_part(&mut request.options, options, OPTIONS, ("options", strict))?;
                    }
                    Some(other) => return Err(wrong("options", "object", other)),
                }
                let envelope = ["id", "input", "options"];
                let unknown = members.keys().any(|name| !envelope.contains(&name.as_str()));
                if strict && unknown {
                    let message = "request: unknown member";
                    return Err(Rejection::new(Reason::InvalidJson, message));
                }
            }
            _ => {
                read_part(&mut request.input, members, INPUT, ("input", strict))?;
            }
        }
        if !members_hold(members, "toolName") {
            let found = "input.toolName: expected string, found nothing";
            return Err(Rejection::new(Reason::InvalidJson, found));
        }
        Ok(request)
    }
}

/// Whether the input, wherever it stands, holds this member.
fn members_hold(members: &Map<String, Value>, name: &str) -> bool {
    let input = members.get("input").and_then(Value::as_object).unwrap_or(members);
    input.get(name).is_some_and(|value| !value.is_null())
}

/// Takes an id out that is an integer of more digits than a machine word has: it is echoed as written.
fn take_long_id(payload: &[u8], value: &mut Value) -> Option<Id> {
    let members = value.as_object_mut()?;
    members.get("id").filter(|id| id.is_f64())?;
    let LongId(id) = serde_json::from_slice(payload).ok()?;
    members.remove("id");
    id.map(Id::Number)
}

/// The digits of the last member `id` of an object.
struct LongId(Option<String>);

impl<'de> Deserialize<'de> for LongId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<LongId, D::Error> {
        from.deserialize_map(LongId(None))
    }
}

impl<'de> Visitor<'de> for LongId {
    type Value = LongId;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<LongId, A::Error> {
        while let Some(name) = members.next_key::<Cow<'_, str>>()? {
            if name == "id" {
                self.0 = Some(members.next_value::<i128>()?.to_string());
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(self)
    }
}

fn id(value: Option<&Value>) -> Result<Option<Id>, Rejection> {
    const EXPECTED: &str = "string of at most 128 characters or integer";
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.chars().count() <= MAX_ID => {
            Ok(Some(Id::Text(text.clone())))
        }
        Some(Value::Number(number)) if number.is_i64() || number.is_u64() => {
            Ok(Some(Id::Number(number.to_string())))
        }
        Some(other) => Err(wrong("id", EXPECTED, other)),
    }
}

/// Members that may hold no NUL character: it could cut a name short.
static EXACT: &[&str] = &["toolName", "command", "argv", "cwd", "classifier", "storeDir"];

/// Reads an object of the request; the first fault ends it.
fn read_part<T>(
    into: &mut T,
    from: &Map<String, Value>,
    table: &[Member<T>],
    (path, strict): (&str, bool),
) -> Result<(), Rejection> {
    let exact =
        from.iter().find(|(name, value)| EXACT.contains(&name.as_str()) && holds_nul(value));
    if let Some((name, _)) = exact {
        return Err(Rejection::nul(&format!("{path}.{name}")));
    }
    let mut faults = Vec::new();
    read(into, from, table, path, &mut faults);
    // The names of unknown members are text of the request, so not even they are told.
    let fault = faults.iter().find_map(|fault| match fault {
        Fault::Unknown(_) => strict.then(|| format!("{path}: unknown member")),
        fault => Some(fault.message()),
    });
    match fault {
        Some(message) => Err(Rejection::new(Reason::InvalidJson, message)),
        None => Ok(()),
    }
}

fn holds_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(holds_nul),
        _ => false,
    }
}

fn wrong(path: &str, expected: &'static str, found: &Value) -> Rejection {
    Rejection::new(Reason::InvalidJson, Fault::wrong(path, expected, found).message())
}

const fn text<T>(name: &'static str, set: fn(&mut T, &Value) -> Option<()>) -> Member<T> {
    plain(name, "string", set)
}

const fn flag<T>(name: &'static str, set: fn(&mut T, &Value) -> Option<()>) -> Member<T> {
    plain(name, "boolean", set)
}

/// A member that is accepted for the host's sake and never looked at.
const fn ignored(name: &'static str, expected: &'static str) -> Member<Input> {
    let set: fn(&mut Input, &Value) -> Option<()> = match expected.as_bytes() {
        b"object" => |_, value| value.is_object().then_some(()),
        _ => |_, value| (value.is_string() || value.is_number()).then_some(()),
    };
    plain(name, expected, set)
}

static INPUT: &[Member<Input>] = &[
    plain("id", "id", |_, _| Some(())),
    text("toolName", |i, v| put(&mut i.tool_name, owned(v))),
    text("command", |i, v| put(&mut i.command, owned(v).map(Some))),
    plain("argv", "array of strings", |i, v| {
        put(&mut i.argv, v.as_array()?.iter().map(owned).collect::<Option<_>>().map(Some))
    }),
    text("stdout", |i, v| put(&mut i.stdout, owned(v))),
    text("stderr", |i, v| put(&mut i.stderr, owned(v))),
    text("combinedText", |i, v| put(&mut i.combined, owned(v))),
    plain("exitCode", "integer within 2^53", |i, v| put(&mut i.exit_code, exit_code(v).map(Some))),
    flag("partial", |i, v| put(&mut i.partial, v.as_bool())),
    text("cwd", |i, v| put(&mut i.cwd, owned(v).map(Some))),
    ignored("args", "object"),
    ignored("metadata", "object"),
    ignored("toolCallId", "string or number"),
    ignored("runId", "string or number"),
    ignored("startedAt", "string or number"),
    ignored("finishedAt", "string or number"),
    ignored("durationMs", "string or number"),
];

static OPTIONS: &[Member<Options>] = &[
    text("classifier", |o, v| put(&mut o.classifier, owned(v).map(Some))),
    plain("maxInlineChars", "integer", |o, v| put(&mut o.max_inline_chars, v.as_u64().map(Some))),
    flag("raw", |o, v| put(&mut o.raw, v.as_bool().map(Some))),
    flag("noOmit", |o, v| put(&mut o.no_omit, v.as_bool().map(Some))),
    flag("store", |o, v| put(&mut o.store, v.as_bool().map(Some))),
    text("storeDir", |o, v| put(&mut o.store_dir, owned(v).map(Some))),
    text("cwd", |o, v| put(&mut o.cwd, owned(v).map(Some))),
    flag("trace", |o, v| put(&mut o.trace, v.as_bool().map(Some))),
    flag("recordStats", |o, v| put(&mut o.record_stats, v.as_bool().map(Some))),
    plain("policy", "one of safe-inventory, compact-all, skip-file-content, skip-all", |o, v| {
        put(&mut o.policy, Policy::from_name(v.as_str()?).map(Some))
    }),
];

fn owned(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn exit_code(value: &Value) -> Option<i64> {
    let whole = |number: &f64| number.fract() == 0.0 && number.abs() <= MAX_EXIT as f64;
    let code =
        value.as_i64().or_else(|| value.as_f64().filter(whole).map(|number| number as i64))?;
    (-MAX_EXIT..=MAX_EXIT).contains(&code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(json: &str) -> Result<Request, Rejection> {
        Request::decode(json.as_bytes(), false)
    }

    #[test]
    fn an_envelope_and_a_bare_input_are_the_same() {
        let bare = decode(r#"{"toolName":"bash","stdout":"x","exitCode":1.0,"later":1}"#);
        let envelope = decode(
            "\u{feff} {\"input\":{\"toolName\":\"bash\",\"stdout\":\"x\",\"exitCode\":1},\"options\":null} \n",
        );
        assert!(bare.is_ok());
        assert_eq!(bare, envelope);
    }

    #[test]
    fn a_wrong_member_is_named_and_its_value_is_not() {
        for (json, message) in [
            ("[]", "request: expected object, found array"),
            ("{}", "input.toolName: expected string, found nothing"),
            (r#"{"toolName":null}"#, "input.toolName: expected string, found nothing"),
            (
                r#"{"toolName":"CANARY","exitCode":"CANARY"}"#,
                "input.exitCode: expected integer within 2^53, found string",
            ),
            (
                r#"{"toolName":"x","exitCode":9223372036854775807}"#,
                "input.exitCode: expected integer within 2^53, found number",
            ),
            (
                r#"{"toolName":"x","exitCode":1.5}"#,
                "input.exitCode: expected integer within 2^53, found number",
            ),
            (
                r#"{"input":{"toolName":"x"},"options":{"maxInlineChars":"CANARY"}}"#,
                "options.maxInlineChars: expected integer, found string",
            ),
            (
                r#"{"input":{"toolName":"x"},"options":{"maxInlineChars":-1}}"#,
                "options.maxInlineChars: expected integer, found number",
            ),
            (r#"{"input":{"toolName":"x"},"options":[]}"#, "options: expected object, found array"),
            (
                r#"{"toolName":"x","argv":["a",1]}"#,
                "input.argv: expected array of strings, found array",
            ),
            (
                r#"{"id":[1],"toolName":"x"}"#,
                "id: expected string of at most 128 characters or integer, found array",
            ),
            (r#"{"toolName":"x"} y"#, "trailing characters at line 1 column 18"),
        ] {
            let rejection = decode(json).expect_err(json);
            assert_eq!((rejection.reason, &*rejection.message), (Reason::InvalidJson, message));
        }
        let deep =
            format!("{{\"toolName\":\"x\",\"args\":{}{}}}", "[".repeat(200), "]".repeat(200));
        assert!(decode(&deep).is_err());
    }

    #[test]
    fn an_id_of_many_digits_is_echoed_as_written() {
        for (id, echoed) in [
            ("12345678901234567890123", true),
            ("-12345678901234567890123", true),
            ("18446744073709551616", true),
            ("1.5", false),
            ("1e30", false),
        ] {
            let json = format!("{{\"id\":{id},\"toolName\":\"x\"}}");
            let found = decode(&json).ok().and_then(|request| request.id);
            assert_eq!(found, echoed.then(|| Id::Number(id.to_owned())), "{id}");
            assert_eq!(Request::id_of(json.as_bytes()), found, "{id}");
        }
    }

    #[test]
    fn a_nul_is_refused_where_it_could_cut_a_name() {
        for json in [
            "{\"toolName\":\"x\0\"}",
            r#"{"toolName":"x\u0000"}"#,
            r#"{"toolName":"x","argv":["\u0000"]}"#,
            r#"{"input":{"toolName":"x"},"options":{"storeDir":"\u0000"}}"#,
        ] {
            assert_eq!(decode(json).map_err(|e| e.reason), Err(Reason::NulByte), "{json}");
        }
        assert!(decode(r#"{"toolName":"x","stdout":"a\u0000b"}"#).is_ok());
    }

    #[test]
    fn a_lone_surrogate_is_replaced_and_counted() {
        let json =
            r#"{"toolName":"x","stdout":"\ud800a\udc00\ud83d\ude00\\ud800 \ud83d\ud83d\ude00"}"#;
        let request = decode(json).expect("the request is sound");
        assert_eq!(request.input.stdout, "\u{fffd}a\u{fffd}😀\\ud800 \u{fffd}😀");
        assert_eq!(request.encoding_fixes, 3);
    }

    #[test]
    fn the_last_of_two_members_counts_and_strictness_names_the_unknown() {
        let request = decode(r#"{"toolName":"x","stdout":"a","stdout":"b"}"#).expect("sound");
        assert_eq!(request.input.stdout, "b");
        let json = br#"{"input":{"toolName":"x","CANARY":1}}"#;
        let rejection = Request::decode(json, true).expect_err("an unknown member");
        assert_eq!(rejection.message, "input: unknown member");
    }
}
