import type pg from 'pg'
import { createHistogram } from '../metrics/histogram.ts'
import { databaseClosed } from './closed.ts'
import type { Database } from './database.ts'
import { commitSeconds } from './database-metrics.ts'
import { type DatabaseOptions, usualStatementMs } from './database-options.ts'
import { type Commits, giveBack, watchCommits } from './postgres/commits.ts'
import { boundsOf, openConnections, type PostgresBounds } from './postgres/connections.ts'
import { explain } from './postgres/errors.ts'
import { lookUpConnections, openLookUps } from './postgres/look-ups.ts'
import { maxAttempts, mayReadAgain, mayWriteAgain, pauseBefore } from './postgres/retries.ts'
import { type Statement, statementOf } from './postgres/statements.ts'
import { transactionRunner } from './postgres/transactions.ts'
import { flatten, type SqlPart, type SqlValue } from './sql.ts'

/**
 * Opens PostgreSQL, the engine for services that run on more than one machine. A session keeps nothing but prepared
 * statements, and correctness depends on unique keys and conditional writes alone. So connection poolers, clusters and
 * compatible servers of other makers work too.
 * @throws {StartFault} when no server of the URL can be reached
 */
export async function openPostgres(
  url: string,
  options: Pick<DatabaseOptions, 'connections' | 'statementMs'> & { bounds?: Partial<PostgresBounds> },
): Promise<Database> {
  const bounds = { ...boundsOf(options.statementMs ?? usualStatementMs), ...options.bounds }
  const connections = await openConnections(url, {
    alone: options.connections,
    shared: lookUpConnections,
    bounds,
  })
  const { acquire } = connections
  const lookUps = openLookUps(connections.acquireShared, bounds)
  const commits = watchCommits(bounds, {
    async findActive(pids) {
      const rows = await lookUps.read<{ pid: number }>(findActive, [pids])
      return rows.map(({ pid }) => pid)
    },
    // The standby that the commit waits for may have been promoted.
    onUnanswered: () => void connections.servers?.check(),
  })
  const seconds = createHistogram(commitSeconds)
  const transaction = transactionRunner(acquire, bounds, { run: commits.run, seconds: seconds.series() })
  const write = statementRunner(acquire, bounds, { run: commits.run, mayRunAgain: mayWriteAgain })
  const readAlone = statementRunner(acquire, bounds, {
    run: (client, query) => client.query(query),
    mayRunAgain: mayReadAgain,
  })

  async function query<Row>(template: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]> {
    try {
      const { text, values } = flatten(template, parts)
      if (!/^\s*SELECT\b/.test(text[0] ?? '')) return await write(statementOf(text), values)
      const [key] = values
      if (values.length === 1 && typeof key === 'string') return (await lookUps.find(text, key)) as Row[]
      // Other reads do not share a connection with look-ups, because a slow read would delay every look-up
      // after it. While the server leaves commits unanswered, these may occupy all connections for transactions, and slow reads
      // are better than none.
      const read = commits.count() > 0 ? lookUps.read : readAlone
      return await read<Row>(statementOf(text), values)
    } catch (error) {
      throw explain(error)
    }
  }

  let underWay = 0
  let closed: Promise<void> | undefined
  const { promise: idle, resolve: nothingIsLeft } = Promise.withResolvers<void>()
  async function enter<T>(work: () => Promise<T>): Promise<T> {
    if (closed) throw databaseClosed()
    underWay++
    try {
      return await work()
    } finally {
      if (--underWay === 0 && closed) nothingIsLeft()
    }
  }
  async function close(): Promise<void> {
    if (underWay > 0) await idle
    commits.close()
    await lookUps.close()
    await connections.close()
  }

  return {
    engine: 'postgres',
    lookUps: lookUps.counts,
    metrics: [seconds.metric, ...connections.metrics, commits.metric],
    ...(connections.servers && { servers: connections.servers }),
    query: (text, ...parts) => enter(() => query(text, ...parts)),
    transaction: (work, needs) => enter(() => transaction(work, needs)),
    execute: (script) => enter(() => transaction((tx) => tx.execute(script))),
    close: () => (closed ??= close()),
  }
}

/** Finds out which processes of the server are at work. A role may see the state of its own ones. */
const findActive: Statement = {
  text: `SELECT pid FROM pg_stat_activity WHERE pid = ANY($1::int[]) AND state = 'active'`,
}

/** Runs one statement on a connection of its own, and retries it after a failure that permits a retry. */
function statementRunner(
  acquire: () => Promise<pg.PoolClient>,
  bounds: PostgresBounds,
  { run, mayRunAgain }: { run: Commits['run']; mayRunAgain: typeof mayReadAgain },
) {
  return async <Row>(statement: Statement, values: SqlValue[]): Promise<Row[]> => {
    const startedAt = performance.now()
    for (let attempt = 1; ; attempt++) {
      const client = await acquire()
      try {
        const { rows } = await run(client, { ...statement, values })
        client.release()
        return rows
      } catch (error) {
        giveBack(client, error)
        if (attempt === maxAttempts || !mayRunAgain(error, startedAt, bounds)) throw error
        await pauseBefore(attempt)
      }
    }
  }
}
