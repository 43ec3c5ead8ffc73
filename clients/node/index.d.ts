/** Where jm-serve is and how it is started. */
export interface ClientOptions {
  /** The program, or the folder that holds it. Else `$JSONMEND_BIN`, else `jm-serve` on PATH. */
  binary?: string
  /** Options of jm-serve, the defaults of every call: `['--profile', 'agent']`. */
  args?: readonly string[]
  /** How long a call may wait for its answer, in milliseconds. */
  timeout?: number
}

export interface Abortable {
  /** Gives up waiting; the connection goes on. */
  signal?: AbortSignal
}

export type Profile = 'permissive' | 'interactive' | 'execution' | 'agent' | 'strict'
export type Exactness = 'exact' | 'cosmetic' | 'lossy'
export type Completeness = 'empty' | 'partial' | 'complete'
export type End = 'complete' | 'max_tokens' | 'interrupted' | 'provider_error'
export type Provider =
  | 'anthropic'
  | 'openai'
  | 'openai_compat'
  | 'responses'
  | 'gemini'
  | 'bedrock'
  | 'cohere'
  | 'ollama'
  | 'auto'

/** What every method that reads a text may be told. */
export interface Options {
  profile?: Profile
  for_execution?: boolean
  max_loss?: Exactness
  reject_ambiguous?: boolean
  strict?: boolean
  disable?: readonly string[]
  root?: 'object' | 'array' | 'any'
  end?: End
  multi_root?: 'first' | 'array' | 'lines' | 'error'
  skip_prose?: boolean
  quote_lookahead?: boolean
  unwrap_string?: boolean
  duplicate_keys?: 'pass' | 'flag' | 'first' | 'last' | 'error'
  non_finite?: 'null' | 'string' | 'error'
  decode_entities?: boolean
  replace_bytes?: boolean
  max_depth?: number
  max_length?: number
  max_token?: number
  max_repairs?: number
  incomplete_number?: 'drop' | 'trim'
  pending_key?: 'omit' | 'null'
  schema?: string
  schema_json?: unknown
  tool?: string
}

export interface LlmOptions extends Options {
  provider?: Provider
}

export interface Hello {
  name: string
  engine: string
  registry: string
  protocol: number
  capabilities: string[]
  streams: number
}

export interface Edit {
  byte: number
  delete: number
  insert: string
}

export interface Place {
  /** In UTF-16 units from 0, as in a JavaScript string. */
  offset: number
  /** In bytes of UTF-8 from 0. */
  byte: number
  /** From 1. */
  line: number
  /** In UTF-16 units from 1. */
  column: number
}

export interface Repair extends Place {
  code: string
  threshold: string
  action: 'insert' | 'delete' | 'replace' | 'note'
  severity: 'note' | 'cosmetic' | 'lossy'
  confidence: 'certain' | 'likely' | 'guess'
  loss: 'none' | 'truncated' | 'dropped' | 'invented'
  ambiguity: string | null
  message: string
  edits: Edit[]
  resolved_by?: 'schema'
}

export interface ErrorObject extends Partial<Place> {
  code: string
  message: string
  exit: number
  retry_hint?: string
}

export interface Verdict {
  total: number
  satisfied: number
  missing: string[]
  mismatched: string[]
  unjudged?: string
  ok: boolean
}

export interface Repaired {
  text: string
  exactness: Exactness
  ambiguous: boolean
  completeness: Completeness
  repairs: Repair[]
  repairs_truncated: boolean
}

export interface Analyzed {
  decision: 'safe' | 'cosmetic_repair' | 'lossy_repair' | 'ambiguous' | 'invalid'
  label: string
  exactness: Exactness
  ambiguous: boolean
  completeness: Completeness
  valid_json: boolean
  normalized: boolean
  ambiguity: string | null
  execution: 'allowed' | 'refused'
  profile: Profile | null
  executable: boolean
  schema_total: number
  schema_satisfied: number
  schema_missing: string[]
  schema_mismatched: string[]
  error: ErrorObject | null
  repairs: Repair[]
  repairs_truncated: boolean
  retry: { prompt: string } | null
  /** Numbers beyond a double are rounded here; `text` is exact. */
  value: unknown
  text: string | null
}

export interface Validated {
  valid: boolean
  error: ErrorObject | null
  repaired?: string
  exactness?: Exactness
  repairs?: Repair[]
  repairs_truncated?: boolean
  schema?: Verdict
}

export interface Summary {
  length: number
  syntax_permille: number
  schema_permille: number
  settled_permille: number
  deciles: number[]
  verdict: Verdict | null
}

export interface ReadinessResult extends Summary {
  step: number
  fields: { path: string; ready_at: number; permille: number }[]
}

