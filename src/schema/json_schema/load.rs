//! How much there is to ask about a document, and which of its numbers no judge can hold, found
//! while it streams.

use super::graph::{Graph, Numbers, SchemaId};
use super::numeral;
use super::trail::Trail;
use crate::event::{Container, Event, Role};
use crate::schema::decimal::Decimal;
use crate::schema::thread::{Fault, MAX_FAULTS};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often schemas may be asked about all values together, and how often if every fault is to be
/// found, which takes more than to know that there is one. For each value it may be more.
const MAX_ASKED: u64 = 2_000_000;
const MAX_LISTED: u64 = 20_000;
const MORE_EACH: u64 = 200;

/// What there is to ask about a root in the making.
#[derive(Debug)]
pub(super) struct Load {
    graph: Arc<Graph>,
    levels: Vec<Level>,
    trail: Trail,
    values: u64,
    asked: u64,
    /// The longest chain of schemas that ask each other.
    deepest: usize,
    unheld: Vec<Fault>,
}

/// An open container.
#[derive(Debug)]
struct Level {
    /// The schemas that are asked about it, and how often.
    schemas: Vec<(SchemaId, u64)>,
    /// How many elements have begun, if it is an array.
    count: Option<usize>,
    chain: usize,
    /// What numbers here have to do with them.
    numbers: Numbers,
}

impl Load {
    pub(super) fn new(graph: Arc<Graph>) -> Load {
        Load {
            graph,
            levels: Vec::new(),
            trail: Trail::default(),
            values: 0,
            asked: 0,
            deepest: 0,
            unheld: Vec::new(),
        }
    }

    /// Takes the next event.
    pub(super) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(container) => {
                let count = (container == Container::Array).then_some(0);
                let level = Level { count, ..self.value() };
                self.levels.push(level);
            }
            Event::End(_) => {
                self.levels.pop();
            }
            Event::StringStart(Role::Value) | Event::Bool(_) | Event::Null => {
                self.value();
            }
            _ => {}
        }
        if let Event::Number(text) = event {
            let level = self.value();
            self.trail.event(event);
            self.number(text, level.numbers);
        } else {
            self.trail.event(event);
        }
    }

    /// A value begins: what is asked about it.
    fn value(&mut self) -> Level {
        let graph = Arc::clone(&self.graph);
        let mut schemas: BTreeMap<SchemaId, u64> = BTreeMap::new();
        let mut chain = 0;
        let mut ask = |id: SchemaId, times: u64| {
            let schema = graph.schema(id);
            chain = chain.max(schema.chain);
            for &(inner, factor) in schema.here() {
                let sum = schemas.entry(inner).or_default();
                *sum = sum.saturating_add(times.saturating_mul(factor));
            }
        };
        let (mut outer, mut numbers) = (0, Numbers::Ignored);
        match self.levels.last_mut() {
            None => ask(0, 1),
            Some(level) => {
                let index = level.count.map(|count| count.to_string());
                level.count = level.count.map(|count| count + 1);
                let name = index.as_deref().unwrap_or(self.trail.key());
                for &(id, times) in &level.schemas {
                    graph.schema(id).inside(name).for_each(|inner| ask(inner, times));
                }
                outer = level.chain;
                numbers = if level.numbers == Numbers::Inside { level.numbers } else { numbers };
            }
        }
        let asked = schemas.values().fold(0, |sum: u64, times| sum.saturating_add(*times));
        self.asked = self.asked.saturating_add(asked);
        self.values += 1;
        self.deepest = self.deepest.max(outer + chain);
        let own = schemas.keys().map(|id| graph.schema(*id).numbers).max();
        Level {
            schemas: schemas.into_iter().collect(),
            count: None,
            chain: outer + chain,
            numbers: numbers.max(own.unwrap_or_default()),
        }
    }

    /// A number, and what it matters to those that are asked.
    fn number(&mut self, text: &str, numbers: Numbers) {
        let is_whole = || Decimal::parse(text).is_some_and(|number| number.is_whole());
        let matters = match numbers {
            Numbers::Ignored => false,
            Numbers::Whole => !is_whole(),
            Numbers::Compared | Numbers::Inside => true,
        };
        if matters && !numeral::number(text).1 && self.unheld.len() < MAX_FAULTS {
            self.unheld.push(Fault::Mismatched(self.trail.pointer()));
        }
    }

    /// Whether it is more than a judge should be asked.
    pub(super) fn is_too_much(&self) -> bool {
        self.exceeds(MAX_ASKED)
    }

    /// Whether it is more than a judge should be asked that finds every fault.
    pub(super) fn is_much(&self) -> bool {
        self.exceeds(MAX_LISTED)
    }

    fn exceeds(&self, most: u64) -> bool {
        self.asked > most.saturating_add(self.values.saturating_mul(MORE_EACH))
    }

    /// How deep a judge goes that calls itself.
    pub(super) fn depth(&self) -> usize {
        self.deepest
    }

    /// The numbers that are compared and that no judge can hold.
    pub(super) fn unheld(&self) -> &[Fault] {
        &self.unheld
    }
}
