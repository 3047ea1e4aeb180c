import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { referencePages, withTables } from './reference-pages.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

for (const [name, page] of Object.entries(referencePages)) {
  test(`docs/reference/${name} is current (npm run generate)`, () => {
    assert.equal(read(`docs/reference/${name}`), page())
  })
}

test('the tables of the README are current (npm run generate)', () => {
  const page = read('README.md')
  assert.equal(page, withTables(page))
})
