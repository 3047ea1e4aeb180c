import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Started, startProcess } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

/**
 * Starts both services in a process that first runs the given program. `notes` returns the text that this program has
 * written to its file.
 */
async function startBehind(t: TestContext, program: string): Promise<Started & { notes(): string[] }> {
  const folder = temporaryFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'notes')
  const started = await startProcess(
    ['--data', join(folder, 'data'), '--users-port', '0', '--auth-port', '0'],
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}`, NOTES: file },
  )
  const notes = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])
  return { ...started, notes }
}

const notesLoadsAndCollections = `
  import { appendFileSync } from 'node:fs'
  import { registerHooks, syncBuiltinESMExports } from 'node:module'
  import vm from 'node:vm'
  const note = (line) => appendFileSync(process.env.NOTES, line + '\\n')
  registerHooks({
    load(url, context, next) {
      note(url.split('/').slice(-2).join('/'))
      return next(url, context)
    },
  })
  const { runInNewContext } = vm
  vm.runInNewContext = (...args) => {
    const collect = runInNewContext(...args)
    return async (options) => {
      const before = process.memoryUsage.rss()
      await collect(options)
      note('collected ' + options.flavor + (process.memoryUsage.rss() < before ? ': smaller' : ': not smaller'))
    }
  }
  syncBuiltinESMExports()`

test('an idle process loads what its start left out, and then gives the memory of the start back', async (t) => {
  await using started = await startBehind(t, notesLoadsAndCollections)
  const collections = () => started.notes().filter((line) => line.startsWith('collected'))
  await until('a collection', () => collections().length > 0)
  assert.deepEqual(collections(), ['collected last-resort: smaller'])
  const notes = started.notes()
  const before = notes.slice(0, notes.indexOf('collected last-resort: smaller'))
  for (const file of ['pages/page-answers.ts', 'passkeys/routes.ts', 'webhooks/routes.ts'])
    assert.ok(before.includes(file), file)
  assert.equal((await fetch(`${started.auth}/account/sign-in`)).status, 200)
})

const losesFiles = `
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (/[/]auth[/](?:pages[/]page-answers|links[/]routes)[.]ts/.test(url)) throw new Error('The disk is away.')
      return next(url, context)
    },
  })`

test('a file that cannot be loaded is a 500 for the requests that need it, is logged, and hurts no other request', async (t) => {
  await using started = await startBehind(t, losesFiles)
  const { auth, child } = started
  let log = ''
  child.stdout?.on('data', (data) => {
    log += data
  })
  const lines = () => log.split('\n')
  for (const path of [
    '/account/sign-in',
    '/account/reset-password?token=x',
    '/api/v1/auth/password/forgot',
  ]) {
    const isPage = path.startsWith('/account')
    const reply = await fetch(
      `${auth}${path}`,
      isPage ? {} : { ...asJson, body: '{"email":"a@example.com"}' },
    )
    const { code, request_id } = (await reply.json()) as { code: string; request_id: string }
    assert.deepEqual([path, reply.status, code], [path, 500, 'internal'])
    await until(`a line about ${path}`, () =>
      lines().some((line) => line.includes(request_id) && line.includes('The disk is away.')),
    )
  }
  await until('the line of a start that did not settle', () =>
    lines().some((line) => line.includes('the start did not settle')),
  )
  assert.equal((await fetch(`${auth}/health`)).status, 200)
})

const asJson = { method: 'POST', headers: { 'content-type': 'application/json' } }
