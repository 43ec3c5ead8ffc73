//! The flag that names the rules of the user, by which outputs of tools are made short.

use crate::cli::Console;
use crate::cli::flag::{Flag, Kind};
use crate::cli::parse::Usage;
use crate::cli::term::Style;
use crate::reduce::Source;
use crate::reduce::layers::{self, Folder};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where a command line says that the rules of the user are.
#[derive(Clone, Debug, Default)]
pub(super) struct UserRules(Option<OsString>);

/// The flag.
pub(super) static FLAGS: &[Flag<UserRules>] = &[Flag {
    name: "user-rules",
    kind: Kind::Folder(|rules, folder| rules.0 = Some(folder)),
    short: "the folder of the user's rules, or none",
    long: "",
}];

impl UserRules {
    /// Whether the folder that was named, if one was, is there.
    ///
    /// # Errors
    /// The exit status, once the reason has been said.
    pub(super) fn check(&self, console: &mut Console) -> Result<(), u8> {
        match self.named().filter(|folder| !folder.is_dir()) {
            None => Ok(()),
            Some(folder) => Err(missing(folder, console)),
        }
    }

    /// The rules of the folder that was named, or else of the one that is the user's.
    pub(super) fn read(&self, otherwise: Option<PathBuf>) -> Folder {
        let folder = match &self.0 {
            None => otherwise,
            Some(_) => self.named().map(Path::to_owned),
        };
        folder.map(|folder| layers::read(&folder, Source::User)).unwrap_or_default()
    }

    fn named(&self) -> Option<&Path> {
        self.0.as_ref().filter(|folder| *folder != "none").map(Path::new)
    }
}

/// Says that a folder of rules is not there, and gives the exit status.
pub(super) fn missing(folder: &Path, console: &mut Console) -> u8 {
    console.usage(&Usage::new(format!("there is no folder {}", folder.display())))
}

/// Says which files and rules of a folder are not used, and why.
pub(super) fn warn(folder: &Folder, console: &mut Console) {
    folder
        .unused()
        .for_each(|text| console.message(None, Style::Warning, &format!("not used: {text}")));
}
