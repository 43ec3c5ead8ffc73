//! Reads a command line as a POSIX shell would cut it, as far as its output can be told from that.

/// How a pipeline is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// It is the first, or `;` or a line end stands between.
    Then,
    /// `&&`
    And,
    /// `||`
    Or,
}

/// One command with its redirections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Command {
    /// The words, without quotes.
    pub(super) words: Vec<String>,
    /// Whether its output goes to a file.
    pub(super) writes_file: bool,
    /// Whether its input comes from a file.
    pub(super) reads_file: bool,
}

/// Commands joined by `|`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pipeline {
    pub(super) joint: Joint,
    pub(super) commands: Vec<Command>,
}

/// The pipelines of a command line; `None` if it holds what only a shell can follow: substitutions,
/// groups, loops, here-documents, background jobs, a quote that stays open.
pub(super) fn parse(line: &str) -> Option<Vec<Pipeline>> {
    let mut reader = Reader { rest: line, ..Reader::default() };
    while let Some(c) = reader.next() {
        reader.character(c)?;
    }
    reader.end_pipeline(Joint::Then)?;
    reader.pipelines.retain(|pipeline| !pipeline.commands.is_empty());
    Some(reader.pipelines)
}

/// Words at the start of a command that make it more than a command.
static KEYWORDS: &[&str] = &[
    "if", "then", "else", "elif", "fi", "for", "while", "until", "do", "done", "case", "esac",
    "select", "function", "{", "}", "!", "coproc",
];

/// What a redirection does with the word that follows it.
#[derive(Clone, Copy)]
enum Target {
    Output,
    Input,
    /// A copy of another descriptor, if the word is one.
    Copy,
}

#[derive(Default)]
struct Reader<'a> {
    rest: &'a str,
    /// The word being read; a quoted word may be empty.
    word: Option<String>,
    is_quoted: bool,
    redirect: Option<Target>,
    command: Command,
    commands: Vec<Command>,
    joint: Option<Joint>,
    pipelines: Vec<Pipeline>,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Takes `text` if it comes next.
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn push(&mut self, c: char) {
        self.word.get_or_insert_default().push(c);
    }

    fn character(&mut self, c: char) -> Option<()> {
        match c {
            '\n' => self.end_pipeline(Joint::Then)?,
            c if c.is_whitespace() => self.end_word()?,
            '\\' => {
                if let Some(next) = self.next().filter(|&next| next != '\n') {
                    self.is_quoted = true;
                    self.push(next);
                }
            }
            '\'' => self.single_quoted()?,
            '"' => self.double_quoted()?,
            '$' if self.eat("'") => self.ansi_quoted()?,
            '$' if self.rest.starts_with('(') => return None,
            '#' if self.word.is_none() => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.rest = &self.rest[end..];
            }
            '|' if self.eat("|") => self.end_pipeline(Joint::Or)?,
            '|' => {
                self.eat("&");
                self.end_command()?;
            }
            '&' if self.eat("&") => self.end_pipeline(Joint::And)?,
            '&' if self.eat(">") => {
                self.eat(">");
                self.end_word()?;
                self.redirect = Some(Target::Output);
            }
            ';' if !self.rest.starts_with(';') => self.end_pipeline(Joint::Then)?,
            '<' | '>' => self.redirection(c)?,
            '&' | ';' | '(' | ')' | '`' => return None,
            c => self.push(c),
        }
        Some(())
    }

    fn redirection(&mut self, c: char) -> Option<()> {
        let is_descriptor = !self.is_quoted
            && self
                .word
                .as_ref()
                .is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        if is_descriptor {
            self.word = None;
        }
        self.end_word()?;
        if self.rest.starts_with('(') || c == '<' && self.rest.starts_with('<') {
            return None;
        }
        self.redirect = Some(match c {
            _ if self.eat("&") => Target::Copy,
            '<' => Target::Input,
            _ => {
                let _ = self.eat(">") || self.eat("|");
                Target::Output
            }
        });
        Some(())
    }

    fn single_quoted(&mut self) -> Option<()> {
        let (text, rest) = self.rest.split_once('\'')?;
        self.rest = rest;
        self.is_quoted = true;
        self.word.get_or_insert_default().push_str(text);
        Some(())
    }

    fn double_quoted(&mut self) -> Option<()> {
        self.is_quoted = true;
        self.word.get_or_insert_default();
        loop {
            match self.next()? {
                '"' => return Some(()),
                '`' => return None,
                '$' if self.rest.starts_with('(') => return None,
                '\\' => match self.next()? {
                    c @ ('"' | '\\' | '$' | '`') => self.push(c),
                    '\n' => {}
                    c => {
                        self.push('\\');
                        self.push(c);
                    }
                },
                c => self.push(c),
            }
        }
    }

    fn ansi_quoted(&mut self) -> Option<()> {
        self.is_quoted = true;
        self.word.get_or_insert_default();
        loop {
            match self.next()? {
                '\'' => return Some(()),
                '\\' => match self.next()? {
                    'n' => self.push('\n'),
                    't' => self.push('\t'),
                    c => self.push(c),
                },
                c => self.push(c),
            }
        }
    }

    fn end_word(&mut self) -> Option<()> {
        let is_quoted = std::mem::take(&mut self.is_quoted);
        let Some(word) = self.word.take() else { return Some(()) };
        match self.redirect.take() {
            None => {
                let is_first = self.command.words.is_empty();
                if is_first && !is_quoted && KEYWORDS.contains(&word.as_str()) {
                    return None;
                }
                self.command.words.push(word);
            }
            Some(Target::Copy) if word.bytes().all(|b| b.is_ascii_digit() || b == b'-') => {}
            Some(Target::Input) => self.command.reads_file |= !is_neutral(&word),
            Some(_) => self.command.writes_file |= !is_neutral(&word),
        }
        Some(())
    }

    fn end_command(&mut self) -> Option<()> {
        self.end_word()?;
        let command = std::mem::take(&mut self.command);
        if command != Command::default() {
            self.commands.push(command);
        }
        Some(())
    }

    fn end_pipeline(&mut self, next: Joint) -> Option<()> {
        self.end_command()?;
        let commands = std::mem::take(&mut self.commands);
        // An empty line keeps what joins the next pipeline.
        if commands.is_empty() {
            return Some(());
        }
        let joint = self.joint.replace(next).unwrap_or(Joint::Then);
        self.pipelines.push(Pipeline { joint, commands });
        Some(())
    }
}

