import type pg from 'pg'
import type { Series } from '../../metrics/histogram.ts'
import type { Database, Sql } from '../database.ts'
import { flatten } from '../sql.ts'
import { type Commits, giveBack } from './commits.ts'
import type { PostgresBounds } from './connections.ts'
import { explain, isLost, isLostRace, isOverdue } from './errors.ts'
import { maxAttempts, pauseBefore } from './retries.ts'
import { statementOf } from './statements.ts'

const migrationMs = 3_600_000

/** Returns a function that runs a transaction, and repeats it after a lost race, or a connection lost before the commit. */
export function transactionRunner(
  acquire: () => Promise<pg.PoolClient>,
  bounds: PostgresBounds,
  commits: { run: Commits['run']; seconds: Series },
): Database['transaction'] {
  const durable = beginDurable(bounds)
  const begin = { powerCut: durable, restart: `${durable}; SET LOCAL synchronous_commit = off` }
  return async (work, needs) => {
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptTransaction(await acquire(), {
        begin: begin[needs?.survives ?? 'powerCut'],
        work,
        commits,
      })
      if ('result' in outcome) return outcome.result
      if (attempt === maxAttempts || !outcome.mayRunAgain) throw outcome.error
      await pauseBefore(attempt)
    }
  }
}

/**
 * The statement that begins a transaction sets the time limits and the messages too, because a pooler may run each transaction
 * in another session.
 */
const beginDurable = ({ statementMs, lockMs, idleInTransactionMs }: PostgresBounds): string =>
  `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}; SET LOCAL client_min_messages = warning`

type Outcome<T> = { result: T } | { error: unknown; mayRunAgain: boolean }

async function attemptTransaction<T>(
  client: pg.PoolClient,
  {
    begin,
    work,
    commits,
  }: { begin: string; work: (tx: Sql) => Promise<T>; commits: { run: Commits['run']; seconds: Series } },
): Promise<Outcome<T>> {
  let failed: unknown
  let isEnded = false
  let isCommitting = false
  async function run(query: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult> {
    // The transaction has ended, so the connection may already run the transaction of another caller.
    if (isEnded) throw new Error('The transaction is over.')
    return client.query(query).catch(fail)
  }
  function fail(error: unknown): never {
    failed ??= error
    throw error
  }
  /**
   * Keeps the reason that the server gives when it ends the connection between two statements. The next
   * statement would only find that the connection is gone.
   */
  const noteEnd = (error: Error) => {
    failed ??= error
  }
  client.on('error', noteEnd)
  const tx: Sql = {
    engine: 'postgres',
    async query(template, ...parts) {
      const { text, values } = flatten(template, parts)
      return (await run({ ...statementOf(text), values })).rows
    },
    async execute(script) {
      await run({ text: `SET LOCAL statement_timeout = 0; ${byteOrder(script)}`, query_timeout: migrationMs })
    },
  }
  try {
    // BEGIN is awaited before the next statement is sent. If BEGIN fails, that statement would run outside a
    // transaction and commit by itself.
    await run({ text: begin })
    const result = await work(tx)
    isEnded = true
    if (failed !== undefined) throw failed
    isCommitting = true
    const begunAt = performance.now()
    const { command } = await commits.run(client, { text: 'COMMIT' }).catch(fail)
    // The server answers COMMIT with ROLLBACK when a statement failed that nobody awaited.
    if (command !== 'COMMIT') throw failed ?? new Error(`The server answered a COMMIT with ${command}.`)
    commits.seconds.observe((performance.now() - begunAt) / 1_000)
    client.release()
    return { result }
  } catch (error) {
    isEnded = true
    await leave(client, failed)
    if (failed === undefined) return { error, mayRunAgain: false }
    // A commit whose connection was lost may have happened: a retry could do the work twice.
    const mayRunAgain = isLostRace(failed) || (isLost(failed) && !isCommitting && !isOverdue(failed))
    return { error: explain(failed), mayRunAgain }
  } finally {
    client.off('error', noteEnd)
  }
}

async function leave(client: pg.PoolClient, failed: unknown): Promise<void> {
  if (isLost(failed)) return giveBack(client, failed)
  try {
    await client.query('ROLLBACK')
    client.release()
  } catch {
    // A connection that cannot even roll back is closed, and the server rolls back.
    client.release(true)
  }
}

/**
 * Makes PostgreSQL compare text by its bytes, as SQLite does, whatever the locale of the server: cursors and
 * prefixes depend on it.
 */
const byteOrder = (script: string): string => script.replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
