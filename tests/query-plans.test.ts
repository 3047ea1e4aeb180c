import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import pg from 'pg'
import { authEndpoints } from '#contract/auth.ts'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { userEndpoints } from '#contract/users.ts'
import { features } from '#tests/features/feature.ts'
import { type IdentityProvider, startProvider } from '#tests/support/identity-provider.ts'
import { inBatches } from '#tests/support/in-batches.ts'
import { recordCalls } from '#tests/support/recorded-calls.ts'
import { findTables } from '#tests/support/stored.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { tourSettings, useEverything } from '#tests/use-everything.ts'

type Service = 'users' | 'auth'

/** The statements that may scan a table: they run once at a start, or their LIMIT bounds them. */
const mayScan = [
  'migrations',
  'SELECT id FROM users UNION ALL SELECT id FROM deleted_users LIMIT',
  'SELECT 1 FROM sqlite_schema LIMIT',
  'SELECT sink, dead_at, due_at, attempts, last_error FROM outbox LIMIT',
  'SELECT provider, last_used_at FROM identities LIMIT',
  'FROM unfolded_users JOIN users ON id = user_id LIMIT',
  'SELECT user_id FROM unfolded_users ORDER BY user_id LIMIT',
  // A scan is allowed, because the index that this statement scans holds only the events without a position.
  'FROM events WHERE position IS NULL',
  // A scan is allowed, because the index that this statement scans holds only sessions that have ended and whose end was
  // not yet reported to clients.
  'FROM sessions WHERE has_grants = 1 AND ended_at IS NOT NULL',
  // A scan is allowed, because the index that this statement scans holds only active admins.
  "FROM users WHERE role = 'admin' AND status = 'active'",
]

/**
 * Sends every kind of request and causes every kind of background work, so that the query plans of their
 * statements can be examined.
 */
async function tour(system: System, provider: IdentityProvider): Promise<void> {
  const { user } = await useEverything(system, provider)
  const { access_token: token } = await system.admin()
  const url = `${system.usersUrl}/api/v1/users/${user.id}`
  const body = { status: 'suspended' }
  assert.equal((await system.send('PATCH', url, { token, body })).status, 200)
  assert.equal((await system.send('DELETE', url, { token })).status, 204)
  for (const service of ['users', 'auth'] as const) {
    const db = await system.database(service)
    for (const { remove, countWaiting } of system.sweeps(service)) {
      await remove(db, system.clock.now(), 10)
      await countWaiting(db, system.clock.now(), 10)
    }
  }
}

/** The endpoints that the test does not call with success, each with the reason. */
const notCalled: Record<string, string> = {
  replayDeadLetter: 'There is no dead letter. The answer 404 comes after the look-up.',
  dropDeadLetter: 'The same.',
  enrolTotpAtLogin: 'Nobody has to have a second factor here. Its statements are those of enrolTotp.',
}

/**
 * Requires that every statement of the source of the provider was recorded. Its requests are not in the contract, so that the
 * names of endpoints do not show what was forgotten.
 */
