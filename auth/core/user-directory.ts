import type { Body, Endpoint, Reply } from '#contract/declaration/endpoint.ts'
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
  findLoginUsersEndpoint,
  findUsersEndpoint,
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
import { batch } from '#runtime/batch.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import { traceHeaders, untracedHeaders } from '#runtime/log/tracing.ts'
import { type AskOptions, answersInvalid, ask } from '#sdk/ask.ts'
import type { CallInput, Peer } from '#sdk/call.ts'

export interface KnownUser extends SessionEpoch {
  user: UserResource
}

/** A user whose credentials are right, with the second factors that the login must ask for next. */
export interface CheckedUser extends KnownUser {
  /** Absent for a user who never had a second factor. */
  second_factors?: SecondFactorsResource
}

/** The calls that the authentication service makes to the /internal routes of the user service. */
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
  /** Returns the present state of a user; undefined if it is deleted. Concurrent calls are batched into one request. */
  findUser(id: string): Promise<KnownUser | undefined>
  /** Returns the id of the user with a login name; undefined if nobody has it. Concurrent calls are batched into one request. */
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
   * Counts that a session without a fresh proof ends the sessions of another user.
   * @throws {Failure} `reauthentication_required`, `user_not_found`
   */
  countActOnOther(person: Body<typeof countActOnOtherEndpoint>): Promise<void>
  /** Validates an API key. @throws {Failure} `token_invalid`, `token_expired` */
  validateApiKey(key: string): Promise<ValidatedApiKeyResource>
  /** Sends events to be published. @throws {Failure} `invalid_request` when one of them is not understood */
  tellEvents(events: EventResource[]): Promise<void>
  /** Returns whether the user service takes requests of this one. */
  answers(signal: AbortSignal): Promise<boolean>
}

/**
 * Returns the longest time that the user service may take for a reply: two password hashes, each after a queue, and some writes.
 */
export const maxCallMs = (timeoutMs = usualTimeoutMs): number => 2 * timeoutMs + 2_000

const findingLimits = { keys: 100, calls: 2, waiting: 10_000 }
/** Forty login names of the maximum length fit into the body of one request. */
const loginFindingLimits = { ...findingLimits, keys: 40 }

export function userDirectory(peer: Peer): UserDirectory {
  const { timeoutMs = usualTimeoutMs } = peer
  const options = (): AskOptions => ({
    ...peer,
    headers: traceHeaders(),
    timeoutMs,
    unavailable: 'user_service_unavailable',
  })
  const longer = (): AskOptions => ({ ...options(), timeoutMs: maxCallMs(timeoutMs) })
  // The reply may be `invalid_request`, because some faults of a form are found by the user service only.
  const withFaults = ({ failures }: Endpoint): AskOptions => ({
    ...longer(),
    passedOn: [...failures, 'invalid_request'],
  })
  async function findUsers(ids: string[]): Promise<PromiseSettledResult<KnownUser | undefined>[]> {
    const { results } = await ask(findUsersEndpoint, { body: { ids } }, options())
    return results.map(({ user, session_epoch, kept_session }) => ({
      status: 'fulfilled',
      value: user && session_epoch !== undefined ? { user, session_epoch, kept_session } : undefined,
    }))
  }
  async function findLoginUsers(names: string[]): Promise<PromiseSettledResult<string | undefined>[]> {
    const asking: AskOptions = { ...options(), passedOn: ['route_not_found'] }
    try {
      const { results } = await ask(findLoginUsersEndpoint, { body: { names } }, asking)
      return results.map(({ user_id: value }) => ({ status: 'fulfilled', value }))
    } catch (error) {
      // During an upgrade, a user service of the previous version has no such route. Then guesses are counted by login
      // name and not by user.
      if (!(error instanceof Failure && error.code === 'route_not_found')) throw error
      return names.map(() => ({ status: 'fulfilled', value: undefined }))
    }
  }
  const tooMany = () => new Failure('user_service_unavailable', { retryAfterSeconds: 1 })
  return {
    checkCredentials: (body) => ask(validateUserEndpoint, { body }, options()),
    proveFactor: (body) => ask(proveFactorEndpoint, { body }, options()),
    provePasskey: (body) => ask(provePasskeyEndpoint, { body }, options()),
    proveIdentity: (body) => ask(proveIdentityEndpoint, { body }, options()),
    signUpByIdentity: (body) => ask(signUpByIdentityEndpoint, { body }, withFaults(signUpByIdentityEndpoint)),
    enrolTotp: (body) => ask(enrolAtLoginEndpoint, { body }, options()),
    confirmTotp: (body) => ask(confirmAtLoginEndpoint, { body }, options()),
    findUser: batch(findingLimits, findUsers, tooMany),
    findLoginUser: batch(loginFindingLimits, findLoginUsers, tooMany),
    changePassword: (body) => ask(replacePasswordEndpoint, { body }, longer()),
    async requestLink(body) {
      await ask(requestLinkEndpoint, { body }, options())
    },
    describeLink: (token) => ask(describeLinkEndpoint, { body: { token } }, options()),
    resetPassword: (body) => ask(useResetLinkEndpoint, { body }, longer()),
    verifyEmail: async (token) => (await ask(useEmailLinkEndpoint, { body: { token } }, options())).user,
    // The timeout is longer, because this reply can be sent only once: by then the old password and the link are
    // invalid, and without the reply the user cannot set a new password.
    takeBack: (token) => ask(useTakeBackLinkEndpoint, { body: { token } }, longer()),
    signUp: async (body) =>
      (await ask(signUpOnPageEndpoint, { body }, withFaults(signUpOnPageEndpoint))).user,
    changeOwnAccount: async (body) =>
      (await ask(changeOwnAccountEndpoint, { body }, withFaults(changeOwnAccountEndpoint))).user,
    async deleteOwnAccount(body) {
      await ask(deleteOwnAccountEndpoint, { body }, longer())
    },
    askForPerson: (endpoint, body) =>
      ask(endpoint, { body } as CallInput<typeof endpoint>, withFaults(endpoint)),
    async countActOnOther(body) {
      const passedOn = [...countActOnOtherEndpoint.failures, 'route_not_found'] as const
      try {
        await ask(countActOnOtherEndpoint, { body }, { ...options(), passedOn })
      } catch (error) {
        // During an upgrade, a user service of the previous version has no such route. Sessions can be ended meanwhile.
        if (!(error instanceof Failure && error.code === 'route_not_found')) throw error
      }
    },
    validateApiKey: (key) => ask(validateApiKeyEndpoint, { body: { key } }, options()),
    async tellEvents(events) {
      await ask(tellEventsEndpoint, { body: { events } }, { ...longer(), passedOn: ['invalid_request'] })
    },
    answers: (signal) =>
      answersInvalid(
        findUsersEndpoint,
        { body: { ids: [] } },
        { ...options(), headers: untracedHeaders(), signal },
      ),
  }
}
