//! Strings of a document that is one level of escaping too deep (R027).

use super::escape::{DEEPER_PAIR, Escape, hex, is_open, pair, parse};
use super::hold::{Ask, Halt};
use super::run::Run;
use crate::event::{Event, Sink};
use crate::repair::Edit;

impl<S: Sink> Run<'_, S> {
    /// One level of escaping too deep: `\"` closes, `\\` stands for one backslash.
    pub(crate) fn deeper_escape(&mut self) -> Ask<()> {
        let rest = self.rest();
        match rest[1..].chars().next() {
            None if self.eof => self.cut_string(0, 1),
            None => Err(Halt::More),
            Some('"') => self.quote(0, None),
            Some('\\') => self.doubled_backslash(),
            Some(_) => {
                let escape = self.read_escape(0)?;
                self.apply(escape, 0)
            }
        }
    }

    /// `\\` in a string that is escaped once too often: one backslash, and what it escapes.
    fn doubled_backslash(&mut self) -> Ask<()> {
        let rest = self.rest();
        let inner = &rest[2..];
        let (raw, decoded, len) = match inner.as_bytes() {
            [] | [b'\\'] if !self.eof => return Err(Halt::More),
            [] | [b'\\'] => return self.cut_string(0, rest.len()),
            [b'"', ..] => {
                // A bare quote is none of its own: the backslash before it is text.
                self.event(Event::Escape { raw: "\\\\", decoded: '\\' }, 0)?;
                return self.read_text(2);
            }
            [b'\\', b'"', ..] => ("\\\"", '"', 4),
            [b'\\', b'\\', ..] => ("\\\\", '\\', 4),
            _ => {
                if let Some(pair) = self.deeper_pair()? {
                    return self.tell_deeper_pair(pair);
                }
                let escape = self.read_escape(1)?;
                if escape == Escape::Cut {
                    return self.cut_string(0, rest.len());
                }
                let one = Edit { byte: self.byte(0), delete: 1, insert: "".into() };
                self.add_to_string(one)?;
                return self.apply(escape, 1);
            }
        };
        self.event(Event::Escape { raw, decoded }, 0)?;
        for index in [0, 2] {
            let edit = self.replace(index, 1, "");
            self.add_to_string(edit)?;
        }
        self.read_text(len)
    }

    /// `\\\\ud83d\\\\ude00`: a surrogate pair that is escaped once too often.
    fn deeper_pair(&self) -> Ask<Option<char>> {
        let rest = self.rest();
        let open = rest.len() < DEEPER_PAIR && !self.eof;
        let Escape::Unpaired(_) = parse(&rest[1..]) else { return Ok(None) };
        match rest.get(7..).and_then(|low| low.strip_prefix('\\')) {
            Some(low) if rest.len() >= DEEPER_PAIR => match (hex(rest, 3, 4), hex(rest, 10, 4)) {
                (Some(high @ 0xd800..=0xdbff), Some(low_unit)) if low.starts_with("\\u") => {
                    Ok(pair(high, low_unit))
                }
                _ => Ok(None),
            },
            Some(low) if open && is_open(low) => Err(Halt::More),
            None if open && rest.len() <= 7 => Err(Halt::More),
            _ => Ok(None),
        }
    }

    fn tell_deeper_pair(&mut self, decoded: char) -> Ask<()> {
        let rest = self.rest();
        let raw = [&rest[1..7], &rest[8..DEEPER_PAIR]].concat();
        self.event(Event::Escape { raw: &raw, decoded }, 0)?;
        for index in [0, 7] {
            let edit = self.replace(index, 1, "");
            self.add_to_string(edit)?;
        }
        self.read_text(DEEPER_PAIR)
    }
}
