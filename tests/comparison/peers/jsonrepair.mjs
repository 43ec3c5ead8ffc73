// Runs the npm package jsonrepair on JSON strings, one a line; answers one JSON object a line.
import { createInterface } from 'node:readline'
import { createRequire } from 'node:module'

const require = createRequire(process.argv[2] + '/')
const { jsonrepair } = require('jsonrepair')

for await (const line of createInterface({ input: process.stdin })) {
  let answer
  try {
    answer = { text: jsonrepair(JSON.parse(line)) }
  } catch (error) {
    answer = { error: String(error.message).slice(0, 120) }
  }
  console.log(JSON.stringify(answer))
}
