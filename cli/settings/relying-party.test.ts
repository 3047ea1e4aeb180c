import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAllSettings } from './all-settings.ts'
import { relyingPartyOf } from './relying-party.ts'

const of = (environment: Record<`LATCHKEY_${string}`, string>) =>
  relyingPartyOf(readAllSettings({ flags: {}, environment }).values)
const [domain, origins, publicUrl] = [
  'LATCHKEY_PASSKEY_DOMAIN',
  'LATCHKEY_PASSKEY_ORIGINS',
  'LATCHKEY_PUBLIC_URL',
] as const

test('I104 the domain and the origins of passkeys come from settings alone', () => {
  const site = (id: string, ...list: string[]) => ({ id, name: id, origins: list })
  assert.equal(of({}), undefined)
  assert.equal(of({ [publicUrl]: 'http://127.0.0.1:8090' }), undefined)
  assert.equal(of({ [publicUrl]: 'https://[::1]' }), undefined)
  const login = 'https://login.example.com'
  assert.deepEqual(of({ [publicUrl]: `${login}/auth` }), site('login.example.com', login))
  assert.deepEqual(of({ [publicUrl]: login, [domain]: 'example.com' }), site('example.com', login))
  assert.deepEqual(
    of({ [publicUrl]: login, [domain]: 'example.org' }),
    site('example.org', 'https://example.org'),
  )
  const app = `android:apk-key-hash:${'a'.repeat(43)}`
  assert.deepEqual(
    of({ [domain]: 'example.com', [origins]: `${login}, ${app}` }),
    site('example.com', login, app),
  )
  assert.deepEqual(
    of({ [domain]: 'localhost', [origins]: 'http://localhost:3000' }),
    site('localhost', 'http://localhost:3000'),
  )
})

test('a setting with which no browser would offer a passkey refuses the start', () => {
  for (const bad of ['https://example.com', 'Example.com', '127.0.0.1', 'example.com:443', 'a b', 'a/b', ''])
    assert.throws(() => of({ [domain]: bad }), { exitCode: 2 }, bad)
  for (const bad of [
    'http://example.com',
    'https://example.org',
    'https://badexample.com',
    'https://example.com/',
    'example.com',
    'null',
    'https://*.example.com',
    'android:apk-key-hash:short',
  ])
    assert.throws(() => of({ [domain]: 'example.com', [origins]: bad }), { exitCode: 2 }, bad)
  assert.throws(() => of({ [origins]: 'https://example.com' }), { exitCode: 2 })
})
