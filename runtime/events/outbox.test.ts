import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines, patientOptions, temporaryDatabase } from '#tests/support/engines.ts'
import { until } from '#tests/support/until.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { createLog } from '../log/log.ts'
import { replayDeadLetter, replayDeadLetters } from './dead-letters.ts'
import { listBacklog } from './list-backlog.ts'
import {
  type Delivery,
  deliverDue,
  deliverNow,
  Interrupted,
  type Outbox,
  queueDelivery,
  RetryLater,
  retryForDays,
  retryForever,
  sink,
  startDelivery,
  Undeliverable,
} from './outbox.ts'

interface Bench extends AsyncDisposable {
  outbox: Outbox
  db: Database
  clock: { time: number; now(): number }
  delivered: Delivery[]
  /** Accepts an event. The event counts as delivered when the promise resolves. */
  receiver: { take(event: Delivery): Promise<void> }
  log: Record<string, unknown>[]
  record(subject: string, name: string): Promise<void>
  /** Runs one iteration of the background work, which delivers the events that are due. */
  turn(): Promise<void>
  names(): unknown[]
  waiting(): Promise<number>
  dead(): Promise<number>
  /**
   * Returns how many of the waiting deliveries are due: no iteration of the background work has a lease on
   * them, and they are not postponed.
   */
  due(): Promise<number>
}

const nameOf = (event: Delivery): unknown => (event.payload as { name?: unknown }).name

test('what is queued for a sink has the type of what is delivered to it', () => {
  const names = sink<{ name: string }>('names')
  const about = { sink: names, type: 'a.b', subject: 'ada', at: 1 }
  const outbox = (bench: Bench) => ({ ...bench.outbox, sink: names })
  const compiled = (bench: Bench) => {
    void queueDelivery(bench.db, { ...about, payload: { name: 'Ada' } })
    // @ts-expect-error The next line must not compile: its payload has another type than the sink.
    void queueDelivery(bench.db, { ...about, payload: { name: 7 } })
    void deliverDue({ ...outbox(bench), deliver: async ({ payload }) => void payload.name.trim() })
    // @ts-expect-error The next line must not compile: the payload has no such field.
    void deliverDue({ ...outbox(bench), deliver: async ({ payload }) => void payload.other })
  }
  assert.equal(typeof compiled, 'function')
})

const down = () => Promise.reject(new Error('the receiver is down'))
const up = () => Promise.resolve()

