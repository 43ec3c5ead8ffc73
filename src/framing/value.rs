//! A JSON value as it stands in its text: looked into without a tree, so that digits, order and
//! escapes stay as they were written.

use super::record::unquote;
use crate::json::string_end;
use serde::Deserializer as _;
use serde::de::{IgnoredAny, Visitor};
use std::borrow::Cow;
use std::fmt;

/// Where the values of a text stand. One is used for text after text.
#[derive(Debug, Default)]
pub struct Index {
    /// Keys and values in the order of the text, each container before what it holds.
    nodes: Vec<Node>,
    /// The containers that are open.
    open: Vec<usize>,
}

/// A key or a value.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where it begins and ends.
    start: u32,
    end: u32,
    /// The node after all that it holds.
    next: u32,
}

/// The most nodes that are kept for the next text.
const KEPT: usize = 1 << 16;

impl Index {
    /// The value that `text` is, if it is strict JSON of less than 4 GiB.
    pub fn parse<'a>(&'a mut self, text: &'a str) -> Option<Json<'a>> {
        serde_json::from_str::<IgnoredAny>(text).ok()?;
        u32::try_from(text.len()).ok()?;
        self.nodes.clear();
        self.nodes.shrink_to(KEPT);
        self.fill(text.as_bytes());
        Some(Json { text, nodes: &self.nodes, at: 0 })
    }

    /// Finds the nodes of what is known to be JSON.
    fn fill(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let end = match byte {
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b':' => {
                    at += 1;
                    continue;
                }
                b'}' | b']' => {
                    at += 1;
                    self.close(at);
                    continue;
                }
                b'{' | b'[' => {
                    self.open.push(self.nodes.len());
                    at + 1
                }
                b'"' => string_end(bytes, at),
                _ => {
                    let ends =
                        |b: &u8| matches!(b, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
                    at + bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at)
                }
            };
            let next = self.nodes.len() + 1;
            self.nodes.push(Node { start: at as u32, end: end as u32, next: next as u32 });
            at = end;
        }
    }

    fn close(&mut self, end: usize) {
        let next = self.nodes.len();
        if let Some(node) = self.open.pop().and_then(|open| self.nodes.get_mut(open)) {
            node.end = end as u32;
            node.next = next as u32;
        }
    }
}

/// A value, as the text that it is.
#[derive(Clone, Copy)]
pub struct Json<'a> {
    text: &'a str,
    nodes: &'a [Node],
    at: usize,
}

