import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { exportPage } from './export-page.ts'

test('the page about the export is current (npm run generate)', () => {
  const page = readFileSync(new URL('../../docs/reference/export.md', import.meta.url), 'utf8')
  assert.equal(page, exportPage())
})
