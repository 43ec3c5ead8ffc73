//! Escapes in strings: JSON's own, those of other languages, HTML entities.

use super::hold::{Ask, Halt};
use super::run::Run;
use crate::event::{Event, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::Delimiter;
use std::borrow::Cow;

/// What a backslash begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escape {
    /// A JSON escape of so many bytes.
    Valid(usize, char),
    /// Half of a surrogate pair, of so many bytes.
    Unpaired(usize),
    /// An escape that another language has, of so many bytes, for this character.
    Foreign(usize, char),
    /// A line end that other languages pass over, with its backslash so many bytes.
    Continuation(usize),
    /// None: the backslash is text.
    None,
    /// The input ends in it.
    Cut,
}

/// The longest escape: two `\uXXXX`.
const LONGEST: usize = 12;

/// The same one level of escaping deeper.
pub(crate) const DEEPER_PAIR: usize = 14;

impl<S: Sink> Run<'_, S> {
    /// Deals with a backslash in a string.
    pub(crate) fn escape(&mut self) -> Ask<()> {
        match self.m.string.delimiter {
            Delimiter::Bare => return self.forced_escape('\\'),
            Delimiter::Escaped => return self.deeper_escape(),
            _ => {}
        }
        let escape = self.read_escape(0)?;
        if escape == Escape::Valid(2, '"')
            && self.m.string.bad_escape
            && self.quote_before_closers()?
        {
            return self.backslash_and_end();
        }
        self.apply(escape, 0)
    }

    /// Does what an escape asks for; `skip` backslashes stand before it that a level of escaping
    /// put there.
    pub(crate) fn apply(&mut self, escape: Escape, skip: usize) -> Ask<()> {
        match escape {
            Escape::Valid(len, decoded) => {
                if skip == 0 {
                    self.note_suspicious(len)?;
                }
                let raw = &self.rest()[skip..skip + len];
                self.event(Event::Escape { raw, decoded }, 0)?;
                self.read_text(skip + len)
            }
            Escape::Unpaired(len) => {
                self.event(Event::Escape { raw: "\\ufffd", decoded: '\u{fffd}' }, 0)?;
                self.repair(Rule::ReplaceSurrogate, Severity::Lossy, None, skip, len, "\\ufffd")?;
                self.read_text(skip + len)
            }
            Escape::Foreign(len, c) => self.foreign_escape(skip, len, c),
            Escape::Continuation(len) => {
                self.repair(Rule::RepairEscape, Severity::Cosmetic, None, skip, len, "")?;
                self.read_text(skip + len)
            }
            Escape::None => {
                self.event(Event::Escape { raw: "\\\\", decoded: '\\' }, 0)?;
                self.m.string.bad_escape = true;
                let class = Some(Ambiguity::Backslash);
                self.repair(Rule::RepairEscape, Severity::Cosmetic, class, skip, 0, "\\")?;
                self.read_text(skip + 1)
            }
            Escape::Cut => self.cut_string(0, self.rest().len()),
        }
    }

    /// `\'`, `\x41`, `\u{…}`: the character itself.
    fn foreign_escape(&mut self, skip: usize, len: usize, c: char) -> Ask<()> {
        let mut buffer = [0; 12];
        let written = write_char(c, &mut buffer);
        self.event(
            if written.len() == c.len_utf8() && !written.starts_with('\\') {
                Event::Text(written)
            } else {
                Event::Escape { raw: written, decoded: c }
            },
            0,
        )?;
        let forced = len == 2 && self.m.string.delimiter.closed_by(c).is_some();
        let edit = self.replace(skip, len, written.to_owned());
        if forced && self.m.string.record.is_some() {
            self.add_to_string(edit)?;
        } else {
            let mut record = self.record(Rule::RepairEscape, Severity::Cosmetic, skip);
            record.edits.push(edit);
            self.file(record)?;
        }
        self.read_text(skip + len)
    }

    /// The escape that the backslash at `index` begins; waits while more may belong to it.
    pub(crate) fn read_escape(&self, index: usize) -> Ask<Escape> {
        let rest = &self.rest()[index..];
        let escape = match parse(rest) {
            Escape::None
                if self.m.string.delimiter == Delimiter::Backtick && rest[1..].starts_with('`') =>
            {
                Escape::Foreign(2, '`')
            }
            escape => escape,
        };
        let undecided = matches!(escape, Escape::Cut) || {
            // Half a pair at the end may still get its other half.
            matches!(escape, Escape::Unpaired(_)) && rest.len() < LONGEST && is_open(&rest[6..])
        };
        if !undecided {
            return Ok(escape);
        }
        if self.eof { Ok(Escape::Cut) } else { Err(Halt::More) }
    }

    /// N001: an escape that is valid and may have been meant as a backslash: `"\frac"`, `"C:\temp"`.
    fn note_suspicious(&mut self, len: usize) -> Ask<()> {
        let rest = self.bytes();
        let suspect = match rest[1] {
            b'b' | b'f' => true,
            b'n' | b'r' | b't' => self.m.string.ends_in_drive(),
            _ => false,
        };
        if len != 2 || !suspect {
            return Ok(());
        }
        let word = match rest.get(2) {
            Some(b) => b.is_ascii_lowercase(),
            None if self.eof => false,
            None => return Err(Halt::More),
        };
        if word {
            self.note(Rule::SuspiciousEscape, 0)?;
        }
        Ok(())
    }

    /// Whether `\"` here has closers for every open container behind it, and then the input ends.
    fn quote_before_closers(&mut self) -> Ask<bool> {
        let (stop, _) =
            self.scan(2, |_, _, c| crate::scan::classes::is_space(c) || matches!(c, '}' | ']'))?;
        Ok(matches!(stop, super::hold::Stop::End(_)) && self.closes_everything(2))
    }

    /// `"C:\dir\"}`: the backslash is text and the quote the end.
    fn backslash_and_end(&mut self) -> Ask<()> {
        self.event(Event::Escape { raw: "\\\\", decoded: '\\' }, 0)?;
        if let Some(record) = self.m.string.record.take() {
            self.file(record)?;
        }
        let mut record = self.record(Rule::InsertQuote, Severity::Lossy, 1);
        record.ambiguity = Some(Ambiguity::StringEnd);
        record.truncated = true;
        record.edits.push(super::run::insert(self.byte(0), "\\"));
        self.file(record)?;
        self.string_is_over(2)
    }
}

