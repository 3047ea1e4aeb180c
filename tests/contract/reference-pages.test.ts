import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { referencePages } from './reference-pages.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

for (const [name, page] of Object.entries(referencePages)) {
  test(`docs/reference/${name} is current (npm run generate)`, () => {
    assert.equal(read(`docs/reference/${name}`), page())
  })
}
