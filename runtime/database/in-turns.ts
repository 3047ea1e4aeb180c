import { Failure } from '#contract/declaration/failures.ts'
import type { Database } from './database.ts'

/** A statement or transaction that waits until fewer than `atOnce` are running. */
interface Waiting {
  begin(): void
  fail(error: unknown): void
}

/**
 * Returns a database for background work that runs at most `atOnce` statements and transactions concurrently and queues the
 * others: a burst of background work would otherwise use up the connections, and requests would be refused. When one of them
 * fails because the database cannot be reached, all that are queued fail too, so that a shutdown does not wait for each. Inside a
 * transaction use only its `tx`: another statement would wait in the queue and could deadlock.
 */
export function inTurns(db: Database, atOnce: number): Database {
  let running = 0
  const waiting: Waiting[] = []
  async function turn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    // Work that ends passes its slot to the first in the queue, so that work that comes later cannot take it.
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
