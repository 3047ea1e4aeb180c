import type { Body, Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import type { SecondFactorsResource } from '#contract/sign-in/factors.ts'
import type { UserResource } from '#contract/users/user.ts'

export interface KnownUser extends SessionEpoch {
  user: UserResource
}

/** A user whose credentials are right, with the second factors that the login must ask for next. */
export interface CheckedUser extends KnownUser {
  /** Absent for a user who never had a second factor. */
  second_factors?: SecondFactorsResource
}

/**
 * The way to the user service, which is chosen once: over the wire (`users-over-the-wire.ts`), or by function calls where both
 * services run in one process (`cli/start/open-services.ts`).
 */
export interface UserDirectory {
  /** Calls an /internal endpoint of the user service. @throws {Failure} those of the endpoint, `user_service_unavailable` */
  ask<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Reply<E>>
  /** Returns the present state of a user; undefined if it is deleted. */
  findUser(id: string): Promise<KnownUser | undefined>
  /** Returns the id of the user with a login name; undefined if nobody has it. */
  findLoginUser(name: string): Promise<string | undefined>
}
