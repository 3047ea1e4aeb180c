import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Cluster, queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import {
  entriesTable,
  eventually,
  find,
  insert,
  isUnavailable,
  open,
  refusal,
  withHosts,
  works,
} from '#tests/support/postgres-ledger.ts'
import { addStandby } from '#tests/support/postgres-standby.ts'
import { until } from '#tests/support/until.ts'
import { watchServers } from './old-primaries.ts'

const connections = 3
const lookUpConnections = 2

const at = (url: string, { port }: Cluster) => Object.assign(new URL(url), { port: String(port) }).href

/** A primary with one table, and a standby that has it too. */
async function startPair() {
  await using parts = new AsyncDisposableStack()
  const primary = parts.use(await startCluster())
  const url = await primary.createDatabase()
  await queryOnce(url, entriesTable)
  const standby = parts.use(await addStandby(primary))
  const there = at(url, standby)
  await until('the standby to have the table', () =>
    queryOnce(there, 'SELECT FROM entries').then(
      () => true,
      () => false,
    ),
  )
  const kept = parts.move()
  return {
    primary,
    standby,
    url,
    there,
    both: withHosts(url, there),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

const backends = async (url: string) =>
  (
    await queryOnce(
      url,
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'latchkey%'`,
    )
  ).length
const entries = async (url: string) => (await queryOnce(url, 'SELECT FROM entries')).length

describe('an old primary that runs on after the standby was promoted', { concurrency: true }, () => {
  test('is left after one question, and nothing is read from it any more, also when the new one is gone', async () => {
    await using pair = await startPair()
    const { primary, standby, url, there, both } = pair
    await using db = await open(both, { connections, bounds: { poolWaitMs: 1_000 } })
    for (const [, work] of works) await work(db)
    await db.servers?.check()
    assert.ok((await backends(url)) <= connections + lookUpConnections)
    assert.equal(await backends(there), 1, 'one connection asks the other server')
    assert.deepEqual(db.servers?.oldPrimaries(), [])

    await standby.promote()
    await db.servers?.check()
    assert.deepEqual(db.servers?.oldPrimaries(), [`127.0.0.1:${primary.port}`])
    const [before, beforeThere] = [await entries(url), await entries(there)]
    for (const [name, work] of works) await eventually(name, () => work(db))
    assert.deepEqual([await entries(url), await entries(there)], [before, beforeThere + 2])
    await until('no connection to the old primary', async () => (await backends(url)) === 0)
    {
      await using started = await open(both, { connections })
      await insert(started, 1)
      assert.equal(await entries(there), beforeThere + 3, 'a node that starts begins on the new primary')
    }

    await standby.kill()
    for (const [, work] of works) await refusal(work(db))
    await db.servers?.check()
    for (const [, work] of works) await refusal(work(db))
    assert.equal(await entries(url), before)
    await standby.start()
    for (const [name, work] of works) await eventually(name, () => work(db))
    await primary.kill()
    await db.servers?.check()
    assert.deepEqual(db.servers?.oldPrimaries(), [])
  })

  test('what is under way there: a write is refused, because its outcome is unknown, and a read is repeated', async () => {
    await using pair = await startPair()
    const { standby, url, both } = pair
    await using db = await open(both, { connections })
    const underWay = async (count: number) => {
      const rows = await queryOnce(
        url,
        `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep%' AND application_name LIKE 'latchkey%' AND state = 'active'`,
      )
      return rows.length === count
    }
    let runs = 0
    const write = refusal(db.query`INSERT INTO entries (amount) SELECT 7 FROM pg_sleep(3600)`)
    const read = db.query<{ port: number }>`
      SELECT inet_server_port() AS port, pg_sleep(CASE inet_server_port() WHEN ${pair.primary.port}::int THEN 3600 ELSE 0 END)`
    const transaction = db.transaction(async (tx) => {
      if (runs++ === 0) await tx.query`SELECT pg_sleep(3600)`
      await insert(tx, 8)
    })
    await until('all of them to be under way', () => underWay(3))
    await standby.promote()
    await db.servers?.check()
    await write
    const [row] = await read
    assert.equal(row?.port, standby.port)
    await transaction
    assert.equal(runs, 2, 'it had not begun to commit')
    assert.deepEqual(await queryOnce(pair.there, 'SELECT amount FROM entries'), [{ amount: '8' }])
  })

  test('is reported in the log once, and once it is gone', async () => {
    await using pair = await startPair()
    await using db = await open(pair.both, { connections })
    const lines: string[] = []
    const write = (fields: { event?: string }) => void lines.push(fields.event ?? 'a fault')
    const log = { info: write, warn: write, error: write } as never
    assert.ok(db.servers)
    const loop = watchServers(db.servers, log)
    await pair.standby.promote()
    await until('the line', () => lines.length > 0)
    await eventually('a write', () => insert(db, 1))
    await pair.primary.kill()
    await until('the end', () => lines.length > 1)
    await loop.stop()
    assert.deepEqual(lines, ['database.old_primary', 'database.one_primary'])
  })
})

