import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerPaths } from '#auth/oidc/core/provider-paths.ts'
import { noteRoutes } from '#tests/support/mounted-routes.ts'
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
        path: '/oidc/token',
        method: 'POST',
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

  test('a script can read why it was refused before its client was known, at every path that it may call', async () => {
    const noted = noteRoutes()
    await using system = await startSystem()
    const authPort = Number(new URL(system.authUrl).port)
    const withReaders = noted
      .stop()
      .filter(({ port, methods }) => port === authPort && methods.has('OPTIONS'))
      .map(({ path }) => path)
    await relyingParty(system)
    assert.ok(withReaders.length >= 5, 'the documents, revocation and introspection')
    const large = 'x'.repeat(70_000)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const bent = { 'content-type': 'application/json' }
    const refusals: {
      method: string
      headers?: Record<string, string>
      body?: string
      query?: string
      statuses: number[]
    }[] = [
      { method: 'PUT', statuses: [405] },
      { method: 'POST', headers: form, body: `token=${large}`, statuses: [400, 405, 413] },
      {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x',
        statuses: [400, 401, 405, 415],
      },
      { method: 'POST', headers: bent, body: '{"token"', statuses: [400, 401, 405] },
      {
        method: 'POST',
        headers: { ...form, authorization: 'Bearer x' },
        body: 'token=x&token=y',
        statuses: [400, 401, 405],
      },
      {
        method: 'POST',
        headers: form,
        body: 'token=x',
        query: `?state=${'x'.repeat(3_000)}`,
        statuses: [400, 401, 405],
      },
    ]
    const provided = Object.entries(providerPaths).flatMap(([path, { isForScripts }]) =>
      isForScripts ? [path] : [],
    )
    for (const path of [...withReaders, ...provided])
      for (const { method, headers, body = null, query = '', statuses } of refusals)
        for (const origin of [other, 'null']) {
          const url = system.authUrl + path + query
          const reply = await fetch(url, { method, headers: { ...headers, origin }, body })
          const about = `${method} ${path} ${headers?.['content-type']} of ${origin}: ${reply.status}`
          await reply.arrayBuffer()
          assert.ok(statuses.includes(reply.status), about)
          const reader = reply.headers.get('access-control-allow-origin')
          const isDocument = path.startsWith('/.well-known/')
          assert.equal(reader, isDocument ? '*' : origin === 'null' ? null : origin, about)
          if (!isDocument) assert.match(reply.headers.get('vary') ?? '', /origin/i, about)
        }
  })

  test('a refusal of a request whose client is known is read by the origins of this client only', async () => {
    await using system = await startSystem()
    const redirect_uris = [`${registered}/callback`]
    const { id } = await relyingParty(system, { token_endpoint_auth_method: 'none', redirect_uris })
    for (const path of ['/api/v1/auth/introspect', '/api/v1/auth/revoke'])
      for (const origin of [registered, other]) {
        const asked: Asked = { path, method: 'POST', form: { client_id: id } }
        const { status, reader } = await answerTo(system, asked, { origin, isPreflight: false })
        assert.ok(status === 400 || status === 401, `${path}: ${status}`)
        assert.equal(reader, origin === registered ? registered : null, `${path} ${origin}`)
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
