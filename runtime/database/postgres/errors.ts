import pg from 'pg'
import { Failure } from '#contract/declaration/failures.ts'
import { StartFault } from '../../start-fault.ts'

/** Returns the SQLSTATE that the server gave; undefined when the error did not come from the server. */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** True when the server ended the session because a transaction was idle, or lasted, for too long. */
export const isOverdue = (error: unknown): boolean => /^25P0[34]$/.test(sqlState(error) ?? '')

/** True when this connection no longer knows a prepared statement, or its tables have changed: another connection is needed. */
export const isStale = (error: unknown): boolean => /^(26000|0A000)$/.test(sqlState(error) ?? '')

/** True when the connection cannot be used any more: it broke, or its server is going, gone or read-only. */
export function isLost(error: unknown): boolean {
  if (error === undefined || error instanceof TypeError || error instanceof Failure) return false
  const state = sqlState(error)
  return state === undefined || /^(08|57P|58|25006)/.test(state) || isOverdue(error) || isStale(error)
}

/**
 * True for a serialisation failure, a deadlock, and a key or a name that another transaction has taken in the
 * meantime, as when two nodes create the same table. A retry sees the result of the other transaction.
 */
export const isLostRace = (error: unknown): boolean =>
  /^(40001|40P01|23505|42710)$/.test(sqlState(error) ?? '')

/** True for a data exception: the error is in the value, so that a retry cannot succeed. */
export const isBadValue = (error: unknown): boolean => /^22/.test(sqlState(error) ?? '')

/**
 * True for a state that may have passed at a later retry: resources, locks, cancelled statements and races
 * (postgresql.org/docs/current/errcodes-appendix.html).
 */
const isTemporary = (error: unknown): boolean => /^(53|55P03|57014|40001|40P01)/.test(sqlState(error) ?? '')

/**
 * True when a statement is prepared twice, or is missing repeatedly on new connections. Both mean that a pooler sends the
 * statements of one client over different connections.
 */
const isNotPrepared = (error: unknown): boolean => /^(42P05|26000)$/.test(sqlState(error) ?? '')

const noPreparedStatements = (cause: unknown): StartFault =>
  new StartFault(
    [
      'The database is behind a pooler that keeps no prepared statements, as PgBouncer in transaction mode before 1.21: use PgBouncer 1.21 or later with max_prepared_statements, or pool_mode=session.',
    ],
    { cause },
  )

/** Turns an outage and a temporary error into `database_unavailable`, and returns every other error as it is. */
export function explain(error: unknown): unknown {
  if (isNotPrepared(error)) return noPreparedStatements(error)
  if (error instanceof Failure || isStale(error)) return error
  return isLost(error) || isTemporary(error) ? unavailable(error) : error
}

export const unavailable = (cause: unknown): Failure =>
  new Failure('database_unavailable', { cause, retryAfterSeconds: 1 })
