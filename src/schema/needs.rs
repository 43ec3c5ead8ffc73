//! Which of the members that have to be there are there, and which of them are final, at any
//! moment of a stream.

use super::node::{Node, NodeId, Value};
use super::{Schema, decimal::Decimal};
use crate::error::Result;
use crate::event::{Container, Event, Interest, Role, Sink};
use crate::pointer;
use std::collections::HashMap;
use std::sync::Arc;

/// Follows the required members of a document. What a member has to be beyond its kind is the
/// [`Checker`](super::Checker)'s to say.
#[derive(Debug)]
pub struct Needs {
    schema: Arc<Schema>,
    /// The root, then every required member, each behind the one it stands in.
    list: Vec<Need>,
    /// The needs that the open containers are, as far as they are any.
    open: Vec<usize>,
    /// How many open containers are none.
    skipped: usize,
    /// The need that the value at hand is.
    at: Option<usize>,
    /// The key that is being told or was told last.
    key: String,
    in_key: bool,
    total: usize,
    /// How many of them that count are there, and are final.
    present: usize,
    settled: usize,
    wrapped: bool,
}

/// A value that has to be there.
#[derive(Debug)]
struct Need {
    node: NodeId,
    /// The needs inside it, by their names.
    inner: HashMap<String, usize>,
    /// Whether it is asked for, or only leads to what is.
    counts: bool,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum State {
    Absent,
    /// It has begun and is of the right kind.
    Present,
    Settled,
}

impl Needs {
    /// None of them is there yet; `wrapped` if the engine wraps the roots in an array. Where nothing
    /// is required, the root is.
    #[must_use]
    pub fn new(schema: Arc<Schema>, wrapped: bool) -> Needs {
        let root = schema.root;
        let mut needs = Needs {
            list: vec![Need::new(root)],
            open: Vec::new(),
            skipped: 0,
            at: Some(0),
            key: String::new(),
            in_key: false,
            total: 0,
            present: 0,
            settled: 0,
            wrapped,
            schema: Arc::clone(&schema),
        };
        for pointer in schema.required() {
            needs.require(pointer);
        }
        needs.total = needs.list.iter().filter(|need| need.counts).count();
        if needs.total == 0 {
            needs.list[0].counts = true;
            needs.total = 1;
        }
        needs
    }

    /// How many values are asked for.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }

    /// Whether all of them are there and of the right kind.
    #[must_use]
    pub fn are_present(&self) -> bool {
        self.present == self.total
    }

    /// Whether all of them are final.
    #[must_use]
    pub fn are_settled(&self) -> bool {
        self.settled == self.total
    }

    /// The share of them that is final, in permille.
    #[must_use]
    pub fn permille(&self) -> i64 {
        (self.settled * 1000 / self.total) as i64
    }

    /// Takes a pointer of [`Schema::required`]; those it stands in have come before.
    fn require(&mut self, path: &str) {
        let mut need = 0;
        for name in pointer::steps(path).unwrap_or_default() {
            let node = self.list[need].node;
            let Some(member) = self
                .schema
                .sole_object(node)
                .and_then(|object| object.place(&name).map(|place| object.members()[place].node))
            else {
                return;
            };
            need = self.inner(need, &name).unwrap_or_else(|| {
                self.list.push(Need::new(member));
                let place = self.list.len() - 1;
                self.list[need].inner.insert(name.into_owned(), place);
                place
            });
        }
        self.list[need].counts = true;
    }

    fn inner(&self, need: usize, name: &str) -> Option<usize> {
        self.list[need].inner.get(name).copied()
    }

    /// Takes the next event; of text, only that of a key.
    fn follow(&mut self, event: Event<'_>) {
        match event {
            Event::Start(_) if std::mem::take(&mut self.wrapped) => {}
            Event::Start(container) => self.start(container),
            Event::End(_) => self.end(),
            Event::StringStart(Role::Key) => {
                self.key.clear();
                self.in_key = self.skipped == 0;
            }
            Event::StringStart(Role::Value) => {
                if let Some(need) = self.at(|node| node.may_become("", 0)) {
                    self.reach(need, State::Present);
                }
            }
            Event::Text(text) => self.key.push_str(text),
            Event::Escape { decoded, .. } => self.key.push(decoded),
            Event::StringEnd(Role::Key) => self.begin_member(),
            Event::StringEnd(Role::Value) => {
                if let Some(need) = self.at(|node| node.may_become("", 0)) {
                    self.reach(need, State::Settled);
                }
                self.leave();
            }
            Event::Number(text) => match self.at.and_then(|_| Decimal::parse(text)) {
                Some(number) => self.scalar(Value::Number(&number)),
                None => self.leave(),
            },
            Event::Bool(bool) => self.scalar(Value::Bool(bool)),
            Event::Null => self.scalar(Value::Null),
            Event::RootEnd => {}
        }
    }

    fn begin_member(&mut self) {
        self.in_key = false;
        if self.skipped > 0 {
            return;
        }
        let within = self.open.last().copied();
        self.at = within.and_then(|within| self.inner(within, &self.key));
        if let Some(need) = self.at {
            // Of several members of one name the last counts.
            self.forget(need);
        }
    }

    /// Sets it and what stands in it back.
    fn forget(&mut self, need: usize) {
        let mut waiting = vec![need];
        while let Some(need) = waiting.pop() {
            self.reach(need, State::Absent);
            waiting.extend(self.list[need].inner.values());
        }
    }

    fn reach(&mut self, need: usize, state: State) {
        let Need { counts, state: before, .. } = &mut self.list[need];
        let before = std::mem::replace(before, state);
        if *counts {
            let step = |least| (usize::from(state >= least), usize::from(before >= least));
            let ((present, was_present), (settled, was_settled)) =
                (step(State::Present), step(State::Settled));
            self.present = self.present + present - was_present;
            self.settled = self.settled + settled - was_settled;
        }
    }

    /// The need that the value at hand is, if `fits` holds for one of its alternatives.
    fn at(&self, fits: impl Fn(&Node) -> bool) -> Option<usize> {
        let need = self.at.filter(|_| self.skipped == 0)?;
        let alternatives = self.schema.alternatives(&self.list[need].node);
        alternatives.iter().any(|id| fits(self.schema.node(*id))).then_some(need)
    }

    fn scalar(&mut self, value: Value<'_>) {
        if let Some(need) = self.at(|node| node.accepts(value)) {
            self.reach(need, State::Settled);
        }
        self.leave();
    }

    fn start(&mut self, container: Container) {
        let need = self.at(|node| node.accepts_whole(container) || node.may_accept(container));
        match need {
            Some(need) => {
                self.reach(need, State::Present);
                self.open.push(need);
                self.at = None;
            }
            None => self.skipped += 1,
        }
    }

    fn end(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if let Some(need) = self.open.pop() {
            self.reach(need, State::Settled);
        }
        self.leave();
    }

    /// The value at hand is over; inside an array no other is a need.
    fn leave(&mut self) {
        if self.skipped == 0 {
            self.at = None;
        }
    }
}

impl Need {
    fn new(node: NodeId) -> Need {
        Need { node, inner: HashMap::new(), counts: false, state: State::Absent }
    }
}

impl Sink for Needs {
    fn interest(&self) -> Interest {
        Interest::Nothing
    }

    #[inline]
    fn event(&mut self, event: Event<'_>, _: u64) -> Result<()> {
        let is_text = matches!(event, Event::Text(_) | Event::Escape { .. });
        if !is_text || self.in_key {
            self.follow(event);
        }
        Ok(())
    }
}
