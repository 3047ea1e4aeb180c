import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  assertBetween,
  count,
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
} from '#tests/postgres-ledger.ts'
import { freePorts } from '#tests/process.ts'
import { startLoad } from '#tests/start-load.ts'
import { startProxy } from '#tests/tcp-proxy.ts'
import { until } from '#tests/until.ts'
import type { Sql } from './database.ts'

/** Somebody else who does something in a transaction, and rolls it back in the end. */
async function otherWho(does: string, url: string): Promise<AsyncDisposable> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`BEGIN; ${does}`)
  return { [Symbol.asyncDispose]: () => client.end() }
}

describe('connections to PostgreSQL', { concurrency: true }, () => {
  test('a statement is ended after two seconds, and its connection serves the next', async () => {
    await using ledger = await openLedger()
    const { db } = ledger
    const slow = [
      db.query`SELECT pg_sleep(9)`,
      db.query`SELECT pg_sleep(9) WHERE ${'x'} = 'x'`,
      db.query`INSERT INTO entries (amount) SELECT 1 FROM pg_sleep(9)`,
      db.transaction((tx) => tx.query`SELECT pg_sleep(9)`),
      db.transaction((tx) => tx.execute('SELECT pg_sleep(3.5)')),
    ]
    const [script] = slow.splice(-1)
    const refused = await Promise.all(slow.map(refusal))
    for (const { tookMs, state } of refused) {
      assertBetween(1950, tookMs, 3900)
      assert.equal(state, '57014')
    }
    // A migration may.
    await script
    await Promise.all(works.map(([, work]) => work(db)))
  })

  test('whoever waits for a row that another one holds is refused after a second and a half', async () => {
    await using ledger = await openLedger()
    for (const amount of [1, 2]) await insert(ledger.db, amount)
    const update = (sql: Sql, id: number) =>
      sql.query`UPDATE entries SET amount = amount + 1 WHERE id = ${id}`
    {
      await using _ = await otherWho('UPDATE entries SET amount = 7', ledger.url)
      const refused = await Promise.all([
        refusal(update(ledger.db, 1)),
        refusal(ledger.db.transaction((tx) => update(tx, 2))),
      ])
      for (const { tookMs, state } of refused) {
        assertBetween(1450, tookMs)
        assert.equal(state, '55P03')
      }
    }
    await update(ledger.db, 1)
    assert.deepEqual((await ledger.amounts()).sort(), [2, 2])
  })

  test('look-ups in a table that is locked are all refused after the same second and a half', async () => {
    await using ledger = await openLedger()
    {
      await using _ = await otherWho('LOCK TABLE entries IN ACCESS EXCLUSIVE MODE', ledger.url)
      const refused = await Promise.all(Array.from({ length: 1000 }, () => refusal(find(ledger.db, 'one'))))
      for (const { tookMs } of refused) assertBetween(1450, tookMs, 2900)
    }
    assert.deepEqual(await find(ledger.db, 'one'), [])
  })

  test('work that lets a transaction lie idle for five seconds is refused, and not run again', async () => {
    await using ledger = await openLedger({ connections: 1 })
    let runs = 0
    const { tookMs } = await refusal(
      ledger.db.transaction(async (tx) => {
        runs++
        await insert(tx, 1)
        await sleep(5500)
        await insert(tx, 2)
      }),
    )
    assertBetween(5000, tookMs)
    assert.equal(runs, 1)
    assert.deepEqual(await ledger.amounts(), [])
    await ledger.db.transaction((tx) => insert(tx, 3))
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

  test('a server that has no room for another connection is told as an outage', async () => {
    await using ledger = await openLedger()
    const name = new URL(ledger.url).pathname.slice(1)
    await ledger.outside(`CREATE ROLE ${name} LOGIN PASSWORD 'x' CONNECTION LIMIT 2`)
    const url = Object.assign(new URL(ledger.url), { username: name, password: 'x' }).href
    {
      await using db = await open(url)
      const results = await Promise.allSettled(
        Array.from({ length: 4 }, () => db.transaction((tx) => tx.query`SELECT pg_sleep(0.3)`)),
      )
      const refused = results.filter((result) => result.status === 'rejected')
      assert.equal(refused.length, 2)
      for (const { reason } of refused) isUnavailable(reason)
      await db.transaction((tx) => tx.query`SELECT 1`)
    }
    await ledger.outside(`DROP ROLE ${name}`)
  })

  test('there are no more transactions at once than connections; who finds none free for half a second is refused', async () => {
    await using ledger = await openLedger({ connections: 2 })
    const done = Promise.withResolvers<void>()
    let inside = 0
    const held = Array.from({ length: 2 }, () =>
      ledger.db.transaction(async () => {
        inside++
        await done.promise
      }),
    )
    const refused = await Promise.all(
      ['a', 'b', 'c'].flatMap(() => [
        refusal(ledger.db.transaction((tx) => insert(tx, 1))),
        refusal(insert(ledger.db, 1)),
      ]),
    )
    for (const { tookMs } of refused) assertBetween(450, tookMs, 2400)
    assert.equal(inside, 2)
    assert.deepEqual(await find(ledger.db, 'one'), [], 'a look-up has connections of its own')
    const soon = insert(ledger.db, 5)
    done.resolve()
    await Promise.all([...held, soon])
    assert.deepEqual(await ledger.amounts(), [5])
  })

  test('a statement that somebody cancels is refused, and its connection serves the next', async () => {
    await using ledger = await openLedger({ connections: 2 })
    const { db } = ledger
    const refused = [
      db.query`SELECT pg_sleep(9)`,
      db.query`SELECT pg_sleep(9) WHERE ${'x'} = 'x'`,
      db.transaction(async (tx) => {
        await insert(tx, 1)
        await tx.query`SELECT pg_sleep(9)`
      }),
    ].map(refusal)
    await ledger.running('pg_sleep', 3)
    await ledger.outside(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`,
    )
    for (const { tookMs, state } of await Promise.all(refused)) {
      assertBetween(0, tookMs, 1950)
      assert.equal(state, '57014')
    }
    assert.deepEqual(await ledger.amounts(), [])
    await Promise.all(works.map(([, work]) => work(db)))
  })

  for (const [name, first] of works) {
    test(`a network that swallows everything is found out by ${name}, and by everything else at once`, async () => {
      await using ledger = await openLedger()
      await using proxy = await startProxy(ledger.url)
      await using db = await open(proxy.url)
      for (let times = 0; times < 2; times++)
        await Promise.all([...works, ...works].map(([, work]) => work(db)))
      proxy.freeze()
      assertBetween(2900, (await refusal(first(db))).tookMs, 4500)
      const refused = await Promise.all([...works, ...works].map(([, work]) => refusal(work(db))))
      for (const { tookMs } of refused) assertBetween(400, tookMs, 2500)
      proxy.thaw()
      await Promise.all(works.map(([, work]) => work(db)))
    })
  }

  for (const [name, work] of works) {
    test(`${name} after every connection was ended works, at once or when it is asked for again`, async () => {
      await using ledger = await openLedger()
      const allInside = meeting(4)
      await Promise.all(Array.from({ length: 4 }, () => ledger.db.transaction(allInside)))
      await Promise.all(works.map(([, one]) => one(ledger.db)))
      await ledger.outside(terminateAll)
      await until(name, () =>
        work(ledger.db).then(
          () => true,
          (error) => !isUnavailable(error),
        ),
      )
    })
  }

  test('the second host is used while nobody answers at the first, also at the start', async () => {
    await using ledger = await openLedger()
    const [closed = 0] = await freePorts(1)
    await using silent = await startProxy(ledger.url)
    silent.freeze()
    const nobody = Object.assign(new URL(ledger.url), { port: String(closed) }).href
    for (const dead of [nobody, silent.url]) {
      await using db = await open(withHosts(dead, ledger.url), { connections: 2 })
      await Promise.all(works.map(([, work]) => work(db)))
    }
  })

  test('when a host goes away what is asked for at the next moment is answered by the next', async () => {
    await using ledger = await openLedger()
    await using first = await startProxy(ledger.url)
    await using db = await open(withHosts(first.url, ledger.url))
    for (const [, work] of works) await work(db)
    await first[Symbol.asyncDispose]()
    await sleep(100)
    await Promise.all(works.map(([, work]) => work(db)))
  })

  test('a host that falls silent for all at once is left for the next one, and not for the one after it', async () => {
    await using ledger = await openLedger()
    await using first = await startProxy(ledger.url)
    await using db = await open(withHosts(first.url, ledger.url))
    first.freeze()
    first.cut()
    const four = () => Array.from({ length: 4 }, () => db.transaction((tx) => count(tx)))
    await sleep(100)
    await Promise.all(four().map(refusal))
    await Promise.all(four())
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
      await using db = await open(withHosts(first.url, second.url), { connections: 2 })
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
    for (const [name, work] of works) await assert.rejects(work(ledger.db), /closed/, name)
    await ledger.db.close()
    assert.equal((await ledger.amounts()).length, 16)
    await until('its connections to be gone', async () => {
      const sessions = await ledger.outside(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'latchkey'`,
      )
      return sessions.length === 0
    })
  })

  test('a server that need not write to its disk before it acknowledges is told to', async () => {
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
