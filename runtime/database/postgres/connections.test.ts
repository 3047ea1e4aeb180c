import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  assertWaited,
  count,
  eventually,
  find,
  insert,
  isUnavailable,
  meeting,
  open,
  openLedger,
  refusal,
  terminateAll,
  withHosts,
  works,
} from '#tests/support/postgres-ledger.ts'
import { freePorts } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import type { Sql } from '../database.ts'
import { usualStatementMs } from '../database-options.ts'
import { boundsOf } from './connections.ts'

/**
 * Opens another client that runs a statement in a transaction. The transaction is rolled back when the result
 * is disposed of.
 */
async function otherWho(does: string, url: string): Promise<AsyncDisposable> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`BEGIN; ${does}`)
  return { [Symbol.asyncDispose]: () => client.end() }
}

// The tests mostly wait. If all of them ran at once, the server and this process would be too busy to keep the time limits
// that are tested.
describe('connections to PostgreSQL', { concurrency: 4 }, () => {
  test('an operator who sets nothing has the bounds that are documented, and one number moves all of them', () => {
    assert.deepEqual(boundsOf(usualStatementMs), {
      statementMs: 2_000,
      lockMs: 1_500,
      idleInTransactionMs: 5_000,
      poolWaitMs: 500,
      silenceMs: 3_000,
      firstMs: 5_000,
    })
    const { lockMs, poolWaitMs } = boundsOf(10_000)
    assert.deepEqual([lockMs, poolWaitMs], [7_500, 2_500])
  })

  test('a statement is ended at its bound, and its connection serves the next', async () => {
    const statementMs = 1_000
    await using ledger = await openLedger({ bounds: { statementMs } })
    const { db } = ledger
    const slow = [
      db.query`SELECT pg_sleep(600)`,
      db.query`SELECT pg_sleep(600) WHERE ${'x'} = 'x'`,
      db.query`INSERT INTO entries (amount) SELECT 1 FROM pg_sleep(600)`,
      db.transaction((tx) => tx.query`SELECT pg_sleep(600)`),
    ]
    const script = ledger.db.transaction((tx) => tx.execute('SELECT pg_sleep(2)'))
    for (const refused of await Promise.all(slow.map(refusal))) {
      assertWaited(statementMs, refused)
      assert.equal(refused.state, '57014')
    }
    // A script may run longer than one statement may, because migrations need it.
    await script
    for (const [name, work] of works) await eventually(name, () => work(db))
  })

  test('a statement that waits for a locked row is refused at its bound', async () => {
    const lockMs = 500
    await using ledger = await openLedger({ bounds: { lockMs } })
    for (const amount of [1, 2]) await insert(ledger.db, amount)
    const update = (sql: Sql, id: number) =>
      sql.query`UPDATE entries SET amount = amount + 1 WHERE id = ${id}`
    {
      await using _ = await otherWho('UPDATE entries SET amount = 7', ledger.url)
      const all = [refusal(update(ledger.db, 1)), refusal(ledger.db.transaction((tx) => update(tx, 2)))]
      for (const refused of await Promise.all(all)) {
        assertWaited(lockMs, refused)
        assert.equal(refused.state, '55P03')
      }
    }
    await eventually('the row', () => update(ledger.db, 1))
    assert.deepEqual((await ledger.amounts()).sort(), [2, 2])
  })

  test('look-ups in a table that is locked are all refused after the same wait', async () => {
    const lockMs = 500
    await using ledger = await openLedger({ bounds: { lockMs } })
    {
      await using _ = await otherWho('LOCK TABLE entries IN ACCESS EXCLUSIVE MODE', ledger.url)
      const all = Array.from({ length: 1000 }, () => refusal(find(ledger.db, 'one')))
      for (const refused of await Promise.all(all)) {
        assertWaited(lockMs, refused)
        assert.equal(refused.state, '55P03')
      }
      const { asked, queries } = ledger.db.lookUps?.() ?? assert.fail()
      // At most 200 look-ups share one query, and two queries are in progress at once. The first 400 look-ups
      // wait in these two for the lock, and the rest wait behind them.
      assert.ok(asked === 1000 && queries <= 6, `${queries} queries`)
    }
    await eventually('the table', () => find(ledger.db, 'one'))
  })

  test('work that lets a transaction lie idle beyond its bound is refused, and not run again', async () => {
    const idleInTransactionMs = 1_000
    await using ledger = await openLedger({ connections: 1, bounds: { idleInTransactionMs } })
    const sessions = () =>
      ledger.outside(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%' AND pid <> pg_backend_pid()`,
      )
    let runs = 0
    const refused = await refusal(
      ledger.db.transaction(async (tx) => {
        runs++
        await insert(tx, 1)
        await until('the server to end it', async () => (await sessions()).length === 0)
        await insert(tx, 2)
      }),
    )
    assertWaited(idleInTransactionMs, refused)
    assert.equal(runs, 1)
    assert.deepEqual(await ledger.amounts(), [])
    await eventually('the next', () => ledger.db.transaction((tx) => insert(tx, 3)))
    assert.deepEqual(await ledger.amounts(), [3])
  })

  test('a transaction that the server ends because it takes too long in all is not run again either', async () => {
    await using ledger = await openLedger()
    const name = new URL(ledger.url).pathname.slice(1)
    await ledger.outside(`ALTER DATABASE ${name} SET transaction_timeout = '500ms'`)
    await using db = await open(ledger.url)
    let runs = 0
    const slow = db.transaction(async (tx) => {
      runs++
      await insert(tx, 1)
      await tx.query`SELECT pg_sleep(1)`
    })
    await assert.rejects(slow, isUnavailable)
    assert.equal(runs, 1)
  })

  test('a server that has no room for another connection is reported as an outage', async () => {
    await using ledger = await openLedger()
    const name = new URL(ledger.url).pathname.slice(1)
    await ledger.outside(`CREATE ROLE ${name} LOGIN PASSWORD 'x' CONNECTION LIMIT 2`)
    const url = Object.assign(new URL(ledger.url), { username: name, password: 'x' }).href
    {
      await using db = await open(url, { bounds: { poolWaitMs: 1_000 } })
      const done = Promise.withResolvers<void>()
      let inside = 0
      const hold = async (tx: Sql) => {
        await tx.query`SELECT 1`
        inside++
        await done.promise
      }
      const held = [1, 2].map((number) => eventually(`room for ${number}`, () => db.transaction(hold)))
      await until('no room', () => inside === 2)
      for (const refused of await Promise.all(
        [1, 2].map(() => refusal(db.transaction((tx) => tx.query`SELECT 1`))),
      ))
        assert.match(refused.reason, /too many connections|timeout exceeded/)
      done.resolve()
      await Promise.all(held)
      await eventually('room', () => db.transaction((tx) => tx.query`SELECT 1`))
    }
    await ledger.outside(`DROP ROLE ${name}`)
  })

  test('at most one transaction uses a connection; one that finds none free in time is refused', async () => {
    const poolWaitMs = 500
    await using ledger = await openLedger({ connections: 2 })
    await using hasty = await open(ledger.url, { connections: 2, bounds: { poolWaitMs } })
    for (const db of [hasty, ledger.db]) {
      const done = Promise.withResolvers<void>()
      let inside = 0
      const hold = async () => {
        inside++
        await done.promise
      }
      const held = [1, 2].map(() => eventually('a connection', () => db.transaction(hold)))
      await until('both', () => inside === 2)
      const asked = ['a', 'b', 'c'].flatMap(() => [
        () => db.transaction((tx) => insert(tx, 1)),
        () => insert(db, 1),
      ])
      if (db === hasty) {
        for (const refused of await Promise.all(asked.map((work) => refusal(work()))))
          assertWaited(poolWaitMs, refused)
        assert.equal(inside, 2)
        await eventually('a look-up, which has connections of its own', () => find(db, 'one'))
      }
      const soon = db === hasty ? [] : asked.map((work) => work())
      assert.deepEqual(await ledger.amounts(), [])
      done.resolve()
      await Promise.all([...held, ...soon])
    }
    assert.deepEqual(await ledger.amounts(), [1, 1, 1, 1, 1, 1])
  })

  test('a statement that somebody cancels is refused, and its connection serves the next', async () => {
    await using ledger = await openLedger({ connections: 2 })
    const { db } = ledger
    const refused = [
      db.query`SELECT pg_sleep(600)`,
      db.query`SELECT pg_sleep(600) WHERE ${'x'} = 'x'`,
      db.transaction(async (tx) => {
        await insert(tx, 1)
        await tx.query`SELECT pg_sleep(600)`
      }),
    ].map(refusal)
    await ledger.running('pg_sleep', 3)
    await ledger.outside(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
    )
    for (const { state, reason } of await Promise.all(refused)) {
      assert.equal(state, '57014')
      assert.match(reason, /user request/, 'and not because of its bound')
    }
    assert.deepEqual(await ledger.amounts(), [])
    await Promise.all(works.map(([, work]) => work(db)))
  })

  for (const [name, first] of works) {
    test(`a silent network is noticed by ${name}, and from then on at once by all other work`, async () => {
      const silenceMs = 3_000
      await using ledger = await openLedger()
      await using proxy = await startProxy(ledger.url)
      await using db = await open(proxy.url, { bounds: { statementMs: 2_000, silenceMs, poolWaitMs: 1_000 } })
      const all = [...works, ...works]
      for (let times = 0; times < 2; times++)
        await Promise.all(all.map(([one, work]) => eventually(one, () => work(db))))
      proxy.freeze()
      assertWaited(silenceMs, await refusal(first(db)))
      // From then on, only the message Terminate (`X` in the PostgreSQL protocol) may be sent on these
      // connections.
      const asked = () => proxy.swallowed().filter((sent) => sent.toString('latin1', 0, 1) !== 'X').length
      const before = asked()
      assert.ok(before > 0)
      await Promise.all(all.map(([, work]) => refusal(work(db))))
      assert.equal(asked(), before, 'nobody asks on a connection that was open before')
      proxy.thaw()
      for (const [one, work] of works) await eventually(one, () => work(db))
    })
  }

  for (const [name, work] of works) {
    test(`${name} after every connection was ended works, at once or when it is asked for again`, async () => {
      await using ledger = await openLedger()
      const allInside = meeting(4)
      await Promise.all(Array.from({ length: 4 }, () => ledger.db.transaction(allInside)))
      await Promise.all(works.map(([, one]) => one(ledger.db)))
      await ledger.outside(terminateAll)
      await eventually(name, () => work(ledger.db))
    })
  }

  test('the second host is used while nobody answers at the first, also at the start', async () => {
    await using ledger = await openLedger()
    const [closed = 0] = await freePorts(1)
    await using silent = await startProxy(ledger.url)
    silent.freeze()
    const nobody = Object.assign(new URL(ledger.url), { port: String(closed) }).href
    for (const dead of [nobody, silent.url]) {
      await using db = await open(withHosts(dead, ledger.url), {
        connections: 2,
        bounds: { poolWaitMs: 2_000 },
      })
      await Promise.all(works.map(([, work]) => work(db)))
    }
  })

  test('when a host goes away, the next host answers from the next moment on', async () => {
    await using ledger = await openLedger()
    await using first = await startProxy(ledger.url)
    await using db = await open(withHosts(first.url, ledger.url))
    for (const [, work] of works) await work(db)
    await first[Symbol.asyncDispose]()
    await sleep(100)
    await Promise.all(works.map(([, work]) => work(db)))
  })

  test('when a host falls silent for all connections at once, each moves to the next host and no further', async () => {
    await using ledger = await openLedger()
    await using first = await startProxy(ledger.url)
    await using db = await open(withHosts(first.url, ledger.url), {
      bounds: { silenceMs: 6_000, poolWaitMs: 5_000 },
    })
    first.freeze()
    first.cut()
    const four = () => Array.from({ length: 4 }, () => db.transaction((tx) => count(tx)))
    await sleep(100)
    await Promise.all(four().map(refusal))
    await Promise.all(four())
  })

  test('a connection that a proxy took while it had no server, and never answers, holds nobody up', async () => {
    await using ledger = await openLedger()
    await using proxy = await startProxy(ledger.url)
    await using db = await open(proxy.url, { bounds: { poolWaitMs: 500 } })
    for (const [, work] of works) await work(db)
    // From now on the proxy accepts connections, and what it has accepted stays silent for ever.
    proxy.freeze()
    proxy.cut()
    // The first round may still find the connections that were cut. Without a bound the second one would wait for ever.
    for (let round = 0; round < 2; round++) await Promise.all(works.map(([, work]) => refusal(work(db))))
    proxy.thaw()
    for (const [name, work] of works) await eventually(name, () => work(db))
  })

  test('a host is not left because a connection ended', async () => {
    await using ledger = await openLedger()
    let seen = 0
    await using second = await startProxy(ledger.url, (sent) => {
      seen++
      return sent
    })
    await using db = await open(withHosts(ledger.url, second.url))
    for (const [, work] of works) await work(db)
    // The start asks the second host for its timeline.
    seen = 0
    await ledger.outside(terminateAll)
    await sleep(100)
    for (const [, work] of works) await work(db)
    assert.equal(seen, 0)
  })

  test('a host that goes away is left for the next, however many are waiting at that moment', async () => {
    await using ledger = await openLedger()
    for (const fault of ['refuses', 'is silent'] as const) {
      await using first = await startProxy(ledger.url)
      await using second = await startProxy(ledger.url)
      await using db = await open(withHosts(first.url, second.url), {
        connections: 2,
        bounds: { silenceMs: 3_000, poolWaitMs: 500 },
      })
      let done = 0
      const load = startLoad(60, async () => {
        await db
          .transaction((tx) => count(tx))
          .then(
            () => done++,
            (error) => isUnavailable(error),
          )
        await find(db, 'one').catch(isUnavailable)
      })
      {
        await using _ = load
        await until('work to be done', () => done > 100)
        if (fault === 'refuses') await first[Symbol.asyncDispose]()
        else first.freeze()
        const before = done
        await until(`work to be done when the first ${fault}`, () => done > before + 200)
      }
    }
  })

  test('closing lets what was asked for finish, and refuses what comes after', async () => {
    await using ledger = await openLedger({ connections: 2 })
    const asked = [
      ...Array.from({ length: 500 }, () => find(ledger.db, 'one')),
      ...Array.from({ length: 8 }, (_, n) => insert(ledger.db, n)),
      ...Array.from({ length: 8 }, (_, n) => ledger.db.transaction((tx) => insert(tx, n))),
    ]
    const closed = ledger.db.close()
    await Promise.all(asked)
    await closed
    for (const [name, work] of works) await assert.rejects(work(ledger.db), { code: 'not_ready' }, name)
    await ledger.db.close()
    assert.equal((await ledger.amounts()).length, 16)
    await until('its connections to be gone', async () => {
      const sessions = await ledger.outside(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'latchkey%'`,
      )
      return sessions.length === 0
    })
  })

  test('a server that is set to acknowledge before it writes to its disk is told to write first', async () => {
    await using ledger = await openLedger()
    const name = new URL(ledger.url).pathname.slice(1)
    for (const [configured, expected] of [
      ['off', 'on'],
      ['local', 'on'],
      ['remote_apply', 'remote_apply'],
    ]) {
      await ledger.outside(`ALTER DATABASE ${name} SET synchronous_commit = '${configured}'`)
      await using db = await open(ledger.url, { connections: 1 })
      assert.deepEqual(
        await db.transaction((tx) => tx.query`SELECT current_setting('synchronous_commit') AS is`),
        [{ is: expected }],
      )
    }
  })
})
