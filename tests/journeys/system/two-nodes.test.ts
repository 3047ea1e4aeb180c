import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { newSession } from '#auth/core/session.ts'
import { endSession, insertSession } from '#auth/core/session-store.ts'
import { newId } from '#runtime/ids.ts'
import { wrongCode } from '#tests/support/authenticator-app.ts'
import { type EventReader, readEvents } from '#tests/support/event-reader.ts'
import { passkeySettings, passkeySite, signUpWithPasskey } from '#tests/support/passkey-user.ts'
import { enrolApp, giveCode, givePassword } from '#tests/support/second-factors.ts'
import {
  type HttpReply,
  type System,
  type SystemOptions,
  startSystem,
  stillClock,
} from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { until } from '#tests/support/until.ts'

interface Nodes extends AsyncDisposable {
  one: System
  two: System
}

/** Starts two nodes of each service on one PostgreSQL. They have the same secrets, and nothing else in common. */
async function startNodes(options: Pick<SystemOptions, 'clock' | 'settings'> = {}): Promise<Nodes> {
  const data = temporaryFolder()
  // Both nodes start at the same moment, as in a deployment. Neither finds signing keys, and they must agree on new ones.
  const [one, two] = await Promise.all([
    startSystem({ ...options, engine: 'postgres', data }),
    startSystem({ ...options, engine: 'postgres', data }),
  ])
  return {
    one,
    two,
    async [Symbol.asyncDispose]() {
      await one.stop()
      await two.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The two nodes that are shared by all tests that use only a user or a key of their own. */
let shared: Nodes
before(async () => {
  shared = await startNodes({ settings: { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' } })
})
after(() => shared[Symbol.asyncDispose]())

const validate = (node: System, token: string) => node.send('GET', `${node.authUrl}/auth/validate`, { token })
const refresh = (node: System, token: string) =>
  node.send('POST', `${node.authUrl}/auth/refresh`, { body: { refresh_token: token } })

test('a user made at one node is seen at the other, and its tokens are good at both', async () => {
  const nodes = shared
  const { one, two } = nodes
  const ada = await one.signUp('ada')
  const { access_token: token } = await two.logIn('ada', ada.password)
  const found = await two.send('GET', `${two.usersUrl}/users/username/ada`, { token })
  assert.deepEqual([found.status, found.body.id], [200, ada.id])
  assert.equal((await validate(one, token)).status, 200)
  assert.equal((await validate(two, token)).status, 200)
})

test('I19 a logout at one node is refused at the other in the very next request', async () => {
  const nodes = shared
  const { one, two } = nodes
  const { password } = await one.signUp('bob')
  for (let round = 0; round < 20; round++) {
    const pair = await one.logIn('bob', password)
    assert.equal((await validate(two, pair.access_token)).status, 200)
    await one.send('POST', `${one.authUrl}/auth/logout`, { token: pair.access_token })
    const [validated, refreshed] = await Promise.all([
      validate(two, pair.access_token),
      refresh(two, pair.refresh_token),
    ])
    for (const reply of [validated, refreshed])
      assert.deepEqual([reply.status, reply.body.code, reply.body.reason], [401, 'session_ended', 'logout'])
  }
})

test('I08 a deletion at one node ends the sessions at the other before its reply', async () => {
  const nodes = shared
  const { one, two } = nodes
  const carol = await two.signUpAndLogIn('carol')
  const { access_token: token } = await one.admin()
  const reply = await one.send('DELETE', `${one.usersUrl}/users/${carol.user.id}`, { token })
  assert.equal(reply.status, 200)
  assert.equal((await validate(two, carol.access_token)).body.reason, 'user_deleted')
  await assert.rejects(two.logIn('carol', carol.password), { code: 'invalid_credentials' })
})

test('I01 64 equal sign-ups racing over both nodes make exactly one user', async () => {
  const nodes = shared
  const body = { username: 'grace', email: 'grace@example.com', password: 'a long password' }
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, at) => {
      const { usersUrl, send } = at % 2 ? nodes.one : nodes.two
      return send('POST', `${usersUrl}/users/create`, { body })
    }),
  )
  const statuses = Map.groupBy(replies, ({ status }) => status)
  assert.deepEqual([...statuses.keys()].toSorted(), [201, 400])
  assert.equal(statuses.get(201)?.length, 1)
  assert.deepEqual(new Set(statuses.get(400)?.map((reply) => reply.body.code)), new Set(['username_taken']))
  const { access_token: token } = await nodes.one.admin()
  const list = await nodes.two.send('GET', `${nodes.two.usersUrl}/api/v1/users?q=grace`, { token })
  assert.equal(list.body.data.length, 1)
})

test('I64 one Idempotency-Key sent to both nodes at once makes one user, and all get the same reply', async () => {
  const nodes = shared
  const headers = { 'idempotency-key': 'one sign-up' }
  const body = { username: 'heidi', email: 'heidi@example.com', password: 'a long password' }
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, at) => {
      const { usersUrl, send } = at % 2 ? nodes.one : nodes.two
      return send('POST', `${usersUrl}/users/create`, { body, headers })
    }),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(replies.map((reply) => JSON.stringify(reply.body))).size, 1)
})

