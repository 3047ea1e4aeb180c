import type { Users } from '../core/users.ts'

/** The context of the use cases that check passwords and set them. */
export interface Credentials extends Users {
  /**
   * Counts a change of password by a user who knows the current one; throws `changes_limited`. It bounds the rows that changes
   * leave for weeks.
   */
  countPasswordChange(userId: string): void
}
