//! Values and keys without quotes, and the words between them.

use super::frames::Closer;
use super::grammar::{Class, Expect};
use super::hold::{Ask, Cell, Stop, WINDOW};
use super::number;
use super::quote::Follow;
use super::reading::literal_of;
use super::run::{Run, insert};
use super::string::Str;
use super::trivia::{before_comment, ends_line, opens_comment};
use crate::event::{Container, Reading, Role, Sink};
use crate::repair::{Ambiguity, Repair, Rule, Severity};
use crate::scan::classes::{Delimiter, is_blank, is_identifier, is_quote, is_space, plain};
use std::iter;

impl<S: Sink> Run<'_, S> {
    /// Whether braces at `index` enclose a placeholder of a template: `{{name}}`.
    pub(crate) fn is_placeholder(&mut self, index: usize, open: &str, close: &str) -> Ask<bool> {
        if !self.follows(index, open)? {
            return Ok(false);
        }
        let (end, cell) = self.scan(index + open.len(), |cell, _, c| {
            cell.state |= u32::from(!is_space(c));
            !is_quote(c) && !matches!(c, '{' | '}' | ':' | ',' | '\n')
        })?;
        Ok(cell.state == 1 && end.char() == Some('}') && self.follows(end.index(), close)?)
    }

    /// Whether a `#` where a value is due is text: a colour, a tag.
    pub(crate) fn hash_is_text(&mut self) -> Ask<bool> {
        let (word, _) = self.scan(1, |_, _, c| is_identifier(c))?;
        if word.index() == 1 {
            return Ok(false);
        }
        let (end, _) = self
            .scan(word.index(), |_, _, c| !matches!(plain(c), ',' | '}' | ']') && !ends_line(c))?;
        Ok(end.char().is_some_and(|c| !ends_line(c)))
    }

    /// A value without quotes (R003), or what looks like one.
    pub(crate) fn bare_value(&mut self) -> Ask<()> {
        if let Some(prefixed) = self.prefixed_string()? {
            return prefixed.open(self);
        }
        if self.is_bare_key()? {
            return self.key_in_value_place();
        }
        if let Some(call) = self.call()? {
            return self.open_call(call);
        }
        let (end, stop) = self.bare_end()?;
        let text = self.rest()[..end].trim_end_matches(|c| is_space(c) || is_blank(c));
        let len = text.len();
        if len == 0 {
            let len = self.peek(0).map_or(0, char::len_utf8);
            return self.drop_stray(len, None);
        }
        if let Some((len, closing)) = self.lost_opener(text, stop)? {
            if len <= WINDOW {
                let mut record = self.record(Rule::InsertQuote, Severity::Lossy, 0);
                record.ambiguity = Some(Ambiguity::StringEnd);
                return self.open_bare(record, len, closing);
            }
            self.m.limited = Some(self.position(0));
        }
        if text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b'-' | b'+'))
            && text.contains(',')
        {
            return self.grouped_digits(text);
        }
        let comment =
            text.contains('#') || text.contains("//") && text.replace("://", "").contains("//");
        let class = if comment { Ambiguity::CommentOrText } else { Ambiguity::BareWord };
        let mut record = self.record(Rule::QuoteBareValue, Severity::Cosmetic, 0);
        record.ambiguity = Some(class);
        match literal_of(text) {
            None => self.tell_reading(record, &[Reading::Text(text)], len),
            Some(value) => {
                self.tell_reading(record, &[Reading::Text(text), Reading::Bool(value)], len)
            }
        }
    }

    /// `b"`, `b'`: the length of a bare value that lost its opening quote, and that of the closing one,
    /// which ends the value or is all of a kind at its end.
    fn lost_opener(&mut self, text: &str, stop: Stop) -> Ask<Option<(usize, usize)>> {
        let len = text.len();
        if stop == Stop::At(len, '"') {
            let lost = !self.m.unwrapping && self.ends_bare(len + 1)?;
            return Ok(lost.then_some((len, 1)));
        }
        let Some(quote) = text.chars().last().filter(|&c| is_quote(c)) else { return Ok(None) };
        let inside = len - quote.len_utf8();
        let alone = inside > 0 && !text[..inside].contains(is_quote);
        Ok(alone.then_some((inside, quote.len_utf8())))
    }

    /// Whether the `"` before `from` may end a value that has no opening quote.
    pub(crate) fn ends_bare(&mut self, from: usize) -> Ask<bool> {
        Ok(self.follow_of(Delimiter::Double, from, Role::Value)?.ends())
    }

    /// `1,000`, `1,5`: digits with commas in them, which is all of `text`.
    fn grouped_digits(&mut self, text: &str) -> Ask<()> {
        let mut record = self.record(Rule::NormalizeNumber, Severity::Cosmetic, 0);
        record.ambiguity = Some(Ambiguity::DigitGroup);
        let plain = if groups_thousands(text) { text.replace(',', "") } else { String::new() };
        let decimal = text.replacen(',', ".", 1);
        let numbers = [&plain, &decimal].into_iter().filter(|n| number::is_strict(n.as_bytes()));
        let readings: Vec<_> = iter::once(Reading::Text(text))
            .chain(numbers.map(|number| Reading::Number(number)))
            .collect();
        self.tell_reading(record, &readings, text.len())
    }

    /// Begins a string without an opening quote, of `len` bytes and a closing quote of `closing`;
    /// `record` says why.
    pub(crate) fn open_bare(&mut self, mut record: Repair, len: usize, closing: usize) -> Ask<()> {
        record.edits.push(insert(self.byte(0), "\""));
        let string = Str {
            delimiter: Delimiter::Bare,
            record: Some(record),
            known_end: Some((self.pos + len, closing)),
            ..Str::default()
        };
        self.begin_string(string, 0)
    }

    /// Whether an identifier with a colon behind it stands where an element is due.
    fn is_bare_key(&mut self) -> Ask<bool> {
        let due = matches!(self.m.expect, Expect::FirstElement | Expect::Element);
        if !due
            || self.frames().container() != Some(Container::Array)
            || self.peek(0).is_none_or(|c| !is_identifier(c) || c.is_ascii_digit())
        {
            return Ok(false);
        }
        let (end, _) = self.scan(0, |_, _, c| is_identifier(c) || c == '-')?;
        if end.char() != Some(':') {
            return Ok(false);
        }
        let (next, _) = self.scan(end.index() + 1, |_, _, _| false)?;
        Ok(next.char().is_some_and(|c| {
            is_space(c) || is_quote(c) || c.is_ascii_digit() || matches!(c, '{' | '[' | '-')
        }))
    }

    /// Where a bare value ends, and what stands there.
    fn bare_end(&mut self) -> Ask<(usize, Stop)> {
        let object = self.frames().container() == Some(Container::Object);
        let paren = self.frames().top().is_some_and(|f| f.closer() == Closer::Paren);
        let (stop, cell) =
            self.scan_token(0, |cell, index, c| Bare::pass(cell, index, c, object, paren))?;
        let bare = Bare::of(cell);
        let end = match (bare.comma, bare.depth) {
            (_, 1..) if stop.char().is_some() => cell.mark,
            (true, 0) if !bare.text || matches!(stop.char(), Some(':' | '"')) => cell.mark,
            _ if bare.slash => stop.index() - 1,
            _ => stop.index(),
        };
        Ok((end, stop))
    }

    /// A key without quotes (R002), or a word before one (R032).
    pub(crate) fn bare_key(&mut self) -> Ask<()> {
        let comma_due = self.m.expect == Expect::Comma;
        if let Some((letters, plain)) = self.key_prefix()? {
            if comma_due {
                return self.insert_comma(Class::Word);
            }
            let (rule, severity) = if plain {
                (Rule::NormalizeQuotes, Severity::Cosmetic)
            } else {
                (Rule::UnwrapCall, Severity::Lossy)
            };
            self.repair(rule, severity, None, 0, letters, "")?;
            self.advance(letters);
            return Ok(());
        }
        let word = self.past_word(0);
        let (stop, cell) = self.scan_token(word, |cell, index, c| {
            !opens_comment(cell, index, c)
                && (c == '\'' || !is_quote(c))
                && !matches!(
                    c,
                    ':' | '：'
                        | '='
                        | ','
                        | '，'
                        | '}'
                        | ']'
                        | '{'
                        | '['
                        | '\n'
                        | ';'
                        | '\u{1b}'
                        | '\u{0c}'
                        | '\u{1e}'
                )
        })?;
        let stop = before_comment(stop, cell);
        let text = self.rest()[..stop.index()].trim_end_matches(|c| is_space(c) || is_blank(c));
        let len = text.len();
        let next = self.past_trivia(stop.index())?;
        match (stop, next.char()) {
            (Stop::End(_), _) if !comma_due => return self.drop_cut_key(),
            (_, Some(':' | '：' | '=')) => {}
            (Stop::At(at, c), _) if is_quote(c) => {
                let delimiter = Delimiter::opened_by(c).unwrap_or_default();
                let behind = at + c.len_utf8();
                let key =
                    at == len && self.follow_of(delimiter, behind, Role::Key)? != Follow::Text;
                if key && !comma_due {
                    return self.key_without_opener(len, c.len_utf8());
                }
                if key || self.key_ahead(at)? || comma_due {
                    return if key { self.insert_comma(Class::Word) } else { self.drop_word(len) };
                }
            }
            (Stop::At(_, '\n'), Some(_)) | (_, Some(']')) => return self.drop_word(len),
            (_, Some(',' | '，')) if self.may_be_set(stop.index()) => return self.becomes_set(),
            _ if comma_due => return self.drop_word(len),
            _ => {}
        }
        if comma_due {
            return self.insert_comma(Class::Word);
        }
        if len > 1 && text.ends_with('\'') {
            return self.key_without_opener(len - 1, 1);
        }
        let class = if text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
            None
        } else if text.contains('#') {
            Some(Ambiguity::CommentOrText)
        } else if text.contains('\\') {
            Some(Ambiguity::Backslash)
        } else {
            text.contains(char::is_whitespace).then_some(Ambiguity::BareWord)
        };
        self.open_bare_key(Rule::QuoteKey, Severity::Cosmetic, class, len, 0)
    }

    fn open_bare_key(
        &mut self,
        rule: Rule,
        severity: Severity,
        class: Option<Ambiguity>,
        len: usize,
        closing: usize,
    ) -> Ask<()> {
        self.open_pending(Container::Object)?;
        self.look_for_duplicate(Delimiter::Bare, 0, len)?;
        let hidden = self.hidden_in_key(0, len);
        let mut record = self.record(rule, severity, 0);
        record.ambiguity = class;
        record.edits.push(insert(self.byte(0), "\""));
        let string = Str {
            role: Role::Key,
            delimiter: Delimiter::Bare,
            record: Some(record),
            known_end: Some((self.pos + len, closing)),
            ..Str::default()
        };
        self.begin_string(string, 0)?;
        hidden.map_or(Ok(()), |note| self.file(note))
    }

    /// `a":1`: the key lost its opening quote (R009).
    fn key_without_opener(&mut self, len: usize, closing: usize) -> Ask<()> {
        let class = Some(Ambiguity::StringEnd);
        self.open_bare_key(Rule::InsertQuote, Severity::Lossy, class, len, closing)
    }

    /// A word that is no key goes (R032).
    fn drop_word(&mut self, len: usize) -> Ask<()> {
        self.drop_stray(len.max(1), Some(Ambiguity::BareWord))
    }
}

