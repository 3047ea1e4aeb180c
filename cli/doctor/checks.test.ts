import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { insideChecks, outsideChecks } from './checks.ts'

test('every check fits the column of its name, and stands in the guide in the order of the report', () => {
  const guide = readFileSync(new URL('../../docs/guide/check-a-deployment.md', import.meta.url), 'utf8')
  const [, inside = '', outside = ''] = guide.split(/^## From (?:inside|outside)$/m)
  const namesIn = (text: string) => [...text.matchAll(/^\| `([\w ]+)` \|/gm)].map(([, name]) => name)
  for (const [checks, section] of [
    [insideChecks, inside],
    [outsideChecks, outside],
  ] as const) {
    const names = checks.map(({ name }) => name)
    assert.deepEqual(namesIn(section), names)
    assert.equal(new Set(names).size, names.length)
    assert.ok(names.every((name) => name.length <= 15))
  }
})
