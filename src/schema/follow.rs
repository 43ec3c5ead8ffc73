//! Follows a document against a declaration: no tree, only what is open.
//!
//! A value may fit one of several alternatives, and which it is shows only later. So each level of
//! nesting has a *thread* for each container that the declaration would have there; a thread knows
//! which threads one level up it would make fit. A value that fits none of its alternatives has the
//! faults of the one that comes nearest.

use super::decimal::Decimal;
use super::node::{NodeId, Value};
use super::thread::{Fault, Thread};
use super::{MAX_DEPTH, Schema};
use crate::event::{Container, Event, Reading, Role};
use crate::view::Path;
use std::sync::Arc;

/// A document on its way past a declaration.
#[derive(Debug)]
pub(super) struct Follower {
    schema: Arc<Schema>,
    /// The first level holds the root; it has one thread, with one slot.
    levels: Vec<Vec<Thread>>,
    path: Path,
    /// How many open containers the declaration says nothing about.
    skipped: usize,
    text: Text,
    /// How many levels have several threads.
    forks: usize,
    faulty: Faulty,
    /// The pointer of the first fault of a container that has just closed.
    closing: Option<String>,
}

/// Whether a fault has been met, so that a look at the threads is worth it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Faulty {
    /// None.
    No,
    /// One since the last look.
    Fresh,
    /// None since the last look.
    Seen,
}

/// The string that is being read.
#[derive(Debug, Default)]
struct Text {
    /// Whether it is a value and no key.
    is_value: bool,
    /// Whether anybody asks what it says: a key, or a value with constraints.
    is_wanted: bool,
    held: String,
    length: u64,
}

impl Follower {
    /// Nothing yet.
    pub(super) fn new(schema: Arc<Schema>) -> Follower {
        let root = Thread::root(schema.root);
        Follower {
            schema,
            levels: vec![vec![root]],
            path: Path::default(),
            skipped: 0,
            text: Text::default(),
            forks: 0,
            faulty: Faulty::No,
            closing: None,
        }
    }

    /// Whether anybody asks what the string says that is being read.
    #[inline]
    pub(super) fn wants_text(&self) -> bool {
        self.text.is_wanted
    }

    /// Takes the next event, and gives the faults of a root that it completes. Text need not come where
    /// [nobody asks](Follower::wants_text) for it.
    pub(super) fn event(&mut self, event: Event<'_>) -> Option<Vec<Fault>> {
        self.closing = None;
        match event {
            Event::Start(container) => self.start(container),
            Event::End(_) => return self.end(),
            Event::StringStart(role) => self.begin_string(role),
            Event::Text(text) => self.push_text(text),
            Event::Escape { decoded, .. } => self.push_text(decoded.encode_utf8(&mut [0; 4])),
            Event::StringEnd(role) => return self.end_string(role),
            Event::Number(text) => {
                return match Decimal::parse(text) {
                    Some(number) if self.skipped == 0 => self.scalar(Value::Number(&number)),
                    _ => None,
                };
            }
            Event::Bool(bool) => return self.scalar(Value::Bool(bool)),
            Event::Null => return self.scalar(Value::Null),
            Event::RootEnd => {}
        }
        None
    }

    /// Whether the root has just become one that cannot fit any more, as far as that is soon found:
    /// looks only where a fault has been met since the last time.
    pub(super) fn becomes_refuted(&mut self) -> bool {
        let is_fresh = self.faulty == Faulty::Fresh;
        if is_fresh {
            self.faulty = Faulty::Seen;
        }
        is_fresh && (self.forks == 0 || self.levels.len() <= MAX_DEPTH) && self.is_refuted()
    }

    /// The pointer of what the last event has shown to be at fault, if it has.
    pub(super) fn place(&self) -> String {
        self.closing.clone().unwrap_or_else(|| self.path.pointer())
    }

    /// Whether the root at hand cannot fit any more, a member that is given again aside.
    pub(super) fn is_refuted(&self) -> bool {
        if self.faulty == Faulty::No {
            return false;
        }
        // From the innermost level outwards: a thread may come true if it has no fault, and one of
        // those that its value waits for may.
        let mut inner: Vec<(&Thread, bool)> = Vec::new();
        for threads in self.levels.iter().rev() {
            let hope = |(index, thread): (usize, _)| {
                let mut awaited = inner.iter().filter(|(above, _)| above.serves(index)).peekable();
                let waits = awaited.peek().is_some();
                let may = !waits || awaited.any(|(_, may)| *may);
                (thread, may && Thread::is_faultless(thread))
            };
            inner = threads.iter().enumerate().map(hope).collect();
        }
        !inner.iter().any(|(_, may)| *may)
    }

