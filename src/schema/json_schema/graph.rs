//! Which schemas a schema asks about a value and about what is in it, so that the work of a judge
//! that forgets what it has asked is known before it begins.

use super::invalid;
use super::names::Names;
use super::refusal::quoted;
use crate::error::{Error, Result};
use crate::pointer;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};

/// How many schemas may ask each other about one value.
const MAX_CHAIN: usize = 512;

/// How often schemas may be asked about one value, and how many different ones in all.
const MAX_ASKED: u64 = 10_000;
const MAX_LINKS: usize = 1_000_000;

/// The place of a schema in its graph.
pub(super) type SchemaId = usize;

/// Every schema in a file that another refers to.
#[derive(Debug, Default)]
pub(super) struct Graph {
    schemas: Vec<Asked>,
}

/// What one schema asks.
#[derive(Debug, Default)]
pub(super) struct Asked {
    path: String,
    /// Of the value itself; at first one by one, then all of them, each with how often.
    here: Vec<(SchemaId, u64)>,
    /// How many schemas ask each other about the value.
    pub(super) chain: usize,
    /// Of the member or element of a name.
    members: HashMap<String, Vec<SchemaId>>,
    /// Of those that have no name here, and of all.
    others: Vec<SchemaId>,
    all: Vec<SchemaId>,
    /// What its own keywords have to do with numbers.
    pub(super) numbers: Numbers,
}

/// What keywords have to do with numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Numbers {
    /// Nothing.
    #[default]
    Ignored,
    /// Whether a number is whole.
    Whole,
    /// A number is compared with others.
    Compared,
    /// Whatever is in the value is compared.
    Inside,
}

/// Where schemas stand in a schema, and what they are asked about.
const APPLICATORS: &[(&str, Place, About)] = &[
    ("allOf", Place::List, About::Itself),
    ("anyOf", Place::List, About::Itself),
    ("oneOf", Place::List, About::Itself),
    ("not", Place::Alone, About::Itself),
    ("if", Place::Alone, About::Itself),
    ("then", Place::Alone, About::Itself),
    ("else", Place::Alone, About::Itself),
    ("dependentSchemas", Place::ByName, About::Itself),
    ("dependencies", Place::ByName, About::Itself),
    ("properties", Place::ByName, About::Named),
    ("prefixItems", Place::List, About::Named),
    ("patternProperties", Place::ByName, About::All),
    ("propertyNames", Place::Alone, About::All),
    ("contains", Place::Alone, About::All),
    ("items", Place::List, About::Named),
    ("items", Place::Alone, About::Others),
    ("additionalItems", Place::Alone, About::Others),
    ("additionalProperties", Place::Alone, About::Others),
    ("unevaluatedItems", Place::Alone, About::Others),
    ("unevaluatedProperties", Place::Alone, About::Others),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Alone,
    List,
    ByName,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Itself,
    /// The member of the name, the element at the place.
    Named,
    /// The members and elements that have no schema of their own.
    Others,
    All,
}

/// What compares numbers.
const COMPARING: &[&str] =
    &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

impl Graph {
    /// The graph of a schema.
    ///
    /// # Errors
    /// E071 with the place, for what asks too much about one value.
    pub(super) fn new(schema: &Value) -> Result<Graph> {
        let mut builder = Builder {
            names: Names::of(schema),
            ids: HashMap::new(),
            waiting: Vec::new(),
            graph: Graph::default(),
        };
        builder.id(String::new(), schema);
        while let Some((id, schema)) = builder.waiting.pop() {
            builder.fill(id, schema);
        }
        close(builder.graph)
    }

    pub(super) fn schema(&self, id: SchemaId) -> &Asked {
        &self.schemas[id]
    }
}

impl Asked {
    /// Every schema that is asked about the value of this one, itself too, and how often.
    pub(super) fn here(&self) -> &[(SchemaId, u64)] {
        &self.here
    }

    /// The schemas that are asked about the member or element of a name.
    pub(super) fn inside(&self, name: &str) -> impl Iterator<Item = SchemaId> {
        let own = self.members.get(name).unwrap_or(&self.others);
        own.iter().chain(&self.all).copied()
    }
}

struct Builder<'a> {
    names: Names<'a>,
    ids: HashMap<String, SchemaId>,
    waiting: Vec<(SchemaId, &'a Value)>,
    graph: Graph,
}

impl<'a> Builder<'a> {
    fn id(&mut self, path: String, schema: &'a Value) -> SchemaId {
        if let Some(id) = self.ids.get(&path) {
            return *id;
        }
        let id = self.graph.schemas.len();
        self.graph.schemas.push(Asked { path: path.clone(), ..Asked::default() });
        self.ids.insert(path, id);
        self.waiting.push((id, schema));
        id
    }

