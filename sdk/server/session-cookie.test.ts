import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkCookieName,
  readSessionCookie,
  replaceSessionCookie,
  writeSessionCookie,
} from './session-cookie.ts'

const name = '__Host-latchkey-session'
const tokens = { accessToken: 'a.b.c', refreshToken: 'd-_.e.f' }
const pair = `${name}=d-_.e.f~a.b.c`

test('a cookie gives back the tokens that it was made of, beside cookies of others', () => {
  assert.equal(
    writeSessionCookie(name, tokens, 60.7),
    `${pair}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60`,
  )
  assert.deepEqual(readSessionCookie(`theme=dark; ${pair};  x=y`, name), tokens)
})

test('a cookie that cannot be read is no session', () => {
  const unreadable = [
    undefined,
    '',
    ';;=;',
    name,
    `${name}=`,
    `${name}=a.b.c`,
    `${name}=a.b.c~`,
    `${name}=a.b.c~d.e`,
    `${name}=a.b.c~d.e.f~g.h.i`,
    `${name}="d.e.f~a.b.c"`,
    `${name}=${'x'.repeat(10_000)}`,
    `${name}=${'x'.repeat(5_000)}.y.z~a.b.c`,
    `${name}=%00~a.b.c`,
  ]
  for (const header of unreadable)
    assert.equal(readSessionCookie(header, name), undefined, header?.slice(0, 60))
})

test('two cookies of the name are none, because one of them was planted', () => {
  assert.equal(readSessionCookie(`${pair}; ${name}=x.y.z~u.v.w`, name), undefined)
  assert.equal(readSessionCookie(`${pair}; ${pair}`, name), undefined)
})

test('a name that only looks the same is another cookie', () => {
  for (const before of ['\u00a0', '\u2000', '\u0085', '\ufeff', '\v', '=', '"', '$'])
    assert.equal(readSessionCookie(`${before}${pair}`, name), undefined, JSON.stringify(before))
  assert.equal(readSessionCookie(pair.replace('__Host', '__host'), name), undefined)
  assert.equal(readSessionCookie(`x=1, ${pair}`, name), undefined)
})

test('tokens that no browser would keep are refused when the cookie is made', () => {
  const long = { ...tokens, accessToken: `a.${'b'.repeat(4_096)}.c` }
  assert.throws(() => writeSessionCookie(name, long, 60), /browsers keep 4096.*LATCHKEY_ISSUER/)
})

test('the name of the cookie has the prefix that keeps subdomains from setting it', () => {
  assert.equal(checkCookieName('__Host-app'), '__Host-app')
  for (const refused of ['session', '__Secure-app', '__host-app', '__Host-', '__Host-a;b', '__Host-a b'])
    assert.throws(() => checkCookieName(refused), TypeError)
})

test('a request that is passed on has the new tokens and the cookies of others', () => {
  assert.equal(replaceSessionCookie(`a=1; ${name}=old; b=2`, name, tokens), `a=1; b=2; ${pair}`)
  assert.equal(replaceSessionCookie(`a=1; ${pair}`, name), 'a=1')
  assert.equal(replaceSessionCookie(undefined, name), '')
})
