import type { Database, Sql } from '#runtime/database/database.ts'
import { claimReply, findFirstReply, type Repeatable } from '#runtime/requests/idempotency.ts'

/** The error of a transaction whose change was made already, by an earlier request with the same Idempotency-Key. */
export class DoneBefore extends Error {
  override name = 'DoneBefore'
}

interface Row {
  /** The Idempotency-Key of the whole request, with its scope. */
  repeatable: Repeatable
  /** The index of the row in the request. It is stored instead of the id of the user, so that nothing of a deleted user stays. */
  at: number
  callerId: string
  now: number
}

/**
 * Returns a database whose transactions also store that this row of the request is done. Both are committed or neither is, so a
 * request that broke off can be repeated, even while the first one is still running. A transaction throws `DoneBefore` when the
 * row is done.
 */
export const onceForEach = (db: Database, { repeatable, at, callerId, now }: Row): Database => ({
  ...db,
  transaction: (work, ...options) =>
    db.transaction(
      async (tx) => {
        if (await claimReply(tx, keyOf(repeatable, at), { id: callerId }, { now })) throw new DoneBefore()
        return work(tx)
      },
      ...options,
    ),
})

/** Returns whether a row was done by an earlier request with the same Idempotency-Key. */
export const wasDone = async (
  db: Sql,
  { repeatable, at, now }: { repeatable: Repeatable | undefined; at: number; now: number },
): Promise<boolean> =>
  repeatable !== undefined && (await findFirstReply(db, keyOf(repeatable, at), now)) !== undefined

const keyOf = (repeatable: Repeatable, at: number): Repeatable => ({
  ...repeatable,
  scope: `${repeatable.scope} row`,
  key: `${at} ${repeatable.key}`,
})
