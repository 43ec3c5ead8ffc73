//! The help of a tool, from its table: one screen for `-h`, everything for `--help`.

use super::flag::{Spec, Value};

/// What the help, the man page and the completions say about a tool.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of the command.
    pub name: &'static str,
    /// What it does, in one line.
    pub job: &'static str,
    /// What follows the options.
    pub operands: &'static str,
    /// What it does, a paragraph each.
    pub about: &'static [&'static str],
    /// Its flags.
    pub sections: Vec<Section>,
    /// Its exit statuses and what each means.
    pub exits: &'static [(u8, &'static str)],
    /// Command lines, and what each does.
    pub examples: &'static [(&'static str, &'static str)],
}

/// Flags under one title.
#[derive(Clone, Debug)]
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// Whether one screen has room for the names only.
    pub brief: bool,
    /// The flags.
    pub specs: Vec<Spec>,
}

/// Where a line of help ends at the latest.
const WIDTH: usize = 80;

/// The column in which a screen says what a flag does.
const COLUMN: usize = 24;

impl Page {
    /// `jm-repair 0.1.0 (protocol 1)`.
    #[must_use]
    pub fn version(&self) -> String {
        format!("{} {} (protocol 1)\n", self.name, env!("CARGO_PKG_VERSION"))
    }

    /// How it is called.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} [OPTION]... {}", self.name, self.operands).trim_end().to_owned()
    }

    /// What `-h` prints.
    #[must_use]
    pub fn screen(&self) -> String {
        let mut out = format!("{} - {}\n\nusage: {}\n", self.name, self.job, self.usage());
        for section in self.sections.iter().filter(|section| !section.brief) {
            out.push_str(&format!("\n{}:\n", section.title));
            section.specs.iter().for_each(|spec| row(&mut out, spec));
        }
        let brief = self.sections.iter().filter(|section| section.brief);
        let names: Vec<String> =
            brief.flat_map(|section| &section.specs).map(brief_usage).collect();
        out.push_str("\nMore, see --help:\n");
        wrap(&mut out, 2, &names.join(", "));
        out
    }

    /// What `--help` prints.
    #[must_use]
    pub fn whole(&self) -> String {
        let mut out = format!("{} - {}\n\nusage: {}\n", self.name, self.job, self.usage());
        for paragraph in self.about {
            out.push('\n');
            wrap(&mut out, 0, paragraph);
        }
        for section in &self.sections {
            out.push_str(&format!("\n{}:\n", section.title));
            for spec in &section.specs {
                out.push_str(&format!("  {}\n", spec.usage()));
                wrap(&mut out, 6, &spec.says());
            }
        }
        out.push_str("\nExit status:\n");
        for (status, meaning) in self.exits {
            out.push_str(&format!("  {status:>3}  {meaning}\n"));
        }
        out.push_str("\nExamples:\n");
        for (command, meaning) in self.examples {
            out.push_str(&format!("  {command}\n"));
            wrap(&mut out, 6, meaning);
        }
        out
    }
}

impl Spec {
    /// All that is said about it, as sentences.
    #[must_use]
    pub fn says(&self) -> String {
        let mut says = sentence(self.short);
        if let Value::OneOf(_, words) = &self.value {
            says.push_str(&format!(" One of {}.", words.join(", ")));
        }
        if !self.long.is_empty() {
            says.push(' ');
            says.push_str(self.long);
        }
        says
    }
}

/// The text as a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// One line about a flag. Where there is no room for all, the words that it accepts matter most.
fn row(out: &mut String, spec: &Spec) {
    let (usage, column) = (spec.usage(), COLUMN - 4);
    let says = match &spec.value {
        Value::OneOf(_, words) => {
            let words = words.join(", ");
            let all = format!("{}: {words}", spec.short);
            let fits = |text: &String| COLUMN + text.chars().count() <= WIDTH;
            [all, words].into_iter().find(fits).unwrap_or_else(|| spec.short.to_owned())
        }
        _ => spec.short.to_owned(),
    };
    out.push_str(&format!("  {usage:column$}  {says}\n"));
}

/// A flag and what it takes in a list of names, where a space would read as another item.
fn brief_usage(spec: &Spec) -> String {
    spec.usage().replace(' ', "=")
}

/// Appends `text`, its lines indented and none wider than [`WIDTH`] if words permit.
fn wrap(out: &mut String, indent: usize, text: &str) {
    let mut column = 0;
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            out.push('\n');
            column = 0;
        }
        if column == 0 {
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent + width;
        } else {
            out.push(' ');
            column += 1 + width;
        }
        out.push_str(word);
    }
    out.push('\n');
}
