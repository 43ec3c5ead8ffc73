// The client against the real server: `JSONMEND_BIN=… node --test`.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Client, JsonmendError, ServerExited } from 'jsonmend-client'

/** Runs with a client, which is closed whatever happens. */
async function using(options, use) {
  const client = new Client(options)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

const code = (expected) => (error) => error instanceof JsonmendError && error.code === expected

describe('a client', () => {
  let client
  before(() => { client = new Client({ timeout: 60_000 }) })
  after(() => client.close())

  it('learns what serves', async () => {
    const { name, protocol, streams } = await client.hello()
    assert.deepEqual({ name, protocol, streams }, { name: 'jsonmend', protocol: 1, streams: 1 })
  })

  it('repairs, judges, validates and measures', async () => {
    assert.equal((await client.repair('{a:1,}')).text, '{"a":1}')
    assert.equal((await client.analyze('{:1}')).decision, 'invalid')
    assert.equal((await client.validate('[1,]')).repaired, '[1]')
    const { step, fields } = await client.readiness('{"a":1,"b":"x"}', { step: 2 })
    assert.deepEqual([step, fields.map(({ path }) => path)], [2, ['/a', '/b']])
    const { schema } = await client.validate('{}', { schema_json: { type: 'object', required: ['a'] } })
    assert.deepEqual(schema.missing, ['/a'])
  })

  it('rejects with code, place and prompt', async () => {
    const error = await client.repair('["a" "b"]', { profile: 'execution' }).catch((error) => error)
    assert.ok(error instanceof JsonmendError)
    const { name, exit, offset, byte, line, column } = error
    assert.deepEqual([name, error.code, exit, offset, byte, line, column], ['JsonmendError', 'E011', 5, 5, 5, 1, 6])
    assert.match(error.retry_hint, /Class: adjacent_strings\./)
    await assert.rejects(client.repair('1', { profile: 'careful' }), code('E050'))
    await assert.rejects(client.repair(undefined), code('E050'))
    assert.equal((await client.repair('1')).text, '1')
  })

  it('streams a document', async () => {
    const document = await client.watch({ schema: '{!a:string}' })
    assert.equal(document.schema, '{!a:string}')
    const { deltas, events } = await document.feed('{"a":"x","b')
    assert.deepEqual(deltas.at(-1), { op: 'close', path: '/a', at: 11 })
    assert.deepEqual(events.map(({ kind }) => kind), ['field.settled', 'schema.satisfied'])
    const { final, watcher_final } = await document.finish()
    assert.deepEqual([final.value.a, watcher_final.verdict.ok], ['x', true])
  })

  it('streams character by character, whatever a character is', async () => {
    const text = '{"a":"😀é\u2028","b":[1,2]}'
    const document = await client.watch()
    let said = ''
    for (const unit of text.split('')) {
      for (const { op, path, text } of (await document.feed(unit)).deltas) {
        if (op === 'append' && path === '/a') said += text
      }
    }
    assert.equal((await document.finish()).final.text, text)
    assert.equal(said, '😀é\u2028')
  })

  it('leaves half a pair at the end to the server', async () => {
    const document = await client.watch()
    await document.feed('["\ud83d')
    await assert.rejects(document.finish(), code('E050'))
    await client.watch().then((next) => next.close())
  })

  it('feeds nothing but text', async () => {
    const document = await client.watch()
    await document.feed('["\ud83d')
    for (const chunk of [undefined, 5, null, {}]) await assert.rejects(document.feed(chunk), code('E050'))
    await document.feed('\ude00"]')
    assert.equal((await document.finish()).final.text, '["😀"]')
  })

  it('does not finish what it was told not to', async () => {
    const document = await client.watch()
    await assert.rejects(document.finish({ signal: AbortSignal.abort() }), { name: 'AbortError' })
    await document.close()
    await client.watch().then((next) => next.close())
  })

  for (const open of ['watch', 'llm']) it(`closes a ${open} that nobody holds`, async () => {
    const pause = new AbortController()
    const call = client[open]({ signal: pause.signal })
    setImmediate(() => pause.abort())
    const late = await call.then((held) => held[Symbol.asyncDispose](), (error) => error.name)
    assert.ok([undefined, 'AbortError'].includes(late), late)
    for (const delay of [setImmediate, process.nextTick, queueMicrotask]) {
      const abort = new AbortController()
      const call = client[open]({ signal: abort.signal })
      // Its request has been sent, and the answer takes more than a turn of the loop.
      delay(() => setImmediate(() => abort.abort()))
      await call.then((held) => held[Symbol.asyncDispose](), () => {})
    }
    const next = await client[open]()
    await assert.rejects(client[open](), code('E050'))
    await next[Symbol.asyncDispose]()
  })

  it('leaves the open document when a late start is refused', async () => {
    const document = await client.watch()
    const abort = new AbortController()
    const call = client.watch({ signal: abort.signal })
    setImmediate(() => abort.abort())
    await assert.rejects(call)
    await document.feed('[1]')
    assert.equal((await document.finish()).final.text, '[1]')
  })

  it('has one document at a time, and makes room', async () => {
    const first = await client.watch()
    await assert.rejects(client.watch(), code('E050'))
    await first[Symbol.asyncDispose]()
    const failed = await client.watch({ max_depth: 1 })
    await assert.rejects(failed.feed('[['), code('E020'))
    const next = await client.watch()
    await failed.close()
    await next.feed('[1]')
    assert.equal((await next.finish()).final.text, '[1]')
  })

  it('ends lines at LF only', async () => {
    const text = '["\u2028\u2029\u0085\u2028"]'
    assert.deepEqual((await client.analyze(text)).value, ['\u2028\u2029\u0085\u2028'])
  })

  it('keeps in the text what a number cannot hold', async () => {
    const { text, value } = await client.analyze('[12345678901234567890123,1e400]')
    assert.equal(text, '[12345678901234567890123,1e400]')
    assert.deepEqual(value, [12345678901234567890123, Infinity])
  })

  it('sends no line that is too long', async () => {
    await assert.rejects(client.repair('1'.repeat(9 << 20)), code('E050'))
    const large = `["${'é'.repeat(1 << 20)}"]`
    assert.equal((await client.repair(large)).text, large)
  })

  it('answers many calls at once', async () => {
    const texts = Array.from({ length: 200 }, (_, number) => `[${number}]`)
    const results = await Promise.all(texts.map((text) => client.repair(text.replace(']', ',]'))))
    assert.deepEqual(results.map(({ text }) => text), texts)
  })

  it('gives up when it is told to, and goes on', async () => {
    const aborted = AbortSignal.abort(new Error('no more'))
    await assert.rejects(client.repair('1', { signal: aborted }), /no more/)
    const abort = new AbortController()
    const call = client.repair(`[${'1,'.repeat(100_000)}]`, { signal: abort.signal })
    setImmediate(() => abort.abort())
    await assert.rejects(call, { name: 'AbortError' })
    assert.equal((await client.repair('2')).text, '2')
  })

  it('reads the stream of a provider', async () => {
    const f = { name: 'f', arguments: '{"a":"x' }
    const event = JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [{ index: 0, id: 'c', function: f }] } }] })
    const stream = await client.llm({ provider: 'openai' })
    await assert.rejects(client.llm(), code('E050'))
    const [{ done, value, open_path }] = (await stream.feed(event)).calls
    assert.deepEqual({ done, value, open_path }, { done: false, value: { a: 'x' }, open_path: '/a' })
    const ended = await stream.close()
    assert.deepEqual([ended.calls[0].end, ended.calls[0].executable], ['interrupted', false])
    assert.deepEqual(await client.llmRun([event], { provider: 'openai' }), ended)
    const left = await client.llm()
    await left[Symbol.asyncDispose]()
    assert.deepEqual((await (await client.llm()).close()).calls, [])
  })

  it('reduces, where the server does', async () => {
    const { capabilities } = await client.hello()
    if (capabilities.includes('reduce')) {
      const { inlineText } = await client.reduce({ toolName: 'bash', stdout: 'hello\n' })
      assert.match(inlineText, /hello/)
    }
  })
})

