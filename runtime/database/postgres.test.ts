import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import pg from 'pg'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import {
  insert,
  isUnavailable,
  meeting,
  open,
  openLedger,
  terminateAll,
} from '#tests/support/postgres-ledger.ts'
import { type Link, startProxy } from '#tests/support/tcp-proxy.ts'
import { StartFault } from '../start-fault.ts'
import type { Sql } from './database.ts'

describe('a transaction on PostgreSQL', () => {
  test('has happened as a whole when its promise resolves', async () => {
    await using ledger = await openLedger()
    const result = await ledger.db.transaction(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 2)
      assert.equal((await tx.query`SELECT id FROM entries`).length, 2)
      assert.deepEqual(await ledger.amounts(), [])
      return 'done'
    })
    assert.equal(result, 'done')
    assert.deepEqual(await ledger.amounts(), [1, 2])
  })

  test('that fails has not happened at all, wherever it failed, and is told as it is', async () => {
    await using ledger = await openLedger()
    await ledger.outside(
      'CREATE TABLE notes (entry INTEGER REFERENCES entries (id) DEFERRABLE INITIALLY DEFERRED)',
    )
    const own = Object.assign(new Error('not today'), { code: '40001' })
    const faults: [string, (tx: Sql) => Promise<unknown>, object][] = [
      ['by itself', () => Promise.reject(own), own],
      ['by a constraint', (tx) => insert(tx, -1), { code: '23514' }],
      ['by a statement that is none', (tx) => tx.query`INSERT INTO nowhere VALUES (1)`, { code: '42P01' }],
      ['when it commits', (tx) => tx.query`INSERT INTO notes VALUES (99)`, { code: '23503' }],
      ['by a script', (tx) => tx.execute('DROP TABLE notes; SELECT 1 / 0'), { code: '22012' }],
    ]
    for (const [name, fault, expected] of faults) {
      let runs = 0
      const work = ledger.db.transaction(async (tx) => {
        runs++
        await insert(tx, 1)
        await fault(tx)
        await insert(tx, 3)
      })
      await assert.rejects(work, expected, name)
      assert.equal(runs, 1, name)
      assert.deepEqual(await ledger.amounts(), [], name)
    }
    await assert.rejects(
      ledger.db.transaction(() => Promise.reject(own)),
      (error) => error === own,
    )
    await insert(ledger.db, 4)
    assert.deepEqual(await ledger.amounts(), [4])
  })

  test('fails when a statement of it failed, also when that was caught', async () => {
    await using ledger = await openLedger()
    const work = ledger.db.transaction(async (tx) => {
      await insert(tx, 1)
      await assert.rejects(insert(tx, -1))
      await assert.rejects(insert(tx, 2))
    })
    await assert.rejects(work, { code: '23514' })
    assert.deepEqual(await ledger.amounts(), [])
  })

  test('fails when a statement fails that it did not wait for: a COMMIT that rolled back is no success', async () => {
    await using ledger = await openLedger()
    const work = ledger.db.transaction(async (tx) => {
      await insert(tx, 1)
      insert(tx, -1).catch(() => {})
    })
    await assert.rejects(work, { code: '23514' })
    assert.deepEqual(await ledger.amounts(), [])
  })

  test('behind a pooler that keeps no prepared statements says so in one sentence', async () => {
    await using ledger = await openLedger()
    for (const script of ['PREPARE twice AS SELECT 1; PREPARE twice AS SELECT 1', 'EXECUTE nowhere'])
      await assert.rejects(
        ledger.db.transaction((tx) => tx.execute(script)),
        (error) => error instanceof StartFault && /^[^\n]* PgBouncer [^\n]*1\.21[^\n]*$/.test(error.message),
      )
  })

  test('has its limits, whoever had the session before', async () => {
    await using ledger = await openLedger({ connections: 1 })
    await ledger.db.execute(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    )
    const [limits] = await ledger.db.transaction(
      (tx) => tx.query`
        SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
          current_setting('idle_in_transaction_session_timeout') AS idle`,
    )
    assert.deepEqual(limits, { statement: '20s', lock: '15s', idle: '50s' })
  })

  test('takes no statement once it is over', async () => {
    await using ledger = await openLedger({ connections: 1 })
    const late: Sql[] = []
    await ledger.db.transaction(async (tx) => {
      late.push(tx)
      await insert(tx, 1)
    })
    const failing = ledger.db.transaction(async (tx) => {
      late.push(tx)
      throw new Error('not today')
    })
    await assert.rejects(failing, /not today/)
    for (const tx of late) {
      await assert.rejects(insert(tx, 2), /over/)
      await assert.rejects(tx.execute('INSERT INTO entries (amount) VALUES (3)'), /over/)
      await ledger.db.transaction(() => assert.rejects(insert(tx, 4), /over/))
    }
    assert.deepEqual(await ledger.amounts(), [1])
  })

  test('whose BEGIN was refused has not happened either, not even its first statement', async () => {
    await using ledger = await openLedger()
    // The proxy makes the first BEGIN fail. A pooler acts like this when it has no free server at one moment and a free one
    // at the next.
    let begins = 0
    await using proxy = await startProxy(ledger.url, (sent) => {
      const at = sent.indexOf('BEGIN')
      if (at >= 0 && ++begins === 1) sent.write('NIGEB', at)
      return sent
    })
    await using db = await open(proxy.url, { connections: 1 })
    await assert.rejects(
      db.transaction((tx) => insert(tx, 1)),
      { code: '42601' },
    )
    assert.deepEqual(await ledger.amounts(), [])
    await db.transaction((tx) => insert(tx, 2))
    assert.deepEqual(await ledger.amounts(), [2])
  })

  test('that loses a race of serialisable ones runs again on what the other left', async () => {
    await using ledger = await openLedger()
    await insert(ledger.db, 0)
    const name = new URL(ledger.url).pathname.slice(1)
    await ledger.outside(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`)
    await using db = await open(ledger.url)
    const bothRead = meeting(2)
    let runs = 0
    const add = () =>
      db.transaction(async (tx) => {
        runs++
        const [row] = await tx.query<{ amount: number }>`SELECT amount FROM entries`
        await bothRead()
        await tx.query`UPDATE entries SET amount = ${(row?.amount ?? 0) + 1}`
      })
    await Promise.all([add(), add()])
    assert.equal(runs, 3)
    assert.deepEqual(await ledger.amounts(), [2])
  })

  test('that is in a deadlock with another runs again, and both succeed', async () => {
    await using ledger = await openLedger()
    await Promise.all([insert(ledger.db, 0), insert(ledger.db, 0)])
    const bothHaveOne = meeting(2)
    let runs = 0
    function add(first: number, second: number, other: () => Promise<void>): Promise<void> {
      let ran = 0
      return ledger.db.transaction(async (tx) => {
        runs++
        // A second run waits for the other transaction. Otherwise, on a busy machine, it could lock its row
        // again before the other transaction wakes up.
        if (++ran > 1) await other()
        await tx.query`UPDATE entries SET amount = amount + 1 WHERE id = ${first}`
        await bothHaveOne()
        await tx.query`UPDATE entries SET amount = amount + 1 WHERE id = ${second}`
      })
    }
    const one: Promise<void> = add(1, 2, () => two)
    const two: Promise<void> = add(2, 1, () => one)
    await Promise.all([one, two])
    assert.equal(runs, 3)
    assert.deepEqual(await ledger.amounts(), [2, 2])
  })

  test('that loses a race only when it commits runs again', async () => {
    await using ledger = await openLedger()
    await ledger.outside(`
      CREATE SEQUENCE commits;
      CREATE FUNCTION lose_once() RETURNS trigger LANGUAGE plpgsql AS '
        BEGIN
          IF nextval(''commits'') = 1 THEN RAISE EXCEPTION USING ERRCODE = ''serialization_failure''; END IF;
          RETURN NULL;
        END';
      CREATE CONSTRAINT TRIGGER losing AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION lose_once()`)
    let runs = 0
    await ledger.db.transaction((tx) => insert(tx, ++runs))
    assert.deepEqual(await ledger.amounts(), [2])
  })

  test('that finds its key taken by another runs again and finds who has it', async () => {
    await using ledger = await openLedger()
    const bothLooked = meeting(2)
    const claim = (amount: number) =>
      ledger.db.transaction(async (tx) => {
        const [taken] = await tx.query<{ amount: number }>`SELECT amount FROM entries WHERE key = ${'one'}`
        if (taken) return `lost to ${taken.amount}`
        await bothLooked()
        await tx.query`INSERT INTO entries (key, amount) VALUES ('one', ${amount})`
        return `won by ${amount}`
      })
    const results = await Promise.all([claim(1), claim(2)])
    const [winner] = await ledger.amounts()
    assert.deepEqual(results.sort(), [`lost to ${winner}`, `won by ${winner}`])
  })

  test('is run at most five times, and again only for failures that another run can cure', async () => {
    await using ledger = await openLedger()
    await ledger.outside(`CREATE FUNCTION raise(state TEXT) RETURNS INTEGER LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION USING ERRCODE = state; END'`)
    const attempt = async (state: string) => {
      let runs = 0
      const failing = ledger.db.transaction(async (tx) => {
        runs++
        await tx.query`SELECT raise(${state})`
      })
      const error: unknown = await failing.catch((error: unknown) => error)
      return { runs, error }
    }
    const lostRaces = ['40001', '40P01']
    const lostConnections = ['08006', '57P05', '58030', '25006']
    for (const state of [...lostRaces, ...lostConnections]) {
      const { runs, error } = await attempt(state)
      assert.equal(runs, 5, state)
      isUnavailable(error)
    }
    for (const state of ['53100', '55P03', '57014']) {
      const { runs, error } = await attempt(state)
      assert.equal(runs, 1, state)
      isUnavailable(error)
    }
    for (const [state, expected] of [
      ['23505', 5],
      ['42710', 5],
      ['23514', 1],
      ['42P01', 1],
      ['22012', 1],
    ] as const) {
      const { runs, error } = await attempt(state)
      assert.equal(runs, expected, state)
      assert.equal((error as pg.DatabaseError).code, state)
      await assert.rejects(ledger.db.query`SELECT raise(${state}) WHERE ${1} = 1`, { code: state })
      await assert.rejects(ledger.db.query`INSERT INTO entries (amount) VALUES (raise(${state}))`, {
        code: state,
      })
    }
    await insert(ledger.db, 1)
  })

  test('of a single statement loses a race and wins the next', async () => {
    await using ledger = await openLedger()
    const other = new pg.Client(ledger.url)
    await other.connect()
    await other.query(`BEGIN; INSERT INTO entries (key, amount) VALUES ('one', 7)`)
    const claimed = ledger.db.query`
      INSERT INTO entries (key, amount) SELECT ${'one'}, 8
      WHERE NOT EXISTS (SELECT FROM entries WHERE key = ${'one'}) RETURNING id`
    await ledger.running('NOT EXISTS')
    await other.query('COMMIT')
    assert.deepEqual(await claimed, [])
    assert.deepEqual(await ledger.amounts(), [7])
    await other.end()
  })

  test('sends its next statement without waiting for the answer to the one before', async () => {
    await using ledger = await openLedger()
    let seen = ''
    await using proxy = await startProxy(ledger.url, (sent) => {
      seen += sent.toString('latin1')
      return sent
    })
    await using db = await open(proxy.url)
    const both = db.transaction((tx) =>
      Promise.all([tx.query`SELECT pg_sleep(4)`, tx.query`SELECT 'behind' AS it`]),
    )
    await ledger.running('pg_sleep')
    assert.ok(seen.includes('behind'))
    const [, behind] = await both
    assert.deepEqual(behind, [{ it: 'behind' }])
  })

  test('runs beside the others: each of two can wait for what the other does', async () => {
    await using ledger = await openLedger()
    const bothInside = meeting(2)
    const work = (amount: number) =>
      ledger.db.transaction(async (tx) => {
        await insert(tx, amount)
        await bothInside()
      })
    await Promise.all([work(1), work(2)])
    assert.deepEqual((await ledger.amounts()).sort(), [1, 2])
  })

  test('leaves its connection in order: after a thousand failures all connections still work', async () => {
    await using ledger = await openLedger()
    const faults: ((tx: Sql) => Promise<unknown>)[] = [
      () => Promise.reject(new Error('not today')),
      (tx) => insert(tx, -1),
      (tx) => Promise.all([insert(tx, 1), tx.query`SELECT 1 / 0`, insert(tx, 2)]),
      (tx) => tx.execute('SELECT nothing'),
      async (tx) => void insert(tx, -1).catch(() => {}),
      (tx) => tx.query`INSERT INTO entries (key, amount) VALUES (${'\0'}, 1)`,
    ]
    const warnings: Error[] = []
    const onWarning = (warning: Error) => warnings.push(warning)
    process.on('warning', onWarning)
    let next = 0
    const failOn = async () => {
      while (next < 1000) {
        const fault = faults[next++ % faults.length]
        await assert.rejects(
          ledger.db.transaction(async (tx) => {
            await insert(tx, 1)
            await fault?.(tx)
          }),
        )
      }
    }
    await Promise.all(Array.from({ length: 4 }, failOn))
    process.off('warning', onWarning)
    assert.deepEqual(warnings, [])
    const sessions = await ledger.outside<{ state: string }>(
      `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'latchkey%'`,
    )
    assert.ok(sessions.length <= 4, `${sessions.length} connections`)
    assert.ok(sessions.every(({ state }) => state === 'idle'))
    const allInside = meeting(4)
    await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        ledger.db.transaction(async (tx) => {
          await allInside()
          await insert(tx, n)
        }),
      ),
    )
    assert.deepEqual((await ledger.amounts()).sort(), [0, 1, 2, 3])
  })

  test('whose connection is lost before its COMMIT runs again, also when it ignored the error', async () => {
    await using ledger = await openLedger()
    const works: ((tx: Sql) => Promise<unknown>)[] = [
      (tx) => insert(tx, 2),
      (tx) => insert(tx, 2).catch(() => {}),
      async () => {},
    ]
    for (const [at, work] of works.entries()) {
      let runs = 0
      await ledger.db.transaction(async (tx) => {
        await insert(tx, 1)
        if (++runs === 1) await ledger.outside(terminateAll)
        await work(tx)
      })
      assert.equal(runs, 2, `work ${at}`)
    }
    assert.deepEqual(await ledger.amounts(), [1, 2, 1, 2, 1])
  })

  test('whose connection is lost while it commits is not run again, for it may have happened', async () => {
    await using ledger = await openLedger()
    let whenCommitting = (link: Link, sent: Buffer): Buffer | undefined => {
      link.cut()
      return sent
    }
    await using proxy = await startProxy(ledger.url, (sent, link) =>
      sent.includes('COMMIT') ? whenCommitting(link, sent) : sent,
    )
    await using db = await open(proxy.url, { connections: 2 })
    let runs = 0
    const work = (amount: number) =>
      db.transaction((tx) => {
        runs++
        return insert(tx, amount)
      })
    await assert.rejects(work(1), isUnavailable)
    assert.equal(runs, 1)
    assert.deepEqual(await ledger.amounts(), [])
    whenCommitting = (link, sent) => {
      link.cutAtAnswer()
      return sent
    }
    await assert.rejects(work(2), isUnavailable)
    assert.equal(runs, 2)
    assert.deepEqual(await ledger.amounts(), [2])
    // A single statement is its own transaction. When its answer is lost, it is unknown whether it was committed, as with a
    // lost COMMIT.
    await using lost = await startProxy(ledger.url, (sent, link) => {
      if (sent.includes('INSERT')) link.cutAtAnswer()
      return sent
    })
    await using other = await open(lost.url, { connections: 2 })
    await assert.rejects(insert(other, 3), isUnavailable)
    assert.deepEqual(await ledger.amounts(), [2, 3])
  })

  test('that the server ends while it commits is not run again', async () => {
    await using ledger = await openLedger()
    await ledger.outside(
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(10); RETURN NULL; END'`,
    )
    await ledger.outside(
      'CREATE CONSTRAINT TRIGGER dawdling AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()',
    )
    let runs = 0
    const work = ledger.db.transaction((tx) => {
      runs++
      return insert(tx, 1)
    })
    const ended = assert.rejects(work, isUnavailable)
    await ledger.running('COMMIT')
    await ledger.outside(terminateAll)
    await ended
    assert.equal(runs, 1)
    assert.deepEqual(await ledger.amounts(), [])
  })
})

