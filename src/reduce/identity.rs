//! Which program a command line really runs: setup, wrappers, paths and extensions peeled off.

use super::shell::{self, Command, Pipeline};
use super::tables::{GLOBAL_VALUES, SETUP, WRAPPERS, Wrapper};

/// How often a command may stand inside another.
const MAX_PEELS: usize = 16;

/// A program and its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    /// Its name in small letters, without path and extension.
    pub(super) name: String,
    /// Its first argument that is no option, behind its global options.
    pub(super) subcommand: Option<String>,
    /// All arguments.
    pub(super) args: Vec<String>,
    /// Whether something was peeled off.
    pub(super) is_wrapped: bool,
    pub(super) writes_file: bool,
    pub(super) reads_file: bool,
}

/// What a command line runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// There is no command.
    None,
    /// More than one command, or what only a shell can follow.
    Mixed,
    /// One pipeline: its programs, the source first.
    Pipeline(Vec<Program>),
    /// Command and words name different programs; the policy goes by the command.
    Inconsistent(Vec<Program>),
}

impl Identity {
    /// What the command and the words say.
    pub(super) fn of(command: Option<&str>, argv: Option<&[String]>) -> Identity {
        let command = command.filter(|line| !line.trim().is_empty());
        let argv = argv.filter(|argv| !argv.is_empty());
        let from_argv = argv.map(|argv| {
            let command = Command { words: argv.to_vec(), ..Command::default() };
            of_pipeline(vec![command], 0)
        });
        match (command.map(|line| of_line(line, 0)), from_argv) {
            (None, None) => Identity::None,
            (Some(identity), None) | (None, Some(identity)) => identity,
            (Some(Identity::Pipeline(line)), Some(Identity::Pipeline(argv))) => {
                let agree = line.iter().any(|program| program.name == argv[0].name);
                if agree { Identity::Pipeline(line) } else { Identity::Inconsistent(line) }
            }
            (Some(identity), Some(_)) => identity,
        }
    }

    /// The programs of the pipeline.
    pub(super) fn programs(&self) -> &[Program] {
        match self {
            Identity::Pipeline(programs) | Identity::Inconsistent(programs) => programs,
            Identity::None | Identity::Mixed => &[],
        }
    }
}

fn of_line(line: &str, depth: usize) -> Identity {
    match shell::parse(line) {
        Some(pipelines) if depth < MAX_PEELS => of_pipelines(pipelines, depth),
        _ => Identity::Mixed,
    }
}

/// One pipeline may do the work; the others may only prepare for it.
fn of_pipelines(mut pipelines: Vec<Pipeline>, depth: usize) -> Identity {
    let substantive = pipelines.iter().filter(|pipeline| !is_setup(pipeline)).count();
    match substantive {
        0 => pipelines.pop().map_or(Identity::None, |last| of_pipeline(last.commands, depth)),
        1 => {
            let is_prepared = pipelines.len() > 1;
            pipelines.retain(|pipeline| !is_setup(pipeline));
            match pipelines.pop().map(|only| of_pipeline(only.commands, depth)) {
                Some(Identity::Pipeline(mut programs)) => {
                    programs[0].is_wrapped |= is_prepared;
                    Identity::Pipeline(programs)
                }
                other => other.unwrap_or(Identity::None),
            }
        }
        _ => Identity::Mixed,
    }
}

/// Whether a pipeline prints nothing and only prepares for the next.
fn is_setup(pipeline: &Pipeline) -> bool {
    let [command] = pipeline.commands.as_slice() else { return false };
    let mut words = command.words.iter().map(String::as_str).skip_while(|word| is_assignment(word));
    match words.next() {
        None => true,
        Some("mkdir") => words.next() == Some("-p"),
        Some(word) => SETUP.contains(&word),
    }
}

fn of_pipeline(commands: Vec<Command>, depth: usize) -> Identity {
    let is_single = commands.len() == 1;
    let mut programs = Vec::with_capacity(commands.len());
    for command in commands {
        match peel(command) {
            Peeled::Program(program) => programs.push(program),
            Peeled::Line(line, files) if is_single => {
                let mut inner = of_line(&line, depth + 1);
                if let Identity::Pipeline(programs) = &mut inner {
                    programs[0].is_wrapped = true;
                    programs[0].writes_file |= files.writes_file;
                    programs[0].reads_file |= files.reads_file;
                }
                return inner;
            }
            // `bash -c '…' | head` has the lines of the inner command; its own pipeline is not joined.
            Peeled::Line(line, _) => match of_line(&line, depth + 1) {
                Identity::Pipeline(inner) => programs.extend(inner),
                other => return other,
            },
        }
    }
    if programs.is_empty() { Identity::None } else { Identity::Pipeline(programs) }
}

