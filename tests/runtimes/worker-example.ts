import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { hostedVisitor } from '#tests/support/hosted-app.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { appAt, registerApp, signUpAt } from '#tests/support/registered-app.ts'
import { issuer, signInOnPage } from '#tests/support/relying-party.ts'
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
  bindings: Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('LATCHKEY_'))),
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
  const data = temporaryFolder()
  await using latchkey = await startProcess([], {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ISSUER: issuer,
    LATCHKEY_MAILBOX: 'on',
  })
  const [port = 0] = await freePorts(1)
  const origin = `http://localhost:${port}`
  const environment = { ...registerApp('hono', { data, issuer, origin }), LATCHKEY_AUTH_URL: latchkey.auth }
  await using _application = await runApplication(folder, 'serve.js', { port, environment })
  await signUpAt(latchkey, person)
  const system = { authUrl: latchkey.auth }
  const visitor = hostedVisitor(system, appAt(origin))
  await signInOnPage(system, visitor.browser, person)
  assert.equal((await visitor.open('/account')).path, '/account')
  assert.match(await (await visitor.send('/')).text(), /Hello grace/)
  assert.equal((await visitor.send('/admin')).status, 403)
  const stolen = hostedVisitor(system, appAt(origin))
  for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value)
  const out = await visitor.send('/auth/logout', { method: 'POST', body: new URLSearchParams() })
  assert.equal(out.status, 303)
  assert.doesNotMatch(await (await stolen.send('/')).text(), /grace/)
}
