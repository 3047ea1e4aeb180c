import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fencesOf, readPage } from '#tests/documents/markdown.ts'
import {
  type Application,
  ask,
  type Gateway,
  gatewayNames,
  startApplication,
  startAskingGateway,
  startGateway,
  whyNot,
} from '#tests/support/gateways.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'

const addressesOf = (system: System, application: Application) => ({
  users: new URL(system.usersUrl).host,
  auth: new URL(system.authUrl).host,
  application: application.address,
})

test('a proxy may ask with any query: validate and verify do not look at it', async () => {
  await using system = await startSystem()
  const { access_token: token, user } = await system.signUpAndLogIn('ada')
  const other = (await system.signUpAndLogIn('eve')).access_token
  const queries = ['?', '?page=2', '?page=2&page=3', '?a[b]=c&__proto__=1', '?%zz=%00', '?='.repeat(3_000)]
  const routes = [
    ['GET', '/auth/validate'],
    ['GET', '/api/v1/auth/validate'],
    ['POST', '/api/v1/auth/verify'],
  ] as const
  for (const base of [system.authUrl, system.usersUrl])
    for (const [method, path] of routes)
      for (const query of [...queries, `?access_token=${other}&token=${other}`]) {
        const reply = await send(method, `${base}${path}${query}`, { token })
        assert.deepEqual([reply.status, reply.body.user_id], [200, user.id], `${method} ${path}${query}`)
        const without = await send(method, `${base}${path}${query}`)
        assert.deepEqual([without.status, without.body.code], [401, 'token_missing'])
      }
})

/** Checks what the guide promises of each gateway: which requests reach the application, and with which headers. */
async function assertKeepsOut(
  gateway: Gateway,
  { system, application }: { system: System; application: Application },
) {
  const { access_token: token, user, session_id } = await system.signUpAndLogIn('ada')
  const authorization = `Bearer ${token}`
  const url = `${gateway.application}/reports?week=3&filter=a%2Fb&week=4`
  const smuggled = { 'x-auth-user-id': 'somebody', 'X-Auth-Role': 'admin', 'X-Auth-Acr': 'aal2' }

  assert.equal((await ask(url, { ...smuggled, authorization })).status, 200)
  const [seen] = application.asked
  assert.equal(seen?.url, '/reports?week=3&filter=a%2Fb&week=4')
  const facts = [
    ...['x-auth-user-id', 'x-auth-username', 'x-auth-role', 'x-auth-session-id'],
    ...['x-auth-authenticated-at', 'x-auth-acr', 'x-auth-amr'],
  ]
  const { body } = await send('GET', `${system.authUrl}/auth/validate`, { token })
  assert.deepEqual(
    facts.map((name) => seen?.headers[name]),
    [user.id, 'ada', 'user', session_id, body.authenticated_at, 'aal1', 'pwd'],
  )

  const refused = async (headers: Record<string, string>) => {
    const { status } = await ask(url, headers)
    assert.equal(application.asked.length, 1, 'the application was not asked')
    return status
  }
  assert.equal(await refused(smuggled), 401)
  assert.equal(await refused({ authorization: `${authorization.slice(0, -4)}AAAA` }), 401)
  await send('POST', `${system.authUrl}/auth/logout`, { token })
  assert.equal(await refused({ authorization }), 401)
  const eve = await system.signUpAndLogIn('eve')
  await system.stop()
  const status = await refused({ authorization: `Bearer ${eve.access_token}` })
  assert.ok(status >= 500, `nobody is let in while Latchkey is stopped: ${status}`)
}

test('a gateway that passes the query on lets in whom Latchkey knows, and nobody else', async () => {
  await using system = await startSystem()
  await using application = await startApplication()
  await using gateway = await startAskingGateway(addressesOf(system, application))
  await assertKeepsOut(gateway, { system, application })
})

test('the pages in docs/guide show the files in deploy/gateways as they are', () => {
  const shown: [page: string, language: string, file: string][] = [
    ['proxies', 'nginx', 'nginx.conf'],
    ['proxies', 'caddy', 'Caddyfile'],
    ['proxies', 'haproxy', 'haproxy.cfg'],
    ['proxies', 'lua', 'latchkey.lua'],
    ['proxies', 'yaml', 'traefik.yaml'],
    ['envoy', 'yaml', 'envoy.yaml'],
    ['deploying', 'nginx', 'nginx-two-nodes.conf'],
  ]
  for (const [page, language, file] of shown) {
    const fences = fencesOf(readPage(`docs/guide/${page}.md`)).filter((one) => one.language === language)
    assert.deepEqual(
      fences.map(({ content }) => content),
      [readPage(`deploy/gateways/${file}`)],
      file,
    )
  }
})

for (const name of gatewayNames) {
  describe(`${name}, with its file in deploy/gateways`, { skip: whyNot(name) }, () => {
    test('lets in whom Latchkey knows, tells the application who it is, and keeps out everybody else', async () => {
      await using system = await startSystem()
      await using application = await startApplication()
      await using gateway = await startGateway(name, addressesOf(system, application))
      const { access_token } = await system.signUpAndLogIn('bob')
      const posted = await send('POST', `${gateway.application}/orders`, {
        token: access_token,
        body: { pieces: 3 },
        headers: { x_auth_role: 'admin', 'x-auth_role': 'admin' },
      })
      assert.equal(posted.status, 200)
      const [order] = application.asked.splice(0)
      assert.deepEqual([order?.method, order?.body], ['POST', '{"pieces":3}'])
      const names = Object.keys(order?.headers ?? {}).filter(
        (one) => one.includes('auth') && one.includes('_'),
      )
      assert.deepEqual(names, [])
      const { status, headers } = await ask(`${gateway.application}/`, {})
      assert.equal(status, 401)
      assert.match(headers['www-authenticate'] ?? '', /^Bearer/)
      await assertKeepsOut(gateway, { system, application })
    })

    test('stands before Latchkey: it tells the address of the client, and keeps what is inside', async () => {
      await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
      await using application = await startApplication()
      await using gateway = await startGateway(name, addressesOf(system, application))
      const { username, password } = await system.signUp('ada')
      // The client connects from 127.0.0.2, which is no trusted proxy, and claims another address in X-Forwarded-For.
      const claimed = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' }
      const elsewhere = { localAddress: '127.0.0.2', method: 'POST', body: { username, password } }
      const login = await ask(`${gateway.latchkey}/auth/login`, claimed, elsewhere)
      const { access_token: token } = JSON.parse(login.body)
      // `system.send` is not used here: it would fail because of headers that gateways add and no OpenAPI document lists.
      const listed = await ask(`${gateway.latchkey}/api/v1/auth/sessions`, {
        authorization: `Bearer ${token}`,
      })
      assert.deepEqual(
        JSON.parse(listed.body).data.map(({ address }: { address: string }) => address),
        ['127.0.0.2'],
      )
      const inside = [
        '/internal/validate-user',
        '/internal',
        '/INTERNAL/x',
        '/dev/mail',
        '/dev/mail.json',
        '/%69nternal/x',
      ]
      for (const path of inside) {
        const reply = await ask(`${gateway.latchkey}${path}`, {
          authorization: `Bearer ${system.serviceToken()}`,
        })
        assert.equal(reply.status, 404, path)
        assert.ok(!reply.body.includes('request_id'), `${path} reached Latchkey`)
      }
    })
  })
}