    fn fill(&mut self, id: SchemaId, schema: &'a Value) {
        let path = self.graph.schemas[id].path.clone();
        let mut asked = Asked { numbers: numbers(schema), ..Asked::default() };
        for keyword in ["$ref", "$dynamicRef", "$recursiveRef"] {
            let reference = schema.get(keyword).and_then(Value::as_str);
            for (path, target) in reference.map_or_else(Vec::new, |text| self.names.find(text)) {
                asked.here.push((self.id(path, target), 1));
            }
        }
        for &(keyword, place, about) in APPLICATORS {
            let Some(value) = schema.get(keyword) else { continue };
            let path = pointer::join(&path, keyword);
            let mut add = |name: &str, path: String, schema| {
                let inner = self.id(path, schema);
                match about {
                    About::Itself => asked.here.push((inner, 1)),
                    About::Named => asked.members.entry(name.to_owned()).or_default().push(inner),
                    About::Others => asked.others.push(inner),
                    About::All => asked.all.push(inner),
                }
            };
            match (place, value) {
                (Place::Alone, Value::Object(_)) => add("", path, value),
                (Place::List, Value::Array(list)) => {
                    for (index, schema) in list.iter().enumerate() {
                        let name = index.to_string();
                        add(&name, pointer::join(&path, &name), schema);
                    }
                }
                (Place::ByName, Value::Object(members)) => {
                    for (name, schema) in members {
                        add(name, pointer::join(&path, name), schema);
                    }
                }
                _ => {}
            }
        }
        self.graph.schemas[id] = Asked { path, ..asked };
    }
}

/// Whether a keyword compares numbers.
pub(super) fn compares(keyword: &str) -> bool {
    COMPARING.contains(&keyword)
}

/// What the keywords of a schema have to do with numbers.
fn numbers(schema: &Value) -> Numbers {
    let has = |keyword: &&str| schema.get(keyword).is_some();
    let listed = schema.get("enum").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut listed = listed.iter().chain(schema.get("const"));
    if schema.get("uniqueItems") == Some(&Value::Bool(true))
        || listed.clone().any(|value| value.is_array() || value.is_object())
    {
        Numbers::Inside
    } else if COMPARING.iter().any(has) || listed.any(Value::is_number) {
        Numbers::Compared
    } else if schema.get("type").is_some_and(|kind| kind.to_string().contains("integer")) {
        Numbers::Whole
    } else {
        Numbers::Ignored
    }
}

/// How far a schema is closed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Closed,
}

/// Replaces what each schema asks of a value itself by all that comes of it.
fn close(graph: Graph) -> Result<Graph> {
    let states = vec![State::New; graph.schemas.len()];
    let mut closing = Closing { graph, states, links: 0 };
    (0..closing.states.len()).try_for_each(|id| closing.close(id, 0))?;
    Ok(closing.graph)
}

struct Closing {
    graph: Graph,
    states: Vec<State>,
    links: usize,
}

impl Closing {
    fn close(&mut self, id: SchemaId, depth: usize) -> Result<()> {
        if self.states[id] != State::New {
            return Ok(());
        }
        if depth == MAX_CHAIN {
            return Err(self.fail(id, &format!("more than {MAX_CHAIN} schemas ask each other")));
        }
        self.states[id] = State::Open;
        let direct = std::mem::take(&mut self.graph.schemas[id].here);
        let (mut all, mut chain) = (BTreeMap::from([(id, 1)]), 1);
        for (inner, _) in direct {
            self.close(inner, depth + 1)?;
            // The judge sees that a schema asks itself, and leaves it at that.
            let Asked { here, chain: longest, .. } = &self.graph.schemas[inner];
            chain = chain.max(longest + 1);
            for (target, times) in here {
                let sum: &mut u64 = all.entry(*target).or_default();
                *sum = sum.saturating_add(*times);
            }
        }
        self.links += all.len();
        let asked = all.values().fold(0, |sum: u64, times| sum.saturating_add(*times));
        if chain > MAX_CHAIN {
            return Err(self.fail(id, &format!("more than {MAX_CHAIN} schemas ask each other")));
        }
        if asked > MAX_ASKED || self.links > MAX_LINKS {
            return Err(self.fail(id, "too many schemas are asked about one value"));
        }
        self.states[id] = State::Closed;
        let schema = &mut self.graph.schemas[id];
        (schema.here, schema.chain) = (all.into_iter().collect(), chain);
        Ok(())
    }

    fn fail(&self, id: SchemaId, detail: &str) -> Error {
        invalid(format!("{detail} at {}", quoted(&self.graph.schemas[id].path)))
    }
}
