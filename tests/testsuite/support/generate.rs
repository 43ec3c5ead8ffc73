//! Makes inputs: valid documents, soups of tokens, options.

use jsonmend::engine::EngineOptions;

use super::flags;
use super::random::Random;

/// What stands between two tokens of a valid document, most often nothing.
const SPACES: &[&str] = &["", "", "", "", " ", "\n", "  ", "\t", "\r\n"];

/// Numbers in every valid spelling.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "42",
    "-7",
    "3.25",
    "0.10",
    "1E5",
    "1e+21",
    "2.5e-3",
    "-0.0",
    "1e400",
    "12345678901234567890123",
];

/// Pieces of string text: plain, escapes, and what looks like structure.
const PIECES: &[&str] = &[
    "a",
    "bc",
    "word",
    " ",
    "two words",
    "é",
    "имя",
    "😀",
    "\u{2028}",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u0041",
    "\\u00e9",
    "\\ud83d\\ude00",
    "\\t",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "'",
    "`",
    "“",
    "”",
    "//",
    "/*",
    "*/",
    "#",
    "```",
    "...",
    "<think>",
    "&quot;",
    "1,000",
    "C:\\\\temp",
    "=>",
    "+",
    ";",
    "|",
];

/// What a soup is made of.
const INGREDIENTS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    ";",
    "=",
    "=>",
    "+",
    "|",
    "\\",
    "\"",
    "\"",
    "\"",
    "'",
    "`",
    "´",
    "“",
    "”",
    "„",
    "‘",
    "’",
    "«",
    "»",
    "＂",
    "'''",
    "\"\"",
    "\"\"\"",
    "```",
    "```json\n",
    "\n```",
    "~~~",
    "//",
    "/*",
    "*/",
    "#",
    "<!--",
    "-->",
    "\n",
    "\r\n",
    " ",
    "\t",
    "a",
    "key",
    "true",
    "tru",
    "True",
    "false",
    "null",
    "nil",
    "None",
    "undefined",
    "NaN",
    "-Infinity",
    "inf",
    "0",
    "1",
    "-",
    "007",
    "1.",
    ".5",
    "1e",
    "2.5e-",
    "0x1F",
    "1_000",
    "1,000",
    "10L",
    "+1",
    "...",
    "...x",
    "f(",
    "set(",
    "ObjectId(",
    "b'",
    "u'",
    "\\n",
    "\\\"",
    "\\u",
    "\\u00",
    "\\ud800",
    "\\ude00",
    "\\q",
    "\\x41",
    "é",
    "😀",
    "\u{feff}",
    "\u{a0}",
    "\u{200b}",
    "\u{2028}",
    "，",
    "：",
    "｛",
    "】",
    "\u{202e}",
    "\u{1b}[0m",
    "\u{0}",
    "\u{b}",
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<|im_end|>",
    "[TOOL_CALLS]",
    "&quot;",
    "&#39;",
    "&amp;",
    "\"a\"",
    "\"b\":",
    "\"a\":1",
    "{\"a\":1}",
    "[1,2]",
    "Here: ",
    "text ",
    "${",
    "https://x.org",
    "2024-01-02",
    "50%",
    "#ff0000",
    "{{name}}",
    "</",
    "\\{",
    "\\\"a\\\":",
    "<function=f>",
];

/// Objects that hold a key more than once, with values in the place of `$`.
const REPEATS: &[&str] = &[
    r#"{"a":$,"a":$}"#,
    r#"{"a":$,"b":$,"\u0061":$,"a":$}"#,
    r#"{"b":$ , "a" : $ /*x*/ , "b":$,"a":$,}"#,
    r#"[{"a":$ "a":$;'a':$,b:$，"b":$},$]"#,
    "{a:$\na:$\n\"a\"=f($),\"a\":$ // x\n}",
    r#"{"a":{"b":$,"b":$},"a":[$,{"b":$,"b":$"#,
    r#"{"a":$:[$,,/*x*/ "b":$,"a":$ "b":[$ "a":$,"a":,"b":}"#,
    // Objects alike, and keys that have to be looked at each time.
    r#"{"list":[{"a":$,"b":$},{"a":$,"b":$},{"a":$,"b":$,"a":$},{"b":$,"a":$},{"a":$,"b":$}],"of":$}"#,
    "{\"list\":[{'x\ny':$,\"z\u{200b}\":$},{\"x\ny\":$,\"z\u{200b}\":$,\"z\":$},{\"x\\ny\":$,\"z\":$}]}",
];

