import type { Database } from '#runtime/database/database.ts'

/** Wraps a database so that it counts how many statements and transactions run in it at most at a time. */
export function countAtOnce(db: Database): { db: Database; most(): number } {
  let [running, most] = [0, 0]
  async function counted<Result>(work: Promise<Result>): Promise<Result> {
    most = Math.max(most, ++running)
    try {
      return await work
    } finally {
      running--
    }
  }
  return {
    db: {
      ...db,
      query: (text, ...values) => counted(db.query(text, ...values)),
      transaction: (work, options) => counted(db.transaction(work, options)),
    },
    most: () => most,
  }
}
