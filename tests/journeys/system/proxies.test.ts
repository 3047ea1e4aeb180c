import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { credentials } from '@grpc/grpc-js'
import { fencesOf, readPage } from '#tests/documents/markdown.ts'
import { adminPassword } from '#tests/support/console-visitor.ts'
import {
  type Application,
  ask,
  type Gateway,
  gatewayAuthority,
  gatewayHosts,
  gatewayNames,
  placeGateway,
  reachGateways,
  startApplication,
  startAskingGateway,
  startGateway,
  whyNot,
} from '#tests/support/gateways.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import { startSignInApp } from '#tests/support/sign-in-app.ts'
import { type System, send, startSystem } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

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
    'x-auth-user-id',
    'x-auth-username',
    'x-auth-role',
    'x-auth-session-id',
    'x-auth-authenticated-at',
    'x-auth-acr',
    'x-auth-amr',
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
  const shown: [page: string, language: string, ...files: string[]][] = [
    ['proxies', 'nginx', 'nginx.conf'],
    ['proxies', 'caddy', 'Caddyfile'],
    ['proxies', 'haproxy', 'haproxy.cfg'],
    ['proxies', 'lua', 'latchkey.lua'],
    ['proxies', 'yaml', 'traefik.yaml', 'traefik-latchkey.yaml'],
    ['envoy', 'yaml', 'envoy.yaml'],
    ['deploying', 'nginx', 'nginx-two-nodes.conf'],
  ]
  for (const [page, language, ...files] of shown) {
    const fences = fencesOf(readPage(`docs/guide/${page}.md`)).filter((one) => one.language === language)
    assert.deepEqual(
      fences.map(({ content }) => content),
      files.map((file) => readPage(`deploy/gateways/${file}`)),
      files.join(),
    )
  }
})

reachGateways()

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

    test('with TLS: console, account, an app by OpenID Connect and gRPC work, and browsers are kept on https', async () => {
      const { ports, url } = await placeGateway()
      await using system = await startSystem({
        settings: {
          LATCHKEY_PUBLIC_URL: url,
          LATCHKEY_ISSUER: url,
          LATCHKEY_TRUSTED_PROXIES: '127.0.0.1',
        },
      })
      await using application = await startApplication()
      const behind = {
        ...addressesOf(system, application),
        usersGrpc: system.usersGrpc,
        authGrpc: system.authGrpc,
      }
      await using gateway = await startGateway(name, behind, ports)
      assert.equal(gateway.latchkey, url)

      await using admin = plainVisitor()
      await admin.open(`${url}/console`)
      assert.equal(await admin.heading(), 'Sign in')
      await admin.fill('Username or email address', 'admin')
      await admin.fill('Password', adminPassword(system))
      await admin.press('Sign in')
      assert.equal(await admin.heading(), 'Overview')
      assert.match(await admin.text(), /admin · Your account/)
      await admin.open(`${url}/account`)
      assert.match(await admin.text(), /admin/)

      const ada = await system.signUp('ada')
      await using app = await startSignInApp(system, { name: 'Wiki', first_party: true }, url)
      await using visitor = plainVisitor()
      await visitor.open(`${app.url}/sign-in`)
      await visitor.fill('Username or email address', 'ada')
      await visitor.fill('Password', ada.password)
      await visitor.press('Sign in')
      assert.equal(await visitor.heading(), 'Welcome, ada')

      // The client connects from 127.0.0.2, which is no trusted proxy.
      await using client = await startProxy(`https://127.0.0.1:${ports.https}`, undefined, '127.0.0.2')
      await assertRpcsWork({ system, at: new URL(client.url).host, ada })

      for (const path of ['/console', '/account', '/oidc/authorize?x=%20y', '/'])
        for (const host of Object.values(gatewayHosts)) {
          const reply = await ask(`http://127.0.0.1:${ports.http}${path}`, { host })
          assert.ok([301, 308].includes(reply.status), `${host}${path}: ${reply.status}`)
          const to = new URL(reply.headers.location ?? '')
          assert.deepEqual([to.protocol, to.hostname, `${to.pathname}${to.search}`], ['https:', host, path])
        }
      const answered = ['/account', '/health', '/nowhere', '/internal']
      for (const base of [gateway.latchkey, gateway.application])
        for (const path of answered) {
          const { headers } = await ask(`${base}${path}`, {})
          assert.equal(headers['strict-transport-security'], 'max-age=31536000', `${base}${path}`)
        }
    })
  })
}

/** Calls both services by gRPC through a gateway, with an address that the client claims, and reads a stream. */
async function assertRpcsWork({
  system,
  at,
  ada,
}: {
  system: System
  at: string
  ada: { id: string; username: string; password: string }
}): Promise<void> {
  const channel = () => credentials.createSsl(Buffer.from(gatewayAuthority.cert))
  const options = {
    'grpc.ssl_target_name_override': gatewayHosts.latchkey,
    'grpc.default_authority': gatewayHosts.latchkey,
  }
  using auth = rpcClient(at, 'latchkey.auth.v1.AuthService', channel(), options)
  using users = rpcClient(at, 'latchkey.users.v1.UserService', channel(), options)
  using notifications = rpcClient(at, 'latchkey.notifications.v1.NotificationService', channel(), options)
  const { username, password, id } = ada
  const login = await auth.call(
    'Login',
    { username, password },
    { metadata: { 'x-forwarded-for': '198.51.100.7' } },
  )
  const token: string = login.tokens.access_token
  assert.equal((await users.call('GetUser', { id }, { token })).user.username, 'ada')
  const sessions = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, { token })
  const current = sessions.body.data.find((one: { current: boolean }) => one.current)
  assert.equal(current.address, '127.0.0.2', 'a claimed address is not believed')
  const stream = notifications.open('StreamNotifications', {}, { token })
  stream.on('error', () => {})
  const first = once(stream, 'data')
  const opened = once(stream, 'metadata')
  await opened
  const { access_token: adminToken } = await system.admin()
  await system.send('POST', `${system.usersUrl}/api/v1/notifications`, {
    token: adminToken,
    body: { user_id: id, title: 'Hello', body: 'Through the gateway' },
  })
  await first
  stream.cancel()
}
