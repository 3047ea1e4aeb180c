import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { startLocalServer } from '#tests/support/local-server.ts'
import { serverMetadata } from '../../tokens/server-metadata.ts'
import type { Oidc } from '../core/oidc.ts'
import { createProvider } from './provider.ts'

const none = () => {
  throw new Error('The discovery document needs neither clients nor pages.')
}

test('the discovery document says all that the library would say in its own', async () => {
  const pairs = [
    { kid: 'a', algorithm: 'RS256', pair: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
    { kid: 'b', algorithm: 'EdDSA', pair: generateKeyPairSync('ed25519').privateKey },
    { kid: 'c', algorithm: 'ES256', pair: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
  ]
  const policy = { issuer: 'https://auth.example.com' }
  const oidc = { policy, keys: { pairs: () => pairs }, clients: { find: none }, clock: { now: Date.now } }
  const provider = createProvider(oidc as unknown as Oidc, none)
  await using server = await startLocalServer(provider.callback())
  const reply = await fetch(`${server.url}/.well-known/openid-configuration`)
  const theirs = (await reply.json()) as Record<string, unknown>
  assert.equal(reply.status, 200)
  assert.ok(Object.keys(theirs).length > 20, 'the check has something to look at')
  const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)
  const ours: Record<string, unknown> = serverMetadata({ policy: oidc.policy, hasProvider: true } as never)
  for (const [name, value] of Object.entries(theirs))
    assert.deepEqual(sorted(ours[name]), sorted(value), name)
})
