import { Failure } from '#contract/declaration/failures.ts'

/**
 * Makes the failure of work on a database that was closed during a shutdown: by a request that took longer than the shutdown
 * waits, or by a call of the other service that came too late. The client retries at another node. It is no error to log.
 */
export const databaseClosed = (): Failure =>
  new Failure('not_ready', { cause: new Error('The database is closed.') })
