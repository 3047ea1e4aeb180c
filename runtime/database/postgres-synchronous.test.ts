import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Cluster, queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import {
  count,
  entriesTable,
  eventually,
  find,
  insert,
  open,
  refusal,
} from '#tests/support/postgres-ledger.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import type { Database, Sql } from './database.ts'

const connections = 3
const lookUpConnections = 2
const bounds = { silenceMs: 1_000, poolWaitMs: 300 }

describe('PostgreSQL whose synchronous standby is missing', () => {
  let cluster: Cluster
  let url: string
  before(async () => {
    cluster = await startCluster()
    url = await cluster.createDatabase()
    await queryOnce(url, entriesTable)
  })
  after(() => cluster.stop())

  /** Names a synchronous standby that does not exist, so that every commit waits, until the result is disposed of. */
  async function loseStandby(): Promise<AsyncDisposable> {
    const name = async (standby: string) => {
      await queryOnce(url, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
      await queryOnce(url, 'SELECT pg_reload_conf()')
    }
    await name('gone')
    await until('commits to wait', async () => {
      const [row] = await queryOnce<{ state: string }>(url, 'SHOW synchronous_standby_names')
      return Object.values(row ?? {})[0] === 'gone'
    })
    return { [Symbol.asyncDispose]: () => name('') }
  }

  const backends = async (where = 'true') =>
    (
      await queryOnce(
        url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'latchkey%' AND ${where}`,
      )
    ).length

  test('backends stay within the limit, look-ups and reads go on, and writes once the server answers', async () => {
    await using db = await open(url, { connections, bounds })
    await insert(db, 1)
    await find(db, 'one')
    const seen: number[] = []
    let refused = 0
    let lookUps = 0
    const write = (work: () => Promise<unknown>) => startLoad(4, () => refusal(work()).then(() => refused++))
    const lost = await loseStandby()
    {
      await using _ = write(() => insert(db, 2))
      await using _others = write(() => db.transaction((tx) => insert(tx, 3)))
      await using _lookUps = startLoad(1, async () => {
        await find(db, 'one')
        lookUps++
        seen.push(await backends())
      })
      await until('every connection to be held', async () => (await unanswered(db)) === connections)
      for (let reads = 0; reads < 20; reads++) await count(db)
      const before = { refused, lookUps }
      await until('more refusals', () => refused > before.refused + 30 && lookUps > before.lookUps + 30)
      assert.equal(await unanswered(db), connections)
      assert.equal(await backends(`wait_event = 'SyncRep'`), connections)
    }
    assert.ok(Math.max(...seen) <= connections + lookUpConnections, `${Math.max(...seen)} backends`)
    await lost[Symbol.asyncDispose]()
    await until('every connection to be let go', async () => (await unanswered(db)) === 0)
    await eventually('a write', () => insert(db, 4))
    await eventually('a transaction', () => db.transaction((tx) => insert(tx, 5)))
  })

  test('a write whose wait for the standby is cancelled is refused, because a failover may lose it', async () => {
    const name = new URL(url).pathname.slice(1)
    // A server that sends no warnings by default must send this one.
    await queryOnce(url, `ALTER DATABASE ${name} SET client_min_messages = 'error'`)
    {
      await using db = await open(url, { connections })
      await using _ = await loseStandby()
      let runs = 0
      const work = (tx: Sql) => {
        runs++
        return insert(tx, 1)
      }
      const writes = [insert(db, 1), db.transaction(work)].map(refusal)
      await until('both to wait', async () => (await backends(`wait_event = 'SyncRep'`)) === 2)
      await queryOnce(
        url,
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()`,
      )
      for (const { reason } of await Promise.all(writes)) assert.match(reason, /standby/)
      assert.equal(runs, 1)
      assert.equal(await backends(), 2, 'their connections serve the next')
    }
    await queryOnce(url, `ALTER DATABASE ${name} RESET client_min_messages`)
  })

  test('one commit that waits on a quiet node puts no other connection in doubt', async () => {
    await using db = await open(url, { connections, bounds: { ...bounds, silenceMs: 4_000 } })
    await find(db, 'one')
    await count(db)
    const pids = async () =>
      (
        await queryOnce<{ pid: number }>(
          url,
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'latchkey%'`,
        )
      ).map(({ pid }) => pid)
    const before = await pids()
    assert.ok(before.length > 0)
    await using _ = await loseStandby()
    // The first commits may be earlier than the process that tells the others of the change.
    await until('a commit that waits', () =>
      refusal(insert(db, 1)).then(
        () => true,
        () => false,
      ),
    )
    await find(db, 'one')
    await count(db)
    const after = await pids()
    assert.deepEqual(
      before.filter((pid) => !after.includes(pid)),
      [],
    )
  })

  test('closing does not wait for commits that the server does not answer', async () => {
    const db = await open(url, { connections, bounds })
    await using _ = await loseStandby()
    await Promise.all([refusal(insert(db, 1)), refusal(db.transaction((tx) => insert(tx, 1)))])
    await db.close()
  })
})

test('a connection whose commit never reached the server serves again once the server says so', async () => {
  await using cluster = await startCluster()
  const url = await cluster.createDatabase()
  await queryOnce(url, entriesTable)
  let swallowed = 0
  await using proxy = await startProxy(url, (sent) =>
    sent.includes('COMMIT') && swallowed < connections && ++swallowed ? undefined : sent,
  )
  await using db = await open(proxy.url, { connections, bounds })
  await Promise.all(Array.from({ length: connections }, () => refusal(db.transaction((tx) => insert(tx, 1)))))
  await eventually('a transaction', () => db.transaction((tx) => insert(tx, 2)))
  assert.equal((await find(db, 'one')).length, 0)
  const rows = await queryOnce<{ amount: string }>(url, 'SELECT amount FROM entries')
  assert.deepEqual(rows, [{ amount: '2' }])
})

async function unanswered(db: Database): Promise<number> {
  const metric = db.metrics?.find(({ name }) => name === 'latchkey_database_commits_unanswered')
  if (!metric || metric.type === 'histogram') throw new Error('There is no such metric.')
  return (await metric.read()).get('') ?? Number.NaN
}
