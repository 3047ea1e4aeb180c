import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { type RpcRefusal, rpcClient } from '#tests/support/rpc-client.ts'
import type { HttpReply, SignedIn, System } from '#tests/support/system.ts'

const minute = 60_000

/** The outcome of an act: `done`, or the code of its failure. */
type Act = (token: string, other: SignedIn) => Promise<string>

const outcomeOf = ({ status, body }: HttpReply): string => {
  if (status >= 300) return `${status} ${body.code}`
  return body?.results?.[0]?.failure ?? 'done'
}

/** Every way to suspend or delete another user, to end their sessions, or to change their address. */
function actsOn(system: System): Record<string, Act> {
  const at =
    (method: string, url: (user: SignedIn) => string, body?: (user: SignedIn) => object): Act =>
    async (token, other) =>
      outcomeOf(await system.send(method, url(other), { token, body: body?.(other) }))
  const inBulk = (action: string) =>
    at(
      'POST',
      () => `${system.usersUrl}/api/v1/users/bulk`,
      ({ user }) => ({ action, ids: [user.id] }),
    )
  const user = ({ user: { id } }: SignedIn) => `${system.usersUrl}/api/v1/users/${id}`
  const sessions = ({ user: { id } }: SignedIn) => `${system.authUrl}/api/v1/users/${id}/sessions`
  const sessionId = ({ access_token: token }: SignedIn): string =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid
  const rpc =
    (port: string, service: string, method: string, request: (user: SignedIn) => object): Act =>
    async (token, other) => {
      using client = rpcClient(port, service)
      return await client.call(method, request(other), { token }).then(
        () => 'done',
        ({ code, reason }: RpcRefusal) => `${code === 16 ? 401 : code} ${reason}`,
      )
    }
  return {
    suspend: at('PATCH', user, () => ({ status: 'suspended' })),
    'change address': at('PATCH', user, (other) => ({ email: `new-${other.user.email}` })),
    delete: at('DELETE', user),
    'delete, without a version': at('DELETE', ({ user: { id } }) => `${system.usersUrl}/users/${id}`),
    'suspend in bulk': inBulk('suspend'),
    'end sessions in bulk': inBulk('end_sessions'),
    'end all sessions': at(
      'POST',
      (other) => `${sessions(other)}/revoke`,
      () => ({ scope: 'all' }),
    ),
    'end a session of a user': at('DELETE', (other) => `${sessions(other)}/${sessionId(other)}`),
    'end any session': at('DELETE', (other) => `${system.authUrl}/api/v1/sessions/${sessionId(other)}`),
    'UpdateUser by gRPC': rpc(system.usersGrpc, 'latchkey.users.v1.UserService', 'UpdateUser', (other) => ({
      id: other.user.id,
      changes: { status: 'USER_STATUS_SUSPENDED' },
      update_mask: { paths: ['status'] },
    })),
    'DeleteUser by gRPC': rpc(system.usersGrpc, 'latchkey.users.v1.UserService', 'DeleteUser', (other) => ({
      id: other.user.id,
    })),
    'RevokeSessions by gRPC': rpc(
      system.authGrpc,
      'latchkey.auth.v1.AuthService',
      'RevokeSessions',
      (other) => ({ user_id: other.user.id, scope: 'REVOCATION_SCOPE_ALL' }),
    ),
  }
}

