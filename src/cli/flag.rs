//! Options as flags of a command line: in groups, with dashes, as the help shows them.

pub use crate::flag::{Choice, Flag, Kind, Rejected};

use crate::flag::words;
use std::ffi::OsString;

/// What the help needs to know of a flag, whatever it sets.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name without dashes.
    pub name: &'static str,
    /// What it takes.
    pub value: Value,
    /// One line.
    pub short: &'static str,
    /// Further sentences.
    pub long: &'static str,
}

/// What a flag takes, as the help shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// One of these words; first what the help calls it.
    OneOf(&'static str, Vec<&'static str>),
    /// A value, called so.
    Named(&'static str),
    /// A value, called so, that may be left out.
    Optional(&'static str),
    /// The name of a file.
    File,
    /// The name of a folder.
    Folder,
}

/// Whether a value goes with a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// None does.
    None,
    /// One may, after `=`.
    Optional,
    /// One does, after `=` or as the next argument.
    One,
}

/// Flags of one layer under a title, as part of a tool whose options are `C`.
#[derive(Debug)]
pub struct Layer<C: 'static, L: 'static> {
    /// The title in the help.
    pub title: &'static str,
    /// Whether one screen of help has room for their names only.
    pub brief: bool,
    /// Whether they are set before those of other layers, wherever they stand: what a preset sets,
    /// a single flag may set again.
    pub presets: bool,
    /// The flags.
    pub flags: &'static [Flag<L>],
    /// Where the tool keeps the options they set.
    pub of: fn(&mut C) -> &mut L,
}

impl<C, L> Layer<C, L> {
    /// Flags that are shown on one screen, and set in their order.
    pub const fn new(
        title: &'static str,
        flags: &'static [Flag<L>],
        of: fn(&mut C) -> &mut L,
    ) -> Layer<C, L> {
        Layer { title, brief: false, presets: false, flags, of }
    }

    /// The same, but one screen of help only names them.
    pub const fn brief(self) -> Layer<C, L> {
        Layer { brief: true, ..self }
    }

    /// The same, but set before others.
    pub const fn presets(self) -> Layer<C, L> {
        Layer { presets: true, ..self }
    }
}

/// A [`Layer`] whose own options do not show.
pub trait Group<C>: Sync {
    /// The title in the help.
    fn title(&self) -> &'static str;
    /// Whether one screen of help has room for their names only.
    fn brief(&self) -> bool;
    /// Its flags, as the help needs them.
    fn specs(&self) -> Vec<Spec>;
    /// The place of the flag of this name.
    fn find(&self, name: &str) -> Option<usize>;
    /// Whether they are set before those of other groups.
    fn presets(&self) -> bool;
    /// Whether a value goes with the flag at `index`.
    fn arity(&self, index: usize) -> Arity;
    /// Sets the flag at `index`.
    ///
    /// # Errors
    /// What would have been accepted.
    fn set(&self, index: usize, value: OsString, options: &mut C) -> Result<(), Rejected>;
}

impl<C, L> Group<C> for Layer<C, L> {
    fn title(&self) -> &'static str {
        self.title
    }

    fn brief(&self) -> bool {
        self.brief
    }

    fn specs(&self) -> Vec<Spec> {
        self.flags.iter().map(Flag::spec).collect()
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.flags.iter().position(|flag| flag.name == name)
    }

    fn presets(&self) -> bool {
        self.presets
    }

    fn arity(&self, index: usize) -> Arity {
        match self.flags[index].kind {
            Kind::Switch(_) | Kind::Toggle(_) => Arity::None,
            Kind::Optional(..) => Arity::Optional,
            _ => Arity::One,
        }
    }

    fn set(&self, index: usize, value: OsString, options: &mut C) -> Result<(), Rejected> {
        self.flags[index].kind.set((self.of)(options), value)
    }
}

impl<L> Flag<L> {
    fn spec(&self) -> Spec {
        let value = match &self.kind {
            Kind::Switch(_) | Kind::Toggle(_) => Value::None,
            Kind::Choice(metavar, choices) => Value::OneOf(metavar, words(choices)),
            Kind::Number { metavar, .. } | Kind::Text(metavar, _) => Value::Named(metavar),
            Kind::Optional(metavar, _) => Value::Optional(metavar),
            Kind::File(_) => Value::File,
            Kind::Folder(_) => Value::Folder,
        };
        Spec { name: self.name, value, short: self.short, long: self.long }
    }
}

impl Spec {
    /// The flag as it is typed, `--max-depth N`.
    #[must_use]
    pub fn usage(&self) -> String {
        match (&self.value, self.metavar()) {
            (Value::Optional(metavar), _) => format!("{} [{metavar}]", self.dashed()),
            (_, Some(metavar)) => format!("{} {metavar}", self.dashed()),
            (_, None) => self.dashed(),
        }
    }

    /// The name with its dashes.
    #[must_use]
    pub fn dashed(&self) -> String {
        dashed(self.name)
    }

    /// What stands for the value, where one is taken: `N`, `FILE`.
    #[must_use]
    pub fn metavar(&self) -> Option<&'static str> {
        match self.value {
            Value::None => None,
            Value::OneOf(name, _) | Value::Named(name) | Value::Optional(name) => Some(name),
            Value::File => Some("FILE"),
            Value::Folder => Some("DIR"),
        }
    }
}

/// A flag's name as it is typed.
pub(crate) fn dashed(name: &str) -> String {
    let dashes = if name.len() == 1 { "-" } else { "--" };
    format!("{dashes}{name}")
}
