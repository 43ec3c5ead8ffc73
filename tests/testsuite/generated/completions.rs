//! Completions for shells, from the tables.

use clap::{Arg, ArgAction, Command, ValueHint, builder::PossibleValuesParser};
use jsonmend::cli::flag::{Spec, Value};
use jsonmend::cli::help::Page;

/// What `clap_complete` has to know of a tool.
pub(super) fn command(page: &Page) -> Command {
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
        Value::Folder => argument.value_hint(ValueHint::DirPath),
    }
}
