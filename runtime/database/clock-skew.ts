import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { type Loop, startLoop } from '../loop.ts'
import type { Metric } from '../metrics/metrics.ts'
import type { ClockSkew, Database, Sql } from './database.ts'
import { holdLease, maxClockSkewMs, releaseLease } from './lease.ts'

/** A smaller clock skew is not corrected: NTP keeps most clocks closer, and the measurement itself is not exact. */
const leftAloneMs = 500
/**
 * A larger clock skew is logged as a warning: other servers, which check tokens by their own clock, may find a token not valid
 * yet or expired.
 */
const warnedMs = 2_000
const usualMs = 10_000
/**
 * The interval at which the process checks whether the clock of the machine was set. A check reads two clocks and makes no query.
 */
const lookedForMs = 250
/** The number of measurements, of which the fastest is used, because it is the most exact. */
const measurements = 3

export function clockSkewOf(db: Pick<Database, 'query'>): ClockSkew {
  const skew = {
    ms: 0,
    async measure() {
      let best = { took: Infinity, ms: skew.ms }
      for (let number = 0; number < measurements; number++) {
        const [sentAt, sentTime] = [performance.now(), Date.now()]
        const [row] = await db.query<{ at: number }>`
          SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS at`
        const took = performance.now() - sentAt
        if (row && took < best.took) best = { took, ms: sentTime + took / 2 - row.at }
      }
      // The database read its clock at some moment between request and response, so half of the round trip is the possible error.
      if (best.took / 2 < Math.max(leftAloneMs, Math.abs(best.ms) / 2)) skew.ms = best.ms
    },
  }
  return skew
}

/**
 * Returns a clock that all nodes of a database share: the clock of this machine, corrected by its skew. With clocks that differ,
 * a node could treat a retry within the grace window as the use of a stolen refresh token.
 */
export const sharedClock = (clock: Clock, { clockSkew }: Pick<Database, 'clockSkew'>): Clock =>
  clockSkew ? { now: () => clock.now() - correctionOf(clockSkew) } : clock

const correctionOf = ({ ms }: ClockSkew): number => (Math.abs(ms) < leftAloneMs ? 0 : Math.round(ms))

/** The name of the lease that a node holds while its clock agrees with that of the database. */
const witness = 'clock'
/** The duration of that lease. A node renews it with every regular measurement. */
const witnessMs = 30_000

/** Returns the state of the clock of this machine; undefined on SQLite, which has no other clock to compare it with. */
export function readClock({
  clockSkew,
}: Pick<Database, 'clockSkew'>): { state: 'ok' | 'skewed'; isOnlyHere: boolean } | undefined {
  if (!clockSkew) return undefined
  const isSkewed = isFarOff(clockSkew)
  return { state: isSkewed ? 'skewed' : 'ok', isOnlyHere: isSkewed && clockSkew.othersAgree === true }
}

const isFarOff = ({ ms }: ClockSkew): boolean => Math.abs(ms) > maxClockSkewMs

/**
 * Finds out whether the clock of this node or that of the database is wrong. Nodes whose clocks agree with the database hold a
 * lease, one at a time. If another node holds it while this one disagrees, the clock of this node is wrong. If no node holds it,
 * the clock of the database may be wrong, and no node is better off than this one.
 */
async function lookAtOthers(
  skew: ClockSkew,
  { db, holder, now }: { db: Sql; holder: string; now: number },
): Promise<void> {
  if (!isFarOff(skew)) {
    skew.othersAgree = false
    await holdLease(db, { name: witness, holder, now, forMs: witnessMs })
    return
  }
  await releaseLease(db, witness, holder)
  const held = await db.query`
    SELECT name FROM leases
    WHERE name = ${witness} AND expires_at > ${now} AND expires_at <= ${now + witnessMs + maxClockSkewMs}`
  skew.othersAgree = held.length > 0
}

/**
 * Measures the clock skew at an interval, and immediately when the clock of the machine was set, which shows by comparison with
 * the monotonic clock. Logs when the skew becomes too large and when it is small again.
 */
export function watchClock(
  skew: ClockSkew,
  { db, clock, log, everyMs = usualMs }: { db: Sql; clock: Clock; log: Log; everyMs?: number },
): Loop {
  const holder = randomUUID()
  let isWarned = false
  const report = () => {
    const isFar = Math.abs(skew.ms) > warnedMs
    if (isFar === isWarned) return
    isWarned = isFar
    const fields = { event: isFar ? 'clock.skewed' : 'clock.right', skew_ms: Math.round(skew.ms) }
    if (isFar) log.warn(fields, 'clocks of machine and database differ, using that of the database')
    else log.info(fields, 'clocks of machine and database agree again')
  }
  // The skew was measured when the database was opened.
  report()
  const readClocks = () => ({ neverSet: performance.now(), machine: Date.now() })
  let measured: ReturnType<typeof readClocks> | undefined
  return startLoop('measure the clock', { idleMs: lookedForMs, log }, async () => {
    const now = readClocks()
    if (measured) {
      const passedMs = now.neverSet - measured.neverSet
      const isSet = Math.abs(now.machine - measured.machine - passedMs) >= leftAloneMs
      if (!isSet && passedMs < everyMs) return false
    }
    await skew.measure()
    measured = now
    report()
    await lookAtOthers(skew, { db, holder, now: clock.now() })
    return false
  })
}

export const clockSkewMetric = {
  name: 'latchkey_clock_skew_seconds',
  help: 'On PostgreSQL: seconds by which the clock of this machine is ahead of the database clock. Latchkey uses the database clock.',
} as const

export const clockSkewMetrics = ({ clockSkew }: Database): Metric[] =>
  clockSkew ? [{ ...clockSkewMetric, read: () => new Map([['', clockSkew.ms / 1_000]]) }] : []
