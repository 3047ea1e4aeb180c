import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import type { TokenPairResource } from '#contract/auth.ts'
import { readEvents } from '#tests/support/event-reader.ts'
import { tokenFor } from '#tests/support/mail.ts'
import { type SignedIn, type System, send, startSystem } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'

type Service = 'users' | 'auth'

const settings = { LATCHKEY_WEBHOOK_PRIVATE_TARGETS: 'allow' }

/**
 * The statements that may read rows one after the other: they run once at a start, or their LIMIT bounds
 * them.
 */
const mayScan = [
  'migrations',
  'SELECT id FROM users UNION ALL SELECT id FROM deleted_users LIMIT',
  'SELECT 1 FROM sqlite_schema LIMIT',
  // The index of this statement has only the events that wait for a position.
  'FROM events WHERE position IS NULL',
  // The index of this statement has only active admins.
  "FROM users WHERE role = 'admin' AND status = 'active' ORDER BY created_at, id LIMIT",
]

/**
 * Sends every kind of request and causes every kind of background work, so that their statements can be
 * examined.
 */
async function tour(system: System): Promise<void> {
  const { usersUrl, authUrl, send } = system
  const { access_token: admin } = await system.admin()
  const ada = await system.signUpAndLogIn('ada')
  const token = ada.access_token
  const id = ada.user.id
  await send('POST', `${authUrl}/auth/login`, { body: { username: 'ada@example.com', password: 'wrong' } })
  await send('GET', `${authUrl}/auth/validate`, { token })
  await send('POST', `${authUrl}/auth/refresh`, { body: { refresh_token: ada.refresh_token } })
  await send('GET', `${usersUrl}/users/email/ada@example.com`, { token })
  await send('GET', `${usersUrl}/users/username/ada`, { token })
  await send('GET', `${usersUrl}/api/v1/users/me`, { token })
  const headers = { 'idempotency-key': 'one' }
  const body = { email: 'bob@example.com', name: 'Bob', password: 'a long password' }
  for (let time = 1; time <= 2; time++) {
    const made = await send('POST', `${usersUrl}/api/v1/users`, { token: admin, body, headers })
    assert.equal(made.status, 201)
  }
  for (const query of [
    '?limit=1',
    '?q=ada&total=true',
    '?role=admin&status=active&total=true',
    '?status=suspended&total=true',
  ]) {
    const page = await send('GET', `${usersUrl}/api/v1/users${query}`, { token: admin })
    assert.equal(page.status, 200)
    const cursor = page.body.next_cursor
    if (cursor) await send('GET', `${usersUrl}/api/v1/users?limit=1&cursor=${cursor}`, { token: admin })
  }
  const keys = `${usersUrl}/api/v1/api-keys`
  const made = await send('POST', keys, {
    token: admin,
    body: { name: 'ci', scopes: ['keys:write'] },
    headers,
  })
  assert.equal((await send('GET', `${keys}?limit=1`, { token: made.body.key })).status, 200)
  for (let time = 1; time <= 2; time++) {
    assert.equal((await send('DELETE', `${keys}/${made.body.id}`, { token: admin })).status, 204)
  }
  await useLinks(system, ada)
  await putAThiefOut(system)
  await notify(system, ada)
  await lookAtEvents(system, ada.user.id)
  await sendEvents(system, admin)
  const introspected = await send('POST', `${authUrl}/api/v1/auth/introspect`, {
    token: admin,
    body: { token },
  })
  assert.equal(introspected.body.active, true)
  const sessions = `${authUrl}/api/v1/auth/sessions`
  const listed = await send('GET', `${sessions}?limit=1`, { token })
  assert.equal(listed.body.data.length, 1)
  for (let time = 1; time <= 2; time++) {
    const { session_id } = await system.logIn('ada', ada.password)
    await loginFromElsewhere(system, ada)
    if (time === 1) assert.equal((await send('DELETE', `${sessions}/${session_id}`, { token })).status, 204)
  }
  const ended = await send('POST', `${sessions}/revoke`, { token, body: { scope: 'others' } })
  assert.deepEqual(ended.body, { ended: 1 })
  await send('POST', `${authUrl}/auth/logout`, { token })
  await send('POST', `${authUrl}/api/v1/auth/revoke`, { body: { token: ada.refresh_token } })
  await watchToFirstHeartbeat(system)
  const url = `${usersUrl}/api/v1/users/${id}`
  assert.equal((await send('PATCH', url, { token: admin, body: { status: 'suspended' } })).status, 200)
  assert.equal((await send('DELETE', url, { token: admin })).status, 204)
  for (const service of ['users', 'auth'] as const) {
    const db = await system.database(service)
    for (const { remove, countWaiting } of system.sweeps(service)) {
      await remove(db, system.clock.now(), 10)
      await countWaiting(db, system.clock.now(), 10)
    }
  }
}

