//! jm(7): what the tools have in common, and how they go together.

use jsonmend::engine::options::DuplicateKeys;
use jsonmend::gate::{Knobs, PROFILES};
use jsonmend::repair::Exactness;
use jsonmend::tool::pages;
use roff::{Roff, bold, roman};

use super::man::{entry, paragraphs, rendered, section, titled};
use super::markdown::plain;
use super::rules::SEVERITIES;

const ABOUT: &[&str] = &[
    "Models write almost-JSON: cut off at the limit of tokens, in single quotes, in a fence, with two \
     readings. The tools of JSONMend stand in a pipe between a model and the code that acts on what \
     it wrote. They repair it while it streams, say exactly what they changed, say whether anything \
     was lost or guessed, and refuse what has two readings.",
    "All but jm-serve are filters: they read files or standard input, write text or one JSON object \
     a line. jm-repair, jm-watch and jm-llm pass on what they know after every read, unless an option \
     makes them hold it; the others answer when an input, or a line of a batch, is whole.",
    SEVERITIES,
    "Two readings (ambiguous): another \
     value may have been meant; the repair names the class. Gate: what refuses by a profile. settled, of a \
     member: final, it cannot change any more; satisfied, of a schema: all required members are there; \
     ready: both. partial: the text ends before its value does.",
];

/// Pipes, and what each does.
const PIPES: &[(&str, &str)] = &[
    ("jm-repair < answer.txt | jq .city", "A document that jq would not read."),
    (
        "jm-repair --for-execution --retry-hint < call.json > safe.json",
        "Passes what may be executed; otherwise status 5, and a prompt for the model on standard error.",
    ),
    (
        "curl -sN https://… | jm-llm --follow | jm-watch --until-ready --schema '{!query:string}'",
        "The tool calls of a stream, watched while they grow; ends the stream as soon as the query is final.",
    ),
    ("jm-llm --text capture.sse | jm-repair --skip-prose", "The JSON in the text of an answer."),
    (
        "jm-check --batch --at '/choices/*/message/content' --format github log.jsonl",
        "A log, checked in CI.",
    ),
    (
        "jm-repair --batch --jobs 0 < in.jsonl > out.jsonl",
        "A data set: a line out for each line in, in order.",
    ),
    (
        "out=$(cargo test 2>&1); s=$?; printf '%s\\n' \"$out\" | jm-reduce --text --command 'cargo test' --exit-code $s",
        "The output of a tool, made short for a model.",
    ),
];

const CONVENTIONS: &[(&str, &str)] = &[
    (
        "Input",
        "Files in their order, or standard input where there is none or the name is -. UTF-8.",
    ),
    (
        "Output",
        "Documents, or JSON lines; U+0085, U+2028 and U+2029 are escapes in lines. Messages go to standard \
         error, with control characters of the input escaped. Every write of lines ends at a line end.",
    ),
    (
        "Options",
        "Long ones (but -h and -o), --name VALUE or --name=VALUE; -- ends them. One name means the same in \
         all tools, and as a parameter of the protocol. A single option overrides a profile.",
    ),
    (
        "Places",
        "offset counts UTF-16 units and byte bytes, both from 0; line and column, in UTF-16 units, from 1.",
    ),
    (
        "Limits",
        "--max-depth, --max-length, --max-token and --max-repairs bound what a text may cost.",
    ),
];

const EXITS: &[(&str, &str)] = &[
    ("0", "fine; repairs are no failure"),
    (
        "1",
        "a check found something: jm-check, --check, --until-ready that was not reached, jm-reduce --verify-rules or --retrieve",
    ),
    ("2", "usage, an invalid schema, or an input or output that failed"),
    ("3", "the input is invalid: no JSON that could be repaired, no stream, no request"),
    ("4", "a limit was exceeded"),
    ("5", "refused: a loss, a second reading, a schema, an end, a root that is not permitted"),
    ("70", "internal error"),
    ("141", "nobody reads the output any more"),
];

/// The page.
pub(super) fn page() -> String {
    let mut man = titled("jm", "7");
    section(&mut man, "NAME", "jm - filters between a language model and the code that acts");
    man.control("SH", ["DESCRIPTION"]);
    let about = ABOUT.iter().map(|text| plain(text)).collect::<Vec<_>>();
    paragraphs(&mut man, &about);
    man.control("SH", ["TOOLS"]);
    for page in pages() {
        entry(&mut man, vec![bold(page.name), roman("(1)")], page.job);
    }
    man.control("SH", ["PIPES"]);
    for (command, meaning) in PIPES {
        entry(&mut man, vec![bold(*command)], meaning);
    }
    profiles(&mut man);
    for (title, rows) in [("CONVENTIONS", CONVENTIONS), ("EXIT STATUS", EXITS)] {
        man.control("SH", [title]);
        for (name, meaning) in rows {
            entry(&mut man, vec![bold(*name)], meaning);
        }
    }
    section(
        &mut man,
        "ENVIRONMENT",
        "NO_COLOR, CLICOLOR_FORCE and TERM concern colour. jm-reduce alone reads others: JSONMEND_CONFIG, XDG_CONFIG_HOME and HOME for its rules, JSONMEND_STORE for its store. There is no configuration file.",
    );
    let pages: Vec<String> = pages().iter().map(|page| format!("{}(1)", page.name)).collect();
    section(&mut man, "SEE ALSO", &format!("{}, jm-rules(7), jq(1)", pages.join(", ")));
    rendered(&man)
}

/// What each profile permits.
fn profiles(man: &mut Roff) {
    man.control("SH", ["PROFILES"]);
    man.text([roman(
        "A profile (--profile) says what may pass. Whatever passes, a text that is cut, lossy or has two \
         readings is never called executable.",
    )]);
    for (_, name, knobs) in PROFILES {
        entry(man, vec![bold(*name)], &permits(knobs));
    }
}

fn permits(knobs: &Knobs) -> String {
    let readings = if knobs.reject_ambiguous { "refused" } else { "recorded" };
    let keys = match knobs.duplicate_keys {
        DuplicateKeys::Pass => "not looked for",
        _ => readings,
    };
    let mut says = format!(
        "Repairs: {}. Second readings: {readings}. Duplicate keys: {keys}.",
        match knobs.max_loss {
            Exactness::Exact => "none",
            Exactness::Cosmetic => "cosmetic ones only",
            Exactness::Lossy => "all",
        }
    );
    if knobs.root.is_some() {
        says.push_str(" The root has to be an object.");
    }
    if knobs.complete_end {
        says.push_str(" The stream it came in must not have ended badly.");
    }
    says
}