/// Whether the commas of a number stand where they group thousands.
fn groups_thousands(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+']);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.contains(',') {
        // `1.000,50` is written the other way round.
        return false;
    }
    let mut groups = whole.split(',');
    groups.next().is_some_and(|first| (1..=3).contains(&first.len()))
        && groups.all(|g| g.len() == 3)
}

/// What the scan for the end of a bare value knows, packed into a [`Cell`]; its mark is the comma
/// or the bracket at which the value ends if what follows does not belong to it.
#[derive(Clone, Copy, Debug, Default)]
struct Bare {
    /// Open brackets.
    depth: u32,
    /// A comma has been passed that may belong to the value.
    comma: bool,
    /// Text stands behind that comma.
    text: bool,
    /// The last character was white space.
    space: bool,
    /// The last character was a slash behind white space.
    slash: bool,
    /// A parenthesis has been seen: what its brackets hold may be anything.
    call: bool,
}

impl Bare {
    fn of(cell: Cell) -> Bare {
        let bit = |n: u32| cell.state >> n & 1 == 1;
        Bare {
            depth: cell.state >> 8,
            comma: bit(0),
            text: bit(1),
            space: bit(2),
            slash: bit(3),
            call: bit(4),
        }
    }

    fn pack(self) -> u32 {
        let bit = |on: bool, n: u32| u32::from(on) << n;
        self.depth << 8
            | bit(self.comma, 0)
            | bit(self.text, 1)
            | bit(self.space, 2)
            | bit(self.slash, 3)
            | bit(self.call, 4)
    }

