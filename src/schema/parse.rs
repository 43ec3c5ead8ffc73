//! The skeleton language: `{!query:string,limit:integer(minimum=0),tags:[string]|null,!}`.

mod scanner;

pub(super) use scanner::is_name;

use super::node::{
    CONSTRAINTS, Constraint, KINDS, Kind, Literal, Member, Node, NodeId, Object, Pattern, Scalar,
    Setting,
};
use super::room::with_room;
use super::{MAX_DEPTH, Schema};
use crate::error::Result;
use regex::Regex;
use scanner::Scanner;
use std::collections::BTreeSet;

impl Schema {
    /// Reads a skeleton.
    ///
    /// # Errors
    /// E071 with the place.
    pub fn parse(skeleton: &str) -> Result<Schema> {
        with_room(|| read(skeleton))?
    }
}

fn read(skeleton: &str) -> Result<Schema> {
    let mut parser = Parser { scan: Scanner::new(skeleton), depth: 0, nodes: Vec::new() };
    let root = parser.union()?;
    if parser.scan.peek().is_some() {
        return Err(parser.scan.fail("nothing may follow the declaration"));
    }
    Ok(Schema::new(parser.nodes, root, BTreeSet::new()))
}

/// What is read, and what has been read of it.
struct Parser<'a> {
    scan: Scanner<'a>,
    depth: usize,
    nodes: Vec<Node>,
}

