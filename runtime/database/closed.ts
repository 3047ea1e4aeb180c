import { Failure } from '#contract/declaration/failures.ts'

/**
 * The failure of work on a database that is closed: a request that lasted longer than a stop waits, or one of the other service
 * that came in the meantime. It is repeated at another node, and nothing of it is a fault to log.
 */
export const databaseClosed = (): Failure =>
  new Failure('not_ready', { cause: new Error('The database is closed.') })
