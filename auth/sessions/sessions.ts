import type { Sql } from '#runtime/database/database.ts'
import type { Auth } from '../core/auth.ts'

/** The context of the use cases that show and end sessions. */
export interface Sessions extends Pick<Auth, 'db' | 'clock'> {
  /** Removes what each feature stores about a user. Called when the user service says that the user was deleted. */
  forgetUser(tx: Sql, user: { id: string; at: number }): Promise<void>
}
