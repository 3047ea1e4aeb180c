import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
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
})
