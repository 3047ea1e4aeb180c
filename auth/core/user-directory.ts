import type { Body, Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import type { FailureCode } from '#contract/declaration/failure-table.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { type EventResource, tellEventsEndpoint } from '#contract/events/events.ts'
import { type ValidatedApiKeyResource, validateApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import type { SessionEpoch } from '#contract/rules/session-epoch.ts'
import {
  confirmAtLoginEndpoint,
  enrolAtLoginEndpoint,
  proveFactorEndpoint,
  type SecondFactorsResource,
} from '#contract/sign-in/factors.ts'
import { proveIdentityEndpoint, signUpByIdentityEndpoint } from '#contract/sign-in/identities.ts'
import {
  changeOwnAccountEndpoint,
  deleteOwnAccountEndpoint,
  replacePasswordEndpoint,
  signUpOnPageEndpoint,
  validateUserEndpoint,
} from '#contract/sign-in/internal-users.ts'
import { countActOnOtherEndpoint, type OwnFactorEndpoint } from '#contract/sign-in/own-factors.ts'
import { provePasskeyEndpoint } from '#contract/sign-in/passkeys.ts'
import {
  describeLinkEndpoint,
  requestLinkEndpoint,
  useEmailLinkEndpoint,
  useResetLinkEndpoint,
  useTakeBackLinkEndpoint,
} from '#contract/users/links.ts'
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
 * services run in one process.
 */
export interface UsersReached extends Pick<UserDirectory, 'findUser' | 'findLoginUser'> {
  /** Calls an /internal route of the user service. @throws {Failure} those of the endpoint, `user_service_unavailable` */
  ask<E extends Endpoint>(endpoint: E, body: Body<E>, bounds?: AskBounds): Promise<Reply<E>>
}

/** The bounds of a call, which matter over the wire only. */
export interface AskBounds {
  /** The reply may take longer: two password hashes, each after a queue, and some writes. */
  isLong?: boolean
  /**
   * The failures that are passed on to the caller unchanged; all failures of the endpoint if absent. Any other failure
   * becomes `user_service_unavailable`.
   */
  passedOn?: readonly FailureCode[]
}

/** The calls of the authentication service to the user service. */
export interface UserDirectory {
  /** Checks a login name and a password. @throws {Failure} `invalid_credentials`, `overloaded` */
  checkCredentials(credentials: { username: string; password: string; address: string }): Promise<CheckedUser>
  /** Checks a second factor and marks it as used. @throws {Failure} `second_factor_invalid`, `login_expired` */
  proveFactor(proof: Body<typeof proveFactorEndpoint>): Promise<Reply<typeof proveFactorEndpoint>>
  /**
   * Checks an assertion of a passkey and marks its challenge as used.
   * @throws {Failure} `passkey_invalid`, `passkeys_off`, `login_expired`
   */
  provePasskey(proof: Body<typeof provePasskeyEndpoint>): Promise<Reply<typeof provePasskeyEndpoint>>
  /** Returns the user to whom an account at a provider is linked. @throws {Failure} `identity_not_found` */
  proveIdentity(proof: Body<typeof proveIdentityEndpoint>): Promise<Reply<typeof proveIdentityEndpoint>>
  /**
   * Creates a user for a person whom a provider has proven, and whose e-mail address the provider has verified.
   * @throws {Failure} `identity_taken`, `email_taken`, `email_unverified`, `signup_closed`, `signup_limited`, `invalid_request`
   */
  signUpByIdentity(
    person: Body<typeof signUpByIdentityEndpoint>,
  ): Promise<Reply<typeof signUpByIdentityEndpoint>>
  /**
   * Begins to add the authenticator app that is required to complete a login.
   * @throws {Failure} `login_expired`, `changes_limited`
   */
  enrolTotp(stood: Body<typeof enrolAtLoginEndpoint>): Promise<Reply<typeof enrolAtLoginEndpoint>>
  /**
   * Confirms the authenticator app that is required to complete a login, with a code of this app.
   * @throws {Failure} `second_factor_invalid`, `login_expired`, `enrolment_not_found`
   */
  confirmTotp(
    confirmation: Body<typeof confirmAtLoginEndpoint>,
  ): Promise<Reply<typeof confirmAtLoginEndpoint>>
  /** Returns the present state of a user; undefined if it is deleted. */
  findUser(id: string): Promise<KnownUser | undefined>
  /** Returns the id of the user with a login name; undefined if nobody has it. */
  findLoginUser(name: string): Promise<string | undefined>
  /**
   * Replaces the password of a user who knows the current one.
   * @throws {Failure} `invalid_credentials`, `reauthentication_required`, `password_unacceptable`, `changes_limited`,
   * `overloaded`
   */
  changePassword(change: Body<typeof replacePasswordEndpoint>): Promise<KnownUser>
  /** Requests a mail with a link. The reply does not tell whether a mail is sent. */
  requestLink(request: Body<typeof requestLinkEndpoint>): Promise<void>
  /** Returns the purpose of a link without using it. @throws {Failure} `link_invalid` */
  describeLink(token: string): Promise<Reply<typeof describeLinkEndpoint>>
  /** Sets a password with a link. @throws {Failure} `link_invalid`, `password_unacceptable`, `overloaded` */
  resetPassword(reset: {
    token: string
    password: string
    address: string
  }): Promise<Reply<typeof useResetLinkEndpoint>>
  /** Confirms an address with a link. @throws {Failure} `link_invalid` */
  verifyEmail(token: string): Promise<UserResource>
  /**
   * Recovers the account of a user with the link “This was not me”.
   * @throws {Failure} `link_invalid`
   */
  takeBack(token: string): Promise<Reply<typeof useTakeBackLinkEndpoint>>
  /**
   * Creates a user for a person who signs up on an account page.
   * @throws {Failure} `username_taken`, `email_taken`, `password_unacceptable`, `signup_closed`, `signup_limited`,
   * `overloaded`
   */
  signUp(person: Body<typeof signUpOnPageEndpoint>): Promise<UserResource>
  /** Changes the data of a user at the user's own request. @throws {Failure} `email_taken`, `reauthentication_required` */
  changeOwnAccount(change: Body<typeof changeOwnAccountEndpoint>): Promise<UserResource>
  /** Deletes a user at the user's own request. @throws {Failure} `last_admin`, `reauthentication_required` */
  deleteOwnAccount(deletion: Body<typeof deleteOwnAccountEndpoint>): Promise<void>
  /**
   * Calls an endpoint about the second factors and passkeys of the person who is acting on a page.
   * @throws {Failure} those of the endpoint, `invalid_request`
   */
  askForPerson<E extends OwnFactorEndpoint>(endpoint: E, body: Body<E>): Promise<Reply<E>>
  /**
   * Counts that a session without a recent login ends the sessions of another user.
   * @throws {Failure} `reauthentication_required`, `user_not_found`
   */
  countActOnOther(person: Body<typeof countActOnOtherEndpoint>): Promise<void>
  /** Validates an API key. @throws {Failure} `token_invalid`, `token_expired` */
  validateApiKey(key: string): Promise<ValidatedApiKeyResource>
  /** Sends events to be published. @throws {Failure} `invalid_request` when one of them is not understood */
  tellEvents(events: EventResource[]): Promise<void>
}

/** Some faults of a form are found by the user service only. */
const withFaults = ({ failures }: Endpoint): AskBounds => ({
  isLong: true,
  passedOn: [...failures, 'invalid_request'],
})

export const userDirectory = ({ ask, findUser, findLoginUser }: UsersReached): UserDirectory => ({
  findUser,
  findLoginUser,
  checkCredentials: (body) => ask(validateUserEndpoint, body),
  proveFactor: (body) => ask(proveFactorEndpoint, body),
  provePasskey: (body) => ask(provePasskeyEndpoint, body),
  proveIdentity: (body) => ask(proveIdentityEndpoint, body),
  signUpByIdentity: (body) => ask(signUpByIdentityEndpoint, body, withFaults(signUpByIdentityEndpoint)),
  enrolTotp: (body) => ask(enrolAtLoginEndpoint, body),
  confirmTotp: (body) => ask(confirmAtLoginEndpoint, body),
  changePassword: (body) => ask(replacePasswordEndpoint, body, { isLong: true }),
  async requestLink(body) {
    await ask(requestLinkEndpoint, body)
  },
  describeLink: (token) => ask(describeLinkEndpoint, { token }),
  resetPassword: (body) => ask(useResetLinkEndpoint, body, { isLong: true }),
  verifyEmail: async (token) => (await ask(useEmailLinkEndpoint, { token })).user,
  // The timeout is longer, because this reply can be sent only once: by then the old password and the link are invalid, and
  // without the reply the user cannot set a new password.
  takeBack: (token) => ask(useTakeBackLinkEndpoint, { token }, { isLong: true }),
  signUp: async (body) => (await ask(signUpOnPageEndpoint, body, withFaults(signUpOnPageEndpoint))).user,
  changeOwnAccount: async (body) =>
    (await ask(changeOwnAccountEndpoint, body, withFaults(changeOwnAccountEndpoint))).user,
  async deleteOwnAccount(body) {
    await ask(deleteOwnAccountEndpoint, body, { isLong: true })
  },
  askForPerson: (endpoint, body) => ask(endpoint, body, withFaults(endpoint)),
  async countActOnOther(body) {
    const passedOn = [...countActOnOtherEndpoint.failures, 'route_not_found'] as const
    try {
      await ask(countActOnOtherEndpoint, body, { passedOn })
    } catch (error) {
      // During an upgrade, a user service of the previous version has no such route. Sessions can be ended meanwhile.
      if (!(error instanceof Failure && error.code === 'route_not_found')) throw error
    }
  },
  validateApiKey: (key) => ask(validateApiKeyEndpoint, { key }),
  async tellEvents(events) {
    await ask(tellEventsEndpoint, { events }, { isLong: true, passedOn: ['invalid_request'] })
  },
})
