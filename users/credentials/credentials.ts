import type { Users } from '../core/users.ts'

/** The context of the use cases that check passwords and set them. */
export interface Credentials extends Users {
  /**
   * Counts a change of password by a user who knows the current one. The limit bounds the rows that such changes add to the
   * database, where they stay for weeks.
   * @throws {Failure} `changes_limited`
   */
  countPasswordChange(userId: string): void
  /**
   * Asks the old system about a login that was refused here. Returns true when the user was imported from there, so that the
   * login must be tried again. Absent where there is no old system.
   */
  importAtSignIn?: ((attempt: ImportAttempt) => Promise<boolean>) | undefined
}

/** A login that this service refused, about which the old system is asked. */
export interface ImportAttempt {
  name: string
  password: string
  hasPassword: boolean
  /** The time at which the login began, in milliseconds on the monotonic clock of the process. */
  startedAt: number
}
