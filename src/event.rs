//! What the engine says about a document, and who listens.
//!
//! Events are never taken back: what is not decided yet has not been said. Several listeners are
//! put together as pairs, `(Gate, Writer)`.

use crate::error::Result;
use crate::repair::{Ambiguity, Repair};

/// The two kinds of JSON container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// `{…}`
    Object,
    /// `[…]`
    Array,
}

impl Container {
    /// The bracket that opens it.
    #[must_use]
    pub fn opener(self) -> u8 {
        match self {
            Container::Object => b'{',
            Container::Array => b'[',
        }
    }

    /// The bracket that closes it.
    #[must_use]
    pub fn closer(self) -> u8 {
        match self {
            Container::Object => b'}',
            Container::Array => b']',
        }
    }

    /// One with nothing in it.
    #[must_use]
    pub fn empty(self) -> &'static str {
        match self {
            Container::Object => "{}",
            Container::Array => "[]",
        }
    }
}

/// What a string is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The key of a member.
    Key,
    /// A value.
    Value,
}

/// One step of a document that is valid whatever the input was: events always nest, every key is
/// followed by one value, every number and string is JSON as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A container opens.
    Start(Container),
    /// The innermost container closes.
    End(Container),
    /// A string opens.
    StringStart(Role),
    /// Text of the string that needs no escape; never empty.
    Text(&'a str),
    /// One character of the string that is written as an escape.
    Escape {
        /// The escape as it goes between the quotes, `\n` or `\ud83d\ude00`.
        raw: &'a str,
        /// The character it stands for.
        decoded: char,
    },
    /// The string closes.
    StringEnd(Role),
    /// A number, as it is to be written.
    Number(&'a str),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
    /// The root value is complete; another may follow where the options permit several.
    RootEnd,
}

impl<'a> Event<'a> {
    /// The text that it carries.
    #[must_use]
    pub fn text(self) -> &'a str {
        match self {
            Event::Text(text) | Event::Escape { raw: text, .. } | Event::Number(text) => text,
            _ => "",
        }
    }

    /// The same event with another text, where it carries one.
    #[must_use]
    pub fn with_text(self, text: &str) -> Event<'_> {
        match self {
            Event::Start(container) => Event::Start(container),
            Event::End(container) => Event::End(container),
            Event::StringStart(role) => Event::StringStart(role),
            Event::Text(_) => Event::Text(text),
            Event::Escape { decoded, .. } => Event::Escape { raw: text, decoded },
            Event::StringEnd(role) => Event::StringEnd(role),
            Event::Number(_) => Event::Number(text),
            Event::Bool(value) => Event::Bool(value),
            Event::Null => Event::Null,
            Event::RootEnd => Event::RootEnd,
        }
    }

    /// Whether a value is whole with it; a container is, where it is the one that closes.
    #[must_use]
    pub fn ends_value(self) -> bool {
        matches!(
            self,
            Event::End(_)
                | Event::StringEnd(Role::Value)
                | Event::Number(_)
                | Event::Bool(_)
                | Event::Null
        )
    }
}

/// One reading of a token that has several, as the value it would become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading<'a> {
    /// A string with this text.
    Text(&'a str),
    /// A number, written so.
    Number(&'a str),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
    /// Two strings side by side.
    Two(&'a str, &'a str),
}

/// What a sink has a use for of records; each takes what those before it take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Interest {
    /// Nothing: they need not be told.
    Nothing,
    /// That they are there, and at which byte: nothing else of the place is reckoned.
    Bytes,
    /// Their whole place.
    Lines,
    /// Records too that change nothing and leave no choice.
    Notes,
}

/// A listener to the engine: a writer, a gate, a view.
///
/// What only passes events on is always inlined, so that of listeners that have nothing to do with
/// an event nothing is left.
pub trait Sink {
    /// Takes the next event; `at` is the byte of the input where its token begins.
    ///
    /// # Errors
    /// What it returns ends the run.
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()>;

    /// Takes a string that has no escapes and is here as a whole: what the events of its start, its
    /// text and its end would say, at once.
    ///
    /// # Errors
    /// As [`Sink::event`].
    #[inline]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        self.event(Event::StringStart(role), at)?;
        if !text.is_empty() {
            self.event(Event::Text(text), at + 1)?;
        }
        self.event(Event::StringEnd(role), at + 1 + text.len() as u64)
    }

    /// Takes a repair as soon as it is decided. Repairs come in the order of decision, which is
    /// not always that of their place.
    ///
    /// # Errors
    /// What it returns ends the run.
    fn repair(&mut self, repair: Repair) -> Result<()> {
        let _ = repair;
        Ok(())
    }

    /// What it has a use for of records: what nobody hears of is not looked for. Asked at the start of
    /// each feed.
    fn interest(&self) -> Interest {
        Interest::Notes
    }

    /// Picks one of several readings of a token that is still held, the default first. `None`
    /// leaves the default, and the record ambiguous.
    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        let _ = (class, readings);
        None
    }
}

impl Sink for () {
    #[inline]
    fn event(&mut self, _: Event<'_>, _: u64) -> Result<()> {
        Ok(())
    }

    fn interest(&self) -> Interest {
        Interest::Nothing
    }
}

impl<S: Sink + ?Sized> Sink for &mut S {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        (**self).event(event, at)
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        (**self).string(role, text, at)
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        (**self).repair(repair)
    }

    fn interest(&self) -> Interest {
        (**self).interest()
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        (**self).choose(class, readings)
    }
}

impl<S: Sink> Sink for Option<S> {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        match self {
            Some(sink) => sink.event(event, at),
            None => Ok(()),
        }
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        match self {
            Some(sink) => sink.string(role, text, at),
            None => Ok(()),
        }
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        self.as_mut().map_or(Ok(()), |sink| sink.repair(repair))
    }

    fn interest(&self) -> Interest {
        self.as_ref().map_or(Interest::Nothing, S::interest)
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        self.as_mut()?.choose(class, readings)
    }
}

impl<A: Sink, B: Sink> Sink for (A, B) {
    #[inline(always)]
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        self.0.event(event, at)?;
        self.1.event(event, at)
    }

    #[inline(always)]
    fn string(&mut self, role: Role, text: &str, at: u64) -> Result<()> {
        self.0.string(role, text, at)?;
        self.1.string(role, text, at)
    }

    #[inline]
    fn repair(&mut self, repair: Repair) -> Result<()> {
        if self.1.interest() == Interest::Nothing {
            return self.0.repair(repair);
        }
        self.0.repair(repair.clone())?;
        self.1.repair(repair)
    }

    fn interest(&self) -> Interest {
        self.0.interest().max(self.1.interest())
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        self.0.choose(class, readings).or_else(|| self.1.choose(class, readings))
    }
}
