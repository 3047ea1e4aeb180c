import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { endAllSessions } from '#auth/sessions/end-all-sessions.ts'
import { type EventReader, type ReceivedEvent, readEvents } from '#tests/support/event-reader.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000

const watch = (system: System, { token = system.serviceToken(), query = '', lastEventId = '' } = {}) =>
  readEvents(`${system.authUrl}/api/v1/auth/revocations${query}`, {
    authorization: `Bearer ${token}`,
    ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
  })

const endsIn = ({ events }: EventReader): ReceivedEvent[] =>
  events.filter(({ event }) => event === 'session.ended')
const endedIds = (reader: EventReader): string[] => endsIn(reader).map(({ data }) => data.session_id)
const beatsIn = ({ events }: EventReader): ReceivedEvent[] =>
  events.filter(({ event }) => event === 'heartbeat')
const hasEnd = (reader: EventReader, id: string) =>
  until(`the end of ${id}`, () => endedIds(reader).includes(id))
const nextBeat = (reader: EventReader) => {
  const before = beatsIn(reader).length
  return until('a heartbeat', () => beatsIn(reader).length > before)
}

const logOut = async (system: System, token: string) =>
  assert.equal((await system.send('POST', `${system.authUrl}/auth/logout`, { token })).status, 200)

/** Logs in the given number of times, as several users, because one user has at most a hundred sessions. */
async function logInOften(system: System, times: number): Promise<{ token: string; id: string }[]> {
  const sessions: { token: string; id: string }[] = []
  while (sessions.length < times) {
    const username = `often-${sessions.length}`
    const { password } = await system.signUp(username)
    const some = Math.min(50, times - sessions.length)
    // Five logins of one user run at once. They wait for one another, and on a busy machine some of a larger number would
    // be refused.
    for (let left = some; left > 0; left -= 5) {
      const logIns = Array.from({ length: Math.min(5, left) }, () => system.logIn(username, password))
      for (const { access_token: token, session_id: id } of await Promise.all(logIns))
        sessions.push({ token, id })
    }
  }
  return sessions
}

/** Checks that positions never go back, and that no two ended sessions have the same position. */
function assertRising({ events }: { events: ReceivedEvent[] }): void {
  for (const [at, { event, id }] of events.entries()) {
    const before = Number(events[at - 1]?.id ?? 0)
    assert.ok(event === 'heartbeat' ? Number(id) >= before : Number(id) > before, `${before} then ${id}`)
  }
}

