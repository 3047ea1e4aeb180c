import type { Sql } from '#runtime/database/database.ts'
import type { Ending } from '../core/require-may-end.ts'

/**
 * The times and ids by which the access of a thief's applications is found, as the user service reports the theft of an
 * account (see `AccountTakeover`).
 */
export interface TakenBack {
  givenSince: number
  madeSince: number
  madeBy: readonly string[]
}

/** The context of the use cases that show and end sessions. */
export interface Sessions extends Ending {
  /** Removes what each feature stores about a user. Called when the user service says that the user was deleted. */
  forgetUser(tx: Sql, user: { id: string; at: number }): Promise<void>
  /**
   * Loads the function that ends the access and the clients that a thief leaves behind. It is loaded when needed, which is
   * rare, and before the transaction, which must not wait for it.
   */
  loadEndAfterTakeover(): Promise<
    (tx: Sql, theft: TakenBack & { userId: string; epoch: number; at: number }) => Promise<void>
  >
}