for (const engine of engines)
  describe(`the outbox on ${engine}`, () => {
    async function openBench(): Promise<Bench> {
      const database = await temporaryDatabase(engine)
      const db = await openDatabase(database.url, patientOptions(5))
      await migrate(db, new URL('../../users/migrations/', import.meta.url), systemClock)
      const clock = { time: 1_000_000, now: () => clock.time }
      const delivered: Delivery[] = []
      const receiver: Bench['receiver'] = { take: up }
      const log: Record<string, unknown>[] = []
      const outbox: Outbox = {
        db,
        clock,
        sink: sink('auth'),
        retry: retryForever,
        log: createLog('debug', { write: (line: string) => void log.push(JSON.parse(line)) }),
        async deliver(event) {
          await receiver.take(event)
          delivered.push(event)
        },
      }
      return {
        outbox,
        db,
        clock,
        delivered,
        receiver,
        log,
        async record(subject, name) {
          await queueDelivery(db, { ...event(subject, name), at: clock.now() })
        },
        turn: () => startDelivery(outbox).stop(),
        names: () => delivered.map(nameOf),
        waiting: async () => (await db.query`SELECT id FROM outbox`).length,
        dead: async () => (await db.query`SELECT id FROM outbox WHERE dead_at IS NOT NULL`).length,
        due: async () => (await db.query`SELECT id FROM outbox WHERE due_at <= ${clock.now()}`).length,
        async [Symbol.asyncDispose]() {
          await db.close()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    test('an event that was committed is delivered once, with all that was recorded', async () => {
      await using bench = await openBench()
      const payload = { name: 'ü', list: [1, null, { deep: true }] }
      await bench.db.transaction((tx) =>
        queueDelivery(tx, {
          sink: sink('auth'),
          type: 'user.deleted',
          subject: 'ada',
          payload,
          at: bench.clock.now(),
        }),
      )
      assert.deepEqual(bench.names(), [], 'nothing happens by recording')
      await bench.turn()
      assert.deepEqual(
        bench.delivered.map((one) => [one.type, one.subject, one.payload, one.attempts]),
        [['user.deleted', 'ada', payload, 1]],
      )
      bench.clock.time += 86_400_000
      await bench.turn()
      await deliverNow(bench.outbox, 'ada')
      assert.equal(bench.delivered.length, 1)
      assert.equal(await bench.waiting(), 0)
    })

    test('a delivery that is replayed while it is attempted is attempted again, whether that attempt fails or not', async () => {
      for (const fails of [false, true]) {
        await using bench = await openBench()
        await bench.record('ada', 'one')
        let attempted = 0
        bench.receiver.take = async ({ id }) => {
          if (attempted++ > 0) return
          const now = bench.clock.now()
          await bench.db
            .query`UPDATE outbox SET due_at = ${now}, created_at = ${now}, attempts = 0 WHERE id = ${id}`
          if (fails) throw new Error('not yet')
        }
        await bench.turn()
        await bench.turn()
        assert.deepEqual([attempted, await bench.waiting()], [2, 0], `fails: ${fails}`)
      }
    })

    test('an event of a transaction that failed is never delivered', async () => {
      await using bench = await openBench()
      const failing = bench.db.transaction(async (tx) => {
        await queueDelivery(tx, { ...event('ada', 'lost'), at: bench.clock.now() })
        throw new Error('not today')
      })
      const succeeding = bench.record('ada', 'kept')
      await assert.rejects(failing, /not today/)
      await succeeding
      await deliverNow(bench.outbox, 'ada')
      await bench.turn()
      assert.deepEqual(bench.names(), ['kept'])
      assert.equal(await bench.waiting(), 0)
    })

    test('an event cannot be delivered while its transaction is under way', async () => {
      await using bench = await openBench()
      const early: Promise<unknown>[] = []
      await bench.db.transaction(async (tx) => {
        await queueDelivery(tx, { ...event('ada', 'a'), at: bench.clock.now() })
        early.push(deliverNow(bench.outbox, 'ada'), bench.turn())
        for (let turns = 0; turns < 20; turns++) await Promise.resolve()
        assert.deepEqual(bench.names(), [])
      })
      await Promise.all(early)
      assert.ok(bench.names().includes('a'))
    })

    test('asking for a subject delivers all its events at once, in order, and leaves the others alone', async () => {
      await using bench = await openBench()
      await bench.record('bob', 'other')
      for (const name of ['1', '2', '3', '4', '5']) await bench.record('ada', name)
      await deliverNow(bench.outbox, 'nobody')
      assert.deepEqual(bench.names(), [])
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), ['1', '2', '3', '4', '5'])
      assert.equal(await bench.waiting(), 1)
    })

    test('asking for a subject does not wait for the next try of the background', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      bench.receiver.take = down
      await bench.turn()
      bench.receiver.take = up
      await bench.turn()
      assert.deepEqual(bench.names(), [], 'the background waits')
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), ['a'])
    })

    test('asking for a subject does not wait for a worker that has its event in progress', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      const hanging = Promise.withResolvers<void>()
      bench.receiver.take = () => hanging.promise
      const turn = bench.turn()
      await until('none to be due', async () => (await bench.due()) === 0)
      bench.receiver.take = up
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), ['a'])
      hanging.resolve()
      await turn
      assert.equal(await bench.waiting(), 0)
    })

    test('asking for a subject that cannot be delivered ends after one try, and nothing is lost', async () => {
      await using bench = await openBench()
      for (const name of ['1', '2', '3']) await bench.record('ada', name)
      const tried: unknown[] = []
      bench.receiver.take = (one) => {
        tried.push(nameOf(one))
        return nameOf(one) === '2' ? down() : up()
      }
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(tried, ['1', '2'])
      assert.equal(await bench.waiting(), 2)
    })

    test('a receiver that asks for a longer pause gets it, but no longer one than the longest', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      let attempts = 0
      let afterMs = 30_000
      bench.receiver.take = () => {
        attempts++
        return Promise.reject(new RetryLater('busy', afterMs))
      }
      await bench.turn()
      bench.clock.time += 29_999
      await bench.turn()
      assert.equal(attempts, 1)
      bench.clock.time += 1
      afterMs = 86_400_000
      await bench.turn()
      assert.equal(attempts, 2)
      afterMs = 0
      bench.clock.time += 60_000
      await bench.turn()
      assert.equal(attempts, 3)
      bench.clock.time += 3_999
      await bench.turn()
      assert.equal(attempts, 3, 'the pause that is due by itself stays')
    })

    test('a delivery that was interrupted is due at once, however often it had failed', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      bench.receiver.take = down
      for (let turns = 0; turns < 9; turns++) {
        await bench.turn()
        bench.clock.time += 60_000
      }
      bench.receiver.take = () => Promise.reject(new Interrupted('stopping'))
      await bench.turn()
      bench.receiver.take = up
      await bench.turn()
      assert.deepEqual(bench.names(), ['a'])
    })

    test('a delivery that fails is tried again later, after growing pauses of up to a minute', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      let attempts = 0
      bench.receiver.take = () => {
        attempts++
        return down()
      }
      for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60, 60]) {
        const before = attempts
        await bench.turn()
        assert.equal(attempts, before + 1)
        bench.clock.time += seconds * 1_000 - 1
        await bench.turn()
        assert.equal(attempts, before + 1, `not before ${seconds} s`)
        bench.clock.time += 1
      }
      assert.equal(await bench.waiting(), 1)
      bench.receiver.take = up
      await bench.turn()
      assert.deepEqual(
        bench.delivered.map((one) => one.attempts),
        [10],
      )
      assert.equal(await bench.waiting(), 0)
    })

    test('a delivery that fails is logged, without the payload', async () => {
      await using bench = await openBench()
      bench.receiver.take = down
      await bench.record('ada', 'a name that no log needs')
      await bench.turn()
      assert.equal(bench.log.length, 1)
      assert.deepEqual(
        [bench.log[0]?.level, bench.log[0]?.type, bench.log[0]?.attempts],
        ['warn', 'user.changed', 1],
      )
      assert.ok(!JSON.stringify(bench.log).includes('a name that no log needs'))
    })

    test('the events of one subject keep their order, also when an earlier one must wait', async () => {
      await using bench = await openBench()
      for (const name of ['1', '2', '3']) await bench.record('ada', name)
      bench.receiver.take = (one) => (nameOf(one) === '1' ? down() : up())
      for (let times = 0; times < 3; times++) await bench.turn()
      assert.deepEqual(bench.names(), [], 'the later ones wait for the first')
      bench.receiver.take = up
      bench.clock.time += 60_000
      for (let times = 0; times < 3; times++) await bench.turn()
      assert.deepEqual(bench.names(), ['1', '2', '3'])
    })

    test('events recorded in one transaction keep their order too', async () => {
      await using bench = await openBench()
      const names = Array.from({ length: 20 }, (_, at) => `${at}`)
      await bench.db.transaction(async (tx) => {
        for (const name of names) await queueDelivery(tx, { ...event('ada', name), at: bench.clock.now() })
      })
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), names)
    })

    test('what waits for another try is tried at once when somebody asks', async () => {
      await using bench = await openBench()
      await bench.record('ada', '1')
      bench.receiver.take = down
      await bench.turn()
      bench.receiver.take = up
      await bench.record('ada', '2')
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), ['1', '2'])
    })

    test('a subject that cannot be delivered does not hold up another', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      await bench.record('bob', 'b')
      bench.receiver.take = (one) => (one.subject === 'ada' ? down() : up())
      await bench.turn()
      assert.deepEqual(bench.names(), ['b'])
      assert.equal(await bench.waiting(), 1)
    })

    test('an event in progress is not taken by another turn until its lease of 30 s is over', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      await bench.record('ada', 'b')
      const hanging = Promise.withResolvers<void>()
      bench.receiver.take = () => hanging.promise
      const first = bench.turn()
      await until('one to be due', async () => (await bench.due()) === 1)

      bench.receiver.take = up
      bench.clock.time += 29_999
      await bench.turn()
      assert.deepEqual(bench.names(), [])
      bench.clock.time += 1
      await bench.turn()
      assert.deepEqual(bench.names(), ['a'])
      assert.equal(bench.delivered[0]?.attempts, 2)

      // The first iteration only fails after its lease expired. This late failure must not bring back a delivery that another
      // iteration has made.
      hanging.reject(new Error('too slow'))
      await first
      assert.equal(await bench.waiting(), 1)
      await bench.turn()
      assert.deepEqual(bench.names(), ['a', 'b'])
      assert.equal(await bench.waiting(), 0)
    })

    for (const [pace, retry] of Object.entries({ retryForever, retryForDays }))
      test(`what was put off while the clock was ahead is tried once the clock is right (${pace})`, async () => {
        await using bench = await openBench()
        bench.outbox.retry = retry
        const ahead = 2 * 60 * 60_000
        bench.clock.time += ahead
        await bench.record('ada', 'failed')
        bench.receiver.take = down
        await bench.turn()
        await bench.record('bob', 'its node died')
        const died = Promise.withResolvers<void>()
        bench.receiver.take = () => died.promise
        const interrupted = bench.turn()
        await until('nothing to be due', async () => (await bench.due()) === 0)
        await bench.record('carl', 'queued')
        await bench.record('ada', 'behind')

        bench.clock.time -= ahead
        bench.receiver.take = up
        for (let turns = 0; turns < 2; turns++) await bench.turn()
        assert.deepEqual(bench.names().toSorted(), ['behind', 'failed', 'its node died', 'queued'])
        assert.ok(bench.names().indexOf('failed') < bench.names().indexOf('behind'))
        died.reject(new Error('gone'))
        await interrupted
      })

    test('a dead letter that is replayed while the clock is ahead is tried once the clock is right', async () => {
      await using bench = await openBench()
      const { db, clock } = bench
      for (const name of ['one', 'other']) await bench.record(name, name)
      bench.receiver.take = () => Promise.reject(new Undeliverable('not understood'))
      await bench.turn()
      assert.equal(await bench.dead(), 2)
      bench.receiver.take = up
      const ahead = 2 * 60 * 60_000
      clock.time += ahead
      const [first] = await db.query<{ id: string }>`SELECT id FROM outbox WHERE subject = 'one'`
      assert.equal(await replayDeadLetter(db, { id: first?.id ?? '', by: null, now: clock.now() }), true)
      assert.equal(await replayDeadLetters(db, { sink: undefined, by: null, now: clock.now() }), 1)
      clock.time -= ahead
      await bench.turn()
      assert.deepEqual(bench.names().toSorted(), ['one', 'other'])
    })

    test('what a node whose clock is a little ahead has put off or holds waits for its time', async () => {
      await using bench = await openBench()
      bench.clock.time += 29_000
      await bench.record('ada', 'a')
      bench.receiver.take = down
      await bench.turn()
      bench.clock.time -= 29_000
      bench.receiver.take = up
      await bench.turn()
      assert.deepEqual(bench.names(), [])
      bench.clock.time += 30_000
      await bench.turn()
      assert.deepEqual(bench.names(), ['a'])
    })

    test('what a receiver answers is kept as one line of text', async () => {
      await using bench = await openBench()
      await bench.record('ada', 'a')
      bench.receiver.take = () => Promise.reject(new Error('550 no\r\n\u001b[31mred\u202e'))
      await bench.turn()
      const [row] = await bench.db.query<{ last_error: string }>`SELECT last_error FROM outbox`
      assert.equal(row?.last_error, '550 no [31mred ')
    })

    test('a delivery that is under way for the first time does not count as failed', async () => {
      await using bench = await openBench()
      const failing = async () => (await listBacklog(bench)).map((one) => one.failing)
      await bench.record('ada', 'a')
      const seen: number[][] = []
      bench.receiver.take = async () => {
        seen.push(await failing())
        return down()
      }
      await bench.turn()
      assert.deepEqual([seen, await failing()], [[[0]], [1]])
      bench.clock.time += 60_000
      await bench.turn()
      assert.deepEqual(seen, [[0], [1]], 'at its second try it has failed')
    })

    test('what another try cannot change becomes a dead letter at once, and holds nobody up', async () => {
      await using bench = await openBench()
      for (const name of ['1', '2']) await bench.record('ada', name)
      bench.receiver.take = (one) =>
        nameOf(one) === '1' ? Promise.reject(new Undeliverable('not understood')) : up()
      for (let times = 0; times < 3; times++) await bench.turn()
      assert.deepEqual(bench.names(), ['2'])
      const kept = await bench.db.query`SELECT last_error, dead_at FROM outbox`
      assert.deepEqual(
        kept.map((row) => ({ ...(row as object) })),
        [{ last_error: 'not understood', dead_at: bench.clock.now() }],
      )
      bench.clock.time += 30 * 86_400_000
      await bench.turn()
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), ['2'], 'nobody tries it again by itself')
    })

    test('somebody else’s server is tried for three days, then its delivery is a dead letter', async () => {
      await using bench = await openBench()
      bench.outbox.retry = retryForDays
      const begun = bench.clock.time
      bench.receiver.take = down
      await bench.record('ada', 'a')
      const tries: number[] = []
      for (let turns = 0; (await bench.dead()) === 0; turns++) {
        assert.ok(turns < 100, 'it ends')
        tries.push(bench.clock.time - begun)
        await bench.turn()
        const [row] = await bench.db.query<{ due_at: number }>`SELECT due_at FROM outbox`
        bench.clock.time = row?.due_at ?? 0
      }
      const hours = (tries.at(-1) ?? 0) / 3_600_000
      assert.ok(hours >= 72 && hours < 79, `${hours} hours`)
      assert.ok(tries.length > 15 && tries.length < 30, `${tries.length} tries`)
      const soon = tries.filter((ms) => ms < 600_000)
      assert.ok(soon.length >= 4, 'soon at first')
    })

    test('a delivery that fails while the clock is ahead is not given up, and arrives once the clock is right', async () => {
      await using bench = await openBench()
      bench.outbox.retry = retryForDays
      await bench.record('ada', 'a')
      bench.receiver.take = down
      await bench.turn()
      const ahead = 365 * 24 * 60 * 60_000
      bench.clock.time += ahead
      for (let turns = 0; turns < 5; turns++) {
        await bench.turn()
        assert.equal(await bench.dead(), 0, `turn ${turns}`)
        bench.clock.time += 60_000
      }
      bench.clock.time -= ahead
      bench.receiver.take = up
      await bench.turn()
      assert.deepEqual(bench.names(), ['a'])
    })

    test('pauses are left to chance in part, so that what failed together does not come back together', async () => {
      await using bench = await openBench()
      bench.outbox.retry = retryForDays
      bench.receiver.take = down
      const subjects = Array.from({ length: 20 }, (_, at) => `subject ${at}`)
      for (const subject of subjects) await bench.record(subject, 'a')
      await bench.turn()
      const rows = await bench.db.query<{ due_at: number }>`SELECT due_at FROM outbox`
      const pauses = rows.map(({ due_at }) => due_at - bench.clock.time)
      assert.ok(new Set(pauses).size > 10)
      assert.ok(pauses.every((ms) => ms >= 4_000 && ms <= 5_000))
    })

    test('every sink has an order and a pace of its own', async () => {
      await using bench = await openBench()
      await queueDelivery(bench.db, { ...event('ada', 'theirs'), sink: sink('mail'), at: bench.clock.now() })
      await bench.record('ada', 'ours')
      await bench.turn()
      await deliverNow(bench.outbox, 'ada')
      assert.deepEqual(bench.names(), ['ours'])
      assert.equal(await bench.waiting(), 1)
    })

    test('two turns at the same moment never take the same event', async () => {
      await using bench = await openBench()
      const subjects = Array.from({ length: 20 }, (_, n) => `s${n}`)
      for (const subject of subjects)
        await queueDelivery(bench.db, { ...event(subject), at: bench.clock.now() })
      const hanging = Promise.withResolvers<void>()
      bench.receiver.take = () => hanging.promise
      const turns = Promise.all([bench.turn(), bench.turn()])
      await until('none to be due', async () => (await bench.due()) === 0)
      hanging.resolve()
      await turns
      assert.deepEqual(bench.delivered.map((one) => one.subject).toSorted(), subjects.toSorted())
    })

    test('the background delivers everything that is due, more than one turn takes, and stops when told', async () => {
      await using bench = await openBench()
      const count = 130
      await bench.db.transaction(async (tx) => {
        for (let n = 0; n < count; n++) await queueDelivery(tx, { ...event(`s${n}`), at: bench.clock.now() })
        await queueDelivery(tx, { ...event('later'), at: bench.clock.now() + 1_000 })
      })
      const loop = startDelivery(bench.outbox)
      await until('all of them', () => bench.delivered.length >= count)
      await loop.stop()
      assert.equal(new Set(bench.delivered.map((one) => one.subject)).size, count)
      assert.equal(bench.delivered.length, count)
      assert.equal(await bench.waiting(), 1, 'what is not due stays')
      bench.clock.time += 1_000
      // This pause is longer than the loop of deliveries waits between two iterations.
      await sleep(400)
      assert.equal(bench.delivered.length, count, 'it has stopped')
    })
  })

const event = (subject: string, name = subject) => ({
  sink: sink('auth'),
  type: 'user.changed',
  subject,
  payload: { name },
})