onEachEngine((startSystem) => {
  test('a session without a recent sign-in does ten things to others in an hour, by all ways together', async () => {
    await using system = await startSystem()
    const acts = actsOn(system)
    const names = Object.keys(acts)
    const others: SignedIn[] = []
    for (const name of [...names, ...names])
      others.push(await system.signUpAndLogIn(`u${others.length}-${name.length}`))
    const { access_token: stale } = await system.admin()
    system.clock.advance(6 * minute)
    const renamed = await system.send('PATCH', `${system.usersUrl}/api/v1/users/${others[0]?.user.id}`, {
      token: stale,
      body: { name: 'Ada' },
    })
    assert.equal(renamed.status, 200)
    const outcomes: string[] = []
    for (const [at, name] of names.slice(0, 10).entries())
      outcomes.push((await acts[name]?.(stale, others[at] as SignedIn)) ?? '')
    assert.deepEqual(outcomes, Array(10).fill('done'))
    for (const name of names) {
      const refused = await acts[name]?.(stale, others[names.length] as SignedIn)
      assert.equal(refused, '401 reauthentication_required', name)
    }
    const gone = `${system.usersUrl}/api/v1/users/${others[2]?.user.id}`
    assert.equal((await system.send('DELETE', gone, { token: stale })).status, 204, 'a retry is no act')
    const own = await system.send('GET', `${system.authUrl}/api/v1/auth/sessions`, { token: stale })
    assert.equal(own.status, 200)

    const { access_token: fresh } = await system.admin()
    for (const [at, name] of names.entries())
      assert.equal(await acts[name]?.(fresh, others[names.length + at] as SignedIn), 'done', name)
  })

  test('acts come back with time, and an API key has no such limit', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h' } })
    const suspend = actsOn(system)['suspend in bulk'] as Act
    const others: SignedIn[] = []
    for (let at = 0; at < 24; at++) others.push(await system.signUpAndLogIn(`user-${at}`))
    const { access_token: stale } = await system.admin()
    const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, {
      token: stale,
      body: { name: 'nightly', scopes: ['users:write'] },
    })
    system.clock.advance(6 * minute)
    for (const other of others.slice(0, 10)) assert.equal(await suspend(stale, other), 'done')
    const [next, ...left] = others.slice(10)
    assert.equal(await suspend(stale, next as SignedIn), '401 reauthentication_required')
    system.clock.advance(6 * minute + 1_000)
    assert.equal(await suspend(stale, next as SignedIn), 'done')
    assert.equal(await suspend(stale, left[0] as SignedIn), '401 reauthentication_required')
    system.clock.advance(12 * minute)
    const bulk = { action: 'suspend', ids: left.slice(0, 3).map(({ user }) => user.id) }
    const url = `${system.usersUrl}/api/v1/users/bulk`
    const whole = await system.send('POST', url, { token: stale, body: bulk })
    assert.equal(outcomeOf(whole), '401 reauthentication_required', 'three, where two are left')
    const two = await system.send('POST', url, { token: stale, body: { ...bulk, ids: bulk.ids.slice(0, 2) } })
    assert.deepEqual(
      two.body.results.map(({ failure }: { failure: string | null }) => failure),
      [null, null],
      'the request that was refused did nothing, and was not counted',
    )
    const ids = left.map(({ user }) => user.id)
    const some = await system.send('POST', `${system.usersUrl}/api/v1/users/bulk`, {
      token: made.body.key,
      body: { action: 'suspend', ids },
    })
    assert.deepEqual(
      some.body.results.map(({ failure }: { failure: string | null }) => failure),
      ids.map(() => null),
    )
  })

  test('a bulk request that is repeated with its key counts only the users that are left to do', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h' } })
    const ids: string[] = []
    for (let at = 0; at < 12; at++) ids.push((await system.signUp(`user-${at}`)).id)
    const { access_token: stale } = await system.admin()
    system.clock.advance(6 * minute)
    const url = `${system.usersUrl}/api/v1/users/bulk`
    const send = (body: object, key?: string) =>
      system.send('POST', url, {
        token: stale,
        body,
        headers: key === undefined ? {} : { 'idempotency-key': key },
      })
    const failuresOf = ({ body }: HttpReply) =>
      body.results?.map(({ failure }: { failure: string | null }) => failure) ?? body.code
    const db = await system.database('users')

    const endings = { action: 'end_sessions', ids: ids.slice(0, 6) }
    assert.deepEqual(failuresOf(await send(endings, 'endings')), Array(6).fill(null))
    // A request that broke off before its reply was stored leaves the marks of its users only. Four acts are left.
    await db.query`DELETE FROM idempotency_keys WHERE key = 'endings'`
    assert.deepEqual(failuresOf(await send(endings, 'endings')), Array(6).fill(null), 'all six are done')
    await db.query`DELETE FROM idempotency_keys WHERE key = 'endings' OR key = '5 endings'`
    assert.deepEqual(failuresOf(await send(endings, 'endings')), Array(6).fill(null), 'one of six is left')

    const [first, second, third, ...others] = ids.slice(6)
    assert.deepEqual(failuresOf(await send({ action: 'suspend', ids: [first, second, third] })), [
      null,
      null,
      null,
    ])
    const repeated = await send({ action: 'suspend', ids: [first, second, third] })
    assert.deepEqual(failuresOf(repeated), [null, null, null], 'who is suspended is not suspended again')
    const nobody = await send({ action: 'suspend', ids: [randomUUID(), first?.toUpperCase()] })
    assert.deepEqual(failuresOf(nobody), ['user_not_found', null])
    assert.equal(failuresOf(await send({ action: 'suspend', ids: others })), 'reauthentication_required')
  })

  test('to end what has ended is no act', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h' } })
    const ada = await system.signUpAndLogIn('ada')
    const others: SignedIn[] = []
    for (let at = 0; at < 10; at++) others.push(await system.signUpAndLogIn(`user-${at}`))
    const { access_token: stale } = await system.admin()
    system.clock.advance(6 * minute)
    const {
      'end a session of a user': endOfUser,
      'end any session': endAny,
      'end all sessions': endAll,
      'RevokeSessions by gRPC': endByRpc,
      suspend,
    } = actsOn(system) as Record<string, Act>
    assert.equal(await endOfUser?.(stale, ada), 'done')
    for (let at = 0; at < 4; at++)
      for (const end of [endOfUser, endAny, endAll, endByRpc]) assert.equal(await end?.(stale, ada), 'done')
    const outcomes: (string | undefined)[] = []
    for (const other of others) outcomes.push(await suspend?.(stale, other))
    assert.deepEqual(outcomes, [...Array(9).fill('done'), '401 reauthentication_required'])
    assert.equal(await endAny?.(stale, ada), 'done', 'also when no act is left')
    assert.equal(await endAny?.(stale, others[9] as SignedIn), '401 reauthentication_required')
  })
})
