import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieOf, cookieOfAdmin } from '#tests/support/browser-cookie.ts'
import { freePorts } from '#tests/support/process.ts'
import { type System, startSystem } from '#tests/support/system.ts'

let system: System
before(async () => {
  const [port] = await freePorts(1)
  system = await startSystem({ settings: { LATCHKEY_INTERNAL_PORT: `${port}` } })
})
after(() => system.stop())

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('the bare address leads a browser and a program somewhere on both services, and every link is there', async () => {
  for (const base of [system.usersUrl, system.authUrl]) {
    const page = await system.send('GET', `${base}/`, { headers: browser })
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(page.headers.get('vary') ?? '', /accept\b/)
    const links = [...String(page.body).matchAll(/<a href="([^"]+)"/g)].map(([, to = '']) => to)
    assert.deepEqual(links, ['account', 'console', 'docs', 'openapi.json', 'health'])
    const json = await system.send('GET', `${base}/`)
    assert.match(json.headers.get('content-type') ?? '', /^application\/json/)
    const { name, ...paths } = json.body
    assert.ok(name.startsWith('Latchkey'))
    for (const to of [...links, ...Object.values<string>(paths)]) {
      const { status } = await system.send('GET', new URL(to, `${base}/`).href, { headers: browser })
      assert.ok(status === 200 || status === 303, `${to} ${status}`)
    }
  }
})

test('any other unknown path is still answered 404, also for a browser, and a port of internal routes leads nowhere', async () => {
  for (const url of [
    `${system.usersUrl}/index.html`,
    `${system.authUrl}/welcome`,
    `${system.internalUrl}/`,
  ]) {
    const { status, body } = await system.send('GET', url, { headers: browser })
    assert.deepEqual([status, body.code], [404, 'route_not_found'], url)
  }
  assert.equal((await system.send('POST', `${system.usersUrl}/`, { body: {} })).status, 404)
})

test('without account pages the bare address does not lead to them', async () => {
  await using other = await startSystem({ settings: { LATCHKEY_PAGES: 'off' } })
  const { body } = await other.send('GET', `${other.usersUrl}/`)
  assert.equal(body.account, undefined)
  assert.doesNotMatch(
    (await other.send('GET', `${other.usersUrl}/`, { headers: browser })).body,
    /<a href="account/,
  )
})

test('the bare address leads an admin to the console while signed in, and nobody else', async () => {
  const home = async (cookie: string, headers = browser) =>
    system.send('GET', `${system.authUrl}/`, { headers: { ...headers, cookie } })
  const admin = await cookieOfAdmin(system)
  const led = await home(admin)
  assert.deepEqual([led.status, led.headers.get('location')], [303, 'console'])
  assert.equal(led.headers.get('cache-control'), 'no-store')
  assert.equal((await home(admin, { accept: 'application/json' })).status, 200)
  for (const cookie of [
    await cookieOf(system, await system.signUp('ada')),
    '__Host-latchkey=unknown',
    'other=1',
  ])
    assert.match((await home(cookie)).body, /<a href="account"/)
  await system.send('POST', `${system.authUrl}/account/sign-out`, {
    headers: { cookie: admin, origin: system.authUrl, 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.match((await home(admin)).body, /<a href="account"/)
})
