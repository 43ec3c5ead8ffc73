// A process of jm-serve and the methods that it answers to. docs/PROTOCOL.md says what they mean.

import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'

const PROTOCOL = 1
// The longest line of a request. Whoever sends a longer one is answered without an id, so it is not sent.
const MAX_LINE = 8 << 20
// The methods that open a stream, and those that close it.
const CLOSES = { 'watch.start': 'watch.finish', 'llm.open': 'llm.close' }
// How long a process may take to end once its input is over, in milliseconds.
const GRACE = 2000
const LF = 0x0a
const asyncDispose = Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')

/** A call that was refused or failed. */
export class JsonmendError extends Error {
  constructor(error) {
    super(`${error.code}: ${error.message}`)
    this.name = new.target.name
    this.error = error
    this.code = error.code
    this.exit = error.exit
    this.offset = error.offset
    this.byte = error.byte
    this.line = error.line
    this.column = error.column
    this.retry_hint = error.retry_hint
  }
}

/** The process has ended, or the client was closed; `exit` is its exit status, below 0 where a `signal` ended it. */
export class ServerExited extends JsonmendError {
  constructor(error, signal = null) {
    super(error)
    this.signal = signal
  }
}

const closed = () => new ServerExited({ code: 'E051', message: 'the client is closed', exit: 0 })

