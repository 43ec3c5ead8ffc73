//! What waits, and how long: each undecided place at its limit and one byte past it, in one piece and
//! byte by byte; and that nothing is said before it is decided.

use jsonmend::engine::EngineOptions;

use crate::support::laws::{records, same};
use crate::support::{flags, run};

/// The most bytes that are held for a decision.
const WINDOW: usize = 4096;

/// The most bytes of a string that may be a key.
const KEY_WINDOW: usize = 64;

/// An undecided place: `head`, then `filler` as long as nothing is decided, then what decides.
struct Row {
    what: &'static str,
    options: &'static str,
    head: &'static str,
    filler: &'static str,
    /// What may follow; the first decides otherwise than the limit does.
    tails: &'static [&'static str],
    limit: Limit,
}

enum Limit {
    /// So many fillers wait; one more is decided, and the first tail makes a note of it (N004).
    Noted(usize),
    /// So many fillers wait; one more is decided, which nobody can tell from the result.
    Silent(usize),
}

impl Limit {
    fn fillers(&self) -> usize {
        match *self {
            Limit::Noted(count) | Limit::Silent(count) => count,
        }
    }
}

const ROWS: &[Row] = &[
    Row {
        what: "a number in an object, white space behind it",
        options: "",
        head: "{\"a\":5",
        filler: " ",
        tails: &["apples}", "}", ",\"b\":1}", "\"b\":1}", ""],
        limit: Limit::Noted(WINDOW - 1),
    },
    Row {
        what: "a literal in an object, white space behind it",
        options: "",
        head: "{\"a\":true",
        filler: " ",
        tails: &["love}", "}", ",\"b\":1}", ""],
        limit: Limit::Noted(WINDOW - 4),
    },
    Row {
        what: "an opening brace",
        options: "",
        head: "{\"a\"",
        filler: " ",
        tails: &[",\"b\"}", ":1}", "}", "\"b\"}", ""],
        limit: Limit::Noted(WINDOW - 4),
    },
    Row {
        what: "the last closer of the root",
        options: "",
        head: "{\"a\":1}",
        filler: " ",
        tails: &[",\"b\":2}", "", "}", "text", ",{}"],
        // Behind a comma it waits for a key's colon.
        limit: Limit::Noted(WINDOW - 5),
    },
    Row {
        what: "the closer of an array in an object",
        options: "",
        head: "{\"a\":[1]",
        filler: " ",
        tails: &[",[2]}", ",\"b\":2}", "}", "]}", ""],
        // Behind a comma it waits for one character more.
        limit: Limit::Noted(WINDOW - 2),
    },
    Row {
        what: "a quote, white space behind it",
        options: "",
        head: "{\"a\":\"b\"",
        filler: " ",
        tails: &["c\"}", "}", ",\"c\":1}", "\"c\":1}", ""],
        limit: Limit::Noted(WINDOW - 1),
    },
    Row {
        what: "a quote behind a comma",
        options: "",
        head: "{\"a\":\"b,\"",
        filler: "c",
        tails: &["\":1}", "\"}", " d\"}", ""],
        // It waits for the next quote and for what follows that.
        limit: Limit::Noted(WINDOW - 3),
    },
    Row {
        what: "the second of two opening quotes",
        options: "",
        head: "{\"a\":\"\"b",
        filler: "c",
        tails: &["\" d\"}", "\"}", "\"\"}", ""],
        // It waits for the next quote and for what follows that.
        limit: Limit::Noted(WINDOW - 4),
    },
    Row {
        what: "a comma at the end of open string text",
        options: "",
        head: "{\"a\":\"b,",
        filler: " ",
        tails: &["c\"}", "\"}", "\"c\":1}", ""],
        limit: Limit::Silent(WINDOW - 1),
    },
    Row {
        what: "closers at the end of open string text",
        options: "",
        head: "{\"a\":\"b}",
        filler: " ",
        tails: &["", "c\"}", "\"}"],
        limit: Limit::Noted(WINDOW - 1),
    },
    Row {
        what: "a string that may be a key",
        options: "",
        head: "[\"",
        filler: "k",
        tails: &["\":1]", "\"]", "\",1]", ""],
        limit: Limit::Silent(KEY_WINDOW),
    },
    Row {
        what: "a bare value",
        options: "",
        head: "{\"a\":",
        filler: "w",
        tails: &["\"}", "}", ",\"b\":1}", ""],
        limit: Limit::Noted(WINDOW),
    },
    Row {
        what: "a parenthesis and its first element",
        options: "",
        head: "[(5",
        filler: " ",
        tails: &[")]", ",6)]", ""],
        limit: Limit::Noted(WINDOW - 2),
    },
    Row {
        what: "a call with a scalar argument",
        options: "",
        head: "[f(5",
        filler: " ",
        tails: &[",6)]", ")]", ""],
        limit: Limit::Noted(WINDOW - 3),
    },
    Row {
        what: "a scalar at the root",
        options: "",
        head: "5",
        filler: " ",
        tails: &["]", "", "apples", ",6]"],
        limit: Limit::Noted(WINDOW - 1),
    },
    Row {
        what: "a value after other text on its line",
        options: "--skip-prose",
        head: "see {\"a\":1}",
        filler: " ",
        tails: &["</think>{\"b\":2}", "", "text"],
        limit: Limit::Noted(WINDOW - 7),
    },
];