test('I64 one Idempotency-Key with another body at each node makes one user, and refuses the other', async () => {
  const nodes = shared
  for (let round = 0; round < 5; round++) {
    const headers = { 'idempotency-key': `${round}` }
    const create = ({ usersUrl, send }: System, username: string) => {
      const body = { username, email: `${username}@example.com`, password: 'a long password' }
      return send('POST', `${usersUrl}/users/create`, { body, headers })
    }
    const replies = await Promise.all([create(nodes.one, `ada-${round}`), create(nodes.two, `bob-${round}`)])
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 422])
  }
})

test('I28 one refresh token presented 64 times at both nodes has one successor', async () => {
  const nodes = shared
  const { refresh_token: token } = await nodes.one.signUpAndLogIn('kim')
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, at) => refresh(at % 2 ? nodes.one : nodes.two, token)),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(replies.map((reply) => reply.body.refresh_token)).size, 1)
})

test('I13 I14 60 wrong passwords at once over both nodes get no more looked at than the limit allows', async () => {
  await using nodes = await startNodes({ clock: stillClock() })
  await nodes.one.signUp('ada')
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, at) => {
      const { authUrl, send } = at % 2 ? nodes.one : nodes.two
      return send('POST', `${authUrl}/auth/login`, { body: { username: 'ada', password: `wrong ${at}` } })
    }),
  )
  const lookedAt = replies.filter(({ status }) => status === 401).length
  assert.ok(lookedAt >= 1 && lookedAt <= 5, `${lookedAt} looked at`)
  assert.equal(replies.filter(({ status }) => status === 429).length, 60 - lookedAt)
})

test('right passwords are never slowed down, however many come at once and wherever', async () => {
  const nodes = shared
  const { password } = await nodes.one.signUp('lena')
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, at) => {
      const { authUrl, send } = at % 2 ? nodes.one : nodes.two
      return send('POST', `${authUrl}/auth/login`, { body: { username: 'lena', password } })
    }),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
})

test('an API key that is revoked at one node is refused at the other in the very next request', async () => {
  const nodes = shared
  const { one, two } = nodes
  const { access_token: token } = await one.admin()
  const keys = ({ usersUrl }: System, path = '') => `${usersUrl}/api/v1/api-keys${path}`
  const body = { name: 'ci', scopes: ['users:read'] }
  const headers = { 'idempotency-key': 'one key' }
  const replies = await Promise.all(
    [one, two, one, two].map((node) => node.send('POST', keys(node), { token, body, headers })),
  )
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
  for (let round = 0; round < 10; round++) {
    const { key, id } = (await one.send('POST', keys(one), { token, body })).body
    const use = () => two.send('GET', `${two.usersUrl}/api/v1/users`, { token: key })
    assert.equal((await use()).status, 200)
    await one.send('DELETE', keys(one, `/${id}`), { token })
    assert.equal((await use()).status, 401)
  }
})

test('two admins who change one user at both nodes at once do not lose each other’s change', async () => {
  const nodes = shared
  const mia = await nodes.one.signUp('mia')
  const { access_token: token } = await nodes.one.admin()
  const change = (node: System, metadata: object) =>
    node.send('PATCH', `${node.usersUrl}/api/v1/users/${mia.id}`, { token, body: { metadata } })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => change(at % 2 ? nodes.one : nodes.two, { [`key-${at}`]: at })),
  )
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
  const now = await nodes.two.send('GET', `${nodes.two.usersUrl}/api/v1/users/${mia.id}`, { token })
  assert.equal(Object.keys(now.body.metadata).length, 20)
  assert.equal(now.headers.get('etag'), '"21"')
})

const watch = ({ authUrl, serviceToken }: System, lastEventId = '0') =>
  readEvents(`${authUrl}/api/v1/auth/revocations`, {
    authorization: `Bearer ${serviceToken()}`,
    'last-event-id': lastEventId,
  })
const endsIn = ({ events }: EventReader) => events.filter(({ event }) => event === 'session.ended')

