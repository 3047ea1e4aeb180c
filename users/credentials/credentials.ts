import type { Users } from '../core/users.ts'

/** The context of the use cases that check passwords and set them. */
export interface Credentials extends Users {
  /**
   * Counts a change of password by a user who knows the current one. The limit bounds the rows that such changes add to the
   * database, where they stay for weeks.
   * @throws {Failure} `changes_limited`
   */
  countPasswordChange(userId: string): void
}
