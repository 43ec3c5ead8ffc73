//! From arguments to the options of a tool.

use super::flag::{Arity, Group, Rejected, dashed};
use std::ffi::OsString;

/// What a command line says.
#[derive(Debug, PartialEq, Eq)]
pub struct Parsed<C> {
    /// The options.
    pub options: C,
    /// What is no option, in order.
    pub operands: Vec<OsString>,
}

/// Which flags go together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules {
    /// Of each of these, one at most may be given.
    pub one_of: &'static [&'static [&'static str]],
    /// The first may not be given with any of the others.
    pub conflicts: &'static [(&'static str, &'static [&'static str])],
    /// The first are of no use without the second.
    pub needs: &'static [(&'static [&'static str], &'static str)],
}

impl Rules {
    /// Every flag that is named.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        let one_of = self.one_of.iter().copied().flatten();
        let conflicts =
            self.conflicts.iter().flat_map(|(name, others)| others.iter().chain([name]));
        let needs = self.needs.iter().flat_map(|(names, other)| names.iter().chain([other]));
        one_of.chain(conflicts).chain(needs).copied()
    }

    /// Whether the flags given go together.
    fn check(&self, given: impl Fn(&str) -> bool) -> Result<(), Usage> {
        let apart = |name: &str, others: &[&str]| {
            let other = others.iter().find(|other| given(name) && given(other));
            other.map_or(Ok(()), |other| {
                let (name, other) = (dashed(name), dashed(other));
                Err(Usage::new(format!("{name} cannot be combined with {other}")))
            })
        };
        for names in self.one_of {
            let behind = |place: usize| names.get(place + 1..).unwrap_or_default();
            names.iter().enumerate().try_for_each(|(place, name)| apart(name, behind(place)))?;
        }
        self.conflicts.iter().try_for_each(|(name, others)| apart(name, others))?;
        for (names, other) in self.needs.iter().filter(|(_, other)| !given(other)) {
            if let Some(name) = names.iter().find(|name| given(name)) {
                return Err(Usage::new(format!("{} needs {}", dashed(name), dashed(other))));
            }
        }
        Ok(())
    }
}

/// Why a command line cannot be followed.
#[derive(Debug, PartialEq, Eq)]
pub struct Usage {
    /// What is wrong.
    pub message: String,
    /// The nearest name, where one is near.
    pub nearest: Option<String>,
}

impl Usage {
    /// A usage error without a suggestion.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Usage {
        Usage { message: message.into(), nearest: None }
    }
}

/// How alike two names must be for one to be suggested.
const NEAR: f64 = 0.8;

/// Reads `arguments`, the program's name not among them.
///
/// # Errors
/// An unknown option, a value that is missing, surplus or not accepted, flags that do not go together.
pub fn parse<C: Default>(
    groups: &[&dyn Group<C>],
    rules: Rules,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Parsed<C>, Usage> {
    let (mut settings, operands) = collect(groups, arguments)?;
    rules.check(|name| settings.iter().any(|setting| setting.name == name))?;
    settings.sort_by_key(|setting| !setting.group.presets());
    let mut options = C::default();
    for Setting { group, index, name, value, .. } in settings {
        let shown = value.to_string_lossy().into_owned();
        group
            .set(index, value, &mut options)
            .map_err(|accepted| rejected(&name, &shown, &accepted))?;
    }
    Ok(Parsed { options, operands })
}

/// A flag that was given, not yet set: presets go first.
struct Setting<'a, C> {
    group: &'a dyn Group<C>,
    index: usize,
    name: String,
    value: OsString,
}

