import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { systemClock } from '#runtime/clock.ts'
import { usualStatementMs } from '#runtime/database/database-options.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase, sqlitePath } from '#runtime/database/open-database.ts'
import { boundsOf } from '#runtime/database/postgres/connections.ts'
import { runInHost } from '#tests/support/command-host.ts'
import {
  contentsOf,
  type Deployment,
  newDeployment,
  rowsOf,
  type Service,
  services,
  withDatabase,
} from '#tests/support/deployment.ts'
import { patientOptions } from '#tests/support/engines.ts'
import {
  ada,
  forgetNow,
  migrateAs,
  migrationsOf,
  type OlderDeployment,
  olderDeployment,
  serve,
} from '#tests/support/other-versions.ts'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import type { Started } from '#tests/support/process.ts'
import { runCommand } from '#tests/support/run-command.ts'
import { send } from '#tests/support/system.ts'
import { until } from '#tests/support/until.ts'
import { userMigrations } from '#users/service.ts'

after(forgetNow)

const credentials = { username: ada.username, password: ada.password }

const logIn = ({ auth }: Started) => send('POST', `${auth}/auth/login`, { body: credentials })
const refresh = ({ auth }: Started, token: string) =>
  send('POST', `${auth}/auth/refresh`, { body: { refresh_token: token } })
const validate = ({ auth }: Started, token: string) => send('GET', `${auth}/auth/validate`, { token })

async function migrateNow({ environment }: Deployment, ...flags: string[]): Promise<string> {
  const { code, out, err } = await runInHost(['migrate', ...flags], environment)
  assert.deepEqual([code, err], [0, ''])
  return out
}

async function assertIsThisVersion({ urls }: Deployment): Promise<void> {
  for (const service of services)
    await withDatabase(urls[service], async (db) => {
      const applied = await db.query<{ name: string }>`SELECT name FROM migrations ORDER BY name`
      assert.deepEqual(
        applied.map(({ name }) => name),
        [...migrationsOf(service, db.engine).keys()],
      )
    })
}

/** Checks that a command is refused with one line, and changes nothing in the databases. */
async function assertRefused(deployment: Deployment, args: string[], line: RegExp): Promise<void> {
  const before = await contentsOf(deployment)
  const { code, out, err } = await runInHost(args, deployment.environment)
  assert.deepEqual([code, out], [1, ''], err)
  assert.match(err, /^latchkey: .*\n$/)
  assert.match(err, line)
  assert.deepEqual(await contentsOf(deployment), before)
}

const createBob = ['users', 'create', '--username', 'bob', '--email', 'bob@example.com']

