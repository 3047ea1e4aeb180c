import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { fail, ok, warn } from './check.ts'
import { countFindings, describeExamined, summaryOf } from './report.ts'

const words =
  'a sentence of many words that is far longer than any line of a terminal and must be broken between its words'

test('no line is wider than the terminal, and each finding has its fix below', () => {
  for (const columns of [60, 80, 120, 300]) {
    const text = stripVTControlCharacters(
      describeExamined(
        { check: 'internal routes', where: 'inside', findings: [fail(words, words), ok('short')] },
        columns,
      ),
    )
    const lines = text.trimEnd().split('\n')
    assert.ok(
      lines.every((line) => line.length <= Math.min(columns, 100)),
      text,
    )
    assert.match(lines[0] ?? '', /^ {2}fail {5}internal routes {2}a sentence/)
    assert.equal(lines.filter((line) => /^ +fix: /.test(line)).length, 1, text)
    assert.match(lines.at(-1) ?? '', /^ {2}ok +short$/)
  }
})

test('a file gets one line for each text, and what a server has sent cannot steer a terminal', () => {
  const text = describeExamined(
    { check: 'mail', where: 'inside', findings: [warn(`${words}\u001b[2J`, words)] },
    undefined,
  )
  assert.equal(stripVTControlCharacters(text).trimEnd().split('\n').length, 2)
  assert.ok(!text.includes('\u001b[2J'))
})

test('the summary counts findings, and says first what to do', () => {
  const findings = [ok('a'), warn('b', 'm'), warn('c', 'm')]
  const counts = countFindings([{ check: 'x', where: 'inside', findings }])
  assert.equal(summaryOf(counts), 'It works, with warnings: 0 failures, 2 warnings, 1 ok, 0 skipped.\n')
  assert.match(summaryOf({ ...counts, fail: 1 }), /^Fix the failures first: 1 failure, /)
  assert.match(summaryOf({ ...counts, warn: 0 }), /^No problems found: /)
})