impl Row {
    fn options(&self) -> EngineOptions {
        flags::parse(self.options).expect("no option is unknown")
    }

    fn waiting(&self, fillers: usize) -> String {
        [self.head, &self.filler.repeat(fillers)].concat()
    }

    /// The limit, the number before it and the numbers behind it.
    fn lengths(&self) -> [usize; 5] {
        let limit = self.limit.fillers();
        [0, limit - 1, limit, limit + 1, limit + 2]
    }
}

/// Runs `check` on every row and lists the rows that fail.
fn for_each_row(check: impl Fn(&Row) -> Result<(), String>) {
    let broken: Vec<_> = ROWS
        .iter()
        .filter_map(|row| Some(format!("{}: {}", row.what, check(row).err()?)))
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn at_and_past_the_limit_pieces_make_no_difference() {
    for_each_row(|row| {
        let options = row.options();
        for length in row.lengths() {
            for tail in row.tails {
                let waiting = row.waiting(length);
                let input = [&waiting, *tail].concat();
                let whole = run::whole(input.as_bytes(), &options);
                let bytes = run::chunked(input.as_bytes(), 1, &options);
                same(&whole, &bytes, || format!("{length} then {tail:?}, byte by byte"))?;
                for at in [row.head.len(), waiting.len().saturating_sub(1), waiting.len()] {
                    let cut = run::cut(input.as_bytes(), &[at], &options);
                    same(&whole, &cut, || format!("{length} then {tail:?}, cut at {at}"))?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn what_was_said_stays_whatever_follows() {
    for_each_row(|row| {
        let options = row.options();
        for length in row.lengths() {
            let waiting = row.waiting(length);
            let said = run::said(waiting.as_bytes(), &options);
            for tail in row.tails {
                let whole = run::whole([&waiting, *tail].concat().as_bytes(), &options);
                if whole.end.is_ok() && !whole.text.starts_with(&said) {
                    return Err(format!(
                        "{length} then {tail:?}: said {said:?}, then {:?}",
                        whole.text
                    ));
                }
            }
        }
        Ok(())
    });
}

#[test]
fn the_limit_decides_one_byte_past_it_and_says_so() {
    for_each_row(|row| {
        let Limit::Noted(limit) = row.limit else { return Ok(()) };
        let has_note = |fillers| {
            let input = [&row.waiting(fillers), row.tails[0]].concat();
            run::whole(input.as_bytes(), &row.options()).codes(true).contains(&"N004")
        };
        if has_note(limit) || !has_note(limit + 1) {
            let first = (1..2 * WINDOW).find(|&fillers| has_note(fillers));
            return Err(format!("{limit} fillers should wait; the first note is at {first:?}"));
        }
        Ok(())
    });
}

#[test]
fn past_the_window_a_string_is_no_key() {
    for (length, text) in [(KEY_WINDOW, "an object"), (KEY_WINDOW + 1, "a string")] {
        let input = format!("[\"{}\":1]", "k".repeat(length));
        let outcome = run::whole(input.as_bytes(), &EngineOptions::default());
        let is_object = outcome.text.starts_with("[{");
        assert_eq!(is_object, text == "an object", "{length}: {}", records(&outcome));
    }
}

#[test]
fn a_token_that_has_to_be_held_is_refused_one_byte_past_its_limit() {
    let options = EngineOptions { max_token: 100, ..EngineOptions::default() };
    for (what, head, tail, filler) in [
        ("a key", "{\"", "\":1}", "k"),
        ("a bare key", "{", ":1}", "k"),
        ("a number", "[", "]", "7"),
        ("a number in an object", "{\"a\":", "}", "7"),
        ("a bare word", "[", "]", "w"),
    ] {
        for (length, error) in [(100, None), (101, Some("E022"))] {
            let input = [head, &filler.repeat(length), tail].concat();
            let whole = run::whole(input.as_bytes(), &options);
            assert_eq!(whole.error(), error, "{what} of {length}");
            let bytes = run::chunked(input.as_bytes(), 1, &options);
            assert_eq!(same(&whole, &bytes, || what.to_owned()), Ok(()), "{what}");
        }
    }
}

#[test]
fn a_string_value_is_refused_where_its_limit_is() {
    let options = EngineOptions { max_string: Some(5), ..EngineOptions::default() };
    for (input, error) in [
        ("{\"a\":\"12345\"}", None),
        ("{\"a\":\"123456789\",\"b\":1}", Some("E022")),
        ("{\"a\":\"1234é, and more\"}", Some("E022")),
        ("[\"12\\n4567\"]", Some("E022")),
        ("['12\"\"6789']", Some("E022")),
        ("[a longer word]", Some("E022")),
    ] {
        let whole = run::whole(input.as_bytes(), &options);
        assert_eq!(whole.error(), error, "{input}");
        let bytes = run::chunked(input.as_bytes(), 1, &options);
        assert_eq!(same(&whole, &bytes, || input.to_owned()), Ok(()), "{input}");
    }
}

#[test]
fn an_opening_bracket_at_the_root_waits_for_the_next_character_only() {
    let options = EngineOptions::default();
    assert_eq!(run::said(b"[", &options), "");
    assert_eq!(run::said(b"[1,", &options), "[1");
}
