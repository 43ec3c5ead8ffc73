// What `tsc --noEmit --strict` accepts and what it does not.

import { Client, JsonmendError, ServerExited, type Options, type Repaired } from 'jsonmend-client'

const options: Options = { profile: 'agent', disable: ['R005'], schema_json: { type: 'object' } }
await using client = new Client({ args: ['--profile', 'agent'], timeout: 1000 })
const repaired: Repaired = await client.repair('{', { ...options, signal: AbortSignal.timeout(9) })
const edits: number[] = repaired.repairs.flatMap(({ edits }) => edits.map(({ byte }) => byte))
await using document = await client.watch({ schema: '{!a:string}' })
for (const delta of (await document.feed('{')).deltas) {
  if (delta.op === 'append') delta.text.length
  // @ts-expect-error: only what is appended has a text.
  if (delta.op === 'close') delta.text
}
const end: 'open' | string = (await client.llmRun([], { provider: 'auto' })).calls[0].end
const error: Error = new ServerExited({ code: 'E051', message: '', exit: 0 })
if (error instanceof JsonmendError) error.retry_hint?.length
// @ts-expect-error: no such profile.
await client.analyze('', { profile: 'careful' })
// @ts-expect-error: a text is text.
await client.validate(1)
void [edits, end]
