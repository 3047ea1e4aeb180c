import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readPage, root } from './markdown.ts'
import { faultOfTest } from './named-tests.ts'

const markdown = readPage('docs/reference/asvs.md')

/** The sections of ASVS 5.0.0 that have requirements of levels 1 and 2, and the level of each of these, in order. */
const sections: Record<string, string> = {
  '1.1': '22',
  '1.2': '111112222',
  '1.3': '11222222222',
  '1.4': '222',
  '1.5': '12',
  '2.1': '122',
  '2.2': '112',
  '2.3': '1222',
  '2.4': '2',
  '3.2': '11',
  '3.3': '1222',
  '3.4': '112222',
  '3.5': '11122',
  '3.7': '22',
  '4.1': '122',
  '4.2': '2',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112',
  '5.3': '11',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '1122',
  '6.4': '1122',
  '6.5': '22222',
  '6.6': '222',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '22',
  '7.6': '22',
  '8.1': '12',
  '8.2': '112',
  '8.3': '1',
  '8.4': '2',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '22',
  '10.3': '2222',
  '10.4': '11111222222',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '22',
  '11.2': '222',
  '11.3': '112',
  '11.4': '1222',
  '11.5': '2',
  '11.6': '2',
  '12.1': '122',
  '12.2': '11',
  '12.3': '2222',
  '13.1': '2',
  '13.2': '22222',
  '13.3': '22',
  '13.4': '12222',
  '14.1': '22',
  '14.2': '1222',
  '14.3': '122',
  '15.1': '122',
  '15.2': '122',
  '15.3': '1222222',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '222',
  '17.1': '2',
  '17.2': '2222',
  '17.3': '22',
}

const requirements = Object.entries(sections).flatMap(([section, levels]) =>
  Array.from(levels, (level, at) => ({ id: `V${section}.${at + 1}`, level })),
)

const kinds = ['test', 'code', 'page', 'n/a', 'no']

const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (V\d+\.\d+\.\d+) \| (.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm)].map(
    ([, id = '', level = '', requirement = '', kind = '', evidence = '']) => ({
      id,
      level,
      requirement,
      kind,
      evidence,
    }),
  )

type Row = ReturnType<typeof rowsOf>[number]

/** Returns what is wrong with the evidence of a row: a test, a source file or a page that it must name. */
function faultOfEvidence({ kind, evidence }: Row): string | undefined {
  if (kind === 'test') {
    const parts = evidence.split('<br>')
    const tests = parts.filter((part, at) => at === 0 || part.startsWith('`'))
    return tests.map(faultOfTest).find((fault) => fault !== undefined)
  }
  if (kind === 'code') {
    const [, file = ''] = /^`([\w./-]+)`/.exec(evidence) ?? []
    return file !== '' && existsSync(join(root, file)) ? undefined : `names a file that is not there: ${file}`
  }
  if (kind === 'page') return /^\[[^\]]+\]\([^)]+\)/.test(evidence) ? undefined : 'names no page'
  if (!kinds.includes(kind)) return `is met by nothing that is known: ${kind}`
  return evidence.trim() === '' ? 'gives no reason' : undefined
}

function faultsOf(text: string): string[] {
  const rows = rowsOf(text)
  const shown = rows.map(({ id }) => id)
  return [
    ...requirements.filter(({ id }) => !shown.includes(id)).map(({ id }) => `${id} has no row`),
    ...rows.flatMap((row, at) => {
      const expected = requirements.find(({ id }) => id === row.id)
      return [
        ...(expected === undefined || shown.indexOf(row.id) !== at ? ['is a row too many'] : []),
        ...(expected !== undefined && expected.level !== row.level ? ['has another level'] : []),
        ...(row.requirement.trim() === '' ? ['says nothing'] : []),
        ...[faultOfEvidence(row)].filter((fault) => fault !== undefined),
      ].map((fault) => `${row.id} ${fault}`)
    }),
  ]
}

/** Returns the row of the table of counts for these rows. */
const countsOf = (name: string, rows: Row[]): string => {
  const counts = [
    ...['1', '2'].map((level) => rows.filter((row) => row.level === level).length),
    ...kinds.map((kind) => rows.filter((row) => row.kind === kind).length),
  ]
  return `| ${[name, ...counts].join(' | ')} |`
}

test('each of the 253 requirements of ASVS levels 1 and 2 has one row, with evidence that is there', () => {
  assert.equal(requirements.length, 253)
  assert.deepEqual(faultsOf(markdown), [])
  assert.deepEqual(
    rowsOf(markdown).map(({ id }) => id),
    requirements.map(({ id }) => id),
    'the rows are in the order of the standard',
  )
})

test('the table of counts says what the rows say', () => {
  const rows = rowsOf(markdown)
  const chapters = Array.from({ length: 17 }, (_, at) => `V${at + 1}`)
  const expected = [
    ...chapters.map((chapter) =>
      countsOf(
        chapter,
        rows.filter(({ id }) => id.startsWith(`${chapter}.`)),
      ),
    ),
    countsOf('All', rows),
  ]
  const shown = markdown.split('\n').filter((line) => /^\| (V\d+|All) \|/.test(line))
  assert.deepEqual(shown, expected)
})

test('a row, a test, a file, a level and a reason that are missing would be found', () => {
  const [before = '', after = ''] = markdown.split(/^\| V6\.2\.1 \|.*\n/m)
  const faultsWith = (rows: string) => faultsOf(`${before}${rows}${after}`)
  const good = '| V6.2.1 | 1 | It holds. | no | A reason |\n'
  assert.deepEqual(faultsWith(good), [])
  assert.deepEqual(faultsWith(''), ['V6.2.1 has no row'])
  assert.deepEqual(faultsWith(good + good), ['V6.2.1 is a row too many'])
  assert.deepEqual(faultsWith(good + good.replace('6.2.1', '6.2.13')), ['V6.2.13 is a row too many'])
  assert.deepEqual(faultsWith(good.replace('| 1 |', '| 2 |')), ['V6.2.1 has another level'])
  assert.deepEqual(faultsWith(good.replace('A reason', '')), ['V6.2.1 gives no reason'])
  assert.deepEqual(faultsWith(good.replace('| no |', '| code |')), [
    'V6.2.1 names a file that is not there: ',
  ])
  assert.deepEqual(faultsWith(good.replace('| no |', '| page |')), ['V6.2.1 names no page'])
  assert.deepEqual(faultsWith(good.replace('| no |', '| test |')), ['V6.2.1 names no test: A reason'])
  assert.deepEqual(
    faultsWith(good.replace('| no |', '| test |').replace('A reason', '`asvs.test.ts › none`')),
    ['V6.2.1 names a test that tests/documents/asvs.test.ts does not have: none'],
  )
})
