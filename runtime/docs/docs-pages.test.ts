import assert from 'node:assert/strict'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import Fastify from 'fastify'
import { docsPages } from './docs-pages.ts'

test('names that no document has do not cost a file, however many are asked for', async (t) => {
  t.after(syncBuiltinESMExports)
  const [atOnce, later] = [t.mock.method(fs, 'readFileSync'), t.mock.method(fs.promises, 'readFile')]
  syncBuiltinESMExports()
  const guidesRead = () =>
    [...atOnce.mock.calls, ...later.mock.calls].filter((call) => String(call.arguments[0]).endsWith('.md'))
      .length
  await using app = Fastify()
  docsPages(app, { title: 'Latchkey', routes: [] })
  assert.equal((await app.inject('/docs/guide/support')).statusCode, 200)
  const once = guidesRead()
  assert.ok(once > 0)
  for (const path of ['/docs/guide/nothing', '/docs/x/y', '/docs/guide/support.md.md'])
    assert.notEqual((await app.inject(path)).statusCode, 200, path)
  assert.equal((await app.inject('/docs/guide/support.md')).statusCode, 200)
  assert.equal(guidesRead(), once)
})
