import type { Users } from '../core/users.ts'

/** The context of the use cases about second factors. */
export interface Factors extends Users {
  /**
   * Counts an enrolment that a login requires, by the id of the user. During a login there is no authenticated caller yet,
   * whose changes are counted otherwise.
   * @throws {Failure} `changes_limited`
   */
  countEnrolment(userId: string): void
}
