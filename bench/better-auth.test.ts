import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieHeader, cookiesOf, holdsSession } from './better-auth.ts'

test('cookies come back as they were set, whatever is in their values', () => {
  const headers = new Headers()
  headers.append('set-cookie', '__Secure-a=x.y%3D; Max-Age=300; Path=/; HttpOnly')
  headers.append('set-cookie', 'b=bm8=; Expires=Sun, 29 Nov 2026 00:00:00 GMT')
  const cookies = cookiesOf(new Response(null, { headers }))
  assert.deepEqual(cookieHeader(cookies), { cookie: '__Secure-a=x.y%3D; b=bm8=' })
})

test('a reply of null has no session, though its status is 200', () => {
  assert.equal(holdsSession(null), false)
  assert.equal(holdsSession({ user: { id: 'a' } }), false)
  assert.equal(holdsSession({ session: { id: 'a' }, user: { id: 'b' } }), true)
})