/// What is left of a command without its wrappers.
enum Peeled {
    Program(Program),
    /// A line for another shell, and the redirections around it.
    Line(String, Command),
}

fn peel(command: Command) -> Peeled {
    let mut words = command.words.as_slice();
    let mut module = None;
    let mut is_wrapped = false;
    for _ in 0..MAX_PEELS {
        let assignments = words.iter().take_while(|word| is_assignment(word)).count();
        words = &words[assignments..];
        let Some((first, rest)) = words.split_first() else { break };
        let name = base_name(first);
        if SHELLS.contains(&name.as_str())
            && let Some(line) = shell_line(rest)
        {
            return Peeled::Line(line.to_owned(), command.clone());
        }
        if is_python(&name)
            && let Some(at) = rest.iter().position(|word| word == "-m").filter(|&at| at < 3)
            && let Some(found) = rest.get(at + 1)
        {
            module = Some(found.clone());
            words = &rest[at + 1..];
            is_wrapped = true;
            break;
        }
        let inner = WRAPPERS.iter().find_map(|wrapper| inside(wrapper, &name, rest));
        match inner {
            Some([line]) if line.contains(' ') && name == "ssh" => {
                return Peeled::Line(line.clone(), command.clone());
            }
            Some(inner) if !inner.is_empty() => {
                words = inner;
                is_wrapped = true;
            }
            _ => break,
        }
    }
    let (name, args) = words.split_first().map_or((String::new(), &[][..]), |(first, rest)| {
        (module.map_or_else(|| base_name(first), |module| module.to_lowercase()), rest)
    });
    Peeled::Program(program(name, args, is_wrapped, &command))
}

fn program(name: String, args: &[String], is_wrapped: bool, command: &Command) -> Program {
    let toolchain = name == "cargo" && args.first().is_some_and(|word| word.starts_with('+'));
    let args = &args[usize::from(toolchain)..];
    let valued =
        GLOBAL_VALUES.iter().find(|(program, _)| *program == name).map_or(&[][..], |row| row.1);
    Program {
        subcommand: first_operand(args, valued).map(|at| args[at].clone()),
        args: args.to_vec(),
        is_wrapped: is_wrapped || toolchain,
        writes_file: command.writes_file,
        reads_file: command.reads_file,
        name,
    }
}

static SHELLS: &[&str] = &["bash", "sh", "zsh", "dash", "ksh"];

/// The line that a shell is given with `-c`, `-lc`.
fn shell_line(args: &[String]) -> Option<&str> {
    let at = args.iter().position(|word| !word.starts_with('-') || word.ends_with('c'))?;
    let is_command = args[at].starts_with('-') && !args[at].starts_with("--");
    args.get(at + 1).filter(|_| is_command).map(String::as_str)
}

fn is_python(name: &str) -> bool {
    name == "py"
        || name
            .strip_prefix("python")
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// The command inside a wrapper, if this is one.
fn inside<'a>(wrapper: &Wrapper, name: &str, args: &'a [String]) -> Option<&'a [String]> {
    let (first, path) = wrapper.path.split_first()?;
    if *first != name {
        return None;
    }
    let mut rest = args;
    for step in path {
        let at = first_operand(rest, wrapper.valued)?;
        if rest[at] != *step {
            return None;
        }
        rest = &rest[at + 1..];
    }
    for _ in 0..wrapper.operands {
        let at = first_operand(rest, wrapper.valued)?;
        rest = &rest[at + 1..];
    }
    let at = rest.iter().position(|word| is_assignment(word) || !word.starts_with('-'));
    let first = first_operand(rest, wrapper.valued).or(at)?;
    Some(&rest[first..])
}

/// The place of the first word that is neither an option nor the value of one.
fn first_operand(args: &[String], valued: &[&str]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = args.get(at) {
        if word == "--" {
            return (at + 1 < args.len()).then_some(at + 1);
        }
        if !word.starts_with('-') || word == "-" {
            return Some(at);
        }
        at += if valued.contains(&word.as_str()) { 2 } else { 1 };
    }
    None
}

