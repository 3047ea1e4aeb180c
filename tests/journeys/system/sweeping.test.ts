import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from '#runtime/database/database.ts'
import { releaseLease } from '#runtime/database/lease.ts'
import { findEventsAfter } from '#runtime/events/event-log.ts'
import { queueDelivery, sink } from '#runtime/events/outbox.ts'
import type { Sweep } from '#runtime/sweep.ts'
import { features } from '#tests/features/feature.ts'
import { onEachEngine } from '#tests/support/on-each-engine.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { allEventsAreTold, allRows } from '#tests/support/stored.ts'
import type { System } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Runs every sweep once, as the background does, and returns the number of removed rows by sweep. */
async function sweep(db: Database, sweeps: readonly Sweep[], now: number): Promise<Record<string, number>> {
  const removed: Record<string, number> = {}
  for (const { name, remove } of sweeps) removed[name] = await remove(db, now, 1_000)
  return removed
}

const logOut = (system: System, token: string) =>
  system.send('POST', `${system.authUrl}/auth/logout`, { token })

/** Returns the tables from which no sweep removes rows, each with the reason why the number of its rows is limited. */
const boundedOf = (engine: 'sqlite' | 'postgres'): Record<string, string> => ({
  ...(engine === 'sqlite' && { user_documents: 'One row for each user.' }),
  ...Object.assign({}, ...features.map((feature) => feature.bounded)),
  users: 'One row for each user.',
  totp_factors: 'One row for each user with an authenticator app.',
  recovery_codes: 'One row for each user with recovery codes.',
  passkeys: 'Twenty rows for each user at most.',
  deleted_users:
    'An id and a time for each deleted user: a repeated DELETE succeeds, and no id is given again.',
  address_keys: 'One row for each installation whose export was imported, and ten at most by imports.',
  session_epochs:
    'An id and a number for each user whose sessions ended at once: a login that was under way loses to it.',
  event_readers: 'One row for each reader, whose names are in the code.',
  feeds: 'One row for each feed, whose names are in the code.',
  key_sets: 'One row.',
  leases: 'One row for each kind of work that one node does at a time.',
  migrations: 'One row for each migration.',
})

