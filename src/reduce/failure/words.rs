//! The words that tell of a failure, by how sure they do and what has to stand around them.

use super::Strength::{self, Strong, Weak};

/// What has to stand around a word for it to tell of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// Nothing: the word does it where it stands alone.
    Alone,
    /// It is written in capitals.
    Capitals,
    /// It is written just so.
    Exact,
    /// Nothing, and it may be a piece of a name.
    Within,
    /// A number of this range stands behind it: a status, a count.
    Number(u64, u64),
    /// One of these stands behind it too.
    Beside(&'static [&'static str]),
    /// `false` or `no` stands behind it.
    Denied,
    /// Nothing: it is of a script in which words are not told apart by letters of ASCII.
    Anywhere,
}

use Sense::{Alone, Anywhere, Beside, Capitals, Denied, Exact, Number, Within};

/// The greatest number that a count or a status has.
const MOST: u64 = u64::MAX;

/// All words, in any case of letters.
#[rustfmt::skip]
pub(super) static WORDS: &[(Strength, Sense, &[&str])] = &[
    // What programs say themselves.
    (Strong, Alone, &[
        "error", "errors", "errored", "err!", "err:", "fail", "fails", "failed", "failing", "failure", "failures",
        "fatal", "panic", "panics", "panicked", "exception", "exceptions", "traceback", "abort", "aborted",
        "aborting", "denied", "refused", "rejected", "critical", "emerg", "[crit]", "[alert]", "severe", "crash",
        "crashed", "conflict", "corrupt", "corrupted", "corruption", "assertion", "unhandled", "uncaught",
        "unresolved", "unsuccessful", "not successful", "unrecoverable", "cannot", "can't", "could not",
        "couldn't", "unable to", "timed out", "went wrong", "not ok", "not found", "not defined",
        "not recognized", "not permitted", "not allowed", "does not exist", "doesn't exist", "no such",
        "non-zero", "what():", "not remade", "died", "abnormally", "prematurely", "unexpectedly", "bail out",
        "rate exceeded", "limit exceeded", "deadline exceeded", "too many requests", "not authorized",
        "not authenticated", "not responding", "not enough", "were not provided", "timed_out", "crit:",
        "hook declined", "modified by this hook", "target is busy",
        "not a git repository", "not a git command", "exited too quickly", "would be overwritten", "would clobber", "needs merge", "unmerged",
    ]),
    // Test runners, formatters and coverage that say it in words of their own.
    (Strong, Alone, &[
        "no tests ran", "no tests found", "no tests were", "no tests collected", "no tests executed",
        "expect(received)", "expected equality", "internalerror", "would reformat", "would be reformatted",
        "would be fixed", "needs formatting", "not formatted", "incorrectly formatted", "incorrectly sorted",
        "code style issues", "diff in", "does not meet", "have been crossed", "leaks found", "buildproblem",
    ]),
    // Compilers, linkers and interpreters.
    (Strong, Alone, &[
        "undefined reference", "undefined symbol", "undefined symbols", "undefined subroutine",
        "undefined method", "undefined function", "undefined variable", "undefined:", "undeclared",
        "multiple definition", "declared and not used", "declared but not used", "unbound variable", "no attribute",
        "no rule to make", "no required module", "syntaxerror", "typeerror", "referenceerror",
        "valueerror", "keyerror", "nameerror", "runtimeerror", "keyboardinterrupt", "stopiteration",
        "systemexit", "execution halted", "importerror", "ioerror", "oserror", "httperror", "sslerror",
        "gaierror", "parseerror", "resolutionimpossible",
        "incompatible types", "mismatched types", "not assignable", "not a function", "not iterable",
        "not a constructor", "not callable", "is undefined", "undefined array", "undefined index", "undefined offset",
        "undefined property", "undefined constant", "undefined class", "undefined type", "redefinition of",
        "redeclared", "redefined", "already defined", "already declared", "duplicate symbol", "duplicate definition",
        "imported and not used", "import cycle", "no go files", "exclude all go files", "no member named", "no matching function",
        "no method named", "no field", "no viable", "has no member", "no module named", "no solution",
        "moved value", "live long enough", "is not satisfied", "unterminated", "too few arguments",
        "too many arguments", "not enough arguments", "wrong number of", "too many return values", "out of range", "out of bounds",
        "out-of-bounds", "division by zero", "divide by zero", "divided by zero", "null pointer", "nil pointer",
        "null reference", "with overflow", "`option::unwrap()`", "`result::unwrap()`", "unreachable code", "not yet implemented",
        "maximum recursion", "infinite recursion", "allowed memory size", "maximum execution time",
        "call to a member function", "bad substitution", "bad interpreter", "ambiguous redirect",
        "concurrent map", "entry in nil map", "closed channel", "goroutines are asleep", "level too deep",
        "undefined local", "unhandledpromiserejection", "module_not_found", "constant variable",
        "already been declared", "is only valid in", "outside a module", "no exported member", "no overload",
        "not have been initialized", "unclosed", "no matching manifest", "relocation truncated", "operator expected", "expression expected", "readonly variable", "no matches found", "illegal option",
        "unrecognized option", "unrecognized arguments", "omitting directory", "not in gzip format",
    ]),
    // Sanitizers.
    (Strong, Alone, &[
        "leak of", "addresssanitizer", "leaksanitizer", "memorysanitizer", "threadsanitizer",
        "undefinedbehaviorsanitizer",
    ]),
    (Strong, Within, &["buffer-overflow", "use-after-", "double-free", "nosuch", "notfound", "accessdenied", "expiredtoken"]),
    // What ends a process, and what a kernel says of it.
    (Strong, Alone, &[
        "segfault", "segmentation fault", "core dumped", "illegal instruction", "bus error", "general protection",
        "alarm clock", "sigsegv", "sigabrt", "sigkill", "sigbus", "sigill", "sigfpe", "killed", "oom-kill",
        "oom-killer", "oomkilled", "out of memory", "stack overflow", "overflowed its stack", "buffer overflow",
        "stack smashing", "double free", "invalid pointer", "terminate called", "data race", "deadlock",
        "soft lockup", "hard lockup", "blocked for more than", "oops", "code=dumped", "dumped core", "nmi watchdog",
        "exited with signal", "exit signal", "call trace:", "hardware error", "filesystem read-only", "nvrm: xid",
    ]),
    // What a system call returns, in words and by name.
    (Strong, Alone, &[
        "no space left", "disk full", "out of disk", "is a directory", "not a directory", "not empty",
        "temporarily unavailable", "too many open files", "too many levels", "argument list too long",
        "name too long", "file too large", "read-only file system", "resource busy", "text file busy",
        "bad file descriptor", "exec format", "stale file handle", "already in use", "broken pipe",
        "already allocated", "bad owner", "bad permissions",
        "connection reset", "connection closed", "closed connection", "socket hang up", "nxdomain", "servfail", "connection lost", "lost connection", "no route to host",
        "host is down", "network is down", "not known", "name resolution", "quota exceeded", "has expired",
        "eacces", "eaddrinuse", "eagain", "eai_again", "ebusy", "econnrefused", "econnreset", "eexist",
        "ehostunreach", "eisdir", "emfile", "enoent", "enomem", "enospc", "enotdir", "enotempty",
        "enotfound", "econnaborted", "enetunreach", "eperm", "epipe", "erofs", "etimedout", "elifecycle", "eresolve", "etarget",
    ]),
    // Services and what they run on.
    (Strong, Alone, &[
        "crashloopbackoff", "imagepullbackoff", "errimagepull", "createcontainerconfigerror", "failedscheduling", "failedmount", "failedcreate", "evicted",
        "unhealthy", "repeated too quickly", "bad gateway", "bad request", "service unavailable",
        "host identification", "x509:", "self-signed certificate", "self signed certificate", "bad credentials",
        "toomanyrequests", "deadlineexceeded", "backofflimitexceeded", "invalidimagename", "errimageneverpull",
        "failedattachvolume", "failedcreatepodsandbox", "failedkillpod", "failedsync", "failedpoststarthook",
        "failedprestophook", "nodenotready", "nodes are available", "start-limit-hit", "no healthy upstream",
        "no live upstreams", "no server is available", "has no server available", "no basic auth",
        "unprocessable entity", "unprocessable content", "payment required", "insufficient storage",
        "payload too large", "request entity too large", "fata[", "erro[", "pani[",
    ]),
    // Databases.
    (Strong, Alone, &[
        "sqlstate", "duplicate entry", "duplicate key", "violates", "database is locked",
        "sqlite_busy", "wrongtype", "noauth", "noscript", "misconf", "crossslot", "clusterdown", "readonly you",
    ]),
    (Strong, Beside(&[", level 1", ", level 2"]), &["msg"]),
    (Strong, Number(1, MOST), &["ora-", "pls-", "tns-", "sp2-", "curl: (", "errno", "[errno"]),
    (Strong, Exact, &["is DOWN", "Call Trace", "FTL", "PNC", "CRIT", "UNSTABLE"]),
    (Strong, Capitals, &["err", "oom", "ko"]),
    (Strong, Number(1, MOST), &[
        "exit code", "exit status", "exited", "exited with", "exited with code", "exited with status",
        "return code", "returncode", "return_code", "exitcode", "exit_code", "exitstatus", "exit_status",
        "with exit code", "with exit status", "signal:", "exit=", "rc=",
        "definitely lost", "indirectly lost", "code=exited, status",
    ]),
    // The status of a process, or of a response that is no success.
    (Strong, Number(1, 199), &["with status", "with code"]),
    (Strong, Number(400, 599), &[
        "with status", "with code",
        "status code", "statuscode", "status_code", "http", "http status", "http code", "< http/1.1", "< http/2",
    ]),
    (Strong, Anywhere, &["✗", "✘", "✕", "✖", "❌", "💥", "🔴", "⛔", "🚨", "🛑", "🚫", "⨯", "☒", "💀"]),
    // What may be harmless.
    (Weak, Alone, &[
        "invalid", "missing", "mismatch", "unexpected", "unreachable", "unknown", "timeout", "violation", "unmet",
        "vulnerable", "vulnerability", "vulnerabilities", "conflicts", "conflicting", "forbidden",
        "unauthorized", "incorrect", "malformed", "unsupported", "not supported", "not available",
        "not installed", "not running", "not ready", "notready", "not met", "no match for", "already exists",
        "file exists", "did not", "does not match", "doesn't match", "terminated", "interrupted",
        "cancelled", "canceled", "rollback", "rolled back", "degraded", "broken", "flaky", "exhausted",
        "giving up", "gave up", "on signal", "by signal", "received signal", "sigterm", "stack trace",
        "running for over", "quota", "packet loss", "is nan", "nil value",
        "xpass", "bad crc", "leaked", "dubious", "lvl=eror", "differ", "differs", "only in", "exceeded", "exceeds",
        "insufficient", "incompatible", "illegal", "wrong", "unavailable", "unauthenticated", "unresponsive", "unsatisfied",
        "unsatisfiable", "unrecognized", "unmatched", "untrusted", "uninitialized", "uninitialised",
        "disconnected", "stalled", "throttled", "retrying", "expired", "revoked", "prohibited", "disallowed", "duplicate",
        "incomplete", "inconsistent", "ambiguous", "circular", "nonexistent", "non-existent", "backoff",
        "back-off", "auto-restart", "<defunct>", "link is down", "memory leak", "dial tcp", "not implemented",
        "not reachable", "not connected", "not found,", "not run", "is required", "no response", "too large",
        "severity: high", "severity: critical", "imported but unused", "regression", "unprotected", "not-found",
        "core-dump", ": eof", "problem", "problems", "issues found", "gateway time-out", "throttling", "stuck",
        "hung task", "is possibly", "implicit declaration", "implicitly has", "is in use", "already running", "is masked",
        "thrown in",
    ]),
    (Weak, Capitals, &["ng", "assert", "bug", "leak", "alert"]),
    (Weak, Exact, &["Err("]),
    (Weak, Number(1, MOST), &["exit"]),
    (Weak, Number(500, 599), &[
        "http/1.0", "http/1.1", "http/2", "http/2.0", "status", "status=", "code", "returned", "responded", "responded with",
        "response",
    ]),
    (Weak, Number(1, MOST), &["cve-", "signal"]),
    (Weak, Number(50, 60), &["\"level\""]),
    (Weak, Beside(&["got ", "actual", "but was", "received", "but found"]), &["expected"]),
    (Weak, Beside(&[
        "to equal", "to deep", "to eql", "to contain", "to match", "to include", "to have", "to throw", "found `",
    ]), &["expected"]),
    (Weak, Beside(&["want "]), &["got"]),
    (Weak, Denied, &[
        "success", "ok", "passed", "succeeded", "healthy", "ready", "valid", "result", "reachable", "connected", "alive",
    ]),
    (Weak, Anywhere, &["⚠", "❗", "‼"]),
    // The same in other languages.
    (Strong, Alone, &[
        "fehler", "fehlgeschlagen", "speicherzugriffsfehler", "abgebrochen", "verweigert", "nicht gefunden",
        "konnte nicht", "erreur", "erreurs", "introuvable", "impossible d'", "impossible de", "aucun fichier",
        "no existe", "denegado", "fallo", "falla", "no se pudo", "no se puede", "erro", "erros", "falha",
        "falhou", "inexistente", "negado", "errore", "errori", "fallito", "impossibile", "non esistente",
        "negato", "fout", "mislukt", "niet gevonden", "hata", "fejl", "feil", "virhe", "chyba", "hiba",
    ]),
    (Strong, Anywhere, &[
        "ungültig", "nicht möglich", "échec", "Échec", "échoué", "falló", "violación", "não foi possível",
        "błąd", "Błąd", "nie powiodło", "başarısız", "bulunamadı", "ошибк", "Ошибк", "ОШИБК", "не удалось",
        "Не удалось", "не найден", "отказано", "Отказано", "нет такого", "Нет такого", "сбой", "Сбой",
        "помилка", "Помилка", "エラー", "失敗", "異常終了", "見つかりません", "できません", "致命的", "例外",
        "错误", "錯誤", "失败", "致命", "异常", "找不到", "无法", "没有那个", "拒绝", "오류", "에러", "실패",
        "찾을 수 없", "거부",
    ]),
    (Weak, Alone, &["fel", "abbruch"]),
];