/** Waits for a promise as long as no signal aborts. */
async function during(promise, signals) {
  let give
  const aborted = new Promise((_, reject) => {
    give = ({ target }) => reject(target.reason)
    signals.forEach((signal) => signal.aborted ? reject(signal.reason) : signal.addEventListener('abort', give))
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signals.forEach((signal) => signal.removeEventListener('abort', give))
  }
}

/** The program to start: what was named, or jm-serve on PATH. */
function find(binary) {
  const named = binary ?? (process.env.JSONMEND_BIN || undefined)
  if (named === undefined) return 'jm-serve'
  const isFolder = statSync(named, { throwIfNoEntry: false })?.isDirectory()
  return isFolder ? path.join(named, 'jm-serve') : named
}

/** Lines out of pieces: they end at LF and nowhere else, and hold no half of a character. */
class Lines {
  #parts = []

  feed(piece) {
    const lines = []
    let start = 0
    for (let end; (end = piece.indexOf(LF, start)) !== -1; start = end + 1) {
      this.#parts.push(piece.subarray(start, end))
      lines.push(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
    }
    if (start < piece.length) this.#parts.push(piece.subarray(start))
    return lines
  }
}

export class Client {
  #process
  #waiting = new Map()
  #lastId = 0
  #timeout
  #greeted
  #gone
  #error
  #isClosed = false
  // Answers to come to calls that opened a stream for nobody.
  #left = new Set()

  constructor({ binary, args = [], timeout } = {}) {
    this.#timeout = timeout
    this.#process = spawn(find(binary), ['--stdio', ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    // A process that has ended reads no more; its end is told by `close`.
    this.#process.stdin.on('error', () => {})
    const lines = new Lines()
    this.#process.stdout.on('data', (piece) => lines.feed(piece).forEach((line) => this.#answered(line)))
    // Whose output is over answers no more, so it has to end.
    this.#process.stdout.on('end', () => this.#stop())
    this.#gone = new Promise((resolve) => {
      this.#process.on('error', (error) => this.#end(error, resolve))
      this.#process.on('close', (status, signal) => {
        const message = `jm-serve has ended with ${signal ?? `status ${status}`}`
        this.#end(new ServerExited({ code: 'E051', message, exit: status ?? -constants.signals[signal] }, signal), resolve)
      })
    })
    this.#greeted = during(this.#send('hello', {}), this.#limits()).then(({ protocol }) => {
      if (protocol === PROTOCOL) return
      const message = `jm-serve speaks protocol ${protocol}, this client ${PROTOCOL}`
      throw new JsonmendError({ code: 'E050', message, exit: 2 })
    })
    // Whoever calls is told.
    this.#greeted.catch(() => {})
  }

  /** What serves, and what it can do. */
  hello({ signal } = {}) {
    return this.#call('hello', {}, signal)
  }

  /** Repairs a text; rejects what cannot be repaired and what the profile refuses. */
  repair(text, { signal, ...options } = {}) {
    return this.#call('repair', { ...options, text }, signal)
  }

  /** Judges a text and says everything about it; rejects nothing for what the text is. */
  analyze(text, { signal, ...options } = {}) {
    return this.#call('analyze', { ...options, text }, signal)
  }

  /** Whether a text is legal JSON as it is written, and what it would take. */
  validate(text, { signal, ...options } = {}) {
    return this.#call('validate', { ...options, text }, signal)
  }

  /** How early each member of a text was final. */
  readiness(text, { signal, ...options } = {}) {
    return this.#call('readiness', { ...options, text }, signal)
  }

  /** The output of a tool, made short for a model. */
  reduce(input, { signal, ...options } = {}) {
    return this.#call('reduce', { input, options }, signal)
  }

  /** The tool calls in the events of one stream, each event as JSON text. */
  llmRun(events, { signal, ...options } = {}) {
    return this.#call('llm.run', { ...options, events }, signal)
  }

  /** Begins to watch a document; one at a time. */
  async watch({ signal, ...options } = {}) {
    const { schema } = await this.#call('watch.start', options, signal)
    return new Watch((method, params, signal) => this.#call(method, params, signal), schema)
  }

  /** Begins to read the stream of a provider; one at a time. */
  async llm({ signal, ...options } = {}) {
    await this.#call('llm.open', options, signal)
    return new Llm((method, params, signal) => this.#call(method, params, signal))
  }

  /** Ends the process: its input is over, and after two seconds it is stopped. */
  async close() {
    this.#isClosed = true
    this.#process.stdin.end()
    this.#stop()
    await this.#gone
  }

  [asyncDispose]() {
    return this.close()
  }

  async #call(method, params, signal) {
    signal?.throwIfAborted()
    const limits = this.#limits(signal)
    await during(this.#greeted, limits)
    if (method in CLOSES) await during(Promise.all(this.#left), limits)
    signal?.throwIfAborted()
    const answer = this.#send(method, params)
    try {
      return await during(answer, limits)
    } catch (error) {
      if (method in CLOSES) this.#disown(method, answer)
      throw error
    }
  }

  /** What may end a call before its answer comes. */
  #limits(signal) {
    return [signal, this.#timeout && AbortSignal.timeout(this.#timeout)].filter(Boolean)
  }

  /** Closes the stream that nobody holds, once it is known whether there is one. */
  #disown(method, answer) {
    const left = answer
      .then(() => { this.#send(CLOSES[method], {}).catch(() => {}) }, () => {})
      .finally(() => this.#left.delete(left))
    this.#left.add(left)
  }

  /** Sends a request, and gives what its answer will be. */
  async #send(method, params) {
    if (this.#isClosed) throw closed()
    if (this.#error) throw this.#error
    const id = ++this.#lastId
    const line = Buffer.from(JSON.stringify({ id, method, params }) + '\n')
    if (line.length > MAX_LINE + 1) {
      throw new JsonmendError({ code: 'E050', message: `a line of a request holds at most ${MAX_LINE} bytes`, exit: 2 })
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#process.stdin.write(line)
    })
  }

  #answered(line) {
    if (this.#error) return
    let answer
    try {
      answer = JSON.parse(line)
    } catch {}
    if (typeof answer?.ok !== 'boolean') {
      const message = `jm-serve has written a line that is no answer: ${JSON.stringify(line.slice(0, 80))}`
      this.#fail(new JsonmendError({ code: 'E051', message, exit: 2 }))
      this.#process.kill('SIGKILL')
      return
    }
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.ok) waiting?.resolve(answer.result)
    else waiting?.reject(new JsonmendError(answer.error))
  }

  /** Stops the process if it does not end by itself. */
  async #stop() {
    const stop = setTimeout(() => this.#process.kill('SIGKILL'), GRACE)
    await this.#gone
    clearTimeout(stop)
  }

  /** The connection is over: every call is told why. */
  #fail(error) {
    this.#error ??= error
    this.#waiting.forEach(({ reject }) => reject(this.#error))
    this.#waiting.clear()
  }

  #end(error, resolve) {
    this.#fail(error)
    resolve()
  }
}

/** What both kinds of stream have in common: who speaks, and whether the server still has it. */
class Stream {
  _isOpen = true

  constructor(call) {
    this._call = call
  }

  async _feed(method, params, signal) {
    try {
      return await this._call(method, params, signal)
    } catch (error) {
      // A bad parameter leaves the stream, whatever else the server says ends it.
      if (error instanceof JsonmendError && error.code !== 'E050') this._isOpen = false
      throw error
    }
  }

  async _finish(method, signal) {
    // What is not sent ends nothing.
    signal?.throwIfAborted()
    this._isOpen = false
    return this._call(method, {}, signal)
  }

  async _leave(method) {
    if (!this._isOpen) return
    try {
      await this._finish(method)
    } catch (error) {
      if (!(error instanceof JsonmendError)) throw error
    }
  }
}

/** A document that grows. */
export class Watch extends Stream {
  // The first half of a surrogate pair, which is no text without the second.
  #half = ''

  constructor(call, schema) {
    super(call)
    this.schema = schema
  }

  /** More of the document: what changed, and what has become certain. */
  feed(chunk, { signal } = {}) {
    // What is no text is for the server to refuse.
    if (typeof chunk !== 'string') return this._feed('watch.feed', { chunk }, signal)
    const text = this.#half + chunk
    const isCut = /[\ud800-\udbff]$/.test(text)
    this.#half = isCut ? text.slice(-1) : ''
    return this._feed('watch.feed', { chunk: isCut ? text.slice(0, -1) : text }, signal)
  }

  /** The document is over: what it has become. */
  async finish({ signal } = {}) {
    const half = this.#half
    this.#half = ''
    if (!half) return this._finish('watch.finish', signal)
    // Half a pair at the end is for the server to refuse; the document is over in any case.
    const fed = this._feed('watch.feed', { chunk: half }, signal)
    const finished = this._finish('watch.finish', signal)
    finished.catch(() => {})
    await fed
    return finished
  }

  /** Makes room for another document, whatever has become of this one. */
  close() {
    return this._leave('watch.finish')
  }

  [asyncDispose]() {
    return this.close()
  }
}

/** The stream of a provider. */
export class Llm extends Stream {
  /** One event as JSON text: the calls that it touched. */
  feed(event, { signal } = {}) {
    return this._feed('llm.feed', { event }, signal)
  }

  /** The stream is over: every call, and what went wrong. */
  close({ signal } = {}) {
    return this._finish('llm.close', signal)
  }

  [asyncDispose]() {
    return this._leave('llm.close')
  }
}
