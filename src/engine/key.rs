//! Keys in quotes: held until they are whole, since what follows tells where they end.

use super::grammar::Expect;
use super::hold::{Ask, Halt, WINDOW};
use super::quote::Follow;
use super::run::{Run, delete, record_at};
use super::string::Str;
use crate::error::Code;
use crate::event::{Container, Role, Sink};
use crate::repair::{Ambiguity, Edit, Repair, Rule, Severity};
use crate::scan::classes::{Delimiter, is_hidden, is_quote, is_space};
use crate::scan::runs;

/// How far a key has been read. Indexes count from its opening delimiter.
#[derive(Clone, Debug)]
pub(crate) struct KeyScan {
    /// The next character to look at.
    at: usize,
    /// Where its text begins.
    from: usize,
    /// How many quotes delimit it.
    width: u8,
    /// The first colon in its text.
    colon: Option<usize>,
    /// A quote of another kind with a colon behind it, and its length: perhaps the end.
    rival: Option<(usize, usize)>,
}

/// The opening delimiter of a key.
#[derive(Clone, Copy, Debug)]
struct Opened {
    delimiter: Delimiter,
    /// Where the key's text begins.
    from: usize,
    /// How many quotes delimit it.
    width: u8,
}

/// Where a key ends.
enum End {
    /// At a closing delimiter, this many bytes long.
    At(usize, usize, Follow),
    /// At a quote of another kind (R001).
    Rival(usize, usize),
    /// Before the colon in its text (R009).
    BeforeColon(usize),
    /// It is only a comma: the quote before it is stray (R032).
    Stray,
    /// The input ends in it.
    Cut,
}

