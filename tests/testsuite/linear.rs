//! Time is linear in the input whatever it holds: families of inputs that have been quadratic
//! elsewhere, one long input against many short ones.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jsonmend::engine::{Engine, EngineOptions};
use jsonmend::error::Code;
use jsonmend::event::Sink;
use jsonmend::{Checker, Schema};

use crate::support::{flags, run};

/// `head`, then `unit` as often as it fits, then `tail`.
struct Family {
    name: &'static str,
    head: &'static str,
    unit: &'static str,
    tail: &'static str,
}

/// A unit repeated and nothing else.
const fn only(name: &'static str, unit: &'static str) -> Family {
    Family { name, head: "", unit, tail: "" }
}

/// A unit repeated behind something.
const fn after(name: &'static str, head: &'static str, unit: &'static str) -> Family {
    Family { name, head, unit, tail: "" }
}

/// A unit repeated between something.
const fn between(
    name: &'static str,
    head: &'static str,
    unit: &'static str,
    tail: &'static str,
) -> Family {
    Family { name, head, unit, tail }
}

const FAMILIES: &[Family] = &[
    only("brackets open", "["),
    only("braces open", "{"),
    only("brackets close", "]"),
    only("objects open", "{\"a\":"),
    only("arrays and objects open", "[{\"a\":[1,"),
    only("brackets that do not match", "[}"),
    only("brackets in turn", "[]{}"),
    after("closers of the other kind", "[[[[[[[[", "}"),
    only("double quotes", "\""),
    only("single quotes", "'"),
    only("backticks", "`"),
    only("quotes in turn", "\"'"),
    only("curly quotes", "“”"),
    only("guillemets", "«"),
    only("backslashes", "\\"),
    after("backslashes in a string", "\"", "\\"),
    only("escaped quotes", "\\\""),
    after("escapes cut short", "\"", "\\u00"),
    after("bad escapes", "\"", "\\q"),
    after("half surrogates", "\"", "\\ud800"),
    after("control characters", "\"", "\u{1}"),
    only("strings not closed", "{\"a\":\"b, \"c\":\"d, "),
    only("values not closed", "\"a\":\"b, "),
    between("quotes in a string, commas behind", "{\"a\":\"", "he said \"hi\", then ", "\"}"),
    between("quotes in a string", "{\"a\":\"", "\"x\" ", "\"}"),
    between("quotes with colons in a string", "{\"a\":\"", "x\": ", "\"}"),
    between("commas and quotes in a string", "{\"a\":\"", "x,y ,\"z,", "\"}"),
    after("quotes with commas in a string", "{\"a\":\"b,", "c,\" "),
    between("adjacent strings", "[", "\"a\" \"b\" ", "]"),
    after("strings added", "\"a\"", "+\"b\""),
    only("commas", ","),
    only("colons", ":"),
    after("commas in an array", "[", ","),
    only("block comments open", "/*"),
    after("block comments open in an array", "[1", "/* "),
    after("block comments in an array", "[1", "/**/ "),
    only("line comments", "//\n"),
    after("hashes", "[1", "#\n"),
    only("slashes", "/"),
    only("markup comments", "<!--"),
    only("fences", "```"),
    only("JSON fences", "```json\n"),
    after("fences in a string", "{\"a\":\"", "```\n"),
    only("spaces", " "),
    after("line ends", "[", "\n"),
    after("CRLF", "[", "\r\n"),
    between("spaces behind a key", "{\"a\"", " ", ":1}"),
    between("spaces behind a value", "{\"a\":1", " ", "}"),
    between("spaces behind a string", "{\"a\":\"b\"", " ", "c\"}"),
    between("spaces behind the root", "{\"a\":1}", " ", ",\"b\":2}"),
    between("strings with spaces behind", "[", "\"a\"                                ", "]"),
    only("digits", "1"),
    only("minus signs", "-"),
    only("points", "."),
    only("words", "ab "),
    after("words in an object", "{", "a b "),
    between("words behind a number", "{\"a\":1 ", "ab ", "}"),
    between("text with commas", "{\"a\":b", ", c", "}"),
    between("prose before the value", "", "word ", "{\"a\":1}"),
    after("keys not closed in prose", "see ", "{« "),
    after("strays in an object", "{", ")</"),
    after("strays behind wide commas", "[", "，&"),
    between("brackets in prose", "", "see [1] and {x} ", "{\"a\":1}"),
    only("one word", "a"),
    only("calls", "f("),
    only("parentheses", "("),
    between("ellipses", "[", "..., ", "]"),
    after("keys without values", "{", "\"a\" "),
    after("keys with colons only", "{", "\"a\":,"),
    between("one key again and again", "{", "\"a\":1,", "\"z\":0}"),
    between("members on lines", "{", "\"a\": \"bcd,\n", "}"),
    only("roots on a line", "{\"a\":1} "),
    only("roots on lines", "{\"a\":1}\n"),
    only("root words", "true "),
    after("a long string", "{\"a\":\"", "x"),
    after("a long key", "{\"", "x"),
    only("NUL", "\0"),
    only("marks of byte order", "\u{feff}"),
    between("an escaped document", "{", "\\\"a\\\":\\\"b\\\",", "}"),
    only("angle brackets", "<"),
    only("tags", "<tool_call>"),
    only("thoughts", "<think></think>"),
    only("tokens of templates", "<|im_end|>"),
    only("tokens not closed", "<|"),
    only("entities", "&quot;"),
    only("ampersands", "&"),
    only("regular expressions", "/a/ "),
    only("plus signs", "+ "),
    only("bars", "|"),
    only("semicolons", ";"),
    after("colons in a bare value", "{\"a\":", "b:"),
    only("quotes with commas", "\","),
    only("quotes with colons", "\":"),
    only("quotes with braces", "\"}"),
    after("braces in a bare value", "{\"a\":", "w{"),
    after("strings that may be keys", "[", "\"a\"\n"),
    after("closers in an open string", "{\"a\":\"b", "}"),
    after("closers and commas in an open string", "{\"a\":\"b", "},"),
];

