//! A JSON value as it stands in its text: looked into without a tree, so that digits, order and
//! escapes stay as they were written.

use super::record::{Scan, unquote};
use serde::Deserializer as _;
use serde::de::{IgnoredAny, Visitor};
use std::borrow::Cow;
use std::fmt;

/// A value, as the text that it is; without white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<'a>(&'a str);

impl<'a> Json<'a> {
    /// The value that `text` is, if it is strict JSON.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Json<'a>> {
        serde_json::from_str::<IgnoredAny>(text).ok()?;
        Some(Json(text.trim_ascii()))
    }

    /// The value as it was written.
    #[must_use]
    pub fn text(self) -> &'a str {
        self.0
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.0.starts_with('{')
    }

    /// Whether it is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.0.starts_with('[')
    }

    /// Whether it is an object or array with nothing in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.parts().next().is_none()
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.0 == "true"
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.0 == "null"
    }

    /// The members of these names, looked for in one go; null counts as absent, and of several the
    /// last counts.
    #[must_use]
    pub fn fields<const N: usize>(self, names: [&str; N]) -> [Option<Json<'a>>; N] {
        let mut found = [None; N];
        if self.is_object() {
            for (name, value) in self.parts() {
                if let Some(place) = names.iter().position(|wanted| *wanted == name) {
                    found[place] = Some(value).filter(|value| !value.is_null());
                }
            }
        }
        found
    }

    /// The member of this name; null counts as absent.
    #[must_use]
    pub fn get(self, name: &str) -> Option<Json<'a>> {
        let [found] = self.fields([name]);
        found
    }

    /// The elements; none unless it is an array.
    pub fn items(self) -> impl Iterator<Item = Json<'a>> {
        let array = Some(self).filter(|value| value.is_array());
        array.into_iter().flat_map(Json::parts).map(|(_, value)| value)
    }

    /// The name of its first member.
    #[must_use]
    pub fn first_name(self) -> Option<Cow<'a, str>> {
        let object = Some(self).filter(|value| value.is_object())?;
        object.parts().next().map(|(name, _)| name)
    }

    /// The text of a string; half a surrogate pair becomes U+FFFD.
    #[must_use]
    pub fn str(self) -> Option<Cow<'a, str>> {
        Some(match self.units()? {
            Cow::Borrowed(bytes) => String::from_utf8_lossy(bytes),
            Cow::Owned(bytes) => Cow::Owned(
                String::from_utf8(bytes)
                    .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
            ),
        })
    }

    /// The text of a string that is not empty.
    #[must_use]
    pub fn filled(self) -> Option<Cow<'a, str>> {
        self.str().filter(|text| !text.is_empty())
    }

    /// The text of a string, in which half a surrogate pair is the three bytes that UTF-8 would have
    /// for it: the other half may be in another string.
    #[must_use]
    pub fn units(self) -> Option<Cow<'a, [u8]>> {
        if !self.0.starts_with('"') {
            return None;
        }
        if let Some(text) = unquote(self.0) {
            return Some(match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            });
        }
        let mut written = serde_json::Deserializer::from_str(self.0);
        written.deserialize_bytes(Units).ok().map(Cow::Owned)
    }

    /// A whole number that is not negative.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        self.0.parse().ok()
    }

    /// The value without white space.
    #[must_use]
    pub fn compact(self) -> String {
        let mut out = String::with_capacity(self.0.len());
        let (mut rest, mut in_string) = (self.0, false);
        while let Some(quote) = rest.find('"') {
            let (part, behind) = rest.split_at(quote);
            if in_string {
                out.push_str(part);
                let escapes = part.len() - part.trim_end_matches('\\').len();
                in_string = escapes % 2 == 1;
            } else {
                out.extend(part.chars().filter(|c| !c.is_ascii_whitespace()));
                in_string = true;
            }
            out.push('"');
            rest = &behind[1..];
        }
        out.extend(rest.chars().filter(|c| !c.is_ascii_whitespace()));
        out
    }

    fn parts(self) -> impl Iterator<Item = (Cow<'a, str>, Json<'a>)> {
        let text = self.0;
        Scan::of(text, 0..text.len()).map(move |(name, span)| (name, Json(&text[span])))
    }
}

/// Takes the text of a string as bytes.
struct Units;

impl Visitor<'_> for Units {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Json<'_> {
        Json::parse(text).expect("the case is JSON")
    }

    #[test]
    fn members_are_found_in_any_order_and_null_is_absence() {
        let value = json(r#" {"b":[1, {"c":"}"}], "n":null ,"a":"x\u0041","b2":1e400, "a":"y"} "#);
        let [a, b, n, big, none] = value.fields(["a", "b", "n", "b2", "zz"]);
        assert_eq!(a.and_then(Json::str).as_deref(), Some("y"));
        assert_eq!(b.map(Json::text), Some(r#"[1, {"c":"}"}]"#));
        assert_eq!((n, none), (None, None));
        assert_eq!(big.map(Json::text), Some("1e400"));
        assert_eq!(b.map(|b| b.items().count()), Some(2));
        assert_eq!(json("[1]").get("0"), None);
        assert_eq!(json("{\"0\":1}").items().count(), 0);
    }

    #[test]
    fn half_a_surrogate_pair_keeps_its_bytes() {
        let value = json(r#""a\ud83d""#);
        assert_eq!(value.units().as_deref(), Some(&b"a\xed\xa0\xbd"[..]));
        assert_eq!(value.str().as_deref(), Some("a\u{fffd}\u{fffd}\u{fffd}"));
        assert_eq!(json(r#""\ud83d\ude00""#).str().as_deref(), Some("😀"));
    }

    #[test]
    fn white_space_goes_outside_strings_only() {
        let text = "{ \"a b\" : [ 1.50 ,\n\"\\\\\" , \"\\\" x\" ], \"é\":\t{} }";
        assert_eq!(json(text).compact(), r#"{"a b":[1.50,"\\","\" x"],"é":{}}"#);
    }
}
