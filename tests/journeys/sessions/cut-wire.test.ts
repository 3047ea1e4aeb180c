import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { isForClients } from '#contract/declaration/endpoint.ts'
import { sessionsHeader } from '#contract/declaration/sessions-header.ts'
import { userEndpoints } from '#contract/users.ts'
import { changesThatEndSessions, newScene, type Pair } from '#tests/faults/changes-that-end-sessions.ts'
import { cutWire } from '#tests/faults/cut-wire.ts'
import { pageOf } from '#tests/support/account-forms.ts'
import { authenticatorApp } from '#tests/support/authenticator-app.ts'
import { type CutSystem, startCutSystem } from '#tests/support/cut-wire.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { passkeySettings } from '#tests/support/passkey-user.ts'
import { rpcClient } from '#tests/support/rpc-client.ts'
import type { HttpReply, System } from '#tests/support/system.ts'
import { plainVisitor } from '#tests/support/visitor.ts'

const me = (system: System, { access_token: token }: Pair): Promise<HttpReply> =>
  system.send('GET', `${system.usersUrl}/api/v1/users/me`, { token })
const validate = async (system: System, { access_token: token }: Pair): Promise<number> =>
  (await system.send('GET', `${system.authUrl}/auth/validate`, { token })).status
/** What the reply to a change says about the sessions that it ends: null when all of them have ended. */
const saidOf = ({ headers }: HttpReply) => headers.get('latchkey-sessions')
const refresh = (system: System, { refresh_token }: Pair): Promise<HttpReply> =>
  system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token } })
const codes = (replies: HttpReply[]) => replies.map(({ status, body }) => [status, body?.code])
const refusedAll = (pairs: unknown[]) => pairs.map(() => [401, 'session_ended'])
const admittedAll = (pairs: unknown[]) => pairs.map(() => [200, undefined])

/** The changes that a user makes at the authentication service, which ends the sessions itself. */
const madeAtAuth = ['another password', 'a password by mail', 'taken back by its owner']

/** The change of each endpoint whose reply can say that sessions have not ended everywhere yet. */
const changeBy = {
  changeUsers: 'signed out by an admin',
  confirmTotp: 'an app replaced, then removed',
  deleteUser: 'deleted',
  removePasskey: 'a passkey removed',
  removeTotp: 'an app removed',
  removeUser: 'deleted',
  resetFactors: 'factors removed by an admin',
  setTemporaryPassword: 'a temporary password',
  updateUser: 'suspended, then restored',
}
/** These need a sign-in provider of another company. They end sessions by the same function as the removal of a passkey. */
const notCut = ['removeIdentity']

test('the wire is cut under every endpoint whose reply can say that sessions are pending', () => {
  const canSay = userEndpoints
    .filter((one) => 'headers' in one && sessionsHeader in one.headers)
    .map(({ name }) => name)
  assert.deepEqual(canSay.toSorted(), [...Object.keys(changeBy), ...notCut].toSorted())
  for (const name of Object.values(changeBy)) assert.ok(name in changesThatEndSessions, name)
})

const changes = Object.entries(changesThatEndSessions)

/** The routes of the user service that need a caller. */
const routes = userEndpoints
  .filter((endpoint) => isForClients(endpoint) && endpoint.access !== 'anyone')
  .flatMap(({ method, paths }) => paths.map((path) => ({ method, path })))

/**
 * Asks the share of a change among all routes that need a caller, and returns those that do not refuse the session. Every route
 * admits a caller in the same way, so that it is enough to ask each after one of the changes.
 */
async function admittedAt(system: System, { access_token: token }: Pair, number: number): Promise<string[]> {
  const admitted: string[] = []
  const share = routes.filter((_, at) => at % changes.length === number)
  for (const { method, path } of share) {
    const url = system.usersUrl + path.replace(/\{\w+\}/g, 'a')
    const { status, body } = await system.send(method, url, { token })
    if (status !== 401 || body.code !== 'session_ended')
      admitted.push(`${method} ${path}: ${status} ${body?.code}`)
  }
  using rpcs = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
  const refused = await rpcs.call('GetUser', { id: 'me' }, { token }).catch((error) => error.reason)
  if (refused !== 'session_ended') admitted.push(`GetUser: ${JSON.stringify(refused)}`)
  return admitted
}

