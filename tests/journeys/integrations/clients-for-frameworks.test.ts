import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseEnv } from 'node:util'
import { frameworks } from '#cli/commands/clients/frameworks.ts'
import { createWebSession, webSessionOptions } from '#sdk/server.ts'
import { engines } from '#tests/support/engines.ts'
import { hostedVisitor } from '#tests/support/hosted-app.ts'
import { type Installation, newInstallation } from '#tests/support/installation.ts'
import { plainBrowser, signInOnPage } from '#tests/support/relying-party.ts'

async function created(at: Installation, ...args: string[]): Promise<Record<string, string | undefined>> {
  const { code, out, err } = await at.run('clients', 'create', '--name', 'Shop', ...args)
  assert.equal(code, 0, err)
  return parseEnv(out)
}

for (const engine of engines)
  test(`the environment that "clients create --for" prints is all that an application needs to sign users in, on ${engine}`, async () => {
    await using at = await newInstallation(engine)
    const { auth: authUrl } = await at.start()
    const user = await at.run('users', 'create', '--username', 'ada', '--email', 'ada@example.com', '--json')
    const { username, password } = JSON.parse(user.out)
    const system = { authUrl }
    const browser = plainBrowser(system)
    await signInOnPage(system, browser, { username, password })
    for (const framework of frameworks) {
      const options = webSessionOptions(await created(at, '--for', framework))
      // The issuer of the test has no server. Its requests go to the port of the service.
      const session = createWebSession({ ...options, authUrl })
      const [origin = ''] = [options.origins].flat()
      const answer = (request: Request) =>
        session.serve(request, async () => Response.json((await session.caller(request)) ?? null))
      const visitor = hostedVisitor(system, { origin, answer }, browser)
      assert.equal((await visitor.open(session.signIn({ returnTo: '/notes' }))).path, '/notes', framework)
      assert.equal(await visitor.whoAmI(), 'ada', framework)
    }
  })

test('an application has the origin that is named, and the settings of other flags', async () => {
  await using at = await newInstallation('sqlite')
  const flags = ['--for', 'next', '--origin', 'https://shop.example.com', '--scopes', 'openid,profile']
  const { code, out } = await at.run('clients', 'create', '--name', 'Shop', ...flags, '--json')
  assert.equal(code, 0)
  const { environment, client_secret, id, ...client } = JSON.parse(out)
  assert.deepEqual(environment, {
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_APP_ORIGIN: 'https://shop.example.com',
    LATCHKEY_CLIENT_ID: id,
    LATCHKEY_CLIENT_SECRET: client_secret,
  })
  assert.deepEqual(
    [client.redirect_uris, client.post_logout_redirect_uris, client.resources, client.scopes],
    [
      ['https://shop.example.com/auth/callback'],
      ['https://shop.example.com/auth/signed-out'],
      ['https://shop.example.com'],
      ['openid', 'profile'],
    ],
  )
})

test('without settings, the issuer is the URL of the authentication service', async () => {
  await using at = await newInstallation('sqlite')
  delete at.environment.LATCHKEY_ISSUER
  at.environment.LATCHKEY_AUTH_PORT = '8090'
  // The databases of this installation were never started, so a first start decides the host.
  const environment = await created(at, '--for', 'express')
  assert.equal(environment.LATCHKEY_ISSUER, 'http://localhost:8090')
  assert.equal(environment.LATCHKEY_APP_ORIGIN, 'http://localhost:3000')
  at.environment.LATCHKEY_AUTH_PORT = '0'
  const refused = await at.run('clients', 'create', '--name', 'Shop', '--for', 'express')
  assert.equal(refused.code, 2)
  assert.match(refused.err, /--for needs LATCHKEY_ISSUER/)
  const { out } = await at.run('clients', 'list', '--json')
  assert.equal(JSON.parse(out).data.length, 1, 'a refused command creates no client')
})

test('over HTTP, the issuer is the one that the service names', async () => {
  await using at = await newInstallation('sqlite')
  const { users } = await at.start()
  const { out } = await at.run('api-keys', 'create', '--name', 'ci', '--scopes', 'clients:write', '--json')
  const file = at.newPath()
  writeFileSync(file, JSON.parse(out).key, { mode: 0o600 })
  delete at.environment.LATCHKEY_ISSUER
  const environment = await created(at, '--for', 'hono', '--url', users, '--api-key-file', file)
  assert.equal(environment.LATCHKEY_ISSUER, 'https://auth.example.com')
})

test('an origin at which no browser would keep the cookie is refused, and so is one without a framework', async () => {
  await using at = await newInstallation('sqlite')
  const refused: [args: string[], message: RegExp][] = [
    [['--for', 'next', '--origin', 'http://shop.example.com'], /cannot keep a session/],
    [['--for', 'next', '--origin', 'https://shop.example.com/app'], /is no origin/],
    [['--origin', 'https://shop.example.com'], /--origin needs --for/],
    [['--for', 'rails'], /--for must be .*next.* or sveltekit/],
  ]
  for (const [args, message] of refused) {
    const { code, err } = await at.run('clients', 'create', '--name', 'Shop', ...args)
    assert.equal(code, 2, args.join(' '))
    assert.match(err, message)
  }
  assert.equal(JSON.parse((await at.run('clients', 'list', '--json')).out).data.length, 0)
})