async function loginFromElsewhere(system: System, { user, password }: SignedIn): Promise<void> {
  const { authUrl, usersUrl, send } = system
  const body = { username: user.username, password, device_name: 'Elsewhere' }
  const { access_token: token } = (await send('POST', `${authUrl}/auth/login`, { body })).body
  const told = async () => (await send('GET', `${usersUrl}/api/v1/notifications`, { token })).body.data.length
  await until('that its owner knows', async () => (await told()) >= 2)
  await send('POST', `${authUrl}/auth/logout`, { token })
}

async function notify(system: System, { user, access_token: token }: TokenPairResource): Promise<void> {
  const url = `${system.usersUrl}/api/v1/notifications`
  const body = { user_id: user.id, type: 'invoice.paid', title: 'Paid' }
  const headers = { 'idempotency-key': 'one' }
  const { id } = (await system.send('POST', url, { token: system.serviceToken(), body, headers })).body
  const headersOfStream = { authorization: `Bearer ${token}` }
  await using reader = await readEvents(`${url}/stream?after=0`, headersOfStream)
  await until('it on a stream', () => reader.events.some(({ event }) => event === 'notification'))
  for (const [method, path, sent, status] of [
    ['GET', '?limit=1', undefined, 200],
    ['GET', '?limit=1&unread=true&cursor=9', undefined, 200],
    ['PATCH', `/${id}`, { read: true }, 200],
    ['POST', '/read', undefined, 200],
    ['PUT', '/preferences', { preferences: [] }, 200],
    ['GET', '/preferences', undefined, 200],
    ['DELETE', `/${id}`, undefined, 204],
  ] as const) {
    assert.equal((await system.send(method, `${url}${path}`, { token, body: sent })).status, status)
  }
}

