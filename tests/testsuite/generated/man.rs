//! Man pages, from the tables.

use jsonmend::cli::flag::{Spec, Value};
use jsonmend::cli::help::Page;
use jsonmend::error::ERRORS;
use jsonmend::repair::{AMBIGUITIES, CATALOG};
use roff::{Inline, Roff, bold, italic, roman};

use super::markdown::plain;
use super::rules::SEVERITIES;

/// The page of a tool.
pub(super) fn page(page: &Page) -> String {
    let mut man = titled(page.name, "1");
    section(&mut man, "NAME", &format!("{} - {}", page.name, page.job));
    man.control("SH", ["SYNOPSIS"]);
    man.text([
        bold(page.name),
        roman(" ["),
        italic("OPTION"),
        roman("]... "),
        roman(page.operands),
    ]);
    man.control("SH", ["DESCRIPTION"]);
    paragraphs(&mut man, page.about);
    man.control("SH", ["OPTIONS"]);
    for section in &page.sections {
        man.control("SS", [section.title]);
        for spec in &section.specs {
            entry(&mut man, term(spec), &spec.says());
        }
    }
    man.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in page.exits {
        entry(&mut man, vec![bold(status.to_string())], meaning);
    }
    man.control("SH", ["ENVIRONMENT"]);
    let others = match page.name {
        "jm-reduce" => {
            "JSONMEND_CONFIG, XDG_CONFIG_HOME and HOME say where the rules of the user are, JSONMEND_STORE where originals are kept."
        }
        _ => "There is no other.",
    };
    man.text([roman(format!("NO_COLOR, CLICOLOR_FORCE and TERM concern colour. {others}"))]);
    man.control("SH", ["EXAMPLES"]);
    for (command, meaning) in page.examples {
        entry(&mut man, vec![bold(*command)], meaning);
    }
    section(&mut man, "SEE ALSO", &see_also(page.name));
    rendered(&man)
}

/// The page in ASCII: not every formatter takes its input for UTF-8.
pub(super) fn rendered(man: &Roff) -> String {
    let escaped = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => format!("\\[u{:04X}]", u32::from(c)),
    };
    man.render().chars().map(escaped).collect()
}

/// A flag and what it takes.
fn term(spec: &Spec) -> Vec<Inline> {
    let dashed = bold(spec.dashed());
    match (spec.metavar(), &spec.value) {
        (None, _) => vec![dashed],
        (Some(name), Value::Optional(_)) => vec![dashed, roman(" ["), italic(name), roman("]")],
        (Some(name), _) => vec![dashed, roman(" "), italic(name)],
    }
}

/// The pages beside one, and where what travels as JSON is described.
fn see_also(name: &str) -> String {
    let protocol = match name {
        "jm-reduce" => "; for requests and answers docs/PROTOCOL.md, section reduce",
        "jm-serve" => "; for methods, parameters and answers docs/PROTOCOL.md",
        "jm-check" => "; for the members of a plan docs/PROTOCOL.md, section analyze",
        _ => "",
    };
    format!("jm(7), jm-rules(7){protocol}")
}

/// jm-rules(7).
pub(super) fn rules() -> String {
    let mut man = titled("jm-rules", "7");
    section(&mut man, "NAME", "jm-rules - what JSONMend repairs, refuses and reports");
    man.control("SH", ["RULES"]);
    man.text([roman(format!(
        "{} A repair with a second reading is ambiguous and has a class.",
        plain(SEVERITIES)
    ))]);
    for row in CATALOG {
        let says = format!(
            "{}. Severity: {}. Ambiguity: {}. Example: {}",
            row.message,
            row.severity,
            row.ambiguity,
            row.example.replace('\t', "<tab>")
        );
        entry(&mut man, vec![bold(row.code), roman(" "), bold(row.name)], &says);
    }
    man.control("SH", ["AMBIGUITY CLASSES"]);
    for (class, name, reason) in AMBIGUITIES {
        assert_eq!(class.name(), *name);
        entry(&mut man, vec![bold(*name)], reason);
    }
    man.control("SH", ["ERRORS"]);
    for row in ERRORS {
        let says = format!("{}. Exit status {}.", row.message, row.exit);
        entry(&mut man, vec![bold(row.code.name())], &says);
    }
    section(&mut man, "SEE ALSO", "jm(7)");
    rendered(&man)
}

pub(super) fn titled(name: &str, section: &str) -> Roff {
    let mut man = Roff::new();
    let version = concat!("jsonmend ", env!("CARGO_PKG_VERSION"));
    // Without a date: it would differ from build to build.
    man.control("TH", [&name.to_uppercase(), section, "\"\"", version]);
    man
}

/// Paragraphs below a heading.
pub(super) fn paragraphs(man: &mut Roff, texts: &[impl AsRef<str>]) {
    for (index, text) in texts.iter().enumerate() {
        if index > 0 {
            man.control("PP", []);
        }
        man.text([roman(text.as_ref())]);
    }
}

pub(super) fn section(man: &mut Roff, title: &str, text: &str) {
    man.control("SH", [title]).text([roman(text)]);
}

pub(super) fn entry(man: &mut Roff, term: Vec<Inline>, text: &str) {
    man.control("TP", []).text(term).text([roman(text)]);
}
