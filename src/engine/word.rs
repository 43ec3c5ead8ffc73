//! What is written without quotes: numbers, literals, bare values and keys.

use super::exact;
use super::hold::{Ask, Stop};
use super::machine::Last;
use super::number::{self, Number};
use super::options::NonFinite;
use super::run::{Run, insert};
use super::trivia::{before_comment, opens_comment};
use crate::event::{Container, Event, Interest, Reading, Role, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::{is_blank, is_quote, is_space, plain_punctuation};

/// A literal of JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    True,
    False,
    Null,
}

/// What a token without quotes is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Number(Number),
    /// As JSON writes it.
    Literal(Literal),
    /// Written otherwise (R010).
    Spelled(Literal, Option<Ambiguity>),
    /// Its beginning (R010).
    Begun(Literal),
    /// What JSON has no value for (R013).
    NonFinite(Option<Ambiguity>),
    Undefined,
}

const LITERALS: &[(&str, Literal)] = &[
    ("true", Literal::True),
    ("false", Literal::False),
    ("null", Literal::Null),
    ("True", Literal::True),
    ("False", Literal::False),
    ("None", Literal::Null),
    ("Null", Literal::Null),
    ("TRUE", Literal::True),
    ("FALSE", Literal::False),
    ("NULL", Literal::Null),
    ("NONE", Literal::Null),
    ("nil", Literal::Null),
];

impl Literal {
    fn text(self) -> &'static str {
        match self {
            Literal::True => "true",
            Literal::False => "false",
            Literal::Null => "null",
        }
    }

    fn reading(self) -> Reading<'static> {
        match self {
            Literal::True => Reading::Bool(true),
            Literal::False => Reading::Bool(false),
            Literal::Null => Reading::Null,
        }
    }

    fn event(self) -> Event<'static> {
        match self {
            Literal::True => Event::Bool(true),
            Literal::False => Event::Bool(false),
            Literal::Null => Event::Null,
        }
    }
}

/// What `word` is, unless it is just a word; `cut` tells that the input ends with it.
pub(crate) fn read(word: &str, cut: bool) -> Option<Scalar> {
    if let Some(number) = number::read(word, cut) {
        return Some(Scalar::Number(number));
    }
    if let Some(&(text, literal)) = LITERALS.iter().find(|(text, _)| *text == word) {
        return Some(match text {
            "nil" => Scalar::Spelled(literal, Some(Ambiguity::BareWord)),
            _ if text == literal.text() => Scalar::Literal(literal),
            _ => Scalar::Spelled(literal, None),
        });
    }
    match word.trim_start_matches(['+', '-']) {
        "NaN" | "Infinity" => return Some(Scalar::NonFinite(None)),
        "nan" | "inf" => return Some(Scalar::NonFinite(Some(Ambiguity::BareWord))),
        "undefined" => return Some(Scalar::Undefined),
        _ => {}
    }
    let shortest = if cut { 1 } else { 3 };
    let begun = LITERALS.iter().find(|(text, _)| *text != "nil" && text.starts_with(word));
    begun.filter(|_| word.len() >= shortest).map(|&(_, literal)| Scalar::Begun(literal))
}

/// Whether `c` ends a number, a literal or a word that stands by itself.
pub(crate) fn ends_atom(c: char) -> bool {
    match c {
        ' ' | '\t'..='\r' | '\u{1b}' | '\u{1e}' => true,
        ',' | ']' | '}' | ')' | '[' | '{' | '(' | ':' | ';' | '"' | '\\' => true,
        c if c.is_ascii() => false,
        c => is_blank(c) || is_quote(c) || plain_punctuation(c).is_some() || c == '…',
    }
}

