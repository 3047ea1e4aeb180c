import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overHttp } from './over-http.ts'

test('an API key goes over http to this machine only', () => {
  const key = 'a key'
  for (const url of ['http://id.example.com', 'http://10.0.0.7:8080', 'http://127.0.0.1.example.com'])
    assert.throws(() => overHttp({ url, key }), { message: /^--url: .* has to be https/, exitCode: 2 }, url)
  for (const url of ['id.example.com', 'https://id.example.com/users', 'ftp://id.example.com'])
    assert.throws(() => overHttp({ url, key }), { message: /^--url: /, exitCode: 2 }, url)
  for (const url of [
    'https://id.example.com',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
  ])
    assert.doesNotThrow(() => overHttp({ url, key }), url)
})
