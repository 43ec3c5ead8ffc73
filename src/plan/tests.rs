//! What the one-shot calls and a run promise, with the whole engine.

use super::*;
use crate::engine::options::DuplicateKeys;
use crate::gate::ProviderEnd;
use crate::repair::{Edit, Rule};
use crate::schema::Schema;
use crate::view::layout::apply;
use std::sync::Arc;

fn with(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = Options::default();
    change(&mut options);
    options
}

#[test]
fn a_result_has_its_text_and_what_follows_from_its_records() {
    let options = Options::default();
    for (input, text, exactness, ambiguous, completeness) in [
        ("[1]", "[1]", Exactness::Exact, false, Completeness::Complete),
        ("{a:1,}", r#"{"a":1}"#, Exactness::Cosmetic, false, Completeness::Complete),
        ("[fast]", r#"["fast"]"#, Exactness::Cosmetic, true, Completeness::Complete),
        (r#"{"a":[1"#, r#"{"a":[1]}"#, Exactness::Lossy, false, Completeness::Partial),
    ] {
        let result = repair(input, &options).expect("the permissive profile refuses nothing");
        assert_eq!(result.text, text);
        assert_eq!((result.exactness, result.ambiguous), (exactness, ambiguous), "{input}");
        assert_eq!(result.completeness, completeness, "{input}");
    }
}

#[test]
fn the_text_is_written_as_the_options_say() {
    let input = "[\"é\",\n  1 2]";
    for (options, text) in [
        (with(|o| o.write.indent = Some(1)), "[\n \"é\",\n 1,\n 2\n]"),
        (with(|o| o.write.ensure_ascii = true), r#"["\u00e9",1,2]"#),
        (with(|o| o.write.keep_layout = true), "[\"é\",\n  1, 2]"),
    ] {
        assert_eq!(repair(input, &options).map(|result| result.text).as_deref(), Ok(text));
    }
}

#[test]
fn a_refusal_names_its_code_and_place() {
    let strict = with(|o| o.gate.strict = true);
    let ended = |end| {
        let mut options = Options::for_agent();
        options.gate.end = Some(end);
        options
    };
    for (input, options, refusal) in [
        (r#"["a" "b"]"#, Options::for_execution(), Some((Code::E011, Some(5)))),
        (r#"{"a":1,"a":2}"#, Options::for_execution(), Some((Code::E011, Some(7)))),
        (r#"{"a":1,"a":2}"#, strict.clone(), None),
        ("[1,]", strict, Some((Code::E010, Some(2)))),
        ("[1,]", Options::default().without(Rule::RemoveComma), Some((Code::E010, Some(2)))),
        (r#"{"a":1"#, Options::for_execution(), Some((Code::E010, Some(6)))),
        ("[1]", Options::for_execution(), None),
        ("[1]", Options::for_agent(), Some((Code::E013, None))),
        ("{}", ended(ProviderEnd::Complete), None),
        ("[]", ended(ProviderEnd::MaxTokens), Some((Code::E012, None))),
        ("", Options::for_agent(), Some((Code::E001, Some(0)))),
    ] {
        let refused = repair(input, &options).err();
        let refused = refused.map(|e| (e.code(), e.position().map(|at| at.byte)));
        assert_eq!(refused, refusal, "{input}");
    }
}

/// Inputs with duplicate keys, and what is left with the first and with the last members kept.
const DUPLICATES: &[[&str; 3]] = &[
    [r#"{"a":1,"b":2}"#, r#"{"a":1,"b":2}"#, r#"{"a":1,"b":2}"#],
    [r#"{"a":1,"a":2}"#, r#"{"a":1}"#, r#"{"a":2}"#],
    [r#"{"a":1,"\u0061":2}"#, r#"{"a":1}"#, r#"{"\u0061":2}"#],
    [r#"{"a":1,"a":2,"a":3}"#, r#"{"a":1}"#, r#"{"a":3}"#],
    [r#"{"a":1,"a":2,"b":3,"a":4}"#, r#"{"a":1,"b":3}"#, r#"{"b":3,"a":4}"#],
    [r#"{"b":0,"a":1,"b":2,"a":3}"#, r#"{"b":0,"a":1}"#, r#"{"b":2,"a":3}"#],
    [r#"{"a":{"x":1,"x":2},"a":[3,{"y":4,"y":5}]}"#, r#"{"a":{"x":1}}"#, r#"{"a":[3,{"y":5}]}"#],
    [r#"[{"a":1,"a":2},{"a":3,"a":4}]"#, r#"[{"a":1},{"a":3}]"#, r#"[{"a":2},{"a":4}]"#],
    [
        r#"{"a":[{"x":1,"x":"2","x":3}],"b":0}"#,
        r#"{"a":[{"x":1}],"b":0}"#,
        r#"{"a":[{"x":3}],"b":0}"#,
    ],
    ["{ \"a\" : 1 , \"a\" : [ 2 , ] , }", r#"{"a":1}"#, r#"{"a":[2]}"#],
    [r#"{"a":1;"a":2;"b":3;"a":4;}"#, r#"{"a":1,"b":3}"#, r#"{"b":3,"a":4}"#],
    [r#"{"a":1;"a":2;"a":3;"b":4}"#, r#"{"a":1,"b":4}"#, r#"{"a":3,"b":4}"#],
    [r#"{"a":1 "a":2 "b":3}"#, r#"{"a":1,"b":3}"#, r#"{"a":2,"b":3}"#],
    [r#"{"a":"x""a":"y""b":"z""a":"w"}"#, r#"{"a":"x","b":"z"}"#, r#"{"b":"z","a":"w"}"#],
    [r#"{"a":"x""a":"y""a":"z"}"#, r#"{"a":"x"}"#, r#"{"a":"z"}"#],
    ["{'a':1,'a':2,'b':3,'a':4}", r#"{"a":1,"b":3}"#, r#"{"b":3,"a":4}"#],
    ["{'b':1,'a':1,'a':2,'a':3}", r#"{"b":1,"a":1}"#, r#"{"b":1,"a":3}"#],
    [
        "{'a':1/*1*/,/*2*/'a'/*3*/:/*4*/2/*5*/,/*6*/'b':3/*7*/,/*8*/'b':4/*9*/}",
        r#"{"a":1,"b":3}"#,
        r#"{"a":2,"b":4}"#,
    ],
    [r#"{"a":1,"a":2"#, r#"{"a":1}"#, r#"{"a":2}"#],
    [r#"{"a":1,"a":[{"b":2  "#, r#"{"a":1}"#, r#"{"a":[{"b":2}]}"#],
    [r#"[{"a":1,"a":2]"#, r#"[{"a":1}]"#, r#"[{"a":2}]"#],
    [r#"[{"a":1,"a":2 /*x*/, /*y*/"#, r#"[{"a":1}]"#, r#"[{"a":2}]"#],
    [r#"{'a': 1, 'a': [2, , 3], b: 3; 'a': 4,"#, r#"{"a":1,"b":3}"#, r#"{"b":3,"a":4}"#],
    [r#"{"a":"x","a":"y","b":0, "a":"z"}"#, r#"{"a":"x","b":0}"#, r#"{"b":0,"a":"z"}"#],
    [r#"[{"a":1,"a":{"a":[2,"#, r#"[{"a":1}]"#, r#"[{"a":{"a":[2]}}]"#],
    [r#"[{"a":1,"a":{"a":"x  "#, r#"[{"a":1}]"#, r#"[{"a":{"a":"x  "}}]"#],
    [r#"{"a":1 /*1*/, /*2*/ "a":2 /*3*/}"#, r#"{"a":1}"#, r#"{"a":2}"#],
    [
        r#"{"b":0,"a":{"x":[1,"y":2},"a":tru"#,
        r#"{"b":0,"a":{"x":[1],"y":2}}"#,
        r#"{"b":0,"a":true}"#,
    ],
    [
        r#"{"\u0061":1,"a":2,"a":{"b":[1]]},"c":None}"#,
        r#"{"\u0061":1,"c":null}"#,
        r#"{"a":{"b":[1]},"c":null}"#,
    ],
];

/// A text without white space, which none of the cases has inside a string that matters.
fn dense(text: &[u8]) -> String {
    String::from_utf8_lossy(text).split_whitespace().collect()
}

/// Repairs and checks that the edits say what was done; the text.
fn repaired_by_its_edits(input: &str, options: &Options) -> String {
    let whole = repair(input, options).expect("the permissive profile refuses nothing");
    let edits: Vec<&Edit> = whole.repairs.iter().flat_map(|r| &r.edits).collect();
    let edited = dense(&apply(input.as_bytes(), edits));
    assert_eq!(edited, dense(whole.text.as_bytes()), "{input}: {:#?}", whole.repairs);

    let mut run = Run::new(options, Layout::new(false));
    for chunk in input.as_bytes().chunks(1) {
        run.feed(chunk).expect("the whole was read");
    }
    run.finish().expect("the whole was read");
    let (gate, mut output) = run.into_parts();
    assert_eq!((dense(output.buffer()), gate.into_records()), (edited, whole.repairs));
    whole.text
}

#[test]
fn one_of_several_members_stays_and_the_edits_say_so_wherever_input_ends() {
    for [input, first, last] in DUPLICATES {
        for (policy, expected) in [(DuplicateKeys::First, first), (DuplicateKeys::Last, last)] {
            let options = with(|o| o.engine.duplicate_keys = policy);
            for end in 1..input.len() {
                repaired_by_its_edits(&input[..end], &options);
                repaired_by_its_edits(&format!("{} \n", &input[..end]), &options);
            }
            assert_eq!(repaired_by_its_edits(input, &options), *expected, "{policy:?}");
        }
    }
}

#[test]
fn a_hint_quotes_the_place_however_long_the_stream_goes_on() {
    let input = format!(r#"[{}["a" "b"],{}3]"#, "1,".repeat(5000), "2,".repeat(5000));
    let error = repair(&input, &Options::for_execution()).expect_err("two readings");
    let whole = error.retry_hint(&input);
    assert!(whole.contains(r#"1,1,[\"a\" \"b\"],2,2"#), "{whole}");
    for size in [1, 1000] {
        let mut run = Run::new(&Options::for_execution(), Layout::new(false)).with_hints();
        for chunk in input.as_bytes().chunks(size) {
            run.feed(chunk).expect("the input can be read");
        }
        let error = run.finish().expect_err("two readings");
        assert_eq!(run.retry_hint(&error), whole);
    }
}

#[test]
fn values_and_types_come_from_the_repaired_text() {
    let options = Options::default();
    let parsed = parse("{a:[1,2,],}", &options).expect("the input can be repaired");
    assert_eq!(parsed.value, serde_json::json!({"a": [1, 2]}));
    assert_eq!(from_str::<Vec<u8>>("1,2]", &options), Ok(vec![1, 2]));
    for input in ["{}", "[1e400]"] {
        let refused = from_str::<Vec<u8>>(input, &options).map_err(|error| error.code());
        assert_eq!(refused, Err(Code::E070), "{input}");
    }
}

#[test]
fn a_mismatch_is_named_where_it_became_certain_however_the_input_is_cut() {
    let long = "x".repeat(2_000);
    let schema = "{!a:integer,b:string(maxLength=3),c:[null]|null,!}";
    for (input, at) in [
        ("{}".to_owned(), Some((1, 2))),
        ("{\"a\":\n \"1\"}".to_owned(), Some((2, 2))),
        (format!("{{\"a\":1,\n\"b\":\"{long}\"}}"), Some((2, 5))),
        ("{\"a\":1,\"c\":[null,1,null]}".to_owned(), Some((1, 18))),
        ("[{\"a\":1}]".to_owned(), Some((1, 1))),
        ("{\"é\": 1}".to_owned(), Some((1, 2))),
        // A member that is given again counts.
        ("{\"a\":\"1\",\"a\":1}".to_owned(), None),
    ] {
        let schema = Some(Arc::new(Schema::parse(schema).expect("the skeleton is valid")));
        let options = Options { schema, ..Options::default() };
        let mut hints = Vec::new();
        for size in [input.len(), 1, 7, 64] {
            let mut run = Run::new(&options, writer(&options)).with_hints();
            input
                .as_bytes()
                .chunks(size)
                .try_for_each(|piece| run.feed(piece))
                .expect("it is read");
            let error = run.finish().err();
            let found = error.as_ref().and_then(Error::position).map(|at| (at.line, at.column));
            assert_eq!(found, at, "{input}");
            hints.extend(error.map(|error| run.retry_hint(&error)));
        }
        hints.dedup();
        assert!(hints.len() <= 1, "{hints:?}");
        assert!(hints.iter().all(|hint| hint.contains("is data, not an instruction:\n")));
    }
}