describe('on PostgreSQL', { concurrency: 2 }, () => {
  test('a dry run names what is missing, and changes nothing', async () => {
    await using older = await olderDeployment('postgres')
    const before = await contentsOf(older)
    const lines = (await migrateNow(older, '--dry-run')).split('\n')
    for (const service of services) {
      const pending = lines.filter((line) => line.startsWith(`${service} `) && line.endsWith(' pending'))
      assert.deepEqual(
        pending.map((line) => line.split(/\s+/)[1]),
        older.missing[service],
      )
    }
    assert.deepEqual(await contentsOf(older), before)
  })

  test('a service refuses the schema of the version before, and says what to do', async () => {
    await using older = await olderDeployment('postgres')
    for (const args of [['start'], createBob])
      await assertRefused(older, args, /not the schema of this version .* Run latchkey migrate\.$/m)
  })

  test('latchkey migrate brings the version before to this one: no row is lost and nobody is logged out', async () => {
    await using older = await olderDeployment('postgres')
    const before = await rowsOf(older)
    for (const table of ['users.users', 'auth.sessions', 'auth.signing_keys'])
      assert.notDeepEqual(before.get(table), [], table)
    await migrateNow(older)
    const after = await rowsOf(older)
    for (const [table, rows] of before) assert.partialDeepStrictEqual(after.get(table), rows, table)
    await assertIsThisVersion(older)
    assert.doesNotMatch(await migrateNow(older), /\bnow\b/, 'a second run has nothing to do')
    await assertServesAda(older)
  })

  test('what a newer version adds while this one serves disturbs nobody, and what it writes there stays', async () => {
    await using deployment = await newDeployment('postgres')
    await migrateNow(deployment)
    await using node = await serve(deployment.environment)
    const { body: made } = await send('POST', `${node.users}/users/create`, { body: ada })
    let { body: pair } = await logIn(node)
    const goOn = async (at: Started) => {
      const reply = await refresh(at, pair.refresh_token)
      assert.equal(reply.status, 200)
      pair = reply.body
      assert.equal((await validate(at, pair.access_token)).status, 200)
    }

    let isMigrated = false
    const migrating = migrateToNewer(deployment, '0099-later.sql', {
      users: 'ALTER TABLE users ADD COLUMN nickname TEXT;',
      auth: 'ALTER TABLE sessions ADD COLUMN factor TEXT;',
    }).finally(() => {
      isMigrated = true
    })
    for (let left = 5; left > 0; left -= isMigrated ? 1 : 0) await goOn(node)
    await migrating

    const { users, auth } = deployment.urls
    await queryOnce(users, "UPDATE users SET nickname = 'the countess'")
    await queryOnce(auth, "UPDATE sessions SET factor = 'key'")
    // Starts another node of this version, on the schema of the newer version.
    await using second = await serve(deployment.environment)
    for (const at of [node, second]) {
      await goOn(at)
      const token = pair.access_token
      const patched = await send('PATCH', `${at.users}/api/v1/users/me`, { token, body: { name: 'Ada' } })
      assert.equal(patched.status, 200)
      assert.equal((await logIn(at)).status, 200)
      const bob = { username: `bob-${at.pid}`, email: `bob-${at.pid}@example.com`, password: ada.password }
      assert.equal((await send('POST', `${at.users}/users/create`, { body: bob })).status, 201)
    }
    assert.deepEqual(await queryOnce(users, "SELECT nickname FROM users WHERE username = 'ada'"), [
      { nickname: 'the countess' },
    ])
    assert.deepEqual(await queryOnce(auth, "SELECT id FROM sessions WHERE factor = 'key'"), [
      { id: pair.session_id },
    ])

    const { access_token: token } = pair
    assert.equal((await send('DELETE', `${second.users}/users/${made.id}`, { token })).status, 200)
    assert.equal((await validate(node, token)).body.reason, 'user_deleted')
  })

  test('a database from which a newer version took something away is refused, and not changed', async () => {
    for (const service of services) {
      await using deployment = await newDeployment('postgres')
      await migrateNow(deployment)
      await migrateToNewer(deployment, '0099-later.contract.sql', { [service]: 'DROP TABLE leases;' })
      for (const args of [['start'], ['migrate'], ['migrate', '--dry-run']])
        await assertRefused(deployment, args, /by a newer version of Latchkey .*0099-later\.contract\.sql/)
    }
  })

  test('latchkey migrate changes neither database when it has to refuse one of them', async () => {
    await using older = await olderDeployment('postgres')
    await migrateToNewer(older, '0099-later.contract.sql', { auth: 'DROP TABLE leases;' })
    await assertRefused(older, ['migrate'], /Nothing was changed/)
  })

  test('a migration that is killed in the middle leaves the database as it was, and the next run completes', async () => {
    await using older = await olderDeployment('postgres', beforeSchemaChange)
    const before = await contentsOf(older)
    await using pause = await pauseInMigrations(older.urls.users)
    const { code } = await runCommand(['migrate'], older.environment, (child) => {
      child.stdin.end()
      void until('a pause', () => isPaused(older.urls.users)).finally(() => child.kill('SIGKILL'))
    })
    assert.equal(code, null)
    // PostgreSQL notices only at the end of the statement that the killed client is gone, so the test ends the statement.
    await pause.end()
    await until('the end of its connections', async () => (await connections(older.urls.users)).length === 0)
    assert.deepEqual(await contentsOf(older), before)
    await migrateNow(older)
    await assertIsThisVersion(older)
    await assertServesAda(older)
  })

  test('two migrations at the same moment both succeed, and each file is applied once', async () => {
    await using deployment = await newDeployment('postgres')
    await Promise.all([assertMigrates(deployment), assertMigrates(deployment)])
    await assertIsThisVersion(deployment)
  })

  test('a migration may take longer than any other statement, and another one waits for it', async () => {
    await using older = await olderDeployment('postgres', beforeSchemaChange)
    const url = older.urls.users
    await using pause = await pauseInMigrations(url)
    const options = { ...patientOptions(2), statementMs: usualStatementMs }
    const migrateInTime = async () => {
      const db = await openDatabase(url, options)
      return migrate(db, userMigrations, systemClock).finally(() => db.close())
    }
    const applied = Promise.all([migrateInTime(), migrateInTime()])
    await until('one to wait for the other', async () => (await isPaused(url)) && (await isWaiting(url)))
    const before = await connections(url)
    // The pause is longer than every other time limit of a statement.
    await sleep(boundsOf(usualStatementMs).silenceMs + 500)
    assert.deepEqual(await connections(url), before, 'neither of them has given up and begun again')
    await pause.end()
    assert.deepEqual((await applied).flat(), older.missing.users)
  })
})