/// The flags given and the operands, both in order.
fn collect<'a, C>(
    groups: &[&'a dyn Group<C>],
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<(Vec<Setting<'a, C>>, Vec<OsString>), Usage> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut settings = Vec::new();
    let mut operands = Vec::new();
    loop {
        let name = match parser.next().map_err(|error| Usage::new(error.to_string()))? {
            None => return Ok((settings, operands)),
            Some(lexopt::Arg::Value(operand)) => {
                operands.push(operand);
                continue;
            }
            Some(lexopt::Arg::Short(letter)) => letter.to_string(),
            Some(lexopt::Arg::Long(name)) => name.to_owned(),
        };
        let found = groups.iter().find_map(|group| Some((*group, group.find(&name)?)));
        let (group, index) = found.ok_or_else(|| unknown(groups, &name))?;
        let value = match group.arity(index) {
            Arity::None => OsString::new(),
            Arity::Optional => parser.optional_value().unwrap_or_default(),
            Arity::One => parser.value().map_err(|error| Usage::new(error.to_string()))?,
        };
        settings.push(Setting { group, index, name, value });
    }
}

fn rejected(name: &str, value: &str, accepted: &Rejected) -> Usage {
    Usage::new(format!("{} takes {accepted}, not '{value}'", dashed(name)))
}

fn unknown<C>(groups: &[&dyn Group<C>], name: &str) -> Usage {
    let names = groups.iter().flat_map(|group| group.specs()).map(|spec| spec.name);
    let nearest = names
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(likeness, _)| *likeness >= NEAR)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| dashed(known));
    Usage { message: format!("unknown option '{}'", dashed(name)), nearest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::flag::{Flag, Kind, Layer};

    #[derive(Debug, Default, PartialEq, Eq)]
    struct Options {
        level: u64,
        mode: &'static str,
        file: OsString,
    }

    static FLAGS: &[Flag<Options>] = &[
        Flag {
            name: "level",
            kind: Kind::Number { metavar: "N", min: 1, max: 9, set: |o, n| o.level = n },
            short: "",
            long: "",
        },
        Flag {
            name: "mode",
            kind: Kind::Choice(
                "MODE",
                &[("fast", |o| o.mode = "fast"), ("slow", |o| o.mode = "slow")],
            ),
            short: "",
            long: "",
        },
        Flag { name: "o", kind: Kind::File(|o, file| o.file = file), short: "", long: "" },
        Flag {
            name: "at",
            kind: Kind::Optional("ADDR", |o, at| {
                o.file = format!("at {at}").into();
                Ok(())
            }),
            short: "",
            long: "",
        },
    ];
    static PRESETS: &[Flag<u64>] =
        &[Flag { name: "top", kind: Kind::Switch(|level| *level = 9), short: "", long: "" }];
    static GROUPS: &[&dyn Group<Options>] = &[
        &Layer { title: "", brief: false, presets: false, flags: FLAGS, of: |o: &mut Options| o },
        &Layer {
            title: "",
            brief: false,
            presets: true,
            flags: PRESETS,
            of: |o: &mut Options| &mut o.level,
        },
    ];

    fn parsed(line: &str) -> Result<Parsed<Options>, Usage> {
        parse(GROUPS, Rules::default(), line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn both_spellings_of_a_value_are_read_and_two_dashes_end_options() {
        for line in
            ["--level 3 --mode=slow -o x a - -- --b", "a --level=3 - --mode slow -ox -- --b"]
        {
            let Ok(Parsed { options, operands }) = parsed(line) else { unreachable!("{line}") };
            assert_eq!(options, Options { level: 3, mode: "slow", file: "x".into() });
            assert_eq!(operands, ["a", "-", "--b"]);
        }
    }

    #[test]
    fn a_value_that_may_be_left_out_stands_behind_an_equals_sign() {
        for (line, file, operands) in [("--at=1 2", "at 1", 1), ("--at 2", "at ", 1)] {
            let Ok(found) = parsed(line) else { unreachable!("{line}") };
            assert_eq!((found.options.file, found.operands.len()), (file.into(), operands));
        }
    }

    #[test]
    fn a_preset_yields_to_single_flags_wherever_it_stands() {
        for line in ["--top --level 3", "--level 3 --top"] {
            assert_eq!(parsed(line).map(|parsed| parsed.options.level), Ok(3));
        }
    }

    #[test]
    fn what_cannot_be_followed_is_named_with_what_can() {
        for (line, message, nearest) in [
            ("--levle 3", "unknown option '--levle'", Some("--level")),
            ("--zzz", "unknown option '--zzz'", None),
            ("-x", "unknown option '-x'", None),
            ("--mode", "missing argument for option '--mode'", None),
            ("--top=1", "unexpected argument for option '--top': \"1\"", None),
            ("--mode quick", "--mode takes fast, slow, not 'quick'", None),
            ("--level 0", "--level takes a whole number from 1 to 9, not '0'", None),
            ("--level -1", "--level takes a whole number from 1 to 9, not '-1'", None),
        ] {
            let usage = Usage { message: message.into(), nearest: nearest.map(str::to_owned) };
            assert_eq!(parsed(line), Err(usage), "{line}");
        }
    }

    #[test]
    fn flags_that_do_not_go_together_are_named() {
        const RULES: Rules = Rules {
            one_of: &[&["at", "top", "o"]],
            conflicts: &[("mode", &["o", "top"])],
            needs: &[(&["level"], "mode")],
        };
        for (line, message) in [
            ("--top --mode fast", "--mode cannot be combined with --top"),
            ("-o x --mode fast", "--mode cannot be combined with -o"),
            ("--level 3", "--level needs --mode"),
            ("-o x --at", "--at cannot be combined with -o"),
            ("-o x --top", "--top cannot be combined with -o"),
        ] {
            let found = parse(GROUPS, RULES, line.split_whitespace().map(OsString::from));
            assert_eq!(found, Err(Usage::new(message)), "{line}");
        }
        assert!(parse(GROUPS, RULES, ["--mode=fast".into(), "--level=3".into()]).is_ok());
    }
}
