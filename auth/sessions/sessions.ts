import type { Sql } from '#runtime/database/database.ts'
import type { Auth } from '../core/auth.ts'

/** What was done to a user by somebody else, as the user service tells it: the parts that are about applications. */
export interface TakenBack {
  givenSince: number
  madeSince: number
  madeBy: readonly string[]
}

/** The context of the use cases that show and end sessions. */
export interface Sessions extends Pick<Auth, 'db' | 'clock'> {
  /** Removes what each feature stores about a user. Called when the user service says that the user was deleted. */
  forgetUser(tx: Sql, user: { id: string; at: number }): Promise<void>
  /** Loads what ends the things that a thief leaves with applications. It is rare, and nothing is loaded within a transaction. */
  loadEndAfterTheft(): Promise<
    (tx: Sql, theft: TakenBack & { userId: string; epoch: number; at: number }) => Promise<void>
  >
}
