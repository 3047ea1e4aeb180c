import type { Sql } from '#runtime/database/database.ts'
import { type Check, type Finding, fail, ok, warn } from '../check.ts'
import { clockAdvice } from '../clock-advice.ts'
import { inDatabases } from '../in-databases.ts'

const warnAboveMs = 2_000
const failAboveMs = 30_000

/** Compares the clock of this machine with that of the database server, or with what the embedded database has recorded. */
export const clockCheck: Check = {
  name: 'clock',
  async run(deployment) {
    const offsets: number[] = []
    const wrong = await inDatabases(deployment, async (db, service) => {
      if (db.engine === 'sqlite') return service === 'users' ? aheadOfClock(db) : []
      const { offset, found } = await differenceFrom(db, service)
      offsets.push(offset)
      return found
    })
    if (wrong.length > 0) return wrong
    const most = Math.max(0, ...offsets.map(Math.abs))
    return [
      ok(
        offsets.length === 0
          ? 'no event is later than this clock'
          : `${seconds(most)} from that of the database`,
      ),
    ]
  },
}

/** Looks for an event in the future, which shows that the clock was set back since, or was wrong then. */
async function aheadOfClock(db: Sql): Promise<Finding[]> {
  const [row] = await db.query<{ latest: number | null }>`SELECT MAX(occurred_at) AS latest FROM events`
  const ahead = (row?.latest ?? 0) - Date.now()
  if (ahead <= warnAboveMs) return []
  return [
    warn(
      `the newest event is ${seconds(ahead)} ahead of this clock: it was set back, or wrong before`,
      clockAdvice,
    ),
  ]
}

async function differenceFrom(db: Sql, service: string): Promise<{ offset: number; found: Finding[] }> {
  const sentAt = Date.now()
  const [row] = await db.query<{
    now: number
  }>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`
  const receivedAt = Date.now()
  // A difference smaller than the round trip to the database may come from the round trip alone.
  const roundTrip = receivedAt - sentAt
  const offset = (row?.now ?? 0) - (sentAt + receivedAt) / 2
  const certain = Math.abs(offset) - roundTrip / 2
  const text = `this clock is ${seconds(Math.abs(offset))} ${offset > 0 ? 'behind' : 'ahead of'} that of the ${service} database`
  if (certain > failAboveMs) return { offset, found: [fail(text, clockAdvice)] }
  if (certain > warnAboveMs) return { offset, found: [warn(text, clockAdvice)] }
  return { offset, found: [] }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
