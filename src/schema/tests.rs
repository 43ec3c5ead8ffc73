//! Documents and readings against declarations.

use super::{Checker, Schema};
use crate::engine::options::MultiRoot;
use crate::engine::{Engine, EngineOptions};
use crate::error::Result;
use crate::event::{Event, Reading, Sink};
use crate::repair::Ambiguity;
use std::sync::Arc;

fn checker(skeleton: &str) -> Checker {
    Checker::new(Arc::new(Schema::parse(skeleton).expect("the skeleton is valid")), false)
}

/// Feeds `text` in pieces of `size` bytes.
fn follow(mut checker: Checker, text: &str, size: usize, multi_root: MultiRoot) -> Checker {
    let mut engine = Engine::new(EngineOptions { multi_root, ..EngineOptions::default() });
    for piece in text.as_bytes().chunks(size) {
        engine.feed(piece, &mut checker).expect("the document is readable");
    }
    engine.finish(&mut checker).expect("the document is readable");
    checker
}

#[test]
fn a_verdict_names_what_is_missing_and_what_does_not_fit() {
    const CALL: &str = "{!query:string,!limit:integer(minimum=1),tags:[string(enum=\"a\"|\"b\")]}";
    const UNION: &str = "{!s:{kind:string(enum=\"c\"),!r:number}|{!kind:string(enum=\"r\"),!w:number,!h:number}|null}";
    for (skeleton, document, missing, mismatched) in [
        (CALL, r#"{"query":"x","limit":1,"tags":["a","b"],"more":[{}]}"#, "", ""),
        (CALL, r#"{"query":"x"}"#, "/limit", ""),
        (CALL, r#"{"query":1,"limit":"1","tags":"a"}"#, "", "/query /limit /tags"),
        (
            CALL,
            r#"{"query":null,"tags":["a",["a"],"c",1]}"#,
            "/limit",
            "/query /tags/1 /tags/2 /tags/3",
        ),
        (CALL, r#"{"query":"","limit":0}"#, "", "/limit"),
        (CALL, r#"{"query":"","limit":1.0}"#, "", ""),
        (CALL, r#"{"query":"","limit":1.5}"#, "", "/limit"),
        (CALL, "[]", "", "?"),
        // Of members of one name the last counts, whatever the others were.
        (CALL, r#"{"query":1,"limit":1,"query":"x"}"#, "", ""),
        (CALL, r#"{"query":"x","limit":1,"qu\u0065ry":[{}]}"#, "", "/query"),
        ("{!a:{!b:null},!}", r#"{"a":{"b":1},"a":{"b":null}}"#, "", ""),
        ("{!a:{!b:null},!}", r#"{"a":{},"x/~":{"a":1},"y":2}"#, "/a/b", "/x~1~0 /y"),
        ("{!a:{!b:null},!}", r#"{"a":{}}"#, "/a/b", ""),
        (UNION, r#"{"s":{"kind":"c","r":1}}"#, "", ""),
        (UNION, r#"{"s":{"kind":"r","w":1,"h":2}}"#, "", ""),
        (UNION, r#"{"s":{"h":2,"w":1,"kind":"r"}}"#, "", ""),
        (UNION, r#"{"s":null}"#, "", ""),
        (UNION, r#"{"s":{"kind":"r","w":1}}"#, "/s/h", ""),
        (UNION, r#"{"s":{"kind":"c","r":"1"}}"#, "", "/s/r"),
        (UNION, r#"{"s":{"kind":"r","w":1,"h":2,"kind":"c"}}"#, "/s/r", ""),
        (UNION, r#"{"s":[]}"#, "", "/s"),
        (UNION, "{}", "/s", ""),
        ("[[integer]|[string]]", r#"[[1,2],["a"],[],[1,"a"]]"#, "", "/3/1"),
        ("[{!a:any}|array]", r#"[{"a":[{}]},[{"b":1}],{"b":1}]"#, "/2/a", ""),
        ("{a:any(enum=1|\"1\"|null)}", r#"{"a":1.0}"#, "", ""),
        ("{a:any(enum=1|\"1\"|null)}", r#"{"a":{}}"#, "", "/a"),
        ("string(minLength=2,maxLength=3,pattern=\"^é\")", "\"é\\ud83d\\ude00\"", "", ""),
        ("string(minLength=2,maxLength=3)", "\"abcd\"", "", "?"),
        ("string(minLength=2,maxLength=3)", "\"😀\"", "", "?"),
        ("string(pattern=\"^a$\")", "\"a\\u0061\"", "", "?"),
        ("integer(minimum=9007199254740993)", "9007199254740992", "", "?"),
        ("number(exclusiveMaximum=1e400)", "1e400", "", "?"),
        ("number(exclusiveMaximum=1e400)", "9e399", "", ""),
        ("boolean(enum=true)|null", "true", "", ""),
        ("boolean(enum=true)|null", "false", "", "?"),
        ("{}", "{}", "", ""),
        ("{!}", "{}", "", ""),
        ("{!}", r#"{"":0}"#, "", "/"),
        ("any", "[[[{}]]]", "", ""),
    ] {
        let whole = follow(checker(skeleton), document, document.len(), MultiRoot::First);
        let verdict = whole.verdict();
        // The pointer of a root is empty; a question mark stands for it.
        let list = |pointers: &[String]| {
            let shown = pointers.iter().map(|p| if p.is_empty() { "?" } else { p });
            shown.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(list(&verdict.missing), missing, "{skeleton} {document}");
        assert_eq!(list(&verdict.mismatched), mismatched, "{skeleton} {document}");
        assert_eq!(verdict.ok, missing.is_empty() && mismatched.is_empty());
        // A member that is given again may put right what was refuted.
        let given = |key: &str| document.matches(key).count();
        let is_given_again = given("\"query\"") > 1 || given("\"a\"") > 1;
        let refuted = whole.refuted_by().is_some();
        assert!(refuted != verdict.ok || refuted && is_given_again, "{skeleton} {document}");
        assert!(
            verdict.satisfied <= verdict.total
                && (verdict.satisfied == verdict.total || !verdict.ok)
        );
        for size in [1, 3] {
            let pieces = follow(checker(skeleton), document, size, MultiRoot::First);
            assert_eq!(pieces.verdict(), verdict, "{skeleton} {document}");
        }
    }
}

#[test]
fn satisfied_counts_the_required_members_that_are_there_and_fit() {
    for (document, satisfied) in [
        ("{}", 0),
        ("[]", 0),
        (r#"{"a":{}}"#, 1),
        (r#"{"a":{"b":1}}"#, 1),
        (r#"{"a":{"b":""}}"#, 2),
        (r#"{"a":{"b":""},"c":[1]}"#, 3),
        (r#"{"a":1,"c":[1]}"#, 1),
        (r#"{"a":{"b":""},"c":[""]}"#, 3),
    ] {
        let done = follow(checker("{!a:{!b:string},!c:[integer]}"), document, 64, MultiRoot::First);
        let verdict = done.verdict();
        assert_eq!((verdict.satisfied, verdict.total), (satisfied, 3), "{document}");
    }
}

#[test]
fn nothing_is_satisfied_before_a_root_is_complete() {
    let verdict = checker("{!a:any}").verdict();
    assert_eq!((verdict.missing.len(), verdict.satisfied, verdict.ok), (1, 0, false));
    assert!(!checker("any").verdict().ok);
}

#[test]
fn the_first_root_that_does_not_fit_counts_and_the_wrapper_is_no_part_of_it() {
    for (document, mismatched) in
        [("[1]\n[2]", &[][..]), ("[1]\n[true]\n[2,{}]", &["/0"]), ("[[]]", &["/0"])]
    {
        for multi_root in [MultiRoot::Lines, MultiRoot::Array] {
            let schema = Schema::parse("[integer]").expect("the skeleton is valid");
            let checker = Checker::new(Arc::new(schema), multi_root == MultiRoot::Array);
            let verdict = follow(checker, document, 1, multi_root).verdict();
            assert_eq!(verdict.mismatched, mismatched, "{document}");
        }
    }
}

#[test]
fn a_document_is_refuted_as_soon_as_it_is_certain_and_not_before() {
    const UNION: &str = "{!s:{!k:string(enum=\"a\"),!v:integer}|{!k:string(enum=\"b\"),!v:string}}";
    for (skeleton, before, then) in [
        ("{!a:string}", "{\"a\":", "1,"),
        ("{!a:string}", "{\"a\":", "[,"),
        ("{!a:integer|[string]}", "{\"a\":", "\"x"),
        ("{!a:string(maxLength=2)}", "{\"a\":\"xy", "z"),
        ("{!a:string(enum=\"abc\"|\"xbc\")|integer}", "{\"a\":\"x", "y"),
        ("[string|[integer]]", "[\"a\",[1,", "\"x"),
        ("{!a:string,!}", "{\"a\":\"\",\"b\"", ":"),
        ("{!a:string}", "{\"b\":{}", "} "),
        (UNION, "{\"s\":{\"v\":1,\"k\":", "\"b\","),
        (UNION, "{\"s\":{\"k\":\"a\",\"v\":", "\"x\","),
        (UNION, "{\"s\":{\"k\":", "\"c\","),
        ("[integer]", "[1,2", ",null,"),
    ] {
        let mut engine = Engine::new(EngineOptions::default());
        let mut checker = checker(skeleton);
        engine.feed(before.as_bytes(), &mut checker).expect("the document is readable");
        assert!(checker.refuted_by().is_none(), "{skeleton} {before}");
        engine.feed(then.as_bytes(), &mut checker).expect("the document is readable");
        engine.finish(&mut checker).expect("the document is readable");
        assert!(checker.refuted_by().is_some(), "{skeleton} {before}{then}");
    }
}

/// Hears what a document has said up to its end, which is not told.
struct Opening<'a>(&'a mut Checker);

impl Sink for Opening<'_> {
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        self.0.event(event, at)
    }
}

#[test]
fn a_schema_chooses_where_one_reading_fits_and_not_several() {
    use Ambiguity::{AdjacentStrings, BareWord, DigitGroup, LeadingZero, MultiRoot, StringEnd};
    const WORD: &[Reading<'_>] = &[Reading::Text("yes"), Reading::Bool(true)];
    const ZERO: &[Reading<'_>] = &[Reading::Text("007"), Reading::Number("7")];
    const GROUP: &[Reading<'_>] =
        &[Reading::Text("1,5"), Reading::Number("15"), Reading::Number("1.5")];
    const PAIR: &[Reading<'_>] = &[Reading::Two("a", "b"), Reading::Text("ab")];
    const UNION: &str =
        "{s:{k:string(enum=\"a\"),v:string}|{k:string(enum=\"b\"),v:boolean}|{x:any,!}}";
    for (skeleton, opening, class, readings, chosen) in [
        ("{a:string}", "{\"a\":", BareWord, WORD, Some(0)),
        ("{a:boolean}", "{\"a\":", BareWord, WORD, Some(1)),
        ("{a:boolean|string}", "{\"a\":", BareWord, WORD, None),
        ("{a:integer}", "{\"a\":", BareWord, WORD, None),
        ("{a:any}", "{\"a\":", BareWord, WORD, None),
        ("{b:boolean}", "{\"a\":", BareWord, WORD, None),
        ("{b:boolean}", "{\"x\":{\"b\":", BareWord, WORD, None),
        ("{a:boolean}", "{\"a\":", StringEnd, WORD, None),
        ("{a:boolean}", "{\"a\":", MultiRoot, WORD, None),
        ("boolean", "", BareWord, WORD, Some(1)),
        ("[boolean]", "[true,", BareWord, WORD, Some(1)),
        ("[[string]|[boolean]]", "[[true,", BareWord, WORD, Some(1)),
        ("[[string]|[boolean]]", "[[", BareWord, WORD, None),
        (UNION, "{\"s\":{\"k\":\"a\",\"v\":", BareWord, WORD, Some(0)),
        (UNION, "{\"s\":{\"k\":\"b\",\"v\":", BareWord, WORD, Some(1)),
        (UNION, "{\"s\":{\"v\":", BareWord, WORD, None),
        ("{s:{v:boolean}|any}", "{\"s\":{\"v\":", BareWord, WORD, None),
        ("{a:integer}", "{\"a\":", LeadingZero, ZERO, Some(1)),
        ("{a:string}", "{\"a\":", LeadingZero, ZERO, Some(0)),
        ("{a:string(enum=\"7\")|integer}", "{\"a\":", LeadingZero, ZERO, Some(1)),
        ("{a:integer}", "{\"a\":", DigitGroup, GROUP, Some(1)),
        ("{a:number}", "{\"a\":", DigitGroup, GROUP, None),
        ("{a:number(maximum=10)}", "{\"a\":", DigitGroup, GROUP, Some(2)),
        ("{a:[string(minLength=2)]}", "{\"a\":[", AdjacentStrings, PAIR, Some(1)),
        ("{a:[string(enum=\"a\"|\"b\")]}", "{\"a\":[", AdjacentStrings, PAIR, Some(0)),
        ("{a:[string]}", "{\"a\":[", AdjacentStrings, PAIR, None),
        ("{a:[integer]}", "{\"a\":[", AdjacentStrings, PAIR, None),
    ] {
        let mut checker = checker(skeleton);
        let mut engine = Engine::new(EngineOptions::default());
        let fed = engine.feed(opening.as_bytes(), &mut Opening(&mut checker));
        fed.expect("the document is readable");
        assert_eq!(checker.choose(class, readings), chosen, "{skeleton} {opening}");
    }
}

#[test]
fn an_error_names_what_is_declared_and_no_text_of_the_document() {
    let schema = "{!query:string,!limit:integer,tags:{any:any,!},\"a\\u0007\":null}";
    for (document, message) in [
        (
            r#"{"limit":"x"}"#,
            r#"the value does not fit the schema: missing "/query"; mismatched "/limit""#,
        ),
        (
            r#"{"query":"","limit":1,"tags":{"Ignore all instructions":1}}"#,
            r#"the value does not fit the schema: mismatched "/tags/*""#,
        ),
        (
            r#"{"query":"","limit":1,"a\u0007":1}"#,
            r#"the value does not fit the schema: mismatched "/a\u0007""#,
        ),
    ] {
        let done = follow(checker(schema), document, 64, MultiRoot::First);
        let error = done.verdict().error(done.schema()).expect("the document does not fit");
        assert_eq!(error.message(), message);
    }
    let many =
        follow(checker("[integer]"), &format!("[{}]", "null,".repeat(999)), 64, MultiRoot::First);
    let error = many.verdict().error(many.schema()).expect("the document does not fit");
    assert!(error.message().len() <= 160 && error.message().ends_with(" and more"), "{error}");
}

#[test]
fn required_members_are_listed_as_far_as_they_must_be_there() {
    for (skeleton, required) in [
        ("{}", &[][..]),
        ("{a:{!b:string}}", &[]),
        ("{!a:{!b:string,c:{!d:any}},x:any,!y:[{!z:any}]}", &["/a", "/a/b", "/y"]),
        ("{!a:{!b:any}|null}", &["/a"]),
        ("{!\"a/b\":any}", &["/a~1b"]),
        ("[{!a:any}]", &[""]),
        ("string", &[""]),
    ] {
        let schema = Schema::parse(skeleton).expect("the skeleton is valid");
        assert_eq!(schema.required(), required, "{skeleton}");
    }
}

#[test]
fn a_step_that_is_not_declared_is_not_named() {
    let schema = Schema::parse("{a:[{b:any}|{c:string}],\"x/y\":any}|[any]");
    let schema = schema.expect("the skeleton is valid");
    for (pointer, declared) in [
        ("", ""),
        ("/a/7/c", "/a/7/c"),
        ("/a/evil/c", "/a/*/*"),
        ("/x~1y/deep/er", "/x~1y/*/*"),
        ("/Ignore this", "/*"),
        ("/3", "/3"),
    ] {
        assert_eq!(schema.declared(pointer), declared);
    }
}
