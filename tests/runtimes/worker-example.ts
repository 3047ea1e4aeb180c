import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { openAppBrowser } from '#tests/support/app-browser.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { repository } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { installExample } from './install-example.ts'

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

const serve = `
import { Miniflare } from 'miniflare'

const worker = new Miniflare({
  modules: true,
  scriptPath: 'worker.bundle.js',
  compatibilityDate: '2026-07-01',
  host: 'localhost',
  port: Number(process.env.PORT),
  bindings: {
    ORIGIN: 'http://localhost:' + process.env.PORT,
    LATCHKEY_URL: process.env.LATCHKEY_URL,
    LATCHKEY_USERS_URL: process.env.LATCHKEY_USERS_URL,
  },
})
await worker.ready
process.once('SIGTERM', () => worker.dispose().then(() => process.exit()))
`

/** Runs the example for Hono on workerd, the runtime of Cloudflare Workers, without any of Node's modules. */
export async function tryWorker(): Promise<undefined> {
  const folder = await installExample('hono', { miniflare: '4.20260730.0' })
  await build({
    stdin: {
      contents: `export { default } from './worker.js'`,
      resolveDir: join(repository, 'examples/hono'),
    },
    nodePaths: [join(folder, 'node_modules')],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'import'],
    outfile: join(folder, 'worker.bundle.js'),
    logLevel: 'warning',
  })
  writeFileSync(join(folder, 'serve.js'), serve)
  await using latchkey = await startProcess([], {
    LATCHKEY_DATA: temporaryFolder(),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
  })
  const [port = 0] = await freePorts(1)
  const environment = { LATCHKEY_URL: latchkey.auth, LATCHKEY_USERS_URL: latchkey.users }
  await using _application = await runApplication(folder, 'serve.js', { port, environment })
  const browser = openAppBrowser(`http://localhost:${port}`)
  assert.equal((await browser.send('POST', '/auth/signup', { json: person })).status, 201)
  assert.deepEqual((await browser.send('GET', '/')).json(), { hello: 'grace' })
  assert.equal((await browser.send('GET', '/account')).json().username, 'grace')
  assert.equal((await browser.send('GET', '/admin')).status, 403)
  const stolen = Object.assign(openAppBrowser(`http://localhost:${port}`), { cookie: browser.cookie })
  assert.equal((await browser.send('POST', '/auth/logout')).status, 200)
  assert.deepEqual((await stolen.send('GET', '/')).json(), { hello: 'stranger' })
}
