import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { engines, temporaryDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { systemClock } from './clock.ts'
import type { Database } from './database.ts'
import {
  findEventsAfter,
  forgetEventData,
  type LoggedEvent,
  recordEvent,
  recordToldEvent,
  startNumbering,
} from './event-log.ts'
import { startReading } from './event-reader.ts'
import { createLog } from './log.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

const log = createLog('silent')

for (const engine of engines)
  describe(`the log of events on ${engine}`, () => {
    async function openLog() {
      const database = await temporaryDatabase(engine)
      const db = await openDatabase(database.url, {
        connections: 10,
        exclusive: false,
        onLostWrites: assert.fail,
      })
      await migrate(db, new URL('../users/migrations/', import.meta.url), systemClock)
      const clock = { time: 1_700_000_000_000, now: () => clock.time }
      const loops: { stop(): Promise<void> }[] = []
      const record = (tx: Pick<Database, 'query'>, subject: string | null, name: string) =>
        recordEvent(tx as Database, {
          type: 'user.updated',
          subject,
          data: { name } as never,
          at: clock.time,
        })
      return {
        db,
        clock,
        record,
        number: () => void loops.push(startNumbering({ db, clock, log })),
        /** One who reads until it has had `wanted`, and what it got. */
        read(deliver: (events: LoggedEvent[]) => Promise<void>, name = 'somebody') {
          const loop = startReading({ db, clock, log, name, begins: 'with the oldest', atOnce: 10, deliver })
          loops.push(loop)
          return loop
        },
        numbered: (count: number) =>
          until(
            'every event has its place',
            async () => (await findEventsAfter(db, 0, 1_000)).length === count,
          ),
        names: async () => (await findEventsAfter(db, 0, 1_000)).map(({ data }) => data.name),
        async [Symbol.asyncDispose]() {
          for (const loop of loops) await loop.stop()
          await db.close()
          await database[Symbol.asyncDispose]()
        },
      }
    }

    test('an event exists exactly when its change was committed', async () => {
      await using events = await openLog()
      events.number()
      const failing = events.db.transaction(async (tx) => {
        await events.record(tx, 'ada', 'lost')
        throw new Error('not today')
      })
      await assert.rejects(failing, /not today/)
      await events.db.transaction((tx) => events.record(tx, 'ada', 'kept'))
      await events.numbered(1)
      assert.deepEqual(await events.names(), ['kept'])
    })

    test('events of one subject keep their order, whatever the clocks say', async () => {
      await using events = await openLog()
      for (let turn = 0; turn < 20; turn++) {
        await events.record(events.db, 'ada', `${turn}`)
        events.clock.time -= 1_000
      }
      events.number()
      await events.numbered(20)
      assert.deepEqual(
        await events.names(),
        Array.from({ length: 20 }, (_, turn) => `${turn}`),
      )
    })

    test('whoever reads in the order of positions misses none, however many write at once', async () => {
      await using events = await openLog()
      events.number()
      events.number()
      const got: LoggedEvent[] = []
      const writing = Promise.all(
        Array.from({ length: 10 }, async (_, subject) => {
          for (let turn = 0; turn < 20; turn++)
            await events.db.transaction(async (tx) => {
              await events.record(tx, `s${subject}`, `${turn}`)
              if (turn % 3 === 0) await tx.query`SELECT COUNT(*) FROM events`
            })
        }),
      )
      events.read(async (page) => void got.push(...page))
      await writing
      await until('all have been read', () => got.length >= 200)
      assert.equal(new Set(got.map(({ id }) => id)).size, 200)
      const positions = got.map(({ position }) => position)
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
      )
      for (let subject = 0; subject < 10; subject++) {
        const names = got.filter((one) => one.subject === `s${subject}`).map(({ data }) => Number(data.name))
        assert.deepEqual(
          names,
          names.toSorted((a, b) => a - b),
        )
      }
    })

    test('what a reader could not deliver comes again, and nothing overtakes it', async () => {
      await using events = await openLog()
      for (let turn = 0; turn < 25; turn++) await events.record(events.db, null, `${turn}`)
      events.number()
      const got: unknown[] = []
      let failures = 0
      const first = events.read(async (page) => {
        if (got.length === 10 && failures++ < 1) throw new Error('the receiver is away')
        got.push(...page.map(({ data }) => data.name))
      })
      await until('it failed', () => failures === 1)
      assert.equal(got.length, 10)
      await first.stop()
      events.read(async (page) => void got.push(...page.map(({ data }) => data.name)))
      await until('the rest has come', () => got.length >= 25)
      const recorded = await events.names()
      assert.deepEqual(got, recorded)
    })

    test('two nodes deliver to one reader in turns, so that nothing comes twice while both live', async () => {
      await using events = await openLog()
      events.number()
      const got: unknown[] = []
      const deliver = async (page: LoggedEvent[]) => {
        await sleep(5)
        got.push(...page.map(({ data }) => data.name))
      }
      events.read(deliver)
      events.read(deliver)
      for (let turn = 0; turn < 100; turn++) await events.record(events.db, 'ada', `${turn}`)
      await until('all have come', () => got.length >= 100)
      await sleep(300)
      assert.equal(got.length, 100)
    })

    test('an event that is told again is recorded once', async () => {
      await using events = await openLog()
      const told = { id: 'one', type: 'x.y', subject: null, data: {}, at: 1 }
      assert.equal(await recordToldEvent(events.db, told), true)
      assert.equal(await recordToldEvent(events.db, told), false)
    })

    test('of a subject that is forgotten only that something happened stays', async () => {
      await using events = await openLog()
      await events.record(events.db, 'ada', 'personal')
      await events.record(events.db, 'bob', 'another')
      await forgetEventData(events.db, 'ada')
      events.number()
      await events.numbered(2)
      assert.deepEqual((await events.names()).toSorted(), ['another', undefined])
    })

    test('positions are no lower than the time, so that a restored database gives none twice', async () => {
      await using events = await openLog()
      await events.record(events.db, 'ada', 'a')
      events.number()
      await events.numbered(1)
      const [first] = await findEventsAfter(events.db, 0, 1)
      assert.ok((first?.position ?? 0) > events.clock.time * 1_000)
    })
  })
