//! Man pages and completions are what the tables say: `SNAPSHOTS=overwrite cargo test generated`
//! writes them.

use clap::{Arg, ArgAction, Command, ValueHint, builder::PossibleValuesParser};
use clap_complete::{Shell, generate};
use jsonmend::cli::flag::{Spec, Value};
use jsonmend::cli::help::Page;
use jsonmend::error::ERRORS;
use jsonmend::repair::{AMBIGUITIES, CATALOG};
use roff::{Inline, Roff, bold, italic, roman};
use std::fs;
use std::path::Path;

#[test]
fn man_pages_are_what_the_tables_say() {
    for page in jsonmend::tool::pages() {
        compare(&format!("man/{}.1", page.name), &man_page(&page));
    }
    compare("man/jm-rules.7", &rules_page());
}

#[test]
fn completions_are_what_the_tables_say() {
    for page in jsonmend::tool::pages() {
        for (shell, file) in [
            (Shell::Bash, format!("{}.bash", page.name)),
            (Shell::Zsh, format!("_{}", page.name)),
            (Shell::Fish, format!("{}.fish", page.name)),
        ] {
            let mut out = Vec::new();
            generate(shell, &mut command(&page), page.name, &mut out);
            compare(&format!("completions/{file}"), &String::from_utf8_lossy(&out));
        }
    }
}

#[test]
fn the_short_help_fits_one_screen() {
    for page in jsonmend::tool::pages() {
        let screen = page.screen();
        assert!(screen.lines().count() <= 40, "{}", page.name);
        for line in screen.lines().chain(page.whole().lines()) {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let shown = |spec: &Spec| screen.contains(&spec.dashed());
        assert!(page.sections.iter().flat_map(|section| &section.specs).all(shown));
    }
}

/// Compares a file of the package with what it should be, or writes it.
fn compare(name: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::create_dir_all(file.parent().expect("the file is in a folder")).expect("a folder");
        fs::write(&file, expected).expect("the file can be written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == expected, "{name} is stale: SNAPSHOTS=overwrite cargo test generated");
}

fn man_page(page: &Page) -> String {
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
    for paragraph in page.about {
        man.control("PP", []).text([roman(*paragraph)]);
    }
    man.control("SH", ["OPTIONS"]);
    for section in &page.sections {
        man.control("SS", [section.title]);
        for spec in &section.specs {
            let value = spec.metavar().map(|name| [roman(" "), italic(name)]);
            let mut term = vec![bold(spec.dashed())];
            term.extend(value.into_iter().flatten());
            entry(&mut man, term, &spec.says());
        }
    }
    man.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in page.exits {
        entry(&mut man, vec![bold(status.to_string())], meaning);
    }
    man.control("SH", ["ENVIRONMENT"]);
    man.text([roman("NO_COLOR, CLICOLOR_FORCE and TERM concern colour. There is no other.")]);
    man.control("SH", ["EXAMPLES"]);
    for (command, meaning) in page.examples {
        entry(&mut man, vec![bold(*command)], meaning);
    }
    section(&mut man, "SEE ALSO", "jm-rules(7)");
    man.render()
}

fn rules_page() -> String {
    let mut man = titled("jm-rules", "7");
    section(&mut man, "NAME", "jm-rules - what JSONMend repairs, refuses and reports");
    man.control("SH", ["RULES"]);
    man.text([roman(
        "A cosmetic repair changes notation only; a lossy one drops, invents or guesses data; a \
         note changes nothing. A repair with a second reading is ambiguous and has a class.",
    )]);
    for row in CATALOG {
        let says = format!(
            "{}. Severity: {}. Ambiguity: {}. Example: {}",
            row.message, row.severity, row.ambiguity, row.example
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
    man.render()
}

fn titled(name: &str, section: &str) -> Roff {
    let mut man = Roff::new();
    let version = concat!("jsonmend ", env!("CARGO_PKG_VERSION"));
    // Without a date: it would differ from build to build.
    man.control("TH", [&name.to_uppercase(), section, "\"\"", version]);
    man
}

fn section(man: &mut Roff, title: &str, text: &str) {
    man.control("SH", [title]).text([roman(text)]);
}

fn entry(man: &mut Roff, term: Vec<Inline>, text: &str) {
    man.control("TP", []).text(term).text([roman(text)]);
}

fn command(page: &Page) -> Command {
    let specs = page.sections.iter().flat_map(|section| &section.specs);
    let files = Arg::new("file").num_args(0..).value_hint(ValueHint::FilePath);
    Command::new(page.name)
        .about(page.job)
        .disable_help_flag(true)
        .args(specs.map(argument))
        .arg(files)
}

fn argument(spec: &Spec) -> Arg {
    let argument = Arg::new(spec.name).help(spec.short);
    let argument = match spec.name.chars().collect::<Vec<_>>()[..] {
        [letter] => argument.short(letter),
        _ => argument.long(spec.name),
    };
    match &spec.value {
        Value::None => argument.action(ArgAction::SetTrue),
        Value::OneOf(_, words) => argument.value_parser(PossibleValuesParser::new(words)),
        Value::Named(name) => argument.value_name(name),
        Value::Optional(name) => argument.value_name(name).num_args(0..=1).require_equals(true),
        Value::File => argument.value_hint(ValueHint::FilePath),
    }
}
