//! How compilers and linters begin what they have to say: place, severity, message.

use memchr::memmem::Finder;
use std::sync::LazyLock;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    /// It fails the build, or a lint that counts as such.
    Error,
    /// It does not.
    Warning,
    /// It explains the one before.
    Note,
}

/// What the first line of a diagnostic says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head<'a> {
    pub(super) severity: Severity,
    /// The file, if the line names it.
    pub(super) file: Option<&'a str>,
    /// What diagnostics of the same kind have in common: a code, or the message.
    pub(super) kind: &'a str,
}

/// The head that `line` is, if it is one.
pub(super) fn head(line: &str) -> Option<Head<'_>> {
    GRAMMARS.iter().find_map(|grammar| grammar(line))
}

type Grammar = fn(&str) -> Option<Head<'_>>;

static GRAMMARS: &[Grammar] =
    &[worded, bracketed, in_parentheses, with_colons, coded, listed, failed_target];

/// The severities by the word for them.
static WORDS: &[(&str, Severity)] = &[
    ("fatal error", Severity::Error),
    ("internal compiler error", Severity::Error),
    ("syntax error", Severity::Error),
    ("error", Severity::Error),
    ("fatal", Severity::Error),
    ("warning", Severity::Warning),
    ("warn", Severity::Warning),
    ("note", Severity::Note),
    ("info", Severity::Note),
    ("help", Severity::Note),
];

/// The severity that `text` begins with, and what follows.
fn severity(text: &str) -> Option<(Severity, &str)> {
    // Most texts begin with the first letter of none of the words.
    let first = text.as_bytes().first()?.to_ascii_lowercase();
    if !b"efhinsw".contains(&first) {
        return None;
    }
    WORDS.iter().find_map(|(word, severity)| {
        let head = text.get(..word.len())?;
        let rest = text.get(word.len()..)?;
        let is_word = !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        (head.eq_ignore_ascii_case(word) && is_word).then_some((*severity, rest))
    })
}

/// `error[E0308]: mismatched types`, `warning: unused`, `ERROR: x`, `e: file.kt: x`
fn worded(line: &str) -> Option<Head<'_>> {
    let line =
        match line.split_once(": ") {
            // A tool says its name first: `cc1: fatal error: x`, `npm error x`, `ld: error: x`.
            Some((tool, rest))
                if tool.len() < 12
                    && tool.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') =>
            {
                if severity(line).is_some() { line } else { rest }
            }
            _ => line,
        };
    let (severity, rest) = severity(line)?;
    let (code, message) = match rest.strip_prefix(['[', '(']) {
        Some(rest) => rest.split_once([']', ')'])?,
        None => match rest.split_once(':') {
            Some((code, message)) => (code.trim(), message),
            None => return None,
        },
    };
    // A sentence that happens to begin with the word has no colon near.
    let is_head = code.len() < 40 && code.split_whitespace().count() < 3;
    let kind = if code.is_empty() { message.trim_start_matches(':').trim() } else { code };
    is_head.then_some(Head { severity, file: None, kind })
}

/// `[ERROR] Failed`, `[WARNING] x`, `[error] x`
fn bracketed(line: &str) -> Option<Head<'_>> {
    let (word, message) = line.trim_start().strip_prefix('[')?.split_once(']')?;
    let (severity, rest) = severity(word)?;
    rest.is_empty().then_some(Head { severity, file: None, kind: message.trim() })
}

/// `src/a.ts(3,5): error TS2322: x`, `a.c(3): warning C4996: x`
fn in_parentheses(line: &str) -> Option<Head<'_>> {
    let (place, message) = line.split_once("): ")?;
    let (file, numbers) = place.rsplit_once('(')?;
    let is_place = !numbers.is_empty() && numbers.bytes().all(|b| b.is_ascii_digit() || b == b',');
    let (severity, rest) = severity(message).filter(|_| is_place && !file.is_empty())?;
    let (code, message) = rest.split_once(':').unwrap_or(("", rest));
    let kind = if code.trim().is_empty() { message.trim() } else { code.trim() };
    Some(Head { severity, file: Some(file.trim()), kind })
}

/// `a.c:3:5: error: x`, `a.ts:3:5 - error TS1: x`, `a.go:3:5: x`, `A.java:3: error: x`, `a.py:3:1: F401 x`
fn with_colons(line: &str) -> Option<Head<'_>> {
    let (file, rest) = place(line)?;
    let rest = rest.trim_start_matches([':', ' ', '-']);
    if rest.is_empty() {
        return None;
    }
    let (severity, rest) = severity(rest).unwrap_or(match rest.as_bytes() {
        [b'W' | b'C' | b'R' | b'I' | b'N', b'0'..=b'9', ..] => (Severity::Warning, rest),
        _ => (Severity::Error, rest),
    });
    let message = rest.trim_start_matches([':', ' ']);
    let (code, _) = message.split_once([' ', ':']).unwrap_or((message, ""));
    let is_code = code.bytes().any(|b| b.is_ascii_digit())
        && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let flag = message.rfind(" [").filter(|_| message.ends_with(']')).map(|at| &message[at + 1..]);
    Some(Head {
        severity,
        file: Some(file),
        kind: if is_code { code } else { flag.unwrap_or(message) },
    })
}

