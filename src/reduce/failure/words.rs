//! The words that tell of a failure, by how sure they do and what has to stand around them.

use super::Strength::{self, Strong, Weak};

/// What has to stand around a word for it to tell of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sense {
    /// Nothing: the word does it where it stands alone.
    Alone,
    /// It is written in capitals.
    Capitals,
    /// A number of this range stands behind it: a status, a count.
    Number(u64, u64),
    /// One of these stands behind it too.
    Beside(&'static [&'static str]),
    /// `false` or `no` stands behind it.
    Denied,
    /// Nothing: it is of a script in which words are not told apart by letters of ASCII.
    Anywhere,
}

use Sense::{Alone, Anywhere, Beside, Capitals, Denied, Number};

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
        "non-zero", "what():", "not remade",
    ]),
    // Compilers, linkers and interpreters.
    (Strong, Alone, &[
        "undefined reference", "undefined symbol", "undefined symbols", "undefined subroutine",
        "undefined method", "undefined function", "undefined variable", "undefined:", "undeclared",
        "multiple definition", "declared and not used", "declared but not used", "unbound variable", "no attribute",
        "no rule to make", "no required module", "syntaxerror", "typeerror", "referenceerror",
        "valueerror", "keyerror", "nameerror", "runtimeerror", "keyboardinterrupt", "stopiteration",
        "systemexit", "execution halted",
    ]),
    // What ends a process, and what a kernel says of it.
    (Strong, Alone, &[
        "segfault", "segmentation fault", "core dumped", "illegal instruction", "bus error", "general protection",
        "alarm clock", "sigsegv", "sigabrt", "sigkill", "sigbus", "sigill", "sigfpe", "killed", "oom-kill",
        "oom-killer", "oomkilled", "out of memory", "stack overflow", "overflowed its stack", "buffer overflow",
        "stack smashing", "double free", "invalid pointer", "terminate called", "data race", "deadlock",
        "soft lockup", "hard lockup", "blocked for more than", "oops",
    ]),
    // What a system call returns, in words and by name.
    (Strong, Alone, &[
        "no space left", "disk full", "out of disk", "is a directory", "not a directory", "not empty",
        "temporarily unavailable", "too many open files", "too many levels", "argument list too long",
        "name too long", "file too large", "read-only file system", "resource busy", "text file busy",
        "bad file descriptor", "exec format", "stale file handle", "already in use", "broken pipe",
        "connection reset", "connection closed", "connection lost", "lost connection", "no route to host",
        "host is down", "network is down", "not known", "name resolution", "quota exceeded", "has expired",
        "eacces", "eaddrinuse", "eagain", "eai_again", "ebusy", "econnrefused", "econnreset", "eexist",
        "ehostunreach", "eisdir", "emfile", "enoent", "enomem", "enospc", "enotdir", "enotempty",
        "enotfound", "eperm", "epipe", "erofs", "etimedout", "elifecycle", "eresolve", "etarget",
    ]),
    // Services and what they run on.
    (Strong, Alone, &[
        "crashloopbackoff", "imagepullbackoff", "errimagepull", "createcontainerconfigerror", "failedscheduling", "failedmount", "failedcreate", "evicted",
        "unhealthy", "repeated too quickly", "bad gateway", "bad request", "service unavailable",
        "host identification",
    ]),
    (Strong, Capitals, &["err", "oom", "ko"]),
    (Strong, Number(1, MOST), &[
        "exit code", "exit status", "exited", "exited with", "exited with code", "exited with status",
        "return code", "exit=", "rc=", "errorcount", "error_count", "failure_count", "failurecount",
        "failed_count", "definitely lost", "code=exited, status",
    ]),
    (Strong, Number(400, 599), &["status code", "statuscode", "status_code"]),
    (Strong, Anywhere, &["✗", "✘", "✕", "✖", "❌", "💥", "🔴", "⛔", "🚨", "🛑", "🚫"]),
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
        "xpass", "bad crc", "leaked", "dubious", "lvl=eror",
    ]),
    (Weak, Capitals, &["ng", "assert", "bug"]),
    (Weak, Number(1, MOST), &["exit"]),
    (Weak, Number(500, 599), &["http/1.0", "http/1.1", "http/2", "http/2.0", "status="]),
    (Weak, Number(50, 60), &["\"level\""]),
    (Weak, Beside(&["got ", "actual", "but was", "received", "but found"]), &["expected"]),
    (Weak, Beside(&["want "]), &["got"]),
    (Weak, Denied, &["success", "ok", "passed", "succeeded", "healthy", "ready"]),
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
pub(super) static STARTS: &[&str] = &["E   ", "!!! ", "× ", "❯ ", "** (", "[!!]"];

/// How a line begins that is a warning whatever its words are.
pub(super) static WARNINGS: &[&str] =
    &["warning", "warn", "[warn", "npm warn", "w:", "(!)", "debug", "note:", "hint:"];

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
