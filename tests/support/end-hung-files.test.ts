import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import packageJson from '../../package.json' with { type: 'json' }
import { endHungFiles } from './end-hung-files.ts'

test('a test file that never ends is ended, and a server that was there before it is not', async () => {
  await using processes = new AsyncDisposableStack()
  const start = (script: string) => {
    const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
    processes.defer(() => void child.kill('SIGKILL'))
    return child
  }
  const server = start('setInterval(() => {}, 1_000)')
  using _ = endHungFiles({ maxMs: 100, everyMs: 10 })
  const hung = start('for (;;);')
  assert.deepEqual(await once(hung, 'exit'), [null, 'SIGKILL'])
  assert.equal(server.exitCode ?? server.signalCode, null)
})

test('a file whose test failed and left a server open ends with it', async () => {
  await using folder = new AsyncDisposableStack()
  const path = folder.adopt(mkdtempSync(join(tmpdir(), 'latchkey-test-')), (made) =>
    rmSync(made, { recursive: true }),
  )
  writeFileSync(
    join(path, 'open.test.mjs'),
    `import { test } from 'node:test'
     import { createServer } from 'node:http'
     test('fails', () => { createServer().listen(0, '127.0.0.1'); throw new Error('It failed.') })`,
  )
  const flags = packageJson.scripts.test.split(' ').filter((flag) => /^--test-(force|timeout)/.test(flag))
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const run = spawn(process.execPath, ['--test', ...flags, join(path, 'open.test.mjs')], { env })
  folder.defer(() => void run.kill('SIGKILL'))
  const [out, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')])
  assert.equal(code, 1)
  assert.match(out, /It failed\./)
})