/// The text of a whole string as it will be told, escapes decoded.
pub(crate) fn decoded(text: &str, delimiter: Delimiter) -> Cow<'_, str> {
    if !text.contains('\\') || delimiter == Delimiter::Bare {
        return Cow::Borrowed(text);
    }
    let deeper = usize::from(delimiter == Delimiter::Escaped);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let skip = if rest[1..].starts_with('\\') { deeper } else { 0 };
        let (len, c) = match parse(&rest[skip..]) {
            Escape::Valid(len, c) | Escape::Foreign(len, c) => (len, Some(c)),
            Escape::Unpaired(len) => (len, Some(char::REPLACEMENT_CHARACTER)),
            Escape::Continuation(len) => (len, None),
            Escape::None | Escape::Cut => (1, Some('\\')),
        };
        out.extend(c);
        rest = &rest[(skip + len).min(rest.len())..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether text may still go on to be the second half of a surrogate pair.
pub(crate) fn is_open(text: &str) -> bool {
    let pattern: [fn(u8) -> bool; 6] = [
        |b| b == b'\\',
        |b| b == b'u',
        |b| matches!(b, b'd' | b'D'),
        |b| matches!(b, b'c'..=b'f' | b'C'..=b'F'),
        |b| b.is_ascii_hexdigit(),
        |b| b.is_ascii_hexdigit(),
    ];
    text.len() < pattern.len() && text.bytes().zip(pattern).all(|(b, fits)| fits(b))
}

/// The escape at the start of `rest`, which begins with a backslash.
pub(crate) fn parse(rest: &str) -> Escape {
    let Some(kind) = rest[1..].chars().next() else { return Escape::Cut };
    let decoded = match kind {
        '"' | '\\' | '/' => kind,
        'b' => '\u{8}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return parse_unicode(rest),
        'U' => return parse_code(rest, 2, 8),
        'x' => return parse_code(rest, 2, 2),
        '\'' => return Escape::Foreign(2, kind),
        '\n' => return Escape::Continuation(2),
        '\r' if rest.len() == 2 => return Escape::Cut,
        '\r' if rest[2..].starts_with('\n') => return Escape::Continuation(3),
        '\r' => return Escape::Continuation(2),
        _ => return Escape::None,
    };
    Escape::Valid(2, decoded)
}

/// `\uXXXX`, a pair of them, or `\u{…}`.
fn parse_unicode(rest: &str) -> Escape {
    if let Some(braced) = rest[2..].strip_prefix('{') {
        let digits = braced.bytes().take_while(u8::is_ascii_hexdigit).count();
        return match braced.as_bytes().get(digits) {
            None if digits <= 6 => Escape::Cut,
            Some(b'}') if (1..=6).contains(&digits) => parse_code(rest, 3, digits),
            _ => Escape::None,
        };
    }
    let Some(unit) = hex(rest, 2, 4) else {
        return if is_cut(rest, 2, 4) { Escape::Cut } else { Escape::None };
    };
    match unit {
        0xd800..=0xdbff => match hex(rest, 8, 4).and_then(|low| pair(unit, low)) {
            Some(c) if rest[6..].starts_with("\\u") => Escape::Valid(LONGEST, c),
            _ => Escape::Unpaired(6),
        },
        _ => char::from_u32(unit).map_or(Escape::Unpaired(6), |c| Escape::Valid(6, c)),
    }
}

/// The character of a surrogate pair.
pub(crate) fn pair(high: u32, low: u32) -> Option<char> {
    let low = low.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
    char::from_u32(0x10000 + ((high - 0xd800) << 10) + low)
}

/// An escape of another language with so many hexadecimal digits from `from` on.
fn parse_code(rest: &str, from: usize, digits: usize) -> Escape {
    if is_cut(rest, from, digits) {
        return Escape::Cut;
    }
    let braced = usize::from(rest[2..].starts_with('{'));
    match hex(rest, from, digits).and_then(char::from_u32) {
        Some(c) => Escape::Foreign(from + digits + braced, c),
        None => Escape::None,
    }
}

pub(crate) fn hex(rest: &str, from: usize, digits: usize) -> Option<u32> {
    let text = rest.get(from..from + digits)?;
    text.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(text, 16).ok())?
}

/// Whether `rest` ends before so many hexadecimal digits, and all that is there are some.
fn is_cut(rest: &str, from: usize, digits: usize) -> bool {
    rest.len() < from + digits
        && rest[from.min(rest.len())..].bytes().all(|b| b.is_ascii_hexdigit())
}

/// A character as it stands in a JSON string.
pub(crate) fn write_char(c: char, buffer: &mut [u8; 12]) -> &str {
    let text: &str = match c {
        '"' => "\\\"",
        '\\' => "\\\\",
        '\0'..='\u{1f}' => super::string::CONTROLS[c as usize],
        _ => return c.encode_utf8(buffer),
    };
    text
}
