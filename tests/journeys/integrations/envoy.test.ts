import assert from 'node:assert/strict'
import { test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import type { System } from '#tests/support/system.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'

interface Verdict {
  /** The gRPC status code inside the reply. The status code of the call itself is another one. */
  code: number
  /** The name of the HTTP status with which Envoy answers the client; undefined when Envoy forwards the request. */
  http: string | undefined
  headers: Record<string, string>
  problem: { code?: string; reason?: string }
  removed: string[]
}

/** Sends the check that Envoy makes for a request with these headers, and returns the verdict. */
async function check(system: System, headers: Record<string, string>): Promise<Verdict> {
  using envoy = rpcClient(system.authGrpc, 'envoy.service.auth.v3.Authorization')
  const http = { method: 'GET', path: '/anything', headers }
  const reply = await envoy.call('Check', { attributes: { request: { http } } })
  const { denied_response: denied, ok_response: ok } = reply
  assert.equal(reply.status.code === status.OK, ok !== undefined, 'both say the same')
  const set = (ok ?? denied).headers as { header: { key: string; value: string }; append_action: string }[]
  for (const { append_action } of set) assert.equal(append_action, 'OVERWRITE_IF_EXISTS_OR_ADD')
  return {
    code: reply.status.code,
    http: denied?.status.code,
    headers: Object.fromEntries(set.map(({ header }) => [header.key, header.value])),
    problem: denied ? JSON.parse(denied.body) : {},
    removed: ok?.headers_to_remove ?? [],
  }
}

const why = ({ code, http, problem }: Verdict) => [code, http, problem.code]

const authenticatedAt = async (system: System, token: string) =>
  (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).body.authenticated_at

onEachEngine((startSystem, engine) => {
  test('Envoy lets a request with a living token through, and tells the application who it is', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    for (const authorization of [`Bearer ${ada.access_token}`, `bearer  ${ada.access_token}`]) {
      const verdict = await check(system, { ':path': '/anything', authorization })
      assert.deepEqual(verdict.headers, {
        'x-auth-user-id': ada.user.id,
        'x-auth-username': 'ada',
        'x-auth-role': 'user',
        'x-auth-session-id': ada.session_id,
        'x-auth-authenticated-at': await authenticatedAt(system, ada.access_token),
        'x-auth-acr': 'aal1',
        'x-auth-amr': 'pwd',
      })
      assert.deepEqual([verdict.code, verdict.http, verdict.removed], [status.OK, undefined, []])
    }
    const upper = await check(system, { Authorization: `Bearer ${ada.access_token}` })
    assert.equal(upper.code, status.OK, 'a header has its name in any case')
  })

  test('a client cannot tell the application behind Envoy who it is', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const smuggled = {
      'x-auth-user-id': 'somebody',
      'X-Auth-Role': 'admin',
      x_auth_role: 'admin',
      'x-auth_user_id': 'somebody',
      'X_Auth-Username': 'admin',
      'x-auth-tenant': 'another',
    }
    const others = { 'x-authority': 'a', 'x-request-id': 'b', cookie: 'x-auth-role=c' }
    const authorization = `Bearer ${ada.access_token}`
    const { code, headers, removed } = await check(system, { authorization, ...smuggled, ...others })
    assert.deepEqual(
      [code, headers['x-auth-role'], headers['x-auth-user-id']],
      [status.OK, 'user', ada.user.id],
    )
    // Envoy removes headers after it has set others, so the list of headers to remove must not name one that is set.
    assert.deepEqual(removed.toSorted(), [
      'X_Auth-Username',
      'x-auth-tenant',
      'x-auth_user_id',
      'x_auth_role',
    ])
    const unsigned = await check(system, smuggled)
    assert.deepEqual(why(unsigned), [status.UNAUTHENTICATED, 'Unauthorized', 'token_missing'])
  })

  test('Envoy is told to answer what /auth/validate answers to a bad token', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_ACCESS_TOKEN_LIFETIME: '1m' } })
    const ada = await system.signUpAndLogIn('ada')
    const good = ada.access_token
    const forged = `${good.slice(0, -4)}AAAA`
    const refused = async (headers: Record<string, string>, code: string) => {
      const verdict = await check(system, headers)
      assert.deepEqual(why(verdict), [status.UNAUTHENTICATED, 'Unauthorized', code])
      const { body, headers: said } = await system.send('GET', `${system.authUrl}/auth/validate`, { headers })
      assert.equal(body.code, code, 'as by HTTP')
      assert.equal(verdict.headers['www-authenticate'], said.get('www-authenticate'))
      assert.equal(verdict.headers['content-type'], 'application/problem+json')
      return verdict
    }
    await refused({}, 'token_missing')
    await refused({ authorization: '' }, 'token_missing')
    await refused({ authorization: good }, 'token_missing')
    await refused({ authorization: `Basic ${good}` }, 'token_missing')
    await refused({ authorization: `Bearer ${forged}` }, 'token_invalid')
    await refused({ authorization: `Bearer ${ada.refresh_token}` }, 'token_invalid')
    // Envoy joins two headers of the same name with a comma.
    await refused({ authorization: `Bearer ${good},Bearer ${good}` }, 'token_invalid')
    const twice = await check(system, { authorization: `Bearer ${good}`, Authorization: `Bearer ${good}` })
    assert.equal(twice.problem.code, 'token_invalid')

    system.clock.advance(61_000)
    await refused({ authorization: `Bearer ${good}` }, 'token_expired')
    const { access_token: next } = await system.logIn('ada', ada.password)
    assert.equal((await check(system, { authorization: `Bearer ${next}` })).code, status.OK)
    await system.send('POST', `${system.authUrl}/auth/logout`, { token: next })
    const ended = await refused({ authorization: `Bearer ${next}` }, 'session_ended')
    assert.equal(ended.problem.reason, 'logout')
  })

  test('whatever goes wrong with a check, the call itself succeeds and says no', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    const authorization = `Bearer ${ada.access_token}`
    using envoy = rpcClient(system.authGrpc, 'envoy.service.auth.v3.Authorization')
    const empty = await envoy.call('Check', {})
    assert.equal(empty.denied_response.status.code, 'Unauthorized')
    const malformed = await check(system, { authorization, 'x-note': 'a\0b' })
    assert.deepEqual(why(malformed), [status.INVALID_ARGUMENT, 'BadRequest', 'malformed_request'])
    // A message with this header exceeds the limit of 64 KiB by less than a kilobyte, so Latchkey refuses it in the reply.
    // The gRPC library refuses larger messages, and then the call itself fails.
    const large = await check(system, { authorization, 'x-note': 'a'.repeat(65_200) })
    assert.deepEqual(why(large), [status.RESOURCE_EXHAUSTED, 'PayloadTooLarge', 'body_too_large'])

    const db = await system.database('auth')
    await db.query`ALTER TABLE sessions RENAME TO lost`
    const failed = await check(system, { authorization })
    assert.deepEqual(why(failed), [status.INTERNAL, 'InternalServerError', 'internal'])
    await db.query`ALTER TABLE lost RENAME TO sessions`
  })

  if (engine === 'postgres')
    test('I27 while the database is away Envoy lets nobody in, and tells nobody to log in again', async () => {
      await using away = await startSystem()
      await using proxy = await startProxy(away.databaseUrl('auth'))
      // The timeout of the database must be shorter than the deadline of the call, so that the call is still answered.
      const settings = { LATCHKEY_AUTH_DATABASE: proxy.url, LATCHKEY_DATABASE_TIMEOUT: '8s' }
      await using system = await startSystem({ data: away.data, settings })
      // The requests before the outage go to the other node, whose timeout is longer, because a busy machine may need more
      // time.
      const ada = await away.signUpAndLogIn('ada')
      const authorization = `Bearer ${ada.access_token}`
      assert.equal((await check(away, { authorization })).code, status.OK)
      proxy.freeze()
      const during = await check(system, { authorization })
      assert.deepEqual(why(during), [status.UNAVAILABLE, 'ServiceUnavailable', 'database_unavailable'])
      assert.ok(Number(during.headers['retry-after']) >= 1)
      proxy.thaw()
    })
})