async function lookAtEvents(system: System, id: string): Promise<void> {
  const { send } = system
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/events`
  for (const query of [
    '',
    '?type=user.created,user.updated',
    `?user_id=${id}`,
    `?user_id=${id}&type=user.created`,
  ])
    assert.equal((await send('GET', `${url}${query}`, { token })).status, 200)
  assert.equal((await send('GET', `${url}/dead-letters?limit=1`, { token })).status, 200)
  for (const body of [{}, { sink: 'auth' }])
    assert.equal((await send('POST', `${url}/dead-letters/replay`, { token, body })).status, 200)
  assert.equal((await send('POST', `${url}/dead-letters/${id}/replay`, { token })).status, 404)
  await using reader = await readEvents(`${url}/stream?after=0`, { authorization: `Bearer ${token}` })
  await until('one on a stream', () => reader.events.some(({ event }) => event === 'event'))
}

/** Uses the links in mails for every purpose, except for those that would end the session. */
async function useLinks(system: System, { user, access_token: token }: SignedIn): Promise<void> {
  const auth = `${system.authUrl}/api/v1/auth`
  const { email } = user
  const verify = await tokenFor(system, email, 'verify-email')
  await send('GET', `${system.authUrl}/account/verify-email?token=${verify}`)
  for (const [path, body] of [
    ['email/verify', { token: verify }],
    ['email/verification', { email }],
    ['password/forgot', { email }],
    ['password/reset', { token: 'x', password: 'a long password' }],
    ['take-back', { token: 'x' }],
  ] as const)
    await send('POST', `${auth}/${path}`, { body })
  await tokenFor(system, email, 'reset-password')
  await send('PATCH', `${system.usersUrl}/api/v1/users/me`, { token, body: { email: 'new@example.com' } })
  await tokenFor(system, 'new@example.com', 'confirm-email')
}

/**
 * Changes a password and takes the user back by the link in the mail. This ends the session, so that it
 * belongs to another user.
 */
async function putAThiefOut(system: System): Promise<void> {
  const { user, password, access_token: token } = await system.signUpAndLogIn('grace')
  const auth = `${system.authUrl}/api/v1/auth`
  const verify = await tokenFor(system, user.email, 'verify-email')
  const body = { current_password: password, new_password: 'another long password' }
  for (const [path, sent] of [
    ['email/verify', { body: { token: verify } }],
    ['password/change', { token, body }],
  ] as const)
    assert.equal((await send('POST', `${auth}/${path}`, sent)).status, 200)
  const takeBack = await tokenFor(system, user.email, 'take-back')
  assert.equal((await send('POST', `${auth}/take-back`, { body: { token: takeBack } })).status, 200)
}

/** Creates webhooks and has events sent to them, at a port where no server listens. */
async function sendEvents(system: System, token: string): Promise<void> {
  const url = `${system.usersUrl}/api/v1/webhooks`
  const headers = { 'idempotency-key': 'one' }
  const target = { url: 'http://127.0.0.1:9' }
  const { id } = (await system.send('POST', url, { token, body: target, headers })).body
  await system.send('POST', url, { token, body: { ...target, event_types: ['user.updated'] } })
  const { event_id } = (await system.send('POST', `${url}/${id}/test`, { token })).body
  const attempts = async () => {
    const { body } = await system.send('GET', `${url}/${id}/deliveries?limit=50`, { token })
    const ofTest = (one: { event_id: string }) => one.event_id === event_id
    return body.data.find(ofTest)?.attempts ?? 0
  }
  await until('an attempt', async () => (await attempts()) >= 1)
  for (const [method, path, sent, status] of [
    ['GET', '?limit=1', undefined, 200],
    ['GET', `/${id}/deliveries?limit=1&state=waiting`, undefined, 200],
    ['POST', `/${id}/rotate-secret`, undefined, 200],
    ['POST', `/${id}/deliveries/${event_id}/replay`, undefined, 204],
    ['POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' }, 200],
    ['PATCH', `/${id}`, { enabled: false }, 200],
    ['DELETE', `/${id}`, undefined, 204],
  ] as const) {
    const reply = await system.send(method, `${url}${path}`, { token, body: sent })
    assert.equal(reply.status, status, `${method} ${path}`)
  }
}

async function watchToFirstHeartbeat(system: System): Promise<void> {
  const headers = { authorization: `Bearer ${system.serviceToken()}` }
  await using reader = await readEvents(`${system.authUrl}/api/v1/auth/revocations`, headers)
  await until('a heartbeat', () => reader.events.some(({ event }) => event === 'heartbeat'))
  assert.equal(reader.events[0]?.event, 'session.ended')
}

/** The tables that grow with time. */
const tablesOf: Record<Service, RegExp> = {
  users:
    /\b(users|deleted_users|idempotency_keys|outbox|api_keys|notifications|events|told_events|forgotten_subjects|links|held_usernames|mail_budgets|rate_limits|webhook_deliveries)\b/,
  auth: /\b(sessions|session_epochs|login_attempts|known_networks|outbox|events|told_events|forgotten_subjects)\b/,
}

function toLookAt(statements: Set<string>, service: Service): string[] {
  const looked = [...statements]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /^(SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && tablesOf[service].test(text))
    .filter((text) => service === 'users' || !/\bwebhook/.test(text))
    .filter((text) => !mayScan.some((allowed) => text.includes(allowed)))
  assert.ok(looked.length >= 10, 'there is something to look at')
  return looked
}

/** Returns the parts of a statement's query plan that read a table or an index from one end to the other. */
type ScansOf = (service: Service, text: string) => Promise<string[]>

async function assertNoScans(statements: Set<string>, scansOf: ScansOf): Promise<void> {
  for (const service of ['users', 'auth'] as const) {
    for (const text of toLookAt(statements, service)) assert.deepEqual(await scansOf(service, text), [], text)
  }
  const slow = "SELECT id FROM users WHERE name = 'Ada' AND status = 'active'"
  assert.equal((await scansOf('users', slow)).length, 1, 'one that does is found')
}

/**
 * Requires the indexes of the few users who have another role or status. A scan of all users in the order of
 * `users_by_age` uses an index too, but passes millions of rows before it reaches the last admin.
 */
async function assertFewAreLookedUp(statements: Set<string>, planOf: (text: string) => Promise<string>) {
  for (const [few, index] of [
    ["role <> 'user'", 'users_by_other_role'],
    ["status <> 'active'", 'users_by_other_status'],
  ] as const) {
    const asked = [...statements].filter((text) => text.includes(few) && !/\bCREATE INDEX\b/.test(text))
    assert.equal(asked.length, 2, `a page and a count where ${few}`)
    for (const text of asked) assert.match(await planOf(text), new RegExp(`\\b${index}\\b`))
  }
  // These statements read a page of users with a prefix, and count them.
  for (const [part, indexes] of [
    ['WHERE (username_key >=', ['users_by_username', 'users_by_email']],
    ['SELECT username_key AS piece_key', ['users_by_username']],
    ['SELECT email_key AS piece_key', ['users_by_email']],
  ] as const) {
    const [text, ...others] = [...statements].filter((one) => one.includes(part))
    assert.deepEqual([typeof text, others], ['string', []], part)
    const plan = await planOf(text ?? '')
    for (const index of indexes) assert.ok(plan.includes(index), plan)
    assert.ok(!plan.includes('users_by_age'), plan)
  }
}

const raw = (text: string): TemplateStringsArray => Object.assign([text], { raw: [text] })

test('no statement of a request or of the background reads a whole table on SQLite', async (t) => {
  const statements = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    statements.add(text)
    return prepare.call(this, text)
  })
  await using system = await startSystem({ settings })
  await tour(system)
  t.mock.restoreAll()
  await assertNoScans(statements, async (service, text) => {
    const db = await system.database(service)
    const plan = await db.query<{ detail: string }>(raw(`EXPLAIN QUERY PLAN ${text}`))
    return plan
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?!\(subquery|webhooks$|counted|piece|over|expired$|waiting|latest|made$|asked$|CONSTANT)/.test(
          detail,
        ),
      )
  })
  await assertFewAreLookedUp(statements, async (text) => {
    const db = await system.database('users')
    return JSON.stringify(await db.query(raw(`EXPLAIN QUERY PLAN ${text}`)))
  })
})

test('neither a page of users with a common prefix nor a count of the latest reads all of these users', async (t) => {
  const statements = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  await using system = await startSystem({ settings })
  const { access_token: token } = await system.admin()
  await (await system.database('users')).query`
    INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
      created_at, updated_at)
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 5000)
    SELECT printf('00000000-0000-7000-8000-%012d', n), 'many-' || n, 'many-' || n, n || '@example.com',
      n || '@example.com', 'user', 'active', '{}', 0, 1, n, n FROM counted`
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    statements.add(text)
    return prepare.call(this, text)
  })
  const gathers = () => [...statements].some((text) => text.includes('WHERE (username_key >='))
  const list = async (query: string) =>
    (await system.send('GET', `${system.usersUrl}/api/v1/users?total=true&q=${query}`, { token })).body
  const isCountedByKey = () => [...statements].some((text) => text.includes('piece_key'))
  for (const [since, total, byKey] of [
    [4_900, 100, false],
    [0, 5_000, true],
  ] as const) {
    const latest = await list(`many&created_after=${new Date(since).toISOString()}`)
    assert.deepEqual([latest.total, isCountedByKey()], [total, byKey], `came after ${since}`)
  }
  for (const [prefix, isGathered] of [
    ['many', false],
    ['many-4', true],
  ] as const) {
    assert.deepEqual([(await list(prefix)).data.length, gathers()], [50, isGathered], prefix)
  }
})

test('a rare prefix uses its index on PostgreSQL, even when the statistics take it for a common one', async (t) => {
  await using system = await startSystem({ engine: 'postgres', settings })
  const { access_token: token } = await system.admin()
  // The statistics know the two names that are common, and take all letters between them for equally common.
  await (await system.database('users')).query`
    INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
      created_at, updated_at)
    SELECT '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), name || n, name || n, name || n || '@example.com',
      name || n || '@example.com', 'user', 'active', '{}', 0, 1, n, n
    FROM (SELECT n, CASE WHEN n % 10000 = 1 THEN 'nadja' WHEN n % 2 = 0 THEN 'maria' ELSE 'otto' END AS name
      FROM generate_series(1, 25000) AS n) AS named`
  await querySimply(system.databaseUrl('users'), 'ANALYZE users')
  const asked: pg.QueryConfig[] = []
  const { query } = pg.Client.prototype
  // biome-ignore lint/suspicious/noExplicitAny: the driver's function takes many shapes, and all are passed on.
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: any[]) {
    if (/\busername_key >= /.test(args[0]?.text)) asked.push(args[0])
    return Reflect.apply(query, this, args)
  })
  const { body } = await system.send('GET', `${system.usersUrl}/api/v1/users?q=n&total=true`, { token })
  t.mock.restoreAll()
  assert.deepEqual([body.data.length, body.total], [3, 3])
  assert.equal(
    asked.length,
    5,
    'whether they are many, for the page and for the count; the page, and two counts',
  )
  for (const { name, text, values } of asked) {
    assert.equal(name, undefined, 'a plan for these values')
    const { rows } = await querySimply(system.databaseUrl('users'), `EXPLAIN ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, /Seq Scan|users_by_age/, plan)
  }
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