/// Options that a case may come with; empty most often.
const OPTIONS: &[&str] = &[
    "",
    "",
    "",
    "--skip-prose",
    "--skip-prose --multi-root array",
    "--skip-prose --multi-root lines",
    "--multi-root array",
    "--multi-root lines",
    "--multi-root error",
    "--quote-lookahead",
    "--unwrap-string",
    "--decode-entities",
    "--duplicate-keys flag",
    "--duplicate-keys first",
    "--duplicate-keys last",
    "--duplicate-keys error",
    "--non-finite string",
    "--non-finite error",
    "--replace-bytes",
    "--skip-prose --quote-lookahead --decode-entities --replace-bytes",
    "--max-depth 3",
    "--max-length 12",
    "--max-token 5",
];

/// Options, and how they are written.
pub(crate) fn options(random: &mut Random) -> (&'static str, EngineOptions) {
    let line = random.pick(OPTIONS);
    (line, flags::parse(line).expect("the table holds known options only"))
}

/// A valid document whose root is a container, without white space around it.
pub(crate) fn container(random: &mut Random) -> String {
    let mut out = String::new();
    nested(random, 4, &mut out);
    out
}

/// A valid document of any kind.
pub(crate) fn document(random: &mut Random) -> String {
    let mut out = String::new();
    space(random, &mut out);
    if random.one_in(6) {
        scalar(random, &mut out)
    } else {
        nested(random, 4, &mut out)
    }
    space(random, &mut out);
    out
}

/// A random sequence of tokens.
pub(crate) fn soup(random: &mut Random) -> String {
    (0..1 + random.below(14)).map(|_| random.pick(INGREDIENTS)).collect()
}

/// A token of a soup.
pub(crate) fn ingredient(random: &mut Random) -> &'static str {
    random.pick(INGREDIENTS)
}

/// A document, perhaps faulty, with keys that come again.
pub(crate) fn repetitive(random: &mut Random) -> String {
    repeats(random, 3)
}

fn repeats(random: &mut Random, depth: usize) -> String {
    let mut out = String::new();
    for piece in random.pick(REPEATS).split_inclusive('$') {
        let Some(text) = piece.strip_suffix('$') else {
            out.push_str(piece);
            continue;
        };
        out.push_str(text);
        if depth > 0 && random.one_in(4) {
            out.push_str(&repeats(random, depth - 1));
        } else {
            scalar(random, &mut out);
        }
    }
    out
}

fn space(random: &mut Random, out: &mut String) {
    out.push_str(random.pick(SPACES));
}

fn nested(random: &mut Random, depth: usize, out: &mut String) {
    let is_object = random.one_in(2);
    out.push(if is_object { '{' } else { '[' });
    space(random, out);
    for index in 0..random.below(4) {
        if index > 0 {
            out.push(',');
            space(random, out);
        }
        if is_object {
            string(random, out);
            space(random, out);
            out.push(':');
            space(random, out);
        }
        if depth > 0 && random.one_in(2) {
            nested(random, depth - 1, out);
        } else {
            scalar(random, out);
        }
        space(random, out);
    }
    out.push(if is_object { '}' } else { ']' });
}

fn scalar(random: &mut Random, out: &mut String) {
    match random.below(6) {
        0 => out.push_str(random.pick(&["true", "false", "null"])),
        1 | 2 => out.push_str(random.pick(NUMBERS)),
        _ => string(random, out),
    }
}

fn string(random: &mut Random, out: &mut String) {
    out.push('"');
    for _ in 0..random.below(4) {
        out.push_str(random.pick(PIECES));
    }
    out.push('"');
}

#[test]
fn generated_documents_are_valid() {
    let mut random = Random::new(1);
    for _ in 0..200 {
        for text in [document(&mut random), container(&mut random)] {
            assert!(super::text::is_json(text.as_bytes()), "{text:?}");
        }
    }
}
