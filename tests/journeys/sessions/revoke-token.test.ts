import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import { authEndpoints } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { apiKeyOf } from '#contract/rules/api-key-form.ts'
import { revokeTokenEndpoint } from '#contract/sessions/tokens.ts'
import { userEndpoints } from '#contract/users.ts'
import { call } from '#sdk/call.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { HttpReply, System } from '#tests/support/system.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const revokeUrl = (system: System) => `${system.authUrl}/api/v1/auth/revoke`

const revokeByForm = (system: System, body: string): Promise<HttpReply> =>
  system.send('POST', revokeUrl(system), { body, headers: formType })
const revoke = (system: System, token: string): Promise<HttpReply> =>
  revokeByForm(system, `token=${encodeURIComponent(token)}`)
const validate = (system: System, token: string) =>
  system.send('GET', `${system.authUrl}/auth/validate`, { token })
const refresh = (system: System, token: string) =>
  system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: token } })

onEachEngine((startSystem) => {
  /** The system that is shared by all tests that use only users of their own. The other tests start their own system. */
  let system: System
  before(async () => {
    system = await startSystem({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
  })
  after(() => system.stop())

  test('whoever has a token of a session can end it: by either token, as a form or as JSON', async () => {
    const { password } = await system.signUp('ada')
    for (const kind of ['access_token', 'refresh_token'] as const) {
      for (const asForm of [true, false]) {
        const pair = await system.logIn('ada', password)
        if (asForm) {
          const reply = await revoke(system, pair[kind])
          assert.deepEqual([reply.status, reply.body], [200, ''])
        } else {
          const body = { token: pair[kind] }
          await call(revokeTokenEndpoint, { body }, { baseUrl: system.authUrl })
        }
        for (const reply of [
          await validate(system, pair.access_token),
          await refresh(system, pair.refresh_token),
        ])
          assert.deepEqual(
            [reply.status, reply.body.code, reply.body.reason],
            [401, 'session_ended', 'revoked'],
          )
        assert.equal((await revoke(system, pair[kind])).status, 200, 'again')
      }
    }
  })

  test('I19 no validation sent after the reply to a revocation is accepted, in a storm of them', async () => {
    const { password } = await system.signUp('carol')
    for (let round = 0; round < 5; round++) {
      const pair = await system.logIn('carol', password)
      let revoked = false
      const storm = Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 10; i++) {
          const sentAfter = revoked
          const { status } = await validate(system, pair.access_token)
          if (sentAfter) assert.equal(status, 401)
        }
      })
      await revoke(system, pair.refresh_token)
      revoked = true
      await Promise.all(storm)
    }
  })

  test('a token that has expired, or that was refreshed since, still ends its session', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const second = await refresh(system, ada.refresh_token)
    const third = await refresh(system, second.body.refresh_token)
    assert.equal(third.status, 200)
    await revoke(system, ada.refresh_token)
    assert.equal((await refresh(system, third.body.refresh_token)).body.reason, 'revoked')
    const phone = await system.logIn('ada', ada.password)
    system.clock.advance(16 * 60_000)
    assert.equal((await validate(system, phone.access_token)).body.code, 'token_expired')
    await revoke(system, phone.access_token)
    assert.equal((await refresh(system, phone.refresh_token)).body.reason, 'revoked')
  })

  test('I21 I26 a malformed, forged or foreign token ends no session, and is answered as any other', async () => {
    const dave = await system.signUpAndLogIn('dave')
    const erin = await system.signUpAndLogIn('erin')
    const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const [accessHead, accessBody, accessSignature] = dave.access_token.split('.')
    const [refreshHead, refreshBody, refreshSignature] = dave.refresh_token.split('.')
    const { privateKey } = generateKeyPairSync('ed25519')
    const signed = (head: object, claims: object, key = privateKey) => {
      const text = `${encode(head)}.${encode(claims)}`
      return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
    }
    const sealed = (head: object, claims: object, secret: Buffer) => {
      const text = `${encode(head)}.${encode(claims)}`
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const [, erinsBody, erinsSignature] = erin.access_token.split('.')
    const forged = [
      'x',
      'a.b.c',
      '..',
      'x'.repeat(9_000),
      dave.session_id,
      dave.user.id,
      system.serviceToken(),
      `${accessHead}.${accessBody}.`,
      `${accessHead}.${accessBody}`,
      `${accessHead}.${accessBody}.${'A'.repeat(86)}`,
      `${refreshHead}.${refreshBody}.${'A'.repeat(43)}`,
      `${accessHead}.${erinsBody}.${accessSignature}`,
      `${accessHead}.${accessBody}.${erinsSignature}`,
      `${refreshHead}.${encode({ ...decode(refreshBody), sid: erin.session_id })}.${refreshSignature}`,
      `${encode({ ...decode(accessHead), alg: 'none' })}.${accessBody}.${accessSignature}`,
      signed(decode(accessHead), decode(accessBody)),
      sealed(decode(refreshHead), decode(refreshBody), Buffer.alloc(32)),
      sealed({ ...decode(accessHead), alg: 'HS256' }, decode(accessBody), Buffer.alloc(32)),
      dave.access_token.slice(0, -1),
      `${dave.refresh_token}=`,
      ` ${dave.access_token}`,
    ]
    const rightful = await system.logIn('dave', dave.password)
    const right = await revoke(system, rightful.access_token)
    for (const token of forged) {
      const reply = await revoke(system, token)
      assert.deepEqual([reply.status, reply.body], [right.status, right.body], token.slice(0, 60))
    }
    for (const pair of [dave, erin]) {
      assert.equal((await validate(system, pair.access_token)).status, 200)
      assert.equal((await refresh(system, pair.refresh_token)).status, 200)
    }
  })

  test('an API key is refused and not said to be revoked, because it has an endpoint of its own', async () => {
    const key = apiKeyOf(randomBytes(32))
    const reply = await revoke(system, key)
    assert.deepEqual([reply.status, reply.body.code], [400, 'unsupported_token_type'])
    assert.ok(!JSON.stringify(reply.body).includes(key))
    const misspelt = await revoke(system, key.slice(0, -1))
    assert.equal(misspelt.status, 200)
  })

  test('I10 a form has each field once, and nothing that could be read in two ways; what it has besides is ignored', async () => {
    const { access_token: token } = await system.signUpAndLogIn('frank')
    const refused: [string, string, string][] = [
      [`token=${token}&token=x`, '/token', 'repeated'],
      [`token=x&token=${token}`, '/token', 'repeated'],
      [`token=${token}&%74oken=${token}`, '/token', 'repeated'],
      [`token=${token}&token_type_hint=a&token_type_hint=b`, '/token_type_hint', 'repeated'],
      [`token=${token}&session_id=x&session_id=y`, '/session_id', 'repeated'],
      [`token_type_hint=access_token`, '/token', 'required'],
      ['token=', '/token', 'required'],
      ['token', '/token', 'required'],
      [`token=${token}&`, '', 'invalid_format'],
      [`token=${token}%`, '', 'invalid_format'],
      ['', '', 'required'],
    ]
    for (const [body, pointer, code] of refused) {
      const reply = await revokeByForm(system, body)
      const [error] = reply.body.errors
      assert.deepEqual(
        [reply.status, reply.body.code, reply.body.error],
        [400, 'invalid_request', 'invalid_request'],
        body,
      )
      assert.equal(reply.headers.get('content-type'), 'application/json')
      assert.deepEqual([error.pointer, error.code], [pointer, code], body)
    }
    const bytes = Buffer.from([...Buffer.from(`token=${token}`), 0xff])
    const broken = await system.send('POST', revokeUrl(system), { body: bytes, headers: formType })
    assert.deepEqual([broken.status, broken.body.code], [400, 'invalid_request'])
    for (const type of [
      'application/x-www-form-urlencoded; charset=iso-8859-1',
      'application/x-www-form-urlencode',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const headers = { 'content-type': type }
      const reply = await system.send('POST', revokeUrl(system), { body: `token=${token}`, headers })
      assert.deepEqual([reply.status, reply.body.code], [415, 'unsupported_media_type'], type)
    }
    for (const body of [{}, { token: 7 }, [token], token, { token, extra: 1 }, undefined]) {
      const reply = await system.send('POST', revokeUrl(system), { body })
      assert.equal(reply.status, 400, JSON.stringify(body))
    }
    assert.equal((await validate(system, token)).status, 200, 'none of them ended it')

    const headers = { 'content-type': 'Application/X-WWW-Form-URLEncoded;charset="UTF-8"' }
    const unknown = 'session_id=x&__proto__=x&constructor=x&resource=https%3A%2F%2Fapi.example.com'
    const body = `token_type_hint=refresh_token&client_id=app&client_secret=x&${unknown}&token=${token}`
    assert.equal((await system.send('POST', revokeUrl(system), { body, headers })).status, 200)
    assert.equal((await validate(system, token)).status, 401, 'a wrong hint does not matter (RFC 7009 2.1)')
  })
})

test('forms and the errors of OAuth are for the endpoints that OAuth clients call, and for no others', async () => {
  const endpoints: readonly Endpoint[] = [...userEndpoints, ...authEndpoints]
  const pathsOf = (chosen: readonly Endpoint[]) => chosen.flatMap(({ paths }) => paths)
  const forOAuth = ['/api/v1/auth/revoke', '/api/v1/auth/introspect']
  assert.deepEqual(pathsOf(endpoints.filter(({ form }) => form)), forOAuth)
  assert.deepEqual(pathsOf(endpoints.filter(({ errors }) => errors === 'oauth')), forOAuth)
})
