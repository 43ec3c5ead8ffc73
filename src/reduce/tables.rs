//! What is known of programs: wrappers, setup commands, options with values, what changes state.

/// A program that runs another.
pub(super) struct Wrapper {
    /// Its name, and the subcommands behind it.
    pub(super) path: &'static [&'static str],
    /// Its options that take a value as the next word.
    pub(super) valued: &'static [&'static str],
    /// How many words stand before the inner command.
    pub(super) operands: usize,
}

const fn plain(path: &'static [&'static str]) -> Wrapper {
    Wrapper { path, valued: &[], operands: 0 }
}

const fn with(path: &'static [&'static str], valued: &'static [&'static str]) -> Wrapper {
    Wrapper { path, valued, operands: 0 }
}

const CONTAINER: &[&str] =
    &["-u", "--user", "-e", "--env", "-w", "--workdir", "-f", "--file", "-p", "--env-file"];

/// All wrappers.
pub(super) static WRAPPERS: &[Wrapper] = &[
    with(&["sudo"], &["-u", "-g", "-C", "-h", "-p", "-U", "-r", "-t", "-T", "-D", "-R"]),
    with(&["doas"], &["-u", "-C"]),
    with(&["env"], &["-u", "-C", "-S"]),
    with(&["time"], &["-f", "-o"]),
    with(&["nice"], &["-n"]),
    plain(&["nohup"]),
    Wrapper { path: &["timeout"], valued: &["-s", "-k", "--signal", "--kill-after"], operands: 1 },
    with(&["stdbuf"], &["-i", "-o", "-e"]),
    plain(&["setsid"]),
    plain(&["command"]),
    with(&["exec"], &["-a"]),
    with(&["xvfb-run"], &["-s", "-n", "-e", "-f"]),
    with(&["npx"], &["-p", "--package"]),
    plain(&["bunx"]),
    with(&["uvx"], &["--from", "--with", "--python", "-p"]),
    with(&["uv", "tool", "run"], &["--from", "--with", "--python", "-p"]),
    with(&["pipx", "run"], &["--spec", "--python"]),
    plain(&["pnpm", "exec"]),
    plain(&["pnpm", "dlx"]),
    plain(&["yarn", "exec"]),
    plain(&["yarn", "dlx"]),
    plain(&["npm", "exec"]),
    with(
        &["uv", "run"],
        &["--with", "--python", "-p", "--extra", "--group", "--project", "--package"],
    ),
    plain(&["poetry", "run"]),
    plain(&["pipenv", "run"]),
    plain(&["hatch", "run"]),
    plain(&["pdm", "run"]),
    plain(&["bundle", "exec"]),
    Wrapper { path: &["rustup", "run"], valued: &[], operands: 1 },
    plain(&["mise", "exec"]),
    Wrapper { path: &["direnv", "exec"], valued: &[], operands: 1 },
    Wrapper { path: &["docker", "exec"], valued: CONTAINER, operands: 1 },
    Wrapper { path: &["podman", "exec"], valued: CONTAINER, operands: 1 },
    Wrapper { path: &["docker", "compose", "exec"], valued: CONTAINER, operands: 1 },
    Wrapper { path: &["docker-compose", "exec"], valued: CONTAINER, operands: 1 },
    Wrapper {
        path: &["ssh"],
        valued: &["-p", "-i", "-l", "-o", "-F", "-J", "-L", "-R", "-D", "-b", "-c", "-E"],
        operands: 1,
    },
];

/// Commands that print nothing and only prepare for the next.
pub(super) static SETUP: &[&str] = &[
    "cd", "pushd", "popd", "export", "unset", "set", "source", ".", "ulimit", "umask", "true", ":",
    "touch",
];

/// The global options of a program that take a value as the next word.
pub(super) static GLOBAL_VALUES: &[(&str, &[&str])] = &[
    ("git", &["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"]),
    ("cargo", &["--color", "--config", "-Z", "-C", "--manifest-path"]),
    ("docker", &["-H", "--host", "-c", "--context", "--config", "-l", "--log-level"]),
    (
        "kubectl",
        &[
            "-n",
            "--namespace",
            "--context",
            "--kubeconfig",
            "--cluster",
            "--user",
            "-s",
            "--server",
        ],
    ),
    ("helm", &["-n", "--namespace", "--kube-context", "--kubeconfig"]),
    ("npm", &["--prefix", "-w", "--workspace", "-C"]),
    ("pnpm", &["--prefix", "-C", "--dir", "--filter", "-F"]),
    ("yarn", &["--cwd"]),
    ("go", &["-C"]),
    ("gh", &["-R", "--repo"]),
    ("terraform", &[]),
    ("systemctl", &["-H", "-M", "-p", "-t", "-n"]),
    ("make", &["-C", "-f", "-I", "-o", "-W"]),
];

/// Programs that change files, whose few words matter exactly.
pub(super) static CHANGERS: &[&str] =
    &["rm", "mv", "cp", "install", "chmod", "chown", "ln", "mkdir", "rmdir", "truncate", "shred"];

/// Subcommands of git that change the work tree or the history.
pub(super) static GIT_CHANGERS: &[&str] = &[
    "checkout",
    "switch",
    "reset",
    "clean",
    "restore",
    "apply",
    "am",
    "merge",
    "rebase",
    "commit",
    "cherry-pick",
    "revert",
];

/// Programs whose output is the content of a file.
pub(super) static CONTENT: &[&str] = &[
    "cat",
    "tac",
    "nl",
    "bat",
    "batcat",
    "head",
    "tail",
    "less",
    "more",
    "awk",
    "gawk",
    "mawk",
    "jq",
    "yq",
    "xq",
    "xxd",
    "hexdump",
    "hd",
    "od",
    "strings",
    "base64",
    "base32",
    "column",
    "fold",
    "pr",
    "view",
    "type",
    "get-content",
    "gc",
    "rev",
    "paste",
    "zcat",
];

/// Programs that run what their input says.
pub(super) static RUNNERS: &[&str] =
    &["sh", "bash", "zsh", "dash", "python", "python3", "perl", "ruby", "node"];

/// Programs that list files.
pub(super) static INVENTORY: &[&str] =
    &["find", "fd", "fdfind", "ls", "eza", "exa", "tree", "locate"];

/// Programs that pass on lines of their input unchanged, some of them.
pub(super) static FILTERS: &[&str] =
    &["head", "tail", "cat", "sort", "uniq", "wc", "grep", "egrep", "fgrep", "rg", "tee"];

/// Programs that print their input in another form.
pub(super) static REWRITERS: &[&str] = &[
    "cut", "tr", "sed", "fmt", "expand", "unexpand", "join", "comm", "grep", "rg", "sort", "uniq",
];

/// What find and its kin run or write.
pub(super) static FIND_ACTIONS: &[&str] =
    &["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"];

/// Names by which a host calls all kinds of shell.
pub(super) static SHELL_TOOLS: &[&str] = &[
    "bash",
    "sh",
    "shell",
    "zsh",
    "exec",
    "execute",
    "run",
    "terminal",
    "command",
    "run_command",
    "run_shell_command",
    "execute_command",
    "powershell",
    "pwsh",
    "cmd",
];