    /// For [`Run::scan_token`]: passes over a bare value.
    fn pass(cell: &mut Cell, index: usize, c: char, object: bool, paren: bool) -> bool {
        let mut bare = Bare::of(*cell);
        let on = if bare.depth > 0 {
            bare.inside(c)
        } else {
            bare.outside(cell, index, c, object, paren)
        };
        if on {
            bare.slash = c == '/' && bare.space;
            bare.space = is_space(c);
            cell.state = bare.pack();
        }
        on
    }

    /// Inside of brackets, which balance.
    fn inside(&mut self, c: char) -> bool {
        match c {
            '(' | '{' | '[' => self.depth += 1,
            ')' | '}' | ']' => self.depth -= 1,
            '"' => return self.call,
            _ => {}
        }
        true
    }

    fn outside(
        &mut self,
        cell: &mut Cell,
        index: usize,
        c: char,
        object: bool,
        paren: bool,
    ) -> bool {
        match c {
            '\n' | '"' | '}' | ']' | '｝' | '］' | '】' => return false,
            '\u{0b}' | '\u{0c}' | '\u{1e}' | '\u{1b}' => return false,
            '#' if self.space => return false,
            '/' | '*' if self.slash => return false,
            ')' if paren => return false,
            ':' | '：' if self.comma => return false,
            ',' | '，' | '、' | '،' if !object || self.comma && !self.text => return false,
            ',' | '，' | '、' | '،' => {
                self.comma = true;
                self.text = false;
                cell.mark = index;
            }
            '(' | '{' | '[' => {
                if !self.comma {
                    cell.mark = index;
                }
                self.depth = 1;
                self.call |= c == '(';
            }
            c => self.text |= self.comma && !is_space(c),
        }
        true
    }
}
