import type { Users } from '../core/users.ts'

/** The context of the use cases about second factors. */
export interface Factors extends Users {
  /**
   * Counts an enrolment that a login requires, by the id of the user, against a rate limit. Other changes are counted by their
   * caller, but during a login there is no authenticated caller yet.
   * @throws {Failure} `changes_limited`
   */
  countEnrolment(userId: string): void
}
