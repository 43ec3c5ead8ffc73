//! Objects and arrays in the making.

use super::{Words, embed, string};

/// An object in the making; [`Object::end`] closes it.
#[derive(Debug)]
pub struct Object<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> Object<'a> {
    /// Opens an object at the end of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> Object<'a> {
        out.push(b'{');
        Object { out, empty: true }
    }

    /// Closes it.
    pub fn end(self) {
        self.out.push(b'}');
    }

    /// The buffer, for members that the caller writes as they stand.
    #[inline]
    pub fn members(&mut self) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.empty) {
            self.out.push(b',');
        }
        self.out
    }

    /// Writes a name, which needs no escapes; the value has to follow in the buffer that it returns.
    #[inline(always)]
    pub fn name(&mut self, name: &'static str) -> &mut Vec<u8> {
        let out = self.members();
        out.push(b'"');
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        out
    }

    /// The same for a name that may need escapes.
    pub fn entry(&mut self, name: &str) -> &mut Vec<u8> {
        let out = self.members();
        string(out, name);
        out.push(b':');
        out
    }

    /// Writes a member whose value is a word of the format, which needs no escapes.
    #[inline]
    pub fn word(&mut self, name: &'static str, word: &'static str) {
        debug_assert!(!word.contains(['"', '\\']), "{word}");
        let out = self.name(name);
        out.push(b'"');
        out.extend_from_slice(word.as_bytes());
        out.push(b'"');
    }

    /// Writes a member as [`Object::word`] does, null where there is no word.
    pub fn word_or_null(&mut self, name: &'static str, word: Option<&'static str>) {
        match word {
            Some(word) => self.word(name, word),
            None => self.null(name),
        }
    }

    /// Writes a string member.
    pub fn string(&mut self, name: &'static str, value: &str) {
        string(self.name(name), value);
    }

    /// Writes a string member, null where there is none.
    pub fn string_or_null(&mut self, name: &'static str, value: Option<&str>) {
        match value {
            Some(value) => self.string(name, value),
            None => self.null(name),
        }
    }

    /// Writes a whole number.
    pub fn number(&mut self, name: &'static str, value: u64) {
        number(self.name(name), value);
    }

    /// Writes a whole number that may be negative.
    pub fn integer(&mut self, name: &'static str, value: i64) {
        integer(self.name(name), value);
    }

    /// Writes `true` or `false`.
    #[inline]
    pub fn bool(&mut self, name: &'static str, value: bool) {
        let out = self.name(name);
        // Two copies of known length take less than one of either.
        if value { out.extend_from_slice(b"true") } else { out.extend_from_slice(b"false") }
    }

    /// Writes `null`.
    pub fn null(&mut self, name: &'static str) {
        self.name(name).extend_from_slice(b"null");
    }

    /// Writes a member whose value is JSON text already.
    pub fn raw(&mut self, name: &'static str, json: &str) {
        embed(self.name(name), json.as_bytes());
    }

    /// Writes an object member.
    pub fn object(&mut self, name: &'static str, fill: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::new(self.name(name));
        fill(&mut object);
        object.end();
    }

    /// The same for a name that may need escapes.
    pub fn object_entry(&mut self, name: &str, fill: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::new(self.entry(name));
        fill(&mut object);
        object.end();
    }

    /// Writes an array member, each item by `write`.
    pub fn array<T>(
        &mut self,
        name: &'static str,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Vec<u8>, T),
    ) {
        let mut list = List::new(self.name(name));
        items.into_iter().for_each(|item| write(list.item(), item));
        list.end();
    }
}

/// An array in the making; [`List::end`] closes it.
#[derive(Debug)]
pub struct List<'a> {
    out: &'a mut Vec<u8>,
    empty: bool,
}

impl<'a> List<'a> {
    /// Opens an array at the end of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> List<'a> {
        out.push(b'[');
        List { out, empty: true }
    }

    /// Begins its next item, which has to follow in the buffer that this returns.
    pub fn item(&mut self) -> &mut Vec<u8> {
        if !std::mem::take(&mut self.empty) {
            self.out.push(b',');
        }
        self.out
    }

    /// Writes an object as its next item.
    pub fn object(&mut self, fill: impl FnOnce(&mut Object<'_>)) {
        let mut object = Object::new(self.item());
        fill(&mut object);
        object.end();
    }

    /// Closes it.
    pub fn end(self) {
        self.out.push(b']');
    }
}

/// The numbers that most places and lengths are.
static SMALL: [Words<3>; 1000] = {
    let mut small = [Words::NONE; 1000];
    let mut value = 0;
    while value < small.len() {
        small[value] = Words::of_number(value);
        value += 1;
    }
    small
};

/// Appends a whole number.
#[inline]
pub fn number(out: &mut Vec<u8>, value: u64) {
    match usize::try_from(value).ok().and_then(|value| SMALL.get(value)) {
        Some(digits) => digits.write(out),
        None => out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
    }
}

/// Appends a whole number that may be negative.
#[inline]
pub fn integer(out: &mut Vec<u8>, value: i64) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::written;

    #[test]
    fn a_number_has_all_its_digits() {
        for value in (0..1010).chain([10_203, u64::MAX]) {
            assert_eq!(written(|out| number(out, value)), value.to_string());
        }
    }

    #[test]
    fn an_object_separates_members_and_nests() {
        let text = written(|out| {
            let mut object = Object::new(out);
            string(object.entry("a\n"), "x");
            object.string_or_null("n", None);
            object.number("i", u64::MAX);
            object.bool("b", true);
            object.object("o", |inner| inner.raw("v", "1e400"));
            object.word_or_null("w", Some("x"));
            object.array("l", ["x", "y"], string);
            object.end();
        });
        assert_eq!(
            text,
            r#"{"a\n":"x","n":null,"i":18446744073709551615,"b":true,"o":{"v":1e400},"w":"x","l":["x","y"]}"#
        );
    }
}
