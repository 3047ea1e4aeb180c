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

test('a run of which a file leaves a server open ends, and says that the file failed', async () => {
  await using folder = new AsyncDisposableStack()
  const path = folder.adopt(mkdtempSync(join(tmpdir(), 'latchkey-test-')), (made) =>
    rmSync(made, { recursive: true }),
  )
  const module = new URL('end-hung-files.ts', import.meta.url).href
  writeFileSync(
    join(path, 'setup.mjs'),
    `import { endHungFiles } from '${module}'
     export const globalSetup = () => void endHungFiles({ maxMs: 1_000, everyMs: 100 })`,
  )
  writeFileSync(
    join(path, 'open.test.mjs'),
    `import { test } from 'node:test'
     import { createServer } from 'node:http'
     test('passes', () => void createServer().listen(0, '127.0.0.1'))`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const flags = ['--test', `--test-global-setup=${join(path, 'setup.mjs')}`, join(path, 'open.test.mjs')]
  const run = spawn(process.execPath, flags, { env })
  folder.defer(() => void run.kill('SIGKILL'))
  const [out, [code]] = await Promise.all([text(run.stdout), once(run, 'exit')])
  assert.equal(code, 1)
  assert.match(out, /open\.test\.mjs/)
})

test('the run of all tests loses no result: it does not end before all are reported', () => {
  // With the flag `--test-force-exit`, Node ends a test file without waiting until its last results are written.
  assert.doesNotMatch(packageJson.scripts.test, /force-exit/)
})