/// How many short inputs are as long as the long one.
const TIMES: usize = 16;

/// The long input may take this many times as long as all the short ones, which is what time that
/// grows by the length to the power of 1.3 would give. As both take long alike, a busy machine
/// slows both alike.
const MOST: f64 = 2.3;

/// How often a family is measured before it is called slow; the best counts. A run is so short that on
/// a busy machine many are interrupted.
const TRIES: usize = 30;

impl Family {
    fn input(&self, length: usize) -> Vec<u8> {
        let times =
            (length.saturating_sub(self.head.len() + self.tail.len()) / self.unit.len()).max(1);
        [self.head, &self.unit.repeat(times), self.tail].concat().into_bytes()
    }

    /// How many times as long one long input takes as many short ones.
    fn growth(&self, length: usize, time: impl Fn(&[u8]) -> Duration) -> f64 {
        let (short, long) = (self.input(length), self.input(TIMES * length));
        let mut best = (Duration::MAX, Duration::MAX);
        let mut growth = f64::MAX;
        for _ in 0..TRIES {
            let shorts = (0..TIMES).map(|_| time(&short)).sum();
            best = (best.0.min(shorts), best.1.min(time(&long)));
            growth = best.1.as_secs_f64() / best.0.as_secs_f64().max(1e-5);
            if growth <= MOST {
                break;
            }
        }
        growth
    }
}

/// One measurement at a time: the others would be measured too.
static ALONE: Mutex<()> = Mutex::new(());

/// How long the engine takes, and what listens to it.
fn time(
    input: &[u8],
    piece: Option<usize>,
    options: &EngineOptions,
    sink: &mut impl Sink,
) -> Duration {
    let start = Instant::now();
    let mut engine = Engine::new(options.clone());
    let size = piece.unwrap_or(input.len());
    if input.chunks(size).all(|chunk| engine.feed(chunk, sink).is_ok()) {
        let ended = engine.finish(sink);
        std::hint::black_box(ended.is_ok());
    }
    start.elapsed()
}

fn check(length: usize, piece: Option<usize>, line: &str) {
    let mut options = flags::parse(line).expect("no option is unknown");
    options.max_depth = usize::MAX;
    let _alone = ALONE.lock();
    let slow: Vec<_> = FAMILIES
        .iter()
        .map(|family| {
            let time = |input: &[u8]| time(input, piece, &options, &mut ());
            (family.name, family.growth(length, time))
        })
        .filter(|&(_, growth)| growth > MOST)
        .map(|(name, growth)| format!("{name}: {growth:.1} times as long"))
        .collect();
    assert!(
        slow.is_empty(),
        "one long input against {TIMES} short ones, {line}:\n{}",
        slow.join("\n")
    );
}

