import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { JWK } from 'oidc-provider'
import type { Oidc } from '../core/oidc.ts'
import { adapterOf } from './adapter.ts'
import { checkedVersion, overrideMembers, ProviderWithOwnForm } from './provider-overrides.ts'

test('the replaced members of the library were checked against the version that is installed', () => {
  const manifest = readFileSync(new URL(import.meta.resolve('oidc-provider/package.json')), 'utf8')
  assert.equal(
    checkedVersion,
    JSON.parse(manifest).version,
    'Read every function of provider-overrides.ts beside the new source of the member that it replaces.',
  )
})

test('a member that the library has no longer is an error, and not left as it is unseen', () => {
  const oidc = { policy: { issuer: 'https://auth.example.com' } } as Oidc
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const provider = new ProviderWithOwnForm(oidc.policy.issuer, {
    adapter: adapterOf(oidc),
    jwks: { keys: [key as JWK] },
    features: { devInteractions: { enabled: false } },
  })
  Reflect.deleteProperty(provider.Client.prototype, 'compareClientSecret')
  assert.throws(() => overrideMembers(provider, oidc), /no member compareClientSecret/)
})