    /// The one reading that fits the place at hand, if it is one and not several, and if all that is
    /// declared of the place is followed.
    pub(super) fn choose(&self, readings: &[Reading<'_>]) -> Option<usize> {
        let threads = self.levels.last().filter(|_| self.skipped == 0)?;
        let live = self.live()?;
        if !self.is_exact() {
            return None;
        }
        let expected: Option<Vec<NodeId>> = threads
            .iter()
            .zip(&live)
            .filter(|(_, live)| **live)
            .map(|(thread, _)| thread.expected)
            .collect();
        let expected = expected?;
        let in_array = self.path.is_in_array();
        let fits = |reading: &Reading<'_>| match *reading {
            Reading::Text(text) => self.accept(&expected, text_value(text)),
            Reading::Number(text) => Decimal::parse(text)
                .is_some_and(|number| self.accept(&expected, Value::Number(&number))),
            Reading::Bool(bool) => self.accept(&expected, Value::Bool(bool)),
            Reading::Null => self.accept(&expected, Value::Null),
            Reading::Two(first, second) => {
                in_array
                    && self.accept(&expected, text_value(first))
                    && self.accept(&expected, text_value(second))
            }
        };
        let mut fitting = readings.iter().enumerate().filter(|(_, reading)| fits(reading));
        let (only, _) = fitting.next()?;
        fitting.next().is_none().then_some(only)
    }

    /// Whether all that is declared of the value at hand and of what it stands in is followed.
    fn is_exact(&self) -> bool {
        let is_exact = |id: &NodeId| self.schema.is_exact(*id);
        self.levels.iter().flatten().all(|thread| {
            let expected = thread.expected.as_ref();
            let places = expected.into_iter().chain([&thread.node]);
            let alternatives = expected.map_or(&[][..], |id| self.schema.alternatives(id));
            places.chain(alternatives).all(is_exact)
        })
    }

    /// Which threads of the last level may still come true, all if none may; `None` if the document
    /// may come true whatever this level holds.
    fn live(&self) -> Option<Vec<bool>> {
        if self.forks == 0 {
            return Some(vec![true]);
        }
        let mut live = vec![true];
        for pair in self.levels.windows(2) {
            let [outer, inner] = pair else { continue };
            let waits = |index| inner.iter().any(|thread| thread.serves(index));
            let alive = |index: usize| live[index] && outer[index].is_faultless();
            if (0..outer.len()).any(|index| alive(index) && !waits(index)) {
                return None;
            }
            live = inner
                .iter()
                .map(|thread| (0..outer.len()).any(|index| alive(index) && thread.serves(index)))
                .collect();
        }
        let last = self.levels.last()?;
        let best: Vec<bool> =
            last.iter().zip(&live).map(|(thread, live)| *live && thread.is_faultless()).collect();
        Some(if best.contains(&true) { best } else { vec![true; last.len()] })
    }

    fn accept(&self, expected: &[NodeId], value: Value<'_>) -> bool {
        expected.iter().any(|id| accepts(&self.schema, id, value))
    }

    fn start(&mut self, container: Container) {
        if self.skipped > 0 {
            self.skipped += 1;
            return;
        }
        self.path.begin_value();
        let Follower { schema, levels, path, forks, .. } = self;
        let Some(outer) = levels.last_mut() else { return };
        let mut inner: Vec<Thread> = Vec::new();
        for (index, thread) in outer.iter_mut().enumerate() {
            let Some(expected) = thread.expected else { continue };
            let alternatives = schema.alternatives(&expected);
            if alternatives.iter().any(|id| schema.node(*id).accepts_whole(container)) {
                thread.settle(Vec::new());
                continue;
            }
            let mut found = false;
            for &id in alternatives.iter().filter(|id| schema.node(**id).may_accept(container)) {
                found = true;
                match inner.iter_mut().find(|thread| thread.node == id) {
                    Some(thread) => thread.serve(index),
                    None => inner.push(Thread::new(id, schema.node(id), index)),
                }
            }
            if !found {
                thread.mismatch(path);
                self.faulty = Faulty::Fresh;
            }
        }
        if inner.is_empty() {
            self.skipped = 1;
        } else {
            path.enter(container);
            *forks += usize::from(inner.len() > 1);
            levels.push(inner);
        }
    }