#[test]
fn time_is_linear_in_one_piece() {
    check(4 << 10, None, "");
}

#[test]
fn time_is_linear_with_every_option() {
    let line =
        "--skip-prose --quote-lookahead --decode-entities --unwrap-string --duplicate-keys flag";
    check(4 << 10, None, line);
}

#[test]
fn time_is_linear_in_pieces_of_a_byte() {
    check(512, Some(1), "");
    check(512, Some(1), "--skip-prose --multi-root lines");
}

/// Declarations, and documents that keep whoever follows them busy.
const DECLARED: &[(&str, Family)] = &[
    ("[{!a:integer}]", between("faulty members", "[", "{\"a\":\"x\"},", "1]")),
    ("[{!a:integer}]", between("missing members", "[", "{\"b\":1},", "1]")),
    ("{!}", between("members that may not be there", "{", "\"a\":1,", "\"a\":1}")),
    ("{a:integer}", between("one member again and again", "{", "\"a\":null,", "\"a\":1}")),
    ("string(pattern=\"(a|b|ab)*c$\")", after("a pattern", "\"", "ab")),
    (
        "[{a:[{b:integer}]}|{a:[{b:null}]}]",
        between("alternatives", "[{\"a\":[", "{\"b\":1},", "1]}]"),
    ),
    ("[number(multipleOf=0.7)]", only("digits", "1")),
    ("[boolean|null]", between("words with readings", "[", "yes,", "nil]")),
];

#[cfg(feature = "json-schema")]
const JSON_SCHEMAS: &[(&str, Family)] = &[
    (r#"{"items":{"type":"string"},"minItems":1}"#, between("faulty elements", "[", "1,", "1]")),
    (
        r#"{"anyOf":[{"items":{"type":"string"}},{"items":{"minLength":9},"minItems":1}]}"#,
        between("faulty alternatives", "[", "1,\"a\",", "1]"),
    ),
    (
        r#"{"additionalProperties":{"minItems":1}}"#,
        between("members", "{", "\"a\":[],", "\"b\":1}"),
    ),
    (
        r##"{"anyOf":[{"items":{"$ref":"#"},"minItems":0},{"items":{"$ref":"#"}}]}"##,
        between("elements of overlapping alternatives", "[", "[[]],", "[]]"),
    ),
    (r#"{"items":{"maximum":1},"minItems":1}"#, between("numbers", "[", "1e400,0.1,", "1]")),
];

#[test]
fn time_is_linear_with_a_schema() {
    let skeleton = |text: &str| Schema::parse(text).expect("the skeleton is valid");
    let declared = DECLARED.iter().map(|(text, family)| (skeleton(text), family));
    #[cfg(feature = "json-schema")]
    let declared = declared.chain(JSON_SCHEMAS.iter().map(|(text, family)| {
        (Schema::from_json_text(text, None).expect("the schema is valid"), family)
    }));
    let options = EngineOptions::default();
    let _alone = ALONE.lock();
    for (schema, family) in declared {
        let schema = Arc::new(schema);
        let time = |input: &[u8]| {
            let mut checker = Checker::new(Arc::clone(&schema), false);
            time(input, None, &options, &mut checker)
        };
        let growth = family.growth(4 << 10, time);
        assert!(growth <= MOST, "{} {}: {growth:.1} times as long", schema, family.name);
    }
}

#[test]
fn every_family_ends_in_json_or_an_error() {
    for family in FAMILIES {
        for options in
            [EngineOptions::default(), EngineOptions { skip_prose: true, ..Default::default() }]
        {
            let outcome = run::whole(&family.input(2000), &options);
            assert!(outcome.faults.is_empty(), "{}: {:?}", family.name, outcome.faults);
        }
    }
}

#[test]
fn ten_million_brackets_are_too_deep() {
    for unit in ["[", "{\"a\":", "[{\"a\":"] {
        let input = unit.repeat(10_000_000 / unit.len());
        let outcome = run::whole(input.as_bytes(), &EngineOptions::default());
        assert_eq!(outcome.end.map_err(|error| error.code()), Err(Code::E020), "{unit}");
    }
}

#[test]
fn depth_is_limited_to_the_byte() {
    let nested = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat();
    for (depth, code) in [(1024, None), (1025, Some("E020"))] {
        let outcome = run::whole(nested(depth).as_bytes(), &EngineOptions::default());
        assert_eq!(outcome.error(), code, "{depth} deep");
    }
}