impl<S: Sink> Run<'_, S> {
    /// A number, a literal, or a bare value.
    pub(crate) fn word(&mut self) -> Ask<()> {
        let stop = self.atom(0)?;
        let atom = &self.rest()[..stop.index()];
        if atom == "-" || atom == "+" {
            return self.spaced_sign(stop);
        }
        let cut = matches!(stop, Stop::End(_));
        let scalar = match read(atom, cut) {
            Some(scalar) if !self.goes_on(&scalar, stop)? => scalar,
            _ => return self.bare_value(),
        };
        self.tell_scalar(scalar, stop.index(), cut)
    }

    /// Where the token that begins at `from` ends. A comment may be glued to it.
    pub(crate) fn atom(&mut self, from: usize) -> Ask<Stop> {
        let begun = self.past_word(from);
        let (stop, cell) = self
            .scan_token(begun, |cell, index, c| !opens_comment(cell, index, c) && !ends_atom(c))?;
        let stop = before_comment(stop, cell);
        // So may dots that stand for further values: `[1,2...]`.
        let scalar = self.rest()[from..stop.index()].strip_suffix("...");
        Ok(match scalar.filter(|scalar| number::is_scalar(scalar)) {
            Some(scalar) => Stop::At(from + scalar.len(), '.'),
            None => stop,
        })
    }

    /// `- 1`: a sign and the number it belongs to.
    fn spaced_sign(&mut self, sign: Stop) -> Ask<()> {
        let (gap, _) = self.scan(sign.index(), |_, _, c| matches!(c, ' ' | '\t'))?;
        if gap.index() > sign.index() && gap.char().is_some_and(|c| c.is_ascii_digit()) {
            let stop = self.atom(gap.index())?;
            let text = &self.rest()[..stop.index()];
            if let Some(number @ Number::Normalized(..)) = number::read(text, false) {
                return self.tell_scalar(Scalar::Number(number), stop.index(), false);
            }
        }
        let cut = matches!(sign, Stop::End(_));
        match read(&self.rest()[..sign.index()], cut) {
            Some(scalar) if !self.goes_on(&scalar, sign)? => {
                self.tell_scalar(scalar, sign.index(), cut)
            }
            _ => self.bare_value(),
        }
    }

    /// Whether what follows a number or literal makes it a bare value: `5 apples`, `1,000`.
    fn goes_on(&mut self, scalar: &Scalar, stop: Stop) -> Ask<bool> {
        let Some(c) = stop.char() else { return Ok(false) };
        let object = self.frames().container() == Some(Container::Object);
        let numeric = matches!(scalar, Scalar::Number(_));
        match c {
            ':' => Ok(self.frames().len() > 0),
            '(' => Ok(!numeric),
            '"' if self.m.unwrapping => Ok(false),
            '"' => self.ends_bare(stop.index() + 1),
            ',' if object && numeric => self.digits_follow(stop.index()),
            c if is_space(c) && object => self.words_follow(stop.index()),
            _ => Ok(false),
        }
    }

    /// Whether `,` is followed by digits and then by what ends a value: `1,000`, `1,5`.
    fn digits_follow(&mut self, comma: usize) -> Ask<bool> {
        let (end, _) = self.scan(comma + 1, |_, _, c| c.is_ascii_digit())?;
        let group = end.index() > comma + 1;
        Ok(group && end.char().is_none_or(|c| is_space(c) || matches!(c, ',' | '}' | ']' | '.')))
    }

    /// Whether words follow on the same line that belong to no key.
    pub(crate) fn words_follow(&mut self, from: usize) -> Ask<bool> {
        let (gap, _) = self.scan(from, |_, _, c| c == ' ' || c == '\t' || c == '\r')?;
        let (index, c) = match gap {
            Stop::At(index, c) => (index, c),
            Stop::Limit(_) => {
                self.m.limited = Some(self.position(0));
                return Ok(false);
            }
            Stop::End(_) => return Ok(false),
        };
        if is_space(c) || ends_atom(c) || is_quote(c) || matches!(c, '#' | '=' | '.') {
            return Ok(false);
        }
        if c == '<' && self.may_end_wrapper(index)? {
            return Ok(false);
        }
        if self.past_trivia(from)? != gap || self.bare_key_ahead(index)? {
            return Ok(false);
        }
        let (end, cell) = self.scan(index, |cell, _, c| {
            cell.state |= u32::from(c.is_alphanumeric());
            !is_quote(c) && !matches!(c, ',' | '}' | ']' | '\n')
        })?;
        Ok(end.char().is_none_or(|c| !is_quote(c)) && cell.state == 1)
    }

    /// Tells a number or literal of `len` bytes.
    fn tell_scalar(&mut self, scalar: Scalar, len: usize, cut: bool) -> Ask<()> {
        let word = &self.rest()[..len];
        match scalar {
            Scalar::Spelled(literal, class @ Some(_)) => {
                let mut record = self.record(Rule::NormalizeLiteral, Severity::Cosmetic, 0);
                record.ambiguity = class;
                let readings = [literal.reading(), Reading::Text(word)];
                return self.tell_reading(record, &readings, len);
            }
            Scalar::Begun(literal) if !cut => {
                let mut record = self.record(Rule::NormalizeLiteral, Severity::Lossy, 0);
                record.ambiguity = Some(Ambiguity::BareWord);
                let readings = [literal.reading(), Reading::Text(word)];
                return self.tell_reading(record, &readings, len);
            }
            Scalar::Number(Number::Text) => return self.leading_zero(len),
            _ => {}
        }
        self.begin_token(Role::Value)?;
        let mut last = Last::Other;
        match scalar {
            Scalar::Number(number) => {
                last = Last::Number(self.byte(len));
                self.tell_number(number, len, cut)?;
            }
            Scalar::Literal(literal) => self.event(literal.event(), 0)?,
            Scalar::Spelled(literal, _) => {
                let text = literal.text();
                self.repair(Rule::NormalizeLiteral, Severity::Cosmetic, None, 0, len, text)?;
                self.event(literal.event(), 0)?;
            }
            Scalar::Begun(literal) => {
                let mut record = self.record(Rule::NormalizeLiteral, Severity::Lossy, 0);
                record.truncated = true;
                record.edits.push(self.replace(0, len, literal.text()));
                self.file(record)?;
                self.event(literal.event(), 0)?;
            }
            Scalar::NonFinite(class) => self.non_finite(class, len)?,
            Scalar::Undefined => {
                self.repair(Rule::ReplaceNonFinite, Severity::Lossy, None, 0, len, "null")?;
                self.event(Event::Null, 0)?;
            }
        }
        self.keep(len);
        self.value_done(last)
    }

    /// `007`: text, unless it is chosen to be a number.
    fn leading_zero(&mut self, len: usize) -> Ask<()> {
        let text = &self.rest()[..len];
        let glued = matches!(self.m.last, Last::Number(end) if end + 1 == self.byte(0));
        let class = if glued && len == 3 { Ambiguity::DigitGroup } else { Ambiguity::LeadingZero };
        let mut record = self.record(Rule::NormalizeNumber, Severity::Cosmetic, 0);
        record.ambiguity = Some(class);
        let number = number::without_leading_zeros(text);
        let readings = [Reading::Text(text), Reading::Number(&number)];
        let known = if class == Ambiguity::LeadingZero { &readings[..] } else { &readings[..1] };
        self.tell_reading(record, known, len)
    }

    fn tell_number(&mut self, number: Number, len: usize, cut: bool) -> Ask<()> {
        let text = &self.rest()[..len];
        match number {
            Number::Strict => {
                if self.interest == Interest::Notes
                    && (len > 15 || text.contains(['e', 'E']))
                    && !exact::is_exact(text)
                {
                    self.note(Rule::InexactNumber, 0)?;
                }
                self.event(Event::Number(text), 0)
            }
            Number::Normalized(number, class) => {
                self.event(Event::Number(&number), 0)?;
                self.repair(Rule::NormalizeNumber, Severity::Cosmetic, class, 0, len, number)
            }
            // Kept as text, which `leading_zero` has done.
            Number::Text => Ok(()),
            Number::Cut(kept) => {
                let mut record = self.record(Rule::TrimNumber, Severity::Lossy, 0);
                record.truncated = cut;
                record.edits.push(match kept {
                    0 => self.replace(0, len, "null"),
                    kept => self.replace(kept, len - kept, ""),
                });
                self.file(record)?;
                let event = if kept == 0 { Event::Null } else { Event::Number(&text[..kept]) };
                self.event(event, 0)
            }
        }
    }

    /// `NaN`, `Infinity`: what the policy says.
    fn non_finite(&mut self, class: Option<Ambiguity>, len: usize) -> Ask<()> {
        let mut record = self.record(Rule::ReplaceNonFinite, Severity::Lossy, 0);
        record.ambiguity = class;
        match self.m.options.non_finite {
            NonFinite::Null => {
                record.edits.push(self.replace(0, len, "null"));
                self.file(record)?;
                self.event(Event::Null, 0)
            }
            NonFinite::String => {
                record.edits.extend([insert(self.byte(0), "\""), insert(self.byte(len), "\"")]);
                self.file(record)?;
                self.whole_string(&self.rest()[..len], 0)
            }
            NonFinite::Error => {
                Err(self.refuse("a number that JSON cannot express, and non-finite is error"))
            }
        }
    }
}
