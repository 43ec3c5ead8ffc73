//! What an option is: one row that the command line, the protocol, the help and the completions read.

use std::borrow::Cow;
use std::ffi::OsString;

/// Why a value was not taken: what would have been.
pub type Rejected = Cow<'static, str>;

/// A flag whose setter writes the options `L` of one layer.
#[derive(Debug)]
pub struct Flag<L: 'static> {
    /// The name without dashes. One letter means one dash.
    pub name: &'static str,
    /// What it takes, and what it sets.
    pub kind: Kind<L>,
    /// One line for `-h`.
    pub short: &'static str,
    /// What `--help` and the man page say beyond that line; may be empty.
    pub long: &'static str,
}

/// What a flag takes, and how it is set.
#[derive(Debug)]
pub enum Kind<L: 'static> {
    /// Nothing.
    Switch(fn(&mut L)),
    /// Nothing on a command line; elsewhere it may be turned off too.
    Toggle(fn(&mut L, bool)),
    /// One of a few words; first what the help calls it.
    Choice(&'static str, &'static [Choice<L>]),
    /// A whole number, not below the minimum.
    Number {
        /// What the help calls it.
        metavar: &'static str,
        /// The least that is accepted.
        min: u64,
        /// The most that is accepted.
        max: u64,
        /// The setter.
        set: fn(&mut L, u64),
    },
    /// Text that the setter judges.
    Text(&'static str, fn(&mut L, &str) -> Result<(), Rejected>),
    /// Text that may be left out: `--name=VALUE` gives it, and where a tool takes no operands one of these may.
    Optional(&'static str, fn(&mut L, &str) -> Result<(), Rejected>),
    /// The name of a file.
    File(fn(&mut L, OsString)),
    /// The name of a folder.
    Folder(fn(&mut L, OsString)),
}

/// One word that a flag accepts, and what it sets.
pub type Choice<L> = (&'static str, fn(&mut L));

impl<L> Kind<L> {
    /// Sets the option from what was given for it; nothing is given for a switch.
    ///
    /// # Errors
    /// What would have been accepted.
    pub fn set(&self, layer: &mut L, value: OsString) -> Result<(), Rejected> {
        match self {
            Kind::Switch(set) => set(layer),
            Kind::Toggle(set) => set(layer, true),
            Kind::Choice(_, choices) => {
                let chosen = choices.iter().find(|(word, _)| value == *word);
                let (_, set) = chosen.ok_or_else(|| words(choices).join(", "))?;
                set(layer);
            }
            Kind::Number { min, max, set, .. } => {
                let number = value.to_str().and_then(|text| text.parse().ok());
                let number = number.filter(|number| (min..=max).contains(&number));
                set(layer, number.ok_or_else(|| range(*min, *max))?);
            }
            Kind::Text(_, set) | Kind::Optional(_, set) => {
                set(layer, value.to_str().ok_or("text in UTF-8")?)?
            }
            Kind::File(set) | Kind::Folder(set) => set(layer, value),
        }
        Ok(())
    }
}

/// The words of a choice.
#[must_use]
pub fn words<L>(choices: &[Choice<L>]) -> Vec<&'static str> {
    choices.iter().map(|(word, _)| *word).collect()
}

/// The numbers accepted, in words.
fn range(min: u64, max: u64) -> String {
    if max == u64::MAX {
        format!("a whole number from {min}")
    } else {
        format!("a whole number from {min} to {max}")
    }
}
