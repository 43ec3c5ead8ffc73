// Runs the npm package partial-json on JSON strings, one a line; answers one JSON object a line.
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'

const require = createRequire(process.argv[2] + '/')
const { parse } = require('partial-json')

for await (const line of createInterface({ input: process.stdin })) {
  let answer
  try {
    const text = JSON.stringify(parse(JSON.parse(line)))
    answer = text === undefined ? { error: 'nothing found' } : { text }
  } catch (error) {
    answer = { error: String(error.message).slice(0, 120) }
  }
  console.log(JSON.stringify(answer))
}
