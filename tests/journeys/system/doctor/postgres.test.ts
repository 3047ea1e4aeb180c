import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { TemporaryDatabase } from '#tests/support/engines.ts'
import { temporaryDatabase } from '#tests/support/engines.ts'
import { examineAll, examineOne } from '#tests/support/examine.ts'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { startPgBouncer, whyNoOldPgBouncer } from '#tests/support/pgbouncer.ts'
import { queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import { withHosts } from '#tests/support/postgres-ledger.ts'
import { addStandby } from '#tests/support/postgres-standby.ts'
import { freePorts, newMasterKey } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

let users: TemporaryDatabase
let auth: TemporaryDatabase
let environment: Record<string, string>

before(async () => {
  users = await migratedDatabase('postgres', 'users')
  auth = await migratedDatabase('postgres', 'auth')
  environment = {
    LATCHKEY_DATA: temporaryFolder(),
    LATCHKEY_USERS_DATABASE: users.url,
    LATCHKEY_AUTH_DATABASE: auth.url,
    LATCHKEY_SERVICE_TOKEN: 'Pg4wXq7Zn1vKm9RbLc3Yd6HsTf8Jp2EuAoNiV5tk',
    LATCHKEY_MASTER_KEY: newMasterKey(),
    LATCHKEY_ISSUER: 'https://auth.example.com',
    LATCHKEY_MAILBOX: 'on',
  }
})
after(async () => {
  await users[Symbol.asyncDispose]()
  await auth[Symbol.asyncDispose]()
})

const one = async (check: string, changes: Record<string, string> = {}) =>
  (await examineOne(check, { environment: { ...environment, ...changes } })).join('\n')

test('databases that are well', async () => {
  assert.match(await one('databases'), /^ok \| users and auth: PostgreSQL \d+/)
  assert.match(await one('schema'), /^ok/)
  assert.match(
    await one('connections'),
    /^ok \| this node opens up to 24, the server has \d+, others hold \d+: enough for \d+ such node/,
  )
  assert.match(await one('pooler'), /^ok \| users: no pooler\nok \| auth: no pooler$/)
  assert.match(await one('clock'), /^ok \| \d+\.\d s from that of the database/)
  assert.equal(await one('admins'), 'skipped | the first start creates one')
  assert.match(await one('master key'), /^skipped \| nothing is encrypted yet/)
})

test('a server that nobody reaches, and a login that it refuses: no secret is printed', async () => {
  const [port] = await freePorts(1)
  const gone = await one('databases', {
    LATCHKEY_AUTH_DATABASE: `postgres://latchkey:hunter-22@127.0.0.1:${port}/x`,
  })
  assert.match(
    gone,
    /^fail \| Cannot open the database postgres:\/\/127\.0\.0\.1:\d+\/x.* \| check that the server of LATCHKEY_AUTH_DATABASE/,
  )
  const refused = new URL(users.url)
  refused.password = 'hunter-22'
  const wrong = await one('databases', { LATCHKEY_USERS_DATABASE: refused.href })
  assert.match(wrong, /^fail \| /)
  assert.doesNotMatch(gone + wrong, /hunter-22/)
  assert.match(
    await one('schema', { LATCHKEY_USERS_DATABASE: refused.href }),
    /^ok/,
    'the other database is looked at',
  )
})

test('a database without the schema of this version', async () => {
  await using empty = await temporaryDatabase('postgres')
  const found = await one('schema', { LATCHKEY_AUTH_DATABASE: empty.url })
  assert.match(found, /^fail \| the auth database lacks 0001-\S+[^|]*\| `latchkey migrate`/)
})

test('a database that nobody has made, and a user that the server does not know', async () => {
  const missing = new URL(users.url)
  missing.pathname = '/latchkey_nobody_made_it'
  assert.match(
    await one('databases', { LATCHKEY_USERS_DATABASE: missing.href }),
    /^fail \| [^|]*\| create the database that LATCHKEY_USERS_DATABASE names, then: latchkey migrate/,
  )
  const unknown = new URL(users.url)
  unknown.username = 'nobody_of_this_name'
  assert.match(
    await one('databases', { LATCHKEY_USERS_DATABASE: unknown.href }),
    /^fail \| [^|]*\| correct the user and the password in LATCHKEY_USERS_DATABASE, or pg_hba\.conf/,
  )
})

test('a server that does not sync its disk', async () => {
  const [row] = await queryOnce<{ fsync: string }>(users.url, 'SHOW fsync')
  const found = await one('durability')
  assert.match(found, row?.fsync === 'off' ? /^fail \| fsync is off at the server/ : /^ok/)
})

test('several servers, none of which waits for another one', async () => {
  const { host } = new URL(users.url)
  const several = { LATCHKEY_USERS_DATABASE: users.url.replace(host, `${host},${host}`) }
  assert.match(await one('durability', several), /warn \| no standby is synchronous/)
  assert.match(await one('pooler', several), /^ok \| users: no pooler/)
})

test('an old primary that runs on after another server was promoted, and one that does not answer', async () => {
  await using primary = await startCluster()
  await using standby = await addStandby(primary)
  const urls = { LATCHKEY_USERS_DATABASE: withHosts(primary.url(), standby.url()) }
  assert.match(await one('primaries'), /^skipped/)
  assert.equal(await one('primaries', urls), `ok | users: 127.0.0.1:${primary.port} takes writes`)
  await standby.promote()
  const [old, promoted] = [`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`]
  assert.equal(
    await one('primaries', urls),
    `fail | ${old} of the users database takes writes on timeline 1, though ${promoted} was promoted to 2 | stop ${old} now, then make it a standby of ${promoted} (docs/guide/databases.md)`,
  )
  await primary.kill()
  assert.match(
    await one('primaries', urls),
    new RegExp(`^warn \\| no response from ${old} of the users database`),
  )
})

test('a limit on connections that this node alone goes over', async () => {
  const name = new URL(users.url).pathname.slice(1)
  await queryOnce(users.url, `ALTER DATABASE ${name} CONNECTION LIMIT 20`)
  assert.match(
    await one('connections'),
    /^fail \| this node opens up to 24, the server has 20,[^|]*\| lower LATCHKEY_DATABASE_CONNECTIONS \(10\), or ALTER DATABASE \S+ CONNECTION LIMIT/,
  )
  assert.match(await one('connections', { LATCHKEY_DATABASE_CONNECTIONS: '2' }), /^(ok|warn)/)
  await queryOnce(users.url, `ALTER DATABASE ${name} CONNECTION LIMIT -1`)

  // A role whose name PostgreSQL reads in quotes only. It is a superuser, so that it may read the tables of the owner.
  const role = `Night ${randomUUID()}`
  await queryOnce(users.url, `CREATE ROLE "${role}" LOGIN SUPERUSER PASSWORD 'x' CONNECTION LIMIT 20`)
  const asRole = new URL(users.url)
  asRole.username = encodeURIComponent(role)
  asRole.password = 'x'
  try {
    const found = await one('connections', { LATCHKEY_USERS_DATABASE: asRole.href })
    assert.ok(found.endsWith(`or ALTER ROLE "${role}" CONNECTION LIMIT -1`), found)
  } finally {
    await queryOnce(users.url, `DROP ROLE "${role}"`)
  }
})

test('a pooler that loses prepared statements', { skip: whyNoOldPgBouncer }, async () => {
  await using pooler = await startPgBouncer(users.url, 'transaction')
  const through = { LATCHKEY_USERS_DATABASE: pooler.url(users.url) }
  assert.match(
    await one('pooler', through),
    /^fail \| the pooler before the users database loses prepared statements/,
  )
  const both = { ...through, LATCHKEY_AUTH_DATABASE: pooler.url(auth.url) }
  const notQueried: string[] = []
  // The statements that one process has prepared are in the way of the next one.
  for (let run = 0; run < 3; run++)
    for (const [check, findings] of await examineAll({ environment: { ...environment, ...both } }))
      for (const { status, found, fix = '' } of findings) {
        assert.doesNotMatch(fix, /backup|version that created it/, `${check}: ${found}`)
        if (/^the \w+ database cannot be queried/.test(found)) notQueried.push(`${status} ${check}`)
      }
  assert.ok(notQueried.includes('skipped schema'), `${notQueried}`)
  await using session = await startPgBouncer(users.url, 'session')
  assert.match(
    await one('pooler', { LATCHKEY_USERS_DATABASE: session.url(users.url) }),
    /^ok \| users: a pooler, apparently in session mode/,
  )
})
