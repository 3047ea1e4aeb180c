import type { Database, Sql } from '../database/database.ts'
import type { SqlPart } from '../database/sql.ts'
import { statementSummary } from '../database/statement-summary.ts'
import type { OpenSpan } from '../log/open-span.ts'
import { currentSpan, currentTrace, runUnder } from '../log/tracing.ts'
import { errorTypeOf, type Spans } from './spans.ts'

const systems = { sqlite: 'sqlite', postgres: 'postgresql' }

/**
 * Makes a span of each statement, transaction and commit of a request. Background work is not traced: it asks many times a second
 * whether there is anything to do. A span holds the summary of a statement and never its values.
 */
export function traceDatabase(db: Database, { start, within }: Spans): Database {
  const attributes = { 'db.system.name': systems[db.engine] }
  const traced =
    (query: Sql['query']): Sql['query'] =>
    async <Row>(template: TemplateStringsArray, ...parts: SqlPart[]): Promise<Row[]> => {
      if (!currentSpan()) return query<Row>(template, ...parts)
      const name = statementSummary(template, parts)
      const statement = {
        name,
        kind: 'client',
        attributes: { ...attributes, 'db.query.summary': name },
      } as const
      return within(statement, () => query<Row>(template, ...parts))
    }
  const startCommit = (): OpenSpan =>
    start({ name: 'COMMIT', kind: 'client', attributes: { ...attributes, 'db.operation.name': 'COMMIT' } })
  return {
    ...db,
    query: traced(db.query),
    transaction(work, options) {
      if (!currentSpan()) return db.transaction(work, options)
      return within({ name: 'transaction', kind: 'internal', attributes }, async () => {
        const trace = currentTrace()
        let commit: OpenSpan | undefined
        try {
          return await db.transaction(async (tx) => {
            // The transaction runs again when its commit lost a race.
            commit?.end()
            commit = undefined
            // The engine calls this function in the context of the request that began the group commit, which may be another one.
            // So the trace of the request that this transaction belongs to is set.
            return runUnder(trace, async () => {
              const result = await work({ ...tx, query: traced(tx.query) })
              commit = startCommit()
              return result
            })
          }, options)
        } catch (error) {
          commit?.fail(errorTypeOf(error))
          throw error
        } finally {
          commit?.end()
        }
      })
    },
  }
}
