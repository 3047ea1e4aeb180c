import { Failure } from '#contract/declaration/failures.ts'
import type { Database } from './database.ts'

/** Work that waits for its turn. */
interface Waiting {
  begin(): void
  fail(error: unknown): void
}

/**
 * Returns a database for work in the background, of which at most `atOnce` statements and transactions run at a time. The others wait
 * for their turn: a burst of such work would otherwise use up the connections, and requests would be refused. While the database
 * cannot be reached, all that waits fails with the first that runs, so that a stop need not wait for one after the other. A
 * transaction must use its `tx` alone, because a statement beside it would wait for a turn too.
 */
export function inTurns(db: Database, atOnce: number): Database {
  let running = 0
  const waiting: Waiting[] = []
  async function turn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    // Work that ends hands its turn on, so that none that comes later takes it.
    else await new Promise<void>((begin, fail) => waiting.push({ begin, fail }))
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure && error.code === 'database_unavailable')
        for (const { fail } of waiting.splice(0)) fail(error)
      throw error
    } finally {
      const next = waiting.shift()
      if (next) next.begin()
      else running--
    }
  }
  return {
    ...db,
    query: (text, ...parts) => turn(() => db.query(text, ...parts)),
    execute: (script) => turn(() => db.execute(script)),
    transaction: (work, options) => turn(() => db.transaction(work, options)),
  }
}