impl<S: Sink> Run<'_, S> {
    /// Deals with a key whose opening delimiter is `len` bytes long.
    pub(crate) fn key(&mut self, delimiter: Delimiter, len: usize) -> Ask<()> {
        let known = self.m.key.take();
        if delimiter == Delimiter::Double && known.is_none() {
            // The usual case, in one look: no escape, and the colon right behind the quote.
            let end = 1 + runs::plain(&self.bytes()[1..]);
            if self.bytes()[end..].starts_with(b"\":") {
                self.check_token(end - len)?;
                let key = Opened { delimiter, from: len, width: 1 };
                return self.key_found(key, end, 1, None);
            }
        }
        let mut scan =
            known.unwrap_or(KeyScan { at: len, from: len, width: 1, colon: None, rival: None });
        self.m.string = Str { role: Role::Key, delimiter, ..Str::default() };
        let end = match self.key_end(&mut scan) {
            Err(Halt::More) => {
                self.m.key = Some(scan);
                return Err(self.key_waits());
            }
            end => end?,
        };
        self.key_ends(delimiter, len, &scan, end)
    }

    /// The key goes on behind the window: an object that waits for it does so no longer than the
    /// limit allows.
    fn key_waits(&mut self) -> Halt {
        if !self.may_be_set(self.rest().len())
            && let Err(halt) = self.open_pending(Container::Object)
        {
            return halt;
        }
        Halt::More
    }

    /// E022 where a token that has to be held is longer than that.
    fn check_token(&mut self, len: usize) -> Ask<()> {
        if len as u64 > self.m.options.max_token { Err(self.fail(Code::E022)) } else { Ok(()) }
    }

    /// Whether the brace before this first token may still open a set, when the token goes on to
    /// `index`.
    pub(crate) fn may_be_set(&self, index: usize) -> bool {
        self.m.unopened.is_some_and(|brace| self.byte(index) - brace.byte <= WINDOW as u64)
    }

    fn key_end(&mut self, scan: &mut KeyScan) -> Ask<End> {
        let delimiter = self.m.string.delimiter;
        loop {
            // Of words nothing ends a key.
            scan.at += runs::word(&self.bytes()[scan.at..]);
            self.check_token(scan.at - scan.from)?;
            let Some(c) = self.peek(scan.at) else {
                return if self.eof { Ok(End::Cut) } else { Err(Halt::More) };
            };
            let len = match c {
                '\\' if delimiter == Delimiter::Escaped && self.follows(scan.at, "\\\"")? => 2,
                '\\' => {
                    let Some(len) = self.escape_len(scan.at)? else { return Ok(End::Cut) };
                    scan.at += len;
                    continue;
                }
                '&' if delimiter.is_entity() => match self.read_entity(scan.at)? {
                    Some((len, c)) if delimiter.closed_by_entity(c) => len,
                    _ => 0,
                },
                c if delimiter.closed_by(c).is_some() => c.len_utf8(),
                _ => 0,
            };
            if len > 0 {
                if let Some(end) = self.key_quote(scan, len)? {
                    return Ok(end);
                }
                scan.at += len;
            } else {
                self.key_text(scan, c)?;
                scan.at += c.len_utf8();
            }
            self.m.memo.clear();
        }
    }

    /// The length of what a backslash in a key begins, as far as that hides a quote; none where the
    /// input ends in it.
    fn escape_len(&self, at: usize) -> Ask<Option<usize>> {
        let rest = &self.rest()[at + 1..];
        let Some(c) = rest.chars().next() else {
            return if self.eof { Ok(None) } else { Err(Halt::More) };
        };
        let deeper = self.m.string.delimiter == Delimiter::Escaped && c == '\\';
        let doubled = deeper && (self.follows(at + 2, "\\\"")? || self.follows(at + 2, "\\\\")?);
        Ok(Some(if doubled { 4 } else { 1 + c.len_utf8() }))
    }

    /// What a character of the key's text may tell about its end.
    fn key_text(&mut self, scan: &mut KeyScan, c: char) -> Ask<()> {
        if c == ':' && scan.colon.is_none() {
            scan.colon = Some(scan.at);
        }
        if is_quote(c) && scan.rival.is_none() {
            let behind = scan.at + c.len_utf8();
            let (next, _) = self.scan(behind, |_, _, c| is_space(c))?;
            if next.char() == Some(':') {
                scan.rival = Some((scan.at, c.len_utf8()));
            }
        }
        Ok(())
    }

    /// Whether and how a quote that may close the key does.
    fn key_quote(&mut self, scan: &mut KeyScan, len: usize) -> Ask<Option<End>> {
        let at = scan.at;
        if scan.width > 1 {
            let quote = &self.rest()[at..at + len];
            let wide = quote.repeat(usize::from(scan.width));
            if self.follows(at, &wide)? {
                let follow = self.follow(at + wide.len(), Role::Key)?;
                return Ok(Some(End::At(at, wide.len(), follow)));
            }
        }
        let follow = self.follow(at + len, Role::Key)?;
        let ends = follow.ends();
        if follow == Follow::Colon {
            return Ok(Some(End::At(at, len, follow)));
        }
        // A key that the input ends behind is whole: its colon may have been cut off.
        if let Some((rival, len)) = scan.rival
            && follow != Follow::Input
        {
            return Ok(Some(End::Rival(rival, len)));
        }
        let text = self.rest()[scan.from..at].trim();
        if !ends {
            if let Some(colon) = scan.colon
                && text.ends_with([',', ':'])
            {
                return Ok(Some(End::BeforeColon(colon)));
            }
            if text == "," {
                return Ok(Some(End::Stray));
            }
        }
        let plain = matches!(self.m.string.delimiter, Delimiter::Double | Delimiter::Single);
        let third = self.third_quote(at + len);
        if plain && at == scan.from && scan.width == 1 && (third || !ends) {
            scan.width = if third { 3 } else { 2 };
            scan.from = at + len * usize::from(scan.width - 1);
            scan.at = scan.from - len;
            return Ok(None);
        }
        Ok(ends.then_some(End::At(at, len, follow)))
    }

    fn third_quote(&self, at: usize) -> bool {
        self.peek(at).is_some_and(|c| self.m.string.delimiter.closed_by(c).is_some())
    }

    fn key_ends(&mut self, delimiter: Delimiter, len: usize, scan: &KeyScan, end: End) -> Ask<()> {
        let key = Opened { delimiter, from: scan.from, width: scan.width };
        match end {
            End::At(at, closing, follow) => {
                if follow == Follow::Comma {
                    let comma = self.past_trivia(at + closing)?.index();
                    if self.may_be_set(comma) {
                        return self.becomes_set();
                    }
                    if self.m.expect == Expect::FirstKey {
                        let at = self.position(0);
                        self.note_limit(at)?;
                    }
                }
                let empty = at == scan.from && follow != Follow::Colon;
                if empty && self.past_trivia(at + closing)?.char().is_some() {
                    return self.drop_stray(at + closing, Some(Ambiguity::StringEnd));
                }
                self.key_found(key, at, closing, None)
            }
            End::Rival(at, closing) => {
                self.key_found(key, at, closing, Some(Rule::NormalizeQuotes))
            }
            End::BeforeColon(at) => self.key_found(key, at, 0, Some(Rule::InsertQuote)),
            End::Stray => self.drop_stray(len, Some(Ambiguity::StringEnd)),
            End::Cut => self.drop_cut_key(),
        }
    }

    /// A key that the input cuts goes (R032): an unfinished key is never shown.
    pub(crate) fn drop_cut_key(&mut self) -> Ask<()> {
        let len = self.rest().len();
        let mut record = self.record(Rule::DropStray, Severity::Lossy, 0);
        record.truncated = true;
        record.edits.push(self.replace(0, len, ""));
        self.file(record)?;
        self.advance(len);
        Ok(())
    }

    /// Begins the key, now that its end is known; `guess` is the rule that guessed it.
    fn key_found(
        &mut self,
        key: Opened,
        end: usize,
        closing: usize,
        guess: Option<Rule>,
    ) -> Ask<()> {
        let Opened { delimiter, from, width } = key;
        self.open_pending(Container::Object)?;
        self.look_for_duplicate(delimiter, from, end)?;
        let hidden = self.hidden_in_key(from, end);
        let mut record = self.quotes_record(delimiter, from, width);
        if guess == Some(Rule::NormalizeQuotes) {
            let plain = || self.record(Rule::NormalizeQuotes, Severity::Cosmetic, 0);
            let mut guessed = record.unwrap_or_else(plain);
            guessed.ambiguity = Some(Ambiguity::StringEnd);
            record = Some(guessed);
        }
        let string = Str {
            role: Role::Key,
            delimiter,
            width,
            record,
            known_end: Some((self.pos + end, closing)),
            unclosed: closing == 0,
            ..Str::default()
        };
        self.begin_string(string, from)?;
        // What is said about a key comes behind its beginning, so that it can go with the member.
        if let Some(note) = hidden {
            self.file(note)?;
        }
        if guess == Some(Rule::InsertQuote) {
            let class = Some(Ambiguity::StringEnd);
            self.repair(Rule::InsertQuote, Severity::Lossy, class, end - from, 0, "\"")?;
        }
        Ok(())
    }

    /// N003 for a key whose text stands between `from` and `end`, where it is not what it looks like.
    pub(crate) fn hidden_in_key(&mut self, from: usize, end: usize) -> Option<Repair> {
        let text = &self.rest()[from..end];
        let hidden = !text.is_ascii() && text.chars().any(is_hidden);
        hidden.then(|| self.record(Rule::HiddenCharacter, Severity::Note, 0))
    }

    /// The record of a string's delimiters, where they are not plain double quotes: its opening
    /// part.
    pub(crate) fn quotes_record(
        &mut self,
        delimiter: Delimiter,
        from: usize,
        width: u8,
    ) -> Option<Repair> {
        let (rule, class) = match delimiter {
            Delimiter::Double if width == 1 => return None,
            Delimiter::Guillemet => (Rule::NormalizeQuotes, Some(Ambiguity::BareWord)),
            Delimiter::Escaped => (Rule::UnescapeDocument, None),
            Delimiter::EntityDouble | Delimiter::EntitySingle => (Rule::DecodeEntity, None),
            _ => (Rule::NormalizeQuotes, None),
        };
        let mut record = self.record(rule, Severity::Cosmetic, 0);
        record.ambiguity = if width > 1 { Some(Ambiguity::StringEnd) } else { class };
        let edit = match delimiter {
            Delimiter::Double => delete(self.byte(1), self.byte(from)),
            _ => self.replace(0, from, "\""),
        };
        record.edits.push(edit);
        Some(record)
    }

    /// The braces hold a list: `{"a","b"}` (R028).
    pub(crate) fn becomes_set(&mut self) -> Ask<()> {
        use super::frames::{Frame, Opener};
        let Some(brace) = self.m.unopened else { return Ok(()) };
        self.open_pending(Container::Array)?;
        self.m.frames.pop();
        self.m.close_keys();
        self.m.frames.push(Frame::new(Opener::Set, Some(Container::Array)));
        self.m.expect = Expect::FirstElement;
        let at = self.resolve(brace.spot);
        let mut record = record_at(Rule::ConvertTuple, Severity::Cosmetic, at);
        record.ambiguity = Some(Ambiguity::SetOrObject);
        let delete = brace.odd.map_or(1, char::len_utf8) as u64;
        record.edits.push(Edit { byte: brace.byte, delete, insert: "[".into() });
        self.file(record)
    }
}
