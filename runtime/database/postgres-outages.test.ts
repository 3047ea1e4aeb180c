import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { queryOnce, startCluster } from '#tests/support/postgres-cluster.ts'
import {
  entriesTable,
  eventually,
  find,
  insert,
  isUnavailable,
  open,
  openLedger,
  refusal,
  withHosts,
  works,
} from '#tests/support/postgres-ledger.ts'
import { postgresPrograms } from '#tests/support/postgres-programs.ts'
import { addStandby } from '#tests/support/postgres-standby.ts'
import { freePorts } from '#tests/support/process.ts'
import { startLoad } from '#tests/support/start-load.ts'
import { startProxy } from '#tests/support/tcp-proxy.ts'
import { until } from '#tests/support/until.ts'
import { StartFault } from '../start-fault.ts'
import { checkDatabase } from './open-database.ts'

test('a start waits for a busy database as long as a statement may take', async () => {
  await using database = await migratedDatabase('postgres', 'users')
  const { url } = database
  // Other statements wait longer for this lock than they may by default.
  const held = queryOnce(url, 'BEGIN; LOCK TABLE migrations; SELECT pg_sleep(2.5); COMMIT')
  await until('the lock', async () => {
    const locks = await queryOnce(
      url,
      `SELECT FROM pg_locks WHERE relation = to_regclass('migrations') AND mode = 'AccessExclusiveLock' AND granted`,
    )
    return locks.length > 0
  })
  await checkDatabase(url, new URL('../../users/migrations/', import.meta.url), 20_000)
  await held
})