/// `F401 [*] unused import`, `SC2086 (info): quote it`: the place is on the next line.
fn coded(line: &str) -> Option<Head<'_>> {
    let (code, message) = line.split_once(' ')?;
    let letters = code.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_code = (1..=4).contains(&letters.len())
        && (3..=5).contains(&(code.len() - letters.len()))
        && letters.bytes().all(|byte| byte.is_ascii_uppercase());
    let severity =
        if ["W", "C", "R"].contains(&letters) { Severity::Warning } else { Severity::Error };
    (is_code && !message.is_empty()).then_some(Head { severity, file: None, kind: code })
}

/// A file with line and perhaps column at the start of a line, and what follows.
fn place(line: &str) -> Option<(&str, &str)> {
    let start = usize::from(line.get(1..3) == Some(":\\")) * 2;
    let colon = start + line[start..].find(':')?;
    let file = &line[..colon];
    let is_file = file.contains(['.', '/'])
        && !file.starts_with([' ', '\t', '-', '#'])
        && !file.contains(['(', '"', '\'', '<'])
        && !file.ends_with("://");
    let (row, rest) = digits(&line[colon + 1..])?;
    // `12:30:05 …` is a time of day.
    if !is_file || row.is_empty() || file.split_whitespace().count() > 1 {
        return None;
    }
    match rest.strip_prefix(':').and_then(digits) {
        Some((column, rest)) if !column.is_empty() => Some((file, rest)),
        _ => (rest.starts_with(':') || begins_with_code(rest)).then_some((file, rest)),
    }
}

/// ` MD012/no-multiple-blanks …`
fn begins_with_code(rest: &str) -> bool {
    let letters =
        rest.strip_prefix(' ').unwrap_or("").trim_start_matches(|c: char| c.is_ascii_uppercase());
    rest.len() > letters.len() + 1 && letters.starts_with(|c: char| c.is_ascii_digit())
}

fn digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some(text.split_at(end))
}

/// `  3:5  error  x  no-unused-vars` below the line of a file.
fn listed(line: &str) -> Option<Head<'_>> {
    let text = line.strip_prefix(' ')?.trim_start();
    let (row, rest) = digits(text)?;
    let (column, rest) = digits(rest.strip_prefix(':')?)?;
    if row.is_empty() || column.is_empty() {
        return None;
    }
    let rest = rest.trim_start().trim_start_matches(['✖', '⚠', '×']).trim_start();
    let (severity, message) = severity(rest).unwrap_or((Severity::Error, rest));
    let kind = message.rsplit("  ").next().unwrap_or(message).trim();
    Some(Head { severity, file: None, kind })
}

/// What a linker says of a name.
static LINKER: LazyLock<[Finder<'static>; 2]> = LazyLock::new(|| {
    [Finder::new("undefined reference to"), Finder::new("multiple definition of")]
});

/// What a build says of the target that failed.
fn failed_target(line: &str) -> Option<Head<'_>> {
    let starts = [
        "FAILED: ",
        "CMake Error",
        "collect2: error",
        "ninja: build stopped",
        "* What went wrong:",
        "e: ",
    ];
    let is_make = memchr::memchr(b'*', line.as_bytes()).is_some()
        && (line.contains("*** [") || line.contains("*** No rule"));
    let is_linker = LINKER.iter().any(|part| part.find(line.as_bytes()).is_some());
    let is_head = is_make || is_linker || starts.iter().any(|start| line.starts_with(start));
    is_head.then_some(Head { severity: Severity::Error, file: None, kind: line })
}

#[cfg(test)]
mod tests {
    use super::Severity::{Error, Note, Warning};
    use super::*;

    #[test]
    fn heads_of_many_compilers_are_known() {
        for (line, severity, file, kind) in [
            ("error[E0308]: mismatched types", Error, None, "E0308"),
            ("warning: unused variable: `x`", Warning, None, "unused variable: `x`"),
            (
                "error: could not compile `a` (lib) due to 2 previous errors",
                Error,
                None,
                "could not compile `a` (lib) due to 2 previous errors",
            ),
            ("src/a.ts(3,5): error TS2322: Type", Error, Some("src/a.ts"), "TS2322"),
            ("src/a.ts:3:5 - error TS2322: Type", Error, Some("src/a.ts"), "TS2322"),
            (
                "a.c:3:5: warning: unused variable 'x' [-Wunused-variable]",
                Warning,
                Some("a.c"),
                "[-Wunused-variable]",
            ),
            ("a.c:3:5: note: declared here", Note, Some("a.c"), "declared here"),
            ("./a.go:3:5: undefined: x", Error, Some("./a.go"), "undefined: x"),
            ("A.java:3: error: ';' expected", Error, Some("A.java"), "';' expected"),
            ("a.py:3:1: F401 unused", Error, Some("a.py"), "F401"),
            ("a.py:3:1: W291 blank", Warning, Some("a.py"), "W291"),
            ("F401 [*] `os` imported but unused", Error, None, "F401"),
            ("  3:5  error  'x' is unused  no-unused-vars", Error, None, "no-unused-vars"),
            ("[ERROR] Failed to execute", Error, None, "Failed to execute"),
            ("cc1: fatal error: x.c: No such file", Error, None, "x.c: No such file"),
            (
                "make: *** [Makefile:3: all] Error 2",
                Error,
                None,
                "make: *** [Makefile:3: all] Error 2",
            ),
        ] {
            assert_eq!(head(line), Some(Head { severity, file, kind }), "{line}");
        }
    }

    #[test]
    fn other_lines_are_none() {
        for line in [
            "",
            "Compiling a v1",
            "error handling is hard",
            "12:30:05 started",
            "http://a.b:80/x",
            "x: y",
            "note",
        ] {
            assert_eq!(head(line), None, "{line}");
        }
    }
}
