import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import {
  type Deployment,
  newDeployment,
  type Service,
  services,
  withDatabase,
} from '#tests/support/deployment.ts'
import { mailTo } from '#tests/support/mail.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { serve } from '#tests/support/other-versions.ts'
import { freePorts, newMasterKey, type Started, startProcess } from '#tests/support/process.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const ada = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
const { email: _, ...credentials } = ada

/** The settings of a deployment that names no issuer, at a port that is the same after each start. */
async function withoutIssuer({ environment }: Deployment) {
  const { LATCHKEY_ISSUER: _named, ...rest } = environment
  const [port = 0] = await freePorts(1)
  return { port, environment: { ...rest, LATCHKEY_AUTH_PORT: `${port}` } as Record<string, string> }
}

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

async function logIn({ auth }: Started) {
  const { status, body } = await send('POST', `${auth}/auth/login`, { body: credentials })
  assert.equal(status, 200)
  return { token: String(body.access_token), refreshToken: String(body.refresh_token) }
}

/** Checks the host of everything that an installation names: the start, tokens, metadata, and links in mails. */
async function assertNames(node: Started, { data }: Deployment, host: string): Promise<void> {
  const url = new RegExp(`^http://${host}:\\d+$`)
  assert.match(node.users, url)
  assert.match(node.auth, url)
  const mailbox = node.lines.find((line) => line.includes('"mailbox"')) ?? ''
  assert.ok(mailbox.includes(`"mailbox":"${node.users}/dev/mail?key=`), mailbox)
  assert.equal(claimsOf((await logIn(node)).token).iss, node.auth)
  const metadata = await send('GET', `${node.auth}/.well-known/openid-configuration`)
  assert.equal(metadata.body.issuer, node.auth)
  const body = { email: ada.email }
  assert.equal((await send('POST', `${node.auth}/api/v1/auth/password/forgot`, { body })).status, 202)
  const link = `${node.auth}/account/reset-password?token=`
  await until('a link in a mail', async () =>
    (await mailTo({ usersUrl: node.users, data }, ada.email)).some(({ text }) => text.includes(link)),
  )
}

/** Takes the tables away that this version added, as the version before had left the databases. */
async function toVersionBefore({ urls }: Deployment): Promise<void> {
  for (const service of services)
    await withDatabase(urls[service], async (db) => {
      await db.execute('DROP TABLE default_urls')
      await db.query`DELETE FROM migrations WHERE name LIKE '%-default-urls.sql'`
    })
}

const defaultHostIn = ({ urls }: Deployment, service: Service) =>
  withDatabase(urls[service], async (db) => {
    const [row] = await db.query<{ host: string }>`SELECT host FROM default_urls`
    return row?.host
  })

async function recordDefaultHost({ urls }: Deployment, host: string): Promise<void> {
  for (const service of services)
    await withDatabase(urls[service], (db) => db.query`UPDATE default_urls SET host = ${host}`)
}

onEachEngine((_start, engine) => {
  test('a new installation names localhost: at the start, in tokens and in links, and after each restart', async () => {
    await using deployment = await newDeployment(engine)
    const { environment, port } = await withoutIssuer(deployment)
    await migrated(deployment)
    let pair = { token: '', refreshToken: '' }
    {
      await using node = await serve(environment)
      assert.equal(node.auth, `http://localhost:${port}`)
      assert.equal((await send('POST', `${node.users}/users/create`, { body: ada })).status, 201)
      await assertNames(node, deployment, 'localhost')
      pair = await logIn(node)
    }
    await using again = await serve(environment)
    assert.equal(again.auth, `http://localhost:${port}`)
    assert.equal((await send('GET', `${again.auth}/auth/validate`, { token: pair.token })).status, 200)
    const numeric = `http://127.0.0.1:${port}`
    assert.equal((await send('GET', `${numeric}/auth/validate`, { token: pair.token })).status, 200)
  })

  test('an installation of the version before keeps its issuer, and with it every token', async () => {
    await using deployment = await newDeployment(engine)
    const { environment, port } = await withoutIssuer(deployment)
    await migrated(deployment)
    const before = `http://127.0.0.1:${port}`
    let pair = { token: '', refreshToken: '' }
    {
      await using node = await serve({ ...environment, LATCHKEY_ISSUER: before })
      assert.equal((await send('POST', `${node.users}/users/create`, { body: ada })).status, 201)
      pair = await logIn(node)
    }
    await toVersionBefore(deployment)
    await migrated(deployment)
    for (const service of services)
      assert.equal(await defaultHostIn(deployment, service), 'listen_address', service)
    await using node = await serve(environment)
    assert.equal(node.auth, before)
    assert.equal((await send('GET', `${before}/auth/validate`, { token: pair.token })).status, 200)
    const refreshed = await send('POST', `${before}/auth/refresh`, {
      body: { refresh_token: pair.refreshToken },
    })
    assert.equal(refreshed.status, 200)
    await assertNames(node, deployment, '127.0.0.1')
  })
})

