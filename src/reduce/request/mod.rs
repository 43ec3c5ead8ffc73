//! What is asked: the output of a tool, and what to do with it.

mod decode;
mod surrogates;

use super::budget;
use super::settings::Policy;

/// A request: what a tool put out, and what to do with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// Echoed in the answer.
    pub id: Option<Id>,
    /// The tool, its command and its output.
    pub input: Input,
    /// What to do with it; what is unset is taken from the caller's defaults.
    pub options: Options,
    /// How many lone surrogates were replaced, or whether bytes had to be decoded.
    pub encoding_fixes: u64,
    /// The bytes that the text was decoded from, where it is not the same.
    pub original: Option<Vec<u8>>,
}

/// What names a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Id {
    /// At most 128 characters.
    Text(String),
    /// A whole number, as it was written.
    Number(String),
}

/// A tool's call and its output.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// The host's name for the tool: `bash`, `shell`.
    pub tool_name: String,
    /// The command line.
    pub command: Option<String>,
    /// The command as words.
    pub argv: Option<Vec<String>>,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
    /// Both, joined; counts before the two unless it is empty.
    pub combined: String,
    /// The exit status; unknown where there is none.
    pub exit_code: Option<i64>,
    /// Whether the output goes on.
    pub partial: bool,
    /// Where project rules are looked for.
    pub cwd: Option<String>,
    /// What was left out of the text before it came here; its marker stands in the text.
    pub skipped: Option<Skipped>,
}

/// Lines that were never read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// How many.
    pub lines: u64,
    /// Their characters, or bytes.
    pub chars: u64,
    /// How many tell of a failure.
    pub failures: u64,
}

impl Skipped {
    /// What stands for them in the text.
    #[must_use]
    pub fn marker(&self) -> String {
        budget::marker(self.lines, self.failures)
    }
}

/// What to do; `None` where nothing was said.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// The id of a rule to use.
    pub classifier: Option<String>,
    /// The most graphemes that the text may have.
    pub max_inline_chars: Option<u64>,
    /// The text as it is.
    pub raw: Option<bool>,
    /// Nothing may be left out.
    pub no_omit: Option<bool>,
    /// The original is kept when something is left out.
    pub store: Option<bool>,
    /// Where it is kept.
    pub store_dir: Option<String>,
    /// The folder of the input, if that has none.
    pub cwd: Option<String>,
    /// The answer says how it came about.
    pub trace: Option<bool>,
    /// A line of statistics is written.
    pub record_stats: Option<bool>,
    /// What may be shortened.
    pub policy: Option<Policy>,
}

impl Options {
    /// These options, and those of `defaults` where nothing was said.
    #[must_use]
    pub fn or(self, defaults: &Options) -> Options {
        let d = defaults;
        Options {
            classifier: self.classifier.or_else(|| d.classifier.clone()),
            max_inline_chars: self.max_inline_chars.or(d.max_inline_chars),
            raw: self.raw.or(d.raw),
            no_omit: self.no_omit.or(d.no_omit),
            store: self.store.or(d.store),
            store_dir: self.store_dir.or_else(|| d.store_dir.clone()),
            cwd: self.cwd.or_else(|| d.cwd.clone()),
            trace: self.trace.or(d.trace),
            record_stats: self.record_stats.or(d.record_stats),
            policy: self.policy.or(d.policy),
        }
    }
}