describe('values on PostgreSQL', () => {
  test('are bound and never become part of the statement, and come back as they went', async () => {
    await using ledger = await openLedger()
    const { db } = ledger
    await db.execute('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, number BIGINT)')
    const texts = [
      "'); DROP TABLE notes; --",
      "' OR '1'='1",
      '$1',
      '$2::text',
      '\\',
      '\\\\"{},',
      '{"a","b"}',
      'NULL',
      '',
      'ü😀\u{10ffff}',
      'line\nline\r\n\ttab',
      ' spaces ',
      '\u2028',
      'İı',
      'e\u0301',
      '%_',
      '?',
      'x'.repeat(100_000),
    ]
    const numbers = [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Date.now()]
    for (const [id, text] of texts.entries()) {
      const number = numbers[id % numbers.length] ?? null
      const inserted = await db.query`
        INSERT INTO notes (id, text, number) VALUES (${id}, ${text}, ${number}) RETURNING text, number`
      assert.deepEqual(inserted, [{ text, number }])
      assert.deepEqual(await db.query`SELECT id, number FROM notes WHERE text = ${text}`, [{ id, number }])
      assert.deepEqual(await db.query`SELECT text FROM notes WHERE text = ${text} AND id = ${id}`, [{ text }])
    }
    const together = await Promise.all(
      texts.map((text) => db.query`SELECT id FROM notes WHERE text = ${text}`),
    )
    assert.deepEqual(
      together,
      texts.map((_, id) => [{ id }]),
    )
    await db.query`INSERT INTO notes (id, text, number) VALUES (99, ${null}, ${null})`
    assert.deepEqual(await db.query`SELECT text, number FROM notes WHERE id = ${99}`, [
      { text: null, number: null },
    ])
    assert.deepEqual(await db.query`SELECT id FROM notes WHERE text = ${null}`, [])
    assert.deepEqual(await db.query`SELECT COUNT(*) AS n FROM notes`, [{ n: texts.length + 1 }])
  })

  test('that are text are compared by their bytes, whatever the locale of the database', async () => {
    await using ledger = await openLedger()
    const name = `${new URL(ledger.url).pathname.slice(1)}_icu`
    await ledger.outside(
      `CREATE DATABASE ${name} TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' ENCODING 'UTF8'`,
    )
    const url = Object.assign(new URL(ledger.url), { pathname: `/${name}` }).href
    assert.deepEqual(
      await queryOnce(url, `SELECT word FROM unnest('{a,B,c}'::text[]) AS word ORDER BY word`),
      [{ word: 'a' }, { word: 'B' }, { word: 'c' }],
      'the locale of this one is another',
    )
    await using db = await open(url, { connections: 2 })
    await db.execute('CREATE TABLE words (word TEXT PRIMARY KEY, other TEXT)')
    await db.execute('ALTER TABLE words ADD COLUMN third TEXT')
    const words = ['B', 'Z', 'a', 'a-b', 'aB', 'ab', 'a\u{10ffff}', 'é', '😀']
    for (const word of words.toSorted(() => Math.random() - 0.5))
      await db.query`INSERT INTO words VALUES (${word}, ${word}, ${word})`
    for (const rows of [
      await db.query<{ word: string }>`SELECT word FROM words ORDER BY word`,
      await db.query<{ word: string }>`SELECT word FROM words ORDER BY other`,
      await db.query<{ word: string }>`SELECT word FROM words ORDER BY third`,
    ]) {
      assert.deepEqual(
        rows.map(({ word }) => word),
        words,
      )
    }
    const begin = (prefix: string, end: string) =>
      db.query<{
        word: string
      }>`SELECT word FROM words WHERE word >= ${prefix} AND word < ${end} ORDER BY word`
    assert.deepEqual(
      (await begin('a', 'a\u{10ffff}')).map(({ word }) => word),
      ['a', 'a-b', 'aB', 'ab'],
    )
    const after = await db.query<{
      word: string
    }>`SELECT word FROM words WHERE word > ${'a'} ORDER BY word LIMIT 1`
    assert.deepEqual(after, [{ word: 'a-b' }])
    await ledger.outside(`DROP DATABASE ${name} WITH (FORCE)`)
  })
})
