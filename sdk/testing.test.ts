import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { until } from '#tests/support/until.ts'
import { createClient } from './client.ts'
import { startIssuer, type TestIssuer } from './testing.ts'
import { createTokenValidator } from './token-validator.ts'

describe('the issuer for the tests of an application', () => {
  let issuer: TestIssuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer.close())

  for (const mode of ['local', 'feed', 'strict'] as const) {
    test(`makes tokens that a validator in mode ${mode} accepts, and says whose they are`, async (t) => {
      const validator = createTokenValidator({ ...issuer.validatorOptions, mode, timeoutMs: 30_000 })
      t.after(() => validator.close())
      const { sub, role, username, exp, iat } = await validator.verifyToken(await issuer.token())
      assert.deepEqual([role, username, exp - iat], ['user', 'ada', 900])
      assert.match(sub, /^[0-9a-f-]{36}$/)
      const token = await issuer.token({ sub: 'u1', role: 'admin', scope: 'users:read', sid: 's1' })
      const claims = await validator.verifyToken(token)
      assert.deepEqual(
        [claims.sub, claims.role, claims.scope, claims.sid],
        ['u1', 'admin', 'users:read', 's1'],
      )
      const expired = await issuer.token({ expiresInSeconds: -1 })
      await assert.rejects(validator.verifyToken(expired), { code: 'token_expired' })
      const foreign = await issuer.token({ aud: 'another' })
      await assert.rejects(validator.verifyToken(foreign), { code: 'token_invalid' })
    })
  }

  test('ends a session: at once for strict, a moment later for feed, and for one that begins to follow it', async (t) => {
    const options = { ...issuer.validatorOptions, timeoutMs: 30_000, silentAfterMs: 60_000 }
    const strict = createTokenValidator({ ...options, mode: 'strict' })
    const feed = createTokenValidator({ ...options, mode: 'feed' })
    t.after(() => Promise.all([strict.close(), feed.close()]))
    const sid = randomUUID()
    const token = await issuer.token({ sid })
    await strict.verifyToken(token)
    await feed.verifyToken(token)
    issuer.endSession(sid, 'revoked')
    const ended = { code: 'session_ended', reason: 'revoked' }
    await assert.rejects(strict.verifyToken(token), ended)
    const fetching = t.mock.method(globalThis, 'fetch')
    const questions = () =>
      fetching.mock.calls.filter((one) => String(one.arguments[0]).includes('/auth/validate')).length
    /** Returns whether a validator knows by its feed that a session has ended, without a request about the token. */
    async function knows(validator: typeof feed): Promise<boolean> {
      const before = questions()
      const error = await validator.verifyToken(token).catch((thrown) => thrown)
      return error.code === 'session_ended' && error.reason === 'revoked' && questions() === before
    }
    await until('the feed', () => knows(feed))
    const late = createTokenValidator({ ...options, mode: 'feed' })
    t.after(() => late.close())
    await until('the feed of another', () => knows(late))
    await feed.verifyToken(await issuer.token())
  })

  test('answers the typed client about a token', async () => {
    const client = createClient({ baseUrl: issuer.url })
    const told = await client.validateToken({}, { bearer: await issuer.token({ sub: 'u1' }) })
    assert.deepEqual([told.valid, told.user_id], [true, 'u1'])
    await assert.rejects(client.validateToken(), { code: 'token_missing' })
    await assert.rejects(client.validateToken({}, { bearer: 'x' }), { code: 'token_invalid' })
    await assert.rejects(client.jwks({}, { bearer: 'x', signal: AbortSignal.abort() }))
  })
})