test('no statement of a request or of the background reads a whole table on PostgreSQL', async (t) => {
  const statements = new Set<string>()
  const { query } = pg.Client.prototype
  // biome-ignore lint/suspicious/noExplicitAny: the driver's function takes many shapes, and all are passed on.
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: any[]) {
    if (args[0]?.values) statements.add(args[0].text)
    return Reflect.apply(query, this, args)
  })
  await using system = await startSystem({ engine: 'postgres', settings })
  await tour(system)
  t.mock.restoreAll()
  await fill(system)
  const readsAll = (node: PlanNode): boolean =>
    node['Relation Name'] !== undefined &&
    // These tables have a few rows and never grow.
    !['key_sets', 'feeds', 'event_readers', 'webhooks'].includes(node['Relation Name']) &&
    (node['Node Type'] === 'Seq Scan' || (/Index/.test(node['Node Type']) && !node['Index Cond']))
  const scans = (node: PlanNode): string[] => [
    ...(readsAll(node) ? [`${node['Node Type']} on ${node['Relation Name']}`] : []),
    ...(node.Plans ?? []).flatMap(scans),
  ]
  await assertNoScans(statements, async (service, text) => {
    const explained = await querySimply(
      system.databaseUrl(service),
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    )
    const [row] = explained.rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[]
    return scans(row?.['QUERY PLAN'][0]?.Plan as PlanNode)
  })
  await assertFewAreLookedUp(statements, async (text) => {
    const explained = await querySimply(system.databaseUrl('users'), `EXPLAIN (GENERIC_PLAN) ${text}`)
    return JSON.stringify(explained.rows)
  })
})

