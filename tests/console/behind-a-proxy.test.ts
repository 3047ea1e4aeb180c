import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ask } from '#tests/support/gateways.ts'
import { type System, startSystem } from '#tests/support/system.ts'

/** The headers of a request, and whether the console takes its browser for one that is at an https URL. */
type Case = [what: string, headers: Record<string, string>, isHttps: boolean]

const client = '203.0.113.9'

const casesOf: Record<'https' | 'http' | 'none', Case[]> = {
  https: [
    ['a proxy that passes on nothing but the host', { host: 'id.example.com' }, true],
    ['a host with the port of https', { host: 'ID.example.com:443' }, true],
    [
      'a proxy that says http of its own connection',
      { host: 'id.example.com', 'x-forwarded-proto': 'http' },
      true,
    ],
    [
      'a proxy that names its upstream as the host',
      { host: 'latchkey:8080', 'x-forwarded-for': client },
      true,
    ],
    ['a proxy under a second name', { host: 'console.example.com', 'x-forwarded-for': client }, true],
    ['a proxy that says https', { host: 'nas:8090', 'x-forwarded-proto': 'https' }, true],
    ['a browser at the port of the service', { host: 'id.example.com:8090' }, false],
    ['a browser at another name of the machine', { host: 'nas:8090' }, false],
    ['a browser on the machine itself', { host: 'localhost:8090' }, true],
  ],
  http: [
    ['a proxy in clear text', { host: 'id.example.com', 'x-forwarded-for': client }, false],
    ['a proxy that says https', { host: 'id.example.com', 'x-forwarded-proto': 'https' }, true],
  ],
  none: [
    ['a proxy that says nothing', { host: 'id.example.com', 'x-forwarded-for': client }, false],
    ['a proxy that says https', { host: 'id.example.com', 'x-forwarded-proto': 'https' }, true],
  ],
}

for (const [scheme, cases] of Object.entries(casesOf))
  describe(`the console, with ${scheme === 'none' ? 'no public URL' : `a public URL that begins with ${scheme}`}`, () => {
    let system: System
    before(async () => {
      system = await startSystem({
        settings: {
          LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
          ...(scheme === 'none' ? {} : { LATCHKEY_PUBLIC_URL: `${scheme}://id.example.com` }),
        },
      })
    })
    after(() => system.stop())

    for (const [what, headers, isHttps] of cases)
      test(`${isHttps ? 'opens' : 'says that cookies are lost'} for ${what}`, async () => {
        const { status } = await ask(`${system.authUrl}/console/users`, headers)
        assert.equal(status, isHttps ? 303 : 400)
      })
  })

test('a console with a port of its own opens behind a proxy with TLS that says nothing of it', async () => {
  await using system = await startSystem({
    settings: { LATCHKEY_CONSOLE_PORT: '0', LATCHKEY_PUBLIC_URL: 'https://id.example.com' },
  })
  const headers = { host: 'console.example.com', 'x-forwarded-for': client }
  assert.equal((await ask(`${system.consoleUrl}/console/users`, headers)).status, 303)
  for (const [origin, status] of [
    ['https://console.example.com', 303],
    ['http://console.example.com', 403],
    ['https://id.example.com', 403],
  ] as const)
    for (const path of ['console/users', 'account/sign-out']) {
      const sent = { ...headers, origin, 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await ask(`${system.consoleUrl}/${path}`, sent, { method: 'POST' })
      assert.equal(reply.status, status, `${origin} ${path} ${reply.body}`)
    }
})
