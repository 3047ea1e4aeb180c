import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openAppBrowser } from '#tests/support/app-browser.ts'
import { freePorts, startProcess } from '#tests/support/process.ts'
import { runApplication } from '#tests/support/run-application.ts'
import { repository, runProgram } from '#tests/support/run-program.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { installExample } from './install-example.ts'

const person = { username: 'grace', email: 'grace@example.com', password: 'correct horse battery' }

/** Builds the example for Next.js, and uses its pages until after the expiry of an access token. */
export async function tryNext(): Promise<undefined> {
  const folder = await installExample('next')
  for (const name of ['app', 'proxy.js', 'session.js'])
    cpSync(join(repository, 'examples/next', name), join(folder, name), { recursive: true })
  const next = 'node_modules/next/dist/bin/next'
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  runProgram(process.execPath, [next, 'build'], folder)

  await using latchkey = await startProcess([], {
    LATCHKEY_DATA: temporaryFolder(),
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_ACCESS_TOKEN_LIFETIME: '10s',
  })
  const [port = 0] = await freePorts(1)
  const environment = { LATCHKEY_URL: latchkey.auth, LATCHKEY_USERS_URL: latchkey.users }
  await using _application = await runApplication(folder, next, { port, environment, args: ['start'] })
  const browser = openAppBrowser(`http://localhost:${port}`)

  assert.equal((await browser.send('POST', '/auth/signup', { json: person })).status, 201)
  assert.match((await browser.send('GET', '/account')).text, /<h1>grace<\/h1>/)
  const before = browser.cookie
  await setTimeout(11_000)
  assert.match((await browser.send('GET', '/account')).text, /<h1>grace<\/h1>/, 'after the token has expired')
  assert.notEqual(browser.cookie, before)
  const forged = { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
  assert.equal((await browser.send('POST', '/account', forged)).status, 403)
  const stolen = Object.assign(openAppBrowser(`http://localhost:${port}`), { cookie: browser.cookie })
  assert.equal((await browser.send('POST', '/auth/logout')).status, 200)
  assert.equal((await stolen.send('GET', '/account')).status, 307)
  const form = { username: person.username, password: person.password, return_to: '/account' }
  const login = await browser.send('POST', '/auth/login', { form })
  assert.deepEqual([login.status, login.headers.get('location')], [303, '/account'])
  assert.match((await browser.send('GET', '/account')).text, /<h1>grace<\/h1>/)
}
