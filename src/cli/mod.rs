//! What all tools share at the command line: flags, help, input and output, and the way to an exit
//! status.

pub mod flag;
pub mod help;
pub mod io;
pub mod jobs;
mod nameless;
pub mod parse;
pub mod progress;
mod replace;
pub mod target;
pub mod term;
pub mod xml;

use crate::error::Code;
use flag::{Flag, Group, Kind};
use help::{Page, Section};
use io::{Source, Stop};
use parse::{Parsed, Rules, Usage};
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::process::ExitCode;
use target::Target;
use term::{Color, Style, Terminal};

/// A tool whose options are `C`: all that its help says, and what it does.
pub struct Tool<C: 'static> {
    /// The name of the command.
    pub name: &'static str,
    /// What it does, in one line.
    pub job: &'static str,
    /// What follows the options.
    pub operands: &'static str,
    /// What it does, a paragraph each.
    pub about: &'static [&'static str],
    /// Its flags; groups of the same title that follow one another are shown as one.
    pub groups: &'static [&'static dyn Group<C>],
    /// Which flags go together.
    pub rules: Rules,
    /// Its exit statuses and what each means.
    pub exits: &'static [(u8, &'static str)],
    /// Command lines, and what each does.
    pub examples: &'static [(&'static str, &'static str)],
    /// Does the work and gives the exit status.
    pub run: fn(C, Vec<Source>, &mut Console) -> u8,
}

/// The options that every tool has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Common {
    /// When to colour.
    pub color: Color,
    /// What to print instead of doing the work.
    pub ask: Option<Ask>,
}

/// What a tool says about itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// One screen of help.
    Screen,
    /// All of the help.
    Whole,
    /// The version.
    Version,
}

/// The flags that every tool has.
pub static COMMON: &[Flag<Common>] = &[
    Flag {
        name: "color",
        kind: Kind::Choice(
            "WHEN",
            &[
                ("auto", |common| common.color = Color::Auto),
                ("always", |common| common.color = Color::Always),
                ("never", |common| common.color = Color::Never),
            ],
        ),
        short: "colour what is said to people",
        long: "auto colours on a terminal; NO_COLOR, CLICOLOR_FORCE and TERM=dumb are heeded.",
    },
    Flag {
        name: "h",
        kind: Kind::Switch(|common| common.ask = Some(Ask::Screen)),
        short: "print one screen of help",
        long: "",
    },
    Flag {
        name: "help",
        kind: Kind::Switch(|common| common.ask = Some(Ask::Whole)),
        short: "print all of the help",
        long: "",
    },
    Flag {
        name: "version",
        kind: Kind::Switch(|common| common.ask = Some(Ask::Version)),
        short: "print the version",
        long: "",
    },
];

/// Runs a tool on the arguments of the process.
#[must_use]
pub fn main<C: Default + AsRef<Common>>(tool: &'static Tool<C>) -> ExitCode {
    std::panic::set_hook(Box::new(|panic| name_panic(tool.name, panic)));
    let status = guarded(|| run(tool, std::env::args_os().skip(1)));
    ExitCode::from(status.unwrap_or(Code::E099.exit()))
}

/// Says where a panic was; its own words may quote the input.
fn name_panic(tool: &str, panic: &PanicHookInfo<'_>) {
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    let text = format!("{tool}: {}: internal error at {place}", Code::E099.name());
    Terminal::stderr(Color::Never).line(&[(Style::Plain, &text)]);
}

/// What `work` gives, unless it panics. What it worked on must not be used after that.
pub fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}

fn run<C: Default + AsRef<Common>>(
    tool: &'static Tool<C>,
    arguments: impl IntoIterator<Item = OsString>,
) -> u8 {
    let parsed = parse::parse(tool.groups, tool.rules, arguments);
    let color = parsed.as_ref().map_or(Color::Auto, |parsed| parsed.options.as_ref().color);
    let Tool { name, operands, .. } = *tool;
    let mut console = Console { tool: name, operands, terminal: Terminal::stderr(color) };
    let status = match parsed {
        Err(usage) => console.usage(&usage),
        Ok(Parsed { options, operands }) => match options.as_ref().ask {
            Some(ask) => console.say(&tool.page().answer(ask)),
            None => (tool.run)(options, Source::of(operands), &mut console),
        },
    };
    console.finish(status)
}

impl<C> Tool<C> {
    /// What is said about it.
    #[must_use]
    pub fn page(&self) -> Page {
        let mut sections: Vec<Section> = Vec::new();
        for group in self.groups {
            match sections.last_mut().filter(|section| section.title == group.title()) {
                Some(section) => section.specs.extend(group.specs()),
                None => sections.push(Section {
                    title: group.title(),
                    brief: group.brief(),
                    specs: group.specs(),
                }),
            }
        }
        Page {
            name: self.name,
            job: self.job,
            operands: self.operands,
            about: self.about,
            sections,
            exits: self.exits,
            examples: self.examples,
        }
    }
}

impl Page {
    fn answer(&self, ask: Ask) -> String {
        match ask {
            Ask::Screen => self.screen(),
            Ask::Whole => self.whole(),
            Ask::Version => self.version(),
        }
    }
}

/// Where a tool speaks to people.
#[derive(Debug)]
pub struct Console {
    tool: &'static str,
    operands: &'static str,
    /// Standard error.
    pub terminal: Terminal<std::io::Stderr>,
}

impl Console {
    /// Names what ended the work on `source`, and gives its exit status.
    pub fn stopped(&mut self, source: Option<&Source>, stop: &Stop) -> u8 {
        if !matches!(stop, Stop::ClosedPipe) {
            self.message(source, Style::Error, &stop.to_string());
        }
        stop.exit()
    }

    /// Names a mistake in the command line, says how to do it right, and gives its exit status.
    pub fn usage(&mut self, usage: &Usage) -> u8 {
        let mut text = format!("{}: {}", Code::E050.name(), usage.message);
        if let Some(nearest) = &usage.nearest {
            text.push_str(&format!("; did you mean '{nearest}'?"));
        }
        self.message(None, Style::Error, &text);
        let Console { tool, operands, .. } = self;
        let usage = format!("usage: {tool} [OPTION]... {operands}");
        let hint = format!("{}; '{tool} -h' lists the options", usage.trim_end());
        self.terminal.line(&[(Style::Hint, &hint)]);
        Code::E050.exit()
    }

    /// Says that something failed.
    pub fn failure(&mut self, text: &str) {
        self.message(None, Style::Error, text);
    }

    /// Says something about `source`, which is named if it is a file.
    pub fn message(&mut self, source: Option<&Source>, style: Style, text: &str) {
        let file = source.filter(|source| source.file().is_some()).map(Source::name);
        let place = file.map(|file| format!("{file}: ")).unwrap_or_default();
        self.terminal.line(&[
            (Style::Strong, self.tool),
            (Style::Plain, ": "),
            (Style::Plain, &place),
            (style, text),
        ]);
    }

    /// Prints what was asked for, and gives the exit status.
    fn say(&mut self, text: &str) -> u8 {
        let said = Target::stdout().and_then(|mut stdout| stdout.write(text.as_bytes()));
        said.map_or_else(|stop| self.stopped(None, &stop), |()| 0)
    }

    /// The exit status, if all that was said could be said.
    fn finish(mut self, status: u8) -> u8 {
        match self.terminal.take_failure() {
            Some(error) => status.max(Stop::write(error).exit()),
            None => status,
        }
    }
}