function assertProviderUsed(statements: Set<string>): void {
  const spaced = (text: string) => text.replace(/\s+/g, ' ').trim()
  const recorded = [...statements].map(spaced)
  const root = join(import.meta.dirname, '..')
  const forgotten: string[] = []
  for (const file of globSync('auth/oidc/**/*.ts', { cwd: root })) {
    for (const [, text = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /\.query(?:<[^`]*>)?`([^`]*)`/g,
    )) {
      const [piece = ''] = text
        .split(/\$\{[^}]*\}/)
        .map(spaced)
        .toSorted((one, other) => other.length - one.length)
      if (!recorded.some((one) => one.includes(piece))) forgotten.push(`${file}: ${spaced(text)}`)
    }
  }
  assert.deepEqual(forgotten, [], 'Have these run in tests/support/use-openid-provider.ts.')
}

function assertAllCalled(called: ReadonlySet<string>): void {
  // The services call the internal endpoints themselves, some of them as plain functions.
  const endpoints: Endpoint[] = [...userEndpoints, ...authEndpoints].filter(
    ({ access }) => access !== 'service',
  )
  const names = endpoints.map(({ name }) => name)
  const forgotten = names.filter((name) => !called.has(name) && !Object.hasOwn(notCalled, name))
  const advice = `Call ${forgotten} in \`use\` of its feature in tests/features/, so that its statements are looked at here, or say
    in \`notCalled\` why it is not called.`
  assert.deepEqual(forgotten, [], advice)
  const wrong = Object.keys(notCalled).filter((name) => called.has(name) || !names.includes(name))
  assert.deepEqual(wrong, [], `Remove ${wrong} from \`notCalled\`.`)
}

/** The tables that stay small, so that statements may scan them. */
const smallTables = [
  'address_keys',
  'branding_images',
  'default_urls',
  'event_readers',
  'feeds',
  'instance_settings',
  'key_sets',
  'leases',
  'migrations',
  'signing_keys',
  'webhooks',
  // This table has at most one row, which a migration writes.
  'default_urls',
  // This table has at most three rows for each hour of the last eight days.
  'login_hours',
  // This table has one row after an upgrade, and none later.
  'user_fold_scan',
  // This table is empty except for a few seconds after a change, and its statements have a LIMIT.
  'unfolded_users',
  // This table holds the deleted users whose sessions still have an address and a device to remove.
  'forgotten_sessions',
]

const tablesOf = async (system: System, service: Service): Promise<string[]> =>
  (await findTables(await system.database(service))).map(({ name }) => name)

const readsOrWrites = (text: string, tables: string[]): boolean =>
  new RegExp(`\\b(FROM|JOIN|INTO|UPDATE) (${tables.join('|')})\\b`).test(text)

/**
 * Returns the recorded statements on growing tables. Statements on tables that only the other service has are left out,
 * because this database cannot run them.
 */
async function toLookAt(system: System, statements: Set<string>, service: Service): Promise<string[]> {
  const here = await tablesOf(system, service)
  const there = await tablesOf(system, service === 'users' ? 'auth' : 'users')
  const growing = here.filter((name) => !smallTables.includes(name))
  const foreign = there.filter((name) => !here.includes(name))
  const looked = [...statements]
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /^(SELECT|INSERT|UPDATE|DELETE)\b/.test(text) && readsOrWrites(text, growing))
    .filter((text) => !readsOrWrites(text, foreign))
    .filter((text) => !mayScan.some((allowed) => text.includes(allowed)))
  assert.ok(looked.length >= 10, 'there is something to look at')
  return looked
}

/** Returns the parts of a statement's query plan that read a table or an index from one end to the other. */
type ScansOf = (service: Service, text: string) => Promise<string[]>

async function assertNoScans(system: System, statements: Set<string>, scansOf: ScansOf): Promise<void> {
  for (const service of ['users', 'auth'] as const) {
    for (const text of await toLookAt(system, statements, service))
      assert.deepEqual(await scansOf(service, text), [], text)
  }
  const slow = "SELECT id FROM users WHERE name = 'Ada' AND status = 'active'"
  assert.equal((await scansOf('users', slow)).length, 1, 'one that does is found')
}

/**
 * Requires that statements about few of many users use the indexes of these few. A scan of all users in the order of
 * `users_by_age` uses an index too, but passes millions of rows before it reaches the last admin.
 */
async function assertFewAreLookedUp(statements: Set<string>, planOf: (text: string) => Promise<string>) {
  for (const [few, index] of [
    ["WHERE role <> 'user'", 'users_by_other_role'],
    ["WHERE status <> 'active'", 'users_by_other_status'],
    ['WHERE factors_version > 0', 'users_with_factors'],
    ['WHERE email_verified_at IS NULL AND (created_at', 'users_unconfirmed'],
    ['WHERE 1 = 1 AND username_key >', 'users_by_username'],
    ['WHERE 1 = 1 AND username_key <', 'users_by_username'],
    ['WHERE 1 = 1 AND email_key >=', 'users_by_email'],
    ['WHERE 1 = 1 AND (created_at, id) <', 'users_by_age'],
  ] as const) {
    const asked = [...statements].filter((text) => text.replace(/\s+/g, ' ').includes(few))
    assert.ok(asked.length > 0, `a statement ${few}`)
    for (const text of asked) assert.match(await planOf(text), new RegExp(`\\b${index}\\b`), text)
  }
  // A statement about users with given ids must not search them in an index of all users.
  const among = [...statements].filter(
    (text) => /FROM users\s+WHERE id (IN|=) /.test(text) && text.includes('totp_factors.user_id'),
  )
  assert.ok(among.length > 0, 'a statement about few users')
  for (const text of among) assert.doesNotMatch(await planOf(text), /users_by_(age|username|email)\b/, text)
}

const raw = (text: string): TemplateStringsArray => Object.assign([text], { raw: [text] })

test('no statement of a request or of the background reads a whole table on SQLite', async (t) => {
  const statements = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    statements.add(text)
    return prepare.call(this, text)
  })
  await using provider = await startProvider()
  const settings = tourSettings(provider)
  await using system = await startSystem({ settings })
  using calls = recordCalls()
  await tour(system, provider)
  t.mock.restoreAll()
  assertAllCalled(calls.called)
  assertProviderUsed(statements)
  await assertNoScans(system, statements, async (service, text) => {
    const db = await system.database(service)
    const plan = await db.query<{ detail: string }>(raw(`EXPLAIN QUERY PLAN ${text}`))
    return plan
      .map(({ detail }) => detail)
      .filter((detail) =>
        /^SCAN (?!\(subquery|webhooks$|counted|piece|over|expired$|waiting|latest|made$|asked$|CONSTANT|json_each VIRTUAL|(user_search|user_fold_search) VIRTUAL TABLE INDEX \d+:M)/.test(
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
  await using provider = await startProvider()
  const settings = tourSettings(provider)
  await using system = await startSystem({ settings })
  const { access_token: token } = await system.admin()
  await (await system.database('users')).query`
    INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
      created_at, updated_at)
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 5001)
    SELECT printf('00000000-0000-7000-8000-%012d', n), 'many-' || n, 'many-' || n, n || '@example.com',
      n || '@example.com', 'user', 'active', '{}', 0, 1, n, n FROM counted`
  t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    statements.add(text)
    return prepare.call(this, text)
  })
  const gathers = () => [...statements].some((text) => /WHERE id IN \(SELECT value FROM json_each/.test(text))
  const list = async (query: string) =>
    (await system.send('GET', `${system.usersUrl}/api/v1/users?total=true&q=${query}`, { token })).body
  const isCountedByKey = () =>
    [...statements].some((text) => /COUNT[^;]*1 = 1 AND username_key >=/.test(text))
  for (const [since, total, byKey] of [
    [4_900, 101, false],
    [0, 5_001, true],
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
  await using provider = await startProvider()
  const settings = tourSettings(provider)
  await using system = await startSystem({ engine: 'postgres', settings })
  const { access_token: token } = await system.admin()
  // The statistics of PostgreSQL record the two common names, and assume that all letters between them are equally
  // common.
  const db = await system.database('users')
  await inBatches(
    25_000,
    (first, last) => db.query`
      INSERT INTO users (id, username, username_key, email, email_key, role, status, metadata, session_epoch, version,
        created_at, updated_at)
      SELECT '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), name || n, name || n, name || n || '@example.com',
        name || n || '@example.com', 'user', 'active', '{}', 0, 1, n, n
      FROM (SELECT n, CASE WHEN n % 10000 = 1 THEN 'nadja' WHEN n % 2 = 0 THEN 'maria' ELSE 'otto' END AS name
        FROM generate_series(CAST(${first} AS INTEGER), CAST(${last} AS INTEGER)) AS n) AS named`,
  )
  await querySimply(system.databaseUrl('users'), 'ANALYZE users')
  const asked: pg.QueryConfig[] = []
  const { query } = pg.Client.prototype
  // biome-ignore lint/suspicious/noExplicitAny: the driver's function takes many shapes, and all are passed on.
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: any[]) {
    if (/AND (username|email)_key >= |WHERE id = ANY \(ARRAY/.test(args[0]?.text)) asked.push(args[0])
    return Reflect.apply(query, this, args)
  })
  const { body } = await system.send('GET', `${system.usersUrl}/api/v1/users?q=n&total=true`, { token })
  t.mock.restoreAll()
  assert.deepEqual([body.data.length, body.total], [3, 3])
  assert.equal(
    asked.length,
    6,
    'who they are, by username and by address, for the page and for the count; the page, and the count',
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
  await using provider = await startProvider()
  const settings = tourSettings(provider)
  await using system = await startSystem({ engine: 'postgres', settings })
  using calls = recordCalls()
  await tour(system, provider)
  t.mock.restoreAll()
  assertAllCalled(calls.called)
  assertProviderUsed(statements)
  await fill(system)
  await assertFilled(system)
  const readsAll = (node: PlanNode): boolean =>
    node['Relation Name'] !== undefined &&
    !smallTables.includes(node['Relation Name']) &&
    (node['Node Type'] === 'Seq Scan' || (/Index/.test(node['Node Type']) && !node['Index Cond']))
  const scans = (node: PlanNode): string[] => [
    ...(readsAll(node) ? [`${node['Node Type']} on ${node['Relation Name']}`] : []),
    ...(node.Plans ?? []).flatMap(scans),
  ]
  await assertNoScans(system, statements, async (service, text) => {
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

async function assertFilled(system: System): Promise<void> {
  for (const service of ['users', 'auth'] as const) {
    const { rows } = await querySimply(
      system.databaseUrl(service),
      "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND reltuples < 9000",
    )
    const few = rows.map(({ relname }) => relname).filter((name) => !smallTables.includes(name))
    const advice = `PostgreSQL reads a small table whole: add thousands of rows of ${few} in \`fill\` of the feature in tests/features/, or
      name it in \`smallTables\` if it stays small for ever.`
    assert.deepEqual(few, [], advice)
  }
}

/**
 * Fills the tables and analyzes them. The planner scans a small table even when an index fits, because that
 * is faster. All times are in the future, so that no sweep empties a table meanwhile.
 */
async function fill(system: System): Promise<void> {
  const id = "'00000000-0000-7000-8000-' || lpad(n::text, 12, '0')"
  // The rows are spread over five sinks. If all were for one sink, PostgreSQL would not use the index by sink.
  const sink = "'sink ' || n % 5"
  const ofFeatures = (service: Service) =>
    features
      .flatMap(({ fill }) => fill?.[service]?.(id) ?? [])
      .map((statement) => `${statement};`)
      .join('\n')
  await querySimply(
    system.databaseUrl('users'),
    `INSERT INTO users SELECT ${id}, 'user-' || n, 'user-' || n, 'user-' || n || '@example.com', 'user-' || n || '@example.com',
       NULL, 'user', 'active', CASE WHEN n % 10 > 0 THEN n END, NULL, '{}', 0, 1, n, n, NULL FROM generate_series(1, 20000) AS n;
     UPDATE users SET factors_version = 1 WHERE created_at % 4 = 0;
     INSERT INTO deleted_users SELECT ${id}, n FROM generate_series(30000, 40000) AS n;
     INSERT INTO deleted_addresses SELECT 'digest-' || n, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO idempotency_keys SELECT 'createUser', 'key-' || n, 'f', '{}', ${id}, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO api_keys SELECT ${id}, 'digest-' || n, 'ci', 'users:read', NULL, n, 2000000000000 + n, NULL, NULL FROM generate_series(1, 20000) AS n;
     INSERT INTO outbox SELECT ${id}, 'user.deleted', 'subject-' || n, 1, '{}', n, 2000000000000 + n, 0, ${sink} FROM generate_series(1, 10000) AS n;
     INSERT INTO held_usernames SELECT 'name-' || n, ${id}, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO mail_budgets SELECT 'bucket-' || n, 1, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO rate_limits SELECT 'bucket-' || n, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO links SELECT 'digest-' || n, CASE WHEN n % 4 = 0 THEN 'take_back' ELSE 'reset_password' END, 'user-' || n / 5, 'a@example.com', 'a-' || n || '@example.com', n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
     INSERT INTO events SELECT ${id}, 'user.created', 'subject-' || n / 5, '{}', 2000000000000 + n, n, n FROM generate_series(1, 20000) AS n;
     INSERT INTO forgotten_subjects SELECT 'subject-' || n, 2000000000000 + n, CASE WHEN n % 100 = 0 THEN 0 END FROM generate_series(1, 10000) AS n;
     INSERT INTO totp_factors (user_id, secret, last_step, added_at) SELECT ${id}, 'sealed', n, n FROM generate_series(1, 10000) AS n;
     INSERT INTO totp_enrolments SELECT ${id}, 'sealed', 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO recovery_codes SELECT ${id}, 'sealed', 'mac', n FROM generate_series(1, 10000) AS n;
     INSERT INTO passkeys SELECT ${id}, 'credential-' || n, 'user-' || n / 2, 'key', 0, 0, '', '', 'Laptop', n, 'session', NULL, NULL FROM generate_series(1, 20000) AS n;
     INSERT INTO used_challenges SELECT 'challenge-' || n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
     ${ofFeatures('users')}
     ANALYZE`,
  )
  await querySimply(
    system.databaseUrl('auth'),
    `INSERT INTO sessions SELECT ${id}, 'user-' || n / 5, 0, 1, n, n, 2000000000000 + n, 2000000000000 + n,
         CASE WHEN n % 2 = 0 THEN n END, CASE WHEN n % 2 = 0 THEN 'logout' END, NULL, NULL, '', CASE WHEN n % 4 = 0 THEN n END
       FROM generate_series(1, 150000) AS n;
     INSERT INTO session_epochs SELECT 'user-' || n, 0 FROM generate_series(1, 10000) AS n;
     INSERT INTO outbox SELECT ${id}, 'session.created', 'subject-' || n, 1, '{}', n, 2000000000000 + n, 0, ${sink} FROM generate_series(1, 10000) AS n;
     INSERT INTO events SELECT ${id}, 'session.created', 'subject-' || n / 5, '{}', 2000000000000 + n, n, n FROM generate_series(1, 20000) AS n;
     INSERT INTO forgotten_subjects SELECT 'subject-' || n, 2000000000000 + n, CASE WHEN n % 100 = 0 THEN 0 END FROM generate_series(1, 10000) AS n;
     INSERT INTO known_networks SELECT CASE WHEN n % 2 = 0 THEN 'user-' || n / 5 ELSE 'name ' || n END, 'network-' || n, 2000000000000 + n,
         CASE WHEN n % 2 = 1 THEN 'user-' || n / 5 END FROM generate_series(1, 20000) AS n;
     INSERT INTO browser_sessions SELECT 'digest-' || n, 'session-' || n, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO logins SELECT 'digest-' || n, 'user-' || n / 5, 'second_factor', 'pwd', 0, 1, 'user-' || n / 5, NULL, n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
     INSERT INTO known_devices SELECT 'digest-' || n, ${id}, 'user-' || n / 5, 'user-' || n / 5, 0, 1, NULL, NULL, '192.0.2.7', n, 2000000000000 + n FROM generate_series(1, 20000) AS n;
     INSERT INTO idempotency_keys SELECT 'createOidcClient', 'key-' || n, 'f', '{}', ${id}, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     INSERT INTO login_attempts SELECT 'bucket-' || n, 1, 0, 2000000000000 + n FROM generate_series(1, 10000) AS n;
     ${ofFeatures('auth')}
     ANALYZE`,
  )
}