    fn end(&mut self) -> Option<Vec<Fault>> {
        if self.skipped > 0 {
            self.skipped -= 1;
            return if self.skipped == 0 { self.done() } else { None };
        }
        if self.levels.len() == 1 {
            // Of an array around the roots that is no part of the document.
            return None;
        }
        let inner = self.levels.pop()?;
        self.forks -= usize::from(inner.len() > 1);
        self.path.leave();
        let pointer = &self.path;
        let closed: Vec<_> =
            inner.iter().map(|thread| (thread, thread.faults(&self.schema, pointer))).collect();
        for (index, thread) in self.levels.last_mut()?.iter_mut().enumerate() {
            let own = closed.iter().filter(|(inner, _)| inner.serves(index));
            if let Some((_, faults)) = own.min_by_key(|(_, faults)| faults.len()) {
                if let Some(fault) = faults.first() {
                    self.faulty = Faulty::Fresh;
                    self.closing = Some(fault.pointer().to_owned());
                }
                thread.settle(faults.clone());
            }
        }
        self.done()
    }

    fn scalar(&mut self, value: Value<'_>) -> Option<Vec<Fault>> {
        if self.skipped > 0 {
            return None;
        }
        self.path.begin_value();
        self.judge(value)
    }

    /// The value at hand, which is no container, is whole.
    fn judge(&mut self, value: Value<'_>) -> Option<Vec<Fault>> {
        for thread in self.levels.last_mut()? {
            let Some(expected) = thread.expected else { continue };
            if accepts(&self.schema, &expected, value) {
                thread.settle(Vec::new());
            } else if !(matches!(value, Value::Text(..)) && thread.is_refuted) {
                thread.mismatch(&self.path);
                self.faulty = Faulty::Fresh;
            }
        }
        self.done()
    }

    fn begin_string(&mut self, role: Role) {
        self.text.held.clear();
        self.text.length = 0;
        self.text.is_value = role == Role::Value;
        self.text.is_wanted = self.skipped == 0 && (role == Role::Key || self.constrains_text());
        if self.skipped == 0 && role == Role::Value {
            self.path.begin_value();
            let threads = self.levels.last_mut().into_iter().flatten();
            threads.for_each(|thread| thread.is_refuted = false);
            self.doubt_text();
        }
    }

    fn push_text(&mut self, text: &str) {
        if self.wants_text() {
            self.text.held.push_str(text);
            self.text.length += text.chars().count() as u64;
            if self.text.is_value {
                self.doubt_text();
            }
        }
    }

    /// Finds the threads in which no text may stand that begins as the one at hand.
    fn doubt_text(&mut self) {
        let Follower { schema, levels, path, faulty, text, .. } = self;
        for thread in levels.last_mut().into_iter().flatten().filter(|thread| !thread.is_refuted) {
            let may = |id: &NodeId| schema.node(*id).may_become(&text.held, text.length);
            let expected = thread.expected.as_ref().map(|id| schema.alternatives(id));
            if expected.is_some_and(|alternatives| !alternatives.iter().any(may)) {
                thread.mismatch(path);
                thread.is_refuted = true;
                *faulty = Faulty::Fresh;
            }
        }
    }

    /// Whether some thread has constraints on a text at this place.
    fn constrains_text(&self) -> bool {
        let threads = self.levels.last().into_iter().flatten();
        threads.filter_map(|thread| thread.expected.as_ref()).any(|expected| {
            let alternatives = self.schema.alternatives(expected);
            alternatives.iter().any(|id| self.schema.node(*id).constrains_text())
        })
    }

    fn end_string(&mut self, role: Role) -> Option<Vec<Fault>> {
        if self.skipped > 0 {
            return None;
        }
        let text = std::mem::take(&mut self.text);
        let done = match role {
            Role::Key => {
                self.begin_member(&text.held);
                None
            }
            Role::Value => self.judge(Value::Text(&text.held, text.length)),
        };
        // Its buffer serves the next string.
        self.text = text;
        done
    }

    fn begin_member(&mut self, name: &str) {
        self.path.begin_member(name);
        for thread in self.levels.last_mut().into_iter().flatten() {
            if !thread.begin_member(self.schema.node(thread.node), name, &self.path) {
                thread.mismatch(&self.path);
                self.faulty = Faulty::Fresh;
            }
        }
    }

    /// A value is complete: if it is a root, what is wrong with it.
    fn done(&mut self) -> Option<Vec<Fault>> {
        let [root] = self.levels.as_mut_slice() else { return None };
        self.faulty = Faulty::No;
        root.first_mut().map(Thread::take)
    }
}

fn accepts(schema: &Schema, id: &NodeId, value: Value<'_>) -> bool {
    schema.alternatives(id).iter().any(|id| schema.node(*id).accepts(value))
}

fn text_value(text: &str) -> Value<'_> {
    Value::Text(text, text.chars().count() as u64)
}
