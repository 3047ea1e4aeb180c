import { Failure } from '#contract/declaration/failures.ts'
import { busyCode, fullCode, primaryCode, resultCode } from './result-code.ts'

/**
 * SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC: a sync failed that SQLite made itself, when it restarted the
 * write-ahead log.
 */
const failedSyncCodes = new Set([1034, 1290])

/** The primary result codes of errors after which a retry may succeed: busy, locked, read-only, I/O, full, cannot open. */
const temporaryCodes = new Set([busyCode, 6, 8, 10, fullCode, 14])

/** True for an error after which pages may be marked as written although they never reached the disk. */
export const isFailedSync = (error: unknown): boolean => failedSyncCodes.has(resultCode(error) ?? 0)

/** Turns a temporary error of SQLite into `database_unavailable`, and returns every other one as it is. */
export const explain = (error: unknown): unknown =>
  temporaryCodes.has(primaryCode(error) ?? -1) ? unavailable(error) : error

export const unavailable = (cause: unknown): Failure =>
  new Failure('database_unavailable', { cause, retryAfterSeconds: 1 })
