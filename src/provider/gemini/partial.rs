//! Arguments that come in pieces, each with the path of its place: writes the JSON that they make.

use crate::framing::value::Json;
use crate::json;
use crate::provider::halves::Halves;
use std::borrow::Cow;

/// What a piece holds.
enum Value<'a> {
    /// A string, or a part of one, as [`Json::units`] gives it.
    Text(Cow<'a, [u8]>),
    /// A number, `true`, `false` or `null`.
    Word(&'a str),
}

impl<'a> Value<'a> {
    /// The one value of a piece, if it is of the kind that its member says.
    fn of(piece: Json<'a>) -> Option<Value<'a>> {
        let (name, value) = piece.members().find(|member| member.0.ends_with("Value"))?;
        let word = value.text();
        match &*name {
            "stringValue" => value.units().map(Value::Text),
            "numberValue" => word
                .starts_with(|c: char| c == '-' || c.is_ascii_digit())
                .then_some(Value::Word(word)),
            "boolValue" => matches!(word, "true" | "false").then_some(Value::Word(word)),
            // The value of a null is a word of its own, or null.
            "nullValue" => Some(Value::Word("null")),
            _ => None,
        }
    }
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// To a member.
    Name(String),
    /// To an element.
    Index(u64),
}

/// The text so far: where it stands.
#[derive(Debug, Default)]
pub(super) struct Partial {
    /// The path of the last piece; all containers on the way to it are open.
    at: Vec<Step>,
    /// Whether that piece is a string that goes on.
    in_string: bool,
    /// What its last piece ends with.
    halves: Halves,
    /// Whether a piece had no place: what comes after it has none either.
    is_broken: bool,
}

impl Partial {
    /// The text that a piece adds; `None` if it has no place after the ones before.
    pub(super) fn push(&mut self, piece: Json<'_>) -> Option<String> {
        let text = if self.is_broken { None } else { self.next(piece) };
        self.is_broken = text.is_none();
        text
    }

    fn next(&mut self, piece: Json<'_>) -> Option<String> {
        let [path, goes_on] = piece.fields(["jsonPath", "willContinue"]);
        let path = steps(&path?.str()?)?;
        let value = Value::of(piece)?;
        let mut out = Vec::new();
        let is_more = self.in_string && self.at == path;
        if !is_more {
            self.go(&path, &mut out)?;
        }
        match value {
            Value::Text(units) => {
                if !is_more {
                    out.push(b'"');
                    self.in_string = true;
                }
                json::unquoted(&mut out, &self.halves.join(&units));
            }
            Value::Word(word) if !is_more => out.extend_from_slice(word.as_bytes()),
            Value::Word(_) => return None,
        }
        if !goes_on.is_some_and(Json::is_true) {
            self.end_string(&mut out);
        }
        String::from_utf8(out).ok()
    }

    /// The text that closes all that is open; none where a piece is missing.
    pub(super) fn close(mut self) -> String {
        let mut out = Vec::new();
        if self.is_broken {
            return String::new();
        }
        if self.at.is_empty() {
            return "{}".to_owned();
        }
        self.end_string(&mut out);
        out.extend(self.at.iter().rev().map(closer));
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Whether half a surrogate pair without its other one was replaced.
    pub(super) fn is_altered(&self) -> bool {
        self.halves.is_altered()
    }

    fn end_string(&mut self, out: &mut Vec<u8>) {
        if std::mem::take(&mut self.in_string) {
            out.extend_from_slice(self.halves.finish().as_bytes());
            out.push(b'"');
        }
    }

    /// Closes and opens containers on the way to `path`, up to the place of its value.
    fn go(&mut self, path: &[Step], out: &mut Vec<u8>) -> Option<()> {
        let inner = path.len().checked_sub(1)?;
        let common = self.at.iter().zip(path).take_while(|(a, b)| a == b).count();
        let common = common.min(inner);
        let is_first = self.at.is_empty();
        // The last step of the old path leads to a value that is no container.
        let below_value = !is_first && common >= self.at.len();
        let fits =
            is_first || self.at.get(common).is_some_and(|old| closer(old) == closer(&path[common]));
        let is_next = path.iter().enumerate().skip(common).all(|(place, step)| match step {
            Step::Name(_) => true,
            Step::Index(index) => match self.at.get(place).filter(|_| place == common) {
                Some(Step::Index(old)) => old.checked_add(1) == Some(*index),
                _ => *index == 0,
            },
        });
        let is_again = common == inner && self.at.get(inner) == path.last();
        if below_value || !fits || !is_next || is_again {
            return None;
        }
        self.end_string(out);
        if is_first {
            out.push(opener(&path[0]));
        } else {
            out.extend(self.at[common + 1..].iter().rev().map(closer));
            out.push(b',');
        }
        for (place, step) in path.iter().enumerate().skip(common) {
            if place > common {
                out.push(opener(step));
            }
            if let Step::Name(name) = step {
                json::string(out, name);
                out.push(b':');
            }
        }
        self.at = path.to_vec();
        Some(())
    }
}

fn opener(step: &Step) -> u8 {
    if matches!(step, Step::Name(_)) { b'{' } else { b'[' }
}

fn closer(step: &Step) -> u8 {
    if matches!(step, Step::Name(_)) { b'}' } else { b']' }
}

/// The steps of a path such as `$.a.b[0]['c']`; `None` where it does not name one place.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step;
        (step, rest) = if let Some(name) = rest.strip_prefix('.') {
            let (name, after) = name.split_at(name.find(['.', '[']).unwrap_or(name.len()));
            // Two points and a star lead to many places.
            if matches!(name, "" | "*") {
                return None;
            }
            (Step::Name(name.to_owned()), after)
        } else {
            let inner = rest.strip_prefix('[')?;
            match inner.chars().next()? {
                quote @ ('\'' | '"') => quoted(&inner[1..], quote)?,
                _ => {
                    let (digits, after) = inner.split_once(']')?;
                    let index = digits.parse().ok()?;
                    if json::number_at(digits) != digits {
                        return None;
                    }
                    (Step::Index(index), after)
                }
            }
        };
        steps.push(step);
    }
    (!steps.is_empty()).then_some(steps)
}

/// A name in quotes, up to the bracket after it. It is written as a string of JSON is, but that the quotes may be
/// single ones.
fn quoted(text: &str, quote: char) -> Option<(Step, &str)> {
    let mut written = Vec::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            c if c == quote => {
                written.push(b'"');
                let mut name = Vec::new();
                let (_, is_whole) = json::read_string(&mut name, str::from_utf8(&written).ok()?)?;
                let name = String::from_utf8(name).ok().filter(|_| is_whole)?;
                return Some((Step::Name(name), text[at + 1..].strip_prefix(']')?));
            }
            '\\' => match chars.next()?.1 {
                '\'' => written.push(b'\''),
                letter => {
                    written.push(b'\\');
                    written.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
            },
            c => json::unquoted(&mut written, c.encode_utf8(&mut [0; 4])),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::value::Index;

    fn written(pieces: &[&str]) -> Option<String> {
        let mut partial = Partial::default();
        let mut text = String::new();
        for piece in pieces {
            text.push_str(&partial.push(Index::default().parse(piece)?)?);
        }
        Some(text + &partial.close())
    }

    #[test]
    fn pieces_make_json_as_the_path_moves() {
        for (pieces, text) in [
            (&[][..], Some("{}")),
            (
                &[
                    r#"{"jsonPath":"$.s","stringValue":"he\n","willContinue":true}"#,
                    r#"{"jsonPath":"$.s","stringValue":"\"","willContinue":true}"#,
                    r#"{"jsonPath":"$.s","stringValue":""}"#,
                    r#"{"jsonPath":"$.o[0].n","numberValue":1.50}"#,
                    r#"{"jsonPath":"$.o[0].b","boolValue":false}"#,
                    r#"{"jsonPath":"$.o[1].z","nullValue":"NULL_VALUE"}"#,
                    r#"{"jsonPath":"$['a.b']","nullValue":null}"#,
                ],
                Some(r#"{"s":"he\n\"","o":[{"n":1.50,"b":false},{"z":null}],"a.b":null}"#),
            ),
            (
                &[
                    r#"{"jsonPath":"$['it\\'s \"\\u00e9\\n\n\\\\']","numberValue":1}"#,
                    r#"{"jsonPath":"$[\"it's \\\"\\ud83d\\ude00\"]","numberValue":2}"#,
                ],
                Some(r#"{"it's \"é\n\n\\":1,"it's \"😀":2}"#),
            ),
            (&[r#"{"jsonPath":"$['\\q']","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$['\\ud83d']","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$['a","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$..a","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$.a.*","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$.a[*]","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$.a[+0]","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$.a[00]","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$[''].a-b","numberValue":1}"#], Some(r#"{"":{"a-b":1}}"#)),
            (
                &[
                    r#"{"jsonPath":"$.a","stringValue":"x","willContinue":true}"#,
                    r#"{"jsonPath":"$.b","numberValue":1}"#,
                ],
                Some(r#"{"a":"x","b":1}"#),
            ),
            (&[r#"{"jsonPath":"$[0][0]","numberValue":7}"#], Some("[[7]]")),
            (
                &[
                    r#"{"jsonPath":"$.a[0]","numberValue":1}"#,
                    r#"{"jsonPath":"$.a.b","numberValue":2}"#,
                ],
                None,
            ),
            (
                &[
                    r#"{"jsonPath":"$.a","numberValue":1}"#,
                    r#"{"jsonPath":"$.a.b","numberValue":2}"#,
                ],
                None,
            ),
            (
                &[
                    r#"{"jsonPath":"$.s","stringValue":"\ud83d","willContinue":true}"#,
                    r#"{"jsonPath":"$.s","stringValue":"\ude00"}"#,
                ],
                Some(r#"{"s":"😀"}"#),
            ),
            (&[r#"{"jsonPath":"$.a[1]","numberValue":1}"#], None),
            (
                &[
                    r#"{"jsonPath":"$.a[0]","numberValue":1}"#,
                    r#"{"jsonPath":"$.a[2]","numberValue":1}"#,
                ],
                None,
            ),
            (
                &[r#"{"jsonPath":"$.a","numberValue":1}"#, r#"{"jsonPath":"$.a","numberValue":2}"#],
                None,
            ),
            (&[r#"{"jsonPath":"$.a","structValue":{"z":1}}"#], None),
            (&[r#"{"jsonPath":"$.a","numberValue":"NaN"}"#], None),
            (&[r#"{"jsonPath":"$.a"}"#], None),
            (&[r#"{"jsonPath":"a","numberValue":1}"#], None),
            (&[r#"{"jsonPath":"$","numberValue":1}"#], None),
        ] {
            assert_eq!(written(pieces).as_deref(), text, "{pieces:?}");
        }
    }
}