test('a setting is always stronger than the default host', async () => {
  await using deployment = await newDeployment('sqlite')
  const { environment } = await withoutIssuer(deployment)
  await using node = await serve({
    ...environment,
    LATCHKEY_ISSUER: 'https://id.example.com',
    LATCHKEY_PUBLIC_URL: 'https://sign-in.example.com',
  })
  assert.equal((await send('POST', `${node.users}/users/create`, { body: ada })).status, 201)
  assert.equal(claimsOf((await logIn(node)).token).iss, 'https://id.example.com')
  const body = { email: ada.email }
  await send('POST', `${node.auth}/api/v1/auth/password/forgot`, { body })
  await until('a link in a mail', async () =>
    (await mailTo({ usersUrl: node.users, data: deployment.data }, ada.email)).some(({ text }) =>
      text.includes('https://sign-in.example.com/account/reset-password'),
    ),
  )
})

test('with another port, only the port of the issuer changes', async () => {
  await using deployment = await newDeployment('sqlite')
  const { environment } = await withoutIssuer(deployment)
  const [other] = await freePorts(1)
  for (const settings of [environment, { ...environment, LATCHKEY_AUTH_PORT: `${other}` }]) {
    await using node = await serve(settings)
    const { body } = await send('GET', `${node.auth}/.well-known/openid-configuration`)
    assert.equal(body.issuer, `http://localhost:${settings.LATCHKEY_AUTH_PORT}`)
  }
})

test('an address of its own that the services listen on stays in the issuer', async () => {
  await using deployment = await newDeployment('sqlite')
  const { environment, port } = await withoutIssuer(deployment)
  await using node = await serve({ ...environment, LATCHKEY_HOST: '127.0.0.2' })
  const { body } = await send('GET', `${node.auth}/.well-known/openid-configuration`)
  assert.equal(body.issuer, `http://127.0.0.2:${port}`)
})

test('services of two processes name localhost too, in tokens and in links', async () => {
  await using usersOf = await newDeployment('sqlite')
  await using authOf = await newDeployment('sqlite')
  const [usersPort = 0, authPort = 0] = await freePorts(2)
  const both = {
    LATCHKEY_SERVICE_TOKEN: 'T2mZq8Wn5vKx1RbLc7Yd4HsGf9Jp3EuAoNiV6tXk',
    LATCHKEY_MASTER_KEY: newMasterKey(),
    LATCHKEY_USERS_PORT: `${usersPort}`,
    LATCHKEY_AUTH_PORT: `${authPort}`,
  }
  const settingsOf = ({ data }: Deployment) => ({ ...both, LATCHKEY_DATA: data })
  await using users = await startProcess(['users'], settingsOf(usersOf))
  await using auth = await startProcess(['auth'], settingsOf(authOf))
  const node = { ...auth, users: users.users, lines: users.lines }
  assert.equal((await send('POST', `${users.users}/users/create`, { body: ada })).status, 201)
  await assertNames(node, usersOf, 'localhost')
})

