import { Failure } from '#contract/declaration/failures.ts'
import type { Clock } from '../clock.ts'
import type { Database } from './database.ts'
import { fullCode, primaryCode } from './sqlite/result-code.ts'

/**
 * The time for which a successful test write is trusted. A shorter time would keep the disk of a quiet machine awake. When a
 * write of a request fails, the next check makes a new test write.
 */
const goodForMs = 30_000
/** The pause after a failed test write, so that a client which requests the health in a loop causes no writes. */
const badForMs = 1_000
/**
 * The time for which the service is not ready after a write failed because the disk is full. A test write, which is small, could
 * still succeed on such a disk.
 */
const fullForMs = 5_000

/**
 * Adds `takesWrites` to the database of a service. It makes a test write when the last one is too old, or when a write of a
 * request has failed since. A successful write of a request proves nothing: a write that changes no row succeeds even on a full
 * disk.
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
      // A failure without a cause is a write that was refused because too many wait, which says nothing about the database.
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