onEachEngine((startSystem, engine) => {
  test('every table has a sweep for its rows, or a reason why it needs none', async () => {
    await using system = await startSystem()
    const bounded = boundedOf(engine)
    const unswept = new Set<string>()
    for (const service of ['users', 'auth'] as const) {
      const db = await system.database(service)
      const statements: string[] = []
      const recorded = recordStatements(db, (statement) => void statements.push(statement))
      for (const { remove } of system.sweeps(service)) await remove(recorded, system.clock.now(), 1)
      // Some sweeps first look for expired rows, and run no DELETE when there are none. The name of such a sweep is the
      // name of its table.
      const swept = new Set(system.sweeps(service).map(({ name }) => name))
      for (const [, table = ''] of statements.join('\n').matchAll(/\bDELETE FROM (\w+)/g)) swept.add(table)
      for (const table of (await allRows(db)).keys()) if (!swept.has(table)) unswept.add(table)
    }
    const growing = [...unswept].filter((table) => !Object.hasOwn(bounded, table))
    const advice = `No sweep removes the rows of ${growing}. Declare when they expire (\`expiring\` in runtime/sweep.ts, in the
      \`sweeps\` of the module), or say in \`bounded\` of the feature in tests/features/ why they do not become more and more.`
    assert.deepEqual(growing, [], advice)
    const wrong = Object.keys(bounded).filter((table) => !unswept.has(table))
    assert.deepEqual(
      wrong,
      [],
      `Remove ${wrong} from \`bounded\`: it has a sweep, or there is no such table.`,
    )
  })

  test('an ended session stays as long as its refresh token would have lived, then goes', async () => {
    await using system = await startSystem()
    const db = await system.database('auth')
    const { password } = await system.signUp('ada')
    const ended = await system.logIn('ada', password)
    const living = await system.logIn('ada', password)
    await logOut(system, ended.access_token)
    const sessions = async () => (await db.query<{ id: string }>`SELECT id FROM sessions`).map(({ id }) => id)

    system.clock.advance(30 * day - hour)
    const refreshed = await system.send('POST', `${system.authUrl}/auth/refresh`, {
      body: { refresh_token: living.refresh_token },
    })
    assert.equal((await sweep(db, system.sweeps('auth'), system.clock.now())).sessions, 0)
    const late = await system.send('POST', `${system.authUrl}/auth/refresh`, {
      body: { refresh_token: ended.refresh_token },
    })
    assert.deepEqual([late.body.code, late.body.reason], ['session_ended', 'logout'])

    system.clock.advance(2 * hour)
    assert.equal((await sweep(db, system.sweeps('auth'), system.clock.now())).sessions, 1)
    assert.deepEqual(await sessions(), [living.session_id])
    const url = `${system.authUrl}/auth/validate`
    assert.equal((await system.send('GET', url, { token: refreshed.body.access_token })).status, 401)

    system.clock.advance(61 * day)
    assert.equal((await sweep(db, system.sweeps('auth'), system.clock.now())).sessions, 1)
    assert.deepEqual(await sessions(), [])
  })

  test('failed logins and idempotency keys go when they no longer count, and not before', async () => {
    await using system = await startSystem()
    const [users, auth] = [await system.database('users'), await system.database('auth')]
    const body = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    const headers = { 'idempotency-key': 'one' }
    await system.send('POST', `${system.usersUrl}/users/create`, { body, headers })
    await system.send('POST', `${system.authUrl}/auth/login`, {
      body: { username: 'ada', password: 'wrong' },
    })
    const sweepBoth = async () => {
      const now = system.clock.now()
      return {
        users: await sweep(users, system.sweeps('users'), now),
        auth: await sweep(auth, system.sweeps('auth'), now),
      }
    }
    const removed = Object.values(await sweepBoth()).flatMap((counts) => Object.entries(counts))
    assert.deepEqual(
      removed.filter(([, rows]) => rows !== 0),
      [],
      'nothing has expired yet',
    )
    system.clock.advance(25 * hour)
    const after = await sweepBoth()
    assert.deepEqual([after.users.idempotency_keys, after.auth.login_attempts], [1, 2])
  })

  test('of a deleted user neither an address nor a device is kept, however many sessions there were', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const db = await system.database('auth')
    const { id, password } = await system.signUp('ada')
    const bob = await system.signUpAndLogIn('bob')
    const address = '203.0.113.7'
    const logIn = (sent: string) =>
      system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'ada', password: sent, device_name: 'Secret phone' },
        headers: { 'x-forwarded-for': address, 'user-agent': 'Secret browser' },
      })
    const { body } = await logIn(password)
    await logIn('wrong')
    const token = body.access_token
    await db.query`
      WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 1200)
      INSERT INTO sessions (id, user_id, epoch, generation, rotated_at, created_at, idle_expires_at, expires_at, ended_at,
        end_reason, device_name, user_agent, address)
      SELECT id || n, user_id, epoch, generation, rotated_at, created_at - n / 400, idle_expires_at, expires_at, created_at,
        'logout', device_name, user_agent, address FROM sessions, counted WHERE user_id = ${id}`
    const personal = async () => {
      const [row] = await db.query<{ sessions: number; networks: number; attempts: number }>`
        SELECT (SELECT COUNT(*) FROM sessions
            WHERE user_id = ${id} AND (address <> '' OR device_name IS NOT NULL OR user_agent IS NOT NULL)) AS sessions,
          (SELECT COUNT(*) FROM known_networks WHERE user_id = ${id}) AS networks,
          (SELECT COUNT(*) FROM login_attempts WHERE bucket LIKE ${`%${id}%`}) AS attempts`
      return row
    }
    assert.deepEqual(await personal(), { sessions: 1_201, networks: 1, attempts: 1 })
    const url = `${system.usersUrl}/api/v1/users/${id}`
    assert.equal((await system.send('DELETE', url, { token })).status, 204)
    const left = await personal()
    assert.deepEqual([left?.networks, left?.attempts], [0, 0])
    // The sweep is repeated until nothing is left, because one run removes a bounded number of rows.
    await until(
      'the sweep',
      async () => (await sweep(db, system.sweeps('auth'), system.clock.now())).forgotten_sessions === 0,
    )
    assert.deepEqual(await personal(), { sessions: 0, networks: 0, attempts: 0 })
    const [other] = await db.query<{
      address: string
    }>`SELECT address FROM sessions WHERE user_id = ${bob.user.id}`
    assert.equal(other?.address, '127.0.0.1')
    const validated = await system.send('GET', `${system.authUrl}/auth/validate`, { token })
    assert.deepEqual([validated.body.code, validated.body.reason], ['session_ended', 'user_deleted'])
  })

  test('of a deleted user no network is kept under its address either, while sign-up is closed', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_SIGNUP: 'closed' } })
    const { access_token: token } = await system.admin()
    const db = await system.database('auth')
    const networks = async () => {
      const known = await db.query<{ user_id: string }>`SELECT user_id FROM known_networks`
      const counted = await db.query`SELECT bucket FROM login_attempts WHERE bucket LIKE '% from %'`
      return [known.length, counted.length]
    }
    assert.deepEqual(await networks(), [1, 0], 'those of the admin')
    const credentials = { username: 'ada', email: 'ada@example.com', password: 'a long password' }
    const body = { ...credentials, name: 'Ada' }
    const { id } = (await system.send('POST', `${system.usersUrl}/api/v1/users`, { token, body })).body
    await system.logIn(body.email, body.password)
    const wrong = { username: body.email, password: 'wrong' }
    await system.send('POST', `${system.authUrl}/auth/login`, { body: wrong })
    assert.deepEqual(await networks(), [3, 1], 'and those of the user and its address')
    const deleted = await system.send('DELETE', `${system.usersUrl}/api/v1/users/${id}`, { token })
    assert.equal(deleted.status, 204)
    assert.deepEqual(await networks(), [1, 0])
  })

  test('where a user has logged in from is known for 90 days, of the latest twenty networks', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_TRUSTED_PROXIES: '127.0.0.1' } })
    const db = await system.database('auth')
    const { password } = await system.signUp('ada')
    const logInFrom = (network: number) =>
      system.send('POST', `${system.authUrl}/auth/login`, {
        body: { username: 'ada', password },
        headers: { 'x-forwarded-for': `192.0.${network}.7` },
      })
    const known = async () => {
      const rows = await db.query<{ network: string }>`SELECT network FROM known_networks ORDER BY expires_at`
      return rows.map(({ network }) => network)
    }
    for (let network = 1; network <= 22; network++) {
      assert.equal((await logInFrom(network)).status, 200)
      system.clock.advance(hour)
    }
    assert.deepEqual(
      await known(),
      Array.from({ length: 20 }, (_, at) => `192.0.${at + 3}.0/24`),
    )
    system.clock.advance(60 * day)
    assert.equal((await logInFrom(3)).status, 200)
    system.clock.advance(31 * day)
    assert.equal((await sweep(db, system.sweeps('auth'), system.clock.now())).known_networks, 19)
    assert.deepEqual(await known(), ['192.0.3.0/24'])
  })

  test('the authentication service keeps an event for a day, and longer until the user service has received it', async () => {
    await using system = await startSystem()
    const db = await system.database('auth')
    await system.signUpAndLogIn('ada')
    await allEventsAreTold(db)
    const remove = async () => (await sweep(db, system.sweeps('auth'), system.clock.now())).told_events
    system.clock.advance(day - hour)
    assert.equal(await remove(), 0)
    system.clock.advance(2 * hour)
    // The background would tell the events again before the sweep looks.
    await db.query`UPDATE leases SET holder = 'test', expires_at = ${system.clock.now() + minute} WHERE name = 'events for users'`
    await db.query`UPDATE event_readers SET position = 0`
    assert.equal(await remove(), 0)
    await releaseLease(db, 'events for users', 'test')
    await allEventsAreTold(db)
    assert.equal(await remove(), 1)
    assert.deepEqual(await db.query`SELECT id FROM events`, [])
  })

  test('of a deleted user the authentication service keeps no address and no user agent of what happened', async () => {
    await using system = await startSystem()
    const db = await system.database('auth')
    const [ada, bob] = [await system.signUpAndLogIn('ada'), await system.signUpAndLogIn('bob')]
    await allEventsAreTold(db)
    for (const { user } of [ada, bob])
      await queueDelivery(db, {
        sink: sink('users'),
        type: 'x.y',
        subject: user.id,
        payload: { address: '192.0.2.1' },
        at: system.clock.now() + day,
      })
    await db.query`UPDATE outbox SET dead_at = 1`
    await system.send('DELETE', `${system.usersUrl}/api/v1/users/${ada.user.id}`, { token: ada.access_token })
    const letters = await db.query<{ subject: string }>`SELECT subject FROM outbox`
    assert.deepEqual(
      letters.map(({ subject }) => subject),
      [bob.user.id],
    )
    const telling = (events: { subject: string | null; data: unknown }[]) =>
      events.filter(({ data }) => Object.keys(data as object).length > 0).map(({ subject }) => subject)
    assert.deepEqual(telling(await findEventsAfter(db, 0, 100)), [bob.user.id])
    system.clock.advance(hour)
    await sweep(db, system.sweeps('auth'), system.clock.now())
    const kept = await db.query<{ subject: string }>`SELECT subject FROM events WHERE data <> '{}'`
    assert.deepEqual(
      kept.map(({ subject }) => subject),
      [bob.user.id],
    )
  })

  test('an API key stays in the list for 90 days after its end, then goes', async () => {
    await using system = await startSystem()
    const db = await system.database('users')
    const { access_token: token } = await system.admin()
    const make = async (days: number) => {
      const expiresAt = new Date(system.clock.now() + days * day).toISOString()
      const body = { name: 'ci', scopes: ['users:read'], expires_at: expiresAt }
      return (await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })).body.id
    }
    const [short, long] = [await make(1), await make(10)]
    await system.send('DELETE', `${system.usersUrl}/api/v1/api-keys/${long}`, { token })
    const kept = async () => (await db.query<{ id: string }>`SELECT id FROM api_keys`).map(({ id }) => id)
    system.clock.advance(91 * day - hour)
    assert.equal((await sweep(db, system.sweeps('users'), system.clock.now())).api_keys, 0)
    assert.deepEqual((await kept()).toSorted(), [short, long].toSorted())
    system.clock.advance(2 * hour)
    assert.equal((await sweep(db, system.sweeps('users'), system.clock.now())).api_keys, 1)
    assert.deepEqual(await kept(), [long])
  })

  test('an API key stays for as long as a key or webhook that it made: whose they are is found by it', async () => {
    await using system = await startSystem({ settings: { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' } })
    const db = await system.database('users')
    const sweeps = system.sweeps('users')
    const { access_token: admin } = await system.admin()
    const make = async (token: string, days: number) => {
      const expires_at = new Date(system.clock.now() + days * day).toISOString()
      const body = { name: 'ci', scopes: ['users:read', 'keys:write', 'webhooks:write'], expires_at }
      const made = await system.send('POST', `${system.usersUrl}/api/v1/api-keys`, { token, body })
      assert.equal(made.status, 201)
      return made.body as { id: string; key: string }
    }
    const makesKey = await make(admin, 1)
    const made = await make(makesKey.key, 90)
    const makesHook = await make(admin, 1)
    const target = { url: 'http://127.0.0.1:9/', event_types: ['webhook.test'] }
    const url = `${system.usersUrl}/api/v1/webhooks`
    const hook = (await system.send('POST', url, { token: makesHook.key, body: target })).body
    const kept = async () => {
      // The sweeps run three times, because a key is removed only by a later sweep than the key or webhook that it made.
      for (let round = 1; round <= 3; round++) await sweep(db, sweeps, system.clock.now())
      const rows = await db.query<{ id: string }>`SELECT id FROM api_keys ORDER BY id`
      return rows.map(({ id }) => id)
    }
    system.clock.advance(92 * day)
    const all = [makesKey.id, made.id, makesHook.id].toSorted()
    assert.deepEqual(await kept(), all)
    const ofKeys = sweeps.find(({ name }) => name === 'api_keys')
    assert.equal(await ofKeys?.countWaiting(db, system.clock.now(), 100), 0)
    const token = (await system.admin()).access_token
    assert.equal((await system.send('DELETE', `${url}/${hook.id}`, { token })).status, 204)
    assert.deepEqual(await kept(), [makesKey.id, made.id].toSorted())
    system.clock.advance(89 * day)
    assert.deepEqual(await kept(), [])
  })

  test('a dead letter stays for 30 days, so that it can be replayed, then goes', async () => {
    await using system = await startSystem()
    const givenUpAt = system.clock.now()
    const dbs = [
      [await system.database('users'), system.sweeps('users')],
      [await system.database('auth'), system.sweeps('auth')],
    ] as const
    for (const [db] of dbs) {
      const queue = (id: string, deadAt: number | null) => db.query`
        INSERT INTO outbox (id, sink, type, subject, position, payload, created_at, due_at, attempts, dead_at)
        VALUES (${id}, 'elsewhere', 'a.b', ${id}, 1, '{}', 1, 1, 3, ${deadAt})`
      await queue('older', givenUpAt)
      await queue('newer', givenUpAt + 2 * hour)
      await queue('waiting', null)
    }
    const left = async () => {
      const ids: string[] = []
      for (const [db, sweeps] of dbs) {
        await sweep(db, sweeps, system.clock.now())
        const rows = await db.query<{
          id: string
        }>`SELECT id FROM outbox WHERE sink = 'elsewhere' ORDER BY id`
        ids.push(rows.map(({ id }) => id).join())
      }
      return ids
    }
    system.clock.advance(30 * day - hour)
    assert.deepEqual(await left(), ['newer,older,waiting', 'newer,older,waiting'])
    system.clock.advance(hour)
    const [users] = dbs[0]
    const counted = system.sweeps('users').find(({ name }) => name === 'dead_letters')?.countWaiting
    assert.equal(await counted?.(users, system.clock.now(), 10), 1)
    assert.deepEqual(await left(), ['newer,waiting', 'newer,waiting'])
  })

  test('what waits is counted in the metrics, on a port of its own', async () => {
    await using system = await startSystem()
    const { password } = await system.signUp('ada')
    const { access_token: token } = await system.logIn('ada', password)
    await logOut(system, token)
    system.clock.advance(31 * day)
    const metrics = async (url: string) => (await system.send('GET', `${url}/metrics`)).body as string
    assert.match(await metrics(system.authOpsUrl), /^latchkey_sweep_waiting_rows\{what="sessions"\} 1$/m)
    assert.match(await metrics(system.authOpsUrl), /^latchkey_verified_tokens\{what="misses"\} 1$/m)
    const nothingWaits = /^latchkey_outbox_waiting_events\{state="waiting"\} 0$/m
    await until('an empty outbox', async () => nothingWaits.test(await metrics(system.usersOpsUrl)))
    assert.match(await metrics(system.usersOpsUrl), /^latchkey_outbox_waiting_events\{state="dead"\} 0$/m)
    assert.match(await metrics(system.usersOpsUrl), /^process_resident_memory_bytes \d+$/m)
    assert.equal((await system.send('GET', `${system.usersUrl}/metrics`)).status, 404)
    assert.equal((await system.send('GET', `${system.usersOpsUrl}/users/create`)).status, 404)
  })

  if (engine === 'postgres')
    test('the metrics tell how many look-ups shared how many queries', async () => {
      await using system = await startSystem()
      const { access_token: token } = await system.signUpAndLogIn('ada')
      await system.send('GET', `${system.authUrl}/auth/validate`, { token })
      const text = (await system.send('GET', `${system.authOpsUrl}/metrics`)).body as string
      assert.match(text, /^latchkey_database_look_ups\{what="asked"\} [1-9]\d*$/m)
      assert.match(text, /^latchkey_database_look_ups\{what="queries"\} [1-9]\d*$/m)
    })
})