/**
 * Runs one statement. Without `values` no parameters are bound, which is enough for an EXPLAIN: its statement
 * is not executed.
 */
async function querySimply(url: string, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/**
 * Fills the tables and analyzes them. The planner scans a small table even when an index fits, because that
 * is faster.
 */
async function fill(system: System): Promise<void> {
  const id = "'00000000-0000-7000-8000-' || lpad(n::text, 12, '0')"
  await querySimply(
    system.databaseUrl('users'),
    `INSERT INTO users SELECT ${id}, 'user-' || n, 'user-' || n, 'user-' || n || '@example.com', 'user-' || n || '@example.com',
       NULL, 'user', 'active', NULL, NULL, '{}', 0, 1, n, n, NULL FROM generate_series(1, 20000) AS n;
     INSERT INTO deleted_users SELECT ${id}, n FROM generate_series(30000, 40000) AS n;
     INSERT INTO idempotency_keys SELECT 'createUser', 'key-' || n, 'f', '{}', ${id}, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO api_keys SELECT ${id}, 'digest-' || n, 'ci', 'users:read', NULL, n, 2000000000000 + n, NULL, NULL FROM generate_series(1, 20000) AS n;
     INSERT INTO notifications SELECT ${id}, 'user-' || n / 5, n, 'a.b', 'Title', NULL, '{}', n, CASE WHEN n % 2 = 0 THEN n END FROM generate_series(1, 20000) AS n;
     INSERT INTO outbox SELECT ${id}, 'user.deleted', 'subject-' || n, 1, '{}', n, 2000000000000 + n, 0, 'auth' FROM generate_series(1, 10000) AS n;
     INSERT INTO held_usernames SELECT 'name-' || n, ${id}, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO mail_budgets SELECT 'bucket-' || n, 1, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO rate_limits SELECT 'bucket-' || n, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO links SELECT 'digest-' || n, CASE WHEN n % 4 = 0 THEN 'take_back' ELSE 'reset_password' END, 'user-' || n / 5, 'a@example.com', 'a-' || n || '@example.com', n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
     INSERT INTO events SELECT ${id}, 'user.created', 'subject-' || n / 5, '{}', n, n, n FROM generate_series(1, 20000) AS n;
     INSERT INTO forgotten_subjects SELECT 'subject-' || n, n, CASE WHEN n % 100 = 0 THEN 0 END FROM generate_series(1, 10000) AS n;
     INSERT INTO webhook_deliveries SELECT 'webhook-' || n % 50, ${id}, 'user.created', CASE WHEN n % 9 = 0 THEN 'failed' ELSE 'delivered' END, 1, 200, NULL, n, n FROM generate_series(1, 20000) AS n;
     ANALYZE`,
  )
  await querySimply(
    system.databaseUrl('auth'),
    `INSERT INTO sessions SELECT ${id}, 'user-' || n / 5, 0, 1, n, n, 2000000000000 + n, 2000000000000 + n,
         CASE WHEN n % 2 = 0 THEN n END, CASE WHEN n % 2 = 0 THEN 'logout' END, NULL, NULL, '', CASE WHEN n % 4 = 0 THEN n END
       FROM generate_series(1, 150000) AS n;
     INSERT INTO session_epochs SELECT 'user-' || n, 0 FROM generate_series(1, 10000) AS n;
     INSERT INTO outbox SELECT ${id}, 'session.created', 'subject-' || n, 1, '{}', n, 2000000000000 + n, 0, 'users' FROM generate_series(1, 10000) AS n;
     INSERT INTO events SELECT ${id}, 'session.created', 'subject-' || n / 5, '{}', n, n, n FROM generate_series(1, 20000) AS n;
     INSERT INTO forgotten_subjects SELECT 'subject-' || n, n, CASE WHEN n % 100 = 0 THEN 0 END FROM generate_series(1, 10000) AS n;
     INSERT INTO known_networks SELECT CASE WHEN n % 2 = 0 THEN 'user-' || n / 5 ELSE 'name ' || n END, 'network-' || n, 2000000000000 + n,
         CASE WHEN n % 2 = 1 THEN 'user-' || n / 5 END FROM generate_series(1, 20000) AS n;
     INSERT INTO login_attempts SELECT 'bucket-' || n, 1, 0, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     ANALYZE`,
  )
}
