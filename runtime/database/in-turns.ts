import type { Database } from './database.ts'

/**
 * Returns a database for work in the background, of which at most `atOnce` statements and transactions run at a time. The others wait
 * for their turn: a burst of such work would otherwise use up the connections, and requests would be refused. A transaction must
 * use its `tx` alone, because a statement beside it would wait for a turn too.
 */
export function inTurns(db: Database, atOnce: number): Database {
  let running = 0
  const waiting: (() => void)[] = []
  async function turn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < atOnce) running++
    // Work that ends hands its turn on, so that none that comes later takes it.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
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
