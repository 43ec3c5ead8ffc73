//! Where a JSON value ends, found while its bytes arrive; whether it is JSON a parser says later.

/// Follows the nesting of one value.
#[derive(Debug, Default)]
pub(super) struct Balance {
    /// The brackets that are open.
    open: Vec<u8>,
    in_string: bool,
    escaped: bool,
    /// The last byte outside strings that is no white space; `"` for a string.
    last: u8,
    /// Whether nothing but white space came since the last line end.
    at_line_start: bool,
    is_closed: bool,
}

/// What became of the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// All of them belong to the value, which goes on.
    More,
    /// The value ends before this place.
    Closed(usize),
    /// At this place stands what no JSON has there.
    Broken(usize),
}

impl Balance {
    /// Whether the place where the value broke begins a line.
    pub(super) fn is_at_line_start(&self) -> bool {
        self.at_line_start
    }

    /// Whether the value has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Reads on; the first byte of all has to open a container.
    pub(super) fn scan(&mut self, bytes: &[u8]) -> Step {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.in_string {
                match self.string(&bytes[at..]) {
                    Some(length) => at += length,
                    None => return Step::More,
                }
                if self.in_string {
                    self.at_line_start = false;
                    return Step::Broken(at);
                }
                continue;
            }
            match byte {
                b' ' | b'\t' | b'\r' => {}
                b'\n' => self.at_line_start = true,
                _ if !self.step(byte) => return Step::Broken(at),
                _ if self.open.is_empty() => {
                    self.is_closed = true;
                    return Step::Closed(at + 1);
                }
                _ => {}
            }
            at += 1;
        }
        Step::More
    }

    /// Takes a byte outside strings, unless no JSON has it here.
    fn step(&mut self, byte: u8) -> bool {
        let may = match byte {
            b'{' | b'[' => self.may_open(),
            b'}' => self.open.last() == Some(&b'{'),
            b']' => self.open.last() == Some(&b'['),
            b'"' | b',' | b':' | b'0'..=b'9' | b'+' | b'-' | b'.' | b'E' => !self.open.is_empty(),
            // The letters of true, false and null.
            b't' | b'r' | b'u' | b'e' | b'f' | b'a' | b'l' | b's' | b'n' => !self.open.is_empty(),
            _ => false,
        };
        if !may {
            return false;
        }
        match byte {
            b'{' | b'[' => self.open.push(byte),
            b'}' | b']' => {
                self.open.pop();
            }
            b'"' => self.in_string = true,
            _ => {}
        }
        self.last = byte;
        self.at_line_start = false;
        true
    }

    /// Whether a container may begin here. That it may not shows where a value was cut and the
    /// next one begins.
    fn may_open(&self) -> bool {
        match (self.open.last(), self.last) {
            (None, last) => last == 0,
            (_, b':' | b'[') => true,
            (inner, b',') => inner == Some(&b'['),
            _ => false,
        }
    }

    /// How far the string goes in `bytes`; it may stop at a line end, which no string has. `None`
    /// where it goes on.
    fn string(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        if std::mem::take(&mut self.escaped) {
            at = 1;
        }
        loop {
            let found = memchr::memchr3(b'"', b'\\', b'\n', bytes.get(at..)?)?;
            at += found;
            match bytes[at] {
                b'"' => {
                    self.in_string = false;
                    return Some(at + 1);
                }
                b'\n' => return Some(at),
                _ if at + 1 == bytes.len() => {
                    self.escaped = true;
                    return None;
                }
                _ => at += 2,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(input: &str, size: usize) -> (Step, usize) {
        let mut balance = Balance::default();
        let mut done = 0;
        for chunk in input.as_bytes().chunks(size) {
            match balance.scan(chunk) {
                Step::More => done += chunk.len(),
                Step::Closed(at) => return (Step::Closed(0), done + at),
                Step::Broken(at) => return (Step::Broken(0), done + at),
            }
        }
        (Step::More, done)
    }

    #[test]
    fn a_value_ends_at_its_last_bracket_and_breaks_where_no_json_goes_on() {
        for (input, step, at) in [
            (r#"{"a":[1,{"b":"}"}]} {"#, Step::Closed(0), 19),
            ("[\n{\n}\n,{}]", Step::Closed(0), 10),
            (r#"{"a":"\"}\\"}"#, Step::Closed(0), 13),
            (r#"{"a":"\"#, Step::More, 7),
            ("{\"a\":1,\n{\"b\":2}", Step::Broken(0), 8),
            ("{\"a\":1}", Step::Closed(0), 7),
            ("{\"a\":\"x\"\n}", Step::Closed(0), 10),
            ("{\"a\":\"x\n", Step::Broken(0), 7),
            ("{ [5 bytes data]", Step::Broken(0), 2),
            ("{'a': 1}", Step::Broken(0), 1),
            ("[DONE]", Step::Broken(0), 1),
            ("[1}", Step::Broken(0), 2),
        ] {
            for size in 1..=input.len() {
                assert_eq!(scan(input, size), (step, at), "{input} by {size}");
            }
        }
    }
}