onEachEngine((startSystem, engine) => {
  test('I20 whatever a cut wire does to an order, no honest session ends and no acknowledged write is lost', async () => {
    const names = ['an app removed']
    const { acceptedMs, violations, ...counts } = await cutWire(engine, { seed: 1, rounds: 1, names })
    assert.deepEqual(violations, [])
    assert.deepEqual([counts.changes, counts.pending], [4, 4])
    // An order whose reply is lost has ended the sessions.
    assert.equal(acceptedMs.get('reply lost'), 0)
    assert.ok(counts.honest > 0 && counts.acknowledged > 0)
  })

  // Each engine is in the deployment that most people use it in.
  const isApart = engine === 'postgres'
  describe(isApart ? 'in two processes' : 'in one process', () => {
    let cut: CutSystem
    before(async () => {
      cut = await startCutSystem(startSystem, { isApart, settings: passkeySettings })
    })
    after(() => cut?.[Symbol.asyncDispose]())
    afterEach(() => cut.mend())

    for (const [number, [name, change]] of changes.entries())
      test(`I20 no route of the user service admits a session that has ended while its order cannot arrive: ${name}`, async () => {
        const { system } = cut
        const admin = await system.admin()
        const bob = await system.signUpAndLogIn(`bob${number}`)
        const scene = await newScene(cut, { username: `ada${number}`, admin })
        const { ended, living, password, reply } = await change(scene)
        // The reply says whether the authentication service can still accept an access token of these sessions.
        const isPending = saidOf(reply) === 'pending'
        assert.equal(isPending, !madeAtAuth.includes(name))
        const expected = isPending ? 200 : 401
        for (const pair of ended) assert.equal(await validate(system, pair), expected, String(isPending))

        const mes = (pairs: Pair[]) => Promise.all(pairs.map((pair) => me(system, pair)))
        assert.deepEqual(codes(await mes(ended)), refusedAll(ended))
        assert.deepEqual(await admittedAt(system, ended[0] as Pair, number), [])
        const others = [bob, admin]
        assert.deepEqual(codes(await mes([...living, ...others])), admittedAll([...living, ...others]))

        const refreshed = await Promise.all(living.map((pair) => refresh(system, pair)))
        assert.deepEqual(codes(refreshed), admittedAll(living))
        // A login tells the authentication service what the order would, and ends nothing that may go on.
        const fresh = password === undefined ? [] : [await scene.logIn(password)]
        if (fresh.length > 0)
          for (const pair of ended) assert.equal(await validate(system, pair), 401, 'after a login')
        const good = [...refreshed.map(({ body }) => body), ...fresh, ...others]
        assert.deepEqual(codes(await mes([...living, ...good])), admittedAll([...living, ...good]))
        assert.deepEqual(codes(await mes(ended)), refusedAll(ended))

        await cut.mend()
        for (const pair of ended) assert.equal(await validate(system, pair), 401)
        for (const pair of good) assert.equal(await validate(system, pair), 200)
        const late = await Promise.all(ended.map((pair) => refresh(system, pair)))
        assert.deepEqual(codes(late), refusedAll(ended))
        assert.deepEqual(codes(await mes(good)), admittedAll(good))
      })

    for (const [number, [name, change]] of changes.entries())
      test(`a reply without a word on its sessions means that all have ended: ${name}`, async () => {
        const { system } = cut
        const admin = await system.admin()
        const scene = await newScene(cut, { username: `eve${number}`, admin })
        const { ended, living, reply } = await change({ ...scene, cut: async () => {} })
        assert.equal(saidOf(reply), null)
        for (const pair of ended) assert.equal(await validate(system, pair), 401)
        for (const pair of living) assert.equal(await validate(system, pair), 200)
      })

    test('a repeated request says whether its sessions have ended by now', async () => {
      const { system } = cut
      const { access_token: token } = await system.admin()
      const ada = await system.signUpAndLogIn('ada-twice')
      await cut.cut(ada.user.id)
      const { id } = ada.user
      const suspend = () =>
        system.send('PATCH', `${system.usersUrl}/api/v1/users/${id}`, {
          token,
          body: { status: 'suspended' },
        })
      const endBoth = () =>
        system.send('POST', `${system.usersUrl}/api/v1/users/bulk`, {
          token,
          headers: { 'idempotency-key': 'end-both' },
          body: { action: 'end_sessions', ids: [id] },
        })
      for (const send of [suspend, suspend, endBoth, endBoth]) assert.equal(saidOf(await send()), 'pending')
      await cut.mend()
      for (const send of [suspend, endBoth]) assert.equal(saidOf(await send()), null)
      const url = `${system.usersUrl}/users/${id}`
      await cut.cut(id)
      for (const _ of [1, 2]) {
        const gone = await system.send('DELETE', url, { token })
        assert.deepEqual([gone.status, gone.body, saidOf(gone)], [200, { id, deleted: true }, 'pending'])
      }
      await cut.mend()
      assert.equal(saidOf(await system.send('DELETE', url, { token })), null)
    })

    test('all other devices are signed out when an account page says so, also while no order can arrive', async () => {
      const { system } = cut
      const there = await system.signUpAndLogIn('ada-on-pages')
      await using visitor = plainVisitor()
      await visitor.open(pageOf(system, '/sign-in'))
      await visitor.fill('Username or email address', 'ada-on-pages')
      await visitor.fill('Password', there.password)
      await visitor.press('Sign in')
      await visitor.follow('Add')
      await visitor.press('Continue')
      const [, key = ''] = /Enter this key in the app: ([A-Z2-7 ]+)/.exec(await visitor.text()) ?? []
      const app = authenticatorApp(key.replaceAll(' ', ''), system.clock)
      await visitor.fill('Code', app.code())
      await visitor.press('Confirm')
      await cut.cut(there.user.id)
      await visitor.open(pageOf(system, '/remove-app'))
      await visitor.fill('Password', there.password)
      await visitor.fill('Code', app.nextCode())
      await visitor.press('Continue')
      assert.match(await visitor.text(), /All other devices are signed out/)
      await visitor.press('Remove authenticator app')
      assert.match(await visitor.text(), /Your authenticator app was removed/)
      assert.equal(await validate(system, there), 401)
      const again = await system.logIn('ada-on-pages', there.password)
      await visitor.open(pageOf(system, '/delete'))
      await visitor.fill('Your username', 'ada-on-pages')
      await visitor.press('Delete my account')
      assert.match(await visitor.text(), /All devices were signed out/)
      assert.equal(await validate(system, again), 401)
    })

    test('over gRPC the trailing metadata says that sessions have not ended everywhere yet', async () => {
      const { system } = cut
      const { access_token: token } = await system.admin()
      const ada = await system.signUpAndLogIn('ada-by-rpc')
      using rpcs = rpcClient(system.usersGrpc, 'latchkey.users.v1.UserService')
      const remove = () => rpcs.trailers('DeleteUser', { id: ada.user.id }, { token })
      await cut.cut(ada.user.id)
      assert.deepEqual((await remove()).get('latchkey-sessions'), ['pending'])
      await cut.mend()
      const bob = await system.signUpAndLogIn('bob-by-rpc')
      const gone = await rpcs.trailers('DeleteUser', { id: bob.user.id }, { token })
      assert.deepEqual(gone.get('latchkey-sessions'), [])
    })

    test('what ends no session leaves all of them alive, also while no order can arrive', async () => {
      const { system } = cut
      const admin = await system.admin()
      const ada = await system.signUpAndLogIn('ada')
      await cut.cut(ada.user.id)
      const url = `${system.usersUrl}/api/v1/users/${ada.user.id}`
      for (const body of [
        { role: 'admin' },
        { role: 'user' },
        { email: 'ada@example.org' },
        { username: 'lovelace' },
      ]) {
        const changed = await system.send('PATCH', url, { token: admin.access_token, body })
        assert.equal(changed.status, 200, JSON.stringify(changed.body))
        assert.equal((await me(system, ada)).status, 200, JSON.stringify(body))
      }
    })
  })
})