test('a logout at one node arrives at a stream of the other, which may go on at either', async () => {
  await using nodes = await startNodes()
  const { one, two } = nodes
  const { password } = await one.signUp('ada')
  let node = two
  let lastEventId = '0'
  const ended: string[] = []
  const received: string[] = []
  for (let round = 0; round < 6; round++) {
    await using reader = await watch(node, lastEventId)
    await until('the stream stands', () => reader.events.length > 0)
    const pair = await one.logIn('ada', password)
    await one.send('POST', `${one.authUrl}/auth/logout`, { token: pair.access_token })
    ended.push(pair.session_id)
    await until('its end', () => endsIn(reader).length > 0)
    received.push(...endsIn(reader).map(({ data }) => data.session_id))
    lastEventId = reader.events.at(-1)?.id ?? ''
    node = node === two ? one : two
  }
  assert.deepEqual(received, ended)
})

test('500 sessions that 8 writers end at both nodes at once all arrive at both, once and in one order', async () => {
  await using nodes = await startNodes()
  const { one, two } = nodes
  const databases = [await one.database('auth'), await two.database('auth')]
  const now = one.clock.now()
  const ids = Array.from({ length: 500 }, () => newId(now))
  await databases[0]?.transaction(async (tx) => {
    for (const id of ids) {
      const ends = { idleExpiresAt: now + 86_400_000, expiresAt: now + 86_400_000 }
      const begun = { id, userId: newId(now), epoch: 0, amr: ['pwd'], ...ends }
      const device = { name: null, userAgent: null, address: '' }
      await insertSession(tx, newSession(begun, now), device)
    }
  })
  await using atOne = await watch(one)
  await using atTwo = await watch(two)
  const waiting = [...ids]
  const write = async (writer: number) => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      // The clock of one node is a minute behind, which must not change the order of the ended sessions.
      const at = now - (writer % 2) * 60_000
      await databases[writer % 2]?.transaction((tx) => endSession(tx, id, { reason: 'logout', at }))
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  for (const reader of [atOne, atTwo]) {
    await until('all of them', () => endsIn(reader).length >= ids.length)
    assert.equal(endsIn(reader).length, ids.length)
    assert.equal(new Set(endsIn(reader).map(({ data }) => data.session_id)).size, ids.length)
    const positions = reader.events.map(({ id }) => Number(id))
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
    )
  }
  const inOrder = (reader: EventReader) => endsIn(reader).map(({ id, data }) => [id, data.session_id])
  assert.deepEqual(inOrder(atOne), inOrder(atTwo))
})

test('notifications that both nodes make at once reach a stream at either, each once and in one order', async () => {
  const nodes = shared
  const { one, two } = nodes
  const nina = await one.signUpAndLogIn('nina')
  const at = (node: System, path = '') => `${node.usersUrl}/api/v1/notifications${path}`
  const token = nina.access_token
  const { position } = (await one.send('GET', at(one), { token })).body
  const streams = [one, two, one, two].map((node) =>
    readEvents(at(node, `/stream?after=${position}`), { authorization: `Bearer ${token}` }),
  )
  const readers = await Promise.all(streams)
  await using all = new AsyncDisposableStack()
  for (const reader of readers) all.use(reader)
  const sentIn = ({ events }: EventReader) => events.filter(({ event }) => event === 'notification')
  // Twenty notifications are created at once. Each changes the row of the same user: with more at once, some would wait for the
  // row until they time out on a busy machine.
  const made: HttpReply[] = []
  while (made.length < 200) {
    const some = Array.from({ length: 20 }, (_, number) => {
      const node = number % 2 ? one : two
      const body = { user_id: nina.user.id, type: 'a.b', title: `${made.length + number}` }
      return node.send('POST', at(node), { token: node.serviceToken(), body })
    })
    made.push(...(await Promise.all(some)))
  }
  assert.deepEqual([...new Set(made.map(({ status }) => status))], [201])
  await until('all of them', () => readers.every((reader) => sentIn(reader).length >= made.length))
  const [first, ...others] = readers.map((reader) => sentIn(reader).map(({ id, data }) => [id, data.id]))
  assert.equal(new Set(first?.map(([, id]) => id)).size, 200)
  assert.deepEqual(
    first,
    first?.toSorted(([a], [b]) => Number(a) - Number(b)),
  )
  for (const other of others) assert.deepEqual(other, first)
})