test('a server that does not tell its timeline serves as before, and that is reported', async () => {
  await using pair = await startPair()
  const { url, there, standby, primary } = pair
  await queryOnce(url, 'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC')
  await queryOnce(url, `CREATE ROLE plain LOGIN PASSWORD 'plain'`)
  await queryOnce(url, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO plain')
  await until('the standby to know the role', async () => {
    const rows = await queryOnce(there, `SELECT FROM pg_roles WHERE rolname = 'plain'`)
    return rows.length > 0
  })
  const plain = Object.assign(new URL(url), { username: 'plain', password: 'plain' }).href
  await using db = await open(withHosts(plain, there), { connections })
  await standby.promote()
  await db.servers?.check()
  for (const [, work] of works) await work(db)
  assert.deepEqual(db.servers?.oldPrimaries(), [])
  assert.ok(db.servers?.unreported().includes(`127.0.0.1:${primary.port}`))
  const lines: unknown[] = []
  const write = ({ event }: { event?: string }) => void lines.push(event)
  assert.ok(db.servers)
  const loop = watchServers(db.servers, { info: write, warn: write, error: write } as never)
  await until('the line', () => lines.length > 0)
  await loop.stop()
  assert.deepEqual(lines, ['database.timeline_untold'])
})

test('a role without special rights is told the timeline', async () => {
  await using pair = await startPair()
  const { url, there, standby, primary } = pair
  await queryOnce(url, `CREATE ROLE plain LOGIN PASSWORD 'plain'`)
  await queryOnce(url, 'GRANT ALL ON ALL TABLES IN SCHEMA public TO plain')
  await until('the standby to know the rights', async () => {
    const rows = await queryOnce(
      there,
      `SELECT has_table_privilege('plain', 'entries', 'INSERT') AS may`,
    ).catch(() => [])
    return rows[0]?.may === true
  })
  const plain = Object.assign(new URL(url), { username: 'plain', password: 'plain' }).href
  await using db = await open(withHosts(plain, there), { connections })
  await insert(db, 1)
  await standby.promote()
  await db.servers?.check()
  assert.deepEqual(db.servers?.oldPrimaries(), [`127.0.0.1:${primary.port}`])
})

test('servers of different clusters are not compared, and a single server is not asked', async () => {
  await using pair = await startPair()
  await using other = await startCluster()
  const { pathname } = new URL(pair.url)
  await other.createDatabase(pathname.slice(1))
  await queryOnce(at(other.url(), other).replace(/\/postgres$/, pathname), entriesTable)
  await pair.standby.promote()
  const there = Object.assign(new URL(other.url()), { pathname }).href
  const mixed = withHosts(there, pair.there).replace(new URL(there).password, new URL(pair.url).password)
  await queryOnce(other.url(), `ALTER ROLE latchkey PASSWORD '${new URL(pair.url).password}'`)
  await using db = await open(mixed, { connections })
  await db.servers?.check()
  await insert(db, 1)
  await find(db, 'one')
  assert.deepEqual(db.servers?.oldPrimaries(), [])
  await using single = await open(pair.url, { connections })
  assert.equal(single.servers, undefined)
  await insert(single, 1).catch(isUnavailable)
})