export type Delta =
  | { op: 'set'; path: string; at: number; value: unknown }
  | { op: 'append'; path: string; at: number; text: string }
  | { op: 'close'; path: string; at: number }

export interface Event {
  kind: 'field.settled' | 'schema.satisfied' | 'schema.mismatch' | 'repair' | 'refused' | 'truncated'
  path: string
  at: number
  permille: number
  repair?: Repair
  error?: ErrorObject
}

export interface WatchFed {
  deltas: Delta[]
  events: Event[]
  bytes: number
}

export interface WatchFinished {
  deltas: Delta[]
  final: Repaired & { value: unknown; schema?: Verdict }
  events: Event[]
  watcher_final: Summary | null
}

export interface Call {
  index: number
  id: string | null
  name: string
  done: boolean
  exactness: Exactness | null
  end: 'open' | End
  stop_reason: string | null
  value?: unknown
  open_path: string | null
  executable: boolean
  schema?: Verdict
  /** Names of what was odd or lost of it, once it is done. */
  diagnostics?: string[]
}

export interface Calls {
  calls: Call[]
}

export interface LlmResult extends Calls {
  error: string
  ignored_events: number
  diagnostics: string[]
}

export interface ReduceInput {
  toolName: string
  command?: string
  argv?: readonly string[]
  stdout?: string
  stderr?: string
  combinedText?: string
  exitCode?: number
  partial?: boolean
  cwd?: string
  args?: Record<string, unknown>
  metadata?: Record<string, unknown>
}

export interface ReduceOptions {
  classifier?: string
  maxInlineChars?: number
  raw?: boolean
  noOmit?: boolean
  store?: boolean
  storeDir?: string
  cwd?: string
  trace?: boolean
  recordStats?: boolean
  policy?: 'safe-inventory' | 'compact-all' | 'skip-file-content' | 'skip-all'
}

export interface Reduced {
  inlineText: string
  stats: { rawChars: number; reducedChars: number; ratio: number }
  classification: { family: string; matchedReducer?: string; confidence: 'high' | 'medium' | 'low'; reasons: string[] }
  facts?: Record<string, number>
  omitted?: { lines: number; chars: number; failures: number; gaps: number }
  metadata?: Record<string, unknown>
  trace?: Record<string, unknown>
}

/** A process of jm-serve and the methods that it answers to. Calls may be made before others are answered. */
export class Client implements AsyncDisposable {
  constructor(options?: ClientOptions)
  hello(options?: Abortable): Promise<Hello>
  repair(text: string, options?: Options & Abortable): Promise<Repaired>
  analyze(text: string, options?: Options & Abortable): Promise<Analyzed>
  validate(text: string, options?: Options & Abortable): Promise<Validated>
  readiness(text: string, options?: Options & Abortable & { step?: number }): Promise<ReadinessResult>
  reduce(input: ReduceInput, options?: ReduceOptions & Abortable): Promise<Reduced>
  llmRun(events: readonly string[], options?: LlmOptions & Abortable): Promise<LlmResult>
  /** One document at a time. */
  watch(options?: Options & Abortable): Promise<Watch>
  /** One stream at a time. */
  llm(options?: LlmOptions & Abortable): Promise<Llm>
  /** Ends the process: its input is over, and after two seconds it is stopped. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** A document that grows; made by `Client.watch`. */
export class Watch implements AsyncDisposable {
  private constructor()
  /** The declaration as the server understood it; empty without one. */
  readonly schema: string
  feed(chunk: string, options?: Abortable): Promise<WatchFed>
  finish(options?: Abortable): Promise<WatchFinished>
  /** Makes room for another document, whatever has become of this one. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The stream of a provider; made by `Client.llm`. */
export class Llm implements AsyncDisposable {
  private constructor()
  /** One event as JSON text: the calls that it touched. */
  feed(event: string, options?: Abortable): Promise<Calls>
  close(options?: Abortable): Promise<LlmResult>
  [Symbol.asyncDispose](): Promise<void>
}

/** A call that was refused or failed. */
export class JsonmendError extends Error implements Partial<Place> {
  constructor(error: ErrorObject)
  readonly error: ErrorObject
  /** `E011`. */
  readonly code: string
  /** The exit status of a command that fails so: 2 usage, 3 invalid input, 4 a limit, 5 refused. */
  readonly exit: number
  readonly offset?: number
  readonly byte?: number
  readonly line?: number
  readonly column?: number
  /** The refusal as a prompt for the model, to be sent back unchanged. */
  readonly retry_hint?: string
}

/** The process has ended, or the client was closed; `exit` is its exit status, below 0 where a `signal` ended it. */
export class ServerExited extends JsonmendError {
  constructor(error: ErrorObject, signal?: string | null)
  /** `SIGKILL`; null where it has ended by itself. */
  readonly signal: string | null
}
