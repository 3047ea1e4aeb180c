import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieName, hostedApp, visitorAt } from '#tests/support/hosted-app.ts'
import { issuer } from '#tests/support/relying-party.ts'
import { startSystem } from '#tests/support/system.ts'
import { createWebSession } from '../server/web-session.ts'
import { nextCaller, nextProxy, nextSession } from './next.ts'

const minute = 60_000
const origin = 'https://app.example.com'

const requestOf = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  json?: object,
): Request =>
  new Request(`${origin}${path}`, {
    method,
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: json === undefined ? null : JSON.stringify(json),
  })

const newCookie = (reply: Response): string | undefined => reply.headers.getSetCookie()[0]?.split(';')[0]

test('in Next.js the proxy refreshes, and components only read', async () => {
  await using system = await startSystem()
  const session = createWebSession({
    issuer: 'https://auth.example.com',
    authUrl: system.authUrl,
    usersUrl: system.usersUrl,
    origins: origin,
    now: system.clock.now,
  })
  let passedOn = new Headers()
  const responses = {
    next({ request }: { request: { headers: Headers } }) {
      passedOn = request.headers
      return new Response(null, { headers: { 'x-middleware-next': '1' } })
    },
  }
  const proxy = nextProxy(session, responses)
  const caller = nextCaller(session, async () => passedOn)
  const { password } = await system.signUp('ada')
  const login = await proxy(requestOf('POST', '/auth/login', {}, { username: 'ada', password }))
  const cookie = `theme=dark; ${newCookie(login)}`

  await proxy(requestOf('GET', '/', { cookie }))
  assert.equal((await caller())?.username, 'ada')
  system.clock.advance(16 * minute)
  await assert.rejects(
    caller(),
    /before the reply begins/,
    'without the proxy, it is an error and not nobody',
  )
  const refreshed = await proxy(requestOf('GET', '/', { cookie }))
  assert.equal(passedOn.get('cookie'), `theme=dark; ${newCookie(refreshed)}`)
  assert.equal((await caller())?.username, 'ada')

  const forged = await proxy(requestOf('POST', '/notes', { cookie, origin: 'https://evil.example' }))
  assert.equal(forged.status, 403)
  passedOn = requestOf('POST', '/notes', { cookie, origin: 'https://evil.example' }).headers
  await assert.rejects(caller(), { code: 'forbidden' }, 'where no proxy ran')

  const current = newCookie(refreshed) ?? ''
  await proxy(requestOf('POST', '/auth/logout', { cookie: current }))
  const after = await proxy(requestOf('GET', '/', { cookie: current }))
  assert.deepEqual([await caller(), newCookie(after)], [undefined, '__Host-latchkey-session='])
})

test('a form of a Next.js application is sent to a page of it, by a whole URL as its proxy demands', async () => {
  await using system = await startSystem()
  const addresses = { authUrl: system.authUrl, usersUrl: system.usersUrl }
  const session = createWebSession({ issuer: 'https://auth.example.com', ...addresses, origins: origin })
  const proxy = nextProxy(session, { next: () => new Response() })
  const { password } = await system.signUp('ada')
  const body = new URLSearchParams({ username: 'ada', password, return_to: '/account' })
  const reply = await proxy(
    new Request(`${origin}/auth/login`, { method: 'POST', headers: { origin }, body }),
  )
  assert.deepEqual([reply.status, reply.headers.get('location')], [303, `${origin}/account`])
})

test('the session of Next.js reads the environment with the first request, and leaves the files of the build alone', async () => {
  await using system = await startSystem()
  const app = await hostedApp(system)
  const visitor = await visitorAt(system, app, 'ada')
  const cookie = `${cookieName}=${visitor.cookies.get(cookieName)}`
  let passedOn = new Headers()
  const NextResponse = {
    next({ request }: { request: { headers: Headers } }) {
      passedOn = request.headers
      return new Response(null)
    },
  }
  const { caller, proxy, signIn } = nextSession({
    NextResponse,
    headers: async () => passedOn,
    authUrl: system.authUrl,
    now: system.clock.now,
  })
  assert.throws(() => signIn(), /LATCHKEY_CLIENT_ID.* must be set/, 'nothing was read before')
  const environment = {
    LATCHKEY_ISSUER: issuer,
    LATCHKEY_APP_ORIGIN: app.origin,
    LATCHKEY_CLIENT_ID: app.clientId,
    LATCHKEY_CLIENT_SECRET: app.secret,
  }
  Object.assign(process.env, environment)
  try {
    const file = await proxy(requestOf('GET', '/_next/static/chunks/main.js', { cookie }))
    assert.equal(file.headers.get('cache-control'), null)
    const page = await proxy(requestOf('GET', '/', { cookie }))
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal((await caller())?.username, 'ada')
    assert.equal(signIn({ returnTo: '/notes' }), '/auth/sign-in?return_to=%2Fnotes')
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name]
  }
})