impl fmt::Debug for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl<'a> Json<'a> {
    /// The value as it was written, without white space around it.
    #[must_use]
    pub fn text(self) -> &'a str {
        let node = self.nodes[self.at];
        &self.text[node.start as usize..node.end as usize]
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.begins(b'{')
    }

    /// Whether it is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.begins(b'[')
    }

    /// Whether it is an object or array with nothing in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.children().next().is_none()
    }

    /// Whether it is `true`.
    #[must_use]
    pub fn is_true(self) -> bool {
        self.text() == "true"
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.text() == "null"
    }

    /// The members of these names, looked for in one go; null counts as absent, and of several the
    /// last counts.
    #[must_use]
    pub fn fields<const N: usize>(self, names: [&str; N]) -> [Option<Json<'a>>; N] {
        let mut found = [None; N];
        if self.is_object() {
            let mut children = self.children();
            while let (Some(key), Some(value)) = (children.next(), children.next()) {
                if let Some(place) = key.among(&names) {
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
        array.into_iter().flat_map(Json::children)
    }

    /// The members in the order of the text, with their names; none unless it is an object.
    pub fn members(self) -> impl Iterator<Item = (Cow<'a, str>, Json<'a>)> {
        let object = Some(self).filter(|value| value.is_object());
        let mut children = object.map(Json::children);
        std::iter::from_fn(move || {
            let children = children.as_mut()?;
            let name = children.next()?.str()?;
            Some((name, children.next()?))
        })
    }

    /// The text of a string; half a surrogate pair becomes U+FFFD.
    #[must_use]
    pub fn str(self) -> Option<Cow<'a, str>> {
        if !self.begins(b'"') {
            return None;
        }
        unquote(self.text()).or_else(|| {
            let units = self.units()?;
            Some(Cow::Owned(String::from_utf8_lossy(&units).into_owned()))
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
        if !self.begins(b'"') {
            return None;
        }
        if let Some(text) = unquote(self.text()) {
            return Some(match text {
                Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
                Cow::Owned(text) => Cow::Owned(text.into_bytes()),
            });
        }
        let mut written = serde_json::Deserializer::from_str(self.text());
        written.deserialize_bytes(Units).ok().map(Cow::Owned)
    }

    /// A whole number that is not negative: also one that is written with a fraction of nothing, or as
    /// text.
    #[must_use]
    pub fn number(self) -> Option<u64> {
        let text = self.str().unwrap_or(Cow::Borrowed(self.text()));
        let whole = match text.split_once('.') {
            Some((whole, fraction)) if fraction.bytes().all(|digit| digit == b'0') => whole,
            _ => &text,
        };
        whole.parse().ok()
    }

    /// The value without white space.
    #[must_use]
    pub fn compact(self) -> String {
        let mut out = String::with_capacity(self.text().len());
        let (mut rest, mut in_string) = (self.text(), false);
        while let Some(quote) = rest.find('"') {
            let (part, after) = rest.split_at(quote);
            if in_string {
                out.push_str(part);
                let escapes = part.len() - part.trim_end_matches('\\').len();
                in_string = escapes % 2 == 1;
            } else {
                out.extend(part.chars().filter(|c| !c.is_ascii_whitespace()));
                in_string = true;
            }
            out.push('"');
            rest = &after[1..];
        }
        out.extend(rest.chars().filter(|c| !c.is_ascii_whitespace()));
        out
    }

    fn begins(self, byte: u8) -> bool {
        self.text.as_bytes().get(self.nodes[self.at].start as usize) == Some(&byte)
    }

    /// Which of `names` it is, as a key.
    fn among(self, names: &[&str]) -> Option<usize> {
        let node = self.nodes[self.at];
        let inner = &self.text.as_bytes()[node.start as usize + 1..node.end as usize - 1];
        let is = |name: &str| names.iter().position(|wanted| *wanted == name);
        names.iter().position(|wanted| wanted.as_bytes() == inner).or_else(|| {
            let is_escaped = inner.contains(&b'\\');
            if is_escaped { is(&unquote(self.text())?) } else { None }
        })
    }

    /// Keys and values, or elements, that it holds itself.
    fn children(self) -> Children<'a> {
        Children { next: self.at + 1, end: self.nodes[self.at].next as usize, of: self }
    }
}

/// The nodes that a container holds itself.
struct Children<'a> {
    of: Json<'a>,
    next: usize,
    end: usize,
}

impl<'a> Iterator for Children<'a> {
    type Item = Json<'a>;

    fn next(&mut self) -> Option<Json<'a>> {
        if self.next >= self.end {
            return None;
        }
        let child = Json { at: self.next, ..self.of };
        self.next = child.nodes[self.next].next as usize;
        Some(child)
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

    /// Looks at a text.
    fn at(text: &str, look: impl FnOnce(Json<'_>)) {
        look(Index::default().parse(text).expect("the case is JSON"));
    }

    #[test]
    fn members_are_found_in_any_order_and_null_is_absence() {
        let text = r#" {"b":[1, {"c":"}"}], "n":null ,"\u0061":"x\u0041","b2":1e400 , "a":"y"} "#;
        at(text, |value| {
            let [a, b, n, big, none] = value.fields(["a", "b", "n", "b2", "zz"]);
            assert_eq!(a.and_then(Json::str).as_deref(), Some("y"));
            assert_eq!(b.map(Json::text), Some(r#"[1, {"c":"}"}]"#));
            assert!(n.is_none() && none.is_none());
            assert_eq!(big.map(Json::text), Some("1e400"));
            assert_eq!(b.map(|b| b.items().count()), Some(2));
            let names: Vec<_> = value.members().map(|member| member.0).collect();
            assert_eq!(names, ["b", "n", "a", "b2", "a"]);
        });
        at("[1]", |value| assert!(value.get("0").is_none()));
        at("{\"0\":1}", |value| assert_eq!(value.items().count(), 0));
        at(r#"{"\u0061":1}"#, |value| assert!(value.get("a").is_some()));
        at(" {} ", |value| assert!(value.is_empty() && value.text() == "{}"));
    }

    #[test]
    fn an_index_serves_one_text_after_the_other_and_depth_needs_no_stack() {
        let mut index = Index::default();
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(index.parse(&deep).is_some());
        assert!(index.parse("[1").is_none());
        let items = index.parse("[1,[2,3],4]").map(|value| value.items().count());
        assert_eq!(items, Some(3));
    }

    #[test]
    fn half_a_surrogate_pair_keeps_its_bytes() {
        at(r#""a\ud83d""#, |value| {
            assert_eq!(value.units().as_deref(), Some(&b"a\xed\xa0\xbd"[..]));
            assert_eq!(value.str().as_deref(), Some("a\u{fffd}\u{fffd}\u{fffd}"));
        });
        at(r#""\ud83d\ude00""#, |value| assert_eq!(value.str().as_deref(), Some("😀")));
    }

    #[test]
    fn a_number_may_be_written_in_several_ways() {
        for (text, number) in [
            ("7", Some(7)),
            ("7.00", Some(7)),
            (r#""7""#, Some(7)),
            ("7.5", None),
            ("-1", None),
            (r#""x""#, None),
        ] {
            at(text, |value| assert_eq!(value.number(), number, "{text}"));
        }
    }

    #[test]
    fn white_space_goes_outside_strings_only() {
        at("{ \"a b\" : [ 1.50 ,\n\"\\\\\" , \"\\\" x\" ], \"é\":\t{} }", |value| {
            assert_eq!(value.compact(), r#"{"a b":[1.50,"\\","\" x"],"é":{}}"#);
        });
    }
}
