import { Failure } from '#contract/declaration/failures.ts'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { fullCode, primaryCode } from './sqlite/result-code.ts'

/**
 * How long a write that succeeded says that the next one will. A shorter time would keep the disk of a quiet machine awake; a
 * write of a request that fails is noticed at once.
 */
const goodForMs = 30_000
/** How long a failed write is not tried again, so that a client which asks for the health in a loop writes nothing. */
const badForMs = 1_000
/** How long a write that found no room keeps the service from being ready: a smaller one may still find some. */
const fullForMs = 5_000

/**
 * Adds `takesWrites` to the database of a service. It writes a row and commits where no such write is recent, and after each write
 * of a request that failed. That a write of a request succeeded is no evidence: one that changes nothing does so on a full disk.
 */
export function watchWrites(db: Database, clock: Clock): Database {
  let last = { at: Number.NEGATIVE_INFINITY, isOk: false }
  let failedAt = Number.NEGATIVE_INFINITY
  let fullAt = Number.NEGATIVE_INFINITY
  let underWay: Promise<boolean> | undefined

  async function noteFailure<T>(written: Promise<T>): Promise<T> {
    try {
      return await written
    } catch (error) {
      // A write that was refused because too many wait has no cause, and says nothing of the database.
      if (error instanceof Failure && error.code === 'database_unavailable' && error.cause !== undefined) {
        failedAt = performance.now()
        if (foundNoRoom(error.cause)) fullAt = failedAt
      }
      throw error
    }
  }

  async function write(): Promise<boolean> {
    const at = performance.now()
    const isOk = await db.query`
      INSERT INTO leases (name, holder, expires_at) VALUES ('readiness', 'nobody', ${clock.now()})
      ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at`.then(
      () => true,
      () => false,
    )
    last = { at, isOk }
    underWay = undefined
    return isOk
  }

  async function takesWrites(): Promise<boolean> {
    const now = performance.now()
    if (now - fullAt < fullForMs) return false
    if (last.isOk && last.at > failedAt && now - last.at < goodForMs) return true
    if (!last.isOk && now - last.at < badForMs) return false
    underWay ??= write()
    return underWay
  }

  return {
    ...db,
    query: (text, ...parts) => noteFailure(db.query(text, ...parts)),
    transaction: (work, options) => noteFailure(db.transaction(work, options)),
    takesWrites,
  }
}

const foundNoRoom = (cause: unknown): boolean =>
  primaryCode(cause) === fullCode || (cause instanceof Error && 'code' in cause && cause.code === diskFull)

/** The SQLSTATE `disk_full` of PostgreSQL. */
const diskFull = '53100'