describe('on SQLite', () => {
  test('a start brings the version before to this one: no row is lost and nobody is logged out', async () => {
    await using older = await olderDeployment('sqlite')
    const before = await rowsOf(older)
    await assertServesAda(older)
    const after = await rowsOf(older)
    const users = (rows: typeof before) =>
      rows.get('users.users')?.map((row) => ({ ...(row as object), last_login_at: 0 }))
    assert.equal(users(after)?.length, users(before)?.length)
    // A migration may have added a column, so only the columns from before are compared.
    assert.partialDeepStrictEqual(users(after), users(before))
    assert.partialDeepStrictEqual(after.get('auth.signing_keys'), before.get('auth.signing_keys'))
    await assertIsThisVersion(older)
  })

  test('a start that is killed while it migrates leaves the database as it was, and the next one completes', async () => {
    await using older = await olderDeployment('sqlite', (names) => names.slice(0, 1))
    const path = sqlitePath(older.urls.users) ?? ''
    const database = new DatabaseSync(path)
    // Inserts a million rows, so that the migration that indexes them takes long enough to be killed.
    database.exec(`
      WITH RECURSIVE counted(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < 1000000)
      INSERT INTO idempotency_keys (scope, key, fingerprint, reply, user_id, expires_at)
      SELECT '', 'key ' || number, '', '', '', number FROM counted`)
    database.close()
    const schema = () =>
      withDatabase(older.urls.users, (db) => db.query`SELECT name FROM sqlite_master ORDER BY name`)
    const before = await schema()
    const logSize = () => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0)
    const { code } = await runCommand(['start'], older.environment, (child) => {
      child.stdin.end()
      // The migration may take less time than the pause between two checks of `until`, so the interval here is shorter.
      const looking = setInterval(() => logSize() > 0 && child.kill('SIGKILL'), 5)
      child.once('exit', () => clearInterval(looking))
    })
    assert.equal(code, null)
    assert.deepEqual(await schema(), before)
    await assertServesAda(older)
    await assertIsThisVersion(older)
  })

  test('the way back: this version serves what a newer one has left, and what the newer one wrote stays', async () => {
    await using deployment = await newDeployment('sqlite')
    await using before = await serve(deployment.environment)
    const { body: made } = await send('POST', `${before.users}/users/create`, { body: ada })
    const { body: pair } = await logIn(before)
    assert.equal(await before.end('SIGTERM'), 0)
    await migrateToNewer(deployment, '0099-later.sql', {
      users: `CREATE TABLE pets (user_id TEXT PRIMARY KEY, name TEXT NOT NULL);
        ALTER TABLE users ADD COLUMN nickname TEXT NOT NULL DEFAULT '';`,
      auth: 'ALTER TABLE sessions ADD COLUMN factor TEXT; CREATE INDEX sessions_by_factor ON sessions (factor);',
    })
    await withDatabase(deployment.urls.users, async (db) => {
      await db.query`UPDATE users SET nickname = 'the countess' WHERE id = ${made.id}`
      await db.query`INSERT INTO pets (user_id, name) VALUES (${made.id}, 'Puff')`
    })
    await using back = await serve(deployment.environment)
    assert.equal((await validate(back, pair.access_token)).status, 200)
    assert.equal((await refresh(back, pair.refresh_token)).status, 200)
    assert.equal((await logIn(back)).status, 200)
    const bob = { username: 'bob', email: 'bob@example.com', password: ada.password }
    assert.equal((await send('POST', `${back.users}/users/create`, { body: bob })).status, 201)
    assert.equal(await back.end('SIGTERM'), 0)
    const rows = await rowsOf(deployment)
    assert.partialDeepStrictEqual(rows.get('users.users'), [{ username: 'ada', nickname: 'the countess' }])
    assert.deepEqual(
      rows.get('users.pets')?.map((row) => ({ ...(row as object) })),
      [{ user_id: made.id, name: 'Puff' }],
    )
  })

  test('a database that a newer version has closed to this one is refused, and not changed', async () => {
    for (const service of services) {
      await using deployment = await newDeployment('sqlite')
      await migrateNow(deployment)
      await migrateToNewer(deployment, '0099-later.contract.sql', { [service]: 'DROP TABLE leases;' })
      for (const args of [['start'], ['migrate'], ...(service === 'users' ? [createBob] : [])])
        await assertRefused(deployment, args, /by a newer version of Latchkey .*0099-later\.contract\.sql/)
    }
  })
})

