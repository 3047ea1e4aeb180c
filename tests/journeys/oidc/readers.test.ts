import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { logInTo, relyingParty, signedInBrowser } from '#tests/support/relying-party.ts'
import type { System } from '#tests/support/system.ts'

/** A request of a script to an endpoint that scripts of OpenID clients call. */
interface Asked {
  path: string
  method: 'GET' | 'POST'
  form?: Record<string, string>
  headers?: Record<string, string>
}

const registered = 'https://wiki.example.com'
const other = 'https://evil.example.com'
const origins = [registered, other, 'null', undefined]

const documents: Asked[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/.well-known/jwks.json',
].map((path) => ({ path, method: 'GET' }))

/** Sends a request or its preflight, and returns the status with the origin that may read the reply. */
async function answerTo(
  system: System,
  { path, method, form, headers }: Asked,
  { origin, isPreflight }: { origin: string | undefined; isPreflight: boolean },
) {
  const reply = await fetch(system.authUrl + path, {
    method: isPreflight ? 'OPTIONS' : method,
    headers: {
      ...(isPreflight ? { 'access-control-request-method': method } : headers),
      ...(origin && { origin }),
    },
    ...(form && !isPreflight && { body: new URLSearchParams(form) }),
  })
  await reply.arrayBuffer()
  assert.equal(reply.headers.get('access-control-allow-credentials'), null, path)
  const reader = reply.headers.get('access-control-allow-origin')
  if (reader !== '*') assert.match(reply.headers.get('vary') ?? '', /origin/i, path)
  if (isPreflight) assert.equal(reply.status, 204, path)
  return { status: reply.status, reader }
}

onEachEngine((startSystem) => {
  test('scripts of every origin read the public documents', async () => {
    await using system = await startSystem()
    for (const asked of documents)
      for (const origin of origins)
        for (const isPreflight of [false, true]) {
          const { status, reader } = await answerTo(system, asked, { origin, isPreflight })
          assert.deepEqual([status, reader], [isPreflight ? 204 : 200, '*'], `${asked.path} ${origin}`)
        }
  })

  test('what a public client calls is read by scripts of its own origins only, and never by the origin `null`', async () => {
    await using system = await startSystem()
    const redirect_uris = ['com.example.app:/signed-in', `${registered}/callback`]
    const settings = { token_endpoint_auth_method: 'none', redirect_uris }
    const app = await relyingParty(system, {
      ...settings,
      grant_types: ['authorization_code', 'refresh_token', 'device_code'],
    })
    const browser = await signedInBrowser(system, await system.signUp('ada'))
    const tokens = await logInTo({ ...app, redirectUri: `${registered}/callback` }, browser)
    const client = { client_id: app.id }
    const bearer = { authorization: `Bearer ${tokens.access_token}` }
    const called: Asked[] = [
      {
        ...{ path: '/oidc/token', method: 'POST' },
        form: { ...client, grant_type: 'refresh_token', refresh_token: 'x' },
      },
      { path: '/oidc/userinfo', method: 'GET', headers: bearer },
      { path: '/oidc/userinfo', method: 'POST', headers: bearer },
      { path: '/oidc/par', method: 'POST', form: client },
      { path: '/oidc/device/authorize', method: 'POST', form: client },
      { path: '/api/v1/auth/introspect', method: 'POST', form: { ...client, token: 'x' } },
      { path: '/api/v1/auth/revoke', method: 'POST', form: { ...client, token: 'x' } },
    ]
    for (const asked of called)
      for (const origin of origins) {
        const about = `${asked.method} ${asked.path} ${origin}`
        const reply = await answerTo(system, asked, { origin, isPreflight: false })
        assert.equal(reply.reader, origin === registered ? registered : null, about)
        // The preflight names no client: the reply to the request itself is what its own origins may read.
        const preflight = await answerTo(system, asked, { origin, isPreflight: true })
        assert.equal(preflight.reader, origin === 'null' ? null : (origin ?? null), `preflight of ${about}`)
      }
    for (const path of ['/oidc/token', '/oidc/userinfo', '/api/v1/auth/revoke']) {
      const unknown: Asked = { path, method: 'POST', form: { client_id: 'x' } }
      const { reader } = await answerTo(system, unknown, { origin: 'null', isPreflight: false })
      assert.equal(reader, null, `no client at ${path}`)
    }
  })

  test('no script reads what a confidential client asks about tokens', async () => {
    await using system = await startSystem()
    const { id, secret = '' } = await relyingParty(system)
    const form = { client_id: id, client_secret: secret, token: 'x' }
    for (const path of ['/oidc/token', '/api/v1/auth/introspect', '/api/v1/auth/revoke']) {
      const asked: Asked = { path, method: 'POST', form }
      const { reader } = await answerTo(system, asked, { origin: registered, isPreflight: false })
      assert.equal(reader, null, path)
    }
  })
})
