import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IncomingRequest } from './incoming-request.ts'
import { checkOrigin, isSafe, isSameOrigin } from './same-origin.ts'

const origins = ['https://app.example.com']
const requestOf = (method: string, headers: Record<string, string>): IncomingRequest => ({
  method,
  target: '/',
  header: (name) => headers[name],
  address: undefined,
  body: async function* (): AsyncGenerator<Uint8Array, undefined> {},
})

test('only pages of the application may change something', () => {
  const allowed: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
    { origin: 'https://app.example.com' },
  ]
  const refused: Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
    // When a request has both headers, `Sec-Fetch-Site` decides.
    { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' },
    { origin: 'null' },
    { origin: 'http://app.example.com' },
    { origin: 'https://app.example.com:8443' },
    { origin: 'https://app.example.com.evil.example' },
    { origin: 'https://APP.example.com' },
    { referer: 'https://app.example.com/' },
  ]
  for (const headers of allowed) assert.equal(isSameOrigin(requestOf('POST', headers), origins), true)
  for (const headers of refused)
    assert.equal(isSameOrigin(requestOf('POST', headers), origins), false, JSON.stringify(headers))
})

test('a request is safe when it changes nothing and opens no channel', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.equal(isSafe(requestOf(method, {})), true)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'TRACE', 'get', 'PROPFIND', ''])
    assert.equal(isSafe(requestOf(method, {})), false, method)
  assert.equal(isSafe(requestOf('GET', { upgrade: 'websocket' })), false)
})

test('an origin is https, or http on the machine itself', () => {
  const allowed = [
    'https://app.example.com',
    'https://app.example.com:8443',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
  ]
  for (const origin of allowed) assert.equal(checkOrigin(origin), origin)
  assert.equal(checkOrigin('HTTPS://App.example.com:443/'), 'https://app.example.com')
  assert.throws(
    () => checkOrigin('http://nas:8080'),
    /http:\/\/nas:8080 cannot keep a session.*https.*localhost/,
  )
  for (const text of [
    'app.example.com',
    '*',
    'null',
    'https://app.example.com/app',
    'https://u:p@app.example.com',
    'file:///x',
  ])
    assert.throws(() => checkOrigin(text), TypeError, text)
})
