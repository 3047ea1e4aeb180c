import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownFiles, readPage } from './markdown.ts'

const inCode = /`((?:latchkey|http_server|rpc_server)_[a-z_]+)(?:\{[^}`]*\})?`/g

test('every metric that a guide names is on the page about metrics', () => {
  const known = new Set([...readPage('docs/reference/metrics.md').matchAll(inCode)].map(([, name]) => name))
  const guides = markdownFiles.filter((page) => page.startsWith('docs/guide/'))
  const named = guides.flatMap((page) =>
    [...readPage(page).matchAll(inCode)].map(([, name]) => ({ page, name })),
  )
  assert.deepEqual(
    named.filter(({ name }) => !known.has(name)),
    [],
  )
  assert.ok(named.length > 20, 'the check has something to look at')
})
