//! Brackets in the lane.

use super::{LEAVE, Lane, NEAR, Next, Step, Stop};
use crate::engine::frames::{Frame, Opener};
use crate::engine::grammar::Expect;
use crate::engine::machine::{Last, Spot, Unopened};
use crate::event::{Container, Event, Sink};

impl<S: Sink> Lane<'_, S> {
    /// An opening brace, if what follows it is in sight and no further brace.
    #[inline]
    pub(super) fn object(&mut self, at: usize) -> Next {
        let next = self.past_space(at + 1);
        if self.is_too_deep() || self.byte(next)? == b'{' {
            return LEAVE;
        }
        let byte = self.place(at);
        self.m.comma = None;
        self.m.unopened = Some(Unopened { byte, odd: None, spot: Spot::Window(at) });
        self.m.open_keys();
        self.expect = Expect::FirstKey;
        self.open(Container::Object, at);
        Ok(next)
    }

    #[inline]
    pub(super) fn array(&mut self, at: usize) -> Next {
        if self.is_too_deep() {
            return LEAVE;
        }
        self.m.comma = None;
        self.tell(Event::Start(Container::Array), at)?;
        self.expect = Expect::FirstElement;
        self.open(Container::Array, at);
        Ok(self.past_space(at + 1))
    }

    /// A container is open.
    #[inline]
    fn open(&mut self, container: Container, at: usize) {
        if let Some(outer) = self.m.frames.top_mut() {
            outer.count(self.entries);
        }
        self.m.frames.push(Frame::new(Opener::Bracket, Some(container)));
        (self.container, self.entries) = (Some(container), 0);
        self.last = Last::Other;
        self.pos = at + 1;
    }

    /// The closer of the innermost container, if it is none that may come too early.
    #[inline]
    pub(super) fn closer(&mut self, byte: u8, at: usize) -> Next {
        let container = if byte == b'}' { Container::Object } else { Container::Array };
        let next = self.past_space(at + 1);
        let Frame { opener, doubled, .. } = self.m.frames.top().ok_or(Stop::Odd)?;
        if self.container != Some(container) || opener != Opener::Bracket || doubled > 0 {
            return LEAVE;
        }
        let Some(outer) = self.m.frames.outer() else { return self.root_closer(at, next) };
        match container {
            Container::Object => {
                self.begin_object()?;
                self.m.close_keys();
            }
            Container::Array if outer.container == Some(Container::Object) => {
                self.check_member(at, next)?;
            }
            Container::Array => {}
        }
        self.close(container, at, (outer.container, outer.entries.into()))?;
        Ok(next)
    }

    /// The innermost container is whole, and a value of the one around it.
    #[inline(always)]
    fn close(
        &mut self,
        container: Container,
        at: usize,
        outer: (Option<Container>, u64),
    ) -> Step<()> {
        self.tell(Event::End(container), at)?;
        self.m.frames.pop_bracket(container);
        let last = Last::Closed(Some(container), self.entries > 1);
        (self.container, self.entries) = outer;
        self.value(last, at + 1);
        Ok(())
    }

    /// The same for the root. An object is whole if nothing is in it, if nothing follows it, or another
    /// value does.
    #[cold]
    fn root_closer(&mut self, at: usize, next: usize) -> Next {
        let Some(container) = self.container else { return LEAVE };
        if container == Container::Object {
            match self.text.as_bytes().get(next) {
                _ if self.expect == Expect::FirstKey => {}
                Some(b'{' | b'[') if next - at < NEAR => {}
                Some(_) => return LEAVE,
                None if self.eof => {}
                None => return Err(Stop::Unseen),
            }
            self.begin_object()?;
            self.m.close_keys();
        }
        self.close(container, at, (None, 0))?;
        Err(Stop::Root)
    }

    /// An array that closes at `at` is over if its object goes on or ends at `next`.
    #[inline]
    fn check_member(&self, at: usize, next: usize) -> Step<()> {
        let known = match self.byte(next)? {
            b'}' => next,
            b',' => {
                let key = self.past_space(next + 1);
                if self.byte(key)? == b'"' { key } else { return Err(Stop::Odd) }
            }
            _ => return Err(Stop::Odd),
        };
        if known - at < NEAR { Ok(()) } else { Err(Stop::Odd) }
    }

    /// Tells the Start of an object that waits for what is in it.
    #[inline]
    pub(super) fn begin_object(&mut self) -> Step<()> {
        self.m.comma = None;
        let Some(Unopened { byte, .. }) = self.m.unopened else { return Ok(()) };
        self.m.unopened = None;
        Ok(self.sink.event(Event::Start(Container::Object), byte)?)
    }

    #[inline]
    fn is_too_deep(&self) -> bool {
        self.m.frames.len() >= self.m.options.max_depth
    }
}