/// How a line begins that tells of a failure without any of the words.
pub(super) static STARTS: &[&str] = &["E   ", "!!! ", "× ", "❯ ", "** (", "[!!]", "[!] "];

/// How a line begins that is a warning whatever its words are.
pub(super) static WARNINGS: &[&str] =
    &["warning", "warn", "[warn", "npm warn", "w:", "(!)", "debug", "note:", "hint:"];

/// How what is said of a place in a file begins that is no failure.
pub(super) static LESSER: &[&str] =
    &["note", "info", "warning", "warn", "remark", "help", "hint", "C: ", "W: ", "R: "];

/// Words before a number by which it counts what follows: `with 0 failed`.
pub(super) static COUNTS: &[&str] = &[
    "and",
    "are",
    "but",
    "completed",
    "failed",
    "found",
    "had",
    "has",
    "is",
    "of",
    "ok",
    "only",
    "or",
    "passed",
    "skipped",
    "total",
    "was",
    "were",
    "with",
];

/// What a member holds when there is nothing to tell, of a kind that only ends a value.
pub(super) static EMPTY: &[&str] = &[
    "null",
    "none",
    "nil",
    "false",
    "\"\"",
    "''",
    "[]",
    "{}",
    "undefined",
    "no",
    "<nil>",
    "<none>",
];

/// The same as a number.
pub(super) static ZERO: &[&str] = &["0.00%", "0.0%", "0%", "0", "\"0\"", "'0'"];
