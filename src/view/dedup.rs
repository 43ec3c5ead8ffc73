//! Forgets members whose key comes again later: `--duplicate-keys last`.
//!
//! The engine knows which member goes and deletes it from the input, by its R022. Here goes what
//! has been told about it. The last member may come at the very end, so the outermost open object
//! is held until it closes.

use crate::error::Result;
use crate::event::{Container, Event, Interest, Reading, Role, Sink};
use crate::repair::{Ambiguity, Repair, Rule};
use std::collections::HashMap;

/// The outermost open object, as far as it has been told; outside of objects nothing is held.
#[derive(Debug, Default)]
pub struct Dedup {
    /// How many containers are open, from that object inwards.
    depth: usize,
    /// Where it begins.
    start: u64,
    tape: Vec<Item>,
    /// The text of the events on the tape, joined.
    text: String,
    /// The members that go: where the key begins, and the byte behind the value.
    gone: HashMap<u64, u64>,
}

/// What has been told.
#[derive(Debug)]
enum Item {
    /// An event, whose text ends at `end` and begins where that of the event before it ended.
    Event {
        event: Event<'static>,
        at: u64,
        end: usize,
    },
    Repair(Box<Repair>),
}

impl Dedup {
    /// The sink that passes on to `sink` what stays.
    pub fn to<'a>(&'a mut self, sink: &'a mut dyn Sink) -> Filter<'a> {
        Filter { dedup: self, sink }
    }

    /// No edit of input before this byte is held back here.
    #[must_use]
    pub fn settled(&self) -> u64 {
        if self.depth == 0 { u64::MAX } else { self.start }
    }

    fn event(&mut self, event: Event<'_>, at: u64) {
        match event {
            Event::Start(_) => {
                if self.depth == 0 {
                    self.start = at;
                }
                self.depth += 1;
            }
            Event::End(_) => self.depth -= 1,
            _ => {}
        }
        self.text.push_str(event.text());
        let (event, end) = (event.with_text(""), self.text.len());
        self.tape.push(Item::Event { event, at, end });
    }

    fn repair(&mut self, repair: Repair) {
        if repair.rule == Rule::DuplicateKey
            && let Some(member) = repair.edits.first()
        {
            self.gone.insert(member.byte, member.byte + member.delete);
        }
        self.tape.push(Item::Repair(Box::new(repair)));
    }

    /// Passes on what stays.
    fn release(self, sink: &mut dyn Sink) -> Result<()> {
        let mut place = Place::Kept;
        let mut from = 0;
        for item in self.tape {
            match item {
                Item::Event { event, at, end } => {
                    let text = &self.text[from..end];
                    from = end;
                    if !place.takes_event(event, at, &self.gone) {
                        sink.event(event.with_text(text), at)?;
                    }
                }
                Item::Repair(mut repair) => {
                    if place.clip(&mut repair) {
                        sink.repair(*repair)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Where on the tape we are.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In what stays.
    Kept,
    /// In a member that goes, with so many containers open; `to` is the byte behind it.
    Member { depth: usize, to: u64 },
    /// Between its value and the next key.
    Behind { to: u64 },
}

impl Place {
    fn takes_event(&mut self, event: Event<'_>, at: u64, gone: &HashMap<u64, u64>) -> bool {
        if let Place::Member { depth, to } = self {
            match event {
                Event::Start(_) => *depth += 1,
                Event::End(_) => *depth -= 1,
                _ => {}
            }
            if *depth == 0 && event.ends_value() {
                *self = Place::Behind { to: *to };
            }
            return true;
        }
        let to = gone.get(&at).filter(|_| event == Event::StringStart(Role::Key));
        *self = to.map_or(Place::Kept, |&to| Place::Member { depth: 0, to });
        to.is_some()
    }

    /// Leaves the edits of a record that stand outside of the member and are not its comma's;
    /// whether there are such.
    ///
    /// When it was filed does not tell: a comment may stand between the member and the null that
    /// fills it in, and what closes or unwraps a value comes after it.
    fn clip(self, repair: &mut Repair) -> bool {
        let to = match self {
            Place::Kept => return true,
            Place::Behind { .. } if repair.rule == Rule::DuplicateKey => return true,
            Place::Member { to, .. } | Place::Behind { to } => to,
        };
        repair.edits.retain(|edit| edit.byte + edit.delete > to && edit.insert != ",");
        !repair.edits.is_empty()
    }
}

/// A [`Dedup`] at work in front of a sink.
pub struct Filter<'a> {
    dedup: &'a mut Dedup,
    sink: &'a mut dyn Sink,
}

impl Sink for Filter<'_> {
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        if self.dedup.depth == 0 && event != Event::Start(Container::Object) {
            return self.sink.event(event, at);
        }
        self.dedup.event(event, at);
        if self.dedup.depth == 0 {
            return std::mem::take(self.dedup).release(self.sink);
        }
        Ok(())
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        if self.dedup.depth == 0 {
            return self.sink.repair(repair);
        }
        self.dedup.repair(repair);
        Ok(())
    }

    fn interest(&self) -> Interest {
        self.sink.interest()
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        self.sink.choose(class, readings)
    }
}
