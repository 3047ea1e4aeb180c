import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { readPage, root } from './markdown.ts'
import { faultOfTest } from './named-tests.ts'

const page = 'docs/reference/invariants.md'
const markdown = readPage(page)

/** The numbers of all invariants, in order. */
const ids = Array.from({ length: 150 }, (_, at) => `I${String(at + 1).padStart(2, '0')}`)

/** Returns what is wrong with the tables of a page of invariants. */
function faultsOf(text: string): string[] {
  const rows = [...text.matchAll(/^\| (I\d+) \|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, id = '', promise = '', tests = '']) => ({ id, promise: promise.trim(), tests: tests.trim() }),
  )
  const shown = rows.map(({ id }) => id)
  return [
    ...ids.filter((id) => !shown.includes(id)).map((id) => `${id} has no row`),
    ...shown
      .filter((id, at) => !ids.includes(id) || shown.indexOf(id) !== at)
      .map((id) => `${id} is a row too many`),
    ...rows.filter(({ promise }) => promise === '').map(({ id }) => `${id} promises nothing`),
    ...rows.flatMap(({ id, tests }) =>
      tests
        .split('<br>')
        .map(faultOfTest)
        .filter((fault) => fault !== undefined)
        .map((fault) => `${id} ${fault}`),
    ),
  ]
}

/** Returns the numbers in a text that look like those of an invariant. */
const numbersIn = (text: string): string[] => text.match(/\bI\d+\b/g) ?? []

test('each invariant has one row, and each row names tests that are there', () => {
  assert.deepEqual(faultsOf(markdown), [])
})

test('each number of an invariant in code, tests and documents has a row', () => {
  const mentions = globSync('**/*.{ts,js,sql,md}', {
    cwd: root,
    exclude: ['**/node_modules', '**/.*', 'dist', 'data'],
  })
    // This file names numbers that have no row.
    .filter((file) => file !== 'tests/documents/invariants.test.ts')
    .flatMap((file) => numbersIn(readPage(file)).map((id) => ({ file, id })))
  assert.deepEqual(
    mentions.filter(({ id }) => !ids.includes(id)),
    [],
    `Give the invariant a row in ${page}.`,
  )
  assert.ok(mentions.length > 800, 'the check has something to look at')
})

test('a row, a promise, a test and a number that are missing would be found', () => {
  const [before = '', after = ''] = markdown.split(/^\| I19 \|.*\n/m)
  const others = faultsOf(markdown)
  /** Returns the faults that the page has with these rows in place of that of I19. */
  const faultsWith = (rows: string) =>
    faultsOf(`${before}${rows}${after}`).filter((fault) => !others.includes(fault))
  const own = '`invariants.test.ts › each invariant has one row, and each row names tests that are there`'
  const good = `| I19 | It holds. | ${own} |\n`
  assert.deepEqual(faultsWith(good), [])
  assert.deepEqual(faultsWith(''), ['I19 has no row'])
  assert.deepEqual(faultsWith(`${good}${good}`), ['I19 is a row too many'])
  assert.deepEqual(faultsWith(`${good}${good.replace('I19', 'I151')}`), ['I151 is a row too many'])
  assert.deepEqual(faultsWith(`| I19 | | ${own} |\n`), ['I19 promises nothing'])
  const faultOf = (test: string) => faultsWith(`| I19 | It holds. | ${own}<br>${test} |\n`).join()
  assert.equal(faultOf(''), 'I19 names no test: ')
  assert.equal(faultOf('`nothing.test.ts › a test`'), 'I19 names a file that is not there: nothing.test.ts')
  assert.match(faultOf('`links.test.ts › a test`'), /^I19 names several files/)
  assert.match(faultOf(own.replace('one row', 'two rows')), /^I19 names a test that \S+ does not have: each/)
  assert.deepEqual(numbersIn('I1, I19 and (I151), but not RFC7519, I18n or MI5'), ['I1', 'I19', 'I151'])
})