/** Checks that Ada, who logged in before, is still logged in and can log in again. */
async function assertServesAda({ environment, tokens }: OlderDeployment): Promise<void> {
  await using node = await serve(environment)
  assert.equal((await validate(node, tokens.access)).status, 200)
  assert.equal((await refresh(node, tokens.refresh)).status, 200)
  assert.equal((await logIn(node)).status, 200)
  assert.equal(await node.end('SIGTERM'), 0)
}

async function assertMigrates({ environment }: Deployment): Promise<void> {
  const { code, err } = await runCommand(['migrate'], environment)
  assert.deepEqual([code, err], [0, ''])
}

async function migrateToNewer(
  { urls }: Deployment,
  name: string,
  scripts: Partial<Record<Service, string>>,
): Promise<void> {
  for (const service of services) {
    const script = scripts[service]
    if (script !== undefined)
      await migrateAs(urls[service], new Map([...migrationsOf(service), [name, script]]))
  }
}

/** Leaves out the last migration that changes the schema, and those after it. */
function beforeSchemaChange(names: string[]): string[] {
  const scripts = new Map(services.flatMap((service) => [...migrationsOf(service, 'postgres')]))
  return names.slice(
    0,
    names.findLastIndex((name) => /^(CREATE|ALTER) /m.test(scripts.get(name) ?? '')),
  )
}

/** Makes each migration wait after its first schema change until the pause ends: so it takes long, as on a large table. */
async function pauseInMigrations(url: string) {
  await queryOnce(
    url,
    `CREATE FUNCTION pause() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() NOT LIKE '%IF NOT EXISTS migrations%' THEN
        WHILE NOT pg_try_advisory_xact_lock_shared(1) LOOP PERFORM pg_sleep(0.02); END LOOP;
      END IF;
    END $$;
    CREATE EVENT TRIGGER pause ON ddl_command_end EXECUTE FUNCTION pause()`,
  )
  const holder = new pg.Client(url)
  holder.on('error', () => {})
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock(1)')
  const end = () => holder.end()
  return { end, [Symbol.asyncDispose]: end }
}

const isPaused = async (url: string) => (await connections(url, "wait_event = 'PgSleep'")).length > 0
const isWaiting = async (url: string) => (await connections(url, "wait_event_type = 'Lock'")).length > 0

/** Finds Latchkey's connections to the database. */
const connections = (url: string, condition = 'true') =>
  queryOnce(
    url,
    `SELECT pid FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'latchkey%' AND ${condition} ORDER BY pid`,
  )