test('the services answer at localhost also where it leads to ::1 first', async () => {
  await using deployment = await newDeployment('sqlite')
  const { environment, port } = await withoutIssuer(deployment)
  await using node = await serve(environment)
  assert.equal(node.auth, `http://localhost:${port}`)
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const both = [
    { address: '::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ]
  request(`${node.auth}/health`, {
    lookup: (_host, _options, done) => done(null, both),
  })
    .on('response', (response) => resolve(response.resume().statusCode))
    .on('error', reject)
    .end()
  assert.equal(await promise, 200)
})

/** Opens a page as a browser does, at an address by which this machine reaches itself. */
async function open(
  port: number,
  path: string,
  { host, method = 'GET', headers = {} }: { host: string; method?: string; headers?: Record<string, string> },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = { host: `${host}:${port}`, 'sec-fetch-mode': 'navigate', ...headers }
  request({ host: '127.0.0.1', port, path, method, headers: sent }, resolve).on('error', reject).end()
  const response = (await promise).resume()
  return `${response.statusCode} ${response.headers.location ?? ''}`.trim()
}

test('a browser that opens a page at another name of this machine is led to the address of the installation', async () => {
  await using deployment = await newDeployment('sqlite')
  const { environment, port } = await withoutIssuer(deployment)
  await using node = await serve(environment)
  assert.equal(node.auth, `http://localhost:${port}`)
  const numeric = { host: '127.0.0.1' }
  for (const host of ['127.0.0.1', '[::1]'])
    for (const path of [
      '/account',
      '/account/sign-in?return_to=name',
      '/account/no-such-page',
      '/console',
      '/console/',
      '/console/users?q=%C3%A4&status=active',
    ])
      for (const method of ['GET', 'HEAD']) {
        const to = path === '/account/no-such-page' ? '404' : `303 ${node.auth}${path}`
        assert.equal(await open(port, path, { host, method }), to, `${method} ${host} ${path}`)
      }
  for (const path of ['/health', '/.well-known/openid-configuration', '/api/v1/auth/federated'])
    assert.equal(await open(port, path, numeric), '200', path)
  const signIn = '/account/sign-in'
  assert.equal(await open(port, signIn, { host: 'localhost' }), '200')
  assert.equal(await open(port, signIn, { host: 'id.example.com' }), '200', 'not a name of this machine')
  const otherPort = { host: `127.0.0.1:${port === 65_535 ? port - 1 : port + 1}` }
  assert.equal(
    await open(port, signIn, { ...numeric, headers: otherPort }),
    '200',
    'a port that was forwarded',
  )
  const passedOn = { 'x-forwarded-for': '192.0.2.7' }
  assert.equal(await open(port, signIn, { ...numeric, headers: passedOn }), '200', 'a proxy changed the name')
  const byScript = { 'sec-fetch-mode': 'cors' }
  assert.equal(await open(port, signIn, { ...numeric, headers: byScript }), '200', 'no page is opened')
  const step = `authorize?interaction=${'x'.repeat(43)}`
  for (const path of [`/account/${step}`, `${signIn}?return_to=${encodeURIComponent(step)}`])
    assert.doesNotMatch(await open(port, path, numeric), /localhost/, 'its cookie is where it began')
  const { status } = await send('POST', `http://127.0.0.1:${port}${signIn}`)
  assert.equal(status, 403, 'a form is answered where it was sent')
})

test('a browser stays where the setting or the issuer has it, and where people use a host of their own', async () => {
  await using deployment = await newDeployment('sqlite')
  const { environment, port } = await withoutIssuer(deployment)
  const [numeric, named] = [`http://127.0.0.1:${port}`, `http://localhost:${port}`]
  await migrated(deployment)
  // As an installation of an earlier version has it, which has no passkeys without a setting.
  await recordDefaultHost(deployment, 'listen_address')
  for (const [settings, host, to] of [
    [
      { LATCHKEY_PUBLIC_URL: numeric, LATCHKEY_ISSUER: numeric },
      'localhost',
      `303 ${numeric}/account/sign-in`,
    ],
    [{ LATCHKEY_PUBLIC_URL: numeric, LATCHKEY_ISSUER: numeric }, '127.0.0.1', '200'],
    [{ LATCHKEY_PUBLIC_URL: named, LATCHKEY_ISSUER: numeric }, '127.0.0.1', '200'],
    [{ LATCHKEY_PUBLIC_URL: 'https://id.example.com' }, '127.0.0.1', '200'],
    // Passkeys of localhost work there only.
    [
      {
        LATCHKEY_PUBLIC_URL: numeric,
        LATCHKEY_ISSUER: numeric,
        LATCHKEY_PASSKEY_DOMAIN: 'localhost',
        LATCHKEY_PASSKEY_ORIGINS: named,
      },
      'localhost',
      '200',
    ],
    [
      { LATCHKEY_PUBLIC_URL: numeric, LATCHKEY_ISSUER: numeric, LATCHKEY_PASSKEY_DOMAIN: 'localhost' },
      '[::1]',
      `303 ${numeric}/account/sign-in`,
    ],
  ] as const) {
    await using _node = await serve({ ...environment, ...settings })
    const about = `${JSON.stringify(settings)} at ${host}`
    assert.equal(await open(port, '/account/sign-in', { host }), to, about)
    if ('LATCHKEY_PASSKEY_DOMAIN' in settings && to === '200')
      assert.doesNotMatch(await open(port, '/console/users', { host }), /127\.0\.0\.1/, about)
  }
  await recordDefaultHost(deployment, 'localhost')
  await using _node = await serve({
    ...environment,
    LATCHKEY_PUBLIC_URL: numeric,
    LATCHKEY_ISSUER: numeric,
  })
  const asked = await open(port, '/account/sign-in', { host: 'localhost' })
  assert.equal(asked, '200', 'without a setting, its passkeys are of localhost')
})

async function migrated({ environment }: Deployment): Promise<void> {
  const { code, err } = await runInHost(['migrate'], environment)
  assert.deepEqual([code, err], [0, ''])
}
