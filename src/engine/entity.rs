//! HTML entities, where they delimit strings (R033), and what a template literal leaves open.

use super::escape::write_char;
use super::hold::{Ask, Halt};
use super::run::Run;
use crate::event::{Event, Sink};
use crate::repair::Ambiguity;
use crate::scan::classes::Delimiter;

impl<S: Sink> Run<'_, S> {
    /// `&` in a string that entities delimit.
    pub(crate) fn entity(&mut self) -> Ask<()> {
        let Some((_, c)) = self.read_entity(0)? else { return self.text(1) };
        let closes = match self.m.string.delimiter {
            Delimiter::EntityDouble => c == '"',
            _ => c == '\'',
        };
        if closes { self.quote(0, None) } else { self.decode_entity() }
    }

    /// Decodes the entity here (R033).
    pub(crate) fn decode_entity(&mut self) -> Ask<()> {
        let Some((len, c)) = self.read_entity(0)? else { return self.text(1) };
        let mut buffer = [0; 12];
        let written = write_char(c, &mut buffer);
        let event = if written.starts_with('\\') {
            Event::Escape { raw: written, decoded: c }
        } else {
            Event::Text(written)
        };
        self.event(event, 0)?;
        let edit = self.replace(0, len, written.to_owned());
        self.add_to_string(edit)?;
        self.read_text(len)
    }

    /// The entity at `index`: its length and its character.
    pub(crate) fn read_entity(&self, index: usize) -> Ask<Option<(usize, char)>> {
        const LONGEST_ENTITY: usize = 10;
        let rest = &self.rest()[index..];
        let Some(end) = rest.bytes().take(LONGEST_ENTITY).position(|b| b == b';') else {
            let open = rest.len() < LONGEST_ENTITY && !self.eof;
            return if open { Err(Halt::More) } else { Ok(None) };
        };
        let c = match &rest[1..end] {
            "quot" => Some('"'),
            "apos" => Some('\''),
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "nbsp" => Some('\u{a0}'),
            number => number.strip_prefix('#').and_then(|n| {
                let code = match n.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16),
                    None => n.parse(),
                };
                code.ok().and_then(char::from_u32)
            }),
        };
        Ok(c.map(|c| (end + 1, c)))
    }

    /// `${` in a template literal: its value is not known.
    pub(crate) fn interpolation(&mut self) -> Ask<()> {
        if self.follows(0, "${")?
            && let Some(record) = &mut self.m.string.record
        {
            record.ambiguity = Some(Ambiguity::BareWord);
        }
        self.text(1)
    }
}