test('I82 I93 over two nodes a login ends in one session, and a code counts once', async () => {
  const clock = stillClock()
  await using nodes = await startNodes({ clock })
  const { one, two } = nodes
  const ada = await one.signUpAndLogIn('ada')
  const { app, recoveryCodes } = await enrolApp(one, ada)
  const user = { username: 'ada', password: ada.password }
  const begin = async (node: System): Promise<string> => (await givePassword(node, user)).body.login_token
  const db = await one.database('auth')
  const sessions = async () => (await db.query`SELECT id FROM sessions WHERE user_id = ${ada.user.id}`).length
  const succeeded = (replies: HttpReply[]) => replies.filter(({ status }) => status === 200).length
  const onBoth = <T>(ask: (node: System) => T): T[] => [one, two, one, two].map(ask)

  for (let round = 1; round <= 5; round++) {
    const login_token = await begin(one)
    const code = app.nextCode()
    const same = await Promise.all(onBoth((node) => giveCode(node, { login_token, code })))
    assert.equal(succeeded(same), 1, 'of one login')
    assert.equal(await sessions(), 1 + 2 * round - 1)
    const logins = await Promise.all(onBoth(begin))
    const next = app.nextCode()
    const apart = await Promise.all(
      logins.map((token, at) => giveCode(at % 2 ? one : two, { login_token: token, code: next })),
    )
    assert.equal(succeeded(apart), 1, 'of one code')
    assert.equal(await sessions(), 1 + 2 * round)
    // The codes that were refused because the other request came first count as wrong codes, so that the user is
    // unlocked.
    const { access_token: token } = await one.admin()
    await one.send('POST', `${one.authUrl}/api/v1/users/${ada.user.id}/unlock`, { token })
  }
  const logins = await Promise.all(onBoth(begin))
  const [code] = recoveryCodes
  const recovered = await Promise.all(
    logins.map((login_token, at) =>
      (at % 2 ? one : two).send(
        'POST',
        `${at % 2 ? one.authUrl : two.authUrl}/api/v1/auth/login/recovery-code`,
        {
          body: { login_token, code },
        },
      ),
    ),
  )
  assert.equal(succeeded(recovered), 1, 'I98 of one recovery code')
})

test('I87 wrong second factors are counted over both nodes', async () => {
  const clock = stillClock()
  await using nodes = await startNodes({ clock })
  const { one, two } = nodes
  const ada = await one.signUpAndLogIn('ada')
  const { app } = await enrolApp(one, ada)
  const user = { username: 'ada', password: ada.password }
  const guess = async (node: System, code: string) => {
    const { login_token } = (await givePassword(node, user)).body
    return (await giveCode(node, { login_token, code })).body.code
  }
  const wrong = wrongCode(app)
  for (const node of [one, two, one, two, one])
    assert.equal(await guess(node, wrong), 'second_factor_invalid')
  for (const node of [two, one]) assert.equal(await guess(node, app.code(1)), 'second_factor_limited')
})

test('acts on others without a recent sign-in are counted over both nodes and both services', async () => {
  const clock = stillClock()
  const settings = { LATCHKEY_SIGNUPS_PER_MINUTE: '1000' }
  await using nodes = await startNodes({ clock, settings })
  const { one, two } = nodes
  const ids: string[] = []
  // Who has no session would not be counted: nothing of them would end.
  for (let at = 0; at < 16; at++) ids.push((await one.signUpAndLogIn(`user-${at}`)).user.id)
  const { access_token: token } = await one.admin()
  clock.advance(6 * 60_000)
  const acts = ids.map((id, at) => {
    const node = at % 2 === 0 ? one : two
    if (at % 4 < 2)
      return node.send('PATCH', `${node.usersUrl}/api/v1/users/${id}`, {
        token,
        body: { status: 'suspended' },
      })
    const url = `${node.authUrl}/api/v1/users/${id}/sessions/revoke`
    return node.send('POST', url, { token, body: { scope: 'all' } })
  })
  const replies = await Promise.all(acts)
  const refused = replies.filter(({ status }) => status === 401)
  assert.equal(refused.length, 6, JSON.stringify(replies.map(({ status, body }) => [status, body?.code])))
  for (const { body } of refused) assert.equal(body.code, 'reauthentication_required')
})

test('I102 over two nodes a challenge of a passkey counts once', async () => {
  await using nodes = await startNodes({ settings: passkeySettings })
  const { one, two } = nodes
  const ada = await signUpWithPasskey(one, 'ada')
  for (let round = 1; round <= 5; round++) {
    const asked = await two.send('POST', `${two.authUrl}/api/v1/auth/passkey/options`)
    const { challenge } = asked.body.public_key
    const credential = ada.passkey.get({ challenge, ...passkeySite })
    const replies = await Promise.all(
      [one, two, one, two].map((node) =>
        node.send('POST', `${node.authUrl}/api/v1/auth/passkey/login`, { body: { credential } }),
      ),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 401, 401, 401])
  }
})
