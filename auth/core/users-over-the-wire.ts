import { Failure } from '#contract/declaration/failures.ts'
import { findLoginUsersEndpoint, findUsersEndpoint } from '#contract/sign-in/internal-users.ts'
import { batch } from '#runtime/batch.ts'
import { usualTimeoutMs } from '#runtime/http/peer-fetch.ts'
import { traceHeaders, untracedHeaders } from '#runtime/log/tracing.ts'
import { type AskOptions, answersInvalid, ask } from '#sdk/ask.ts'
import type { CallInput, Peer } from '#sdk/call.ts'
import type { AskBounds, KnownUser, UsersReached } from './user-directory.ts'

interface UsersOverTheWire extends UsersReached {
  /** Returns whether the user service answers and accepts the requests of the authentication service. */
  answers(signal: AbortSignal): Promise<boolean>
}

/**
 * Returns the longest time that the user service may take for a reply: two password hashes, each after a queue, and some writes.
 */
export const maxCallMs = (timeoutMs = usualTimeoutMs): number => 2 * timeoutMs + 2_000

const findingLimits = { keys: 100, calls: 2, waiting: 10_000 }
/** Forty login names of the maximum length fit into the body of one request. */
const loginFindingLimits = { ...findingLimits, keys: 40 }

/**
 * Reaches the user service of another process by HTTP, at its /internal routes. Look-ups that are requested at the same time share
 * one request.
 */
export function usersOverTheWire(peer: Peer): UsersOverTheWire {
  const { timeoutMs = usualTimeoutMs } = peer
  const options = ({ isLong = false, passedOn }: AskBounds = {}): AskOptions => ({
    ...peer,
    headers: traceHeaders(),
    timeoutMs: isLong ? maxCallMs(timeoutMs) : timeoutMs,
    unavailable: 'user_service_unavailable',
    ...(passedOn && { passedOn }),
  })
  async function findUsers(ids: string[]): Promise<PromiseSettledResult<KnownUser | undefined>[]> {
    const { results } = await ask(findUsersEndpoint, { body: { ids } }, options())
    return results.map(({ user, session_epoch, kept_session }) => ({
      status: 'fulfilled',
      value: user && session_epoch !== undefined ? { user, session_epoch, kept_session } : undefined,
    }))
  }
  async function findLoginUsers(names: string[]): Promise<PromiseSettledResult<string | undefined>[]> {
    try {
      const asking = options({ passedOn: ['route_not_found'] })
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
    ask: (endpoint, body, bounds) => ask(endpoint, { body } as CallInput<typeof endpoint>, options(bounds)),
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
