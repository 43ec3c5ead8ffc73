//! docs/ERRORS.md: every error with a command that ends in it, run now.

use jsonmend::error::{Code, ERRORS, Row};

use super::markdown::table;
use crate::support::console;

/// When each error comes and what helps, and commands that show it.
const SHOWN: &[(Code, &str, &[&str])] = &[
    (
        Code::E001,
        "Nothing is there but white space, a comment, the begin of a fence or lone punctuation. A model that answered with a tool call has no text: ask `jm-llm` for it.",
        &["printf '' | jm-repair"],
    ),
    (
        Code::E002,
        "There is prose, or a bare word, and no value. A value in the midst of prose is found with `--skip-prose`.",
        &["echo 'I cannot help with that.' | jm-repair"],
    ),
    (
        Code::E003,
        "Brackets and colons stand so that no document is near: a container as a key, a colon without a key.",
        &["echo '{[1]: 2}' | jm-repair"],
    ),
    (
        Code::E004,
        "With `--multi-root error`: something that is no value follows the root. `--skip-prose` skips it, the other settings of `--multi-root` drop it, as a lossy repair.",
        &["echo '{\"a\": 1} and more' | jm-repair --multi-root error"],
    ),
    (
        Code::E005,
        "`--multi-root`, `--duplicate-keys` or `--non-finite` is `error`, and the input has it. The message names the policy.",
        &["echo '{\"a\": 1, \"a\": 2}' | jm-repair --duplicate-keys error"],
    ),
    (
        Code::E010,
        "A repair is worse than `--max-loss` or the profile permits, `--strict` permits none, or its rule is disabled. `--retry-hint` has the prompt for the model.",
        &[
            "echo '{\"cc\": [\"bo\"' | jm-repair --for-execution",
            "echo '[1,]' | jm-repair --disable R004",
        ],
    ),
    (
        Code::E011,
        "A repair has a second reading, and the profile or `--reject-ambiguous` refuses a guess. A schema settles it where one reading alone fits.",
        &["echo '[\"a\" \"b\"]' | jm-repair --for-execution"],
    ),
    (
        Code::E012,
        "The text can be used, but its stream is known to have been cut or to have failed (`--end`, or what `jm-llm` saw), and the profile `agent` does not trust it.",
        &["echo '{\"a\": 1}' | jm-repair --profile agent --end max_tokens"],
    ),
    (
        Code::E013,
        "`--root`, or the profile `agent`, wants an object or an array, and the root is something else.",
        &["echo '[1]' | jm-repair --root object"],
    ),
    (
        Code::E020,
        "Containers nest deeper than `--max-depth` (1024), or a value deeper than a JSON Schema can be asked about it.",
        &["echo '[[[1]]]' | jm-repair --max-depth 2"],
    ),
    (
        Code::E021,
        "The input is longer than `--max-length`; a line of `--batch` than 64 MiB.",
        &["echo '[1, 2, 3]' | jm-repair --max-length 5"],
    ),
    (
        Code::E022,
        "A key, number or word is longer than `--max-token` (16 MiB), or a string where that option is given.",
        &["echo '[1234567890]' | jm-repair --max-token 5"],
    ),
    (
        Code::E040,
        "A byte sequence is not UTF-8. `--replace-bytes` puts U+FFFD in its place, as a lossy repair.",
        &["printf '[\"\\377\"]' | jm-repair"],
    ),
    (
        Code::E041,
        "The byte order mark or the zeros of UTF-16 or UTF-32 are there. Convert it first: `iconv -f UTF-16 -t UTF-8`.",
        &["printf '\\377\\376[\\0' | jm-repair"],
    ),
    (
        Code::E050,
        "An option, a parameter or a method is unknown or contradicts another; a line of the protocol is longer than 8 MiB.",
        &["jm-repair --in-plce"],
    ),
    (
        Code::E051,
        "A file cannot be opened, read or written, or the disk is full.",
        &["jm-repair missing.json"],
    ),
    (
        Code::E060,
        "A line of the protocol, or of `--batch`, is no JSON object. Its answer says so; the next line is read as if nothing had been.",
        &["echo 'repair this' | jm-serve"],
    ),
    (
        Code::E070,
        "The value is whole and does not fit `--schema` or `--schema-json`. The pointers of what is missing or of the wrong kind are named.",
        &["echo '{\"city\": 5}' | jm-repair --schema '{!city:string}'"],
    ),
    (
        Code::E071,
        "The declaration itself cannot be used: a slip in a skeleton, a remote `$ref`, several tools without `--tool`.",
        &["echo '{}' | jm-repair --schema '{!city:strng}'"],
    ),
    (
        Code::E080,
        "No event of the input is one of a provider that is known. `--provider` says whose it is.",
        &["echo 'hello' | jm-llm"],
    ),
    (
        Code::E099,
        "A defect of JSONMend: nothing that is known leads to it, so there is no example. A batch answers the line with it, goes on and exits 70 at its end. Please report the input.",
        &[],
    ),
];

const INTRODUCTION: &str = "\
# Errors

Made from the table of errors (`src/error.rs`) and from the commands below, which were run:
`SNAPSHOTS=overwrite cargo test generated`. Do not edit.

An error has a code, a message, a place where there is one, and the exit status of a filter that ends with it. The message is that of
the table or says more, and holds no text of the document. The protocol has the same in `error`
([PROTOCOL.md](PROTOCOL.md#requests-and-answers)). Where several hold, the first in this order is told:
E050, E040, E041, E020 to E022, E001 to E005, E011, E010, E012, E013, E070.

Exit status: 0 fine (repairs allowed), 1 a check found something, 2 usage or I/O, 3 invalid input, 4 a limit, 5 refused,
70 internal error; a closed output ends quietly with 141.

";

pub(super) fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str(&table(&["code", "message", "exit"], ERRORS.iter().map(summary)));
    for (row, (code, when, commands)) in ERRORS.iter().zip(SHOWN) {
        assert_eq!(row.code, *code, "each error has its sentences, in the order of the table");
        page.push_str(&format!("\n## {}: {}\n\n{when}\n", code.name(), row.message));
        for command in *commands {
            page.push_str(&format!("\n```console\n$ {command}\n{}```\n", shown(row, command)));
        }
    }
    assert_eq!(SHOWN.len(), ERRORS.len());
    page
}

fn summary(row: &Row) -> [String; 3] {
    let name = row.code.name();
    let heading = format!("{name}: {}", row.message).to_lowercase();
    let kept = |c: &char| c.is_alphanumeric() || *c == ' ' || *c == '-';
    let anchor: String = heading.chars().filter(kept).collect();
    [
        format!("[{name}](#{})", anchor.replace(' ', "-")),
        row.message.to_owned(),
        row.exit.to_string(),
    ]
}

/// What the command shows, which must be this error.
fn shown(row: &Row, command: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (shown, status) = console::run(command, folder.path());
    assert!(shown.contains(row.code.name()), "{command}: {shown}");
    // A server answers and goes on; a filter ends.
    let expected = if command.contains("jm-serve") { 0 } else { row.exit };
    assert_eq!(status, Some(expected.into()), "{command}");
    shown
}
