import type { Body, Endpoint, Reply } from '#contract/declaration/endpoint.ts'
import { Failure } from '#contract/declaration/failures.ts'
import { validateApiKeyEndpoint } from '#contract/integrations/api-keys.ts'
import {
  confirmAtLoginEndpoint,
  enrolAtLoginEndpoint,
  proveFactorEndpoint,
} from '#contract/sign-in/factors.ts'
import { proveIdentityEndpoint } from '#contract/sign-in/identities.ts'
import {
  findLoginUsersEndpoint,
  findUsersEndpoint,
  validateUserEndpoint,
} from '#contract/sign-in/internal-users.ts'
import { countActOnOtherEndpoint } from '#contract/sign-in/own-factors.ts'
import { provePasskeyEndpoint } from '#contract/sign-in/passkeys.ts'
import { describeLinkEndpoint, requestLinkEndpoint, useEmailLinkEndpoint } from '#contract/users/links.ts'
import { batch } from '#runtime/batch.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import { traceHeaders, untracedHeaders } from '#runtime/log/tracing.ts'
import { type AskOptions, answersInvalid, ask } from '#sdk/ask.ts'
import type { CallInput, Peer } from '#sdk/call.ts'
import type { KnownUser, UserDirectory } from './user-directory.ts'

interface UsersOverTheWire extends UserDirectory {
  /** Returns whether the user service answers and accepts the requests of the authentication service. */
  answers(signal: AbortSignal): Promise<boolean>
}

/**
 * Returns the longest time that the user service may take for a reply: two password hashes, each after a queue, and some writes.
 */
export const maxCallMs = (timeoutMs = usualTimeoutMs): number => 2 * timeoutMs + 2_000

/**
 * The endpoints that a client simply calls again when their reply is late. The reply of any other endpoint can be sent only once,
 * because a change was made or a link was used, so this service waits longer for it.
 */
const repeatable: ReadonlySet<Endpoint> = new Set<Endpoint>([
  validateUserEndpoint,
  proveFactorEndpoint,
  provePasskeyEndpoint,
  proveIdentityEndpoint,
  enrolAtLoginEndpoint,
  confirmAtLoginEndpoint,
  requestLinkEndpoint,
  describeLinkEndpoint,
  useEmailLinkEndpoint,
  countActOnOtherEndpoint,
  validateApiKeyEndpoint,
])

const findingLimits = { keys: 100, calls: 2, waiting: 10_000 }
/** Forty login names of the maximum length fit into the body of one request. */
const loginFindingLimits = { ...findingLimits, keys: 40 }

/**
 * Reaches the user service of another process by HTTP, at its /internal routes. Look-ups that are requested at the same time share
 * one request.
 */
export function usersOverTheWire(peer: Peer): UsersOverTheWire {
  const { timeoutMs = usualTimeoutMs } = peer
  const options = (): AskOptions => ({
    ...peer,
    headers: traceHeaders(),
    timeoutMs,
    unavailable: 'user_service_unavailable',
  })
  async function askUsers<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Reply<E>> {
    const waitMs = repeatable.has(endpoint) ? timeoutMs : maxCallMs(timeoutMs)
    // Some faults of a form are found by the user service only.
    const passedOn = [...endpoint.failures, 'invalid_request'] as const
    return ask(endpoint, { body } as CallInput<E>, { ...options(), timeoutMs: waitMs, passedOn })
  }
  async function findUsers(ids: string[]): Promise<PromiseSettledResult<KnownUser | undefined>[]> {
    const { results } = await ask(findUsersEndpoint, { body: { ids } }, options())
    return results.map(({ user, session_epoch, kept_session }) => ({
      status: 'fulfilled',
      value: user && session_epoch !== undefined ? { user, session_epoch, kept_session } : undefined,
    }))
  }
  async function findLoginUsers(names: string[]): Promise<PromiseSettledResult<string | undefined>[]> {
    const { results } = await ask(findLoginUsersEndpoint, { body: { names } }, options())
    return results.map(({ user_id: value }) => ({ status: 'fulfilled', value }))
  }
  const tooMany = () => new Failure('user_service_unavailable', { retryAfterSeconds: 1 })
  return {
    async ask<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Reply<E>> {
      try {
        return await askUsers(endpoint, body)
      } catch (error) {
        // During an upgrade, a user service of the previous version has no such route. Sessions can be ended meanwhile.
        if (endpoint.name !== countActOnOtherEndpoint.name || !isOfEarlierVersion(error)) throw error
        return { done: true } as Reply<E>
      }
    },
    findUser: batch(findingLimits, findUsers, tooMany),
    findLoginUser: batch(loginFindingLimits, findLoginUsers, tooMany),
    answers: (signal) =>
      answersInvalid(
        findUsersEndpoint,
        { body: { ids: [] } },
        { ...options(), headers: untracedHeaders(), signal },
      ),
  }
}

const isOfEarlierVersion = (error: unknown): boolean =>
  error instanceof Failure && error.cause instanceof Failure && error.cause.code === 'route_not_found'
