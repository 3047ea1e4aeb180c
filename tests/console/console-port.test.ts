import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartFault } from '#runtime/start-fault.ts'
import { browserOfFile } from '#tests/support/chromium.ts'
import {
  consoleUrl,
  openAsAdmin,
  openConsoleWindow,
  proveAgain,
  says,
} from '#tests/support/console-visitor.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { send, startSystem } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const { inBrowser, browser } = browserOfFile()
const ownPort = { settings: { LATCHKEY_CONSOLE_PORT: '0' } }
const accept = 'text/html'

onEachEngine((start) => {
  test('on a port of its own, the console is on no other one, and an admin signs in to it there', async () => {
    await using system = await start(ownPort)
    for (const url of [system.usersUrl, system.authUrl])
      for (const path of ['/console', '/console/users'])
        assert.equal((await send('GET', `${url}${path}`)).status, 404, `${url}${path}`)
    assert.doesNotMatch((await send('GET', `${system.authUrl}/`, { headers: { accept } })).body, /console/)
    const home = await send('GET', `${system.consoleUrl}/`, { headers: { accept } })
    assert.deepEqual([home.status, home.headers.get('location')], [303, 'console'])
    assert.equal((await send('GET', `${system.consoleUrl}/health`)).status, 200)
    assert.equal((await send('POST', `${system.consoleUrl}/auth/login`, { body: {} })).status, 404, 'no API')
    await using visitor = plainVisitor()
    await openAsAdmin(system, visitor, 'users?q=admin')
    assert.equal(await visitor.heading(), 'Users')
    assert.match(await visitor.text(), /admin · Your account/)
  })
})

test('the sign-in of that port leads to nowhere else, and takes no form of the public port', async () => {
  const elsewhere = 'https://app.example.com'
  await using system = await startSystem({
    settings: {
      ...ownPort.settings,
      LATCHKEY_RETURN_ORIGINS: elsewhere,
      LATCHKEY_GOOGLE_CLIENT_ID: 'an-id',
      LATCHKEY_GOOGLE_CLIENT_SECRET: 'a-secret',
    },
  })
  const signIn = (base: string) =>
    send('GET', `${base}/account/sign-in?return_to=${encodeURIComponent(`${elsewhere}/x`)}`)
  assert.match((await signIn(system.authUrl)).body, /app\.example\.com\/x/)
  assert.match((await signIn(system.authUrl)).body, /sign-in-google/)
  const own = (await signIn(system.consoleUrl)).body
  assert.doesNotMatch(own, /app\.example\.com|google/)
  const foreign: Record<string, string>[] = [{ origin: system.authUrl }, { 'sec-fetch-site': 'same-site' }]
  for (const page of ['console/users', 'account/sign-in'])
    for (const headers of foreign) {
      const sent = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
      const reply = await send('POST', `${system.consoleUrl}/${page}`, { body: 'id=1', headers: sent })
      assert.equal(reply.status, 403, `${page} ${JSON.stringify(headers)}`)
    }
})

test('a fresh proof leads back to the console on its port', inBrowser, async () => {
  await using system = await startSystem(ownPort)
  const { id } = await system.signUp('ada')
  await using opened = await openConsoleWindow(browser(), system, 'users')
  const { page, press, faults } = opened
  system.clock.advance(6 * 60_000)
  await page.goto(consoleUrl(system, 'new-api-key'))
  await page.getByLabel('Name', { exact: true }).fill('ci')
  await page.getByLabel('users:read').check()
  await press('Create API key')
  await proveAgain(page, system)
  assert.equal(new URL(page.url()).origin, system.consoleUrl)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'ci')
  await page.goto(consoleUrl(system, `user?id=${id}`))
  await says(page, 'ada@example.com')
  assert.deepEqual(faults, [])
})

test('a port for a console that is off is refused', async () => {
  for (const off of ['LATCHKEY_CONSOLE', 'LATCHKEY_PAGES'] as const) {
    const starting = startSystem({ settings: { ...ownPort.settings, [off]: 'off' } })
    await assert.rejects(starting, (error: unknown) => {
      assert.ok(error instanceof StartFault)
      assert.match(error.message, new RegExp(`LATCHKEY_CONSOLE_PORT needs the console, and ${off} is off`))
      return true
    })
  }
})