describe('a start without PostgreSQL', { concurrency: true }, () => {
  async function fault(url: string, poolWaitMs = 500): Promise<string> {
    const bounds = { poolWaitMs, firstMs: 5_000 }
    const error: unknown = await open(url, { connections: 1, bounds }).then(
      (db) => db.close(),
      (error: unknown) => error,
    )
    assert.ok(error instanceof StartFault, `${error}`)
    assert.equal(error.faults.length, 1)
    const [line = ''] = error.faults
    assert.match(line, /^Cannot open the database\b.*: \S[^\n]*\.$/)
    assert.ok(error.cause instanceof Error)
    return line
  }

  test('is refused in one line that says where and why, and holds no password', async () => {
    await using ledger = await openLedger()
    const [closed = 0] = await freePorts(1)
    const change = (changed: Partial<URL>) => Object.assign(new URL(ledger.url), changed).href
    const { password, host, pathname } = new URL(ledger.url)
    const nowhere = change({ port: String(closed) })
    const toldOf = async (url: string, reason: RegExp) => {
      const line = await fault(url)
      assert.match(line, reason)
      assert.match(line, /database postgres:\/\//)
      assert.ok(!line.includes(password) && !line.includes('secret'), line)
      return line
    }
    await toldOf(change({ password: 'wrong-secret' }), /password authentication failed/)
    const line = await toldOf(change({ pathname: '/nowhere' }), /"nowhere" does not exist/)
    assert.ok(line.includes(`postgres://${host}/nowhere: `), line)
    await Promise.all([
      toldOf(nowhere, /ECONNREFUSED/),
      toldOf(change({ hostname: 'localhost', port: String(closed) }), /ECONNREFUSED/),
      toldOf(change({ hostname: 'nobody.invalid' }), /nobody\.invalid/),
      toldOf(`${nowhere}?password=wrong-secret&options=a@b`, /ECONNREFUSED/),
      toldOf(withHosts(nowhere, nowhere), /ECONNREFUSED/),
    ])
    const characters = ['/', '@', '#', '?', '%', ':', ' ', '/@', '@/', '[', '\\']
    const passwords = [...characters.map((character) => `left${character}right`), '12/right']
    const told = await Promise.all(
      passwords.map((secret) => fault(`postgres://latchkey:${secret}@127.0.0.1:${closed}${pathname}`)),
    )
    for (const line of told) assert.doesNotMatch(line, /left|right/)
    assert.ok(told[1]?.includes(`postgres://127.0.0.1:${closed}${pathname}: `), told[1])
  })

  test('a wrong password is not tried twice, because a server may count the failures', async () => {
    await using ledger = await openLedger()
    let tries = 0
    await using proxy = await startProxy(ledger.url, (sent) => {
      // The last message of the client in SCRAM holds the proof of the password (RFC 5802, section 7).
      if (sent.includes(',p=')) tries++
      return sent
    })
    const wrong = Object.assign(new URL(proxy.url), { password: 'wrong' }).href
    // A server that does not refuse within this time counts as lost, and the next server is tried.
    await fault(withHosts(wrong, wrong), 30_000)
    assert.equal(tries, 1)
  })

  test('reports the error of every address of the name', async (t) => {
    const lookUp = dns.lookup as (...of: unknown[]) => void
    const addresses = ['127.0.0.2', '127.0.0.3'].map((address) => ({ address, family: 4 }))
    t.mock.method(dns, 'lookup', (name: string, options: unknown, done: (...found: unknown[]) => void) =>
      name === 'several.invalid' ? done(null, addresses) : lookUp(name, options, done),
    )
    const [closed = 0] = await freePorts(1)
    const line = await fault(`postgres://latchkey:secret@several.invalid:${closed}/x`)
    for (const { address } of addresses) assert.ok(line.includes(address), line)
  })

  test('a server that only reads is refused', async () => {
    await using ledger = await openLedger()
    const name = new URL(ledger.url).pathname.slice(1)
    await ledger.outside(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    assert.match(await fault(ledger.url), /only reads/)
  })
})

describe('PostgreSQL', { concurrency: true }, () => {
  test('while the server is down everything is refused, and it works again once the server is back', async () => {
    await using cluster = await startCluster()
    const url = await cluster.createDatabase()
    await queryOnce(url, entriesTable)
    // This limit is longer than the wait for one of the four connections, however busy the machine is.
    await using db = await open(url, { bounds: { poolWaitMs: 4_000 } })
    const refusals = works.map(() => 0)
    const acknowledged = new Set<number>()
    let next = 1000
    const loads = works.map(([, work], kind) =>
      startLoad(5, async () => {
        await work(db).catch((error) => {
          isUnavailable(error)
          refusals[kind] = (refusals[kind] ?? 0) + 1
        })
      }),
    )
    const writing = startLoad(5, async () => {
      const amount = next++
      await db
        .transaction((tx) => insert(tx, amount))
        .then(
          () => acknowledged.add(amount),
          (error) => isUnavailable(error),
        )
    })
    {
      await using stack = new AsyncDisposableStack()
      for (const load of [...loads, writing]) stack.use(load)
      await until('some work', () => acknowledged.size > 100)
      assert.deepEqual(refusals, [0, 0, 0, 0])
      await cluster.kill()
      // The server is started again only after all of these look-ups have been refused, so that none of them
      // can have waited for its return.
      await Promise.all(Array.from({ length: 5000 }, () => refusal(find(db, 'one'))))
      await until('refusals of each kind', () => refusals.every((count) => count > 0))
      await cluster.start()
      const before = acknowledged.size
      await until('work to go on', () => acknowledged.size > before + 100)
    }
    for (const [name, work] of works) await eventually(name, () => work(db))
    const rows = await queryOnce<{ amount: string }>(url, 'SELECT amount FROM entries WHERE amount >= 1000')
    const there = rows.map(({ amount }) => Number(amount))
    assert.equal(new Set(there).size, there.length, 'nothing happened twice')
    assert.deepEqual(acknowledged.difference(new Set(there)), new Set())
  })

  test('a server that takes no writes for a while, and keeps its connections, is reported as an outage', async () => {
    await using cluster = await startCluster()
    const url = await cluster.createDatabase()
    await queryOnce(url, entriesTable)
    await using db = await open(url)
    const setReadOnly = async (value: 'on' | 'off') => {
      await queryOnce(url, `ALTER SYSTEM SET default_transaction_read_only = ${value}`)
      await queryOnce(url, 'SELECT pg_reload_conf()')
      await until('the setting to count', async () => {
        const [row] = await queryOnce<{ is: string }>(url, 'SHOW default_transaction_read_only')
        return Object.values(row ?? {})[0] === value
      })
    }
    for (const [, work] of works) await work(db)
    await setReadOnly('on')
    for (const [name, work] of works.slice(2))
      await until(`${name} to be refused`, () => work(db).then(() => false, isUnavailable))
    await setReadOnly('off')
    for (const [name, work] of works) await eventually(name, () => work(db))
  })

  test('a standby is used once it is promoted in place of its primary, and passed over before', async () => {
    await using primary = await startCluster()
    const url = await primary.createDatabase()
    await queryOnce(url, entriesTable)
    await using standby = await addStandby(primary)
    const there = Object.assign(new URL(url), { port: String(standby.port) }).href
    await using one = await open(withHosts(there, url))
    await using other = await open(withHosts(url, there))
    const databases = [one, other]
    for (const db of databases) await db.transaction((tx) => insert(tx, 1))
    await until('the standby to have it', async () => {
      const rows = await queryOnce(there, 'SELECT FROM entries').catch(() => [])
      return rows.length === 2
    })
    await primary.kill()
    await Promise.all(databases.flatMap((db) => works.map(([, work]) => refusal(work(db)))))
    await standby.promote()
    for (const db of databases) {
      for (const [name, work] of works) await eventually(name, () => work(db))
    }
  })

  const hasOpenssl = spawnSync('openssl', ['version']).status === 0

  test('a server is trusted only for its certificate', {
    skip: hasOpenssl ? false : 'There is no openssl program to make certificates with.',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))
    const certificate = (name: string) => {
      const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)]
      const request = [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
      ]
      const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1']
      execFileSync('openssl', [...request, ...subject], { stdio: 'ignore' })
      return { key, cert }
    }
    const own = certificate('own')
    const foreign = certificate('foreign')
    postgresPrograms().own(folder)
    await using cluster = await startCluster({
      settings: { ssl: 'on', ssl_cert_file: own.cert, ssl_key_file: own.key },
    })
    const believing = (cert: string, hostname = '127.0.0.1') =>
      `${Object.assign(new URL(cluster.url()), { hostname }).href}?sslmode=verify-full&sslrootcert=${cert}`
    await using db = await open(believing(own.cert), { connections: 1 })
    const [session] = await db.query`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
    assert.deepEqual(session, { ssl: true })
    await Promise.all(Array.from({ length: 20 }, () => db.query`SELECT ${'x'}::text AS x`))
    for (const [url, reason] of [
      [believing(foreign.cert), /certificate/],
      [believing(own.cert, 'localhost'), /altnames/],
      [believing(join(folder, 'none.crt')), /ENOENT/],
    ] as const)
      await assert.rejects(open(url, { bounds: { poolWaitMs: 500 } }), (error: unknown) => {
        assert.ok(error instanceof StartFault)
        assert.match(error.faults.join('\n'), reason)
        return true
      })
    rmSync(folder, { recursive: true })
  })
})
