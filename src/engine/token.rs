//! The structure of a document: the next token, what the grammar does with it, and what recovery
//! does where the grammar has no step.

use super::frames::{Closer, Frame, Opener};
use super::grammar::{self, Class, Expect, Step};
use super::hold::{Ask, Stop};
use super::machine::{Last, PendingComma, Place, Spot, Unopened};
use super::recover::{Recovery, recovery};
use super::run::{Run, record_at};
use crate::error::Code;
use crate::event::{Container, Event, Role, Sink};
use crate::repair::{Ambiguity, Rule, Severity};
use crate::scan::classes::{
    Delimiter, is_hidden, is_identifier, is_quote, is_space, plain, plain_punctuation,
};

impl<S: Sink> Run<'_, S> {
    /// The next token of a document.
    pub(crate) fn token(&mut self) -> Ask<bool> {
        self.skip_space();
        let Some(c) = self.peek(0) else {
            if self.eof {
                self.end_inside()?;
            }
            return Ok(self.eof);
        };
        if !c.is_ascii_alphanumeric() && self.trivia_begins(c)? {
            return Ok(true);
        }
        if c == '"' && self.m.unwrapping {
            // The quote around the document: it ends here.
            self.end_inside()?;
            return Ok(true);
        }
        let class = self.class(c)?;
        self.settle_dropped_closer(class)?;
        match grammar::step(self.m.expect, class, self.frames().container()) {
            Some(step) => {
                if step != Step::Comma {
                    self.m.limited = None;
                }
                if step == Step::Close
                    && self.frames().top().is_some_and(|f| f.closer() != Self::closer_of(class))
                {
                    self.closer(class, c)?;
                } else {
                    self.strict(step, c)?;
                }
            }
            None => self.recover(class, c)?,
        }
        Ok(true)
    }

    fn trivia_begins(&mut self, c: char) -> Ask<bool> {
        if c == '\\' {
            return self.escaped_space();
        }
        let value_due = !matches!(
            self.m.expect,
            Expect::Comma | Expect::Colon | Expect::Key | Expect::FirstKey
        );
        let hash = c != '#' || !value_due || !self.hash_is_text()?;
        self.begins_trivia(c, hash)
    }

    /// A literal `\n` between tokens: the document is one level of escaping too deep (R027).
    pub(crate) fn escaped_space(&mut self) -> Ask<bool> {
        for space in ["\\n", "\\r", "\\t"] {
            if self.follows(0, space)? {
                // Behind a string it may as well be text of a string that goes on.
                let behind = self.m.expect == Expect::Comma && self.m.last == Last::String;
                let class = behind.then_some(Ambiguity::StringEnd);
                self.repair(Rule::UnescapeDocument, Severity::Cosmetic, class, 0, 2, "")?;
                self.advance(2);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What the token that begins with `c` is.
    pub(crate) fn class(&mut self, c: char) -> Ask<Class> {
        let key_or_comma =
            !matches!(self.m.expect, Expect::Value | Expect::FirstElement | Expect::Element);
        match self.punctuation(c)? {
            Some(class) => Ok(class),
            None if c.is_alphanumeric() || c == '-' && !key_or_comma => Ok(Class::Word),
            None => self.word_or_stray(c, key_or_comma),
        }
    }

    /// What the token that begins with `c` is, if that takes no look at what follows.
    pub(crate) fn punctuation(&mut self, c: char) -> Ask<Option<Class>> {
        Ok(Some(match c {
            '{' | '｛' => Class::OpenObject,
            '}' | '｝' => Class::CloseObject,
            '[' | '［' | '【' => Class::OpenArray,
            ']' | '］' | '】' => Class::CloseArray,
            ',' | '，' | '、' | '،' => Class::Comma,
            ':' | '：' => Class::Colon,
            '"' => Class::Quote,
            '(' => Class::OpenParen,
            ')' => Class::CloseParen,
            '=' => Class::Equals,
            ';' | '；' => Class::Semicolon,
            '…' => Class::Ellipsis,
            '.' if self.follows(0, "...")? => Class::Ellipsis,
            '`' if self.follows(0, "```")? => Class::Fence,
            '~' if self.follows(0, "~~~")? => Class::Fence,
            '<' if self.wrapper_ends()? => Class::Fence,
            '\\' if self.follows(0, "\\\"")? => Class::Quote,
            '&' if self.m.options.decode_entities && self.entity_opens()?.is_some() => Class::Quote,
            c if Delimiter::opened_by(c).is_some() => Class::Quote,
            '\\' | '»' | '\0'..='\u{1f}' | '\u{7f}' => Class::Stray,
            c if is_hidden(c) => Class::Stray,
            _ => return Ok(None),
        }))
    }

    /// Punctuation begins a word if a letter or digit belongs to it; where a key is due also if it may be
    /// a name, as `$` and `_` are, and where a value is due by itself, but not before a quote or an
    /// opening bracket other than that of a placeholder: `${name}`.
    fn word_or_stray(&mut self, c: char, key_or_comma: bool) -> Ask<Class> {
        // So much of it has no letter only where nobody means a word.
        const LONGEST: usize = 64;
        let (end, cell) = self.scan_to(LONGEST, 0, |cell, _, c| {
            cell.state |= u32::from(is_identifier(c)) | u32::from(c.is_alphanumeric()) << 1;
            let ends = matches!(plain(c), ',' | ':' | '}' | ']' | '{' | '[' | '(');
            !is_space(c) && !is_quote(c) && !ends
        })?;
        let names = if key_or_comma { cell.state > 0 } else { cell.state > 1 };
        if names && end.index() > 0 {
            return Ok(Class::Word);
        }
        if key_or_comma || c == '|' {
            return Ok(Class::Stray);
        }
        let glued = end.index();
        if self.is_placeholder(glued, "{", "}")? || self.is_placeholder(glued, "{{", "}}")? {
            return Ok(Class::Word);
        }
        let opens = match self.past_trivia(glued)? {
            Stop::At(_, c) => is_quote(c) || matches!(c, '{' | '[' | '('),
            Stop::End(_) | Stop::Limit(_) => false,
        };
        Ok(if opens { Class::Stray } else { Class::Word })
    }

    /// The kind and the length of the opening delimiter here.
    pub(crate) fn delimiter(&mut self, c: char) -> Ask<(Delimiter, usize)> {
        Ok(match c {
            '\\' => (Delimiter::Escaped, 2),
            '&' => self.entity_opens()?.unwrap_or((Delimiter::EntityDouble, 1)),
            c => (Delimiter::opened_by(c).unwrap_or_default(), c.len_utf8()),
        })
    }

    fn entity_opens(&self) -> Ask<Option<(Delimiter, usize)>> {
        Ok(match self.read_entity(0)? {
            Some((len, '"')) => Some((Delimiter::EntityDouble, len)),
            Some((len, '\'')) => Some((Delimiter::EntitySingle, len)),
            _ => None,
        })
    }

    /// Does what the grammar says; `c` is the token's first character.
    pub(crate) fn strict(&mut self, step: Step, c: char) -> Ask<()> {
        match step {
            Step::Open(Container::Object) => self.open_object(c),
            Step::Open(Container::Array) => self.open(Container::Array, c),
            Step::Close => self.close(c),
            Step::Comma => {
                self.pending_comma(c);
                Ok(())
            }
            Step::Colon => {
                self.plain(c)?;
                self.keep(c.len_utf8());
                self.m.expect = Expect::Value;
                self.m.new_line = false;
                Ok(())
            }
            Step::String(Role::Key) => {
                let (delimiter, len) = self.delimiter(c)?;
                self.key(delimiter, len)
            }
            Step::String(Role::Value) => self.value_string(c),
            Step::Scalar => self.word(),
        }
    }

    fn recover(&mut self, class: Class, c: char) -> Ask<()> {
        let container = self.frames().container();
        if let Some(at) = self.m.limited.take() {
            self.note_limit(at)?;
        }
        match recovery(self.m.expect, class, container) {
            Recovery::DropComma => self.drop_comma(c),
            Recovery::Colon => self.odd_colon(class, c),
            Recovery::InsertComma => self.insert_comma(class),
            Recovery::Semicolon => {
                self.pending_comma(c);
                Ok(())
            }
            Recovery::FillNull => self.fill_null(class == Class::CloseObject),
            Recovery::Closer => self.closer(class, c),
            Recovery::BareKey => self.bare_key(),
            Recovery::BareValue => self.bare_value(),
            Recovery::Paren => self.paren(),
            Recovery::MoreArguments => self.more_arguments(c.len_utf8()),
            Recovery::Ellipsis => self.ellipsis(c),
            Recovery::SecondColon => self.second_colon(c),
            Recovery::LoneColon => self.lone_colon(c),
            Recovery::Brace => self.stray_brace(c),
            Recovery::Fence => self.fence_inside(),
            Recovery::DropStray => self.drop_strays(),
            Recovery::Refuse => Err(self.fail(Code::E003)),
        }
    }

    /// R026 for punctuation in other clothes.
    fn plain(&mut self, c: char) -> Ask<()> {
        match plain_punctuation(c) {
            Some(plain) => self.repair(
                Rule::NormalizeSeparator,
                Severity::Cosmetic,
                None,
                0,
                c.len_utf8(),
                plain,
            ),
            None => Ok(()),
        }
    }

    /// A comma, or what stands for one, is read; what follows tells what becomes of it.
    pub(crate) fn pending_comma(&mut self, c: char) {
        let rule = match c {
            ',' => None,
            ';' | '；' => Some(Rule::InsertComma),
            _ => Some(Rule::NormalizeSeparator),
        };
        let spot = Spot::Window(self.pos);
        let len = self.byte(c.len_utf8()) - self.byte(0);
        let byte = self.byte(0);
        self.m.comma =
            Some(PendingComma { byte, len, spot, rule, ambiguity: None, resolved_by: None });
        self.m.expect = match self.frames().container() {
            Some(Container::Object) => Expect::Key,
            _ => Expect::Element,
        };
        self.m.new_line = false;
        self.advance(c.len_utf8());
    }

    /// A value or key begins: the comma before it counts, and the root has begun.
    #[inline]
    pub(crate) fn begin_token(&mut self, role: Role) -> Ask<()> {
        if role == Role::Key {
            self.open_pending(Container::Object)?;
        }
        if self.m.place == Place::Before {
            self.begin_root()?;
        }
        if self.m.comma.is_some() {
            self.count_comma()?;
        }
        self.m.swallowed_closer = false;
        Ok(())
    }

    /// The comma that waits separates two entries.
    #[inline(never)]
    pub(crate) fn count_comma(&mut self) -> Ask<()> {
        let Some(comma) = self.m.comma.take() else { return Ok(()) };
        let Some(rule) = comma.rule else { return Ok(()) };
        let at = self.resolve(comma.spot);
        let mut record = record_at(rule, Severity::Cosmetic, at);
        record.ambiguity = comma.ambiguity;
        record.resolved_by = comma.resolved_by;
        record.edits.push(crate::repair::Edit {
            byte: comma.byte,
            delete: comma.len,
            insert: ",".into(),
        });
        self.file(record)
    }

    /// `{`, which inside of the root waits for the next character: `{{name}}` is no object.
    fn open_object(&mut self, c: char) -> Ask<()> {
        if self.frames().len() > 0 {
            let (next, _) = self.scan(c.len_utf8(), |_, _, c| is_space(c))?;
            if next == Stop::At(1, '{') && self.is_placeholder(0, "{{", "}}")? {
                return self.bare_value();
            }
        }
        self.open(Container::Object, c)
    }

    /// Opens a container at a bracket.
    pub(crate) fn open(&mut self, container: Container, c: char) -> Ask<()> {
        self.begin_token(Role::Value)?;
        if container == Container::Array {
            self.plain(c)?;
        }
        self.push(Frame::new(Opener::Bracket, Some(container)))?;
        if let Some(brace) = &mut self.m.unopened {
            brace.odd = Some(c).filter(|&c| c != '{');
        }
        self.keep(c.len_utf8());
        Ok(())
    }

    /// Opens a container here.
    pub(crate) fn push(&mut self, frame: Frame) -> Ask<()> {
        if self.frames().len() >= self.m.options.max_depth {
            return Err(self.fail(Code::E020));
        }
        match frame.container {
            Some(Container::Object) => {
                let (byte, spot) = (self.byte(0), Spot::Window(self.pos));
                self.m.unopened = Some(Unopened { byte, odd: None, spot });
                self.m.expect = Expect::FirstKey;
            }
            Some(Container::Array) => {
                self.event(Event::Start(Container::Array), 0)?;
                self.m.expect = Expect::FirstElement;
            }
            None => self.m.expect = Expect::FirstElement,
        }
        if frame.container == Some(Container::Object) {
            self.m.open_keys();
        }
        self.m.frames.push(frame);
        self.m.last = Last::Other;
        self.m.new_line = false;
        Ok(())
    }

    /// A value is whole.
    pub(crate) fn value_done(&mut self, last: Last) -> Ask<()> {
        self.m.last = last;
        self.m.new_line = false;
        self.m.zero_width = false;
        self.m.expect = Expect::Comma;
        if let Some(frame) = self.m.frames.top_mut() {
            frame.entries = (frame.entries + 1).min(2);
        }
        let depth = self.frames().len();
        if self.m.mute.as_ref().is_some_and(|mute| mute.depth == depth && !mute.to_closer) {
            self.end_mute()?;
        }
        if depth == 0 {
            self.end_root()?;
        }
        Ok(())
    }

    /// The input ends in the document.
    fn end_inside(&mut self) -> Ask<()> {
        self.settle_dropped_closer(Class::CloseObject)?;
        self.close_inner(self.frames().len(), None)
    }

    /// The R023 of the last closer, now that the token behind it is known.
    fn settle_dropped_closer(&mut self, next: Class) -> Ask<()> {
        let Some(mut record) = self.m.dropped_closer.take() else { return Ok(()) };
        let closes = matches!(
            next,
            Class::CloseObject | Class::CloseArray | Class::CloseParen | Class::Fence
        );
        record.ambiguity = (!closes).then_some(Ambiguity::CloserPlacement);
        self.file(record)
    }

    /// The closer that a class of token is.
    pub(crate) fn closer_of(class: Class) -> Closer {
        match class {
            Class::CloseArray => Closer::Bracket,
            Class::CloseParen => Closer::Paren,
            _ => Closer::Brace,
        }
    }
}