describe('the process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jsonmend-'))
  after(() => rmSync(folder, { recursive: true }))

  /** A server of our own: greets, then does what `script` says with a request. */
  function fake(script, protocol = 1) {
    const file = path.join(folder, 'jm-serve')
    writeFileSync(file, `#!${process.execPath}
      const say = (id, result) => process.stdout.write(JSON.stringify({ id, ok: true, result }) + '\\n')
      let seen = 0
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, params } = JSON.parse(line)
        if (seen++ === 0) say(id, { protocol: ${protocol} })
        else { ${script} }
      })`)
    chmodSync(file, 0o755)
    return folder
  }

  /** One that says nothing, and ends when its input does. */
  function mute() {
    const file = path.join(folder, 'mute')
    writeFileSync(file, '#!/bin/sh\ncat > /dev/null\n')
    chmodSync(file, 0o755)
    return file
  }

  it('is ended by close, which may be repeated', async () => {
    const client = new Client({ args: ['--profile', 'agent'] })
    await assert.rejects(client.repair('[1]'), code('E013'))
    await client.close()
    await client.close()
    await assert.rejects(client.repair('1'), ServerExited)
  })

  it('that ends is an error with its status', () =>
    using({ binary: fake(`process.stdout.write('half', () => process.exit(7))`) }, async (client) => {
      for (const _ of [1, 2]) {
        const error = await client.repair('1').catch((error) => error)
        assert.ok(error instanceof ServerExited)
        assert.deepEqual([error.code, error.exit], ['E051', 7])
      }
    }))

  it('that a signal ends is an error with it', () =>
    using({ binary: fake(`process.kill(process.pid, 'SIGKILL')`) }, async (client) => {
      const { name, exit, signal } = await client.repair('1').catch((error) => error)
      assert.deepEqual([name, exit, signal], ['ServerExited', -9, 'SIGKILL'])
    }))

  for (const line of ['warning: x', '5', 'null', '{"id":1']) it(`that writes ${line} has failed`, () =>
    using({ binary: fake(`console.log(${JSON.stringify(line)})`) }, async (client) => {
      const calls = [client.repair('1'), client.repair('2'), client.repair('3')]
      for (const call of calls) await assert.rejects(call, /no answer/)
      await assert.rejects(client.repair('4'), code('E051'))
    }))

  it('that closes its output and lives is stopped', () =>
    using({ binary: fake(`require('node:fs').closeSync(1); setInterval(() => {}, 1000)`) }, async (client) => {
      await assert.rejects(client.repair('1'), { name: 'ServerExited', signal: 'SIGKILL' })
    }))

  it('that does not greet holds nobody who gives up', () =>
    using({ binary: mute() }, async (client) => {
      await assert.rejects(client.repair('1', { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' })
    }))

  it('that starts a stream late has it closed before the next', () => {
    const script = `
      globalThis.open ??= false
      const { method } = JSON.parse(line)
      if (method === 'repair') say(id, {})
      else if (method === 'watch.finish') { open = false; say(id, {}) }
      else if (open) say(id, { refused: true })
      else { open = true; setTimeout(() => say(id, { schema: String(seen) }), seen === 3 ? 500 : 0) }`
    return using({ binary: fake(script) }, async (client) => {
      // A server that has answered is not late by its own start.
      await client.repair('1')
      await assert.rejects(client.watch({ signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' })
      // The requests are: hello, repair, start, finish, start.
      assert.equal((await client.watch()).schema, '5')
    })
  })

  it('that is late leaves the connection', () =>
    using({ binary: fake('setTimeout(() => say(id, params), params.text === "late" ? 1000 : 0)') }, async (client) => {
      assert.equal((await client.repair('1')).text, '1')
      await assert.rejects(client.repair('late', { signal: AbortSignal.timeout(100) }), { name: 'TimeoutError' })
      assert.equal((await client.repair('2')).text, '2')
    }))

  it('that does not answer in time is an error', () =>
    using({ binary: fake(''), timeout: 1500 }, async (client) => {
      await assert.rejects(client.repair('1'), { name: 'TimeoutError' })
    }))

  it('that does not end is stopped', async () => {
    const client = new Client({ binary: fake('setInterval(() => {}, 1000); say(id, {})') })
    const status = client.repair('1').then(() => client.repair('2')).then(() => client.close())
    await assert.doesNotReject(status)
  })

  it('that speaks another protocol is refused', () =>
    using({ binary: fake('', 2) }, (client) => assert.rejects(client.hello(), /protocol 2/)))

  it('that is not there is an error', () =>
    using({ binary: '/nowhere/jm-serve' }, (client) => assert.rejects(client.hello(), { code: 'ENOENT' })))

  it('that knows no such option is an error', () =>
    using({ args: ['--nope'] }, (client) => assert.rejects(client.hello(), { exit: 2 })))
})

for (const page of ['../README.md', '../../../docs/GUIDE.md']) it(`the conversation of ${page} is real`, () => {
  const [script, behind] = readFileSync(new URL(page, import.meta.url), 'utf8').split('```js\n')[1].split(/```\n(.*)/s)
  const shown = behind.split('```text\n')[1].split('```')[0]
  const folder = new URL('..', import.meta.url)
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, encoding: 'utf8' })
  assert.equal(out, shown)
})
