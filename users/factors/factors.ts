import type { Users } from '../core/users.ts'

/** The context of the use cases about second factors. */
export interface Factors extends Users {
  /**
   * Counts an enrolment that a login demands, which has no caller whose changes are counted.
   * @throws {Failure} `changes_limited`
   */
  countEnrolment(userId: string): void
}
