import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { operations } from '../generated/operations.ts'
import { sessionPaths } from './session-operations.ts'

test('a session calls its operations as the contract has them', () => {
  for (const [name, path] of Object.entries(sessionPaths)) {
    const operation = operations[name as keyof typeof sessionPaths]
    assert.deepEqual([operation.method, operation.path], ['POST', path], name)
  }
})

test('a session adds at most five and a half kilobytes to a page', async (t) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../session.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'warning',
  })
  const size = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  t.diagnostic(`${size} bytes`)
  assert.ok(size > 2_000 && size <= 5_632, `${size} bytes`)
})
