import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '#contract/declaration/failures.ts'
import { checkSchema } from '#runtime/database/migrate.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { borderDocuments } from '#tests/support/border-documents.ts'
import { runInHost } from '#tests/support/command-host.ts'
import { newPostgresDatabase } from '#tests/support/engines.ts'
import { examineOne } from '#tests/support/examine.ts'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { open, openLedger, works } from '#tests/support/postgres-ledger.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { userMigrations } from '#users/service.ts'

const encodings = ['LATIN1', 'SQL_ASCII', 'WIN1252']

for (const encoding of encodings)
  test(`a PostgreSQL database with the encoding ${encoding} is refused, because it cannot hold every name`, async () => {
    await using users = await newPostgresDatabase()
    await using auth = await newPostgresDatabase()
    const name = `${new URL(auth.url).pathname.slice(1)}_other`
    await queryOnce(auth.url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`)
    try {
      const environment = {
        LATCHKEY_DATA: temporaryFolder(),
        LATCHKEY_USERS_DATABASE: users.url,
        LATCHKEY_AUTH_DATABASE: Object.assign(new URL(auth.url), { pathname: `/${name}` }).href,
        LATCHKEY_SERVICE_TOKEN: 'Pg4wXq7Zn1vKm9RbLc3Yd6HsTf8Jp2EuAoNiV5tk',
        LATCHKEY_MASTER_KEY: newMasterKey(),
        LATCHKEY_MAILBOX: 'on',
      }
      for (const args of [['migrate'], ['migrate', '--dry-run'], ['start', 'auth']]) {
        const { code, out, err } = await runInHost(args, environment)
        assert.deepEqual([code !== 0, out], [true, ''], args.join(' '))
        assert.match(
          err,
          new RegExp(`The database ${name} has the encoding ${encoding}, and must have UTF8`),
          args.join(' '),
        )
        assert.match(err, /CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'/, args.join(' '))
        assert.match(err, /pg_dump/, args.join(' '))
      }
      const tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
      assert.deepEqual(await queryOnce(users.url, tables), [], 'the other database was not changed either')
      assert.match(
        (await examineOne('databases', { environment })).join('\n'),
        new RegExp(
          `^fail \\| the auth database has the encoding ${encoding}[^|]*\\| make one with CREATE DATABASE`,
        ),
      )
    } finally {
      await queryOnce(auth.url, `DROP DATABASE ${name} WITH (FORCE)`)
    }
  })

/** What a database server, or a pooler before it, sends and allows by its own documentation, and what must become of it. */
interface DocumentedServer {
  server: string
  sources: string[]
  errors: { state: string; message: string; outcome: Outcome; says: string }[]
  databases?: { what: string; options: string; refused?: string }[]
  settings?: { what: string; set: string; refused?: string }[]
}
/** A caller may try again, the operator changes the pooler, or it is a fault of the installation that is logged. */
type Outcome = 'database_unavailable' | 'pooler' | 'fault'

const documented = borderDocuments<DocumentedServer>('databases')

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Failure && error.code === 'database_unavailable') return 'database_unavailable'
  if (error instanceof StartFault && /pooler that keeps no prepared statements/.test(error.faults.join()))
    return 'pooler'
  return 'fault'
}

for (const { server, errors } of documented)
  test(`${server}: each error of its documentation is an outage, a fault of the pooler, or a fault, and work goes on`, async () => {
    await using ledger = await openLedger()
    const { db } = ledger
    await ledger.outside(`
      CREATE FUNCTION fails_as(state TEXT, told TEXT) RETURNS BIGINT LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION USING ERRCODE = state, MESSAGE = told; END $$`)
    for (const { state, message, outcome } of errors) {
      const write = () => db.query`INSERT INTO entries (amount) SELECT fails_as(${state}, ${message})`
      const inTransaction = () =>
        db.transaction((tx) => tx.query`INSERT INTO entries (amount) SELECT fails_as(${state}, ${message})`)
      for (const work of [write, inTransaction])
        assert.equal(await work().then(() => 'nothing', outcomeOf), outcome, `${state} ${message}`)
      for (const [what, work] of works) await assert.doesNotReject(work(db), `${what} after ${state}`)
    }
  })

for (const { server, databases = [], settings = [] } of documented.filter((one) => one.databases)) {
  test(`${server}: a database of each encoding and locale is used as by its bytes, or refused`, async () => {
    await using other = await newPostgresDatabase()
    const name = `${new URL(other.url).pathname.slice(1)}_other`
    for (const { what, options, refused } of databases) {
      const isMade = await queryOnce(other.url, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`).then(
        () => true,
        // 0A000: a server that was built without ICU. 42809: a system without this locale.
        (error) => !/^(0A000|42809)$/.test(error.code) && assert.fail(error),
      )
      if (!isMade) continue
      try {
        await using db = await open(Object.assign(new URL(other.url), { pathname: `/${name}` }).href)
        if (refused !== undefined) {
          await assert.rejects(checkSchema(db, userMigrations), new RegExp(refused), what)
          continue
        }
        await checkSchema(db, userMigrations)
        await db.execute('CREATE TABLE words (word TEXT PRIMARY KEY)')
        for (const word of ['a-b', 'Äpfel', 'ab', 'Zebra', '日本', 'a b'])
          await db.query`INSERT INTO words (word) VALUES (${word})`
        const rows = await db.query<{ word: string }>`SELECT word FROM words ORDER BY word`
        const words = rows.map(({ word }) => word)
        assert.deepEqual(words, ['Zebra', 'a b', 'a-b', 'ab', 'Äpfel', '日本'], what)
      } finally {
        await queryOnce(other.url, `DROP DATABASE ${name} WITH (FORCE)`)
      }
    }
  })

  test(`${server}: what is set for a database or a role changes nothing, or is refused`, async () => {
    await using ledger = await openLedger()
    await using beside = await newPostgresDatabase()
    const name = new URL(ledger.url).pathname.slice(1)
    const change = (what: string) => queryOnce(beside.url, `ALTER DATABASE ${name} ${what}`)
    for (const { set, refused } of settings) if (refused === undefined) await change(`SET ${set}`)
    {
      const text = String.raw`\x41 \\ 'O''Neil' 日本`
      await using db = await open(ledger.url)
      await db.query`SELECT pg_sleep(1.2)`
      await db.execute('CREATE TABLE texts (id BIGINT PRIMARY KEY, content TEXT NOT NULL)')
      await db.transaction(async (tx) => {
        await tx.query`INSERT INTO texts (id, content) VALUES (1, ${text})`
        await sleep(300)
        await tx.query`UPDATE texts SET content = content WHERE id = 1`
      })
      await sleep(300)
      for (const [what, work] of works) await assert.doesNotReject(work(db), what)
      const rows = await db.query<{ content: string; waits: string }>`
        SELECT content, current_setting('synchronous_commit') AS waits FROM texts`
      assert.deepEqual(rows, [{ content: text, waits: 'on' }])
    }
    for (const { what, set, refused } of settings) {
      if (refused === undefined) continue
      await change(`SET ${set}`)
      await assert.rejects(open(ledger.url, { bounds: { firstMs: 500 } }), new RegExp(refused), what)
    }
  })
}
