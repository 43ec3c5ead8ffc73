//! Whether an output may be shortened at all: exact contents, mixed commands and what changes state
//! pass as they are.

use super::identity::{Identity, Program};
use super::settings::Policy;
use super::tables::{
    CHANGERS, CONTENT, FILTERS, FIND_ACTIONS, GIT_CHANGERS, INVENTORY, REWRITERS, RUNNERS,
};

/// What the policy decides about an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    /// It was asked for as it is.
    Raw,
    /// It is shortened.
    Compact,
    /// More than one command printed it.
    SkipMixed,
    /// The command changes something, or its lines feed another program.
    SkipUnsafe,
    /// It is the content of a file.
    SkipFileContent,
    /// It was retrieved from the store on purpose.
    SkipRetrieval,
    /// Everything passes.
    SkipAll,
}

impl Decision {
    pub(super) fn name(self) -> &'static str {
        match self {
            Decision::Raw => "raw",
            Decision::Compact => "compact",
            Decision::SkipMixed => "skip_mixed",
            Decision::SkipUnsafe => "skip_unsafe",
            Decision::SkipFileContent => "skip_file_content",
            Decision::SkipRetrieval => "skip_retrieval",
            Decision::SkipAll => "skip_all",
        }
    }
}

/// Decides; the first row of the table that holds does.
pub(super) fn decide(policy: Policy, is_raw: bool, tool: &str, identity: &Identity) -> Decision {
    let programs = identity.programs();
    let found = || {
        if is_retrieval(tool, programs) {
            return Some(Decision::SkipRetrieval);
        }
        let is_safe_policy = policy == Policy::SafeInventory;
        if is_safe_policy && *identity == Identity::Mixed {
            return Some(Decision::SkipMixed);
        }
        if is_safe_policy && (has_file(programs) || has_runner(programs) || changes_state(programs))
        {
            return Some(Decision::SkipUnsafe);
        }
        if policy != Policy::CompactAll && is_content_of_all(programs) {
            return Some(Decision::SkipFileContent);
        }
        (is_safe_policy && is_unsafe_inventory(programs)).then_some(Decision::SkipUnsafe)
    };
    match policy {
        _ if is_raw => Decision::Raw,
        Policy::SkipAll => Decision::SkipAll,
        _ => found().unwrap_or(Decision::Compact),
    }
}

fn is_retrieval(tool: &str, programs: &[Program]) -> bool {
    let tool = tool.to_lowercase();
    let is_named = |name: &str| name == "jm-reduce" || name.contains("retrieve");
    is_named(&tool) || programs.iter().any(|program| is_named(&program.name))
}

fn has_file(programs: &[Program]) -> bool {
    programs.iter().any(|program| program.writes_file || program.reads_file)
}

/// Whether a program runs what it reads, or writes what it reads to a file.
fn has_runner(programs: &[Program]) -> bool {
    let runs = |program: &Program| ["xargs", "parallel", "dd"].contains(&program.name.as_str());
    let behind = programs.iter().skip(1).any(|program| {
        RUNNERS.contains(&program.name.as_str())
            || program.name == "tee" && program.operands().any(|file| file != "/dev/null")
    });
    programs.iter().any(runs) || behind || programs.iter().any(acts_on_what_it_finds)
}

fn acts_on_what_it_finds(program: &Program) -> bool {
    let has =
        |flags: &[&str]| flags.iter().any(|flag| program.args.iter().any(|word| word == flag));
    match program.name.as_str() {
        "find" => has(FIND_ACTIONS),
        "fd" | "fdfind" => has(&["-x", "-X", "--exec", "--exec-batch"]),
        "rg" => program.has_flag("--pre"),
        _ => false,
    }
}

fn changes_state(programs: &[Program]) -> bool {
    programs.iter().any(|program| {
        let subcommand = program.subcommand.as_deref().unwrap_or("");
        let second = program.args.iter().skip_while(|word| *word != subcommand).nth(1);
        match program.name.as_str() {
            "git" => match subcommand {
                "stash" => {
                    second.is_some_and(|word| ["pop", "apply", "drop"].contains(&word.as_str()))
                }
                "push" => {
                    program.has_flag("--force") || program.args.iter().any(|word| word == "-f")
                }
                _ => GIT_CHANGERS.contains(&subcommand),
            },
            name => CHANGERS.contains(&name),
        }
    })
}

/// Whether the output is the content of a file: the source prints it, and what is behind only passes
/// it on or rewrites it. `cat a | cargo test` prints what cargo says.
fn is_content_of_all(programs: &[Program]) -> bool {
    let Some((source, behind)) = programs.split_first() else { return false };
    let passes_on = |program: &Program| {
        is_filter(program) || is_content(program) || REWRITERS.contains(&program.name.as_str())
    };
    is_content(source) && behind.iter().all(passes_on)
}

/// Whether the output is the content of a file, or of an object as a whole.
fn is_content(program: &Program) -> bool {
    let subcommand = program.subcommand.as_deref().unwrap_or("");
    let any = |test: fn(&str) -> bool| program.args.iter().any(|word| test(word));
    match program.name.as_str() {
        "tail"
            if program
                .args
                .iter()
                .any(|word| ["-f", "-F", "--follow"].contains(&word.as_str())) =>
        {
            false
        }
        "sed" => !program.args.iter().any(|word| word.starts_with("-i") || word == "--in-place"),
        "git" => match subcommand {
            "show" => any(|word| word.contains(':') && !word.starts_with('-')),
            _ => ["cat-file", "blame", "annotate"].contains(&subcommand),
        },
        "gh" => subcommand == "api" && any(|word| word.contains("/contents")),
        "kubectl" | "oc" => subcommand == "get" && structured_output(program),
        "docker" | "podman" => subcommand == "inspect",
        "terraform" | "tofu" => {
            subcommand == "show" && any(|word| word == "-json" || word == "--json")
        }
        "curl" => !["-v", "--verbose", "-I", "--head", "-o", "--output", "-O", "--remote-name"]
            .iter()
            .any(|flag| program.args.iter().any(|word| word == flag)),
        "wget" => {
            program.args.iter().any(|word| word.ends_with("O-"))
                || program.args.windows(2).any(|pair| pair[0].ends_with('O') && pair[1] == "-")
        }
        name => CONTENT.contains(&name) && !is_help(program),
    }
}

