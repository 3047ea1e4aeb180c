import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printableJson } from './printable.ts'
import { table } from './table.ts'

test('a table fits 80 characters by cutting its flexible columns, and never another', () => {
  const id = '01a1f4d2-8c1e-7a34-b0c5-5d0f6a9e2b71'
  const rows = [
    ['ID', 'DEVICE', 'FROM'],
    [id, 'd'.repeat(60), 'f'.repeat(40)],
    [id, 'short', '192.0.2.1'],
  ]
  const lines = table(rows, { flexible: [1, 2] })
    .trimEnd()
    .split('\n')
  assert.deepEqual(
    lines.filter((line) => line.length > 80),
    [],
  )
  assert.match(lines[1] ?? '', /^\S{36} {2}d+… {2}f+…$/)
  assert.ok(table(rows).includes('d'.repeat(60)))
})

test('what a terminal would obey is shown and not obeyed', () => {
  const name = 'Ada\u001b[2J\u009b31m\r\n\u202eevil'
  const shown = 'Ada\\u001b[2J\\u009b31m\\u000d\\u000a\\u202eevil'
  assert.equal(table([['name', name]]), `name  ${shown}\n`)
  const json = printableJson({ name })
  assert.doesNotMatch(json.trimEnd(), /[^\n\P{Cc}]|\u202e/u)
  assert.deepEqual(JSON.parse(json), { name })
})
