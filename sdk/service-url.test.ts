import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkServiceUrl } from './service-url.ts'

test('a token crosses a network only by https, unless somebody chose otherwise', () => {
  for (const url of [
    'https://auth.example.com',
    'https://auth.example.com:8443/',
    'http://localhost:8090',
    'http://127.0.0.1:1',
    'http://[::1]:1',
  ])
    assert.equal(checkServiceUrl(url), new URL(url).origin)
  for (const url of [
    'http://auth.example.com',
    'http://10.0.0.1',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
  ])
    assert.throws(() => checkServiceUrl(url), TypeError)
  assert.equal(checkServiceUrl('http://auth:8090', true), 'http://auth:8090')
})

test('what would be dropped from a URL is refused', () => {
  for (const rest of ['/auth', '/?a=b', '/#a'])
    assert.throws(() => checkServiceUrl(`https://a.example${rest}`), TypeError)
  for (const text of ['', 'auth', 'ftp://a.example', 'https://user:pass@a.example'])
    assert.throws(() => checkServiceUrl(text, true), TypeError)
})