/// `-o yaml`, `-ojson`, `--output=jsonpath=…`
fn structured_output(program: &Program) -> bool {
    let is_structured = |form: &str| {
        ["yaml", "json", "go-template", "custom-columns"].iter().any(|kind| form.starts_with(kind))
    };
    program
        .args
        .windows(2)
        .any(|pair| ["-o", "--output"].contains(&pair[0].as_str()) && is_structured(&pair[1]))
        || program.args.iter().any(|word| {
            let form = word.strip_prefix("--output=").or_else(|| word.strip_prefix("-o="));
            form.or_else(|| word.strip_prefix("-o")).is_some_and(is_structured)
        })
}

fn is_help(program: &Program) -> bool {
    matches!(program.args.as_slice(), [only] if ["--version", "--help", "-V"].contains(&only.as_str()))
}

/// Whether files are listed for a program that is no plain filter.
fn is_unsafe_inventory(programs: &[Program]) -> bool {
    let Some((source, behind)) = programs.split_first() else { return false };
    let subcommand = source.subcommand.as_deref().unwrap_or("");
    let lists = match source.name.as_str() {
        "rg" => source.has_flag("--files"),
        "git" => ["ls-files", "ls-tree"].contains(&subcommand),
        name => INVENTORY.contains(&name),
    };
    let is_plain = |program: &Program| match program.name.as_str() {
        "cut" => true,
        "sed" => program.args.iter().any(|word| word == "-n"),
        _ => is_filter(program),
    };
    lists && !behind.iter().all(is_plain)
}

/// Whether the program only passes on lines of its input.
pub(super) fn is_filter(program: &Program) -> bool {
    let files = program.operands().filter(|word| word.parse::<u64>().is_err()).count();
    match program.name.as_str() {
        "grep" | "egrep" | "fgrep" | "rg" => files <= 1,
        "tee" => program.operands().all(|file| file == "/dev/null"),
        name => FILTERS.contains(&name) && files == 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(policy: Policy, line: &str) -> &'static str {
        let identity = Identity::of(Some(line).filter(|line| !line.is_empty()), None);
        decide(policy, false, "bash", &identity).name()
    }

    #[test]
    fn the_first_row_that_holds_decides() {
        for (line, decision) in [
            ("", "compact"),
            ("cargo test", "compact"),
            ("cat x | grep y", "skip_file_content"),
            ("cat x | grep -e y -e z | sed s/a/b/ | awk '{print $1}'", "skip_file_content"),
            ("cat a | cargo test", "compact"),
            ("cat a | bash", "skip_unsafe"),
            ("a; b", "skip_mixed"),
            ("cat <<E\nx\nE", "skip_mixed"),
            ("cargo build > log", "skip_unsafe"),
            ("make < answers", "skip_unsafe"),
            ("cargo build 2>&1 >/dev/null", "compact"),
            ("find . -name x -exec rm {} \\;", "skip_unsafe"),
            ("find . -name x", "compact"),
            ("find . | xargs rm", "skip_unsafe"),
            ("find . | head -5", "compact"),
            ("find . | awk '{print $1}'", "skip_unsafe"),
            ("ls | sed -n 1,5p", "compact"),
            ("fd -x rm", "skip_unsafe"),
            ("python build.py", "compact"),
            ("make | python filter.py", "skip_unsafe"),
            ("make | tee log", "skip_unsafe"),
            ("make | tee /dev/null", "compact"),
            ("rm -rf x", "skip_unsafe"),
            ("git checkout x", "skip_unsafe"),
            ("git stash pop", "skip_unsafe"),
            ("git stash list", "compact"),
            ("git push", "compact"),
            ("git push --force", "skip_unsafe"),
            ("git show HEAD:src/lib.rs", "skip_file_content"),
            ("git show HEAD", "compact"),
            ("git blame x", "skip_file_content"),
            ("kubectl get pods -o json", "skip_file_content"),
            ("kubectl get pods -oyaml", "skip_file_content"),
            ("kubectl get pods -o wide", "compact"),
            ("docker inspect x", "skip_file_content"),
            ("curl http://x", "skip_file_content"),
            ("curl -v http://x", "compact"),
            ("wget -qO- http://x", "skip_file_content"),
            ("tail -f log", "compact"),
            ("tail -n 5 log", "skip_file_content"),
            ("jm-reduce --retrieve x", "skip_retrieval"),
            ("uv --version", "compact"),
            ("cat --version", "compact"),
        ] {
            assert_eq!(decided(Policy::SafeInventory, line), decision, "{line}");
        }
    }

    #[test]
    fn other_policies_know_fewer_rows() {
        assert_eq!(decided(Policy::CompactAll, "cat x"), "compact");
        assert_eq!(decided(Policy::CompactAll, "a; b"), "compact");
        assert_eq!(decided(Policy::SkipFileContent, "cat x"), "skip_file_content");
        assert_eq!(decided(Policy::SkipFileContent, "rm x"), "compact");
        assert_eq!(decided(Policy::SkipAll, "make"), "skip_all");
        assert_eq!(decided(Policy::CompactAll, "jm-reduce --retrieve x"), "skip_retrieval");
    }
}
