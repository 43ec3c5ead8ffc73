//! The skeleton language: `{!query:string,limit:integer(minimum=0),tags:[string]|null,!}`.

use super::decimal::Decimal;
use super::node::{
    CONSTRAINTS, Constraint, KINDS, Kind, Literal, Member, Node, NodeId, Object, Pattern, Scalar,
    Setting,
};
use super::room::with_room;
use super::{MAX_DEPTH, Schema};
use crate::error::{Code, Error, Result};
use crate::position::Position;
use regex::Regex;
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
    let mut parser = Parser { text: skeleton, at: 0, depth: 0, nodes: Vec::new() };
    let root = parser.union()?;
    parser.skip_space();
    if parser.at < skeleton.len() {
        return Err(parser.fail("nothing may follow the declaration"));
    }
    Ok(Schema::new(parser.nodes, root, BTreeSet::new()))
}

/// Whether a member's name may stand without quotes.
pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_name_char)
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.' | '@')
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    nodes: Vec<Node>,
}

impl<'a> Parser<'a> {
    fn union(&mut self) -> Result<NodeId> {
        let first = self.term()?;
        if !self.take('|') {
            return Ok(first);
        }
        let mut alternatives = vec![first, self.term()?];
        while self.take('|') {
            alternatives.push(self.term()?);
        }
        Ok(self.add(Node::Union(alternatives)))
    }

    fn term(&mut self) -> Result<NodeId> {
        if self.depth == MAX_DEPTH {
            return Err(self.fail("the declaration is nested too deeply"));
        }
        self.depth += 1;
        let node = if self.take('{') {
            Node::Object(self.object()?)
        } else if self.take('[') {
            self.array()?
        } else {
            self.named()?
        };
        self.depth -= 1;
        Ok(self.add(node))
    }

    fn array(&mut self) -> Result<Node> {
        if self.take(']') {
            return Ok(Node::Array(None));
        }
        let element = self.union()?;
        self.expect(']', "a ] or | is missing here")?;
        Ok(Node::Array(Some(element)))
    }

    fn object(&mut self) -> Result<Object> {
        let mut object = Object::default();
        if self.take('}') {
            return Ok(object);
        }
        loop {
            let required = self.take('!');
            if required && self.take('}') {
                object.closed = true;
                return Ok(object);
            }
            self.skip_space();
            let start = self.at;
            let name = self.member_name()?;
            self.expect(':', "a colon is missing here")?;
            let node = self.union()?;
            if !object.add(Member { name, required, node }) {
                return Err(self.fail_at(start, "the member is declared twice"));
            }
            if self.take('}') {
                return Ok(object);
            }
            self.expect(',', "a comma, a | or a } is missing here")?;
        }
    }

    fn member_name(&mut self) -> Result<String> {
        if self.next() == Some('"') {
            return self.string();
        }
        match self.word() {
            "" => Err(self.fail("the name of a member is missing here")),
            name => Ok(name.to_owned()),
        }
    }