/// `NAME=value`
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, value)| {
        // `black==23.1` is a package.
        !value.starts_with('=')
            && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// The name of a program without its path, what Windows adds and the version that a package runner is told.
fn base_name(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word).to_lowercase();
    // `npx jest@29` and `pipx run black==23.1` name a version.
    let end = name.find("==").or_else(|| name.rfind('@')).filter(|&at| at > 0);
    let name = &name[..end.unwrap_or(name.len())];
    let extension = [".exe", ".cmd", ".bat", ".ps1"].iter().find_map(|end| name.strip_suffix(end));
    extension.unwrap_or(name).to_owned()
}

impl Program {
    /// Whether one of its arguments is this flag, alone or with `=value`; a single letter is also
    /// looked for in `-abc`.
    pub(super) fn has_flag(&self, flag: &str) -> bool {
        let letter = flag.strip_prefix('-').filter(|rest| rest.chars().count() == 1);
        self.args.iter().any(|word| {
            let is_joined = word.strip_prefix(flag).is_some_and(|rest| rest.starts_with('='));
            let is_short = letter.is_some_and(|letter| {
                word.starts_with('-') && !word.starts_with("--") && word[1..].contains(letter)
            });
            word == flag || is_joined || is_short
        })
    }

    /// Its arguments that are no options.
    pub(super) fn operands(&self) -> impl Iterator<Item = &str> {
        self.args.iter().map(String::as_str).filter(|word| !word.starts_with('-') || *word == "-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> String {
        match Identity::of(Some(line), None) {
            Identity::None => "none".to_owned(),
            Identity::Mixed => "mixed".to_owned(),
            Identity::Inconsistent(_) => "inconsistent".to_owned(),
            Identity::Pipeline(programs) => {
                let names = programs.iter().map(|program| {
                    let subcommand = program.subcommand.as_deref().unwrap_or("-");
                    format!("{} {subcommand}", program.name)
                });
                names.collect::<Vec<_>>().join(" | ")
            }
        }
    }

    #[test]
    fn what_is_around_a_command_is_peeled_off() {
        for (line, identity) in [
            ("git status", "git status"),
            ("/usr/bin/git -C d --no-pager status -s", "git status"),
            ("git.exe -c core.pager=cat diff", "git diff"),
            ("C:\\\\git\\\\git.exe status", "git status"),
            ("cd d && cargo test 2>&1 | tail -50", "cargo test | tail -"),
            ("bash -lc 'cd d; cargo +nightly test'", "cargo test"),
            ("sudo -u root env A=1 B=2 timeout -s 9 10 make -j4 all", "make all"),
            ("RUST_LOG=x cargo --color never build", "cargo build"),
            ("npx --yes tsc --noEmit", "tsc -"),
            ("npx --yes jest@29 a.test.js", "jest a.test.js"),
            ("npx -y @scope/tool@latest run", "tool run"),
            ("uvx ruff@0.4.1 check .", "ruff check"),
            ("uv tool run --from x mypy .", "mypy ."),
            ("pipx run black==23.1 --check .", "black ."),
            ("pnpm exec eslint .", "eslint ."),
            ("uv run --with x pytest -q", "pytest -"),
            ("python3 -m pytest tests", "pytest tests"),
            ("poetry run python -m unittest", "unittest -"),
            ("docker compose exec -T web npm test", "npm test"),
            ("docker exec -it c ls -la", "ls -"),
            ("docker run x", "docker run"),
            ("ssh -p 22 host 'cd d && git status'", "git status"),
            ("source .venv/bin/activate && pip install x", "pip install"),
            ("mise exec -- go test ./...", "go test"),
            ("rustup run stable cargo build", "cargo build"),
            ("kubectl -n prod get pods", "kubectl get"),
            ("cargo test || true", "cargo test"),
            ("a; b", "mixed"),
            ("cd d", "cd d"),
            ("  ", "none"),
            ("sudo", "sudo -"),
        ] {
            assert_eq!(shown(line), identity, "{line}");
        }
    }

    #[test]
    fn words_that_name_another_program_are_inconsistent() {
        let argv = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let of = |words: &[&str]| Identity::of(Some("cd x && git status"), Some(&argv(words)));
        assert!(matches!(of(&["git", "status"]), Identity::Pipeline(_)));
        assert!(matches!(of(&["bash", "-c", "git status"]), Identity::Pipeline(_)));
        assert!(matches!(of(&["rm", "-r"]), Identity::Inconsistent(_)));
    }
}
