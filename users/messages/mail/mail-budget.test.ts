import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Database } from '#runtime/database/database.ts'
import { migrate } from '#runtime/database/migrate.ts'
import { openDatabase } from '#runtime/database/open-database.ts'
import { createLog } from '#runtime/log/log.ts'
import { type Engine, engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { until } from '#tests/support/until.ts'
import { withheldMailsMetric, withinMailBudget, withinNetworkBudget } from './mail-budget.ts'
import { expiredBudgets } from './mail-budget-store.ts'
import type { MailKind } from './mail-content.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const start = Date.UTC(2026, 10, 21)
const toAda = { kind: 'verify_email' as MailKind, to: 'ada@example.com', userId: 'ada' }

interface Bench extends AsyncDisposable {
  db: Database
  /** Returns whether a mail may be sent `atMs` after the start. */
  mail(atMs: number, changes?: Partial<typeof toAda>): Promise<boolean>
  network(atMs: number, address: string): Promise<boolean>
  log: string[]
  lines(): Record<string, unknown>[]
  figures(): ReturnType<ReturnType<typeof withheldMailsMetric>['read']>
}

async function openBench(engine: Engine): Promise<Bench> {
  await using parts = new AsyncDisposableStack()
  const { url } = parts.use(await temporaryDatabase(engine))
  const db = await openDatabase(url, patientOptions(10))
  parts.defer(() => db.close())
  await migrate(db, new URL('../../migrations/', import.meta.url), { now: () => start })
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const withheldMails = new Map()
  const at = (ms: number) => ({ clock: { now: () => start + ms }, log, mail: { withheld: withheldMails } })
  const kept = parts.move()
  return {
    db,
    mail: (ms, changes) => db.transaction((tx) => withinMailBudget(tx, at(ms), { ...toAda, ...changes })),
    network: (ms, address) =>
      db.transaction((tx) => withinNetworkBudget(tx, at(ms), { kind: 'reset_password', address })),
    log: lines,
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    figures: withheldMailsMetric(withheldMails).read,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function times(count: number, ask: (at: number) => Promise<boolean>): Promise<string> {
  let outcomes = ''
  for (let at = 0; at < count; at++) outcomes += (await ask(at)) ? 'y' : 'n'
  return outcomes
}

for (const engine of engines)
  describe(`on ${engine}`, () => {
    test('one address gets five mails an hour and twenty a day, however it is written and whomever they name', async () => {
      await using bench = await openBench(engine)
      const spellings = ['ada@example.com', 'ADA@Example.COM', 'Ada@example.com']
      const six = (from: number) =>
        times(6, (at) => bench.mail(from + at, { to: spellings[at % 3] ?? '', userId: `user ${at}` }))
      for (let hour = 0; hour < 4; hour++) assert.equal(await six(hour * (hourMs + 1_000)), 'yyyyyn')
      assert.equal(await six(5 * hourMs), 'nnnnnn')
      assert.equal(await bench.mail(24 * hourMs - 1_000), false)
      assert.equal(await bench.mail(24 * hourMs), true)
      assert.equal(await bench.mail(0, { to: 'bob@example.com' }), true)
    })

    test('one network asks for five mails a minute, all of an IPv6 /64 are one, and a /48 is ten', async () => {
      await using bench = await openBench(engine)
      for (const addressOf of [
        () => '198.51.100.7',
        (at: number) => `2001:db8:0:1::${at + 1}`,
        (at: number) => (at % 2 === 0 ? '203.0.113.9' : '::ffff:203.0.113.9'),
      ]) {
        assert.equal(await times(6, (at) => bench.network(at, addressOf(at))), 'yyyyyn')
      }
      assert.equal(await bench.network(10, '2001:db8:0:2::1'), true)
      const ofOne48 = await times(60, (at) => bench.network(at, `2001:db8:1:${at}::1`))
      assert.equal(ofOne48, 'y'.repeat(50) + 'n'.repeat(10), 'a /48 has the room of ten')
      assert.equal(await bench.network(minuteMs, '198.51.100.7'), true)
    })

    test('one user gets three links for a new password an hour, and other mail besides', async () => {
      await using bench = await openBench(engine)
      const reset = { kind: 'reset_password' } as const
      assert.equal(await times(4, (at) => bench.mail(at, reset)), 'yyyn')
      assert.equal(await bench.mail(10), true)
      assert.equal(await bench.mail(10, { ...reset, userId: 'bob', to: 'bob@example.com' }), true)
      assert.equal(await bench.mail(hourMs, reset), true)
    })

    test('no mail of another kind, and no request of others, holds a warning or a new password back', async () => {
      await using bench = await openBench(engine)
      assert.equal(await times(6, (at) => bench.mail(at)), 'yyyyyn')
      // Anybody with a session can cause these warnings as often as they like, so that only the first few are
      // sent.
      const warnings: MailKind[] = [
        'email_change_requested',
        'password_changed',
        'new_sign_in',
        'device_remembered',
        'api_key_created',
        'webhook_set_up',
        'client_set_up',
        'admin_added',
      ]
      for (const kind of warnings)
        assert.equal(await times(7, (at) => bench.mail(at, { kind })), 'yyyyynn', kind)
      assert.equal(await times(3, (at) => bench.mail(at, { kind: 'reset_password' })), 'yyy')
      const unasked: MailKind[] = [
        'email_changed',
        'email_changed_by_admin',
        'user_deleted',
        'webhook_disabled',
        'notification',
        'invitation',
      ]
      for (const kind of unasked)
        assert.equal(await times(6, (at) => bench.mail(at, { kind })), 'yyyyyy', kind)
    })

    test('one user can cause mails to five strangers an hour by asking for their addresses', async () => {
      await using bench = await openBench(engine)
      const change = (at: number) =>
        bench.mail(at, { kind: 'confirm_email_change', to: `stranger-${at}@example.com`, userId: 'ada' })
      assert.equal(await times(7, change), 'yyyyynn')
      assert.equal(await change(hourMs), true)
    })

    test('of forty requests at once five have a mail sent', async () => {
      await using bench = await openBench(engine)
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => bench.mail(0)))
      assert.equal(outcomes.filter((mayBeSent) => mayBeSent).length, 5)
    })

    test('a transaction that is undone has counted nothing', async () => {
      await using bench = await openBench(engine)
      const budgeting = {
        clock: { now: () => start },
        log: createLog('silent'),
        mail: { withheld: new Map() },
      }
      for (let at = 0; at < 6; at++) {
        const undone = bench.db.transaction(async (tx) => {
          await withinMailBudget(tx, budgeting, toAda)
          throw new Error('undone')
        })
        await assert.rejects(undone, /undone/)
      }
      assert.equal(await times(6, () => bench.mail(0)), 'yyyyyn')
    })

    test('a node whose clock is behind begins no window anew', async () => {
      await using bench = await openBench(engine)
      for (const aheadMs of [50, 30_000]) {
        const address = `198.51.100.${aheadMs === 50 ? 1 : 2}`
        assert.equal(await times(5, () => bench.network(aheadMs, address)), 'yyyyy')
        assert.equal(await times(5, () => bench.network(0, address)), 'nnnnn')
        assert.equal(await bench.network(aheadMs + minuteMs, address), true)
      }
    })

    test('a clock that is set back locks nobody out', async () => {
      await using bench = await openBench(engine)
      await times(6, () => bench.mail(365 * 24 * hourMs))
      assert.equal(await times(6, () => bench.mail(0)), 'yyyyyn')
    })

    test('windows that are over are removed, and no address stands in the table', async () => {
      await using bench = await openBench(engine)
      await bench.network(0, '192.0.2.1')
      await bench.mail(0, { kind: 'reset_password' })
      await bench.mail(0)
      const { db } = bench
      const rows = await db.query<{ bucket: string }>`SELECT bucket FROM mail_budgets ORDER BY bucket`
      assert.equal(rows.length, 4)
      assert.ok(!JSON.stringify(rows).includes('example'))
      assert.equal(await expiredBudgets.countWaiting(db, start + minuteMs, 10), 1)
      assert.equal(await expiredBudgets.remove(db, start + hourMs, 10), 3)
      assert.equal(await expiredBudgets.remove(db, start + hourMs, 10), 0)
      assert.equal(await expiredBudgets.remove(db, start + 24 * hourMs, 10), 1)
    })

    test('a mail that is held back is in the log and in the metric, without its address', async () => {
      await using bench = await openBench(engine)
      await times(5, () => bench.mail(0, { kind: 'reset_password' }))
      assert.deepEqual([...(await bench.figures())], [['reset', 2]])
      const [{ event, budget, kind, user_id } = {}] = bench.lines()
      assert.deepEqual([event, budget, kind, user_id], ['mail.withheld', 'reset', 'reset_password', 'ada'])
      assert.ok(!bench.log.join().includes('example.com'))
    })

    test('a flood of mails that are held back is a line a second, which tells how many and of no network', async () => {
      await using bench = await openBench(engine)
      const outcomes = await times(200, (at) => bench.network(at, '198.51.100.7'))
      assert.equal(outcomes, 'y'.repeat(5) + 'n'.repeat(195))
      const counted = () => bench.lines().reduce((sum, { withheld = 1 }) => sum + Number(withheld), 0)
      await until('all are told', () => counted() === 195)
      assert.ok(bench.log.length < 100, `${bench.log.length} lines`)
      assert.ok(!bench.log.join().includes('198.51.100'))
    })
  })