/// Whether a redirection there changes nothing about what is seen but to hide a stream.
fn is_neutral(target: &str) -> bool {
    ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/stdin"].contains(&target)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of each command, `|` and joints between them.
    fn shown(line: &str) -> String {
        let Some(pipelines) = parse(line) else { return "mixed".to_owned() };
        let mut out = String::new();
        for (place, pipeline) in pipelines.iter().enumerate() {
            if place > 0 {
                out.push_str(match pipeline.joint {
                    Joint::Then => " ; ",
                    Joint::And => " && ",
                    Joint::Or => " || ",
                });
            }
            let commands = pipeline.commands.iter().map(|command| {
                let files = [(command.writes_file, ">f"), (command.reads_file, "<f")];
                let files = files.iter().filter(|(is_used, _)| *is_used).map(|(_, mark)| *mark);
                command.words.iter().map(String::as_str).chain(files).collect::<Vec<_>>().join("·")
            });
            out.push_str(&commands.collect::<Vec<_>>().join(" | "));
        }
        out
    }

    #[test]
    fn a_line_is_cut_as_a_shell_cuts_it() {
        for (line, cut) in [
            ("git  status", "git·status"),
            ("a 'b c' \"d \\\"e\" f\\ g $'h\\ti'", "a·b c·d \"e·f g·h\ti"),
            ("a | b |& c && d || e; f\ng # h", "a | b | c && d || e ; f ; g"),
            ("a 2>&1 >/dev/null <x >y 2>>z", "a·>f·<f"),
            ("a &>/dev/null 1>&2", "a"),
            ("a 12 '3'>f", "a·12·3·>f"),
            ("a \\\n b", "a·b"),
            ("a ''", "a·"),
            ("find . \\( -name x \\)", "find·.·(·-name·x·)"),
            ("", ""),
        ] {
            assert_eq!(shown(line), cut, "{line:?}");
        }
    }

    #[test]
    fn what_only_a_shell_can_follow_is_not_cut() {
        for line in [
            "echo 'open",
            "echo \"open",
            "a $(b)",
            "a `b`",
            "a \"$(b)\"",
            "diff <(a) <(b)",
            "(a; b)",
            "{ a; }",
            "for x in *; do a; done",
            "a &",
            "a & b",
            "cat <<E\nx\nE",
            "cat <<< x",
            "f() { a; }",
            "if a; then b; fi",
        ] {
            assert_eq!(parse(line), None, "{line}");
        }
    }
}
