import type { Database } from '#runtime/database/database.ts'
import { claimReply, type Repeatable } from '#runtime/requests/idempotency.ts'

/** Thrown in the transaction of a change that an earlier request with the same key has made. */
export class DoneBefore extends Error {
  override name = 'DoneBefore'
}

interface Row {
  /** The key of the whole request. */
  repeatable: Repeatable
  /** The place of the row in the request. It is stored instead of the id of the user, so that nothing of a deleted one stays. */
  at: number
  callerId: string
  now: number
}

/**
 * Gives a database whose next transaction also stores that this row is done. So both are committed or neither, and a request that broke
 * off can be repeated, also while the first one goes on.
 */
export const onceForEach = (db: Database, { repeatable, at, callerId, now }: Row): Database => ({
  ...db,
  transaction: (work, ...options) =>
    db.transaction(
      async (tx) => {
        const row = { ...repeatable, scope: `${repeatable.scope} row`, key: `${at} ${repeatable.key}` }
        if (await claimReply(tx, row, { id: callerId }, { now })) throw new DoneBefore()
        return work(tx)
      },
      ...options,
    ),
})