    /// A type by its name.
    fn named(&mut self) -> Result<Node> {
        self.skip_space();
        let start = self.at;
        let word = self.word();
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
            ("", None) => return Err(self.fail("a type is missing here")),
            _ => {
                return Err(self.fail_at(
                    start,
                    "the types are string, integer, number, boolean, null, any, object, array, {…}, […]",
                ));
            }
        };
        if self.next() == Some('(') {
            return Err(self.fail("a container takes no constraints"));
        }
        Ok(node)
    }

    fn constraints(&mut self, kind: Kind) -> Result<Vec<Constraint>> {
        let mut constraints: Vec<Constraint> = Vec::new();
        if !self.take('(') {
            return Ok(constraints);
        }
        loop {
            self.skip_space();
            let start = self.at;
            let constraint = self.constraint(kind)?;
            if !constraint.concerns(kind) {
                return Err(self.fail_at(start, "the type takes no such constraint"));
            }
            if constraints.iter().any(|other| other.name() == constraint.name()) {
                return Err(self.fail_at(start, "the constraint is given twice"));
            }
            constraints.push(constraint);
            if self.take(')') {
                return Ok(constraints);
            }
            self.expect(',', "a comma or ) is missing here")?;
        }
    }

    fn constraint(&mut self, kind: Kind) -> Result<Constraint> {
        let start = self.at;
        let word = self.word();
        let row = CONSTRAINTS.iter().find(|(name, _)| *name == word);
        let (_, setting) = row.ok_or_else(|| {
            self.fail_at(
                start,
                "the constraints are minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, enum, pattern",
            )
        })?;
        self.expect('=', "an = is missing here")?;
        match setting {
            Setting::Number(constraint) => Ok(constraint(self.number()?)),
            Setting::Unit(constraint) => Ok(constraint(self.unit()?)),
            Setting::Length(constraint) => Ok(constraint(self.length()?)),
            Setting::Literals => self.literals(kind).map(Constraint::Enum),
            Setting::Pattern => self.pattern().map(Constraint::Pattern),
        }
    }

    fn literals(&mut self, kind: Kind) -> Result<Vec<Literal>> {
        let mut literals = Vec::new();
        loop {
            self.skip_space();
            let start = self.at;
            let literal = self.literal()?;
            if !kind.accepts(literal.value()) {
                return Err(self.fail_at(start, "the value is of another type"));
            }
            literals.push(literal);
            if !self.take('|') {
                return Ok(literals);
            }
        }
    }

    fn literal(&mut self) -> Result<Literal> {
        match self.next() {
            Some('"') => return self.string().map(Literal::Text),
            Some('-' | '0'..='9') => return self.number().map(Literal::Number),
            _ => {}
        }
        let start = self.at;
        match self.word() {
            "true" => Ok(Literal::Bool(true)),
            "false" => Ok(Literal::Bool(false)),
            "null" => Ok(Literal::Null),
            _ => Err(self.fail_at(start, "a string, number, true, false or null is missing here")),
        }
    }

    fn pattern(&mut self) -> Result<Pattern> {
        self.skip_space();
        let start = self.at;
        let source = self.string()?;
        match Regex::new(&source) {
            Ok(regex) => Ok(Pattern { source, regex }),
            Err(_) => Err(self.fail_at(start, "the pattern is no regular expression")),
        }
    }

    fn number(&mut self) -> Result<Decimal> {
        let (start, text) = self.numeral();
        Decimal::parse(text).ok_or_else(|| self.fail_at(start, "a number is missing here"))
    }

    fn unit(&mut self) -> Result<Decimal> {
        self.skip_space();
        let start = self.at;
        let number = self.number()?;
        if number.is_unit() {
            Ok(number)
        } else {
            Err(self.fail_at(start, "a number above 0 with at most 18 digits is missing here"))
        }
    }

    fn length(&mut self) -> Result<u64> {
        let (start, text) = self.numeral();
        text.parse().map_err(|_| self.fail_at(start, "a whole number from 0 is missing here"))
    }

    fn numeral(&mut self) -> (usize, &'a str) {
        self.skip_space();
        let start = self.at;
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        (start, self.take_while(is_part))
    }

    fn string(&mut self) -> Result<String> {
        if self.next() != Some('"') {
            return Err(self.fail("a string in double quotes is missing here"));
        }
        let start = self.at;
        let mut escaped = false;
        let end = self.text[start + 1..].find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        self.at += end.ok_or_else(|| self.fail("the string has no end"))? + 2;
        serde_json::from_str(&self.text[start..self.at])
            .map_err(|_| self.fail_at(start, "the string is no JSON string"))
    }

    fn word(&mut self) -> &'a str {
        self.skip_space();
        self.take_while(is_name_char)
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn expect(&mut self, wanted: char, detail: &'static str) -> Result<()> {
        if self.take(wanted) { Ok(()) } else { Err(self.fail(detail)) }
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.next() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// The next character that is no space.
    fn next(&mut self) -> Option<char> {
        self.skip_space();
        self.text[self.at..].chars().next()
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.text[self.at..].trim_start().len();
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    fn fail(&self, detail: &'static str) -> Error {
        self.fail_at(self.at, detail)
    }

    fn fail_at(&self, at: usize, detail: &'static str) -> Error {
        let at = Position::START.after(&self.text.as_bytes()[..at]);
        Error::at(Code::E071, at).with_detail(detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
