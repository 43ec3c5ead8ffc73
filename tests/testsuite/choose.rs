//! Tokens with several readings: a sink may choose one, and the choice is what comes out.

use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::error::Result;
use jsonmend::event::{Event, Reading, Sink};
use jsonmend::repair::{Ambiguity, Repair, Resolver};

use crate::support::oracle::Oracle;

/// Chooses the reading of this number wherever so many are offered.
struct Chooser {
    index: Option<usize>,
    asked: Vec<(&'static str, usize)>,
    oracle: Oracle,
}

impl Sink for Chooser {
    fn event(&mut self, event: Event<'_>, at: u64) -> Result<()> {
        self.oracle.event(event, at)
    }

    fn repair(&mut self, repair: Repair) -> Result<()> {
        self.oracle.repair(repair)
    }

    fn choose(&mut self, class: Ambiguity, readings: &[Reading<'_>]) -> Option<usize> {
        self.asked.push((class.name(), readings.len()));
        self.index
    }
}

/// What comes out when `index` is chosen, the input being fed in pieces of `size` bytes.
fn run(input: &str, index: Option<usize>, size: usize) -> Chooser {
    let mut chooser = Chooser { index, asked: Vec::new(), oracle: Oracle::default() };
    let mut engine = Engine::new(EngineOptions::default());
    for piece in input.as_bytes().chunks(size) {
        engine.feed(piece, &mut chooser).expect("the input can be repaired");
    }
    engine.finish(&mut chooser).expect("the input can be repaired");
    chooser
}

/// An input, the class that is asked about, and what comes out for each reading.
const CASES: &[(&str, &str, &[&str])] = &[
    ("{\"a\":yes}", "bare_word", &["{\"a\":\"yes\"}", "{\"a\":true}"]),
    ("[fast]", "bare_word", &["[\"fast\"]"]),
    ("[nil, 1]", "bare_word", &["[null,1]", "[\"nil\",1]"]),
    ("[tru, 1]", "bare_word", &["[true,1]", "[\"tru\",1]"]),
    ("{\"a\":007}", "leading_zero", &["{\"a\":\"007\"}", "{\"a\":7}"]),
    ("[-05]", "leading_zero", &["[\"-05\"]", "[-5]"]),
    ("{\"a\":1,500}", "digit_group", &["{\"a\":\"1,500\"}", "{\"a\":1500}", "{\"a\":1.500}"]),
    ("{\"a\":1,500,000}", "digit_group", &["{\"a\":\"1,500,000\"}", "{\"a\":1500000}"]),
    ("[\"a\" \"b\"]", "adjacent_strings", &["[\"a\",\"b\"]", "[\"ab\"]"]),
    ("[1, \"a\"  \"b\", 2]", "adjacent_strings", &["[1,\"a\",\"b\",2]", "[1,\"ab\",2]"]),
];

#[test]
fn the_reading_that_is_chosen_comes_out_however_the_input_is_cut() {
    for &(input, class, readings) in CASES {
        for (index, expected) in readings.iter().enumerate() {
            for size in [1, 2, 3, input.len()] {
                let chooser = run(input, Some(index), size);
                let oracle = &chooser.oracle;
                assert_eq!(oracle.text.trim_end(), *expected, "{input} {index} {size}");
                assert_eq!(chooser.asked, [(class, readings.len())], "{input} {size}");
                assert!(oracle.faults.is_empty(), "{input}: {:?}", oracle.faults);
                let settled: Vec<_> = oracle
                    .repairs
                    .iter()
                    .filter(|repair| repair.ambiguity.is_some_and(|found| found.name() == class))
                    .map(|repair| repair.resolved_by)
                    .collect();
                assert_eq!(settled, [Some(Resolver::Schema)], "{input} {index} {size}");
            }
        }
    }
}

#[test]
fn the_default_stays_and_stays_ambiguous_where_nobody_chooses() {
    for &(input, class, readings) in CASES {
        for index in [None, Some(readings.len())] {
            let oracle = run(input, index, 1).oracle;
            assert_eq!(oracle.text.trim_end(), readings[0], "{input}");
            let open = |repair: &Repair| {
                repair.is_ambiguous() && repair.ambiguity.is_some_and(|found| found.name() == class)
            };
            assert!(oracle.repairs.iter().any(open), "{input}");
        }
    }
}

#[test]
#[cfg(feature = "json-schema")]
fn a_schema_settles_where_all_it_says_of_the_place_is_followed() {
    use jsonmend::schema::Schema;
    for (schema, settled) in [
        (r#"{"properties":{"a":{"type":"boolean"}}}"#, true),
        (r#"{"additionalProperties":{"type":"boolean"}}"#, true),
        (
            r##"{"allOf":[{"title":"t"},{"properties":{"a":{"$ref":"#/$defs/b"}}}],"$defs":{"b":{"type":"boolean"}}}"##,
            true,
        ),
        // What is not followed elsewhere.
        (r#"{"properties":{"a":{"type":"boolean"},"b":{"not":{},"minItems":1}}}"#, true),
        (r#"{"properties":{"a":{"type":"boolean"},"b":{"oneOf":[true,false]}}}"#, true),
        // At the place, and around it.
        (r#"{"properties":{"a":{"type":"boolean","not":{"const":true}}}}"#, false),
        (r#"{"properties":{"a":{"oneOf":[{"type":"boolean"},{"enum":[true]}]}}}"#, false),
        (
            r##"{"properties":{"a":{"$ref":"#/$defs/b"}},"$defs":{"b":{"type":"boolean","not":{"const":true}}}}"##,
            false,
        ),
        (
            r#"{"properties":{"a":{"type":"boolean"}},"not":{"properties":{"a":{"const":true}}}}"#,
            false,
        ),
        (
            r#"{"allOf":[{"properties":{"a":{"type":"boolean"}}},{"properties":{"a":{"const":false}}}]}"#,
            false,
        ),
        (r#"{"patternProperties":{"a":{"type":"boolean"}}}"#, false),
        // Both readings fit, or none does.
        (r#"{"additionalProperties":{"type":["boolean","string"]}}"#, false),
        (r#"{"additionalProperties":{"type":"null"}}"#, false),
    ] {
        let declared = Schema::from_json_text(schema, None).expect("it is a schema");
        let options = jsonmend::Options {
            schema: Some(declared.into()),
            ..jsonmend::Options::for_execution()
        };
        let repaired = jsonmend::repair(r#"{"a":yes}"#, &options).map(|repaired| repaired.text);
        let code = repaired.as_ref().map(|_| ()).map_err(|error| error.code().name());
        assert_eq!(code, if settled { Ok(()) } else { Err("E011") }, "{schema}");
    }
}
