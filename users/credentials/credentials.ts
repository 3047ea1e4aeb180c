import type { Users } from '../core/users.ts'

/** The context of the use cases that check what a user proves. */
export interface Credentials extends Users {
  /** Counts a change of password by a user who knows the current one; throws `changes_limited`. Each leaves rows for weeks. */
  countPasswordChange(userId: string): void
}
