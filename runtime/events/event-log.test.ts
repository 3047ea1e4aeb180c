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
import { findEvent, findEventsAfter, type LoggedEvent, recordEventOnce, startNumbering } from './event-log.ts'
import { startReading } from './event-reader.ts'
import { blankForgottenEvents, countForgottenEvents, forgetEvents } from './forgotten-events.ts'
import { recordWithoutLine } from './record.ts'

const log = createLog('silent')

for (const engine of engines)
  describe(`the log of events on ${engine}`, () => {
    async function openLog() {
      const database = await temporaryDatabase(engine)
      const db = await openDatabase(database.url, patientOptions(10))
      await migrate(db, new URL('../../users/migrations/', import.meta.url), systemClock)
      const clock = { time: 1_700_000_000_000, now: () => clock.time }
      const loops: { stop(): Promise<void> }[] = []
      const record = (tx: Pick<Database, 'query'>, subject: string | null, name: string) =>
        recordWithoutLine(tx as Database, {
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
        /** Starts a reader that gives the events to `deliver` in pages of ten. */
        read(deliver: (events: LoggedEvent[]) => Promise<void>, name = 'somebody') {
          const loop = startReading({
            db,
            clock,
            log,
            name,
            begins: 'with the oldest',
            batchSize: 10,
            deliver,
          })
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
      // Each page is sorted by its query. Only the list of all pages shows that an event which was read keeps
      // its position.
      assert.deepEqual(
        got.map(({ id }) => id),
        (await findEventsAfter(events.db, 0, 1_000)).map(({ id }) => id),
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

    test('an event that arrives again is recorded once', async () => {
      await using events = await openLog()
      const told = { id: 'one', type: 'x.y', subject: null, data: {}, at: 1 }
      assert.equal(await recordEventOnce(events.db, told), true)
      assert.equal(await recordEventOnce(events.db, told), false)
    })

    test('of the events of a forgotten subject no personal data can be read, also of events that come later', async () => {
      await using events = await openLog()
      await events.record(events.db, 'ada', 'personal')
      await events.record(events.db, 'bob', 'another')
      await forgetEvents(events.db, 'ada', events.clock.time)
      await forgetEvents(events.db, 'ada', events.clock.time + 1)
      await events.record(events.db, 'ada', 'late')
      await recordWithoutLine(events.db, {
        type: 'user.deleted',
        subject: 'ada',
        data: { by: 'bob' },
        at: events.clock.time,
      })
      events.number()
      await events.numbered(4)
      assert.deepEqual((await events.names()).toSorted(), ['another', undefined, undefined, undefined])
      const told = await findEventsAfter(events.db, 0, 10)
      assert.deepEqual(
        told.filter(({ subject }) => subject === 'ada').map(({ data }) => data),
        [{}, {}, { by: 'bob' }],
      )
      for (const { id, data } of told) assert.deepEqual((await findEvent(events.db, id))?.data, data)
    })

    test('the events of a forgotten subject are blanked in small steps, after any open transaction has ended', async () => {
      await using events = await openLog()
      const { db, clock } = events
      const recorded = [
        ['ada', 5],
        ['bob', 3],
        ['eve', 1],
      ] as const
      for (const [subject, count] of recorded)
        for (let turn = 0; turn < count; turn++) await events.record(db, subject, `${turn}`)
      await forgetEvents(db, 'ada', clock.time)
      await forgetEvents(db, 'bob', clock.time + 1)
      const left = async () => {
        const rows = await db.query<{ subject: string }>`
          SELECT subject FROM events WHERE data <> '{}' ORDER BY subject, recorded_at`
        return rows.map(({ subject }) => subject[0]).join('')
      }
      const blank = (limit: number) => blankForgottenEvents(db, clock.time, limit)
      assert.equal(await blank(2), 0)
      clock.time += 61_000
      assert.equal(await countForgottenEvents(db, clock.time, 10), 2)
      const steps: [number, string][] = []
      for (;;) {
        const blanked = await blank(2)
        steps.push([blanked, await left()])
        if (blanked < 2) break
      }
      assert.deepEqual(steps, [
        [2, 'aaabbbe'],
        [2, 'abbbe'],
        [2, 'bbe'],
        [2, 'e'],
        [1, 'e'],
      ])
      assert.deepEqual([await blank(2), await countForgottenEvents(db, clock.time, 10)], [0, 0])
    })

    test('a subject is known as forgotten for as long as events are kept, and until its data is blank', async () => {
      await using events = await openLog()
      const { db, clock } = events
      const known = async () => (await db.query`SELECT subject FROM forgotten_subjects`).length
      for (let turn = 0; turn < 5; turn++) await events.record(db, 'ada', `${turn}`)
      await forgetEvents(db, 'ada', clock.time)
      clock.time += 29 * 24 * 3_600_000
      await blankForgottenEvents(db, clock.time, 2)
      clock.time += 2 * 24 * 3_600_000
      await blankForgottenEvents(db, clock.time, 2)
      assert.equal(await known(), 1, 'not all is blank')
      await blankForgottenEvents(db, clock.time, 10)
      assert.equal(await known(), 0)
      await forgetEvents(db, 'bob', clock.time)
      clock.time += 29 * 24 * 3_600_000
      await blankForgottenEvents(db, clock.time, 10)
      assert.equal(await known(), 1, 'events are still kept')
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
