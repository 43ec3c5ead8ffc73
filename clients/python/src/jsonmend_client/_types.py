"""The shapes of parameters and results; docs/PROTOCOL.md says what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired

Profile = Literal["permissive", "interactive", "execution", "agent", "strict"]
Exactness = Literal["exact", "cosmetic", "lossy"]
Completeness = Literal["empty", "partial", "complete"]
End = Literal["complete", "max_tokens", "interrupted", "provider_error"]
Provider = Literal[
    "anthropic", "openai", "openai_compat", "responses", "gemini", "bedrock", "cohere", "ollama", "auto"
]


class Options(TypedDict, total=False):
    """What every method that reads a text may be told."""

    profile: Profile
    for_execution: bool
    max_loss: Exactness
    reject_ambiguous: bool
    strict: bool
    disable: list[str]
    root: Literal["object", "array", "any"]
    end: End
    multi_root: Literal["first", "array", "lines", "error"]
    skip_prose: bool
    quote_lookahead: bool
    unwrap_string: bool
    duplicate_keys: Literal["pass", "flag", "first", "last", "error"]
    non_finite: Literal["null", "string", "error"]
    decode_entities: bool
    replace_bytes: bool
    max_depth: int
    max_length: int
    max_token: int
    max_repairs: int
    incomplete_number: Literal["drop", "trim"]
    pending_key: Literal["omit", "null"]
    schema: str
    schema_json: Any
    tool: str


class LlmOptions(Options, total=False):
    """What a stream of a provider may be told beside that."""

    provider: Provider


class Hello(TypedDict):
    name: str
    engine: str
    registry: str
    protocol: int
    capabilities: list[str]
    streams: int


class Edit(TypedDict):
    byte: int
    delete: int
    insert: str


class Repair(TypedDict):
    code: str
    threshold: str
    action: Literal["insert", "delete", "replace", "note"]
    severity: Literal["note", "cosmetic", "lossy"]
    confidence: Literal["certain", "likely", "guess"]
    loss: Literal["none", "truncated", "dropped", "invented"]
    ambiguity: str | None
    offset: int
    byte: int
    line: int
    column: int
    message: str
    edits: list[Edit]
    resolved_by: NotRequired[Literal["schema"]]


class ErrorObject(TypedDict):
    code: str
    message: str
    exit: int
    offset: NotRequired[int]
    byte: NotRequired[int]
    line: NotRequired[int]
    column: NotRequired[int]
    retry_hint: NotRequired[str]


class Verdict(TypedDict):
    total: int
    satisfied: int
    missing: list[str]
    mismatched: list[str]
    unjudged: NotRequired[str]
    ok: bool


class Repaired(TypedDict):
    text: str
    exactness: Exactness
    ambiguous: bool
    completeness: Completeness
    repairs: list[Repair]
    repairs_truncated: bool


class Retry(TypedDict):
    prompt: str


class Analyzed(TypedDict):
    decision: Literal["safe", "cosmetic_repair", "lossy_repair", "ambiguous", "invalid"]
    label: str
    exactness: Exactness
    ambiguous: bool
    completeness: Completeness
    valid_json: bool
    normalized: bool
    ambiguity: str | None
    execution: Literal["allowed", "refused"]
    profile: Profile | None
    executable: bool
    schema_total: int
    schema_satisfied: int
    schema_missing: list[str]
    schema_mismatched: list[str]
    error: ErrorObject | None
    repairs: list[Repair]
    repairs_truncated: bool
    retry: Retry | None
    value: Any
    text: str | None


class Validated(TypedDict):
    valid: bool
    error: ErrorObject | None
    repaired: NotRequired[str]
    exactness: NotRequired[Exactness]
    repairs: NotRequired[list[Repair]]
    repairs_truncated: NotRequired[bool]
    schema: NotRequired[Verdict]


class Field(TypedDict):
    path: str
    ready_at: int
    permille: int


class Summary(TypedDict):
    length: int
    syntax_permille: int
    schema_permille: int
    settled_permille: int
    deciles: list[int]
    verdict: Verdict | None


class ReadinessResult(Summary):
    step: int
    fields: list[Field]


class Delta(TypedDict):
    op: Literal["set", "append", "close"]
    path: str
    at: int
    value: NotRequired[Any]
    text: NotRequired[str]


class Event(TypedDict):
    kind: Literal[
        "field.settled", "schema.satisfied", "schema.mismatch", "repair", "refused", "truncated"
    ]
    path: str
    at: int
    permille: int
    repair: NotRequired[Repair]
    error: NotRequired[ErrorObject]


class WatchFed(TypedDict):
    deltas: list[Delta]
    events: list[Event]
    bytes: int


class Final(Repaired):
    value: Any
    schema: NotRequired[Verdict]


class WatchFinished(TypedDict):
    deltas: list[Delta]
    final: Final
    events: list[Event]
    watcher_final: Summary | None


class Call(TypedDict):
    index: int
    id: str | None
    name: str
    done: bool
    exactness: Exactness | None
    end: Literal["open", "complete", "max_tokens", "interrupted", "provider_error"]
    stop_reason: str | None
    value: NotRequired[Any]
    open_path: str | None
    executable: bool
    schema: NotRequired[Verdict]
    diagnostics: NotRequired[list[str]]


class Calls(TypedDict):
    calls: list[Call]


class LlmResult(Calls):
    error: str
    ignored_events: int
    diagnostics: list[str]


class ReduceInput(TypedDict):
    toolName: str
    command: NotRequired[str]
    argv: NotRequired[list[str]]
    stdout: NotRequired[str]
    stderr: NotRequired[str]
    combinedText: NotRequired[str]
    exitCode: NotRequired[int]
    partial: NotRequired[bool]
    cwd: NotRequired[str]
    args: NotRequired[dict[str, Any]]
    metadata: NotRequired[dict[str, Any]]


class ReduceOptions(TypedDict, total=False):
    classifier: str
    maxInlineChars: int
    raw: bool
    noOmit: bool
    store: bool
    storeDir: str
    cwd: str
    trace: bool
    recordStats: bool
    policy: Literal["safe-inventory", "compact-all", "skip-file-content", "skip-all"]


class Stats(TypedDict):
    rawChars: int
    reducedChars: int
    ratio: float


class Classification(TypedDict):
    family: str
    matchedReducer: NotRequired[str]
    confidence: Literal["high", "medium", "low"]
    reasons: list[str]


class Omitted(TypedDict):
    lines: int
    chars: int
    failures: int
    gaps: int


class Reduced(TypedDict):
    inlineText: str
    stats: Stats
    classification: Classification
    facts: NotRequired[dict[str, int]]
    omitted: NotRequired[Omitted]
    metadata: NotRequired[dict[str, Any]]
    trace: NotRequired[dict[str, Any]]
