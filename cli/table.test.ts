import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printableJson } from './printable.ts'
import { table } from './table.ts'
import { textWidth, wrapText } from './text-width.ts'

const id = '01a1f4d2-8c1e-7a34-b0c5-5d0f6a9e2b71'
const linesOf = (text: string): string[] => text.trimEnd().split('\n')

test('a table fits the terminal by cutting its flexible columns, never below what they keep', () => {
  const rows = [
    ['ID', 'DEVICE', 'FROM'],
    [id, 'd'.repeat(80), '192.0.2.111'],
    [id, 'short', '2001:db8::1'],
  ]
  const flexible = { 1: 8, 2: 15 }
  for (const columns of [70, 80, 120]) {
    const lines = linesOf(table(rows, { flexible, columns }))
    assert.deepEqual(
      lines.filter((line) => line.length > columns),
      [],
    )
    assert.match(lines[1] ?? '', /^\S{36} {2}d+… {2}192\.0\.2\.111$/)
  }
  const narrow = linesOf(table(rows, { flexible, columns: 20 }))
  assert.match(narrow[1] ?? '', /^\S{36} {2}ddddddd… {2}192\.0\.2\.111$/)
  assert.ok(table(rows, { columns: 80 }).includes('d'.repeat(60)), 'no other column is cut')
})

test('a narrow terminal leaves optional columns out, and other output has everything', () => {
  const rows = [
    ['ID', 'NAME', 'MADE BY', 'USED'],
    [id, 'n'.repeat(60), id, '2026-11-21'],
  ]
  const layout = { flexible: { 1: 10 }, optional: [2, 3] }
  const headOf = (columns: number) =>
    linesOf(table(rows, { ...layout, columns }))[0]
      ?.trim()
      .split(/ +/)
  assert.deepEqual(headOf(120), ['ID', 'NAME', 'MADE', 'BY', 'USED'])
  assert.deepEqual(headOf(80), ['ID', 'NAME', 'USED'])
  assert.deepEqual(headOf(50), ['ID', 'NAME'])
  const piped = table(rows, layout)
  assert.ok(piped.includes('n'.repeat(60)) && piped.includes(`${id}  2026-11-21`))
})

test('a last column that wraps has all of its words, beside the others or below them', () => {
  const words = 'Card reported as stolen by a bank, see the ticket'
  const rows = [
    ['user.suspended', words],
    ['user.restored', '-'],
  ]
  const beside = linesOf(table(rows, { flexible: { 1: 10 }, wraps: true, columns: 40 }))
  assert.deepEqual(beside, [
    'user.suspended  Card reported as stolen',
    '                by a bank, see the',
    '                ticket',
    'user.restored   -',
  ])
  const below = linesOf(table(rows, { flexible: { 1: 24 }, wraps: true, columns: 32 }))
  assert.deepEqual(below.slice(0, 3), [
    'user.suspended',
    '      Card reported as stolen by',
    '      a bank, see the ticket',
  ])
  assert.equal(
    linesOf(table(rows, { flexible: { 1: 10 }, wraps: true })).length,
    2,
    'elsewhere nothing wraps',
  )
  const long = 'b'.repeat(7)
  assert.deepEqual(wrapText(`a ${long} 渡辺 渡`, 5), ['a', long, '渡辺', '渡'], 'a long word can be copied')
})

test('columns stay in line whatever characters are in them', () => {
  const names = ['Ada', '渡辺 健', 'Zo\u0065\u0308', '👩‍💻 dev', '🇫🇷', '김민준', '❤️', 'ｗｉｄｅ']
  const lines = linesOf(table([...names.map((name) => [name, '|'])], { columns: 80 }))
  const widths = lines.map((line) => textWidth(line.slice(0, line.indexOf('|'))))
  assert.deepEqual(new Set(widths), new Set([10]))
  const cut = linesOf(table([['渡辺渡辺渡辺', '|']], { flexible: { 0: 5 }, columns: 8 }))
  assert.deepEqual(cut, ['渡辺…  |'])
  assert.deepEqual(['Ada', '渡辺', 'e\u0301', '👩‍💻', ''].map(textWidth), [3, 4, 1, 2, 0])
})

test('what a terminal would obey is shown and not obeyed', () => {
  const name = 'Ada\u001b[2J\u009b31m\r\n\u202eevil'
  const shown = 'Ada\\u001b[2J\\u009b31m\\u000d\\u000a\\u202eevil'
  assert.equal(table([['name', name]]), `name  ${shown}\n`)
  const json = printableJson({ name })
  assert.doesNotMatch(json.trimEnd(), /[^\n\P{Cc}]|\u202e/u)
  assert.deepEqual(JSON.parse(json), { name })
})