impl Parser<'_> {
    fn union(&mut self) -> Result<NodeId> {
        let first = self.term()?;
        if !self.scan.take('|') {
            return Ok(first);
        }
        let mut alternatives = vec![first, self.term()?];
        while self.scan.take('|') {
            alternatives.push(self.term()?);
        }
        Ok(self.add(Node::Union(alternatives)))
    }

    fn term(&mut self) -> Result<NodeId> {
        if self.depth == MAX_DEPTH {
            return Err(self.scan.fail("the declaration is nested too deeply"));
        }
        self.depth += 1;
        let node = if self.scan.take('{') {
            Node::Object(self.object()?)
        } else if self.scan.take('[') {
            self.array()?
        } else {
            self.named()?
        };
        self.depth -= 1;
        Ok(self.add(node))
    }

    fn array(&mut self) -> Result<Node> {
        if self.scan.take(']') {
            return Ok(Node::Array(None));
        }
        let element = self.union()?;
        self.scan.expect(']', "a ] or | is missing here")?;
        Ok(Node::Array(Some(element)))
    }

    fn object(&mut self) -> Result<Object> {
        let mut object = Object::default();
        if self.scan.take('}') {
            return Ok(object);
        }
        loop {
            let required = self.scan.take('!');
            if required && self.scan.take('}') {
                object.closed = true;
                return Ok(object);
            }
            let start = self.scan.place();
            let name = self.member_name()?;
            self.scan.expect(':', "a colon is missing here")?;
            let node = self.union()?;
            if !object.add(Member { name, required, node }) {
                return Err(self.scan.fail_at(start, "the member is declared twice"));
            }
            if self.scan.take('}') {
                return Ok(object);
            }
            self.scan.expect(',', "a comma, a | or a } is missing here")?;
        }
    }

    fn member_name(&mut self) -> Result<String> {
        if self.scan.peek() == Some('"') {
            return self.scan.string();
        }
        match self.scan.word() {
            "" => Err(self.scan.fail("the name of a member is missing here")),
            name => Ok(name.to_owned()),
        }
    }

    /// A type by its name.
    fn named(&mut self) -> Result<Node> {
        let start = self.scan.place();
        let word = self.scan.word();
        let kind = KINDS.iter().find(|(_, name)| *name == word).map(|(kind, _)| *kind);
        let node = match (word, kind) {
            (_, Some(kind)) => {
                let constraints = self.constraints(kind)?;
                let is_any = kind == Kind::Any && constraints.is_empty();
                return Ok(if is_any {
                    Node::Any
                } else {
                    Node::Scalar(Scalar { kind, constraints })
                });
            }
            ("object", None) => Node::Object(Object::default()),
            ("array", None) => Node::Array(None),
            ("", None) => return Err(self.scan.fail("a type is missing here")),
            _ => {
                return Err(self.scan.fail_at(
                    start,
                    "the types are string, integer, number, boolean, null, any, object, array, {…}, […]",
                ));
            }
        };
        if self.scan.peek() == Some('(') {
            return Err(self.scan.fail("a container takes no constraints"));
        }
        Ok(node)
    }

    fn constraints(&mut self, kind: Kind) -> Result<Vec<Constraint>> {
        let mut constraints: Vec<Constraint> = Vec::new();
        if !self.scan.take('(') {
            return Ok(constraints);
        }
        loop {
            let start = self.scan.place();
            let constraint = self.constraint(kind)?;
            if !constraint.concerns(kind) {
                return Err(self.scan.fail_at(start, "the type takes no such constraint"));
            }
            if constraints.iter().any(|other| other.name() == constraint.name()) {
                return Err(self.scan.fail_at(start, "the constraint is given twice"));
            }
            constraints.push(constraint);
            if self.scan.take(')') {
                return Ok(constraints);
            }
            self.scan.expect(',', "a comma or ) is missing here")?;
        }
    }

    fn constraint(&mut self, kind: Kind) -> Result<Constraint> {
        let start = self.scan.place();
        let word = self.scan.word();
        let row = CONSTRAINTS.iter().find(|(name, _)| *name == word);
        let (_, setting) = row.ok_or_else(|| {
            self.scan.fail_at(
                start,
                "the constraints are minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, enum, pattern",
            )
        })?;
        self.scan.expect('=', "an = is missing here")?;
        match setting {
            Setting::Number(constraint) => Ok(constraint(self.scan.number()?)),
            Setting::Unit(constraint) => Ok(constraint(self.scan.unit()?)),
            Setting::Length(constraint) => Ok(constraint(self.scan.length()?)),
            Setting::Literals => self.literals(kind).map(Constraint::Enum),
            Setting::Pattern => self.pattern().map(Constraint::Pattern),
        }
    }

    fn literals(&mut self, kind: Kind) -> Result<Vec<Literal>> {
        let mut literals = Vec::new();
        loop {
            let start = self.scan.place();
            let literal = self.literal()?;
            if !kind.accepts(literal.value()) {
                return Err(self.scan.fail_at(start, "the value is of another type"));
            }
            literals.push(literal);
            if !self.scan.take('|') {
                return Ok(literals);
            }
        }
    }

    fn literal(&mut self) -> Result<Literal> {
        match self.scan.peek() {
            Some('"') => return self.scan.string().map(Literal::Text),
            Some('-' | '0'..='9') => return self.scan.number().map(Literal::Number),
            _ => {}
        }
        let start = self.scan.place();
        match self.scan.word() {
            "true" => Ok(Literal::Bool(true)),
            "false" => Ok(Literal::Bool(false)),
            "null" => Ok(Literal::Null),
            _ => Err(self
                .scan
                .fail_at(start, "a string, number, true, false or null is missing here")),
        }
    }

    fn pattern(&mut self) -> Result<Pattern> {
        let start = self.scan.place();
        let source = self.scan.string()?;
        match Regex::new(&source) {
            Ok(regex) => Ok(Pattern { source, regex }),
            Err(_) => Err(self.scan.fail_at(start, "the pattern is no regular expression")),
        }
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[test]
    fn the_canonical_text_parses_back_to_the_same() {
        for (skeleton, canonical) in [
            ("string", "string"),
            (" { ! query : string , limit:integer , } ", ""),
            ("{!query:string,!limit:integer}", "{!query:string,!limit:integer}"),
            (" { ! a : [ string ] | null , b:{} , ! } ", "{!a:[string]|null,b:object,!}"),
            ("{!}", "{!}"),
            ("[]", "array"),
            ("[any]|[[number]]", "[any]|[[number]]"),
            ("{\"a\":any,\"b c\":any,\"\":any,é:any}", "{a:any,\"b c\":any,\"\":any,é:any}"),
            (
                "{mode:string( enum = \"a\" | \"b\\u0022\" ),n:number(minimum=0,maximum=1.50e0)}",
                "{mode:string(enum=\"a\"|\"b\\\"\"),n:number(minimum=0,maximum=1.50e0)}",
            ),
            (
                "string(minLength=1,maxLength=9,pattern=\"^a|\\\\d\\\"$\")",
                "string(minLength=1,maxLength=9,pattern=\"^a|\\\\d\\\"$\")",
            ),
            ("any(enum=1|\"1\"|null|true)", "any(enum=1|\"1\"|null|true)"),
            (
                "integer(exclusiveMinimum=-1,exclusiveMaximum=1e400)|boolean(enum=true)",
                "integer(exclusiveMinimum=-1,exclusiveMaximum=1e400)|boolean(enum=true)",
            ),
        ] {
            let Ok(schema) = Schema::parse(skeleton) else {
                assert_eq!(canonical, "", "{skeleton} is valid");
                continue;
            };
            assert_eq!(schema.to_string(), canonical);
            assert_eq!(
                Schema::parse(canonical).map(|again| again.to_string()),
                Ok(canonical.to_owned())
            );
        }
    }

    #[test]
    fn a_mistake_is_named_with_its_column() {
        for (skeleton, column) in [
            ("", 1),
            ("  ", 3),
            ("strin", 1),
            ("string x", 8),
            ("{a}", 3),
            ("{a:}", 4),
            ("{a:string", 10),
            ("{a:string,}", 11),
            ("{a:string,a:null}", 11),
            ("{!,a:any}", 3),
            ("{a:any,!,b:any}", 9),
            ("[string", 8),
            ("string|", 8),
            ("{😀:any}", 2),
            ("{\"😀\":anyy}", 7),
            ("{\"a:any}", 2),
            ("{\"\\ud800\":any}", 2),
            ("string(", 8),
            ("string()", 8),
            ("string(minLength)", 17),
            ("string(minLength=-1)", 18),
            ("string(minLength=1.5)", 18),
            ("string(minimum=1)", 8),
            ("number(minLength=1)", 8),
            ("number(minimum=01)", 16),
            ("number(multipleOf=0)", 19),
            ("number(multipleOf=-1)", 19),
            ("number(minimum=0,minimum=1)", 18),
            ("number(least=0)", 8),
            ("integer(enum=1|1.5)", 16),
            ("string(enum=\"a\"|b)", 17),
            ("string(pattern=\"(\")", 16),
            ("string(pattern=x)", 16),
            ("null(enum=null)", 6),
            ("object(minimum=1)", 7),
        ] {
            let error = Schema::parse(skeleton).expect_err(skeleton);
            assert_eq!(error.code(), Code::E071);
            let at = error.position().map(|at| (at.line, at.column));
            assert_eq!(at, Some((1, column)), "{skeleton}: {error}");
        }
    }

    #[test]
    fn a_deep_declaration_is_refused() {
        for (open, close) in [("[", "]"), ("{a:", "}"), ("[null|[", "]]")] {
            let nested = |depth| open.repeat(depth) + "any" + &close.repeat(depth);
            assert!(Schema::parse(&nested(MAX_DEPTH / 2 - 1)).is_ok());
            for depth in [MAX_DEPTH + 1, 1_000_000] {
                assert!(Schema::parse(&nested(depth)).is_err());
            }
        }
    }
}