onEachEngine((startSystem, engine) => {
  test('a logout arrives at a stream, with what a validator must know', async () => {
    await using system = await startSystem()
    const ada = await system.signUpAndLogIn('ada')
    await using reader = await watch(system)
    assert.equal(reader.response.status, 200)
    assert.equal(reader.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    await nextBeat(reader)
    const before = system.clock.now()
    await logOut(system, ada.access_token)
    await hasEnd(reader, ada.session_id)
    const [end] = endsIn(reader)
    const { ended_at, forget_at, ...rest } = end?.data ?? {}
    assert.deepEqual(rest, { session_id: ada.session_id, user_id: ada.user.id, reason: 'logout' })
    assert.ok(Date.parse(ended_at) >= before && Date.parse(ended_at) <= system.clock.now())
    assert.equal(Date.parse(forget_at) - Date.parse(ended_at), 16 * minute)
  })

  test('every way to end a session arrives, once, with its reason', async () => {
    await using system = await startSystem()
    const admin = (await system.admin()).access_token
    await using reader = await watch(system)
    const expected: Record<string, string> = {}
    const newSession = async (username: string, reason: string) => {
      const pair = await system.signUpAndLogIn(username)
      expected[pair.session_id] = reason
      return { ...pair, url: `${system.usersUrl}/api/v1/users/${pair.user.id}` }
    }
    await logOut(system, (await newSession('logs-out', 'logout')).access_token)
    const revoked = await newSession('is-revoked', 'revoked')
    const body = { token: revoked.refresh_token }
    await system.send('POST', `${system.authUrl}/api/v1/auth/revoke`, { body })
    const suspended = await newSession('is-suspended', 'user_suspended')
    await system.send('PATCH', suspended.url, { token: admin, body: { status: 'suspended' } })
    const deleted = await newSession('is-deleted', 'user_deleted')
    await system.send('DELETE', deleted.url, { token: admin })
    const changed = await newSession('new-password', 'password_changed')
    await system.send('POST', `${system.authUrl}/internal/sessions/end`, {
      token: system.serviceToken(),
      body: { user_id: changed.user.id, epoch: 1_000, reason: 'password_changed' },
    })
    const copied = await newSession('is-copied', 'refresh_reused')
    const refresh = (token: string) =>
      system.send('POST', `${system.authUrl}/auth/refresh`, { body: { refresh_token: token } })
    await refresh(copied.refresh_token)
    system.clock.advance(31_000)
    assert.equal((await refresh(copied.refresh_token)).body.reason, 'refresh_reused')
    await until('all of them', () => endsIn(reader).length >= 6)
    assert.deepEqual(
      Object.fromEntries(endsIn(reader).map(({ data }) => [data.session_id, data.reason])),
      expected,
    )

    const rest = await newSession('with-all-others', 'revoked')
    await endAllSessions(await system.database('auth'), 'revoked', system.clock.now())
    await hasEnd(reader, rest.session_id)
    await nextBeat(reader)
    await nextBeat(reader)
    // The eighth session is that of the admin, which `endAllSessions` ended too.
    assert.equal(endsIn(reader).length, 8)
    assert.equal(new Set(endedIds(reader)).size, 8)
    assertRising(reader)
  })

  test('a stream that breaks goes on from its position, with nothing lost and nothing twice, while 200 log out', async () => {
    await using system = await startSystem()
    const sessions = await logInOften(system, 200)
    const received: ReceivedEvent[] = []
    const isLoggedOut = (async () => {
      for (const { token } of sessions) {
        // Each session ends in a millisecond of its own: those that end in the same millisecond are sent in the order of their
        // ids, not in the order of the logouts.
        system.clock.advance(1)
        await logOut(system, token)
      }
    })()
    let lastEventId = ''
    let streams = 0
    while (received.filter(({ event }) => event === 'session.ended').length < sessions.length) {
      await using reader = await watch(system, { lastEventId })
      streams++
      await until('an event', () => reader.events.length > 0)
      // Takes at most 20 events. All others that the service has sent are lost with the connection.
      received.push(...reader.events.slice(0, 20))
      lastEventId = received.at(-1)?.id ?? ''
    }
    await isLoggedOut
    assert.ok(streams >= 10, `${streams} streams`)
    assert.deepEqual(
      endedIds({ events: received } as EventReader),
      sessions.map(({ id }) => id),
    )
    assertRising({ events: received })

    const query = `?after=${lastEventId}`
    await using reader = await watch(system, { query })
    await nextBeat(reader)
    assert.deepEqual(endsIn(reader), [], 'the query says the same as the header')
    await using winning = await watch(system, { query, lastEventId: received[0]?.id ?? '' })
    await nextBeat(winning)
    assert.equal(endsIn(winning).length, sessions.length - (received[0]?.event === 'session.ended' ? 1 : 0))
  })

  test('without a position, with an old one and with one of another database all comes that still counts', async () => {
    await using system = await startSystem()
    const [first, second] = await logInOften(system, 2)
    await logOut(system, first?.token ?? '')
    system.clock.advance(10 * minute)
    await logOut(system, second?.token ?? '')
    for (const query of ['', '?after=0', '?after=1', '?after=9007199254740991']) {
      await using reader = await watch(system, { query })
      await nextBeat(reader)
      assert.deepEqual(endedIds(reader), [first?.id, second?.id], query)
    }
    system.clock.advance(7 * minute)
    await using later = await watch(system)
    await nextBeat(later)
    assert.deepEqual(endedIds(later), [second?.id], 'the last token of the first one is over')
    for (const query of ['?after=', '?after=-1', '?after=x', `?after=${'1'.repeat(65)}`, '?since=1']) {
      await using refused = await watch(system, { query })
      assert.equal(refused.response.status, 400, query)
    }
    await using refused = await watch(system, { lastEventId: 'x' })
    assert.equal(refused.response.status, 400)
  })

  test('heartbeats go on while the database can be read, and no longer', async () => {
    await using system = await startSystem({ expectUnlisted: true })
    const db = await system.database('auth')
    await using reader = await watch(system)
    await until('three heartbeats', () => beatsIn(reader).length >= 3)

    await db.execute('ALTER TABLE feeds RENAME TO gone')
    const lost = () => system.log.filter((line) => line.msg === 'cannot read the revocation feed')
    await until('it is noticed', () => lost().length > 0)
    const before = beatsIn(reader).length
    const pair = await system.signUpAndLogIn('ada')
    await logOut(system, pair.access_token)
    // The service would have sent two heartbeats in this time if it could still read the database.
    await sleep(2_500)
    assert.equal(beatsIn(reader).length, before)
    await db.execute('ALTER TABLE gone RENAME TO feeds')
    await until('it is back', () => beatsIn(reader).length > before)
    assert.deepEqual(endedIds(reader), [pair.session_id], 'what happened meanwhile came before the heartbeat')
    assert.equal(reader.events.at(-1)?.event, 'heartbeat')
  })

  test('a change of the signing keys shows in the heartbeat', async () => {
    await using system = await startSystem()
    await using reader = await watch(system)
    await nextBeat(reader)
    const before = beatsIn(reader)[0]?.data.key_set_version
    await (await system.database('auth')).query`UPDATE key_sets SET version = version + 1`
    await until('the new version', () => beatsIn(reader).at(-1)?.data.key_set_version === before + 1)
  })

  test('a stream needs sessions:read or the service credential, and ends when its API key is revoked', async () => {
    await using system = await startSystem({ admissionMs: 100 })
    const admin = (await system.admin()).access_token
    const ada = await system.signUpAndLogIn('ada')
    const keys = `${system.usersUrl}/api/v1/api-keys`
    const newKey = async (scope: string) =>
      (await system.send('POST', keys, { token: admin, body: { name: 'ci', scopes: [scope] } })).body
    const { key, id } = await newKey('sessions:read')
    const other = await newKey('users:read')
    for (const [token, status] of [
      [system.serviceToken(), 200],
      [admin, 200],
      [key, 200],
      [other.key, 403],
      [ada.access_token, 403],
      ['x', 401],
    ] as const) {
      await using reader = await watch(system, { token })
      assert.equal(reader.response.status, status)
    }
    await using reader = await watch(system, { token: key })
    await using lasting = await watch(system)
    await system.send('DELETE', `${keys}/${id}`, { token: admin })
    // The clock moves on by more than ten seconds, because the authentication service caches a valid API key for that
    // long.
    system.clock.advance(10_000)
    await reader.ended
    await nextBeat(lasting)
  })

  test('a stop of the service ends open streams at once', async () => {
    // The drain may last ten minutes: if the service ended streams only after it, the test would time out.
    await using system = await startSystem({ drainMs: 600_000 })
    await using reader = await watch(system)
    await nextBeat(reader)
    await Promise.all([system.stop(), reader.ended])
  })

  test('the metrics count open streams and what was sent', async () => {
    await using system = await startSystem()
    const metrics = async () => (await system.send('GET', `${system.authOpsUrl}/metrics`)).body as string
    const [session] = await logInOften(system, 1)
    await logOut(system, session?.token ?? '')
    await using all = new AsyncDisposableStack()
    const readers = await openStreams(system, all, 50)
    await until('all have it', () => readers.every((reader) => endsIn(reader).length === 1))
    assert.match(await metrics(), /^latchkey_revocation_streams\{what="open"\} 50$/m)
    assert.match(await metrics(), /^latchkey_revocation_streams\{what="sent"\} 50$/m)
    await all.disposeAsync()
    await until('they have left', async () => /\{what="open"\} 0$/m.test(await metrics()))
  })

  // The streams of a process are counted in its memory, so that one engine is enough.
  if (engine === 'sqlite')
    test('beyond 1,000 streams a new one is refused', async () => {
      await using system = await startSystem()
      await using all = new AsyncDisposableStack()
      await openStreams(system, all, 1_000)
      const refused = await system.send('GET', `${system.authUrl}/api/v1/auth/revocations`, {
        token: system.serviceToken(),
      })
      assert.deepEqual([refused.status, refused.body.code], [503, 'overloaded'])
    })
})

async function openStreams(system: System, all: AsyncDisposableStack, count: number): Promise<EventReader[]> {
  const readers: EventReader[] = []
  while (readers.length < count) {
    const some = await Promise.all(Array.from({ length: 50 }, () => watch(system)))
    for (const reader of some) readers.push(all.use(reader))
  }
  return readers
}
